"""Tables of two columns without rules: short labels, and beside each the text that begins at its height and wraps.

Two columns of running text look alike, and so do the markers of a list beside its items. Here each label begins where
a text begins, below more white than stands between the lines of one text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from quire.layout.rounding import median
from quire.layout.tables.cell_pieces import Piece, Row, parted
from quire.layout.tables.grids import Draft, Sketch, is_bold
from quire.layout.tables.header_rows import is_caption
from quire.layout.tables.wrapped_rows import cells_of, swept
from quire.layout.text.numeric_text import is_marker
from quire.model.geometry import Box
from quire.model.page import Line

LABEL = 0.36  # of the table's width: a label is narrower
TEXT = 0.3  # of the width of the lines: one of the texts is wider
MOST_TRIES = 5  # rows at most that stand right above a table and seem to be of its columns
LETTERS = 3  # of the usual label: shorter ones are marks of a list or of who speaks
ON_EDGE = 3.0  # points; the labels begin on one edge and the texts on another
LEVEL = 5.0  # points between the baselines of a label and its text, set in different fonts
GUTTER = 5.0  # points between a label and its text
MOST_HEADINGS = 3  # rows
FAR = 3.2  # of the row height: rows that stand further apart are not of one table
PARTED = 1.25  # times the step from line to line: more white begins a text
ROWS, HEADED_ROWS = 4, 3  # at least; the lower number with bold labels, or headings that are
EVEN = 0.35  # of the step: what the white between the rows of a table differs by
WRAPPED = 0.25  # share of the rows with a text of several lines
AGREEING = 0.85  # share of the labels that stand where a text begins
NAMED = 0.8  # share of the labels that occur once: who speaks in turn occurs again and again
_OPENING = (
    "\"'“‘«„(（[【《「•–—-"  # what texts begin with, beside letters and figures; those of programs do with others
)


def may_label(lines: Sequence[Line]) -> bool:
    """Whether several times a narrow line stands left of another, each time at the same places: a cheap test.

    Some of the lines on the right are wide, or these would be figures.
    """
    if len(lines) < 2 * HEADED_ROWS + 1:
        return False
    width = max(line.x1 for line in lines) - min(line.x0 for line in lines)
    wide = {int(line.x0 / ON_EDGE) for line in lines if line.x1 - line.x0 > TEXT * width}
    if not wide:
        return False
    limit = LABEL * width
    places: Counter[int] = Counter()
    ordered = sorted((line.baseline, line.x0, line.x1) for line in lines)
    for (base, x0, x1), (other, x2, x3) in pairwise(ordered):
        left, end, right = (x0, x1, x2) if x0 < x2 else (x2, x3, x0)
        if other - base < LEVEL and right - end > GUTTER and end - left < limit:
            place = int(right / ON_EDGE)
            if place in wide or place + 1 in wide or place - 1 in wide:
                places[place] += 1
    return any(n >= HEADED_ROWS for n in places.values())


def labelled(rows: Sequence[Row]) -> Iterator[Sketch]:
    """The tables of labels and texts among visual rows, from top to bottom."""

    def attempt(start: int) -> tuple[int, Sketch | None] | None:
        pieces = rows[start].pieces
        region = _region(rows, start) if len(pieces) == 2 and not pieces[1].amount else None
        if region is None or len(region.rows) <= ROWS:
            return None
        above = rows[max(0, start - MOST_HEADINGS) : start]
        return start + len(region.rows), _sketch(region, _headings(region, above))

    return swept(len(rows), attempt, MOST_TRIES)


@dataclass(slots=True)
class _Region:
    """Rows of which each piece stands in one of two columns."""

    left: float
    middle: float  # of the first label
    right: float  # where the texts begin
    rows: list[Row] = field(default_factory=list)

    def holds(self, row: Row) -> bool:
        """Whether all pieces of a row stand in the columns, one at most in the first."""
        for index, piece in enumerate(row.pieces):
            if piece.x0 >= self.right - ON_EDGE:
                continue
            aligned = abs(piece.x0 - self.left) <= ON_EDGE or abs(piece.x0 + piece.x1 - 2 * self.middle) <= 2 * ON_EDGE
            if index or not aligned or piece.x1 > self.right - GUTTER:
                return False
        return True

    def cut(self, row: Row) -> Row:
        """The row with its first piece cut where a word begins at the edge of the texts."""
        piece = row.pieces[0]
        if piece.x0 >= self.right - ON_EDGE or piece.x1 <= self.right:
            return row
        for i, (a, b) in enumerate(pairwise(piece.line.words), 1):
            if abs(b.x0 - self.right) <= ON_EDGE and b.x0 - a.x1 >= GUTTER:
                return Row([*parted(piece, [i]), *row.pieces[1:]], row.baseline, row.y0, row.y1)
        return row

    def label(self, row: Row) -> Piece | None:
        """The piece of a row in the first column."""
        return row.pieces[0] if row.pieces[0].x0 < self.right - ON_EDGE else None

    def text(self, row: Row) -> Piece | None:
        """The first piece of a row in the second column."""
        return next((p for p in row.pieces if p.x0 >= self.right - ON_EDGE), None)

    @property
    def end(self) -> float:
        """The right edge of the texts."""
        return max(row.x1 for row in self.rows)

    def column(self, piece: Piece) -> int:
        """The column of a piece."""
        return int(piece.x0 >= self.right - ON_EDGE)


def _region(rows: Sequence[Row], start: int) -> _Region:
    """The rows from `start` on that fit the columns of the first, up to the last text."""
    first = rows[start]
    label, text = first.pieces
    region = _Region(label.x0, (label.x0 + label.x1) / 2, text.x0)
    last = first
    for whole in rows[start:]:
        row = region.cut(whole)
        if row.baseline - last.baseline > FAR * max(row.height, last.height) or not region.holds(row):
            break
        if region.rows and (len(row.pieces) > 2 or (region.label(row) and is_caption(row.pieces[0].text))):
            break
        region.rows.append(row)
        last = row
    while region.rows and region.text(region.rows[-1]) is None:
        region.rows.pop()
    return region


def _headings(region: _Region, above: Sequence[Row]) -> list[Row]:
    """The bold rows right above a region that head both of its columns; [] where there are none."""
    found: list[Row] = []
    below = region.rows[0]
    for row in reversed(above):
        if row.baseline - below.baseline < -FAR * below.height or not is_bold(p.line for p in row.pieces):
            break
        if any(p.x0 < region.right - ON_EDGE and p.x1 > region.right - GUTTER for p in row.pieces):
            break
        found.insert(0, row)
        below = row
    while found and len(found[-1].pieces) != 2:
        found.pop()
    if is_bold(p.line for p in region.rows[0].pieces) or not any(region.label(row) for row in found):
        return []
    return found


def _sketch(region: _Region, heads: Sequence[Row]) -> Sketch | None:
    """The table of a region; None when its labels do not stand where texts begin."""
    if not _has_labels(region, headed=bool(heads)):
        return None
    bands = _by_even_white(region)
    if not bands:
        return None
    table = [cells_of(band, region.column) for band in bands]
    labels = [" ".join(p.text for p in cells.get(0, ())) for cells in table]
    bold = [is_bold(p.line for p in cells.get(0, ())) for cells in table]
    plain = not any(is_bold(p.line for p in cells.get(1, ())) for cells in table[1:])
    headed = plain and bold[0] and is_bold(p.line for p in table[0].get(1, ()))
    headed = headed or bool(heads)
    least = HEADED_ROWS + headed - bool(heads) if (all(bold) and plain) or headed else ROWS
    if len(table) < least or len(set(labels)) < NAMED * len(labels):
        return None
    if sum(len(cells.get(1, ())) > 1 for cells in table) < max(1.0, WRAPPED * len(table)):
        return None
    if heads:
        region.rows[:0] = heads
        bands.insert(0, list(heads))
    return _drafted(region, bands, header=int(headed))


def _has_labels(region: _Region, *, headed: bool) -> bool:
    """Whether the first column is narrow, set like the second in size, and holds no markers or figures in the main.

    Below headings it may hold numbers.
    """
    labels = [p for row in region.rows if (p := region.label(row)) is not None]
    texts = [p for row in region.rows if (p := region.text(row)) is not None]
    if len(labels) < HEADED_ROWS or len(texts) < len(labels):
        return False
    if max(p.x1 for p in labels) - region.left > LABEL * (region.end - region.left):
        return False
    size = median(p.line.words[0].style.size for p in texts)
    if any(abs(p.line.words[0].style.size - size) > 0.6 for p in labels):
        return False
    names = [p.text for p in labels if not (is_marker(p.text) or p.amount)]
    if (len(names) * 2 < len(labels) and not headed) or median(len(p.text) for p in labels) < LETTERS:
        return False
    if any(p.text.startswith("[") and p.text.endswith("]") for p in labels):
        return False  # references
    words = [p for p in texts if not p.line.words[0].style.mono and (p.text[0].isalnum() or p.text[0] in _OPENING)]
    on_edge = sum(abs(p.x0 - region.right) <= ON_EDGE for p in words)
    return on_edge >= AGREEING * len(texts)


def _by_even_white(region: _Region) -> list[list[Row]]:
    """The rows in bands with one white between all of them, wider than from line to line; [] where these are no rows.

    Each begins with a label beside its text, and the lines of a label follow each other.
    """
    step = _step(region)
    gaps = [b.baseline - a.baseline for a, b in pairwise(region.rows)]
    wide = [gap for gap in gaps if gap > PARTED * step]
    if len(wide) < ROWS or max(wide) - min(wide) > EVEN * step:
        return []
    bands = [[region.rows[0]]]
    for gap, row in zip(gaps, region.rows[1:], strict=True):
        if gap > PARTED * step:
            bands.append([])
        bands[-1].append(row)
    for band in bands:
        labels = [region.label(row) is not None for row in band]
        if not labels[0] or region.text(band[0]) is None or labels != sorted(labels, reverse=True):
            return []
    return bands


def _step(region: _Region) -> float:
    """From line to line of one text: the smallest usual step of the second column."""
    bases = [row.baseline for row in region.rows if region.text(row) is not None]
    steps = sorted(b - a for a, b in pairwise(bases))
    return steps[len(steps) // 8] if steps else 0.0


def _drafted(region: _Region, bands: Sequence[Sequence[Row]], *, header: int) -> Sketch:
    inner = (max(p.x1 for row in region.rows if (p := region.label(row)) is not None) + region.right) / 2
    xs = [region.left, inner, region.end]
    tops = [min(row.y0 for row in band) for band in bands]
    ends = [max(row.y1 for row in band) for band in bands]
    ys = [tops[0], *((end + top) / 2 for end, top in zip(ends, tops[1:], strict=False)), ends[-1]]
    drafts = []
    for r, band in enumerate(bands):
        for c, pieces in sorted(cells_of(band, region.column).items()):
            box = Box(xs[c], ys[r], xs[c + 1], ys[r + 1])
            drafts.append(Draft(r, c, 1, 1, box, [piece.line for piece in pieces]))
    used = {i for row in region.rows for piece in row.pieces for i in piece.indices}
    return Sketch(xs, ys, drafts, used, ruled=False, header_rows=header)
