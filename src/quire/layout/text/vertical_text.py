"""Vertical and turned text: its columns, from right to left, as paragraphs.

Short text of this kind is a mark beside the text: a stamp, an identifier, the title of an axis.
"""

from __future__ import annotations

from collections.abc import Sequence

from quire.layout.text.block_drafts import Draft
from quire.layout.text.text_rows import Row, row_of
from quire.model.geometry import bounds
from quire.model.page import Line, Page
from quire.text import wide_characters

# Turned text with fewer words than this is a mark; two CJK characters count as one word.
_WORDS = 8
# White between neighbouring columns of one paragraph, in type sizes; a start lower or an end higher than
# this is that of a paragraph.
_GAP, _INDENT, _SHORT = 1.8, 0.6, 1.5
_SIZE_SLACK = 0.1
UPSIDE_DOWN, BOTTOM_UP = 180, 270  # clockwise turns of the reading direction, degrees, as `Line.angle`


def split_vertical(page: Page, turned: Sequence[Line], upright: Sequence[Line]) -> tuple[list[Draft], list[Line]]:
    """The paragraphs of vertical and turned lines in reading order, and the lines that are marks in the margin.

    Args:
        page: The page.
        turned: Its vertical and turned lines that belong to no figure.
        upright: Its other lines, without furniture.
    """
    if not turned:
        return [], []
    main = is_vertical(turned, upright)
    drafts: list[Draft] = []
    marks: list[Line] = []
    for group in _groups(turned):
        if (main and group[0].vertical) or (_words(group) >= _WORDS and _is_inside(group, upright)):
            drafts += _paragraphs(page.number, group)
        else:
            marks += group
    return drafts, marks


def is_vertical(turned: Sequence[Line], upright: Sequence[Line]) -> bool:
    """Whether most text of a page is set vertically."""
    own = [line for line in turned if line.vertical]
    return bool(own) and _words(own) > _words(upright)


def _groups(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines of each direction, split into tiers from top to bottom, each in reading order."""
    kinds: dict[tuple[int, bool], list[Line]] = {}
    for line in lines:
        kinds.setdefault((line.angle, line.vertical), []).append(line)
    groups: list[list[Line]] = []
    for (angle, _), own in kinds.items():
        if angle == UPSIDE_DOWN:
            groups.append(sorted(own, key=lambda line: -line.y1))
            continue
        order = _from_left if angle == BOTTOM_UP else _from_right
        groups += [sorted(tier, key=order) for tier in _tiers(own)]
    return groups


def _from_left(line: Line) -> float:
    return line.x0


def _from_right(line: Line) -> float:
    return -line.x1


def _tiers(lines: Sequence[Line]) -> list[list[Line]]:
    tiers: list[list[Line]] = []
    bottom = 0.0
    for line in sorted(lines, key=lambda one: one.y0):
        if tiers and line.y0 < bottom:
            tiers[-1].append(line)
        else:
            tiers.append([line])
        bottom = max(bottom, line.y1) if len(tiers[-1]) > 1 else line.y1
    return tiers


def _paragraphs(page: int, lines: Sequence[Line]) -> list[Draft]:
    rows = [row_of([line]) for line in lines]
    start, end = min(row.y0 for row in rows), max(row.y1 for row in rows)
    parts = [[rows[0]]]
    for row in rows[1:]:
        if _ends_paragraph(parts[-1][-1], row, start, end):
            parts.append([row])
        else:
            parts[-1].append(row)
    drafts: list[Draft] = []
    for part in parts:
        box = bounds(row.box for row in part)
        drafts.append(Draft(page, part, left=box.x0, right=box.x1))
    return drafts


def _ends_paragraph(a: Row, b: Row, start: float, end: float) -> bool:
    """Whether a paragraph ends between two columns that stretch from `start` to `end` where they are full."""
    size = max(a.size, b.size)
    if abs(a.size - b.size) > _SIZE_SLACK * size or max(a.x0 - b.x1, b.x0 - a.x1) > _GAP * size:
        return True
    head, foot = (start, end) if a.lines[0].angle != BOTTOM_UP else (-end, -start)
    first, last = (b.y0, a.y1) if head == start else (-b.y1, -a.y0)
    return first - head > _INDENT * size or foot - last > _SHORT * size


def _is_inside(lines: Sequence[Line], upright: Sequence[Line]) -> bool:
    """Whether turned text is inside the area of the upright text, not along the page's edge."""
    if not upright:
        return True
    area, box = bounds(line.box for line in upright), bounds(line.box for line in lines)
    return area.holds_point((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)


def _words(lines: Sequence[Line]) -> float:
    texts = [line.text for line in lines]
    return sum(len(text.split()) + wide_characters(text) / 2 for text in texts)
