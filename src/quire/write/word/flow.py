"""What the source's geometry says about the flow: gaps, line pitch, indents and page breaks that are meant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import NamedTuple

from quire.model.block import Block, Figure, Heading, List, Note, Paragraph, Place, Table
from quire.model.document import Document
from quire.model.geometry import Box
from quire.model.walk import text_of
from quire.write.office.letters import width

_SHORT_PAGE = 0.12  # of the text's height left free at the end of a page: its author ended it there


class Step(NamedTuple):
    """How a top-level block follows the one before it."""

    gap: float | None  # points between their boxes; None across columns and pages
    new_page: bool  # the source begins a page here although this one had room
    drop: float  # points from the top of the text area, for the first block of a page; else 0


def steps(document: Document, pages: Mapping[int, Box]) -> list[Step]:
    """One step for each top-level block; `pages` are the text areas by page."""
    bottoms = _bottoms(document)
    found: list[Step] = []
    before: Block | None = None
    for index, block in enumerate(document.blocks):
        if isinstance(block, Note):
            found.append(Step(None, new_page=False, drop=0.0))
            continue
        found.append(_step(before, block, document.blocks[index + 1 :][:1], pages, bottoms))
        before = block
    return found


def line_pitch(document: Document) -> float:
    """Points from baseline to baseline in running text; 0 when no paragraph tells."""
    size = document.body_size or 10.5
    boxes = list(_body_boxes(document, size))
    single = [box.height for box, _ in boxes if box.height < 1.7 * size]
    one = median(single) if single else 1.15 * size
    found = []
    for box, length in boxes:
        lines = round(length / max(box.width, 1.0) + 0.35)  # the last line is half full, on average
        if 2 <= lines <= 8 and box.height > 1.7 * size:
            found.append((box.height - one) / (lines - 1))
    fitting = [pitch for pitch in found if 0.9 * size <= pitch <= 2.6 * size]
    return median(fitting) if len(fitting) >= 3 else 0.0


def _body_boxes(document: Document, size: float) -> Iterator[tuple[Box, float]]:
    """Box and estimated length in one line of each paragraph of the body's size that stands in one place."""
    for block in document.blocks:
        if isinstance(block, Paragraph) and len(block.places) == 1 and block.spans and block.spans[0].style:
            style = block.spans[0].style
            text = text_of(block.spans)
            if abs(style.size - size) < 0.6 and "\n" not in text:
                yield block.places[0].box, width(text, style.size, mono=style.mono) * (0.92 if not style.mono else 1)


def _step(
    before: Block | None, block: Block, after: Sequence[Block], pages: Mapping[int, Box], bottoms: Mapping[int, float]
) -> Step:
    if not block.places or (before is not None and not before.places):
        return Step(None, new_page=False, drop=0.0)
    here = block.places[0]
    area = pages.get(here.page, here.box)
    drop = max(0.0, here.box.y0 - area.y0)
    if before is None:
        return Step(None, new_page=False, drop=drop)
    last = before.places[-1]
    if last.page == here.page:
        beside = min(last.box.x1, here.box.x1) <= max(last.box.x0, here.box.x0)
        gap = here.box.y0 - last.box.y1
        return Step(None if beside or gap < -2 else max(gap, 0.0), new_page=False, drop=0.0)
    forced = here.page > last.page and _ended_early(last.page, block, after, pages, bottoms)
    return Step(None, new_page=forced, drop=drop if forced else 0.0)


def _ended_early(
    page: int, block: Block, after: Sequence[Block], pages: Mapping[int, Box], bottoms: Mapping[int, float]
) -> bool:
    """Whether `block` would have fitted below the last line of `page`."""
    area = pages.get(page)
    if area is None or page not in bottoms:
        return False
    free = area.y1 - bottoms[page]
    return free > max(_needed(block, after), _SHORT_PAGE * area.height)


def _needed(block: Block, after: Sequence[Block]) -> float:
    """Points that `block` takes at least: whole if it cannot be split, with what it is kept with."""
    height = block.places[0].box.height
    match block:
        case Figure() | Table():
            return height + 24
        case Heading():
            follows = (
                _needed(after[0], ()) if after and isinstance(after[0], Figure | Table) and after[0].places else 40
            )
            return height + 24 + follows
        case _:
            return min(height, 60.0) + 12


def _bottoms(document: Document) -> dict[int, float]:
    """Where the text of each page ends, in the column that is read last; notes at the foot do not count."""
    boxes: dict[int, list[Box]] = {}
    for block in document.blocks:
        if not isinstance(block, Note):
            for place in _places(block):
                boxes.setdefault(place.page, []).append(place.box)
    ends = {}
    for page, found in boxes.items():
        last = found[-1]
        ends[page] = max(box.y1 for box in found if min(box.x1, last.x1) > max(box.x0, last.x0))
    return ends


def _places(block: Block) -> Iterator[Place]:
    yield from block.places
    if isinstance(block, List) and not block.places:
        for item in block.items:
            for child in item.blocks:
                yield from _places(child)
