"""Numbers of headings."""

from __future__ import annotations

import pytest

from quire.heading_numbers import NUMERAL, chapter_number, heading_number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        ("１２", 12),
        ("XIV", 14),
        ("iv", 4),
        ("twenty-one", 21),
        ("Third", 3),
        ("fortieth", 40),
        ("二十三", 23),
        ("一〇五", 105),
        ("一百零八", 108),
        ("廿四", 24),
        ("丙", 3),
        ("下", 3),
        ("IIX", 0),
        ("mix", 1009),
        ("零", 0),
    ],
)
def test_numerals_of_all_kinds(text: str, value: int) -> None:
    assert heading_number(text) == value


def test_words_that_begin_like_numerals_are_none() -> None:
    assert not NUMERAL.fullmatch("mixture")
    found = NUMERAL.search("the civil law")
    assert found is not None
    assert heading_number(found.group()) == 0


@pytest.mark.parametrize(
    ("title", "number"),
    [
        ("X: I Enlist the Services of a Minion", 10),
        ("XII: Some Emotions", 12),
        ("II: IV", 4),
        ("Chapter 3: V", 3),
        ("Emma: 4", 4),
        ("XXV. I Double Back", 25),
        ("12. Categories and Functors (Part 1)", 12),
        ("The Wedding (Chapter 3)", 3),
    ],
)
def test_the_number_of_a_chapter_before_a_title(title: str, number: int) -> None:
    assert chapter_number(title) == number
