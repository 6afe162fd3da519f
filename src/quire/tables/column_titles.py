"""Titles over columns: which columns each covers, which lines are one title, on which level it stands.

The one definition for documents and statements. A title covers the columns whose texts it stands over, those of a rule
right below it or of the upright rules around it, or those in the middle of which it stands, where they have titles of
their own further below.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from quire.tables.column_gutters import Columns, Reach, span_of
from quire.tables.edges import Edge

OF_TITLE = 0.25  # of the width of a title, or half of the narrower of both: so much stands over a column that it covers
UNDER = 0.9  # of the height below the baseline: a rule so near underlines a title
OVER = 0.2  # of the size above it: the same
RULE_SIDE = 3.0  # points by which the ends of a rule may lie inside of what they bound
AS_WIDE = 1.2  # of the widest line below: the first line of a column's title is not wider
NEARER = 2.0  # points: a title that reaches one column is so much nearer to the middle of several that it covers
ALIKE = 0.7  # of the size: of spans whose middles are about as near to a title of several columns it covers the widest
WITHIN = 1.2  # of the size: the middle of a title over all columns is so near to theirs
ON_EDGE = 3.0  # points from an edge or the middle of a column or title
TIGHT = 1.6  # of the size, from the first line of a title of one column to the next
LEADING = 1.55  # of the height, between the lines of one title
WRAP = 2.0  # points; the same for a line that reaches less far than the one above it
SIDE = 6.0  # points; lines of one title stand on one edge or middle, give or take this
SAME_LEVEL = 1.5  # points between the baselines of titles of one level
_YEAR = re.compile(r"(?:19|20)\d\d")

Span = tuple[int, int]
"""The first and the last column."""


class Title(NamedTuple):
    """A line of a title, points; its baseline, top and end are those of its visual row."""

    text: str
    x0: float
    x1: float
    baseline: float
    y0: float
    y1: float
    size: float
    weight: int = 0  # 1 in a row that is all bold, -1 in one of plain type
    place: int = 0  # in the caller's list

    @property
    def centre(self) -> float:
        """The middle from left to right."""
        return (self.x0 + self.x1) / 2

    @property
    def height(self) -> float:
        """From top to end."""
        return self.y1 - self.y0


class Heading:
    """A title: its lines from top to bottom, the columns it covers, its row among the levels and how many it spans."""

    __slots__ = ("down", "first", "last", "lines", "row")

    def __init__(self, line: Title, first: int, last: int) -> None:
        self.lines = [line]
        self.first = first
        self.last = last
        self.row = 0
        self.down = 1

    @property
    def top(self) -> float:
        """The top of its first line."""
        return self.lines[0].y0

    @property
    def end(self) -> float:
        """The bottom of its last line."""
        return self.lines[-1].y1

    @property
    def text(self) -> str:
        """Its lines, with spaces between them."""
        return " ".join([line.text for line in self.lines])

    def covers(self, first: int, last: int) -> bool:
        """Whether it covers one of some columns."""
        return self.first <= last and first <= self.last


class _Header(NamedTuple):
    """The rows of titles, the columns below them, the rules around."""

    rows: Sequence[Sequence[Title]]
    columns: Columns
    rules: Sequence[Edge]
    upright: Sequence[Edge]


def headings(
    rows: Sequence[Sequence[Title]], columns: Columns, rules: Sequence[Edge], upright: Sequence[Edge] = ()
) -> tuple[list[Heading], list[float]]:
    """The titles of a header, and the height where each of its levels begins.

    Args:
        rows: The visual rows, from top to bottom, each from left to right.
        columns: Of the table, that of labels first.
        rules: Horizontal rules near it.
        upright: Vertical ones that part titles.
    """
    header = _Header(rows, _widened(rows, columns), rules, upright)
    found: list[Heading] = []
    for index, row in enumerate(rows):
        fresh: list[Heading] = []
        spans = _spans(header, index, found)
        for title, (first, last) in zip(row, spans, strict=True):
            same = [h for h in fresh if h.covers(first, last)]
            above = next((h for h in reversed(found) if h.covers(first, last)), None)
            if same:
                same[-1].lines.append(title)
            elif above is not None and _goes_on(above, title, (first, last), spans, rules):
                above.lines.append(title)
                above.first, above.last = min(above.first, first), max(above.last, last)
            else:
                fresh.append(Heading(title, first, last))
        found += fresh
    return found, _on_levels(found)


def _widened(rows: Sequence[Sequence[Title]], columns: Columns) -> Columns:
    """The columns, each as wide as its lowest title at least, where a row has one for each."""
    count = len(columns.extents) - 1
    leaves = next((row for row in reversed(rows) if len(row) == count > 1), None)
    if leaves is None or leaves[0].x1 <= columns.borders[0]:
        return columns
    pairs = zip(columns.extents[1:], leaves, strict=True)
    wide = [(min(lo, title.x0), max(hi, title.x1)) for (lo, hi), title in pairs]
    return Columns(columns.borders, [columns.extents[0], *wide], columns.cost)


def _leaves(below: Sequence[Title], columns: Columns) -> list[Reach]:
    """Where the titles below a row stand that lie over one column each; the column itself where it has none."""
    reaches: list[Reach | None] = [None] * len(columns.extents)
    for title in below:
        first, last = _under(title, columns)
        if first == last:
            own = reaches[first]
            reaches[first] = (min(own[0], title.x0), max(own[1], title.x1)) if own else (title.x0, title.x1)
    return [own or extent for own, extent in zip(reaches, columns.extents, strict=True)]


def _spans(header: _Header, index: int, found: Sequence[Heading]) -> list[Span]:
    """The columns that each title of a row covers, below those that were found."""
    rows, columns = header.rows, header.columns
    shares = _equal_shares(rows, index, columns)
    if shares:
        return shares
    row = rows[index]
    below = [title for other in rows[index + 1 :] for title in other]
    spans: list[Span] = []
    fixed: set[int] = set()
    for i, title in enumerate(row):
        bounds = _cell_around(title, header.upright) or underline(title, row, header.rules, columns)
        spans.append(_under(title, columns) if bounds is None else _inside(bounds, columns))
        if bounds is None and _is_first_line(title, below):
            spans[i] = _as_below(header, index, title, spans[i])
            fixed.add(i)
        elif bounds is not None:
            fixed.add(i)
    spans = _apart(spans)
    if len(row) == 1 and not fixed and below:
        above = [title for other in rows[:index] for title in other]
        if _is_over_all(row[0], columns, [*above, *below]):
            return [(1, len(columns.extents) - 1)]
    if not below:
        return spans
    leaves = _leaves(below, columns)
    single = {h.first for h in found if h.first == h.last}
    over = [sum(_stands_over(title, extent) for title in row) for extent in columns.extents]
    for i, title in enumerate(row):
        if i not in fixed and spans[i][0]:
            beside = {c for c, extent in enumerate(columns.extents) if over[c] > _stands_over(title, extent)}
            others = {c for k, (first, last) in enumerate(spans) if k != i for c in range(first, last + 1)}
            spans[i] = _grown(title, spans[i], single | beside | others, columns, leaves)
    return spans


def _stands_over(title: Title, extent: Reach) -> bool:
    return min(title.x1, extent[1]) > max(title.x0, extent[0])


def _is_first_line(title: Title, below: Sequence[Title]) -> bool:
    """Whether a title is the first line of that of one column: "Accumulated" over "Other", "Comprehensive".

    What begins with a small letter goes on with the line above, however wide that is: "Non-controlling" over
    "interests".
    """
    under = [q for q in below if _stands_over(q, (title.x0, title.x1))]
    if not under:
        return False
    nearest = min(under, key=lambda q: q.baseline)
    widest = max(q.x1 - q.x0 for q in under)
    return (
        nearest.baseline - title.baseline < TIGHT * title.size
        and not any(_YEAR.search(q.text) for q in under)
        and (title.x1 - title.x0 < AS_WIDE * widest or nearest.text[:1].islower())
        and _in_line(title, nearest, ON_EDGE)
    )


def _as_below(header: _Header, index: int, title: Title, own: Span) -> Span:
    """The columns of a title's first line: those of its next line, where these are more."""
    if index + 1 == len(header.rows):
        return own
    for other, (first, last) in zip(header.rows[index + 1], _spans(header, index + 1, ()), strict=True):
        if _stands_over(other, (title.x0, title.x1)) and first <= own[0] and last >= own[1]:
            return first, last
    return own


