"""The link graph as a drawing: places computed once, when the site is made, so that any reader can show it."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from quire.wiki.link_graph import Graph

__all__ = ["Dot", "Drawing", "Line", "draw_graph"]

WIDTH, HEIGHT = 1200, 900
"""Units of the drawing; it is scaled to the window."""

_MARGIN = 60
_STEPS = 160
_WIDE, _NARROW, _TALL = 15, 8, 22
"""Room of a character and of a line at the size of the drawing's names."""

_LONGEST_NAME = 24
"""Characters of a name that are drawn; the whole one shows under the pointer."""


class Dot(NamedTuple):
    """A page."""

    id: str
    title: str
    type: str
    x: int
    y: int
    radius: int
    named: bool  # the name is written beside it


class Line(NamedTuple):
    """A link between two pages, in either direction."""

    x1: int
    y1: int
    x2: int
    y2: int


class Drawing(NamedTuple):
    """The whole picture."""

    width: int
    height: int
    dots: tuple[Dot, ...]
    lines: tuple[Line, ...]

    @property
    def types(self) -> set[str]:
        """The types of the pages that are shown."""
        return {dot.type for dot in self.dots}


def draw_graph(graph: Graph) -> Drawing:
    """A drawing in which linked pages stand near each other; the same graph gives the same drawing."""
    at = {node.id: number for number, node in enumerate(graph.nodes)}
    pairs = sorted({tuple(sorted((at[one.source], at[one.target]))) for one in graph.edges})
    places = _scaled(_settled(len(at), np.array(pairs, dtype=int).reshape(-1, 2)))
    top = max((node.degree for node in graph.nodes), default=1) or 1
    taken: list[tuple[float, float, float, float]] = []
    dots = []
    for number, node in enumerate(graph.nodes):
        x, y = int(places[number, 0]), int(places[number, 1])
        radius = round(4 + 12 * math.sqrt(node.degree / top))
        dots.append(Dot(node.id, node.title, node.type, x, y, radius, _named(node.title, x, y - radius, taken)))
    lines = tuple(Line(dots[a].x, dots[a].y, dots[b].x, dots[b].y) for a, b in pairs)
    return Drawing(WIDTH, HEIGHT, tuple(dots), lines)


def _named(title: str, x: int, y: int, taken: list[tuple[float, float, float, float]]) -> bool:
    """Whether there is room for a name above its dot; the better linked pages are asked first."""
    half = sum(_WIDE if one > "\u2e80" else _NARROW for one in title[:_LONGEST_NAME]) / 2
    box = (x - half, y - _TALL, x + half, float(y))
    if any(box[0] < b[2] and b[0] < box[2] and box[1] < b[3] and b[1] < box[3] for b in taken):
        return False
    taken.append(box)
    return True


def _settled(count: int, pairs: np.ndarray) -> np.ndarray:
    """Places by spring forces (Fruchterman and Reingold 1991), begun on a sunflower, cooled step by step."""
    turns = np.arange(count) * math.pi * (3 - math.sqrt(5))
    places = np.sqrt((np.arange(count) + 0.5) / max(1, count))[:, None] * np.stack([np.cos(turns), np.sin(turns)], 1)
    ideal = 1.4 / math.sqrt(max(1, count))
    for step in range(_STEPS):
        gaps = places[:, None, :] - places[None, :, :]
        far = np.maximum((gaps**2).sum(2), 1e-6)
        moves = (gaps * (ideal**2 / far)[:, :, None]).sum(1) - 0.6 * ideal * places
        if len(pairs):
            pulls = places[pairs[:, 0]] - places[pairs[:, 1]]
            pulls = pulls * np.sqrt((pulls**2).sum(1))[:, None] / ideal * 0.35
            np.add.at(moves, pairs[:, 0], -pulls)
            np.add.at(moves, pairs[:, 1], pulls)
        length = np.maximum(np.sqrt((moves**2).sum(1)), 1e-9)
        heat = 0.12 * (1 - step / _STEPS)
        places = places + moves * (np.minimum(length, heat) / length)[:, None]
    return np.asarray(places)


def _scaled(places: np.ndarray) -> np.ndarray:
    if not len(places):
        return places
    low, high = places.min(0), places.max(0)
    room = np.array([WIDTH - 2 * _MARGIN, HEIGHT - 2 * _MARGIN])
    return np.asarray(np.rint((places - low) / np.maximum(high - low, 1e-9) * room + _MARGIN))
