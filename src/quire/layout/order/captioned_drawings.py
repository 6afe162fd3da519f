"""Drawn figures by their captions: "Figure 3" and the text above it have one drawing with its labels between them.

A frame around a drawing, with the caption in it or beside it, shows all that belongs to the drawing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from quire.layout.order.drawn_frames import drawn_boxes
from quire.layout.order.figure_regions import described
from quire.layout.text.caption_binding import is_caption, is_figure_caption
from quire.layout.text.text_rows import line_text
from quire.model.geometry import Box, bounds
from quire.model.page import Line, Page, Picture, PictureKind

# A row of text, which no figure reaches over: its share of the column, its words, its size as a share of the caption's.
_WIDE, _WORDS, _NO_SMALLER = 0.6, 5.0, 0.85
# White between a drawing and its caption or parts of one drawing, a rule that is none, and a label above, type sizes.
_APART, _BESIDE, _OVER = 4.0, 2.5, 0.75
# The least height of a drawing in points, and the least number of rules and fills that are one without a curve.
_HIGH, _DRAWN = 36.0, 4
# A level rule that is so wide, as a share of the column, and stands apart is no part of a drawing.
_ACROSS = 0.9
# So many rows of text show where a column is; they begin at one edge, give or take an indent in type sizes.
_ROWS, _INDENT = 6, 2.5
# Of a frame, that the drawings in it cover.
_HELD = 0.1
# Of a drawing, that one picture covers.
_WHOLE = 0.9
# So many lines of words that begin at one edge are text.
_COLUMN = 4
# A program has more lines of fixed pitch than this share.
_PROGRAM = 0.5


class CaptionedDrawing(NamedTuple):
    """A drawing and the lines that are part of it."""

    picture: Picture
    lines: frozenset[int]  # their ids

    @property
    def box(self) -> Box:
        """Where it is."""
        return self.picture.box


def find(page: Page, lines: Sequence[Line], turned: Sequence[Line], tables: Sequence[Box]) -> list[CaptionedDrawing]:
    """The drawings above the captions of figures, each with its labels.

    Args:
        page: The page.
        lines: Its upright lines without furniture.
        turned: Its other lines.
        tables: The boxes of tables with borders; where nothing but straight lines and rectangles is drawn, they stay.
    """
    if not (page.rules or page.fills or page.pictures):
        return []
    captions = [line for line in lines if is_figure_caption(line_text(line))]
    if not captions:
        return []
    frames = [*_framed(page)]
    found: list[CaptionedDrawing] = []
    for caption in captions:
        framed, box = _in_frame(caption, frames, page, lines), _above(caption, page, lines, tables)
        if framed is not None and (box is None or not box.holds(framed, 1.0)):  # else the frame is a part, as of axes
            box = framed
        taken = [*(line.box for line in captions), *(one.box for one in found)]
        if box is None or any(box.overlap(other) > 0 for other in taken):
            continue
        inside = [line for line in [*lines, *turned] if box.holds_point(*_middle(line))]
        picture = described(_picture(box, page, len(found) + 1), inside)
        found.append(CaptionedDrawing(picture, frozenset(map(id, inside))))
    return found


def _picture(box: Box, page: Page, number: int) -> Picture:
    """The picture of a drawing: the one that is nearly all of it, else that part of the page."""
    drawn = [one for one in page.pictures if one.kind is PictureKind.DRAWING and box.holds(one.box, 1.0)]
    whole = [one._replace(box=box) for one in drawn if one.box.area > _WHOLE * box.area]
    alt = " ".join(one.alt for one in drawn if one.alt)
    name = f"p{page.number}-drawing-{number}"
    return whole[0] if whole else Picture(name, page.number, box, PictureKind.DRAWING, 0, 0, alt=alt)


def without(page: Page, drawings: Sequence[CaptionedDrawing]) -> Page:
    """The page without what is part of these drawings."""
    if not drawings:
        return page
    boxes = [one.box for one in drawings]
    return replace(
        page,
        rules=tuple([one for one in page.rules if not _is_part(Box(one.x0, one.y0, one.x1, one.y1), boxes)]),
        fills=tuple([one for one in page.fills if not _is_part(one.box, boxes)]),
        pictures=tuple([one for one in page.pictures if not _is_part(one.box, boxes)]),
    )


def _is_part(box: Box, drawings: Sequence[Box]) -> bool:
    return any(one.holds(box, 1.0) for one in drawings)


def _framed(page: Page) -> Iterator[tuple[Box, list[Box]]]:
    """The frames around drawings, each with what it holds; the page's own border is none."""
    drawn = [one.box for one in page.pictures if one.kind is PictureKind.DRAWING]
    if not drawn:
        return
    for frame in sorted(drawn_boxes(page), key=lambda box: box.area):
        held = [box for box in drawn if frame.holds(box, 1.0)]
        if sum(box.area for box in held) > _HELD * frame.area and bounds(held).height >= _HIGH:
            yield frame, held


def _in_frame(caption: Line, frames: Sequence[tuple[Box, list[Box]]], page: Page, lines: Sequence[Line]) -> Box | None:
    """The frame around a drawing that a caption stands in, or right above or below; without the caption."""
    size = caption.words[0].style.size
    for frame, held in frames:
        x0, y0, x1, y1 = frame
        if not x0 - size <= caption.x0 <= x1:
            continue
        drawn = bounds(held)
        if frame.holds(caption.box, 1.0):
            y0, y1 = (y0, caption.y0) if drawn.y1 <= caption.y0 + 1 else (caption.y1, y1)
        elif not -1.0 <= max(y0 - caption.y1, caption.y0 - y1) <= _BESIDE * size:
            continue
        box = Box(x0, y0, x1, y1)
        inside = [line for line in lines if box.holds_point(*_middle(line))]
        if box.holds(drawn, 1.0) and not any(_is_text(line, -page.width, box.width, size) for line in inside):
            return box
    return None


