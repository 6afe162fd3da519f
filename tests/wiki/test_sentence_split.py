"""Sentences that stand inside a speech which began before them."""

from __future__ import annotations

import pytest

from quire.wiki.page_planner import all_sentences
from quire.wiki.passage import Passage
from quire.wiki.sentence_split import (
    inside_speech,
    is_quotable,
    only_says,
    split,
    stands_alone,
    with_speech_marks,
    without_connectives,
)


def _spoken(*texts: str, lang: str = "en") -> list[str]:
    sentences = all_sentences([Passage(f"p{at}", "", at, text) for at, text in enumerate(texts)], lang)
    return [sentences[number].text for number in sorted(inside_speech(sentences))]


def test_what_goes_on_after_an_opening_mark_is_spoken():
    assert _spoken("He said, “I am late. The road was bad. Do sit down.” She sat down. Rain fell.") == [
        "The road was bad.",
        "Do sit down.”",
    ]
    assert _spoken("沈清曰：“我来了。路上不好走。请坐。”众人坐下。", lang="zh") == ["路上不好走。", "请坐。”"]


def test_single_and_typewriter_marks_hold_speech_and_apostrophes_do_not():
    said = "'Are you cross?' said he. 'No,' I said. 'It's the boys' hat. It is wet.' Tom didn't go."
    assert split(said, "en") == [
        "'Are you cross?' said he.",
        "'No,' I said.",
        "'It's the boys' hat.",
        "It is wet.'",
        "Tom didn't go.",
    ]
    assert _spoken(said) == ["It is wet.'"]
    assert _spoken('She said, "I am late. The road was bad." Rain fell.') == ['The road was bad."']
    marked = with_speech_marks("'Tis a 'slice' of `\"x\"`, 'said she.'")
    assert marked == "'Tis a 'slice' of `\"x\"`, “said she.”"
    assert not is_quotable("'It is the hat of my brother, he said and went away.", "en")
    assert is_quotable("It's the hat of my brothers' friend, he said and went away.", "en")


def test_a_speech_ends_with_its_passage():
    assert _spoken("He said, “I am late. The road was bad.", "Rain fell. It was cold.") == ["The road was bad."]


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("在 中， 我们介绍了梯度。", "我们介绍了梯度。"),
        ("如 所述， 本章讲梯度。", "本章讲梯度。"),
        ("梯度指向上升最快的方向，如 所示。", "梯度指向上升最快的方向。"),
        ("这里有四个核心，如 所示，运行在两个频率。", "这里有四个核心，如 所示，运行在两个频率。"),
        ("它在（在 Debian 中）运行。", "它在（在 Debian 中）运行。"),
    ],
)
def test_references_whose_number_is_gone_are_left_out(sentence: str, shown: str):
    assert without_connectives(sentence, "zh") == shown


@pytest.mark.parametrize(
    ("sentence", "says"),
    [
        ("“Go home,” said the miller, who stood at the gate with his two sons.", True),
        ("老殘道：「詩上不興說這些話，更說什麼話呢？」", True),
        ("He was a slow, “house-match” sort of bowler.", False),
        ("就側著身子，朝黃人瑞把頭點了幾點。", False),
    ],
)
def test_a_sentence_that_is_mostly_what_somebody_says(sentence: str, says: bool):
    assert only_says(sentence) is says


def test_what_announces_the_next_chapter_is_not_quoted():
    assert not is_quotable("未知申東造又有何說，且聽下回分解。", "zh")
    assert is_quotable("未知申東造又有何說，老殘便走出門去。", "zh")


def test_a_cited_work_is_not_quoted():
    assert not is_quotable("设计模式: 可复用面向对象软件的基础 [M]. 机械工业出版社, 2007.", "zh")
    assert is_quotable("设计模式是解决一类问题的方案，可以复用。", "zh")


def test_what_comes_first_of_several_leans_on_what_is_before():
    assert not stands_alone("第一个被称为联合概率。", "zh")
    assert stands_alone("第一个工程师来自南方。", "zh")
