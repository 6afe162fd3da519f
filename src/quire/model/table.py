"""Tables: a grid of cells with spans."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from quire.model.geometry import Box
from quire.model.span import Span


class Align(StrEnum):
    """Horizontal alignment of text in its cell or column."""

    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"
    JUSTIFY = "justify"


class VerticalAlign(StrEnum):
    """Vertical alignment of text in its cell."""

    TOP = "top"
    MIDDLE = "middle"
    BOTTOM = "bottom"


class Cell(NamedTuple):
    """A cell at (row, col), 0-based, that covers row_span x col_span places of the grid.

    A tuple, because reports hold thousands of them and a frozen dataclass takes six times as long to make (measured).
    """

    row: int
    col: int
    spans: tuple[Span, ...] = ()  # "\n" inside a span's text is a line break that is meant
    row_span: int = 1
    col_span: int = 1
    header: bool = False
    align: Align = Align.LEFT
    box: Box | None = None
    page: int = 0  # 1-based; of a table over pages, the page of this cell
    fill: int | None = None  # 0xRRGGBB
    height: VerticalAlign | None = None  # of the text; None where it fills the cell or nothing is drawn
    indent: float = 0.0  # points by which a text at the left is indented against most of its column
    over: int = 0  # rules drawn above it, at most 2; only of the first row and where the table has no frames
    under: int = 0  # rules drawn below it, the same

    @property
    def text(self) -> str:
        """The cell's text without style."""
        if len(self.spans) == 1:  # as nearly all have it
            return self.spans[0].text
        return "".join([span.text for span in self.spans])


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells of a table: sorted by (row, col), none overlapping, all inside rows x cols.

    Places that no cell covers are empty.
    """

    rows: int
    cols: int
    cells: tuple[Cell, ...]
    header_rows: int = 0  # leading rows that are column headings
    widths: tuple[float, ...] = ()  # of the columns, in points; () when unknown
    ruled: bool = False  # found by drawn lines, not by alignment
    framed: bool = False  # rules are between its columns: its cells have borders
    ink: int = 0  # the colour of most of its rules, 0xRRGGBB
    stroke: float = 0.5  # how thick most of them are, points
    inset: float = 0.0  # points from the upper border of cells to texts aligned with it
    confidence: float = 1.0  # how sure it is that a table found on a page is right, 0 to 1; 1 where the source says it
    rtl: bool = False  # its first column is at the right, and the left side of its cells is the right one
