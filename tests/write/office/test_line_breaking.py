"""Lines as Office breaks them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.model.block import Span
from quire.model.page import Style
from quire.write.office.line_breaking import SUBSTITUTE_WIDTH, line_count, text_width
from quire.write.office.text_widths import advance_width

TIMES = Style("Times", 10.0, bold=False, italic=False, mono=False, color=0)
COURIER = Style("Courier", 10.0, bold=False, italic=False, mono=True, color=0)


def taken(text: str, room: float, *, first: float = 0.0, style: Style = COURIER) -> int:
    return line_count((Span(text, style),), room, {}, size=10.0, first=first)


def test_words_go_on_lines_while_they_fit() -> None:
    assert taken("four four four", 84) == 1  # 14 letters of 6 points
    assert taken("four four four", 83) == 2
    assert taken("four four four", 84, first=10) == 2
    assert taken("four four      ", 54) == 1  # white at the end takes no room
    assert taken("four\nfour", 84) == 2
    assert taken("", 84) == 1


def test_lines_end_behind_hyphens_and_between_chinese_characters() -> None:
    assert taken("four-four", 40) == 2
    assert taken("中文中文", 20) == 2
    assert taken("中文中文", 10) == 4


def test_a_word_longer_than_a_line_is_broken() -> None:
    assert taken("x" * 30, 60) == 3


def test_words_of_several_styles_stay_together() -> None:
    spans = (Span("a" * 8, COURIER), Span("b" * 3, COURIER._replace(bold=True)), Span(" c", COURIER))
    assert line_count(spans, 66, {}, size=10.0) == 2
    assert line_count(spans, 78, {}, size=10.0) == 1


def test_narrower_letters_and_fonts_that_may_be_missing() -> None:
    assert text_width("word", COURIER, {"Courier": 90}, 12.0) == pytest.approx(0.9 * 24)
    missing = text_width("word", TIMES._replace(font="Georgia"), {}, 12.0)
    assert missing == pytest.approx(10 * SUBSTITUTE_WIDTH * advance_width("word", "Georgia"))
    known = text_width("word", TIMES._replace(font="Calibri"), {}, 12.0)
    assert known == pytest.approx(10 * advance_width("word", "Calibri"))
    assert text_width("word", None, {}, 12.0) == 12 * advance_width("word", "")


@given(st.text("ab -中\n", max_size=60), st.floats(1, 400))
def test_more_room_never_takes_more_lines_by_far(text: str, room: float) -> None:
    assert 1 <= taken(text, room) <= len(text) * 3 + 1
    assert taken(text, 1e6) == text.count("\n") + 1
