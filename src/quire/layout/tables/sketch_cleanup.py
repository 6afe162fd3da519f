"""Sketches of tables made tidy: bands without text dropped, parts of figures joined."""

from __future__ import annotations

from quire.layout.tables.figure_repair import mended
from quire.layout.tables.grids import Draft, Sketch

THIN = 6.0  # points; a row without text that is lower is a gap between borders
NARROW = 14.0  # points; a column without text that is narrower is a gap between columns

BESIDE_EMPTY = 3  # cells with text in the only column of a drawn grid that has some; fewer may be boxes


def tidy(sketch: Sketch) -> Sketch | None:
    """The sketch without thin empty bands and broken figures; None when no table is left."""
    _drop_columns(sketch)
    _drop_rows(sketch)
    for cell in sketch.cells:
        if len(cell.lines) > 1:
            cell.lines = mended(cell.lines, cell.box)
    return sketch if is_table(sketch) else None


def is_table(sketch: Sketch) -> bool:
    """Whether the cells with text make a table: in two columns, or several beside a drawn empty one.

    Of a grid that is drawn completely its finder has asked for texts.
    """
    filled = [c for c in sketch.cells if c.lines]
    if len({c.col for c in filled}) > 1:
        return True
    return sketch.ruled and sketch.drawn and sketch.cols > 1 and (sketch.closed or len(filled) >= BESIDE_EMPTY)


def _drop_columns(sketch: Sketch) -> None:
    for column in reversed(range(sketch.cols)):
        width = sketch.xs[column + 1] - sketch.xs[column]
        thin = width < NARROW or not sketch.ruled or not sketch.drawn
        # cells of several columns are left with one when the others of them are gone
        if thin and sketch.cols > 1 and not any(c.lines and c.col == column and c.col_span == 1 for c in sketch.cells):
            _remove_column(sketch, column)


def _drop_rows(sketch: Sketch) -> None:
    for row in reversed(range(sketch.rows)):
        thin = sketch.ys[row + 1] - sketch.ys[row] < THIN or not sketch.ruled
        if thin and sketch.rows > 1 and not any(c.lines and c.row == row for c in sketch.cells):
            _remove_row(sketch, row)


def _remove_column(sketch: Sketch, column: int) -> None:
    """Take out a column without text; a neighbour grows over its width."""
    kept: list[Draft] = []
    for cell in sketch.cells:
        if cell.col == column and cell.col_span == 1:
            continue
        if cell.col <= column < cell.col + cell.col_span:
            cell.col_span -= 1
        elif cell.col > column:
            cell.col -= 1
        kept.append(cell)
    sketch.cells = kept
    del sketch.xs[column if column == 0 else column + 1 if column == sketch.cols - 1 else column]


def _remove_row(sketch: Sketch, row: int) -> None:
    kept: list[Draft] = []
    for cell in sketch.cells:
        if cell.row == row and cell.row_span == 1:
            continue
        if cell.row <= row < cell.row + cell.row_span:
            cell.row_span -= 1
        elif cell.row > row:
            cell.row -= 1
        kept.append(cell)
    sketch.cells = kept
    del sketch.ys[row if row == 0 else row + 1 if row == sketch.rows - 1 else row]
