"""Empty bands of a sketch are dropped, and no text with them."""

from __future__ import annotations

import pytest

from quire.layout.tables.sketches import Draft, Sketch, mended, tidy
from quire.model.geometry import Box
from tests.layout.table_pages import line


def draft(row, col, wide, text):
    lines = [line(text, 10 + 40 * col, 20 * row + 12)] if text else []
    return Draft(row, col, 1, wide, lines)


def test_a_column_that_a_wide_cell_is_left_with_keeps_its_text():
    """Shades that end at another place in each row: no text stands in the last two columns of its cell."""
    cells = [draft(r, c, wide, text) for r in range(2) for c, wide, text in ((0, 1, "Size"), (1, 3, "Weight"))]
    sketch = tidy(Sketch([0, 40, 80, 120, 160], [0, 20, 40], cells, {0, 1, 2, 3}, ruled=True, drawn=False))
    assert sketch is not None
    assert [(cell.row, cell.col, cell.col_span, cell.text) for cell in sketch.cells] == [
        (0, 0, 1, "Size"), (0, 1, 1, "Weight"), (1, 0, 1, "Size"), (1, 1, 1, "Weight"),
    ]  # fmt: skip


def test_thin_bands_without_text_are_dropped():
    cells = [draft(0, 0, 1, "Size"), draft(0, 1, 1, ""), draft(0, 2, 1, "Weight")]
    sketch = tidy(Sketch([0, 40, 45, 85], [0, 20], cells, {0, 1}, ruled=True))
    assert sketch is not None
    assert [(cell.col, cell.text) for cell in sketch.cells] == [(0, "Size"), (1, "Weight")]


NARROW, WIDE = Box(100, 100, 150, 140), Box(100, 100, 400, 140)


def texts(upper, lower, box):
    right = box.x1 - 6
    return [ln.text for ln in mended([line(upper, right, 114, right=True), line(lower, right, 128, right=True)], box)]


@pytest.mark.parametrize(
    ("upper", "lower"),
    [
        ("-", "1,522,9"),
        ("(", "1,234)"),
        ("$", "1,234"),
        ("14,007,2", "53.75"),
        ("(1,234", ")"),
        ("12.5", "%"),
        ("1,522", ",916"),
    ],
)
def test_parts_of_a_figure_are_joined_without_a_space(upper, lower):
    assert texts(upper, lower, NARROW) == [upper + lower]


@pytest.mark.parametrize(
    ("upper", "lower"), [("1,234", "5,678"), ("2020", "2019"), ("1,234", "(567)"), ("12.5", "11%"), ("net", "1,234")]
)
def test_figures_below_each_other_stay_two(upper, lower):
    assert texts(upper, lower, NARROW) == [upper, lower]


def test_a_dash_for_nothing_above_a_figure_is_no_sign_where_both_had_room():
    assert texts("-", "1,234", WIDE) == ["-", "1,234"]


def test_a_figure_of_three_parts_is_whole():
    parts = [line(text, 144, 114 + 14 * i, right=True) for i, text in enumerate(["(", "1,234,56", "7)"])]
    (whole,) = mended(parts, NARROW)
    assert whole.text == "(1,234,567)"
    assert (whole.y0, whole.y1) == (parts[0].y0, parts[2].y1)


def test_the_boxes_of_recognised_text_leave_out_the_white_beside_letters():
    upper, lower = line("72,971,328.4", 150, 114, right=True), line("1", 150, 128, right=True)
    wide = upper.x1 - upper.x0 + lower.x1 - lower.x0
    for room, parts in ((0.5, ["72,971,328.41"]), (5.0, ["72,971,328.4", "1"])):
        box = Box(156 - wide - 12 - room, 100, 156, 140)
        assert [ln.text for ln in mended([upper, lower], box)] == parts
