"""Columns of a table without vertical rules."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quire.layout.tables.cell_pieces import rows_of_pieces
from quire.layout.tables.gutters import Columns, cleared, columns_of, cut_at_edges, span_of
from tests.layout.table_pages import line, row

PLACES = st.integers(0, 40).map(lambda n: n / 2)


@given(st.lists(PLACES), PLACES, PLACES)
def test_a_text_spans_the_columns_between_the_borders_that_it_crosses(borders, start, width):
    borders, end = sorted(borders), start + width
    slack = min(1.0, width / 4)
    first, last = span_of(start, end, borders)
    assert first == sum(border <= start + slack for border in borders)
    assert last == max(first, sum(border < end - slack for border in borders))


def test_a_border_stands_behind_a_text_that_is_alone_in_its_row_and_ends_before_the_next_column():
    cells = [(line("short", 72, y), line("Room", 400, y)) for y in (100, 112, 136)]
    alone = line("a text that is much longer than the others of its column", 72, 124)
    rows = rows_of_pieces(enumerate([*(one for pair in cells for one in pair), alone]))
    columns = columns_of([row for row in rows if len(row.pieces) > 1])
    assert columns.borders[0] < alone.x1
    moved = cleared(columns, rows)
    assert alone.x1 < moved.borders[0] < 400
    assert moved.extents == [(72, alone.x1), columns.extents[1]]
    over = rows_of_pieces(enumerate([line("a text that runs on under the next column of this table " * 2, 72, 150)]))
    assert cleared(columns, [*rows[:2], *over]).borders == columns.borders


def test_a_text_that_touches_the_next_column_is_parted_where_its_cells_begin():
    lines = [
        ln for n, name in enumerate(("one", "two", "three")) for ln in row(100 + 16 * n, (name, 80), ("says so", 160))
    ]
    first, second = line("longest of them", 80, 148), line("says it", 160, 148)
    lines.append(first._replace(words=(*first.words, *second.words), x1=second.x1))
    rows = rows_of_pieces(enumerate(lines))
    cut = cut_at_edges(rows, Columns([150.0], [(80.0, 120.0), (160.0, 195.0)]))
    assert [piece.text for piece in cut[-1].pieces] == ["longest of them", "says it"]
    title = [*rows[:-1], *rows_of_pieces([(0, line("a title over both of the columns", 80, 148))])]
    assert cut_at_edges(title, Columns([150.0], [(80.0, 120.0), (160.0, 195.0)]))[-1] is title[-1]
