"""The link graph as a drawing: places computed once, when the site is made, so that any reader can show it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from quire.wiki.link_graph import Graph

__all__ = ["Dot", "Drawing", "Line", "draw_graph"]

WIDTH, HEIGHT = 1200, 900
"""Units of the drawing; it is scaled to the window."""

_MARGIN = 60
_STEPS = 160
_WIDE, _NARROW, _LETTERS, _GAP = 15, 9, 15, 4
"""Room of a character and of a line at the size of the drawing's names, and around them."""

_LINKS = 4
"""Links that are drawn of each page: with all of them nothing can be seen."""

_MAIN = 20
"""Best linked pages, whose names may cover the dots of others, rather than be left out."""

_LONGEST_NAME = 24
"""Characters of a name that are drawn; the whole one shows under the pointer."""


class Dot(NamedTuple):
    """A page."""

    number: int  # of the dot in the drawing
    id: str
    title: str
    type: str
    x: int
    y: int
    radius: int
    name_y: int  # where the name's line stands; 0 where it has no room


class Line(NamedTuple):
    """A link between two pages, in either direction."""

    a: int  # numbers of its dots
    b: int
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
    ends = ((at[one.source], at[one.target]) for one in graph.edges)
    pairs = sorted({(min(a, b), max(a, b)) for a, b in ends if a != b})
    drawn = _closest(pairs, len(at))
    places = _scaled(_settled(len(at), np.array(drawn, dtype=int).reshape(-1, 2)))
    top = max((node.degree for node in graph.nodes), default=1) or 1
    spots = [(int(x), int(y)) for x, y in places]
    sizes = [round(4 + 12 * math.sqrt(node.degree / top)) for node in graph.nodes]
    circles = [_Box(x - size, y - size, x + size, y + size) for (x, y), size in zip(spots, sizes, strict=True)]
    names: list[_Box] = []
    dots = []
    for number, (node, (x, y), size) in enumerate(zip(graph.nodes, spots, sizes, strict=True)):
        lines = y - size - _GAP, y + size + _GAP + _LETTERS
        name_y = _name_y(node.title, x, lines, circles, names)
        if not name_y and number < _MAIN:
            name_y = _name_y(node.title, x, lines, circles[:number], names)
        dots.append(Dot(number, node.id, node.title, node.type, x, y, size, name_y))
    links = tuple(Line(a, b, *spots[a], *spots[b]) for a, b in drawn)
    return Drawing(WIDTH, HEIGHT, tuple(dots), links)


class _Box(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int

    def meets(self, other: _Box) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


def _name_y(title: str, x: int, lines: tuple[int, int], circles: Sequence[_Box], names: list[_Box]) -> int:
    """The line of a name that meets none of the dots and no other name; the better linked pages are asked first."""
    half = sum(_WIDE if one > "\u2e80" else _NARROW for one in title[:_LONGEST_NAME]) // 2 + _GAP
    if not half <= x <= WIDTH - half:
        return 0
    for line in lines:
        box = _Box(x - half, line - _LETTERS, x + half, line + _GAP)
        if not any(box.meets(one) for one in (*circles, *names)):
            names.append(box)
            return line
    return 0


def _closest(pairs: Sequence[tuple[int, int]], count: int) -> list[tuple[int, int]]:
    """The links that show what belongs together: of each page those to the pages that share most of its links."""
    near: list[set[int]] = [set() for _ in range(count)]
    for a, b in pairs:
        near[a].add(b)
        near[b].add(a)

    def shared(a: int, b: int) -> float:
        return (1 + len(near[a] & near[b])) / math.sqrt(len(near[a]) * len(near[b]))

    kept: set[tuple[int, int]] = set()
    for one in range(count):
        best = sorted(near[one], key=lambda other: (-shared(one, other), other))[:_LINKS]
        kept.update((min(one, other), max(one, other)) for other in best)
    return sorted(kept)


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
