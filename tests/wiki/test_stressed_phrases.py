"""Which sentences stress a phrase: by what stands before it in its paragraph."""

from __future__ import annotations

from quire.wiki.stressed_phrases import StressedPhrases, place_of


def test_a_sentence_stresses_a_phrase_where_the_book_does():
    places = {"gears": [place_of("Wheels with teeth are called ", "gears")]}
    stressed = StressedPhrases(places, 1000)
    assert stressed.stress("Wheels with teeth are called gears.", ["Gear"]) == 1.0
    assert stressed.stress("Oak is the wood of gears in the valley.", ["Gear"]) == 0.0
    assert stressed.stress("Wheels with teeth are called gears.", ["Wheel"]) == 0.0


def test_what_stands_before_may_be_of_the_sentence_before():
    places = {
        "Gears": [place_of("The mill is old. ", "Gears")],
        "学习率（learning rate）": [place_of("", "学习率（learning rate）")],
    }
    stressed = StressedPhrases(places, 1000)
    assert stressed.stress("Gears turn it.", ["Gear"]) == 1.0
    assert stressed.stress("学习率（learning rate）决定何时收敛。", ["学习率"]) == 1.0


def test_a_book_that_stresses_much_stresses_each_less():
    places = {f"word {number}": [f"word {number}"] for number in range(100)}
    assert StressedPhrases(places, 10_000).weight < 0.5
    assert StressedPhrases(places, 100_000).weight == 1.0
