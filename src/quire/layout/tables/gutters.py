"""Columns of a table without vertical rules: the gutters that its rows leave free."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from quire.layout.tables.cell_pieces import Row

TOLERANCES = (0.0, 0.04, 0.08, 0.14, 0.22, 0.32)  # shares of the rows that may cross a gutter, tried in turn
MIN_GUTTER = 2.0  # points
CROSSING = 1.6  # cost of a piece that crosses a gutter, in pieces
SHARED = 1.0  # cost of two pieces of a row in one column
SPARSE = 0.8  # cost of a column with less than two filled rows


@dataclass(slots=True)
class Columns:
    """Borders between columns (inside the gutters), the extent of the text of each, and what the choice costs."""

    borders: list[float]  # n - 1
    extents: list[tuple[float, float]]  # n
    cost: float


def columns_of(rows: Sequence[Row]) -> Columns:
    """The cheapest columns for rows of pieces."""
    events = _coverage(rows)
    best: Columns | None = None
    seen: set[tuple[float, ...]] = set()
    for tolerance in TOLERANCES:
        gaps = _gaps(events, int(tolerance * len(rows)))
        key = tuple(a for a, _ in gaps)
        if key in seen:
            continue
        seen.add(key)
        columns = _columns(rows, gaps)
        if best is None or columns.cost < best.cost:
            best = columns
    if best is None:
        return Columns([], [(rows[0].x0, rows[0].x1)], 0.0)
    return best


def _coverage(rows: Sequence[Row]) -> list[tuple[float, int]]:
    """(x, number of rows whose text covers the space from x on), in order."""
    changes: dict[float, int] = {}
    for row in rows:
        for piece in row.pieces:
            changes[piece.x0] = changes.get(piece.x0, 0) + 1
            changes[piece.x1] = changes.get(piece.x1, 0) - 1
    level, steps = 0, []
    for x in sorted(changes):
        level += changes[x]
        steps.append((x, level))
    return steps


def _gaps(steps: Sequence[tuple[float, int]], allowed: int) -> list[tuple[float, float]]:
    """Spaces that at most `allowed` rows cover, between spaces that more cover; within each, the freest part."""
    gaps: list[tuple[float, float]] = []
    place: tuple[float, float] | None = None
    lowest, inside = 0, False  # inside: some column has begun on the left
    for (x, level), (after, _) in pairwise(steps):
        if level > allowed:
            if place is not None and place[1] - place[0] >= MIN_GUTTER:
                gaps.append(place)
            place, inside = None, True
        elif inside and (place is None or level < lowest):
            place, lowest = (x, after), level
        elif place is not None and level == lowest:
            joined = (place[0], after) if x <= place[1] else (x, after)
            place = joined if joined[1] - joined[0] > place[1] - place[0] else place
    return gaps


def _columns(rows: Sequence[Row], gaps: Sequence[tuple[float, float]]) -> Columns:
    borders = [(a + b) / 2 for a, b in gaps]
    cost = 0.0
    filled = [0] * (len(borders) + 1)
    lo, hi = [float("inf")] * len(filled), [float("-inf")] * len(filled)
    for row in rows:
        last = -1
        for piece in row.pieces:
            first, end = span_of(piece.x0, piece.x1, borders)
            cost += CROSSING * (end - first) + (SHARED if first <= last else 0.0)
            last = end
            if first == end:
                filled[first] += 1
                lo[first], hi[first] = min(lo[first], piece.x0), max(hi[first], piece.x1)
    cost += SPARSE * sum(1 for n in filled if n < min(2, len(rows)))
    edges = [rows[0].x0, *borders, rows[0].x1]
    extents = [(lo[c], hi[c]) if filled[c] else (edges[c], edges[c + 1]) for c in range(len(filled))]
    return Columns(borders, extents, cost)


def span_of(x0: float, x1: float, borders: Sequence[float]) -> tuple[int, int]:
    """The first and the last column that a text from x0 to x1 stands in; a slight overhang does not count."""
    slack = min(1.0, (x1 - x0) / 4)
    first = bisect_right(borders, x0 + slack)
    return first, max(first, bisect_left(borders, x1 - slack))


def cleared(columns: Columns, rows: Sequence[Row]) -> Columns:
    """The columns with each border behind the texts that pass it but end before those of the next column.

    Such a text stands alone in its row, or the columns would have been told by it.
    """
    borders, extents = list(columns.borders), list(columns.extents)
    for index, border in enumerate(borders):
        left, (end, right) = extents[index][0], (border, extents[index + 1][0])
        for row in rows:
            for piece in row.pieces:
                if left - MIN_GUTTER <= piece.x0 < border and end < piece.x1 <= right - MIN_GUTTER:
                    end = piece.x1
        if end > border:
            borders[index] = (end + right) / 2
            extents[index] = (left, max(extents[index][1], end))
    return Columns(borders, extents, columns.cost)