def _above(caption: Line, page: Page, lines: Sequence[Line], tables: Sequence[Box]) -> Box | None:
    """The drawing above a caption with the labels around it."""
    size = caption.words[0].style.size
    left, right = _column(caption, page, lines)
    above = [line for line in lines if line.y1 <= caption.y0 + 1 and line.x1 > left and line.x0 < right]
    texts = [line for line in above if is_caption(line_text(line)) or _is_text(line, left, right - left, size)]
    last = max(texts, key=lambda line: line.y1, default=None)
    if last is not None and last.x0 >= left - size and is_caption(last.text) and not is_figure_caption(last.text):
        return None  # a table of this column may stand between
    top = last.y1 if last is not None else 0.0
    ink = [
        box
        for box in _ink(page)
        if box.y0 >= top - 2 and box.y1 <= caption.y0 + 1 and left - size <= (box.x0 + box.x1) / 2 <= right + size
    ]
    shown = _connected(ink, [line for line in above if line.y0 >= top - 1], caption.y0, size, right - left)
    if not shown:
        return None
    box = bounds(shown)
    pictures = [one for one in page.pictures if box.holds(one.box, 1.0)]
    drawn = [one for one in pictures if one.kind is PictureKind.DRAWING]
    if box.height < _HIGH or not (drawn or len(shown) >= _DRAWN) or (pictures and not drawn):
        return None
    labels = [line for line in above if line.y1 > box.y0 - _OVER * size and line.y0 >= top - 1]
    if sum(line.words[0].style.mono for line in labels) > _PROGRAM * max(len(labels), 1):
        return None
    edges = Counter(round(line.x0) for line in labels if _words(line) >= _WORDS)
    if edges and max(edges.values()) >= _COLUMN:  # of text beside the drawing
        return None
    whole = bounds([box, *(line.box for line in labels)])
    whole = Box(max(whole.x0, 0.0), max(whole.y0, top), min(whole.x1, page.width), min(whole.y1, caption.y0))
    return whole if drawn or not any(table.overlap(whole) > 0 for table in tables) else None


def _ink(page: Page) -> list[Box]:
    return [
        *(Box(rule.x0, rule.y0, rule.x1, rule.y1) for rule in page.rules),
        *(fill.box for fill in page.fills),
        *(picture.box for picture in page.pictures),
    ]


def _connected(ink: Sequence[Box], labels: Sequence[Line], bottom: float, size: float, width: float) -> list[Box]:
    """What is drawn above a caption, from the lowest upwards, as far as white no higher than `_APART` parts it."""
    parts = sorted([*((box, True) for box in ink), *((line.box, False) for line in labels)], key=lambda one: -one[0].y1)
    found: list[Box] = []
    edge = bottom
    for box, drawn in parts:
        if edge - box.y1 > _APART * size:
            break
        if drawn and not (box.height < 1 and box.width > _ACROSS * width and edge - box.y1 > _BESIDE * size):
            found.append(box)
        edge = min(edge, box.y0)
    return found


def _column(caption: Line, page: Page, lines: Sequence[Line]) -> tuple[float, float]:
    """The edges of the column that a caption stands in: those of the nearest rows of text around its middle."""
    middle, size = (caption.x0 + caption.x1) / 2, caption.words[0].style.size
    around = [
        line
        for line in lines
        if line is not caption
        and line.x0 <= middle <= line.x1
        and _words(line) >= _WORDS
        and line.x1 - line.x0 > caption.x1 - caption.x0
        and line.words[0].style.size >= _NO_SMALLER * size
    ]
    nearest = sorted(around, key=lambda line: abs(line.y0 - caption.y0))[:_ROWS]
    column = [line for line in nearest if abs(line.x0 - nearest[0].x0) <= _INDENT * size]
    beside = [one for one in lines if one is not caption and is_caption(one.text) and abs(one.y0 - caption.y0) < size]
    left = max(((one.x1 + caption.x0) / 2 for one in beside if one.x1 <= caption.x0), default=0.0)
    right = min(((one.x0 + caption.x1) / 2 for one in beside if one.x0 >= caption.x1), default=page.width)
    if not column:
        return left, right
    return max(left, min(line.x0 for line in column)), min(right, max(line.x1 for line in column))


def _is_text(line: Line, left: float, width: float, size: float) -> bool:
    """Whether a line is one of a paragraph, not a label: it is wide, or begins where paragraphs do."""
    placed = line.x1 - line.x0 >= _WIDE * width or abs(line.x0 - left) <= _INDENT * size
    return placed and _words(line) >= _WORDS and line.words[0].style.size >= _NO_SMALLER * size


def _middle(line: Line) -> tuple[float, float]:
    return (line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2


def _words(line: Line) -> float:
    """The words of a line, numbers not counted; three ideographs are one."""
    texts = [word.text for word in line.words if any(map(str.isalpha, word.text))]
    return sum(len(text) / 3 if "\u2e80" <= text[0] <= "\uffef" else 1.0 for text in texts)
