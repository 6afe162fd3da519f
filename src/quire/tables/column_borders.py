"""Where one column ends and the next begins, between two headings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from quire.model.page import Rule

BESIDE = 2.0  # points by which a drawn line may reach into a heading
MARGIN = 0.5  # points of white at the sides of a text
ALIGNED = 1.5  # points: texts that begin or end within it are set to one edge
MOST = 0.6  # share of the texts of a column that are set to its edge
FLUSH = 2.5  # times what white is worth elsewhere: beside the edge that a column is set to
INSIDE, BARE = 0.6, 0.3  # the same where no text of the column to the right, or to the left, ends the white

Side = Literal["", "left", "right"]

Reach = tuple[float, float]
"""The left and the right edge of a text, points."""


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
