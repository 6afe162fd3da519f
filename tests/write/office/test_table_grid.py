"""Grids laid out row by row."""

from __future__ import annotations

from hypothesis import given

from quire.model.block import Span
from quire.model.table import Cell, Grid
from quire.write.office.table_grid import column_widths, grid_slots, limit_columns
from tests.strategies import grids


@given(grids(largest=5))
def test_each_row_covers_all_columns_once(grid: Grid) -> None:
    rows = grid_slots(grid)
    assert len(rows) == grid.rows
    for slots in rows:
        assert [slot.col for slot in slots] == [sum(s.cols for s in slots[:i]) for i in range(len(slots))]
        assert sum(slot.cols for slot in slots) == grid.cols
    assert sum(slot.cell is not None and slot.first for slots in rows for slot in slots) == len(grid.cells)


def test_cells_that_overlap_or_reach_out_are_cut() -> None:
    grid = Grid(2, 2, (Cell(0, 0, row_span=9, col_span=9), Cell(0, 1), Cell(1, 1)))
    rows = grid_slots(grid)
    assert [(s.col, s.cols, s.rows) for s in rows[0]] == [(0, 2, 2)]


def test_widths_fill_the_room_or_keep_their_size() -> None:
    assert column_widths(Grid(1, 2, (), widths=(300.0, 300.0)), 400) == [200.0, 200.0]
    assert column_widths(Grid(1, 2, (), widths=(50.0, 50.0)), 400) == [50.0, 50.0]
    guessed = column_widths(Grid(1, 2, (Cell(0, 0, (Span("a long text for a cell"),)), Cell(0, 1, (Span("x"),)))), 400)
    assert guessed[0] > guessed[1]


def test_a_grid_has_at_most_63_columns_and_keeps_its_text() -> None:
    grid = Grid(1, 70, tuple(Cell(0, col, (Span(str(col)),)) for col in range(70)))
    found = limit_columns(grid)
    assert found.cols == 63
    assert found.cells[-1].text == "62 | 63 | 64 | 65 | 66 | 67 | 68 | 69"
