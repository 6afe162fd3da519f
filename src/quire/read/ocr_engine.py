"""The seam for recognition: the result of an engine, its protocol, and a fake engine for tests.

Coordinates are pixels of the recognised picture, origin top left, y down. The real engine is
`quire.read.scan.ocr_onnx`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from quire.model.page import Steps

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Pixels: TypeAlias = "NDArray[np.uint8]"
"""A picture: (height, width, 3), RGB."""

Polygon = tuple[tuple[float, float], ...]
"""Four corners of a piece of text: first the top corner where reading starts, then clockwise."""


class Reading(NamedTuple):
    """A recognised piece of text: a line, or a part of one."""

    text: str
    polygon: Polygon
    confidence: float  # 0..1, the mean over its characters
    positions: tuple[
        float, ...
    ] = ()  # middle of each character from the piece's left (0) to its right (1); () if unknown
    scores: tuple[float, ...] = ()  # confidence of each character, 0..1, as it was recognised; () if unknown
    rivals: tuple[float, ...] = ()
    """Of each character, how likely another one stands there or right behind it, 0..1; () if unknown."""
    steps: Steps = ()  # from the left end of the piece to the right one, evenly apart; () if sure, or unknown

    @property
    def weakest(self) -> float:
        """The confidence of its least certain character."""
        return min(self.scores, default=self.confidence)


class Illegible(Exception):
    """The picture has no readable text: a script that the engine does not know, or handwriting."""


class Ocr(Protocol):
    """An engine that reads pictures of text, shape (height, width, 3), RGB, uint8."""

    def read(self, image: Pixels) -> list[Reading]:
        """The text of a picture, piece by piece, from top to bottom."""

    def find(self, image: Pixels) -> list[Polygon]:
        """The places of text in a picture, whatever its direction; faster than reading it."""

    def recognise(self, image: Pixels, places: Sequence[Polygon]) -> list[Reading]:
        """The text at places of a picture, one reading for each; text "" and confidence 0 if none is recognised."""


class FakeOcr:
    """An engine that gets its readings from a function.

    Args:
        answer: called with the picture; gives all readings of it.
    """

    def __init__(self, answer: Callable[[Pixels], Sequence[Reading]]) -> None:
        self._answer = answer
        self.pictures = 0  # number of pictures read

    def read(self, image: Pixels) -> list[Reading]:
        """The answer for a picture."""
        self.pictures += 1
        return list(self._answer(image))

    def find(self, image: Pixels) -> list[Polygon]:
        """The places of the answer."""
        return [reading.polygon for reading in self._answer(image)]

    def recognise(self, image: Pixels, places: Sequence[Polygon]) -> list[Reading]:
        """For each place the reading with the nearest centre inside it; an empty one if there is none."""
        self.pictures += 1
        known = list(self._answer(image))
        return [_nearest(known, place) for place in places]


def _nearest(known: Sequence[Reading], place: Polygon) -> Reading:
    x, y = polygon_center(place)
    left, right = min(p[0] for p in place), max(p[0] for p in place)
    top, bottom = min(p[1] for p in place), max(p[1] for p in place)
    best, near = Reading("", place, 0.0), float("inf")
    for reading in known:
        u, v = polygon_center(reading.polygon)
        if left <= u <= right and top <= v <= bottom and (distance := (u - x) ** 2 + (v - y) ** 2) < near:
            best, near = reading._replace(polygon=place), distance
    return best


def polygon_center(place: Polygon) -> tuple[float, float]:
    """The centre of a place."""
    return sum(p[0] for p in place) / len(place), sum(p[1] for p in place) / len(place)


def ordered_corners(corners: Sequence[tuple[float, float]]) -> Polygon:
    """Four corners in clockwise order, starting with the one whose edge to the next points most to the right."""
    x, y = polygon_center(tuple(corners))
    around = sorted(corners, key=lambda p: math.atan2(p[1] - y, p[0] - x))  # y grows down: clockwise
    edges = [(around[(i + 1) % 4][0] - p[0], around[(i + 1) % 4][1] - p[1]) for i, p in enumerate(around)]
    first = max(range(4), key=lambda i: edges[i][0] / (math.hypot(*edges[i]) or 1.0))
    return (*around[first:], *around[:first])


def rectangle(x0: float, y0: float, x1: float, y1: float) -> Polygon:
    """An upright place."""
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
