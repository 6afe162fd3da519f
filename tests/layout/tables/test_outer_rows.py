"""Rows around a shaded table that are none of it."""

from itertools import pairwise

from quire.layout.tables.ruled import find
from quire.model.page import Fill
from tests.layout.table_pages import BOLD, page, row, texts

XS = [100, 240, 320, 400]


def shaded(ys):
    """Fills for the cells of rows between these heights."""
    return [Fill(x0, y0, x1, y1, 0xCCEEFF) for y0, y1 in pairwise(ys) for x0, x1 in pairwise(XS)]


def figures(ys, *first):
    """Rows of a label and two figures."""
    rows = [
        row(y + 11, (f"Item {n}", 103), (f"{n}10", 318, "right"), (f"{n}20", 398, "right")) for n, y in enumerate(ys)
    ]
    return [*first, *rows]


def found_on(rows, fills):
    lines = [one for own in rows for one in own]
    return find(page(lines, (), fills), lines)


def test_the_sentence_above_years_is_no_heading():
    ys = [100, 114, 128, 142, 156]
    years = row(111, ("2023", 318, "right"), ("2024", 398, "right"))
    (table,) = found_on(figures(ys[1:-1], row(97, ("Our taxes are as follows:", 103)), years), shaded(ys))
    assert texts(table)[0] == ["", "2023", "2024"]


def test_figures_above_a_shaded_table_are_no_headings():
    ys = [100, 114, 128, 142]
    (table,) = found_on(
        figures(ys[:-1], row(97, ("Total", 103), ("30", 318, "right"), ("31", 398, "right"))), shaded(ys)
    )
    assert table.table.grid.rows == 3


def test_a_bold_title_above_shaded_rows_of_texts_is_no_heading():
    ys = [100, 114, 128, 142]
    body = [row(y + 11, ("Senior debt", 103), ("Stable", 250), ("Firm", 330)) for y in ys[:-1]]
    (table,) = found_on([row(97, ("Ratings", 103), style=BOLD), *body], shaded(ys))
    assert table.table.grid.rows == 3
