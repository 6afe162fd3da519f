"""Rules and small pictures around texts, and rules that end columns of text.

Horizontal rules stand under headers, above footers, around headings; those of tables and boxes are not among them.
Pictures too small for figures are icons beside text and in cells, and rules drawn as pictures.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from quire.layout.rounding import round_half_even
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.footnotes import is_note_rule
from quire.model.geometry import Box
from quire.model.page import Fill, Line, Page, Picture, PictureKind, Rule
from quire.tables.edges import Edge, horizontal_edges, is_level, without_underlines

# A separator is longer than this share of the page's width; shorter rules are fraction bars and blanks.
_LONG = 0.11
# Pieces of rules are longer than this, points.
_PIECE = 12.0
# A bar filled with colour is a rule up to this height, points, if it is so many times as long.
_BAR, _LONGER = 8.0, 12.0
# Two pieces of one rule: so far apart along it, as those over the columns of a table are, and across it, points.
_NEXT, _LEVEL = 10.0, 1.0
# A page with more of them is a form, a table that was not found, or a drawing.
_MOST = 16
# What is so near around tables and figures, and as wide as they are, belongs to them, points.
_AROUND, _AS_WIDE = 14.0, 12.0
# An upright rule that ends so near to the end of a rule makes a box with it, points.
_CORNER = 3.0
# The words of a line are underlined by a rule so far below their baseline, type sizes, that ends where they do, points.
_UNDER, _ENDS = 0.4, 4.0
# An upright rule that parts columns: its height, points; lines beside it at least on either side; a page with more of
# them is a table, a form or a drawing; points by which text may touch it.
_TALL, _LINES_BESIDE, _MOST_DIVIDERS, _TOUCHES = 60.0, 3, 8, 1.0
# Of the page's height: a rule so high parts the pages of a sheet.
_SHEET = 0.5


def separators(page: Page, drafts: Sequence[Draft]) -> tuple[Rule, ...]:
    """The rules between texts of a page, from top to bottom; () if there are very many.

    Args:
        page: The page.
        drafts: Its drafts.
    """
    least = _LONG * page.width
    found = [rule for rule in page.rules if rule[2] - rule[0] > _PIECE and is_level(rule) and rule.color != _WHITE]
    found += [_as_rule(fill) for fill in page.fills if fill[2] - fill[0] > least and _is_bar(fill)]
    if not found:
        return ()
    long = [rule for rule in _whole(found) if rule.x1 - rule.x0 > least]
    if not long:
        return ()
    upright = [rule for rule in page.rules if not is_level(rule)]
    objects = [draft.box for draft in drafts if draft.kind in _OBJECTS]
    notes = [draft for draft in drafts if draft.kind is Kind.NOTE and draft.rows]
    kept = [
        rule
        for rule in long
        if not any(_belongs(rule, box) for box in objects)
        and not _ends_at(rule, upright)
        and not any(is_note_rule(rule, note.rows[0]) for note in notes[:1])
        and not _underlines(rule, page.lines)
    ]
    return tuple(kept) if len(kept) <= _MOST else ()


_WHITE = 0xFFFFFF
_OBJECTS = frozenset({Kind.TABLE, Kind.FIGURE})


def _is_bar(fill: Fill) -> bool:
    high, wide = fill.y1 - fill.y0, fill.x1 - fill.x0
    return high < _BAR and wide > _LONGER * high and fill.color != _WHITE


def _as_rule(fill: Fill) -> Rule:
    middle = (fill.y0 + fill.y1) / 2
    return Rule(fill.x0, middle, fill.x1, middle, fill.y1 - fill.y0, fill.color)


def _whole(rules: Iterable[Rule]) -> list[Rule]:
    """The rules from top to bottom, with those that continue in one another as one."""
    found: list[Rule] = []
    for rule in sorted(rules, key=lambda one: (round_half_even(one.y0), one.x0)):
        if found:
            x0, y0, x1, y1, width, color = found[-1]
            if abs(y0 - rule.y0) < _LEVEL and rule.x0 - x1 < _NEXT:
                found[-1] = Rule(x0, y0, max(x1, rule.x1), y1, max(width, rule.width), color)
                continue
        found.append(rule)
    return found


def _ends_at(rule: Rule, upright: Sequence[Rule]) -> bool:
    """Whether the rule is a side of a box."""
    return any(
        one.y0 - _CORNER < rule.y0 < one.y1 + _CORNER
        and (abs(one.x0 - rule.x0) < _CORNER or abs(one.x0 - rule.x1) < _CORNER)
        for one in upright
    )


def _belongs(rule: Rule, box: Box) -> bool:
    """Whether the rule is inside a table or figure, or around it."""
    if rule.x1 < box.x0 or rule.x0 > box.x1:
        return False
    if box.y0 <= rule.y0 <= box.y1:
        return True
    near = box.y0 - _AROUND < rule.y0 < box.y1 + _AROUND
    return near and abs(rule.x0 - box.x0) < _AS_WIDE and abs(rule.x1 - box.x1) < _AS_WIDE


def _underlines(rule: Rule, lines: Iterable[Line]) -> bool:
    """Whether the rule underlines words that begin and end with it."""
    y = rule.y0
    for line in lines:
        below = y - line.baseline
        if 0 < below < _UNDER * line.words[0].style.size and line.x0 - _ENDS < rule.x0 and rule.x1 < line.x1 + _ENDS:
            return True
    return False


# --- small pictures ---------------------------------------------------------------------------------

# A page with more of them is a pattern, or a drawing in pieces.
_MOST_ICONS = 80


def icons(page: Page, drafts: Sequence[Draft], skipped: Container[str] = frozenset()) -> tuple[Picture, ...]:
    """The images of a page that are neither figures nor inside one, in their order; () if there are very many.

    Args:
        page: The page.
        drafts: Its drafts.
        skipped: Names of pictures that are furniture.
    """
    if not page.pictures:
        return ()
    shown = [draft.picture for draft in drafts if draft.picture is not None]
    names = {picture.name for picture in shown}
    boxes = [picture.box for picture in shown]
    found = [
        one
        for one in page.pictures
        if one.kind is PictureKind.IMAGE
        and one.name not in names
        and one.name not in skipped
        and _is_small(one, page)
        and not any(box.overlap(one.box) > 0 for box in boxes)
    ]
    return tuple(found) if len(found) <= _MOST_ICONS else ()


# Larger pictures that are no figures are grounds.
_SMALL, _LOW = 40.0, 8.0


def _is_small(one: Picture, page: Page) -> bool:
    box = one.box
    return max(box.width, box.height) < _SMALL or (box.height < _LOW and box.width < page.width)


# --- rules that end columns -------------------------------------------------------------------------

# A rule that ends columns is longer than this share of the text's width: others are inside a column.
_LONG_BARRIER = 0.5
# Rules of one table begin and end within so many points, and are not further apart than this.
_SAME, _APART = 4.0, 90.0
# More rules are a form or a plan.
_MOST_BARRIERS = 60


def barriers(page: Page, lines: Sequence[Line]) -> list[Edge]:
    """The rules that no column of text crosses, from top to bottom.

    Of successive rules of one width, as those of a table, the first and the last: what is between them stays together.

    Args:
        page: The page.
        lines: Its upright lines.
    """
    if not lines or not 0 < len(page.rules) <= _MOST_BARRIERS:
        return []
    least = _LONG_BARRIER * (max(line.x1 for line in lines) - min(line.x0 for line in lines))
    long = [edge for edge in horizontal_edges(page, fills=False) if edge.hi - edge.lo > least]
    groups: list[list[Edge]] = []
    for edge in without_underlines(long, lines) if long else ():
        group = next((one for one in groups if _follows(one[-1], edge)), None)
        if group is None:
            groups.append([edge])
        else:
            group.append(edge)
    ends = [edge for group in groups for edge in (group[0], *group[-1:][: len(group) - 1])]
    return sorted(ends, key=lambda edge: edge.at)


class Divider(NamedTuple):
    """An upright rule between columns of text."""

    at: float
    y0: float
    y1: float
    sheet: bool  # whether it is so high that it parts pages of a sheet


def dividers(page: Page, lines: Sequence[Line], taken: Sequence[Box] = ()) -> list[Divider]:
    """The upright rules that stand between columns of text, from left to right: no line crosses them.

    Args:
        page: The page.
        lines: Its upright lines.
        taken: Where tables are, whose rules part cells.
    """
    if not lines or not page.rules:
        return []
    found = [
        Divider((rule.x0 + rule.x1) / 2, rule.y0, rule.y1, rule.y1 - rule.y0 >= _SHEET * page.height)
        for rule in page.rules
        if rule.y1 - rule.y0 >= _TALL
        and not is_level(rule)
        and not any(box.holds(Box(*rule[:4]), _CORNER) for box in taken)
    ]
    if not 0 < len(found) <= _MOST_DIVIDERS:
        return []
    return sorted(one for one in found if _parts_lines(one, lines))


def _parts_lines(divider: Divider, lines: Iterable[Line]) -> bool:
    """Whether several lines stand on either side of an upright rule, and none across it."""
    left = right = 0
    for line in lines:
        if not divider.y0 < line.baseline < divider.y1:
            continue
        if line.x1 < divider.at + _TOUCHES:
            left += 1
        elif line.x0 > divider.at - _TOUCHES:
            right += 1
        else:
            return False
    return min(left, right) >= _LINES_BESIDE


def _follows(above: Edge, below: Edge) -> bool:
    same = abs(above.lo - below.lo) <= _SAME and abs(above.hi - below.hi) <= _SAME
    return same and below.at - above.at <= _APART
