"""Texts in drawn boxes as tables of one column: a row for each box, over pages where it goes on (ECMA-376-1, 17.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from quire.model.block import Block, Figure, Heading, Note, Place, Table
from quire.model.document import Document, Frame
from quire.model.geometry import Box
from quire.write.office.package import hex_color
from quire.write.word.paragraph import Para, Pieces, markup
from quire.write.word.source_flow import FlowStep, places_of
from quire.write.word.wordprocessingml import properties, tag, twips

_MEET = 4.0  # points by which the sides of boxes that touch may miss each other
_LOW = 0.75  # of the page: a box that ends so low may go on in one on the next page
_LEAST_PADDING, _MOST_PADDING = 1.5, 12.0  # points between the sides of a box and its text
_GIVEN = 0.8  # of its height that a box at the foot of a page has at least: its page must not push it off
_TALLEST = 0.9  # of the text area: a row that must be higher would not fit its page
_SIDES = ("top", "left", "bottom", "right", "insideH", "insideV")


class PageFrame(NamedTuple):
    """A box on its page; `at` counts those of the page."""

    page: int
    at: int
    frame: Frame


@dataclass(slots=True)
class FrameRow:
    """A box with the indices of its blocks; it may go on over pages."""

    frames: list[PageFrame]
    blocks: list[int] = field(default_factory=list)


@dataclass(slots=True)
class FrameStack:
    """Boxes that touch, or go on over pages: the rows of a table."""

    first: int  # index of its first block
    stop: int  # behind its last one
    rows: list[FrameRow]
    levels: list[int] = field(default_factory=list)  # of the headings that begin boxes
    padding: float = _MOST_PADDING  # points between the sides of its boxes and their text
    touches: bool = False  # a table stands right above it: both are drawn as one

    @property
    def box(self) -> Box:
        """Its first box."""
        return self.rows[0].frames[0].frame.box

    def inner(self, place: Place) -> Box:
        """Where the lines of text in the box around a place begin and end."""
        every = (one for row in self.rows for one in row.frames if one.page == place.page)
        box = next((one.frame.box for one in every if _holds(one.frame.box, place.box)), self.box)
        return Box(box.x0 + self.padding, box.y0, max(box.x1 - self.padding, box.x0 + self.padding + 1), box.y1)


def frame_stacks(document: Document) -> dict[int, FrameStack]:
    """The boxes of a document that hold texts, by the index of their first block."""
    pages = {page.number: page for page in document.pages if page.frames}
    frames = {number: page.frames for number, page in pages.items()}
    found: dict[int, FrameStack] = {}
    stack: FrameStack | None = None
    for index, block in enumerate(document.blocks if pages else ()):
        if isinstance(block, Note):
            continue
        around = _around(block, frames)
        if around and stack is not None and _goes_on(stack, index, block, around, document):
            continue
        stack = None
        if around:
            found[index] = stack = FrameStack(index, index + 1, [FrameRow(around, [index])])
    found = {first: one for first, one in found.items() if _holds_text(one, document)}
    for stack in found.values():
        _finish(stack, document)
    return found


def _holds_text(stack: FrameStack, document: Document) -> bool:
    every = (document.blocks[index] for row in stack.rows for index in row.blocks)
    return any(not isinstance(block, Figure | Table) for block in every)


def inner_boxes(stacks: Iterable[FrameStack]) -> Iterator[tuple[int, Box]]:
    """Where the lines of text in boxes begin and end, each with its page."""
    for stack in stacks:
        for row in stack.rows:
            for one in row.frames:
                yield one.page, stack.inner(Place(one.page, one.frame.box))


def within(block: Block, stack: FrameStack, step: FlowStep, *, first: bool) -> FlowStep:
    """How a block follows the one before it in its box, or the upper side of that."""
    if first and block.places:
        place = block.places[0]
        return FlowStep(None, new_page=False, drop=max(place.box.y0 - stack.inner(place).y0, 0.0))
    return step._replace(new_page=False, drop=0.0, empty=0)


def framed_table(stack: FrameStack, texts: Mapping[int, Pieces], column: Box, width: float, height: float) -> str:
    """The ``w:tbl`` of boxes.

    Args:
        stack: the boxes.
        texts: what is written in each row, by its number.
        column: where the text around them stands.
        width: of that, in points.
        height: of the text area.
    """
    frame = stack.rows[0].frames[0].frame
    total, left = stack.box.width, stack.box.x0 - column.x0
    if stack.touches:
        total, left = min(total, width), max(left, 0.0) if total < width - _MEET else 0.0
    size = min(max(round(frame.stroke * 8), 2), 48)
    color = hex_color(frame.ink) if frame.ink else "auto"
    sides = (tag(f"w:{side}", w_val="single", w_sz=size, w_space=0, w_color=color) for side in _SIDES)
    parts = {
        "tblW": tag("w:tblW", w_w=twips(total), w_type="dxa"),
        "tblInd": tag("w:tblInd", w_w=twips(left), w_type="dxa"),
        "tblBorders": tag("w:tblBorders", "".join(sides)),
        "tblLayout": tag("w:tblLayout", w_type="fixed"),
        "tblCellMar": tag(
            "w:tblCellMar",
            "".join(tag(f"w:{side}", w_w=twips(stack.padding), w_type="dxa") for side in ("left", "right")),
        ),
    }
    grid = tag("w:tblGrid", tag("w:gridCol", w_w=twips(total)))
    rows = "".join(
        _row(row, texts.get(number, []), total, height, low=row.frames[0].frame.box.y1 > column.y0 + _LOW * height)
        for number, row in enumerate(stack.rows)
    )
    return tag("w:tbl", properties("w:tblPr", parts) + grid + rows)


def _row(row: FrameRow, text: Pieces, width: float, height: float, *, low: bool) -> str:
    parts = {"tcW": tag("w:tcW", w_w=twips(width), w_type="dxa")}
    frame = row.frames[0].frame
    if frame.fill is not None:
        parts["shd"] = tag("w:shd", w_val="clear", w_color="auto", w_fill=hex_color(frame.fill))
    titles = all(isinstance(piece, Para) and isinstance(piece.source, Heading) for piece in text)
    for piece in text:
        if isinstance(piece, Para):
            piece.parts.pop("pageBreakBefore", None)
            if not titles:
                piece.parts["keepNext"] = tag("w:keepNext", w_val=0)  # would keep the whole row with the next one
    if not text or isinstance(text[-1], str):
        text = [*text, Para("Spacer")]  # a cell ends with a paragraph
    high = min(frame.box.height, _TALLEST * height) if len(row.frames) == 1 else 0.0
    high *= _GIVEN if low else 1.0
    least = tag("w:trHeight", w_val=twips(high), w_hRule="atLeast") if high else ""
    return tag(
        "w:tr",
        properties("w:trPr", {"trHeight": least} if least else {})
        + tag("w:tc", properties("w:tcPr", parts) + markup(text)),
    )


def _around(block: Block, frames: Mapping[int, Sequence[Frame]]) -> list[PageFrame]:
    """The boxes that hold the places of a block; [] unless each place has one."""
    found: list[PageFrame] = []
    for place in places_of(block):
        own = [(one.box.area, at) for at, one in enumerate(frames.get(place.page, ())) if _holds(one.box, place.box)]
        if not own:
            return []
        at = min(own)[1]
        one = PageFrame(place.page, at, frames[place.page][at])
        if not found or found[-1] != one:
            found.append(one)
    return found


def _holds(box: Box, other: Box) -> bool:
    return box.holds_point((other.x0 + other.x1) / 2, (other.y0 + other.y1) / 2)


def _goes_on(stack: FrameStack, index: int, block: Block, around: Sequence[PageFrame], document: Document) -> bool:
    """Whether a block stands in the boxes of a stack, or in the next one, which is added."""
    row = stack.rows[-1]
    last, here = row.frames[-1], around[0]
    if here == last:
        row.frames += around[1:]
    else:
        frames = {page.number: page.frames for page in document.pages}
        below = _below(last, frames.get(last.page, ()))
        if here in below:
            stack.rows += [FrameRow([one]) for one in below[: below.index(here)]]
            stack.levels += [block.level] if isinstance(block, Heading) else []
            stack.rows.append(FrameRow(list(around)))
        elif not _is_over_page(below[-1] if below else last, here, document):
            return False
        elif below or _begins_box(stack, block, document):
            stack.rows += [FrameRow([one]) for one in below] + [FrameRow(list(around))]
        else:
            row.frames += around
    stack.rows[-1].blocks.append(index)
    stack.stop = index + 1
    return True


def _below(one: PageFrame, frames: Sequence[Frame]) -> list[PageFrame]:
    """The boxes below one on its page, each touching the one above it."""
    found: list[PageFrame] = []
    last = one
    for at in range(one.at + 1, len(frames)):
        if _is_as_wide(last.frame, frames[at]) and abs(frames[at].box.y0 - last.frame.box.y1) < _MEET:
            last = PageFrame(one.page, at, frames[at])
            found.append(last)
    return found


def _is_as_wide(one: Frame, other: Frame) -> bool:
    return abs(one.box.x0 - other.box.x0) < _MEET and abs(one.box.x1 - other.box.x1) < _MEET


def _is_over_page(one: PageFrame, other: PageFrame, document: Document) -> bool:
    """Whether a box at the foot of a page and one on the next page may be parts of one."""
    height = next(page.height for page in document.pages if page.number == one.page)
    return other.page == one.page + 1 and _is_as_wide(one.frame, other.frame) and one.frame.box.y1 > _LOW * height


def _begins_box(stack: FrameStack, block: Block, document: Document) -> bool:
    """Whether the text at the top of a page begins another box: below a heading with a box of its own, or as others."""
    row = stack.rows[-1]
    if len(row.frames) == 1 and all(isinstance(document.blocks[at], Heading) for at in row.blocks):
        return True
    if not isinstance(block, Heading) or (row.blocks and isinstance(document.blocks[row.blocks[-1]], Heading)):
        return False
    first = document.blocks[row.blocks[0]] if row.blocks else None
    levels = stack.levels or ([first.level] if isinstance(first, Heading) else [])
    return bool(levels) and block.level <= max(levels)


def _finish(stack: FrameStack, document: Document) -> None:
    """Adds the empty boxes at the foot, and measures."""
    frames = {page.number: page.frames for page in document.pages}
    last = stack.rows[-1].frames[-1]
    stack.rows += [FrameRow([one]) for one in _below(last, frames.get(last.page, ()))]
    insets = [
        place.box.x0 - one.frame.box.x0
        for row in stack.rows
        for one in row.frames
        for at in row.blocks
        for place in places_of(document.blocks[at])
        if place.page == one.page and _holds(one.frame.box, place.box)
    ]
    stack.padding = min(max(min(insets, default=_MOST_PADDING), _LEAST_PADDING), _MOST_PADDING)
    before = document.blocks[stack.first - 1] if stack.first else None
    if isinstance(before, Table) and before.places and before.grid.framed:
        page, box = before.places[-1]
        stack.touches = page == stack.rows[0].frames[0].page and abs(stack.box.y0 - box.y1) < _MEET
