"""Columns of a table without vertical rules: the gutters that its rows leave free.

The one search for documents and statements. Texts of a document may cross a gutter (a title, a label that is too long);
figures of a statement never share a column with another one of their row, and any white between them parts. Between two
headings of an invoice (`border_between`), drawn lines come first.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

from quire.model.page import Rule

TOLERANCES = (0.0, 0.04, 0.08, 0.14, 0.22, 0.32)  # shares of the rows that may cross a gutter, tried in turn
MIN_GUTTER = 2.0  # points
SLIGHT = 0.055  # of the width of a text: it may stand so far over a border
CROSSING = 1.6  # cost of a piece that crosses a gutter, in pieces
SHARED = 1.0  # cost of two pieces of a row in one column
SPARSE = 0.8  # cost of a column with less than two filled rows
TWO_FIGURES = 10.0  # cost of two figures of a row in one column

Reach = tuple[float, float]
"""The left and the right edge of a text, points."""


@dataclass(slots=True)
class Columns:
    """Borders between columns (inside the gutters), the extent of the text of each, and what the choice costs."""

    borders: list[float]  # n - 1
    extents: list[tuple[float, float]]  # n
    cost: float = 0.0


def cheapest_columns(rows: Sequence[Sequence[Reach]], *, figures: bool = False) -> Columns:
    """The cheapest columns for the texts of rows, those of a row from left to right.

    Args:
        rows: The rows; none is empty, and there is one at least.
        figures: Whether all texts are figures.
    """
    events = _coverage(rows)
    best: Columns | None = None
    seen: set[tuple[float, ...]] = set()
    for tolerance in TOLERANCES:
        gaps = _gaps(events, int(tolerance * len(rows)), 0.0 if figures else MIN_GUTTER)
        key = tuple(a for a, _ in gaps)
        if key in seen:
            continue
        seen.add(key)
        columns = _columns(rows, gaps, TWO_FIGURES if figures else SHARED, 0.0 if figures else SPARSE)
        if best is None or columns.cost < best.cost:
            best = columns
    if best is None:
        return Columns([], [_extent(rows[0])], 0.0)
    return best


def covered(texts: Iterable[Reach], gap: float) -> list[Reach]:
    """The spaces that texts cover, parted by white as wide as a gap."""
    found: list[Reach] = []
    for x0, x1 in sorted(texts):
        if found and x0 - found[-1][1] < gap:
            found[-1] = found[-1][0], max(found[-1][1], x1)
        else:
            found.append((x0, x1))
    return found


def _extent(row: Sequence[Reach]) -> Reach:
    return row[0][0], max([x1 for _, x1 in row])


def _coverage(rows: Sequence[Sequence[Reach]]) -> list[tuple[float, int]]:
    """(x, number of rows whose text covers the space from x on), in order."""
    changes: dict[float, int] = {}
    for row in rows:
        for x0, x1 in row:
            changes[x0] = changes.get(x0, 0) + 1
            changes[x1] = changes.get(x1, 0) - 1
    level, steps = 0, []
    for x in sorted(changes):
        level += changes[x]
        steps.append((x, level))
    return steps


def _gaps(steps: Sequence[tuple[float, int]], allowed: int, least: float) -> list[tuple[float, float]]:
    """Spaces that at most `allowed` rows cover, between spaces that more cover; within each, the freest part."""
    gaps: list[tuple[float, float]] = []
    place: tuple[float, float] | None = None
    lowest, inside = 0, False  # inside: some column has begun on the left
    for (x, level), (after, _) in pairwise(steps):
        if level > allowed:
            if place is not None and place[1] - place[0] >= least:
                gaps.append(place)
            place, inside = None, True
        elif inside and (place is None or level < lowest):
            place, lowest = (x, after), level
        elif place is not None and level == lowest:
            joined = (place[0], after) if x <= place[1] else (x, after)
            place = joined if joined[1] - joined[0] > place[1] - place[0] else place
    return gaps


def _columns(
    rows: Sequence[Sequence[Reach]], gaps: Sequence[tuple[float, float]], shared: float, sparse: float
) -> Columns:
    borders = [(a + b) / 2 for a, b in gaps]
    cost = 0.0
    filled = [0] * (len(borders) + 1)
    lo, hi = [float("inf")] * len(filled), [float("-inf")] * len(filled)
    for row in rows:
        last = -1
        for x0, x1 in row:
            first, end = span_of(x0, x1, borders)
            cost += CROSSING * (end - first) + (shared if first <= last else 0.0)
            last = end
            if first == end:
                filled[first] += 1
                lo[first], hi[first] = min(lo[first], x0), max(hi[first], x1)
    cost += sparse * sum(1 for n in filled if n < min(2, len(rows)))
    left, right = _extent(rows[0])
    edges = [left, *borders, right]
    extents = [(lo[c], hi[c]) if filled[c] else (edges[c], edges[c + 1]) for c in range(len(filled))]
    return Columns(borders, extents, cost)


def span_of(x0: float, x1: float, borders: Sequence[float]) -> tuple[int, int]:
    """The first and the last column that a text from x0 to x1 stands in; a slight overhang does not count."""
    slack = min(max(1.0, SLIGHT * (x1 - x0)), (x1 - x0) / 4)
    first = bisect_right(borders, x0 + slack)
    return first, max(first, bisect_left(borders, x1 - slack))


BESIDE = 2.0  # points by which a drawn line may reach into a heading
MARGIN = 0.5  # points of white at the sides of a text
ALIGNED = 1.5  # points: texts that begin or end within it are set to one edge
MOST = 0.6  # share of the texts of a column that are set to its edge
FLUSH = 2.5  # times what white is worth elsewhere: beside the edge that a column is set to
INSIDE, BARE = 0.6, 0.3  # the same where no text of the column to the right, or to the left, ends the white

Side = Literal["", "left", "right"]


def uprights(rules: Iterable[Rule], top: float, bottom: float) -> list[float]:
    """The x of the vertical rules that run beside what stands between two heights."""
    return sorted((r.x0 + r.x1) / 2 for r in rules if not r.horizontal and r.y0 < bottom and r.y1 > top)


class Heading(NamedTuple):
    """The heading of a column, and the edge that its texts are set to where that is known."""

    x0: float
    x1: float
    side: Side = ""

    @property
    def centre(self) -> float:
        """Its middle from left to right."""
        return (self.x0 + self.x1) / 2


def border_between(left: Heading, right: Heading, texts: Iterable[Reach], rules: Sequence[float] = ()) -> float:
    """The x between two headings that parts their columns.

    It is that of a drawn line, else of the place that the fewest texts of the body cross; of several such places of
    the one with the most white around it, which counts more along the edge that a column is set to.

    Args:
        left: A heading.
        right: The heading right of it.
        texts: What stands below.
        rules: The x of vertical rules beside the table.
    """
    drawn = [x for x in rules if left.x1 - BESIDE <= x <= right.x0 + BESIDE]
    if drawn:
        return drawn[0]
    low, high = left.centre, right.centre
    near = [(x0, x1) for x0, x1 in texts if x1 > low and x0 < high]
    ends = {round(x) for x0, x1 in near for x in (x0 - MARGIN, x1 + MARGIN) if low < x < high}
    spots = [(a + b) / 2 for a, b in pairwise(sorted({low, high, left.x1, right.x0, *ends})) if b > a]
    if not spots:
        return (left.x1 + right.x0) / 2

    def cost(x: float) -> tuple[int, float, float]:
        before, after = [x1 for _, x1 in near if x1 <= x], [x0 for x0, _ in near if x0 >= x]
        start, end = max([low, *before]), min([high, *after])
        room = end - start
        if right.side == "left":
            room *= _along(after, end) if end < high else INSIDE
        elif left.side == "right":
            room *= _along(before, max(before)) if before else BARE
        return sum(x0 < x < x1 for x0, x1 in near), -room, abs(x - (start + end) / 2)

    return min(spots, key=cost)


def _along(edges: Sequence[float], edge: float) -> float:
    """How much more white counts beside the edge that most texts are set to."""
    return FLUSH if sum(abs(x - edge) < ALIGNED for x in edges) >= MOST * len(edges) else 1.0
