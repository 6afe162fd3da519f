"""Programs in frames: what a drawn ground or border holds alone, set in a fixed pitch, is one program.

Browsers, Typora, Pandoc and Typst draw a ground behind each program, whatever its lines say: comments in Chinese, lines
that wrap, figures in columns and blank lines belong to it, and a program of one line is no picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby
from typing import NamedTuple

from quire.layout.order.boxed_panels import outlined_boxes
from quire.layout.text.text_rows import MIDDLE
from quire.model.geometry import Box, bounds
from quire.model.page import Fill, Line, Page, PictureKind
from quire.text import is_cjk, wide_characters

# Points; smaller boxes are keys, cells and inline code.
_LEAST_WIDE, _LEAST_HIGH = 72.0, 12.0
# Of the page; a larger box is its ground. Of a drawing, that frames cover where it is their borders.
_MOST_SHARE, _MOSTLY = 0.85, 0.5
# Points over which text may hang out of its box.
_SLACK = 2.0
# The share of its characters, ideographs left out, that a program sets in a fixed pitch; so many of them at least.
_FIXED, _LEAST = 0.9, 4
# Type sizes: a row of inline code fills the ground behind it, text stands beside a cell, a border around a ground.
_ROOM, _BESIDE, _BORDER = 1.5, 4.0, 0.8
_WHITE = 0xFFFFFF


class ProgramFrame(NamedTuple):
    """A frame with the lines in it."""

    box: Box  # what it draws
    lines: tuple[Line, ...]


def find(page: Page, lines: Sequence[Line]) -> list[ProgramFrame]:
    """The frames of programs, larger ones first.

    Args:
        page: The page.
        lines: Its upright lines.
    """
    if not any(word.style.mono for line in lines for word in line.words):
        return []
    boxes = _boxes(page)
    held = [[line for line in lines if _holds(box, line)] for box in boxes]
    filled = [box for box, inside in zip(boxes, held, strict=True) if inside]
    drawings = [one.box for one in page.pictures if one.kind is PictureKind.DRAWING]
    found: list[ProgramFrame] = []
    for box, inside in zip(boxes, held, strict=True):
        if not inside or any(one.box.holds(box, _SLACK) for one in found) or not _is_program(inside, box):
            continue
        if not any(_is_cell(box, other) for other in filled) and _is_alone(box, inside, lines):
            found.append(ProgramFrame(box, tuple(inside)))
    return [one for one in found if not any(_is_label(one.box, drawing, found) for drawing in drawings)]


def without(page: Page, frames: Sequence[ProgramFrame]) -> Page:
    """The page without what these frames draw."""
    if not frames:
        return page
    boxes = [_grown(one) for one in frames]
    rules = [one for one in page.rules if not _is_part(Box(one.x0, one.y0, one.x1, one.y1), boxes)]
    fills = [one for one in page.fills if not _is_part(one.box, boxes)]
    pictures = [
        one
        for one in page.pictures
        if one.kind is not PictureKind.DRAWING or not any(one.box.overlap(frame.box) > 0 for frame in frames)
    ]
    return replace(page, rules=tuple(rules), fills=tuple(fills), pictures=tuple(pictures))


def _grown(frame: ProgramFrame) -> Box:
    """The box of a frame with the padding and border that are drawn around it."""
    border = _BORDER * frame.lines[0].words[0].style.size
    x0, y0, x1, y1 = frame.box
    return Box(x0 - border, y0 - border, x1 + border, y1 + border)


def _boxes(page: Page) -> list[Box]:
    """The drawn boxes that may be frames, larger ones first."""
    limit = _MOST_SHARE * page.width * page.height
    fills = [fill for fill in page.fills if fill.color != _WHITE]
    boxes = [
        box
        for box in chain(_stacked(fills), outlined_boxes(page.rules))
        if box.width >= _LEAST_WIDE and box.height >= _LEAST_HIGH and box.area <= limit
    ]
    return sorted(boxes, key=lambda box: -box.area)


def _stacked(fills: Sequence[Fill]) -> Iterator[Box]:
    """The boxes of fills, those of one colour and width that touch as one: each line may have a ground of its own."""
    for _, group in groupby(sorted(fills, key=lambda fill: (_look(fill), fill.y0)), key=_look):
        box: Box | None = None
        for fill in group:
            if box is not None and fill.y0 <= box.y1 + _SLACK:
                box = box.union(fill.box)
                continue
            if box is not None:
                yield box
            box = fill.box
        if box is not None:
            yield box


def _look(fill: Fill) -> tuple[int, int, int]:
    return fill.color, round(fill.x0), round(fill.x1)


def _holds(box: Box, line: Line) -> bool:
    return box.y0 < _middle(line) < box.y1 and box.x0 - _SLACK <= line.x0 and line.x1 <= box.x1 + _SLACK


def _middle(line: Line) -> float:
    return line.baseline - MIDDLE * line.words[0].style.size


def _is_program(lines: Sequence[Line], box: Box) -> bool:
    """Whether lines are set in a fixed pitch, and a single row has room in its box as inline code has not.

    Chinese prose with inline code on a ground of its own, such as a note, begins with an ideograph.
    """
    if is_cjk(ord(lines[0].words[0].text[0])):
        return False
    fixed = others = 0
    for line in lines:
        for word in line.words:
            count = len(word.text) - wide_characters(word.text)
            if word.style.mono:
                fixed += count
            else:
                others += count
    if fixed < _LEAST or fixed < _FIXED * (fixed + others):
        return False
    area = bounds([line.box for line in lines])
    room = _ROOM * lines[0].words[0].style.size
    return area.height > room or box.x1 - area.x1 > room


def _is_alone(box: Box, inside: Sequence[Line], lines: Sequence[Line]) -> bool:
    """Whether no line crosses a box, and none stands beside a low one as cells do."""
    size = max(line.words[0].style.size for line in inside)
    reach = _BESIDE * size if box.height < 2 * _BESIDE * size else 0.0
    own = set(map(id, inside))
    return not any(
        box.y0 < _middle(line) < box.y1 and line.x1 > box.x0 - reach and line.x0 < box.x1 + reach
        for line in lines
        if id(line) not in own
    )


def _is_cell(box: Box, other: Box) -> bool:
    """Whether another box touches a box at a side, on one level."""
    level = min(box.y1, other.y1) - max(box.y0, other.y0)
    return level > _SLACK and min(abs(box.x0 - other.x1), abs(box.x1 - other.x0)) < _SLACK


def _is_label(box: Box, drawing: Box, frames: Sequence[ProgramFrame]) -> bool:
    """Whether a box is part of a drawing that shows more than frames."""
    shared = box.overlap(drawing)
    return shared > 0 and sum(one.box.overlap(drawing) for one in frames) < _MOSTLY * drawing.area


def _is_part(box: Box, frames: Sequence[Box]) -> bool:
    return any(one.holds(box) for one in frames)
