"""A table's grid row by row, with every place covered exactly once even if cells overlap; column widths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from quire.model.block import Span
from quire.model.table import Cell, Grid
from quire.write.office.office_text import estimated_width

_LARGEST_COLS = 63  # Word's limit of columns in a table


@dataclass(frozen=True, slots=True)
class Slot:
    """What a row holds from `col` on: a cell, its continuation from the row above, or nothing."""

    col: int
    cols: int
    rows: int  # of the whole cell; 1 for an empty place
    cell: Cell | None
    first: bool = True  # False: the cell began in a row above


def grid_slots(grid: Grid) -> list[list[Slot]]:
    """The slots of each row, from left to right; they cover all columns.

    Spans that reach out of the grid or over another cell are cut.
    """
    taken: list[list[Slot | None]] = [[None] * grid.cols for _ in range(grid.rows)]
    for cell in sorted(grid.cells, key=lambda c: (c.row, c.col)):
        if 0 <= cell.row < grid.rows and 0 <= cell.col < grid.cols and taken[cell.row][cell.col] is None:
            _place(cell, taken, grid)
    return [_row(places) for places in taken]


def column_widths(grid: Grid, room: float) -> list[float]:
    """Widths of the columns in points, together at most `room`; a table nearly as wide as `room` fills it."""
    known = len(grid.widths) == grid.cols and all(w > 0 for w in grid.widths)
    widths = list(grid.widths) if known else _guess(grid, room)
    total = sum(widths)
    if total > room or total > 0.92 * room:
        widths = [w * room / total for w in widths]
    return widths


def limit_columns(grid: Grid) -> Grid:
    """The grid with at most 63 columns: in a wider one, each row's cells from the 63rd on are one cell."""
    if grid.cols <= _LARGEST_COLS:
        return grid
    last = _LARGEST_COLS - 1
    kept = [c._replace(col_span=min(c.col_span, _LARGEST_COLS - c.col)) for c in grid.cells if c.col < last]
    rest: dict[int, Cell] = {}
    for cell in grid.cells:
        if cell.col >= last:
            before = (*rest[cell.row].spans, Span(" | ")) if cell.row in rest else ()
            rest[cell.row] = cell._replace(col=last, col_span=1, row_span=1, spans=before + cell.spans)
    cells = sorted([*kept, *rest.values()], key=lambda c: (c.row, c.col))
    return replace(grid, cols=_LARGEST_COLS, cells=tuple(cells), widths=())


def _place(cell: Cell, taken: list[list[Slot | None]], grid: Grid) -> None:
    cols = 1
    most = min(max(cell.col_span, 1), grid.cols - cell.col)
    while cols < most and taken[cell.row][cell.col + cols] is None:
        cols += 1
    rows = 1
    deepest = min(max(cell.row_span, 1), grid.rows - cell.row)
    while rows < deepest and all(taken[cell.row + rows][cell.col + c] is None for c in range(cols)):
        rows += 1
    for row in range(cell.row, cell.row + rows):
        slot = Slot(cell.col, cols, rows, cell, first=row == cell.row)
        taken[row][cell.col : cell.col + cols] = [slot] * cols


def _row(places: Sequence[Slot | None]) -> list[Slot]:
    slots: list[Slot] = []
    for col, slot in enumerate(places):
        if slot is None:
            slots.append(Slot(col, 1, 1, None))
        elif not slots or slots[-1] is not slot:
            slots.append(slot)
    return slots


def _guess(grid: Grid, room: float) -> list[float]:
    """Widths by the longest word and the length of the text in each column."""
    need = [18.0] * grid.cols
    for cell in grid.cells:
        if cell.col_span == 1 and 0 <= cell.col < grid.cols:
            text = cell.text
            longest = max((estimated_width(word, 10) for word in text.split()), default=0.0)
            need[cell.col] = max(
                need[cell.col], min(longest, 120.0) + 8, min(estimated_width(text, 10), 0.5 * room) * 0.8
            )
    return need
