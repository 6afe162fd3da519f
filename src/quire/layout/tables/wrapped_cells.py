"""Tables of texts that wrap in several columns, with no rules around the cells.

Such tables look like columns of running text. They differ in their rows: all columns begin a cell at one height, below
more white than stands between the lines of a cell, and no cell goes on there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from quire.layout.rounding import median
from quire.layout.tables.cell_pieces import Piece, Row, leads, parted
from quire.layout.tables.grids import Draft, Sketch, is_bold
from quire.layout.tables.header_rows import is_caption
from quire.layout.tables.wrapped_rows import Cells, by_white, cells_of, swept
from quire.model.geometry import Box
from quire.model.page import Line, Word

SAME_LINE = 7.5  # points; lines of three columns stand within it, on one baseline or set in the middle of their cells
MIN_COLUMNS = 3  # two columns of text are no evidence
MIN_ROWS = 3
TITLES = 5  # rows of several texts at most that stand right above a table and seem to be of its columns
MIN_WORDS = 5  # in three texts side by side, some of which wrap
GUTTER = 5.0  # points between the texts of two columns
FAR = 3.2  # of the row height: rows that stand further apart are not of one table
FILLED = 0.6  # share of the cells with text
WRAPPING = 2  # columns with cells of several lines; one is enough below headings, where hardly any cell is empty
FULL = 0.9  # share of the cells with text, there
HEADED_ROWS, BARE_ROWS = 3, 5  # rows, with headings that are set apart and without
WRAPPED = 0.25  # share of the rows with a cell of several lines
FIGURES = 0.4  # share of the texts that are figures; above it, other evidence tells the rows
LED = 0.3  # share of the texts with dots that lead to page numbers
TORN = 0.15  # share of the cells that begin in the middle of a sentence
SHORT = 0.75  # of the lines of the longest column: the labels of the rows have fewer


def may_hold(lines: Sequence[Line]) -> bool:
    """Whether several times three lines of words stand side by side: a cheap test that most pages fail."""
    if len(lines) < MIN_COLUMNS * MIN_ROWS:
        return False
    words = sorted((line.baseline, len(line.words)) for line in lines if len(line.words) > 1 or line.text[0].isalpha())
    found = sum(
        1
        for (a, i), (_, j), (b, k) in zip(words, words[1:], words[2:], strict=False)
        if b - a < SAME_LINE and i + j + k > MIN_WORDS
    )
    return found >= MIN_ROWS


def woven(rows: Sequence[Row]) -> Iterator[Sketch]:
    """The tables of wrapped texts among the visual rows of a page, from top to bottom."""

    def attempt(start: int) -> tuple[int, Sketch | None] | None:
        region = _region(rows, start) if len(rows[start].pieces) >= MIN_COLUMNS else None
        if region is None:
            return None
        return start + len(region.rows), _sketch(region) if len(region.rows) > MIN_ROWS else None

    return swept(len(rows), attempt, TITLES)


@dataclass(slots=True)
class _Region:
    """Rows whose texts leave the same gutters free."""

    rows: list[Row] = field(default_factory=list)
    columns: list[tuple[float, float]] = field(default_factory=list)  # extents, from left to right

    def take(self, row: Row) -> bool:
        """Add a row, its texts cut where they stand in two columns, unless it would close a gutter."""
        columns = list(self.columns)
        if any(len(_touched(piece, columns)) > 1 for piece in row.pieces):
            free = [(a[1], b[0]) for a, b in pairwise(columns)]
            row = Row([part for p in row.pieces for part in _cut(p, free)], row.baseline, row.y0, row.y1)
        for piece in row.pieces:
            touched = _touched(piece, columns)
            if len(touched) > 1:
                return False
            if touched:
                lo, hi = columns[touched[0]]
                columns[touched[0]] = (min(lo, piece.x0), max(hi, piece.x1))
            else:
                columns.append((piece.x0, piece.x1))
        columns.sort()
        if any(b[0] - a[1] < GUTTER for a, b in pairwise(columns)):
            return False
        self.rows.append(row)
        self.columns = columns
        return True

    def parted(self) -> _Region:
        """The region with columns parted that hold numbers, or other labels, right beside texts."""
        columns: list[list[Piece]] = [[] for _ in self.columns]
        for row in self.rows:
            for piece in row.pieces:
                columns[self.column(piece)].append(piece)
        free = [gap for pieces in columns for gap in _inner_gutters(pieces)]
        if not free:
            return self
        rows = []
        for row in self.rows:
            pieces = [part for piece in row.pieces for part in _cut(piece, free)]
            rows.append(Row(pieces, row.baseline, row.y0, row.y1))
        return _Region(rows, _covered((p.x0, p.x1) for row in rows for p in row.pieces))

    def column(self, piece: Piece) -> int:
        """The column of a piece."""
        left = piece.x0
        return next(i for i, (_, hi) in enumerate(self.columns) if left <= hi)


def _inner_gutters(pieces: Sequence[Piece]) -> list[tuple[float, float]]:
    """The spaces inside a column that the words of all its texts leave free."""
    if sum(len(p.line.words) > 1 for p in pieces) < MIN_ROWS:
        return []
    covered = _covered((run[0].x0, run[-1].x1) for p in pieces for run in _runs(p))
    return [(a[1], b[0]) for a, b in pairwise(covered)]


def _touched(piece: Piece, columns: Sequence[tuple[float, float]]) -> list[int]:
    """The columns that a text stands in or nearer to than a gutter."""
    x0, x1 = piece.x0 - GUTTER, piece.x1 + GUTTER
    return [i for i, (lo, hi) in enumerate(columns) if x0 < hi and x1 > lo]


def _runs(piece: Piece) -> Iterator[Sequence[Word]]:
    """The words of a text in runs with gaps of gutters between."""
    words = piece.line.words
    starts = [0, *(i for i, (a, b) in enumerate(pairwise(words), 1) if b.x0 - a.x1 >= GUTTER), len(words)]
    return (words[a:b] for a, b in pairwise(starts))


def _cut(piece: Piece, gutters: Sequence[tuple[float, float]]) -> list[Piece]:
    """A text cut where the gap between two words holds one of the gutters."""
    words = piece.line.words
    cuts = [
        i
        for i, (a, b) in enumerate(pairwise(words), 1)
        if b.x0 - a.x1 >= GUTTER and any(a.x1 <= hi and b.x0 >= lo and a.x0 < lo and b.x1 > hi for lo, hi in gutters)
    ]
    return parted(piece, cuts)


def _covered(extents: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """The spaces that texts cover, parted by gutters."""
    covered: list[tuple[float, float]] = []
    for x0, x1 in sorted(extents):
        if covered and x0 - covered[-1][1] < GUTTER:
            covered[-1] = (covered[-1][0], max(covered[-1][1], x1))
        else:
            covered.append((x0, x1))
    return covered


def _region(rows: Sequence[Row], start: int) -> _Region:
    """The rows from `start` on that fit the same columns, the last with several texts or close to the others."""
    region = _Region()
    for row in rows[start:]:
        last = region.rows[-1] if region.rows else row
        far = row.baseline - last.baseline > FAR * max(row.height, last.height)
        if far or (region.rows and is_caption(row.pieces[0].text)) or not region.take(row):
            break
    return region


def _sketch(region: _Region) -> Sketch | None:
    """The table of a region; None when its columns do not begin their cells together."""
    if _are_figures(region):
        return None
    region = region.parted()
    if len(region.columns) < MIN_COLUMNS or _are_figures(region):
        return None
    pieces = [piece for row in region.rows for piece in row.pieces]
    if sum(map(leads, pieces)) >= LED * len(pieces):
        return None  # an index in columns
    size = median(p.line.words[0].style.size for p in pieces)
    bands = by_white(region.rows, region.column, size)
    if len(bands) < MIN_ROWS or len(bands) * 2 > len(region.rows):
        return None
    table = [cells_of(band, region.column) for band in bands]
    headed = _is_headed(table)
    if len(table) < (HEADED_ROWS if headed else BARE_ROWS):
        return None
    if not _is_woven(table, len(region.columns), headed=headed):
        return None
    return _drafted(region, bands, table)


def _are_figures(region: _Region) -> bool:
    """Whether so many texts are figures that other evidence tells the rows."""
    figures = [piece.amount for row in region.rows for piece in row.pieces]
    return sum(figures) > FIGURES * len(figures)


def _is_headed(table: Sequence[Cells]) -> bool:
    """Whether the first row is bold and the others are not."""
    lines = [[p.line for cell in row.values() for p in cell] for row in table]
    return is_bold(lines[0]) and not any(map(is_bold, lines[1:]))


def _is_woven(table: Sequence[Cells], count: int, *, headed: bool) -> bool:
    """Whether the cells of each row begin together, and most with the beginning of a text."""
    cells = [cell for row in table for cell in row.values()]
    if len(cells) < FILLED * len(table) * count:
        return False
    if sum(1 for row in table if any(len(c) > 1 for c in row.values())) < WRAPPED * len(table):
        return False
    if sum(1 for cell in cells if cell[0].text[0].islower()) > TORN * len(cells):
        return False
    if max(sum(1 for row in table if c in row) for c in (0, 1)) < FILLED * len(table):
        return False  # where the first column names groups of rows, the second names the rows
    columns = [[row[c] for row in table if c in row] for c in range(count)]
    depths = [sum(map(len, column)) for column in columns]
    wrapping = sum(1 for c in columns if any(len(cell) > 1 for cell in c))
    least = WRAPPING - (headed and len(cells) >= FULL * len(table) * count)
    return depths[0] <= SHORT * max(depths) and wrapping >= least


def _drafted(region: _Region, bands: Sequence[Sequence[Row]], table: Sequence[Cells]) -> Sketch:
    inner = [(a[1] + b[0]) / 2 for a, b in pairwise(region.columns)]
    xs = [region.columns[0][0], *inner, region.columns[-1][1]]
    ys = [bands[0][0].y0, *((a[-1].y1 + b[0].y0) / 2 for a, b in pairwise(bands)), bands[-1][-1].y1]
    drafts = [
        Draft(r, c, 1, 1, Box(xs[c], ys[r], xs[c + 1], ys[r + 1]), [piece.line for piece in row[c]])
        for r, row in enumerate(table)
        for c in sorted(row)
    ]
    used = {i for row in table for cell in row.values() for piece in cell for i in piece.indices}
    return Sketch(xs, ys, drafts, used, ruled=False)
