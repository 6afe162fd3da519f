"""The model of terms: its evidence, its table of common words, its weights."""

from __future__ import annotations

import pytest

from quire.wiki.subjects.term_model import common_words, frequency_en, salience, term_score


def test_common_words_have_high_levels():
    assert frequency_en("the") > frequency_en("house") > frequency_en("borrow checker") == pytest.approx(3.5)
    assert frequency_en("houses") >= frequency_en("house")


def test_a_word_stands_out_where_the_book_has_it_more_often_than_others_do():
    assert salience(100, 100_000, 3.5) > salience(100, 100_000, 6.0)
    assert -2 <= salience(0, 0, 7.7) < salience(100, 100, 3.5) <= 4


def test_levels_of_a_phrase():
    found = common_words([3.5, 5.5])
    assert (found["rarest word"], found["commonest word"], found["single common word"]) == (3.5, 5.5, 0.0)
    assert common_words([5.5])["single common word"] == pytest.approx(1.5)


@pytest.mark.parametrize("evidence", ["heading", "definition", "emphasis", "glossary", "count"])
def test_what_speaks_for_a_term(evidence: str):
    assert term_score({evidence: 1.0}) > term_score({})


@pytest.mark.parametrize("evidence", ["single common word", "generic", "verb first", "adverb"])
def test_what_speaks_against_a_term(evidence: str):
    assert term_score({evidence: 1.0}) < term_score({})


def test_unknown_evidence_says_nothing():
    assert term_score({"colour": 9.0}) == term_score({})