def _equal_shares(rows: Sequence[Sequence[Title]], index: int, columns: Columns) -> list[Span]:
    """One column each where a row has a title for every column, or as many columns each; [] for other rows."""
    row, count = rows[index], len(columns.extents) - 1
    if len(row) < 2 or count % len(row) or row[0].x1 <= columns.borders[0]:
        return []
    each = count // len(row)
    parts = [(1 + i * each, (i + 1) * each) for i in range(len(row))]
    if each == 1:
        return parts
    leaves = next((other for other in reversed(rows[index + 1 :]) if len(other) == count), None)
    if leaves is None:
        return []
    flush = all(abs(title.x0 - leaves[first - 1].x0) < 1.0 for title, (first, _) in zip(row, parts, strict=True))
    texts = [leaf.text for leaf in leaves]
    again = len(set(texts[:each])) == each and all(text == texts[i % each] for i, text in enumerate(texts))
    return parts if flush or again else []


def _cell_around(title: Title, upright: Sequence[Edge]) -> tuple[float, float] | None:
    """The places of the upright rules left and right of a title; None where it has none on both sides."""
    middle = (title.y0 + title.y1) / 2
    near = [edge.at for edge in upright if edge.lo - 1 <= middle <= edge.hi + 1]
    left = [x for x in near if x <= title.x0 + 1]
    right = [x for x in near if x >= title.x1 - 1]
    return (max(left), min(right)) if left and right else None


