"""Tables whose rows are parted by rules of one width, the texts wrapped in their cells: each band is a row.

Columns stand by alignment. The headings above the first rule, or else the first band, must show every column: rules
across a page part sections of text too.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from quire.layout.tables.cell_pieces import Piece, Row, rows_of_pieces
from quire.layout.tables.grids import Draft, Sketch, cut_line, is_bold
from quire.layout.tables.gutters import Columns, columns_of, span_of
from quire.layout.tables.header_rows import is_caption, is_unit_line
from quire.layout.text.numeric_text import is_year
from quire.model.geometry import Box
from quire.model.page import Line
from quire.tables.edges import Edge, without_underlines

SAME = 4.0  # points; the rules of one table begin and end within this
MIN_WIDTH = 120.0  # points, of a rule: records have texts
MIN_BANDS = 3
MIN_COLUMNS = 2
MIN_BARE = 3  # columns, where no headings say that it is a table: texts have titles at their side
MAX_HEAD = 4  # visual rows above the first rule
CLOSE = 0.7  # of the row height: white between the lines of the headings, and above the first rule
WRAPPED = 0.2  # share of the bands with several lines of text; with fewer, alignment tells the rows as well
FILLED = 0.6  # share of the bands with text in several columns
SEVERAL = 0.2  # share of the bands that may look like several rows: lines of an address
LEVEL = 2.5  # points; texts side by side that begin, end or have their middles at one height, give or take this
PITCH = 1.6  # of the height of a line, from a line of a cell to the next
CROSSING = 0.06  # share of the pieces that may stand in two columns


class _Group(NamedTuple):
    """Rules of one width, from top to bottom."""

    rules: list[Edge]

    @property
    def lo(self) -> float:
        return self.rules[0].lo

    @property
    def hi(self) -> float:
        return self.rules[0].hi


def records(lines: Sequence[tuple[int, Line]], borders: Sequence[Edge]) -> Iterator[Sketch]:
    """The tables whose rows are bands between borders of one width.

    Args:
        lines: The lines of a page that no other table has used, with their indices.
        borders: The page's horizontal borders, rules and sides of fills, from top to bottom.
    """
    groups = [group for group in _groups(borders) if _holds_bands(group, lines)]
    if not groups:
        return
    rows = rows_of_pieces(lines)
    for group in groups:
        rules = without_underlines(group.rules, (line for _, line in lines))
        bands = [_between(rows, group, a.at, b.at) for a, b in pairwise(rules)]
        head = _head_above(rows, group)
        for start, end in _runs(bands):
            own = head if start == 0 else []
            sketch = _sketch(own, bands[start:end], [rule.at for rule in rules[start : end + 1]])
            if sketch is not None:
                yield sketch


def _groups(rules: Sequence[Edge]) -> list[_Group]:
    groups: list[_Group] = []
    for rule in rules:
        if rule.hi - rule.lo < MIN_WIDTH:
            continue
        for group in groups:
            if abs(group.lo - rule.lo) <= SAME and abs(group.hi - rule.hi) <= SAME:
                group.rules.append(rule)
                break
        else:
            groups.append(_Group([rule]))
    # shading of every other row leaves the last row without a border below it
    return [group for group in groups if len(group.rules) > MIN_BANDS and any(rule.drawn for rule in group.rules)]


def _holds_bands(group: _Group, lines: Sequence[tuple[int, Line]]) -> bool:
    """Whether enough bands of a group hold lines, one of them several: a cheap test."""
    heights = [rule.at for rule in group.rules]
    inside = Counter(bisect_right(heights, ln.baseline) for _, ln in lines if ln.x1 > group.lo and ln.x0 < group.hi)
    counts = [inside[band] for band in range(1, len(heights)) if inside[band]]
    return len(counts) >= MIN_BANDS - 1 and max(counts) > MIN_COLUMNS


def _between(rows: Sequence[Row], group: _Group, top: float, end: float) -> list[Row]:
    """The rows between two heights, with their pieces between the ends of the rules; [] when text sticks out."""
    inside = []
    for row in rows:
        if top <= row.baseline - 0.3 * row.height < end:
            pieces = [p for p in row.pieces if p.x1 > group.lo and p.x0 < group.hi]
            if any(p.x0 < group.lo - SAME or p.x1 > group.hi + SAME for p in pieces):
                return []
            if pieces:
                inside.append(Row(pieces, row.baseline, row.y0, row.y1))
    return inside


def _head_above(rows: Sequence[Row], group: _Group) -> list[Row]:
    """The rows of headings that stand close above the first rule."""
    found: list[Row] = []
    top = group.rules[0].at
    for row in reversed(_between(rows, group, 0.0, top)):
        text = row.pieces[0].text
        if top - row.y1 > CLOSE * row.height or len(found) == MAX_HEAD or is_unit_line(text) or is_caption(text):
            break
        if len(row.pieces) == 1 and not found:
            break
        found.insert(0, row)
        top = row.y0
    return found


def _runs(bands: Sequence[Sequence[Row]]) -> Iterator[tuple[int, int]]:
    """First and last (exclusive) of the bands that follow each other with text in several columns."""
    start = 0
    for i in range(len(bands) + 1):
        if i == len(bands) or not bands[i]:
            if i - start >= MIN_BANDS:
                yield start, i
            start = i + 1


def _sketch(above: Sequence[Row], bands: Sequence[Sequence[Row]], heights: Sequence[float]) -> Sketch | None:
    """The table of bands below headings; without headings above, the first band holds them."""
    head = above or bands[0]
    body = bands if above else bands[1:]
    rows = [row for band in body for row in band]
    if len(body) < MIN_BANDS - 1 or not rows or any(_has_figures(row) for row in head):
        return None
    if sum(1 for band in body if len(band) > 1) < WRAPPED * len(body):
        return None
    columns = columns_of([*head, *rows])
    if not above and len(columns.extents) < MIN_BARE and not is_bold(p.line for row in head for p in row.pieces):
        return None
    if (
        not _shows_all(head, columns)
        or not _fits(body, columns)
        or sum(_is_several(b, columns) for b in body) > SEVERAL * len(body)
    ):
        return None
    sketch = _filled([head, *body], columns, _borders(above, heights))
    sketch.header_rows = 1 if above else None
    return sketch


def _has_figures(row: Row) -> bool:
    return any(p.amount and not is_year(p.text) for p in row.pieces[1:])


def _is_several(band: Sequence[Row], columns: Columns) -> bool:
    """Whether a band holds several rows: a label stands below the first line, beside a figure or several texts.

    In one row it may do so too, where cells of fewer lines stand in the middle or at the foot, or all wrap.
    """
    return any(_is_row(row, columns) for row in band[1:]) and not _is_one(band, columns)


def _is_one(band: Sequence[Row], columns: Columns) -> bool:
    """Whether the texts of all columns wrap, and begin, end or have their middles at one height."""
    cells: dict[int, list[Piece]] = {}
    for piece in (p for row in band for p in row.pieces):
        first, last = span_of(piece.x0, piece.x1, columns.borders)
        if first != last:
            return False
        cells.setdefault(first, []).append(piece)
    for column, cell in cells.items():
        right = columns.extents[column][1]
        if sum(p.amount and not is_year(p.text) for p in cell) > 1:
            return False
        if not all(_wraps(above, below, right) for above, below in pairwise(cell)):
            return False
    tops = [cell[0].line.baseline for cell in cells.values()]
    ends = [cell[-1].line.baseline for cell in cells.values()]
    middles = [(top + end) / 2 for top, end in zip(tops, ends, strict=True)]
    return any(max(heights) - min(heights) < LEVEL for heights in (tops, ends, middles))


def _wraps(above: Piece, below: Piece, right: float) -> bool:
    """Whether a line of a cell goes on with the line close above it, where its first word did not fit."""
    word = below.line.words[0]
    width = word.style.size if word.text[0] >= "\u2e80" else 0.25 * word.style.size + word.x1 - word.x0
    high = above.line.y1 - above.line.y0
    return below.line.baseline - above.line.baseline < PITCH * high and (
        above.x1 + width > right - 1 or below.text[0].islower()
    )


def _is_row(row: Row, columns: Columns) -> bool:
    places = {span_of(p.x0, p.x1, columns.borders)[0] for p in row.pieces}
    return 0 in places and (len(places) > 2 or _has_figures(row))


def _shows_all(head: Sequence[Row], columns: Columns) -> bool:
    """Whether every column has a heading of its own, and none spans two."""
    spans = [span_of(p.x0, p.x1, columns.borders) for row in head for p in row.pieces]
    count = len(columns.extents)
    return count >= MIN_COLUMNS and all(a == b for a, b in spans) and {a for a, _ in spans} == set(range(count))


def _fits(bands: Sequence[Sequence[Row]], columns: Columns) -> bool:
    """Whether most bands have texts in several columns, the first among them, and hardly any text crosses a gutter."""
    pieces = [p for band in bands for row in band for p in row.pieces]
    crossing = sum(1 for p in pieces if len(set(span_of(p.x0, p.x1, columns.borders))) > 1)
    if crossing > CROSSING * len(pieces):
        return False
    filled = [{span_of(p.x0, p.x1, columns.borders)[0] for row in band for p in row.pieces} for band in bands]
    return sum(1 for places in filled if len(places) > 1 and 0 in places) >= FILLED * len(bands)


def _borders(above: Sequence[Row], heights: Sequence[float]) -> list[float]:
    return [above[0].y0, *heights] if above else list(heights)


def _filled(bands: Sequence[Sequence[Row]], columns: Columns, ys: list[float]) -> Sketch:
    pieces = [p for band in bands for row in band for p in row.pieces]
    xs = [min(p.x0 for p in pieces), *columns.borders, max(p.x1 for p in pieces)]
    cells: dict[tuple[int, int], Draft] = {}
    for r, band in enumerate(bands):
        for piece in (p for row in band for p in row.pieces):
            _put(cells, r, piece, xs, ys)
    used = {i for p in pieces for i in p.indices}
    drafts = [cells[place] for place in sorted(cells)]
    return Sketch(xs, ys, drafts, used, ruled=False)


def _put(cells: dict[tuple[int, int], Draft], row: int, piece: Piece, xs: Sequence[float], ys: Sequence[float]) -> None:
    """Add a piece to the cells of its row, cut where it crosses a border."""
    for line in cut_line(piece.line, xs[1:-1]):
        column = span_of(line.x0, line.x1, xs[1:-1])[0]
        box = Box(xs[column], ys[row], xs[column + 1], ys[row + 1])
        cells.setdefault((row, column), Draft(row, column, 1, 1, box)).lines.append(line)
