"""Tables being built: drafts of cells with their lines, bands without text dropped, broken figures joined.

The finders (`ruled.py`, `unruled.py` and what they ask) decide where cells are; `grids.py` makes tables of what they
sketch.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from quire.layout.tables.cell_text import PADDING
from quire.layout.text.numeric_text import is_amount, is_currency
from quire.layout.text.text_rows import line_text
from quire.model.geometry import Box, bounds
from quire.model.page import Line
from quire.tables.row_joining import is_cut_off, makes_whole

THIN = 6.0  # points; a row without text that is lower is a gap between borders
NARROW = 14.0  # points; a column without text that is narrower is a gap between columns
BESIDE_EMPTY = 3  # cells with text in the only column of a drawn grid that has some; fewer may be boxes


class Draft:
    """A cell that is being filled: its place in the grid, its lines from top to bottom, its box in a sketch."""

    __slots__ = ("box", "col", "col_span", "header", "lines", "row", "row_span")

    def __init__(self, row: int, col: int, row_span: int, col_span: int, lines: list[Line] | None = None) -> None:
        self.row = row
        self.col = col
        self.row_span = row_span
        self.col_span = col_span
        self.lines = [] if lines is None else lines
        self.header = False
        self.box = Box(0.0, 0.0, 0.0, 0.0)

    @property
    def text(self) -> str:
        """The lines' texts, joined by spaces."""
        return " ".join([line_text(line) for line in self.lines])


Drafts = dict[tuple[int, int], Draft]
"""Cells by the row and column that they begin in."""


def add_line(cells: Drafts, place: tuple[int, int, int, int], line: Line) -> None:
    """Add a line to the cell at a place (row, first and last column, number of rows); one that is there grows to it."""
    row, first, last, down = place
    cell = cells.get((row, first))
    if cell is None:
        cell = cells[row, first] = Draft(row, first, down, last - first + 1)
    cell.row_span = max(cell.row_span, down)
    cell.col_span = max(cell.col_span, last - first + 1)
    cell.lines.append(line)


@dataclass(slots=True)
class Sketch:
    """A table that is being built: column and row borders, drafts of its cells, the lines it used."""

    xs: list[float]  # borders of the columns, one more than columns
    ys: list[float]
    cells: list[Draft]
    used: set[int]
    ruled: bool
    drawn: bool = True  # of a ruled one: by rules, not only by fills
    closed: bool = False  # of a ruled one: each cell is enclosed by rules or fills, so that nothing is guessed
    header_rows: int | None = None  # None: told by `heading_count`
    odds: float | None = None  # the logarithm of odds that it is a table; None where no sum told
    likely: float = 0.0  # the mean logarithm of the probabilities of the roles of its rows

    def __post_init__(self) -> None:
        """Give each cell its box; what it grows by when bands beside it are dropped does not count."""
        for cell in self.cells:
            end, foot = self.xs[cell.col + cell.col_span], self.ys[cell.row + cell.row_span]
            cell.box = Box(self.xs[cell.col], self.ys[cell.row], end, foot)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.ys) - 1

    @property
    def cols(self) -> int:
        """The number of columns."""
        return len(self.xs) - 1

    @property
    def box(self) -> Box:
        """The box of the whole table."""
        return Box(self.xs[0], self.ys[0], self.xs[-1], self.ys[-1])


def tidy(sketch: Sketch) -> Sketch | None:
    """The sketch without thin empty bands and broken figures; None when no table is left."""
    _drop_empty(sketch)
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


def _drop_empty(sketch: Sketch) -> None:
    """Take out columns and rows without text that are thin or not drawn; a neighbour grows over their room."""
    filled = [cell for cell in sketch.cells if cell.lines]
    cols, rows = list(range(sketch.cols)), list(range(sketch.rows))
    for col in reversed(cols.copy()):
        thin = _breadth(cols, col, sketch.xs) < NARROW or not sketch.ruled or not sketch.drawn
        # cells of several columns are left with one when the others of them are gone
        if thin and len(cols) > 1 and not any(_within(cols, cell.col, cell.col_span) == [col] for cell in filled):
            cols.remove(col)
    for row in reversed(rows.copy()):
        thin = _breadth(rows, row, sketch.ys) < THIN or not sketch.ruled
        if thin and len(rows) > 1 and not any(cell.row == row for cell in filled):
            rows.remove(row)
    if len(cols) == sketch.cols and len(rows) == sketch.rows:
        return
    sketch.xs = [*[sketch.xs[col] for col in cols], sketch.xs[cols[-1] + 1]]
    sketch.ys = [*[sketch.ys[row] for row in rows], sketch.ys[rows[-1] + 1]]
    kept: list[Draft] = []
    for cell in sketch.cells:
        across, down = _within(cols, cell.col, cell.col_span), _within(rows, cell.row, cell.row_span)
        if across and down:
            cell.col, cell.col_span = cols.index(across[0]), len(across)
            cell.row, cell.row_span = rows.index(down[0]), len(down)
            kept.append(cell)
    sketch.cells = kept


def _breadth(kept: Sequence[int], band: int, borders: Sequence[float]) -> float:
    """How far it is to the next band that is kept."""
    return borders[next((other for other in kept if other > band), band + 1)] - borders[band]


def _within(kept: Sequence[int], first: int, count: int) -> list[int]:
    return [band for band in kept if first <= band < first + count]


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
