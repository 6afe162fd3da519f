"""Visual rows: which texts of a page stand on one line.

The one definition for documents, statements and invoices, of a text layer and of recognised text. Two texts stand on
one line when their baselines nearly agree (labels and figures are often set a point apart, and recognised lines lie
askew) and neither lies over the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

ON_ROW = 0.45  # of the smaller height: baselines of one row differ by less
OVER = 1.5  # points: texts that share more of the width lie over each other
RECENT = 8  # rows above that a text is compared with: older ones are far above
CROWDED = 250  # texts of a row, more than any table has: what comes is put to it without looking at each


class Extent(NamedTuple):
    """Where a text stands, in points."""

    baseline: float
    height: float  # of its box
    x0: float
    x1: float


class _Row:
    """A row in progress: the numbers of its texts, their mean baseline, the height of the highest."""

    __slots__ = ("baseline", "height", "members")

    def __init__(self, index: int, baseline: float, height: float) -> None:
        self.members = [index]
        self.baseline = baseline
        self.height = height


def group_rows(texts: Sequence[Extent], *, taller: float = inf) -> list[list[int]]:
    """The numbers of the texts on each row, from left to right; the rows from top to bottom.

    Args:
        texts: The texts, in any order.
        taller: Texts so many times as high as those of a row are none of its: stamps and vertical print on a form.
    """
    rows: list[_Row] = []
    for index in sorted(range(len(texts)), key=lambda i: texts[i].baseline):
        baseline, height, x0, x1 = texts[index]
        reach = ON_ROW * height
        best: _Row | None = None
        near = 0.0
        for row in rows[-RECENT:]:
            apart = abs(baseline - row.baseline)
            if apart > reach or (best is not None and apart >= near):
                continue
            small, large = min(height, row.height), max(height, row.height)
            if on_level(apart, height, row.height) and large < taller * small and _is_free(row, x0, x1, texts):
                best, near = row, apart
        if best is None:
            rows.append(_Row(index, baseline, height))
        else:
            best.members.append(index)
            best.baseline += (baseline - best.baseline) / len(best.members)
            best.height = max(best.height, height)
    rows.sort(key=lambda row: row.baseline)
    return [sorted(row.members, key=lambda i: texts[i].x0) for row in rows]


def on_level(apart: float, height: float, other: float) -> bool:
    """Whether two texts of these heights, with baselines so far apart, stand on one level."""
    return abs(apart) <= ON_ROW * min(height, other)


def _is_free(row: _Row, x0: float, x1: float, texts: Sequence[Extent]) -> bool:
    """Whether nothing of a row stands between two places."""
    if len(row.members) > CROWDED:
        return True
    for index in row.members:
        other = texts[index]
        if min(other.x1, x1) - max(other.x0, x0) > OVER:
            return False
    return True
