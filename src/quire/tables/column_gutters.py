"""Columns of a table without vertical rules: the gutters that its rows leave free.

The one search for documents and statements. Texts of a document may cross a gutter (a title, a label that is too long);
figures of a statement never share a column with another one of their row, and any white between them parts.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

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
    cost: float


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
