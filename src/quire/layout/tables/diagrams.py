"""Flow charts, charts of organisations, entities and relations: boxes that lines connect, no cells of a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from quire.layout.rounding import round_half_even
from quire.model.geometry import Box, bounds
from quire.model.page import Page, Rule
from quire.tables.edges import is_level

_LEAST_WIDE, _LEAST_HIGH = 24.0, 10.0  # points: of a box that holds words
_WHOLE = 0.4  # of the page: larger rectangles are frames
_MEET = 1.5  # points: ends of the sides of a rectangle
_TOUCH = 6.0  # points between a connector's end and a box; there an arrow's head may stand
_CORNER = 3.0  # points from the corners of a box
_NODES, _CONNECTORS = 3, 2  # a diagram has so many boxes, apart from one another, and lines from one to the next
_MOST_RULES = 160  # of a page: more are tables or plans
_BENDS = 5  # pieces of a connector
_LOOSE = 0.15  # so many lines, by its connectors, may be neither these nor sides of boxes: those of a table


def areas(page: Page) -> list[Box]:
    """The boxes around diagrams: three boxes apart from one another, and lines that lead from one to the next."""
    if not 2 * _CONNECTORS <= len(page.rules) <= _MOST_RULES:
        return []
    nodes = _nodes(_rectangles(page))
    if len(nodes) < _NODES:
        return []
    if not any(_leads(rule, node) for rule in page.rules for node in nodes):
        return []
    chains = _chains(page.rules, nodes)
    links = [(chain, ends) for chain in chains if len(chain) <= _BENDS and len(ends := _ends(chain, nodes)) > 1]
    found: list[Box] = []
    for group in _groups(len(nodes), [ends for _, ends in links]):
        own = [bounds(map(_box, chain)) for chain, ends in links if ends <= group]
        if len(group) < _NODES or len(own) < _CONNECTORS:
            continue
        area = bounds([*(nodes[i] for i in group), *own])
        around = sum(len(chain) for chain in chains if area.holds(bounds(map(_box, chain)), _MEET))
        used = sum(len(chain) for chain, ends in links if ends <= group)
        if around - used <= _LOOSE * used:
            found.append(area)
    return found


def _rectangles(page: Page) -> list[Box]:
    """Rectangles of four rules that meet at their ends; fills alone may be the rows of a table."""
    found: list[Box] = []
    uprights = [rule for rule in page.rules if not is_level(rule)]
    sides: dict[tuple[int, int], list[Rule]] = {}
    for rule in page.rules:
        if is_level(rule):
            sides.setdefault((round_half_even(rule.x0 / _MEET), round_half_even(rule.x1 / _MEET)), []).append(rule)
    for pair in sides.values():
        pair.sort(key=lambda rule: rule.y0)
        for upper, lower in pairwise(pair):
            box = Box(upper.x0, upper.y0, upper.x1, lower.y1)
            if _is_side(uprights, box.x0, box) and _is_side(uprights, box.x1, box):
                found.append(box)
    most = _WHOLE * page.width * page.height
    return [box for box in found if box.width >= _LEAST_WIDE and box.height >= _LEAST_HIGH and box.area < most]


def _is_side(uprights: Iterable[Rule], x: float, box: Box) -> bool:
    return any(
        abs(rule.x0 - x) <= _MEET and rule.y0 <= box.y0 + _MEET and rule.y1 >= box.y1 - _MEET for rule in uprights
    )


def _nodes(boxes: Sequence[Box]) -> list[Box]:
    """The rectangles, those that touch as one."""
    nodes: list[Box] = []
    for box in sorted(boxes, key=lambda one: (one.y0, one.x0)):
        whole = box
        for other in [one for one in nodes if _is_near(one, whole)]:
            nodes.remove(other)
            whole = whole.union(other)
        nodes.append(whole)
    return nodes


def _is_near(a: Box, b: Box) -> bool:
    return min(a.x1, b.x1) - max(a.x0, b.x0) > -_MEET and min(a.y1, b.y1) - max(a.y0, b.y0) > -_MEET


def _chains(rules: Sequence[Rule], nodes: Sequence[Box]) -> list[list[Rule]]:
    """Lines outside all nodes, those that meet at their ends together."""
    chains: list[list[Rule]] = []
    for rule in rules:
        x, y = (rule.x0 + rule.x1) / 2.0, (rule.y0 + rule.y1) / 2.0
        if any(node.holds_point(x, y) or _is_along(rule, node) for node in nodes):
            continue
        whole = [rule]
        for chain in [one for one in chains if any(_meet(rule, other) for other in one)]:
            chains.remove(chain)
            whole += chain
        chains.append(whole)
    return chains


def _meet(a: Rule, b: Rule) -> bool:
    return any(
        abs(x - u) <= _MEET and abs(y - v) <= _MEET
        for x, y in ((a.x0, a.y0), (a.x1, a.y1))
        for u, v in ((b.x0, b.y0), (b.x1, b.y1))
    )


def _ends(chain: Iterable[Rule], nodes: Sequence[Box]) -> set[int]:
    """The nodes that a chain of lines leads to: straight at a side, away from the corners, as no border does."""
    return {i for i, node in enumerate(nodes) if any(_leads(rule, node) for rule in chain)}


def _leads(rule: Rule, node: Box) -> bool:
    if rule.horizontal:
        level = node.y0 + _CORNER < rule.y0 < node.y1 - _CORNER
        return level and (abs(rule.x1 - node.x0) <= _TOUCH or abs(rule.x0 - node.x1) <= _TOUCH)
    level = node.x0 + _CORNER < rule.x0 < node.x1 - _CORNER
    return level and (abs(rule.y1 - node.y0) <= _TOUCH or abs(rule.y0 - node.y1) <= _TOUCH)


def _is_along(rule: Rule, node: Box) -> bool:
    """Whether a line is a side of a node."""
    if rule.horizontal:
        level = min(abs(rule.y0 - node.y0), abs(rule.y0 - node.y1))
        return level <= _MEET and min(rule.x1, node.x1) - max(rule.x0, node.x0) > 0.5 * (rule.x1 - rule.x0)
    level = min(abs(rule.x0 - node.x0), abs(rule.x0 - node.x1))
    return level <= _MEET and min(rule.y1, node.y1) - max(rule.y0, node.y0) > 0.5 * (rule.y1 - rule.y0)


def _box(rule: Rule) -> Box:
    return Box(rule.x0, rule.y0, rule.x1, rule.y1)


def _groups(count: int, links: Iterable[set[int]]) -> list[set[int]]:
    """The nodes by what is connected."""
    groups = [{i} for i in range(count)]
    for link in links:
        joined = set[int]().union(*(group for group in groups if group & link))
        groups = [group for group in groups if not group & link] + [joined]
    return groups
