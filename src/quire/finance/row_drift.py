"""Figures of recognised rows that drift away from their labels, as on a sheet with a fold between both.

Below the fold each half of a row leans by itself: figures stand lower and lower beside their labels, in the end on the
height of the next ones. The drift is steady, so the likeliest pairs of labels and figures are those between which it
changes least, where titles of sections have no figures and other labels have some (the shortest way through all pairs).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from quire.finance.row_labels import Line, is_section
from quire.finance.text_pieces import RECOGNISED, Piece
from quire.tables.medians import median

__all__ = ["levelled"]

_FEWEST = 8  # rows with figures
_REACH = 1.6  # of the distance of two rows, that figures are away from their label at most
_STEADY = 0.3  # of the distance of two rows: the drift of the first row, and its change to the next one, at most
_BACK = 3  # rows of figures from one pair to the next, at most
_STEP = 4.0  # cost of a change of the drift by the distance of two rows, squared
_UNLABELLED = 2.0  # cost of figures without a label
_EMPTY = 1.0  # cost of a label without figures
_SECTION = 2.0  # cost of figures beside the title of a section
_SHARE = 0.5  # of the cost of the pairs on one height, that other pairs cost at most
_GAIN = 2.0  # by which other pairs must be cheaper
_MOVED = 3  # rows whose pairs change, at least
_DRIFT = 0.5  # of the distance of two rows, at its greatest, at least


class _Rows(NamedTuple):
    """Labels and figures, each with its height; the cost of leaving out the first labels; the distance of two rows."""

    labels: Sequence[Line]
    figures: Sequence[Line]
    heights: tuple[Sequence[float], Sequence[float]]
    empty: Sequence[float]
    pitch: float


Pair = tuple[int, int]
"""The place of figures and that of their label."""


def levelled(lines: Sequence[Line], language: str) -> Sequence[Line]:
    """The visual rows of a block, figures beside their own labels; the same ones unless figures drift.

    Args:
        lines: From top to bottom.
        language: "zh" or "en".
    """
    figures = [line for line in lines if line.values]
    labels = [line for line in lines if line.labels]
    if len(figures) < _FEWEST or not any(p.confidence <= RECOGNISED for line in figures for p in line.values.values()):
        return lines
    heights = [_height(line.labels) for line in labels], [_height(list(line.values.values())) for line in figures]
    pitch = median(b - a for a, b in pairwise(heights[1]))
    empty = [0.0]
    for line in labels:
        empty.append(empty[-1] + (0.0 if is_section(line.label, language) else _EMPTY))
    rows = _Rows(labels, figures, heights, empty, max(pitch, 1.0))
    place = {id(line): at for at, line in enumerate(labels)}
    now = [(i, place[id(line)]) for i, line in enumerate(figures) if id(line) in place]
    best = _cheapest(rows)
    moved = sum(pair not in set(now) for pair in best)
    if moved < _MOVED or max(abs(_drift(rows, pair)) for pair in best) < _DRIFT or not now:
        return lines
    if _cost(rows, best) > min(_SHARE * _cost(rows, now), _cost(rows, now) - _GAIN):
        return lines
    return _paired(rows, best, [line for line in lines if line.notes])


def _height(pieces: Sequence[Piece]) -> float:
    return median((p.y0 + p.y1) / 2.0 for p in pieces)


def _drift(rows: _Rows, pair: Pair) -> float:
    """How much lower figures stand than a label, in distances of two rows."""
    return (rows.heights[1][pair[0]] - rows.heights[0][pair[1]]) / rows.pitch


def _begin(rows: _Rows, pair: Pair) -> float:
    i, j = pair
    return _UNLABELLED * i + rows.empty[j] + _STEP * _drift(rows, pair) ** 2 + _at_section(rows, j)


def _step(rows: _Rows, before: Pair, pair: Pair) -> float:
    """The cost of a pair behind another one."""
    (i0, j0), (i, j) = before, pair
    change = _drift(rows, pair) - _drift(rows, before)
    between = max(1.0, (rows.heights[1][i] - rows.heights[1][i0]) / rows.pitch)
    left_out = _UNLABELLED * (i - i0 - 1) + rows.empty[j] - rows.empty[j0 + 1]
    return _STEP * change**2 / between + left_out + _at_section(rows, j)


def _at_section(rows: _Rows, j: int) -> float:
    return _SECTION if rows.empty[j + 1] == rows.empty[j] else 0.0


def _end(rows: _Rows, pair: Pair) -> float:
    i, j = pair
    return _UNLABELLED * (len(rows.figures) - 1 - i) + rows.empty[-1] - rows.empty[j + 1]


def _cost(rows: _Rows, pairs: Sequence[Pair]) -> float:
    return _begin(rows, pairs[0]) + sum(_step(rows, a, b) for a, b in pairwise(pairs)) + _end(rows, pairs[-1])


def _cheapest(rows: _Rows) -> list[Pair]:
    """The cheapest pairs, in order."""
    costs: dict[Pair, tuple[float, Pair | None]] = {}
    near = [
        [j for j in range(len(rows.labels)) if abs(_drift(rows, (i, j))) <= _REACH] for i in range(len(rows.figures))
    ]
    for i, own in enumerate(near):
        for j in own:
            drift = _drift(rows, (i, j))
            ways: list[tuple[float, Pair | None]] = [(_begin(rows, (i, j)), None)] if abs(drift) <= _STEADY else []
            ways += [
                (costs[i0, j0][0] + _step(rows, (i0, j0), (i, j)), (i0, j0))
                for i0 in range(max(0, i - _BACK), i)
                for j0 in near[i0]
                if (i0, j0) in costs and j0 < j and abs(drift - _drift(rows, (i0, j0))) <= _STEADY
            ]
            if ways:
                costs[i, j] = min(ways, key=lambda way: way[0])
    at: Pair | None = min(costs, key=lambda pair: costs[pair][0] + _end(rows, pair), default=None)
    found: list[Pair] = []
    while at is not None:
        found.append(at)
        at = costs[at][1]
    return found[::-1]


def _paired(rows: _Rows, pairs: Sequence[Pair], noted: Sequence[Line]) -> list[Line]:
    """Labels with their figures, and what has no partner, from top to bottom."""
    partner = {j: i for i, j in pairs}
    drifts = [(rows.heights[0][j], _drift(rows, (i, j)) * rows.pitch) for i, j in pairs]
    out: list[Line] = []
    for j, line in enumerate(rows.labels):
        values = dict(rows.figures[partner[j]].values) if j in partner else {}
        height = rows.heights[0][j]
        out.append(Line(list(line.labels), [], values, height, height, line.page, line.caption))
    for i in set(range(len(rows.figures))) - set(partner.values()):
        height = rows.heights[1][i]
        height -= min(drifts, key=lambda one: abs(one[0] + one[1] - height))[1]
        out.append(Line([], [], dict(rows.figures[i].values), height, height, rows.figures[i].page))
    labelled = [line for line in out if line.labels]
    left = median(p.x1 for line in labelled for p in line.labels)
    right = median(p.x0 for line in rows.figures for p in line.values.values())
    for line in noted:
        height, middle = _height(line.notes), median(p.x0 for p in line.notes)
        share = min(1.0, max(0.0, (middle - left) / max(1.0, right - left)))
        own = min(labelled, key=lambda one: abs(one.top + share * _drift_at(one.top, drifts) - height))
        own.notes += line.notes
    return sorted(out, key=lambda line: line.top)


def _drift_at(height: float, drifts: Sequence[tuple[float, float]]) -> float:
    return min(drifts, key=lambda one: abs(one[0] - height))[1]
