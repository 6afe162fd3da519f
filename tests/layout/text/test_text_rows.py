"""Overprints and rows."""

from __future__ import annotations

from quire.layout.text.text_rows import row_of, rows_of, style_of, without_overprints
from tests.layout.pages import BODY, BOLD, line, of, style, word


def test_a_second_printing_at_the_same_place_is_dropped():
    lines = [line("Shadow title", 72, 100), line("Shadow title", 72.6, 100.5), line("Shadow title", 72, 300)]
    assert without_overprints(lines) == [lines[0], lines[2]]


def test_pieces_of_one_baseline_are_one_row_from_left_to_right():
    rows = rows_of([line("right", 300, 100), line("below", 72, 112), line("left", 72, 100.5)])
    assert [row.text for row in rows] == ["left right", "below"]


def test_pieces_of_a_row_that_runs_from_the_right_are_read_from_there():
    rows = rows_of([line("3.", 500, 100), line("ההכנסות עלו בשנה זו", 300, 100, to=480)])
    assert [row.text for row in rows] == ["3. ההכנסות עלו בשנה זו"]


def test_a_raised_mark_beside_a_line_belongs_to_its_row():
    text = line("Conclusion", 72, 100, style(14.0))
    mark = line("1", text.x1 + 1, 94, style(8.0))
    assert [row.text for row in rows_of([text, mark])] == ["Conclusion 1"]


def test_lines_that_overlap_in_width_are_rows_of_their_own():
    assert len(rows_of([line("one text here", 72, 100), line("another text", 80, 102)])) == 2


def test_wide_punctuation_set_close_joins_its_row():
    close = [line("函数库“stdio.h”", 72, 100)._replace(x1=180), line("“math.h”以及", 173, 100)]
    assert [row.text for row in rows_of(close)] == ["函数库“stdio.h” “math.h”以及"]
    assert len(rows_of([line("函数库", 72, 100)._replace(x1=180), line("以及", 173, 100)._replace(x1=200)])) == 2


def test_the_style_of_a_line_is_that_of_most_of_its_width():
    mixed = of(
        [
            word("Note:", 72, 100, BOLD),
            word("a", 100, 100, space=True),
            word("much longer remark", 110, 100, space=True),
        ]
    )
    assert style_of(mixed) == BODY
    assert not row_of([mixed]).bold


def test_digits_and_signs_in_regular_type_leave_a_row_bold():
    mixed = of([word("Section", 72, 100, BOLD), word("7", 120, 100, space=True)])
    assert row_of([mixed]).bold


def test_a_small_bullet_stands_on_the_row_of_its_text():
    text = line("the text of an item", 82, 100, style(11.0))
    dot = line("●", 72, 98, style(4.4))
    assert [row.text for row in rows_of([text, dot])] == ["● the text of an item"]


def test_small_capitals_are_as_large_as_their_capitals():
    small, large = style(8.0), style(10.0)
    title = of([word("I.", 72, 100, large), word("I", 82, 100, large, space=True), word("NTRODUCTION", 87, 100, small)])
    assert style_of(title) == large
    name = of([word("A", 72, 100, large), word("mpere", 79, 100, small)])
    initial = of([word("T", 72, 100, style(24.0)), word("HE FIRST OF ALL", 90, 100, small)])
    assert style_of(name) == style_of(initial) == small
