"""Boxes in points, origin top left, y down."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle; x0 <= x1, y0 <= y1. A tuple, because pages hold thousands of them."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        """Points from left to right."""
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        """Points from top to bottom."""
        return self.y1 - self.y0

    @property
    def area(self) -> float:
        """Square points."""
        return (self.x1 - self.x0) * (self.y1 - self.y0)

    def union(self, other: Box) -> Box:
        """The smallest box that holds both."""
        return Box(min(self.x0, other.x0), min(self.y0, other.y0), max(self.x1, other.x1), max(self.y1, other.y1))

    def overlap(self, other: Box) -> float:
        """The area that both share, in square points; 0 when they are apart."""
        width = min(self.x1, other.x1) - max(self.x0, other.x0)
        height = min(self.y1, other.y1) - max(self.y0, other.y0)
        return width * height if width > 0 and height > 0 else 0.0

    def holds(self, other: Box, slack: float = 0.0) -> bool:
        """Whether `other` lies inside, give or take `slack` points on each side."""
        return (
            self.x0 - slack <= other.x0
            and self.y0 - slack <= other.y0
            and other.x1 <= self.x1 + slack
            and other.y1 <= self.y1 + slack
        )

    def holds_point(self, x: float, y: float) -> bool:
        """Whether the point lies inside or on the edge."""
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1


def bounds(boxes: Iterable[Box]) -> Box:
    """The smallest box that holds all of `boxes`.

    Raises:
        ValueError: there is none.
    """
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return Box(min(x0), min(y0), max(x1), max(y1))