def underline(
    title: Title, row: Sequence[Title], rules: Sequence[Edge], columns: Columns
) -> tuple[float, float] | None:
    """The ends of the rule right below a title, which spans no other one and is not of the whole table."""
    first = columns.extents[0]
    for edge in rules:
        if edge.lo < (first[0] + first[1]) / 2 and edge.hi > columns.extents[-1][0]:
            continue
        if not -OVER * title.size <= edge.at - title.baseline <= UNDER * title.height:
            continue
        if edge.lo <= title.x0 + RULE_SIDE and edge.hi >= title.x1 - RULE_SIDE:
            others = any(other is not title and edge.lo < other.centre < edge.hi for other in row)
            return None if others else (edge.lo, edge.hi)
    return None


def _inside(bounds: tuple[float, float], columns: Columns) -> Span:
    """The columns whose texts are between two places in the main."""
    held = [
        c
        for c, (lo, hi) in enumerate(columns.extents)
        if min(bounds[1], hi) - max(bounds[0], lo) > 0.5 * (hi - lo) and hi > lo
    ]
    return (held[0], held[-1]) if held else span_of(*bounds, columns.borders)


def _under(title: Title, columns: Columns) -> Span:
    """The columns whose texts lie under a title; the nearest one when there is none."""
    width = title.x1 - title.x0
    touched = []
    for c, (lo, hi) in enumerate(columns.extents):
        shared = min(title.x1, hi) - max(title.x0, lo)
        if shared > 0.5 * min(width, hi - lo) or (shared > 0 and shared > OF_TITLE * width):
            touched.append(c)
    if touched:
        return touched[0], touched[-1]
    away = [max(lo - title.centre, title.centre - hi, 0.0) for lo, hi in columns.extents]
    nearest = away.index(min(away))
    return nearest, nearest


def _apart(spans: Sequence[Span]) -> list[Span]:
    """No column under two titles of a row: spans shrink; two titles of one column stay in one cell."""
    result: list[Span] = []
    for first, last in spans:
        start = first
        if result and first <= result[-1][1]:
            left, right = result[-1]
            right = max(left, first - 1)
            result[-1] = (left, right)
            start = first if right < first else min(right + 1, last)
        result.append((max(start, result[-1][1] if result else 0), max(start, last)))
    return result


def _is_over_all(title: Title, columns: Columns, others: Sequence[Title]) -> bool:
    """Whether a title that is alone in its row stands in the middle over all columns, or their titles, but labels."""
    miss = _miss(title.centre, columns, 1, len(columns.extents) - 1, columns.extents)
    over = [q for q in others if q.x1 > columns.borders[0]]
    if over:
        miss = min(miss, abs(min(q.x0 for q in over) + max(q.x1 for q in over) - 2 * title.centre) / 2)
    return title.x0 >= columns.borders[0] and miss <= WITHIN * title.size


