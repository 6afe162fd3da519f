"""Contents at the side of every slide (Beamer's Berkeley, PaloAlto, Hannover and the like): furniture.

The names of a talk's sections are printed on each slide, in a column at the left or right, the current section in
another colour and sometimes with the names of its slides below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from quire.layout.text.text_rows import line_text
from quire.model.page import Line, Page

_FEWEST_PAGES = 5  # that repeat a line
_SHARE = 0.6  # of the slides that do
_FEWEST_LINES = 3  # of a sidebar that are repeated
_LEAST_HEIGHT = 0.2  # of the page: a sidebar is higher
_BAND = 0.3  # of the width: a sidebar is narrower
_SLACK = 2.0  # points
_SIDES = (False, True)  # left, right

SideLine = tuple[bool, str, int, int]
"""Whether it is at the right, what a line says, and where it begins."""


class SideLines(NamedTuple):
    """The lines at the sides of slides."""

    slides: int
    counts: Counter[SideLine]  # on how many slides each line is


def side_lines(pages: Sequence[Page], lines: Sequence[Sequence[Line]]) -> SideLines:
    """The lines at the sides of pages that are wider than high."""
    counts: Counter[SideLine] = Counter()
    slides = 0
    for page, own in zip(pages, lines, strict=True):
        if page.width > page.height:
            slides += 1
            counts.update(
                {_key(line, right=right) for line in own for right in _SIDES if _is_aside(line, page, right=right)}
            )
    return SideLines(slides, counts)


def repeated_side_lines(found: Sequence[SideLines]) -> frozenset[SideLine]:
    """The lines that most slides of a document have at their sides; none if a side has fewer than three."""
    slides = sum(one.slides for one in found)
    if slides < _FEWEST_PAGES:
        return frozenset()
    counts: Counter[SideLine] = Counter()
    for one in found:
        counts.update(one.counts)
    often = {key for key, count in counts.items() if count >= max(_FEWEST_PAGES, _SHARE * slides)}
    return frozenset(key for key in often if sum(other[0] is key[0] for other in often) >= _FEWEST_LINES)


def sidebar_lines(page: Page, lines: Sequence[Line], often: frozenset[SideLine]) -> list[Line]:
    """The lines of a page's sidebars."""
    if page.width <= page.height:
        return []
    return [line for right in _SIDES for line in _sidebar(page, lines, often, right=right)]


def _key(line: Line, *, right: bool) -> SideLine:
    return right, line_text(line), round(line.x0 / _SLACK), round(line.baseline / _SLACK)


def _is_aside(line: Line, page: Page, *, right: bool) -> bool:
    return _reach(line, page, right=right) < _BAND


def _reach(line: Line, page: Page, *, right: bool) -> float:
    """How far a line reaches into the page from one side, as a share of the width."""
    return (page.width - line.x0 if right else line.x1) / page.width


def _sidebar(page: Page, lines: Sequence[Line], often: frozenset[SideLine], *, right: bool) -> list[Line]:
    """The lines of a page's sidebar; none where other lines run into it or nothing is beside it."""
    own = [line for line in lines if _is_aside(line, page, right=right) and _key(line, right=right) in often]
    if len(own) < _FEWEST_LINES:
        return []
    edge = max(_reach(line, page, right=right) for line in own) * page.width
    top, bottom = min(line.y0 for line in own), max(line.y1 for line in own)
    if bottom - top < _LEAST_HEIGHT * page.height:  # a footer in pieces
        return []
    inside: list[Line] = []
    for line in lines:
        start = page.width - line.x1 if right else line.x0
        if start >= edge or not top < line.baseline <= bottom:
            continue
        if _is_aside(line, page, right=right):
            inside.append(line)
        else:
            return []
    return inside if len(inside) < len(lines) else []
