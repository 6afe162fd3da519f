"""Sketches of tables made tidy: bands without text dropped, figures that a narrow cell broke over two lines joined."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quire.layout.tables.grids import Draft, Sketch
from quire.layout.text.numeric_text import is_amount, is_currency
from quire.layout.text.text_rows import line_text
from quire.model.geometry import Box, bounds
from quire.model.page import Line
from quire.tables.row_joining import is_cut_off, makes_whole

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


PADDING = 6.0  # points; word processors leave 5.4 between a cell's border and its text
BEARING = 0.15  # of a line's height: white at the sides of letters, which the boxes of recognised text leave out
_SIGN = re.compile(r"[+\-–—−]")
_OPENING = re.compile(r"[(（\[]\s*[+\-–—−]?")
_DIGITS = re.compile(r"\s*+(?:[$€£¥￥]\s*+)?\d")
_CLOSING = re.compile(r"[)）\]]?[%％‰]?[)）\]]?")
_OPEN = re.compile(r"[(（\[][^)）\]]*\d[^)）\]]*")


def mended(lines: Sequence[Line], box: Box) -> list[Line]:
    """The lines of a cell, those joined without a space whose texts are parts of one figure.

    Args:
        lines: The lines from top to bottom.
        box: The cell's box.
    """
    whole: list[Line] = []
    for line in lines:
        if whole and is_broken(whole[-1], line, box):
            whole[-1] = _joined(whole[-1], line)
        else:
            whole.append(line)
    return whole


def is_broken(above: Line, below: Line, box: Box) -> bool:
    """Whether two lines of a cell, one below the other, are parts of one figure."""
    upper, lower = line_text(above).strip(), line_text(below).strip()
    if (
        len(upper) > 24
        or len(lower) > 24
        or above.angle
        or below.baseline - above.baseline < 0.5 * (above.y1 - above.y0)
    ):
        return False
    if _CLOSING.fullmatch(lower):
        return bool(_OPEN.fullmatch(upper)) if lower[0] in ")）]" else upper[-1:].isdigit() and is_amount(upper)
    if _OPENING.fullmatch(upper) or (is_currency(upper) and not upper.isalpha()):
        return bool(_DIGITS.match(lower))
    if _SIGN.fullmatch(upper):  # a dash for nothing may stand above a figure: a sign was torn off for want of room
        return bool(_DIGITS.match(lower)) and is_amount(lower) and _lacks_room(above, below, box)
    if not upper[-1:].isdigit() and upper[-1:] not in (",", "."):
        return False
    if "." in upper and lower[0].isdigit() and makes_whole(upper, lower) and _lacks_room(above, below, box):
        return True
    return is_cut_off(upper, lower)


def _lacks_room(above: Line, below: Line, box: Box) -> bool:
    """Whether both texts on one line would be wider than the cell."""
    padding = max(0.5, min(PADDING, below.x0 - box.x0, box.x1 - below.x1))
    room = box.width - 2 * padding - BEARING * (below.y1 - below.y0)
    return above.x1 - above.x0 + below.x1 - below.x0 > room


def _joined(above: Line, below: Line) -> Line:
    last, first = above.words[-1], below.words[0]
    box = bounds((last.box, first.box))
    word = last._replace(text=last.text + first.text, x0=box.x0, y0=box.y0, x1=box.x1, y1=box.y1)
    box = bounds((above.box, below.box))
    words = (*above.words[:-1], word, *below.words[1:])
    return above._replace(words=words, x0=box.x0, y0=box.y0, x1=box.x1, y1=box.y1)
