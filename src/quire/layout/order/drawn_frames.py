"""Frames: boxes drawn around texts and figures of the flow, stacked where rules part them; not those of tables.

The cells of a form that hold pages of text and pictures are such boxes: as cells of a table they would lose their
paragraphs, lists and pictures.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from quire.layout.tables.cell_borders import ink
from quire.layout.tables.grids import fill_of
from quire.layout.text.block_drafts import Draft, Kind
from quire.model.document import Frame
from quire.model.geometry import Box
from quire.model.page import Page, PictureKind, Rule
from quire.tables.edges import Edge, horizontal_edges, is_level, of_one_width, vertical_edges

_LEAST_WIDE, _LEAST_HIGH = 72.0, 12.0  # points; smaller boxes are keys, fields and labels
_MEET = 4.0  # points by which the sides of a box may miss its corners
_SLACK = 3.0  # points over which a text may hang out of its box
_MOSTLY = 0.5  # of a box; a drawing that covers so much of it is a chart with its frame
_WHITE = 0xFFFFFF
_MOST_RULES = 600  # more of them are a drawing
# A box so high, of the page, that its text is so far away from its sides, points, is a border of the page.
_PAGE_HIGH, _PADDING = 0.85, 18.0


def drawn_frames(page: Page, drafts: Sequence[Draft]) -> tuple[Frame, ...]:
    """The boxes that rules draw around texts and figures, from top to bottom, with empty ones that touch them.

    Args:
        page: The page.
        drafts: All of the page, laid out.
    """
    tables = [draft.box for draft in drafts if draft.kind is Kind.TABLE]
    within = [Box(x0 + _MEET, y0 + _MEET, x1 - _MEET, y1 - _MEET) for x0, y0, x1, y1 in tables]
    rules = [rule for rule in page.rules if rule.color != _WHITE and not _is_within(rule, within)]
    level = [rule for rule in rules if is_level(rule)]
    long = sum(rule.x1 - rule.x0 >= _LEAST_WIDE for rule in level)
    if long < 2 or not 2 <= len(rules) - len(level) <= _MOST_RULES or len(level) > _MOST_RULES:
        return ()
    drawn = replace(page, rules=tuple(rules)) if len(rules) < len(page.rules) else page
    upright = vertical_edges(drawn, fills=False)
    if len(upright) < 2:
        return ()
    found: list[Box] = []
    for group in of_one_width(horizontal_edges(drawn, fills=False), _LEAST_WIDE):
        for stack in _stacks(group, upright):
            found += _filled(stack, drafts, page.height)
    found.sort(key=lambda box: (box.y0, box.x0))
    pens = [ink(page, (box.x0, box.x1), (box.y0, box.y1)) for box in found]
    return tuple([Frame(box, *pen, fill_of(box, page.fills)) for box, pen in zip(found, pens, strict=True)])


def drawn_boxes(page: Page) -> list[Box]:
    """The boxes that long rules draw on a page, whatever stands in them."""
    level = [
        rule for rule in page.rules if rule.color != _WHITE and is_level(rule) and rule.x1 - rule.x0 >= _LEAST_WIDE
    ]
    upright = [rule for rule in page.rules if rule.color != _WHITE and rule.y1 - rule.y0 >= _LEAST_HIGH]
    if len(level) < 2 or len(upright) < 2 or max(len(level), len(upright)) > _MOST_RULES:
        return []
    sides = vertical_edges(replace(page, rules=tuple(upright)), fills=False)
    groups = of_one_width(horizontal_edges(replace(page, rules=tuple(level)), fills=False), _LEAST_WIDE)
    return [box for group in groups for stack in _stacks(group, sides) for box in stack]


def _is_within(rule: Rule, boxes: Sequence[Box]) -> bool:
    """Whether one of the boxes holds a rule."""
    x0, y0, x1, y1, _, _ = rule
    return any(left <= x0 and top <= y0 and x1 <= right and y1 <= bottom for left, top, right, bottom in boxes)


def _stacks(group: Sequence[Edge], upright: Sequence[Edge]) -> Iterable[list[Box]]:
    """The boxes between rules of one width that have both sides, those that touch together."""
    stack: list[Box] = []
    for above, below in pairwise(group):
        x0, x1 = (above.lo + below.lo) / 2, (above.hi + below.hi) / 2
        if (
            below.at - above.at >= _LEAST_HIGH
            and _is_side(upright, x0, above.at, below.at)
            and _is_side(upright, x1, above.at, below.at)
            and not any(_is_side([e], e.at, above.at, below.at) for e in upright if x0 + _MEET < e.at < x1 - _MEET)
        ):
            stack.append(Box(x0, above.at, x1, below.at))
        elif stack:
            yield stack
            stack = []
    if stack:
        yield stack


def _is_side(upright: Sequence[Edge], x: float, top: float, foot: float) -> bool:
    return any(abs(e.at - x) <= _MEET and e.lo <= top + _MEET and e.hi >= foot - _MEET for e in upright)


def _filled(stack: Sequence[Box], drafts: Sequence[Draft], height: float) -> list[Box]:
    """The boxes of a stack that hold whole drafts or nothing; [] if none holds more than a table."""
    free: list[Box] = []
    filled = 0
    for box in stack:
        within = [draft for draft in drafts if draft.box.overlap(box) > 0]
        if any(not box.holds(draft.box, _SLACK) or _is_all(draft, box) for draft in within):
            continue
        if within and box.height > _PAGE_HIGH * height and _is_far(box, [draft.box for draft in within]):
            continue
        free.append(box)
        filled += any(draft.kind is not Kind.TABLE for draft in within)
    return free if filled else []


def _is_all(draft: Draft, box: Box) -> bool:
    """Whether a draft is what the box is drawn for: a table, a picture, a chart with its title."""
    if draft.place is None:
        return False
    is_drawing = draft.picture is not None and draft.picture.kind is PictureKind.DRAWING
    return draft.box.holds(box, _SLACK) or (is_drawing and draft.box.area > _MOSTLY * box.area)


def _is_far(box: Box, within: Sequence[Box]) -> bool:
    """Whether what stands in a box keeps away from its sides as text keeps away from the edges of a page."""
    return min(one.x0 for one in within) - box.x0 > _PADDING and box.x1 - max(one.x1 for one in within) > _PADDING
