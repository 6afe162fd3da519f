"""Panels: drawn boxes of one height side by side, each with its own text, read one after the other.

Key figures of a report, cards of a leaflet or poster, the boxes of a fact sheet. Cells of a table touch each other;
panels do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from quire.layout.rounding import round_half_even
from quire.layout.tables.charts import chart_areas
from quire.model.geometry import Box, bounds
from quire.model.page import Line, Page, Rule

# Points; smaller boxes are labels, keys and fields.
_LEAST_WIDE, _LEAST_HIGH = 54.0, 24.0
# Of the page; a larger box is its ground.
_MOST_SHARE = 0.4
# Points between the tops and feet of panels in a row; between two panels at least; over which text may hang out.
_LEVEL, _APART, _SLACK = 2.0, 5.0, 1.5
# Lines of the usual panel at least, and drawn boxes of a page at most: more are a drawing, or a table.
_LINES, _MOST = 2, 120
_UPRIGHTS = 2  # two boxes have more sides
_MOST_RULES = 600  # more of them are a plan or a map
# Points by which the corners of a box may miss each other.
_MEET = 3.0


class PanelRow(NamedTuple):
    """Panels side by side, from left to right: the indices of the lines of each."""

    box: Box
    boxes: tuple[Box, ...]
    panels: tuple[tuple[int, ...], ...]


def panel_rows(page: Page, lines: Sequence[Line], tables: Sequence[Box] = ()) -> list[PanelRow]:
    """The rows of panels of a page, from top to bottom.

    Args:
        page: The page.
        lines: Its upright lines that belong to nothing else; `Row.panels` are indices into them.
        tables: Where tables with borders were found, whose rules enclose cells.
    """
    if len(lines) < 2 * _LINES or len(page.fills) + len(page.rules) < 2:
        return []
    boxes = _outer(_boxes(page, tables))
    if not 1 < len(boxes) <= _MOST:
        return []
    found = [row for level in _levels(boxes) for row in _parts(level, lines)]
    if not found:
        return []
    drawn = chart_areas(page)
    return [row for row in found if not any(row.box.overlap(area) > 0.5 * row.box.area for area in drawn)]


def _boxes(page: Page, tables: Sequence[Box]) -> Iterator[Box]:
    limit = _MOST_SHARE * page.width * page.height
    for x0, y0, x1, y1 in (*(fill[:4] for fill in page.fills), *outlined_boxes(_sides(page, tables))):
        if x1 - x0 >= _LEAST_WIDE and y1 - y0 >= _LEAST_HIGH and (x1 - x0) * (y1 - y0) <= limit:
            yield Box(x0, y0, x1, y1)


def _sides(page: Page, tables: Sequence[Box]) -> list[Rule]:
    """The rules that are long enough to be sides of panels, and not those of tables."""
    found: list[Rule] = []
    uprights = 0
    for rule in page.rules:
        x0, y0, x1, y1, _, _ = rule
        upright = y1 - y0 >= _LEAST_HIGH and x1 - x0 < y1 - y0
        if (upright or x1 - x0 >= _LEAST_WIDE) and not any(box.holds(Box(x0, y0, x1, y1), _MEET) for box in tables):
            found.append(rule)
            uprights += upright
    return found if uprights > _UPRIGHTS else []


def _outer(boxes: Iterator[Box]) -> list[Box]:
    """The boxes that lie in no other one."""
    found: list[Box] = []
    for box in sorted(boxes, key=lambda one: -one.area):
        if not any(other.holds(box, _SLACK) for other in found):
            found.append(box)
        if len(found) > _MOST:
            break
    return found


def _levels(boxes: Sequence[Box]) -> list[list[Box]]:
    """Boxes with the same top and foot, at least two, from left to right."""
    levels: dict[int, list[list[Box]]] = {}
    for box in sorted(boxes, key=lambda one: (one.y0, one.x0)):
        near = [level for at in (-1, 0, 1) for level in levels.get(round_half_even(box.y0 / _LEVEL) + at, ())]
        level = next(
            (one for one in near if abs(one[0].y0 - box.y0) <= _LEVEL and abs(one[0].y1 - box.y1) <= _LEVEL), None
        )
        if level is None:
            levels.setdefault(round_half_even(box.y0 / _LEVEL), []).append([box])
        else:
            level.append(box)
    found = [sorted(level, key=lambda one: one.x0) for own in levels.values() for level in own if len(level) > 1]
    return sorted(found, key=lambda level: level[0].y0)


def _parts(level: Sequence[Box], lines: Sequence[Line]) -> Iterator[PanelRow]:
    """The row of panels made of boxes of one height; none if they touch, are empty, or text crosses them."""
    if any(b.x0 - a.x1 < _APART for a, b in pairwise(level)):
        return
    area = bounds(level)
    owned: list[list[int]] = [[] for _ in level]
    for index, line in enumerate(lines):
        if line.y1 < area.y0 or line.y0 > area.y1 or line.x1 < area.x0 or line.x0 > area.x1:
            continue
        owner = next((n for n, box in enumerate(level) if box.holds(line.box, _SLACK)), None)
        if owner is not None:
            owned[owner].append(index)
        elif area.y0 < (line.y0 + line.y1) / 2 < area.y1:
            return
    counts = sorted(map(len, owned))
    if counts[0] and counts[(len(counts) - 1) // 2] >= _LINES:
        yield PanelRow(area, tuple(level), tuple([tuple(own) for own in owned]))


def outlined_boxes(rules: Sequence[Rule]) -> Iterator[Box]:
    """The boxes that four rules enclose."""
    levels: dict[tuple[int, int], list[Rule]] = {}
    for rule in rules[:_MOST_RULES]:
        if not rule.horizontal:
            levels.setdefault((round(rule.y0 / _MEET), round(rule.y1 / _MEET)), []).append(rule)
    flat = [rule for rule in rules[:_MOST_RULES] if rule.horizontal]
    for sides in levels.values():
        for left, right in pairwise(sorted(sides, key=lambda rule: rule.x0)):
            box = Box(left.x0, left.y0, right.x1, left.y1)
            if box.width > _MEET and _crossed(box.x0, box.x1, box.y0, flat) and _crossed(box.x0, box.x1, box.y1, flat):
                yield box


def _crossed(x0: float, x1: float, y: float, flat: Sequence[Rule]) -> bool:
    return any(abs(r.y0 - y) < _MEET and r.x0 < x0 + _MEET and r.x1 > x1 - _MEET for r in flat)
