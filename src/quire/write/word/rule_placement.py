"""Which rules belong to headers and footers, and to which block of the flow each of the others belongs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from quire.model.block import Block, Furniture, Heading, Note, Paragraph
from quire.model.document import Document, PageInfo
from quire.model.geometry import Box
from quire.model.page import Picture, Rule
from quire.model.table import Align

_REPEATS = 3  # pages with a rule at one place outside of the flow: it belongs to the header or footer
_NEAR = 40.0  # points between a rule outside of the flow and the running title that it belongs to
_REACH = 10.0  # points by which a rule and the paragraph whose border it is may end apart
_LONG, _LONGER = 60.0, 12.0  # points, and times as long as high: an image that is a rule
_CUT = 2.0  # points by which a rule may reach into the box of the text next to it


class PlacedRule(NamedTuple):
    """A rule of the flow and the block that it is written with, by index."""

    rule: Rule
    block: int
    gap: float  # points between them
    below: bool  # the rule stands below the block
    border: bool  # it is as long as the lines of the block's paragraph
    picture: Picture | None = None  # the image that the rule is


class RulePlacement(NamedTuple):
    """The rules of a document."""

    header: Mapping[int, tuple[Rule, ...]]  # by page
    footer: Mapping[int, tuple[Rule, ...]]
    flow: Mapping[int, tuple[PlacedRule, ...]]  # by block


def place_rules(document: Document, areas: Mapping[int, Box]) -> RulePlacement:
    """Where the rules of the pages go; `areas` are the text areas by page."""
    header: dict[int, tuple[Rule, ...]] = {}
    footer: dict[int, tuple[Rule, ...]] = {}
    flow: dict[int, list[PlacedRule]] = defaultdict(list)
    pages = [page for page in document.pages if page.rules or page.signs]
    often = Counter(_key(rule) for page in pages for rule in page.rules)
    stacks = _stacks(document) if pages else {}
    running: dict[int, list[Furniture]] = defaultdict(list)
    for piece in document.furniture if pages else ():
        running[piece.place.page].append(piece)
    for page in pages:
        stack = stacks.get(page.number, [])
        top, foot = _ends(stack, page)
        outer = [rule for rule in page.rules if often[_key(rule)] >= _REPEATS or _titled(rule, running[page.number])]
        header[page.number] = tuple(rule for rule in outer if rule.y0 < top + _CUT)
        footer[page.number] = tuple(rule for rule in outer if rule.y0 > foot - _CUT)
        taken = {*header[page.number], *footer[page.number]}
        for rule in page.rules:
            tied = None if rule in taken else _tied(rule, stack, document.blocks, areas.get(page.number))
            if tied is not None:
                flow[tied.block].append(tied)
        for picture in page.signs:
            tied = _tied(_as_rule(picture), stack, document.blocks, None) if _is_rule(picture) else None
            if tied is not None:
                flow[tied.block].append(tied._replace(border=False, picture=picture))
    return RulePlacement(header, footer, {block: tuple(some) for block, some in flow.items()})


def _is_rule(picture: Picture) -> bool:
    return picture.box.width > max(_LONG, _LONGER * picture.box.height)


def _as_rule(picture: Picture) -> Rule:
    box = picture.box
    middle = (box.y0 + box.y1) / 2
    return Rule(box.x0, middle, box.x1, middle, box.height, 0)


def _key(rule: Rule) -> tuple[int, ...]:
    return round(rule.y0 / 4), round((rule.x1 - rule.x0) / 8)


def _titled(rule: Rule, pieces: Sequence[Furniture]) -> bool:
    """Whether a running title or a page's number stands near."""
    boxes = (piece.place.box for piece in pieces)
    return any(box.y0 - _NEAR < rule.y0 < box.y1 + _NEAR for box in boxes)


def _stacks(document: Document) -> dict[int, list[tuple[int, Box]]]:
    """The blocks of each page by index, each with its box there."""
    found: dict[int, list[tuple[int, Box]]] = defaultdict(list)
    for index, block in enumerate(document.blocks):
        for page, box in block.places:
            found[page].append((index, box))
    return found


def _ends(stack: Sequence[tuple[int, Box]], page: PageInfo) -> tuple[float, float]:
    """Where the blocks of a page begin and end; its middle for a page without any."""
    if not stack:
        return page.height / 2, page.height / 2
    return min(box.y0 for _, box in stack), max(box.y1 for _, box in stack)


def _tied(rule: Rule, stack: Sequence[tuple[int, Box]], blocks: Sequence[Block], area: Box | None) -> PlacedRule | None:
    """The rule with the block next to it whose border it can be, else with the block above it, else below."""
    column = [(index, box) for index, box in stack if box.x0 < rule.x1 and box.x1 > rule.x0]
    if any(box.y0 + _CUT < rule.y0 < box.y1 - _CUT for _, box in column):
        return None
    near = sorted(_neighbours(rule, column, blocks, area), key=lambda one: (not one.border, one.gap, not one.below))
    lone = [one for one in near if one.below] or near
    return next((one for one in near if one.border), lone[0] if lone else None)


def _neighbours(
    rule: Rule, column: Sequence[tuple[int, Box]], blocks: Sequence[Block], area: Box | None
) -> Iterator[PlacedRule]:
    above = max(((box.y1, index, box) for index, box in column if box.y1 <= rule.y0 + _CUT), default=None)
    under = min(((box.y0, index, box) for index, box in column if box.y0 >= rule.y0 - _CUT), default=None)
    for found, below in ((above, True), (under, False)):
        if found is not None and not isinstance(blocks[found[1]], Note):
            edge, index, box = found
            if box != blocks[index].places[-1 if below else 0].box:
                continue  # the block ends, or begins, on another page
            gap = max(rule.y0 - edge if below else edge - rule.y0, 0.0)
            yield PlacedRule(rule, index, gap, below, _is_border(rule, blocks[index], box, area or box))


def _is_border(rule: Rule, block: Block, box: Box, area: Box) -> bool:
    """Whether the rule is as long as the lines of a paragraph, which may be shorter than its column."""
    if not isinstance(block, Heading | Paragraph) or len(block.places) > 1:
        return False
    if abs(rule.x0 - box.x0) < _REACH and abs(rule.x1 - box.x1) < _REACH:
        return True
    whole = abs(rule.x0 - area.x0) < _REACH and abs(rule.x1 - area.x1) < _REACH
    inside = isinstance(block, Paragraph) and block.align in (Align.CENTER, Align.RIGHT)
    return whole and (inside or isinstance(block, Heading) or abs(box.x0 - area.x0) < _REACH)
