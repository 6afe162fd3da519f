"""The link graph as a drawing: places computed once, when the site is made, so that any reader can show it."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from quire.wiki.stats import Graph

__all__ = ["Dot", "Drawing", "Line", "draw"]

WIDTH, HEIGHT = 1200, 900
"""Units of the drawing; it is scaled to the window."""

_MARGIN = 60
_STEPS = 160
_LABELS = 45
"""Names that fit into the drawing without covering each other much; the others show under the pointer."""


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


def draw(graph: Graph) -> Drawing:
    """A drawing in which linked pages stand near each other; the same graph gives the same drawing."""
    at = {node.id: number for number, node in enumerate(graph.nodes)}
    pairs = sorted({tuple(sorted((at[one.source], at[one.target]))) for one in graph.edges})
    places = _scaled(_settled(len(at), np.array(pairs, dtype=int).reshape(-1, 2)))
    top = max((node.degree for node in graph.nodes), default=1) or 1
    dots = tuple(
        Dot(
            node.id,
            node.title,
            node.type,
            int(places[number, 0]),
            int(places[number, 1]),
            round(4 + 12 * math.sqrt(node.degree / top)),
            number < _LABELS,
        )
        for number, node in enumerate(graph.nodes)
    )
    lines = tuple(Line(dots[a].x, dots[a].y, dots[b].x, dots[b].y) for a, b in pairs)
    return Drawing(WIDTH, HEIGHT, dots, lines)


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
