"""Borders of cells: rules and the sides of fills as edges, broken and doubled ones joined."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from quire.model.page import Fill, Line, Page, Rule

NEAR = 3.0  # points; a double line, or the two sides of a thick one, are not further apart
BREAK = 4.0  # points; a line drawn cell by cell may leave such holes (the width of a crossing border)
UNDERLINE = 0.3  # of the size below the baseline
UNDERLINED = 0.4  # share of the line's words that are underlined at least
MIN_LENGTH = 3.0  # points; shorter strokes are glyph parts, ticks and dots
RECENT = 8  # fills; the shading of a paragraph follows that of its cell
SLACK = 0.5  # points by which a fill may stick out of the one below it
PAGE_SHARE = 0.85  # a fill that covers this share of the page is its background


class Edge(NamedTuple):
    """A straight border; `at` is y of a horizontal one and x of a vertical one."""

    at: float
    lo: float
    hi: float
    drawn: bool = True  # False: only the side of a fill


_Side = tuple[float, float, float, bool]
"""The fields of an `Edge`; a page of cells drawn one by one has hundreds of sides, of which few edges are made."""


def is_level(rule: Rule) -> bool:
    """What `Rule.horizontal` says, many times as quickly where this package is compiled."""
    x0, y0, x1, y1, _, _ = rule
    return x1 - x0 >= y1 - y0


def horizontal_edges(page: Page, *, fills: bool = True) -> list[Edge]:
    """The horizontal borders of a page, joined, from top to bottom."""
    found = [((y0 + y1) / 2, x0, x1, True) for x0, y0, x1, y1, _, _ in page.rules if x1 - x0 >= y1 - y0]
    if fills:
        for x0, y0, x1, y1, _ in _bordering(page):
            found += [(y0, x0, x1, False), (y1, x0, x1, False)]
    return join(found)


def vertical_edges(page: Page, *, fills: bool = True) -> list[Edge]:
    """The vertical borders of a page, joined, from left to right."""
    found = [((x0 + x1) / 2, y0, y1, True) for x0, y0, x1, y1, _, _ in page.rules if x1 - x0 < y1 - y0]
    if fills:
        for x0, y0, x1, y1, _ in _bordering(page):
            found += [(x0, y0, y1, False), (x1, y0, y1, False)]
    return join(found)


def _bordering(page: Page) -> Iterator[Fill]:
    """The fills whose sides can be seen: none that are too thin, cover the page, or lie on a fill of their colour.

    Word processors shade a cell, and on it each paragraph of the cell again.
    """
    limit = PAGE_SHARE * page.width * page.height
    recent: deque[Fill] = deque(maxlen=RECENT)
    for f in page.fills:
        if f.x1 - f.x0 >= MIN_LENGTH and f.y1 - f.y0 >= MIN_LENGTH and (f.x1 - f.x0) * (f.y1 - f.y0) < limit:
            if not _is_drowned(f, recent):
                yield f
            recent.appendleft(f)


def _is_drowned(fill: Fill, recent: Iterable[Fill]) -> bool:
    """Whether the fill painted last below all of a fill has its colour."""
    x0, y0, x1, y1, color = fill
    x0, y0, x1, y1 = x0 + SLACK, y0 + SLACK, x1 - SLACK, y1 - SLACK
    for left, top, right, bottom, ground in recent:
        if left <= x0 and top <= y0 and right >= x1 and bottom >= y1:
            return ground == color
    return False


def without_underlines(edges: Iterable[Edge], lines: Iterable[Line]) -> list[Edge]:
    """Horizontal edges but those that underline running words (links, stressed words)."""
    by_place: dict[int, list[Line]] = {}
    for line in lines:
        if len(line.words) > 1:
            by_place.setdefault(int(line.baseline), []).append(line)
    return [e for e in edges if not any(_underlines(e, ln) for y in range(4) for ln in by_place.get(int(e.at) - y, ()))]


def _underlines(edge: Edge, line: Line) -> bool:
    size = line.words[0].style.size
    return (
        0 <= edge.at - line.baseline < UNDERLINE * size
        and edge.lo >= line.x0 - 1.5
        and edge.hi <= line.x1 + 0.4 * size  # the space after it may be underlined too
        and edge.hi - edge.lo > UNDERLINED * (line.x1 - line.x0)
    )


def join(edges: Iterable[_Side]) -> list[Edge]:
    """Edges on (nearly) one line whose ends meet become one; those that stay too short are dropped."""
    levels: dict[float, list[_Side]] = {}
    for edge in edges:
        levels.setdefault(edge[0], []).append(edge)
    joined: list[_Side] = []
    group: list[_Side] = []
    first = 0.0
    for at in sorted(levels):
        if group and at - first > NEAR:
            _along(group, joined)
            group = []
        if not group:
            first = at
        group += levels[at]
    if group:
        _along(group, joined)
    return [Edge(at, lo, hi, drawn) for at, lo, hi, drawn in sorted(joined)]


def _along(group: list[_Side], joined: list[_Side]) -> None:
    """Add the edges of one line, joined where they meet."""
    if len(group) > 1:
        group.sort(key=lambda edge: edge[1])
    at, lo, hi, drawn = group[0]
    for place, start, end, solid in group[1:]:
        if start > hi + BREAK:
            if hi - lo >= MIN_LENGTH:
                joined.append((at, lo, hi, drawn))
            at, lo, hi, drawn = place, start, end, solid
            continue
        if hi - lo < end - start:
            at = place
        hi, drawn = max(hi, end), drawn or solid
    if hi - lo >= MIN_LENGTH:
        joined.append((at, lo, hi, drawn))