def _grown(title: Title, own: Span, taken: set[int], columns: Columns, leaves: Sequence[Reach]) -> Span:
    """The columns of a title with free ones beside them, where its middle is nearer to that of the span."""
    lowest, highest = own
    while lowest > 1 and lowest - 1 not in taken:
        lowest -= 1
    while highest + 1 < len(columns.extents) and highest + 1 not in taken:
        highest += 1
    misses = {
        (first, last): _miss(title.centre, columns, first, last, leaves)
        for first in range(lowest, own[0] + 1)
        for last in range(own[1], highest + 1)
    }
    least = min(misses.values())
    if own[0] == own[1] and least >= misses[own] - NEARER:
        return own
    slack = ALIKE * title.size if own[0] < own[1] else 0.0
    alike = [span for span, miss in misses.items() if miss <= least + slack]
    return max(alike, key=lambda span: span[1] - span[0])


def _miss(centre: float, columns: Columns, first: int, last: int, leaves: Sequence[Reach]) -> float:
    """How far a middle is off that of some columns: of their texts, titles, or the space from border to border.

    Figures that are set to the right leave the left of their columns free.
    """
    lo, hi = columns.extents[first][0], columns.extents[last][1]
    miss = min(abs((lo + hi) / 2 - centre), abs((leaves[first][0] + leaves[last][1]) / 2 - centre))
    if first < last:
        hi = columns.borders[last] if last < len(columns.borders) else hi
        miss = min(miss, abs((columns.borders[first - 1] + hi) / 2 - centre) if first else miss)
    return miss


def _goes_on(above: Heading, title: Title, span: Span, beside: Sequence[Span], rules: Sequence[Edge]) -> bool:
    """Whether a line is the next one of the title above it; `beside` are the spans of all titles of its row.

    A row of bold titles above one that is not bold is a level of its own.
    """
    last = above.lines[-1]
    if span != (above.first, above.last):
        inside = above.first <= span[0] and span[1] <= above.last
        alone = sum(above.covers(*other) for other in beside) == 1
        if not (inside and alone and _in_line(last, title, WRAP)):
            return False
    if title.baseline - last.baseline > LEADING * max(title.height, last.height):
        return False
    if last.weight > 0 > title.weight:
        return False
    between = [e for e in rules if last.baseline <= e.at <= title.baseline - 0.3 * title.height]
    if any(e.lo < last.x1 and e.hi > last.x0 for e in between):
        return False
    return span[0] == span[1] or _in_line(last, title, SIDE)


def _in_line(a: Title, b: Title, slack: float) -> bool:
    return min(abs(a.x0 - b.x0), abs(a.x1 - b.x1), abs(a.centre - b.centre)) <= slack


def _on_levels(cells: Sequence[Heading]) -> list[float]:
    """Give each title its row: the last one unless others stand below it; and the tops of the rows."""
    levels: dict[int, int] = {}
    ordered = sorted(cells, key=lambda h: -h.top)
    for i, cell in enumerate(ordered):
        below = [levels[id(h)] for h in ordered[:i] if h.covers(cell.first, cell.last) and h.top > cell.top]
        levels[id(cell)] = 1 + max(below) if below else 0
    count = 1 + max(levels.values(), default=-1)
    for cell in cells:
        cell.row = count - 1 - levels[id(cell)]
    tops = [min((h.top for h in cells), default=0.0)]
    for row in range(1, count):
        above = max(h.end for h in cells if h.row == row - 1)
        tops.append(max(tops[-1] + 1.0, above))
    for cell in cells:
        _raise(cell, cells)
    return tops[:count]


def _raise(cell: Heading, cells: Sequence[Heading]) -> None:
    """Let a title begin on the level of others that stand on its height, when nothing stands above it or below."""
    if not cell.row or any(h is not cell and h.covers(cell.first, cell.last) for h in cells):
        return
    height = cell.lines[0].baseline
    beside = [h.row for h in cells if h.row < cell.row and abs(h.lines[0].baseline - height) < SAME_LEVEL]
    if beside:
        cell.down += cell.row - min(beside)
        cell.row = min(beside)
