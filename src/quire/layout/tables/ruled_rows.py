"""Tables whose rows are parted by rules or sides of fills of one width: each band between two of them is a row.

Columns are the white that goes through the bands, whatever stands at which height in them. Rules of one width part
sections of text, boxes and the grids of charts too: one sum of evidence says whether bands are a table.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from quire.layout.tables.cell_pieces import Piece, Row, rows_of_pieces
from quire.layout.tables.grids import Draft, Sketch, cut_line, is_bold
from quire.layout.tables.gutters import Columns, span_of
from quire.layout.tables.header_levels import headings
from quire.layout.tables.header_rows import is_caption, is_unit_line
from quire.layout.text.numeric_text import is_marker, is_year
from quire.model.geometry import Box
from quire.model.page import Line
from quire.tables.column_gutters import cheapest_columns
from quire.tables.edges import Edge, without_underlines

SAME = 4.0  # points; the rules of one table begin and end within this
MIN_WIDTH = 120.0  # points, of a rule: records have texts
MIN_BANDS = 3
MIN_COLUMNS = 2
MAX_HEAD = 4  # visual rows above the first rule
CLOSE = 0.7  # of the row height: white between the lines of the headings, and above the first rule
LEVEL = 2.5  # points; texts side by side that begin, end or have their middles at one height, give or take this
PITCH = 1.7  # of the type size, from a line of a cell to the next
TOUCHING = 1.0  # points; texts of a band that are nearer to each other across are of one column
# Evidence that bands are the rows of a table: the share of filled places, that of bands with a text in the first
# column, the number of bands up to MANY and of columns beyond two up to WIDE, a frame, headings that are set apart; and
# against it the shares of bands that hold several rows, of texts that stand in two columns, of rows with texts apart in
# one column and of rows that go on beside the rules; and that rows go on above or below them. Set by hand, not fitted,
# with the development documents in view on which they were measured.
FILLED, LEADING, STACKED, PARTED, FRAMED, HEADED = 4.0, 2.0, 1.5, 0.5, 1.5, 1.0
CROWDED, CROSSING, SHARED, BESIDE, BEYOND, ENOUGH = 4.0, 8.0, 6.0, 4.0, 4.0, 7.0
MANY, WIDE = 6, 4
FAR = 2.2  # of the highest band: rows that go on stand no further from the first or last rule


class _Group(NamedTuple):
    """Rules of one width, from top to bottom."""

    rules: list[Edge]

    @property
    def lo(self) -> float:
        return self.rules[0].lo

    @property
    def hi(self) -> float:
        return self.rules[0].hi


def records(lines: Sequence[tuple[int, Line]], borders: Sequence[Edge], sides: Sequence[Edge] = ()) -> Iterator[Sketch]:
    """The tables whose rows are bands between borders of one width.

    Args:
        lines: The lines of a page that no other table has used, with their indices.
        borders: The page's horizontal borders, rules and sides of fills, from top to bottom.
        sides: Its vertical borders, which may frame a table.
    """
    groups = [group for group in _groups(borders) if _holds_bands(group, lines)]
    if not groups:
        return
    rows = rows_of_pieces(lines)
    for group in groups:
        rules = without_underlines(group.rules, (line for _, line in lines))
        bands = [_between(rows, group, a.at, b.at) for a, b in pairwise(rules)]
        framed = [_is_framed(a, b, sides) for a, b in pairwise(rules)]
        head = [] if framed and framed[0] else _head_above(rows, group)
        for start, end in _runs(bands, framed):
            heights = [rule.at for rule in rules[start : end + 1]]
            own = head if start == 0 else []
            beside, over = _beside(rows, group, heights), _go_on(rows, group, own, heights)
            banded = Banded(own, bands[start:end], heights, framed[start], beside, over)
            sketch = _sketch(banded, borders)
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
    for above in reversed(rows):
        if above.baseline >= top or above.x1 <= group.lo or above.x0 >= group.hi:
            continue
        own = _between([above], group, 0.0, top)
        if not own:
            break
        row = own[0]
        text = row.pieces[0].text
        if top - row.y1 > CLOSE * row.height or len(found) == MAX_HEAD or is_unit_line(text) or is_caption(text):
            break
        if len(row.pieces) == 1 and not found:
            break
        found.insert(0, row)
        top = row.y0
    return found


def _runs(bands: Sequence[Sequence[Row]], framed: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """First and last (exclusive) of the bands that may be of one table.

    They hold text, all in a frame or none, and no text of several lines alone, which parts two tables.
    """
    start = 0
    for i in range(len(bands) + 1):
        ends = i == len(bands) or not bands[i] or (not framed[i] and _is_alone(bands[i]))
        if ends or framed[i] != framed[start]:
            if i - start >= MIN_BANDS:
                yield start, i
            start = i + 1 if ends else i


def _is_alone(band: Sequence[Row]) -> bool:
    return len(band) > 1 and len(_reach(band)) == 1


def _beside(rows: Sequence[Row], group: _Group, heights: Sequence[float]) -> float:
    """The share of the rows between the rules that hold texts beside them, too."""
    inside = [
        row for row in rows if heights[0] <= row.baseline < heights[-1] and row.x1 > group.lo and row.x0 < group.hi
    ]
    beside = sum(any(p.x1 <= group.lo or p.x0 >= group.hi for p in row.pieces) for row in inside)
    return beside / max(1, len(inside))


def _go_on(rows: Sequence[Row], group: _Group, head: Sequence[Row], heights: Sequence[float]) -> bool:
    """Whether headings hold figures, or a row of several texts stands near above them or the rules, or below these."""
    if any(map(_has_figures, head)):
        return True
    top, end = min([row.y0 for row in head], default=heights[0]), heights[-1]
    reach = FAR * max(below - above for above, below in pairwise(heights))
    near = [r for r in rows if (top - reach < r.y0 and r.baseline < top) or (r.baseline > end and r.y1 < end + reach)]
    return any(row.x0 >= group.lo - SAME and row.x1 <= group.hi + SAME and len(row.pieces) > 1 for row in near)


class Banded(NamedTuple):
    """Bands between rules of one width that may be the rows of a table."""

    above: Sequence[Row]  # headings above the first rule
    bands: Sequence[Sequence[Row]]
    heights: Sequence[float]  # of the rules, one more than bands
    framed: bool
    beside: float  # the share of the rows that hold texts beside the rules, too
    goes_on: bool  # above the first rule or the headings, or below the last rule


def _is_framed(above: Edge, below: Edge, sides: Sequence[Edge]) -> bool:
    """Whether vertical borders run from one rule to the next at both of their ends."""
    return all(
        any(abs(side.at - at) <= SAME and side.lo <= above.at + SAME and side.hi >= below.at - SAME for side in sides)
        for at in (below.lo, below.hi)
    )


def _sketch(banded: Banded, rules: Sequence[Edge]) -> Sketch | None:
    """The table of bands below headings; without headings above, the first band holds them."""
    above, bands = banded.above, banded.bands
    reaches = [reach for band in [*bands, *([row] for row in above)] if len(reach := _reach(band)) > 1]
    if len(reaches) < MIN_COLUMNS:
        return None
    columns = cheapest_columns(reaches)
    rows = [row for band in bands for row in band]
    if len(columns.extents) < MIN_COLUMNS or evidence(banded, columns) < ENOUGH:
        return None
    head = above or bands[0]
    heads, tops = headings(head, columns, rules)
    levels = above or (len(tops) > 1 and any(h.last > h.first for h in heads))
    heights = [*tops, *banded.heights[not above :]] if levels else banded.heights
    pieces = [p for row in [*above, *rows] for p in row.pieces]
    xs = [min(p.x0 for p in pieces), *columns.borders, max(p.x1 for p in pieces)]
    cells: dict[tuple[int, int], Draft] = {}
    if levels:
        for heading in heads:
            for piece in heading.pieces:
                _add(cells, (heading.row, heading.first, heading.last, heading.down), piece.line, xs, heights)
    first = len(tops) if levels else 0
    for r, band in enumerate(bands if above or not levels else bands[1:], first):
        _put(cells, r, band, xs, heights)
    used = {i for p in pieces for i in p.indices}
    sketch = Sketch(xs, list(heights), [cells[place] for place in sorted(cells)], used, ruled=False)
    sketch.header_rows = len(tops) if levels else None
    return sketch


def _reach(band: Sequence[Row]) -> list[tuple[float, float]]:
    """Where the texts of a band stand across, whatever their heights: runs without white between them."""
    found: list[tuple[float, float]] = []
    for x0, x1 in sorted([(p.x0, p.x1) for row in band for p in row.pieces]):
        if found and x0 <= found[-1][1] + TOUCHING:
            found[-1] = found[-1][0], max(x1, found[-1][1])
        else:
            found.append((x0, x1))
    return found


def evidence(banded: Banded, columns: Columns) -> float:
    """The sum of evidence that bands are the rows of a table; `ENOUGH` and more are enough."""
    bands = banded.bands
    count, width = len(bands), len(columns.extents)
    places = [{span_of(p.x0, p.x1, columns.borders)[0] for row in band for p in row.pieces} for band in bands]
    inside = [p for band in bands if len(_reach(band)) > 1 for row in band for p in row.pieces]
    crossing = sum(len(set(span_of(p.x0, p.x1, columns.borders))) > 1 for p in inside)
    head = [p.line for row in banded.above or bands[0] for p in row.pieces]
    return (
        FILLED * sum(map(len, places)) / (count * width)
        + LEADING * sum(0 in place for place in places) / count
        + STACKED * min(MANY, count) / MANY
        + PARTED * (min(WIDE, width) - MIN_COLUMNS)
        + FRAMED * banded.framed
        + HEADED * (is_bold(head) and not is_bold([p.line for row in bands[-1] for p in row.pieces]))
        - CROWDED * sum(_is_several(band, columns) for band in bands) / count
        - CROSSING * crossing / max(1, len(inside))
        - SHARED * sum(_shares(row, columns) for band in bands for row in band) / sum(map(len, bands))
        - BESIDE * banded.beside
        - BEYOND * (banded.goes_on and not banded.framed)
    )


def _shares(row: Row, columns: Columns) -> bool:
    """Whether two texts of a row, no marker and its text, stand in one column."""
    texts = [p for p in row.pieces if p.amount or not is_marker(p.text)]
    places = [span_of(p.x0, p.x1, columns.borders)[0] for p in texts]
    return len(set(places)) < len(places)


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
    return below.line.baseline - above.line.baseline < PITCH * word.style.size and (
        above.x1 + width > right - 1 or below.text[0].islower()
    )


def _is_row(row: Row, columns: Columns) -> bool:
    places = {span_of(p.x0, p.x1, columns.borders)[0] for p in row.pieces}
    return 0 in places and (len(places) > 2 or _has_figures(row))


def _put(
    cells: dict[tuple[int, int], Draft], row: int, band: Sequence[Row], xs: Sequence[float], ys: Sequence[float]
) -> None:
    """Add a band to the cells of its row: one run of text spans what it reaches, others are cut at the borders."""
    borders = xs[1:-1]
    one = len(_reach(band)) == 1
    for piece in (p for line in band for p in line.pieces):
        first, last = span_of(piece.x0, piece.x1, borders)
        for line in [piece.line] if one else cut_line(piece.line, borders[first:last]):
            own, end = span_of(line.x0, line.x1, borders)
            _add(cells, (row, own, end if one else own, 1), line, xs, ys)


def _add(
    cells: dict[tuple[int, int], Draft],
    place: tuple[int, int, int, int],
    line: Line,
    xs: Sequence[float],
    ys: Sequence[float],
) -> None:
    """Add a line to the cell at (row, first column, last column, rows)."""
    row, first, last, down = place
    cell = cells.get((row, first))
    if cell is None:
        box = Box(xs[first], ys[row], xs[last + 1], ys[row + down])
        cell = cells[row, first] = Draft(row, first, down, last - first + 1, box)
    cell.lines.append(line)
    cell.col_span = max(cell.col_span, last - first + 1)
