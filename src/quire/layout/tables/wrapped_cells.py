"""Tables of texts that wrap, with no rules around the cells: of several columns, or of short labels beside texts.

Such tables look like columns of running text. They differ in their rows: all columns begin a cell at one height, below
more white than stands between the lines of a cell, and no cell goes on there. Two columns are one where the first holds
labels, and the white between all rows is the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise

from quire.layout.rounding import median
from quire.layout.tables.cell_pieces import Cells, Piece, Row, cells_of, leads, parts_at
from quire.layout.tables.grids import is_bold
from quire.layout.tables.gutters import cut_at_gutters, cut_in
from quire.layout.tables.header_rows import is_caption
from quire.layout.tables.sketches import Draft, Sketch, tidy
from quire.layout.text.numeric_text import is_marker
from quire.model.page import Line
from quire.tables.column_gutters import covered

SAME_LINE = 7.5  # points; lines of three columns stand within it, on one baseline or set in the middle of their cells
MIN_COLUMNS = 3  # two columns of text are no evidence
MIN_ROWS = 3
TITLES = 5  # rows of several texts at most that stand right above a table and seem to be of its columns
MIN_WORDS = 5  # in three texts side by side, some of which wrap
GUTTER = 5.0  # points between the texts of two columns
FAR = 3.2  # of the row height: rows that stand further apart are not of one table
# Below bold headings, cells of several lines and of one around the same middles: no columns of text stand so. These are
# as far from each other, so near to the next column, and their middles as near to each other (of the size); so few
# lines of them have text in all columns.
MIDDLED_FAR, MIDDLED_GUTTER, ON_MIDDLE, HALF_LINE, LEVEL_LINES = 5.5, 2.5, 0.3, 8.0, 2
FILLED = 0.6  # share of the cells with text
WRAPPING = 2  # columns with cells of several lines; one is enough below headings, where hardly any cell is empty
FULL = 0.9  # share of the cells with text, there
HEADED_ROWS, BARE_ROWS = 3, 5  # rows, with headings that are set apart and without
WRAPPED = 0.25  # share of the rows with a cell of several lines
FIGURES = 0.4  # share of the texts that are figures; above it, other evidence tells the rows
LED = 0.3  # share of the texts with dots that lead to page numbers
TORN = 0.15  # share of the cells that begin in the middle of a sentence
SHORT = 0.75  # of the lines of the longest column: the labels of the rows have fewer
TALL, DEEP = 0.76, 0.22  # of the size: ink above and below the baseline
PARTED = 0.22  # of the size: white between rows beyond that between lines

# Labels beside texts: shares of the table's width that a label keeps to and that one of the lines of text exceeds;
# points by which places on one edge differ; points between the baselines of a label and its text; letters of the usual
# label: shorter ones are marks of a list or of who speaks; in steps from line to line the white that begins a text, and
# the most by which it differs between rows; white between rows at least; shares of the texts that begin on their edge,
# and of the labels that occur once: who speaks in turn occurs again and again.
LABEL, TEXT, ON_EDGE, LEVEL, LETTERS = 0.36, 0.3, 3.0, 5.0, 3
STEPS, EVEN, LEAST_GAPS, AGREEING, NAMED = 1.25, 0.35, 4, 0.85, 0.8
_OPENING = (
    "\"'“‘«„(（[【《「•–—-"  # what texts begin with, beside letters and figures; those of programs do with others
)


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


def may_be_middled(lines: Sequence[Line]) -> bool:
    """Whether a bold line, and several times two lines, stand side by side or half a line apart: a cheap test."""
    if len(lines) < MIN_COLUMNS * 2 or not any(line.words[0].style.bold for line in lines):
        return False
    bases = sorted([line.baseline for line in lines])
    return sum(1 for a, b in pairwise(bases) if b - a < HALF_LINE) > MIN_COLUMNS


def may_label(lines: Sequence[Line]) -> bool:
    """Whether several times a narrow line stands left of another, each time at the same places: a cheap test.

    Some of the lines on the right are wide, or these would be figures.
    """
    if len(lines) <= 2 * MIN_ROWS:
        return False
    width = max(line.x1 for line in lines) - min(line.x0 for line in lines)
    wide = {int(line.x0 / ON_EDGE) for line in lines if line.x1 - line.x0 > TEXT * width}
    places: Counter[int] = Counter()
    ordered = sorted((line.baseline, line.x0, line.x1) for line in lines)
    for (base, x0, x1), (other, x2, x3) in pairwise(ordered):
        left, end, right = (x0, x1, x2) if x0 < x2 else (x2, x3, x0)
        if other - base < LEVEL and right - end > GUTTER and end - left < LABEL * width:
            place = int(right / ON_EDGE)
            places[place] += not wide.isdisjoint((place - 1, place, place + 1))
    return any(n >= MIN_ROWS for n in places.values())


def woven(rows: Sequence[Row]) -> Iterator[Sketch]:
    """The tables of wrapped texts among the visual rows of a page, from top to bottom."""
    return _swept(rows, _sketch, lambda row: len(row.pieces) >= MIN_COLUMNS)


def middled(rows: Sequence[Row]) -> Iterator[Sketch]:
    """The tables whose cells stand around the middles of their rows, below bold headings, from top to bottom."""

    def begins(row: Row) -> bool:
        return is_bold(p.line for p in row.pieces)

    bold = [begins(row) for row in rows]
    starts = [0, *(i for i, (above, here) in enumerate(pairwise(bold), 1) if here and not above), len(rows)]
    for a, b in pairwise(starts):
        yield from _swept(rows[a:b], _middled_sketch, begins, gutter=MIDDLED_GUTTER, far=MIDDLED_FAR)


def labelled(rows: Sequence[Row]) -> Iterator[Sketch]:
    """The tables of labels and texts among visual rows, from top to bottom."""

    def begins(row: Row) -> bool:
        return len(row.pieces) == 2 or (len(row.pieces) == 1 and is_bold([row.pieces[0].line]))

    return _swept(rows, _labels_sketch, begins, 2)


def _swept(
    rows: Sequence[Row],
    sketch_of: Callable[[_Region], Sketch | None],
    begins: Callable[[Row], bool],
    most: int = 999,
    *,
    gutter: float = GUTTER,
    far: float = FAR,
) -> Iterator[Sketch]:
    """The tables among rows, none of which holds a row of another: from a row that begins one, of `most` columns.

    A region that ends at one row is begun at few more rows: each would be looked at anew.
    """
    start = tried = reached = 0
    while start < len(rows):
        if not begins(rows[start]):
            start += 1
            continue
        region = _region(rows, start, most, _Region(gutter=gutter), far)
        end = start + len(region.rows)
        sketch = sketch_of(region) if len(region.rows) > MIN_ROWS else None
        if sketch is not None and tidy(sketch) is not None:
            yield sketch
            start = end
            continue
        tried = tried + 1 if end == reached else 1
        reached = end
        start = end if tried > TITLES else start + 1


@dataclass(slots=True)
class _Region:
    """Rows whose texts leave the same gutters free."""

    rows: list[Row] = field(default_factory=list)
    columns: list[tuple[float, float]] = field(default_factory=list)  # extents, from left to right
    gutter: float = GUTTER

    def take(self, row: Row, most: int) -> bool:
        """Add a row, its texts cut where they stand in two columns, unless it would close a gutter or add too many."""
        columns = list(self.columns)
        gutter = self.gutter
        if any(len(_touched(piece, columns, gutter)) > 1 for piece in row.pieces):
            free = [(a[1], b[0]) for a, b in pairwise(columns)]
            row = row.cut(lambda piece: cut_in(piece, free, gutter))
        for piece in row.pieces:
            touched = _touched(piece, columns, gutter)
            if len(touched) > 1:
                return False
            if touched:
                lo, hi = columns[touched[0]]
                columns[touched[0]] = (min(lo, piece.x0), max(hi, piece.x1))
            else:
                columns.append((piece.x0, piece.x1))
        columns.sort()
        if len(columns) > most or any(b[0] - a[1] < gutter for a, b in pairwise(columns)):
            return False
        self.rows.append(row)
        self.columns = columns
        return True

    def parted(self) -> _Region:
        """The region with columns parted that hold numbers, or other labels, right beside texts."""
        rows = cut_at_gutters(self.rows, [*cells_of(self.rows, self.column).values()], GUTTER)
        return _Region(rows, covered([(p.x0, p.x1) for row in rows for p in row.pieces], GUTTER))

    def column(self, piece: Piece) -> int:
        """The column of a piece."""
        left = piece.x0
        return next(i for i, (_, hi) in enumerate(self.columns) if left <= hi)


def _touched(piece: Piece, columns: Sequence[tuple[float, float]], gutter: float) -> list[int]:
    """The columns that a text stands in or nearer to than a gutter."""
    x0, x1 = piece.x0 - gutter, piece.x1 + gutter
    return [i for i, (lo, hi) in enumerate(columns) if x0 < hi and x1 > lo]


def _region(rows: Sequence[Row], start: int, most: int, region: _Region, far: float) -> _Region:
    """The rows from `start` on that fit the same columns, the last with several texts or close to the others."""
    for row in rows[start:]:
        last = region.rows[-1] if region.rows else row
        gone = row.baseline - last.baseline > far * max(row.height, last.height)
        first = row.pieces[0]
        titled = bool(region.columns) and first.x0 <= region.columns[0][1] and is_caption(first.text)
        if gone or titled or not region.take(row, most):
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


def _middled_sketch(region: _Region) -> Sketch | None:
    """The table of a region; None when the cells of its rows, of several lines and of one, have no middle in common."""
    if len(region.columns) < MIN_COLUMNS:
        return None
    size = median(p.line.words[0].style.size for row in region.rows for p in row.pieces)
    bands = by_white(region.rows, region.column, size)
    table = [cells_of(band, region.column) for band in bands]
    cells = [cell for row in table for cell in row.values()]
    full = [sum(len(row.pieces) >= len(region.columns) for row in band) for band in bands]
    if (
        max(full) > LEVEL_LINES
        or len(table) < 2
        or not _is_headed(table)
        or len(cells) < FULL * len(table) * len(region.columns)
    ):
        return None
    uneven = sum(len({len(cell) for cell in row.values()}) > 1 for row in table[1:])
    off = 0
    for row in table:
        middles = [(cell[0].line.baseline + cell[-1].line.baseline) / 2 for cell in row.values()]
        off += sum(abs(at - median(middles)) > ON_MIDDLE * size for at in middles)
    if 2 * uneven < len(table) - 1 or off > (1 - FULL) * len(cells):
        return None
    return replace(_drafted(region, bands, table), header_rows=1)


def _labels_sketch(region: _Region) -> Sketch | None:
    """The table of a region of two columns; None when its labels do not stand where texts begin."""
    if len(region.columns) < 2:
        return None
    count = next((i for i, row in enumerate(region.rows) if not is_bold(p.line for p in row.pieces)), 0)
    head = region.rows[:count] if any(len(row.pieces) > 1 for row in region.rows[:count]) else []
    body = _Region(region.rows[count:], region.columns)
    while body.rows and all(region.column(p) == 0 for p in body.rows[-1].pieces):
        body.rows.pop()  # what follows the table
    bands = _by_even_white(body) if _has_labels(body, headed=bool(head)) else []
    table = [cells_of(band, region.column) for band in bands]
    names = {" ".join(p.text for p in cells[0]) for cells in table}
    wrapped = sum(len(cells[1]) > 1 for cells in table)
    if not bands or len(names) < NAMED * len(table) or wrapped < WRAPPED * len(table):
        return None
    if head:
        bands, table = [head, *bands], [cells_of(head, region.column), *table]
    return replace(_drafted(region, bands, table), header_rows=int(bool(head)))


def _has_labels(region: _Region, *, headed: bool) -> bool:
    """Whether the first column is narrow, set like the second in size, and holds no markers or figures in the main.

    Below headings it may hold numbers.
    """
    pieces = [piece for row in region.rows for piece in row.pieces]
    labels = [p for p in pieces if region.column(p) == 0]
    texts = [p for p in pieces if region.column(p)]
    (left, edge), (right, end) = region.columns[0], region.columns[-1]
    if not MIN_ROWS <= len(labels) <= len(texts) or edge - left > LABEL * (end - left):
        return False
    size = median(p.line.words[0].style.size for p in texts)
    if texts[0].amount or any(abs(p.line.words[0].style.size - size) > 0.6 for p in labels):
        return False
    middle = labels[0].x0 + labels[0].x1
    if any(min(abs(p.x0 - labels[0].x0), abs(p.x0 + p.x1 - middle) / 2) > ON_EDGE for p in labels):
        return False  # neither on one edge nor around one middle
    names = [p.text for p in labels if not (is_marker(p.text) or p.amount)]
    if (len(names) * 2 < len(labels) and not headed) or median(len(p.text) for p in labels) < LETTERS:
        return False
    if any(p.text.startswith("[") and p.text.endswith("]") for p in labels):
        return False  # references
    words = [p for p in texts if not p.line.words[0].style.mono and (p.text[0].isalnum() or p.text[0] in _OPENING)]
    return sum(abs(p.x0 - right) <= ON_EDGE for p in words) >= AGREEING * len(texts)


def _by_even_white(region: _Region) -> list[list[Row]]:
    """The rows in bands with one white between all, wider than from line to line; [] where these are no rows."""
    bases = [row.baseline for row in region.rows if any(map(region.column, row.pieces))]
    steps = sorted(b - a for a, b in pairwise(bases))
    step = steps[len(steps) // 8]  # from line to line of one text
    gaps = [b.baseline - a.baseline for a, b in pairwise(region.rows)]
    wide = [gap for gap in gaps if gap > STEPS * step]
    if len(wide) < LEAST_GAPS or max(wide) - min(wide) > EVEN * step:
        return []
    return parts_at(region.rows, [gap > STEPS * step for gap in gaps])


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
    columns = [[row[c] for row in table if c in row] for c in range(count)]
    depths = [sum(map(len, column)) for column in columns]
    wrapping = sum(1 for c in columns if any(len(cell) > 1 for cell in c))
    least = WRAPPING - (headed and len(cells) >= FULL * len(table) * count)
    return depths[0] <= SHORT * max(depths) and wrapping >= least


def _drafted(region: _Region, bands: Sequence[Sequence[Row]], table: Sequence[Cells]) -> Sketch:
    inner = [(a[1] + b[0]) / 2 for a, b in pairwise(region.columns)]
    xs = [region.columns[0][0], *inner, region.columns[-1][1]]
    ys = [bands[0][0].y0, *((a[-1].y1 + b[0].y0) / 2 for a, b in pairwise(bands)), bands[-1][-1].y1]
    drafts = [Draft(r, c, 1, 1, [piece.line for piece in row[c]]) for r, row in enumerate(table) for c in sorted(row)]
    used = {i for row in table for cell in row.values() for piece in cell for i in piece.indices}
    return Sketch(xs, ys, drafts, used, ruled=False)


def by_white(rows: Sequence[Row], column_of: Callable[[Piece], int], size: float) -> list[list[Row]]:
    """The rows in bands between which more white goes through all columns than stands between lines of a cell."""
    cells = cells_of(rows, column_of).values()
    steps = sorted(b.line.baseline - a.line.baseline for cell in cells for a, b in pairwise(cell))
    if not steps:
        return [list(rows)]
    least = steps[len(steps) // 4] - (TALL + DEEP - PARTED) * size
    tops = [min(p.line.baseline for p in row.pieces) - TALL * size for row in rows[1:]]
    ends = accumulate(map(_deepest, rows), max)
    return parts_at(rows, [top - end > least for top, end in zip(tops, ends, strict=False)])


def _deepest(row: Row) -> float:
    return max(p.line.baseline + DEEP * p.line.words[0].style.size for p in row.pieces)
