"""Tables from rows of cells that may span rows and columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quire.model.span import Span
from quire.model.table import Cell, Grid

MAX_COLUMNS = 16_384


class RowCell(NamedTuple):
    """A cell as a row lists it; `continues` means that it belongs to the cell above."""

    spans: tuple[Span, ...]
    col_span: int = 1
    row_span: int = 1
    continues: bool = False


def grid_of(rows: Sequence[Sequence[RowCell]], *, header_rows: int = 0) -> Grid:
    """The grid of rows; spans that leave it or overlap are cut."""
    taken: dict[tuple[int, int], int] = {}  # place -> the index of its cell
    cells: list[Cell] = []
    width = 0
    for at, row in enumerate(rows):
        col = 0
        for one in row:
            while (at, col) in taken and not one.continues:
                col += 1
            span = max(1, min(one.col_span, MAX_COLUMNS - col))
            if one.continues:
                _extend(cells, taken, at, col, span)
            else:
                down = max(1, min(one.row_span, len(rows) - at))
                while any((at, col + step) in taken for step in range(1, span)):
                    span -= 1
                cells.append(Cell(at, col, one.spans, down, span, header=at < header_rows))
                taken.update({(at + r, col + c): len(cells) - 1 for r in range(down) for c in range(span)})
            col += span
            width = max(width, col)
    return Grid(len(rows), width, tuple(sorted(cells, key=lambda cell: (cell.row, cell.col))), header_rows, ruled=True)


def _extend(cells: list[Cell], taken: dict[tuple[int, int], int], row: int, col: int, span: int) -> None:
    """Let the cell above go on over a row, if it is as wide."""
    above = taken.get((row - 1, col))
    if above is None or (cells[above].col, cells[above].col_span) != (col, span):
        return
    if cells[above].row + cells[above].row_span == row:
        cells[above] = cells[above]._replace(row_span=cells[above].row_span + 1)
        taken.update({(row, col + step): above for step in range(span)})
