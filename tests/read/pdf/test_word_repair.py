"""Repairs of single lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.model.page import Style, Word
from quire.read.pdf.word_repair import FOLDABLE, LETTER_SPACED, RTL, repair_words

STYLE = Style("F", 10.0, False, False, False, 0)


def row(*texts: str, glued: tuple[int, ...] = ()) -> tuple[Word, ...]:
    """Words from left to right with spaces between, but none before those in `glued`."""
    return tuple(
        Word(t, 40.0 * i, 0.0, 40.0 * i + 30, 10.0, 8.0, STYLE, i > 0 and i not in glued) for i, t in enumerate(texts)
    )


def written(words: tuple[Word, ...]) -> str:
    return "".join(" " + w.text if w.space else w.text for w in words)


@pytest.mark.parametrize(
    ("seen", "read"),
    [
        (("םולש",), "שלום"),
        (("םלוע", "םולש"), "שלום עולם"),
        (("1434", "ليربإ", "14"), "14 إبريل 1434"),
        (("A", "line", "with", "ةيبرعلا", "inside"), "A line with العربية inside"),
        (("English", "name", "ןאכ"), "English name כאן"),
        ((")ןאכ(",), "(כאן)"),
        (("3.5", "אוה"), "הוא 3.5"),
        (("12.5%-ב", "הדיריה"), "הירידה ב-12.5%"),
        (("$1,200-ל",), "ל-$1,200"),
        (("%12.5", "ةبسنب"), "بنسبة 12.5%"),
    ],
)
def test_right_to_left(seen: tuple[str, ...], read: str) -> None:
    assert written(repair_words(row(*seen), RTL)) == read


def test_spaces_go_with_their_neighbours() -> None:
    assert written(repair_words(row("גב", "א", "דה", glued=(1,)), RTL)) == "הד אבג"


@given(st.lists(st.text(alphabet="אבגדהabc123().,", min_size=1, max_size=8), min_size=1, max_size=8))
def test_right_to_left_loses_nothing(texts: list[str]) -> None:
    faces = str.maketrans("()", "||")
    before = sorted("".join(texts).translate(faces))
    assert sorted("".join(w.text for w in repair_words(row(*texts), RTL)).translate(faces)) == before


def test_ligatures_radicals_and_symbols() -> None:
    assert written(repair_words(row("\uf0b7", "ﬁne", "⼈⺠", "\ue123", "end"), FOLDABLE)) == "• fine 人民 end"


def test_nothing_readable_is_no_line() -> None:
    assert repair_words(row("\ue123", "\ue124"), FOLDABLE) == ()


def test_combining_marks_are_composed() -> None:
    assert written(repair_words(row("e\u0301te\u0301"), FOLDABLE)) == "été"


def test_letters_of_several_fonts_keep_their_spaces() -> None:
    """A run of letters whose fonts have no names looks like single letters with no space between most of them."""
    words = row(*"holdandcontrol", glued=(1, 2, 3, 5, 6, 8, 9, 10, 11, 12, 13))
    assert written(repair_words(words, LETTER_SPACED)) == "hold and control"


def test_columns_of_letters_stay_apart() -> None:
    assert written(repair_words(row(*"ABCDEFG"), LETTER_SPACED)) == "A B C D E F G"
    assert written(repair_words(row(*"xxxxxx"), LETTER_SPACED)) == "x x x x x x"
    assert written(repair_words(row(*"TITLES"), LETTER_SPACED)) == "TITLES"
