"""Rows of a ruled table that a page's end broke in two: the second half goes back into the cells of the first."""

from __future__ import annotations

from quire.layout.text.list_markers import marker_of
from quire.layout.text.numeric_text import is_amount
from quire.model.block import Span
from quire.model.table import Cell, Grid
from quire.text import is_cjk

_ENDS = ".!?:;"


def is_rest(grid: Grid, above: Grid, row: int) -> bool:
    """Whether a row of `grid` is the rest of the last row of `above`, the part of its table on the page before.

    It lacks the texts that the row begins with, as no other row of the table does, or goes on in the middle of a
    sentence; and it holds no figures.
    """
    if not grid.ruled or not above.ruled or above.rows < 2:
        return False
    rest, begun = _filled(grid, row), _filled(above, above.rows - 1)
    if not rest or not begun or any(is_amount(cell.text) for cell in rest.values()):
        return False
    if len(rest) >= len(begun) or any(not _fits(cell, begun.get(col)) for col, cell in rest.items()):
        return False
    if min(rest) <= min(begun):
        return all(_goes_on(begun[col].text.rstrip(), cell.text.lstrip()) for col, cell in rest.items())
    others = [_filled(above, other) for other in range(above.rows)]
    others += [_filled(grid, other) for other in range(row + 1, grid.rows)]
    return not any(other and min(other) >= min(rest) for other in others)


def with_rest(above: Grid, grid: Grid, row: int) -> tuple[Cell, ...]:
    """The cells of `above` with the texts of a row of `grid` at the end of its last row's."""
    rest = _filled(grid, row)
    last = above.rows - 1
    return tuple(
        cell._replace(spans=_continued(cell, rest[cell.col])) if cell.row == last and cell.col in rest else cell
        for cell in above.cells
    )


def _goes_on(before: str, after: str) -> bool:
    return marker_of(after) is None and after[0].islower() and before[-1] not in _ENDS


def _filled(grid: Grid, row: int) -> dict[int, Cell]:
    return {cell.col: cell for cell in grid.cells if cell.row == row and cell.text.strip()}


def _fits(cell: Cell, above: Cell | None) -> bool:
    return above is not None and cell.row_span == above.row_span == 1 and cell.col_span == above.col_span


def _continued(cell: Cell, rest: Cell) -> tuple[Span, ...]:
    """The spans of both cells: one text, or one more line where the cell has lines of its own."""
    before, after = cell.text.rstrip(), rest.text.lstrip()
    if "\n" in before or marker_of(after) is not None:
        joint = "\n"
    else:
        joint = "" if is_cjk(ord(before[-1])) or is_cjk(ord(after[0])) else " "
    *spans, last = cell.spans
    return (*spans, last._replace(text=last.text.rstrip() + joint), *rest.spans)
