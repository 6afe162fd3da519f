"""Rows and columns of a table that people join, split or remove, and texts that they put into its cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from quire.jobs.span_edits import respelled
from quire.model.span import Span
from quire.model.table import Cell, Grid


def with_text(grid: Grid, row: int, col: int, text: str) -> Grid:
    """The table with another text in the cell at a place; a place that no cell covers gets one.

    Raises:
        IndexError: the place lies outside.
    """
    if not (0 <= row < grid.rows and 0 <= col < grid.cols):
        raise IndexError(row, col)
    found = next((cell for cell in grid.cells if _covers(cell, row, col)), None)
    if found is None:
        return replace(grid, cells=_sorted((*grid.cells, Cell(row, col, (Span(text),)))))
    changed = found._replace(spans=respelled(found.spans, text))
    return replace(grid, cells=tuple(changed if cell is found else cell for cell in grid.cells))


def with_header_rows(grid: Grid, count: int) -> Grid:
    """The table with this number of leading rows that are column headings.

    Raises:
        IndexError: it has fewer rows.
    """
    if not 0 <= count <= grid.rows:
        raise IndexError(count)
    first = min(count, grid.header_rows)
    last = max(count, grid.header_rows)
    cells = (one._replace(header=one.row < count) if first <= one.row < last else one for one in grid.cells)
    return replace(grid, cells=tuple(cells), header_rows=count)


def joined_rows(grid: Grid, row: int) -> Grid:
    """The table with a row and the next one as one; cells that meet are one, with the texts of both.

    Raises:
        IndexError: there is no next row.
    """
    if not 0 <= row < grid.rows - 1:
        raise IndexError(row)
    cells = (_shrunk(one, row) if one.row <= row else one._replace(row=one.row - 1) for one in grid.cells)
    heads = grid.header_rows - (row + 1 < grid.header_rows)
    return replace(grid, rows=grid.rows - 1, cells=_united(cells), header_rows=heads)


def split_row(grid: Grid, row: int) -> Grid:
    """The table with an empty row after a row; cells that reach over the place grow with it.

    Raises:
        IndexError: there is no such row.
    """
    if not 0 <= row < grid.rows:
        raise IndexError(row)
    cells = (
        one._replace(row=one.row + 1)
        if one.row > row
        else one._replace(row_span=one.row_span + (one.row + one.row_span - 1 > row))
        for one in grid.cells
    )
    return replace(
        grid, rows=grid.rows + 1, cells=tuple(cells), header_rows=grid.header_rows + (row < grid.header_rows)
    )


def without_row(grid: Grid, row: int) -> Grid:
    """The table without a row.

    Raises:
        IndexError: there is no such row, or no other.
    """
    if not 0 <= row < grid.rows or grid.rows == 1:
        raise IndexError(row)
    cells = [
        one._replace(row=one.row - 1) if one.row > row else one._replace(row_span=one.row_span - _covers_row(one, row))
        for one in grid.cells
    ]
    kept = tuple(one for one in cells if one.row_span)
    return replace(grid, rows=grid.rows - 1, cells=kept, header_rows=grid.header_rows - (row < grid.header_rows))


ROW_EDITS: dict[str, Callable[[Grid, int], Grid]] = {"join": joined_rows, "split": split_row, "remove": without_row}
"""What can be done to a row, by its word."""


def edited_column(grid: Grid, word: str, col: int) -> Grid:
    """The table with a column joined with the next one, split in two, or removed; `word` is a key of `ROW_EDITS`.

    Raises:
        IndexError, KeyError: as for rows.
    """
    turned = ROW_EDITS[word](_turned(grid), col)
    back = _turned(turned)
    return replace(back, header_rows=grid.header_rows, widths=_widths(grid, word, col))


def _widths(grid: Grid, word: str, col: int) -> tuple[float, ...]:
    """The widths of the columns afterwards; none where they were not known."""
    if len(grid.widths) != grid.cols:
        return ()
    before, width, after = grid.widths[:col], grid.widths[col], grid.widths[col + 1 :]
    if word == "join":
        return (*before, width + after[0], *after[1:])
    return (*before, width / 2, width / 2, *after) if word == "split" else (*before, *after)


def _turned(grid: Grid) -> Grid:
    """Rows as columns, without column headings."""
    cells = (one._replace(row=one.col, col=one.row, row_span=one.col_span, col_span=one.row_span) for one in grid.cells)
    return replace(grid, rows=grid.cols, cols=grid.rows, cells=_sorted(cells), header_rows=0)


def _shrunk(cell: Cell, row: int) -> Cell:
    """A cell that begins at or above a row, without its part in the next row where it has one."""
    return cell._replace(row_span=cell.row_span - (cell.row + cell.row_span - 1 > row))


def _united(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Cells that overlap as one that covers all of them, until none do."""
    waiting, kept = [*_sorted(cells)], list[Cell]()
    while waiting:
        cell = waiting.pop(0)
        meets = next((one for one in kept if _overlap(one, cell)), None)
        if meets is None:
            kept.append(cell)
        else:
            kept.remove(meets)
            waiting.insert(0, _union(meets, cell))
    return _sorted(kept)


def _union(one: Cell, other: Cell) -> Cell:
    row, col = min(one.row, other.row), min(one.col, other.col)
    down = max(one.row + one.row_span, other.row + other.row_span) - row
    right = max(one.col + one.col_span, other.col + other.col_span) - col
    space = (Span(" "),) if one.text.strip() and other.text.strip() else ()
    place = one.box.union(other.box) if one.box and other.box and one.page == other.page else one.box or other.box
    texts = (*one.spans, *space, *other.spans)
    return one._replace(row=row, col=col, row_span=down, col_span=right, spans=texts, box=place)


def _overlap(one: Cell, other: Cell) -> bool:
    return (
        one.row < other.row + other.row_span
        and other.row < one.row + one.row_span
        and one.col < other.col + other.col_span
        and other.col < one.col + one.col_span
    )


def _covers(cell: Cell, row: int, col: int) -> bool:
    return _covers_row(cell, row) and cell.col <= col < cell.col + cell.col_span


def _covers_row(cell: Cell, row: int) -> bool:
    return cell.row <= row < cell.row + cell.row_span


def _sorted(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    return tuple(sorted(cells, key=lambda one: (one.row, one.col)))
