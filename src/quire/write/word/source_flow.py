"""Measures the source: gaps between blocks, line pitch, and page breaks that its author made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from statistics import median
from typing import NamedTuple

from quire.model.block import Block, Figure, Heading, List, Note, Paragraph, Place, Table
from quire.model.document import Document
from quire.model.geometry import Box
from quire.model.traversal import text_of
from quire.write.office.office_text import estimated_width, has_east_asian
from quire.write.printed_contents import is_contents_heading

_SHORT_PAGE = 0.12  # of the text's height left free at the end of a page: its author ended it there
_TABLE_HEAD = 90.0  # points; a table begins at the foot of a page with its heading and a row or two, the rest goes on
_NEAR = 0.08  # of the usual pitch: a paragraph that may have it within this has it
_SAME = 0.025  # of a pitch: what two paragraphs of one pitch differ by
_OFF = 0.1  # of the lines of a paragraph: so wrong is the estimate of their number
_LEAST_PITCH, _MOST_PITCH = 0.95, 2.6  # em; what a pitch can be
_SAME_TYPE = 0.6  # points by which the size of running text may differ from the document's
_FEWEST = 3  # paragraphs that show the usual pitch
_TOUCHING = 2.0  # points by which boxes of one column may overlap
_TRIED = 200  # paragraphs, taken from all over the document, tell the usual pitch


class FlowStep(NamedTuple):
    """How a top-level block follows the one before it."""

    gap: float | None  # points between their boxes; None across columns and pages
    new_page: bool  # the source begins a page here
    drop: float  # points from the top of the text area, for the first block of a page; else 0
    early: bool = False  # the page before had room for it
    empty: int = 0  # pages without anything before it
    squeeze: float = 1.0  # the white above it may be so much of the source's
    inside: int = 0  # pages that begin with further items of it


def flow_steps(document: Document, pages: Mapping[int, Box], floating: Container[int] = frozenset()) -> list[FlowStep]:
    """One step for each top-level block; `pages` are the text areas by page, `floating` blocks stand beside others."""
    bottoms = page_bottoms(document, floating)
    blank = _blank(document)
    found: list[FlowStep] = []
    before: Block | None = None
    for index, block in enumerate(document.blocks):
        if isinstance(block, Note) or index in floating:
            found.append(FlowStep(None, new_page=False, drop=0.0))
            continue
        step = _step(before, block, document.blocks[index + 1 :][:1], pages, bottoms)
        if step.new_page and before is not None:
            step = step._replace(empty=_between(before.places[-1].page, block.places[0].page, blank))
        found.append(step)
        before = block
    return found


class LinePitch(NamedTuple):
    """The lines of running text."""

    height: float  # of one line's box, in em
    points: float  # from baseline to baseline; 0 when no paragraph tells


def usual_pitch(document: Document) -> LinePitch:
    """The usual line of a document."""
    size = document.body_size or 10.5
    single = []
    for block in document.blocks:
        if isinstance(block, Paragraph) and abs(_size(block) - size) < _SAME_TYPE and len(block.places) == 1:
            height = block.places[0].box.height
            if height < 1.7 * size:
                single.append(height / size)
    em = min(max(median(single), 0.9), 1.5) if single else 1.15
    texts = [
        block for block in document.blocks if isinstance(block, Paragraph) and abs(_size(block) - size) < _SAME_TYPE
    ]
    known = Counter(round(block.pitch, 1) for block in texts if _is_pitch(block.pitch, size))
    if known:
        return LinePitch(em, max(known, key=lambda points: (known[points], -points)))
    found = [candidates for block in texts if (candidates := _candidates(block, em))]
    found = found[:: len(found) // _TRIED + 1]
    return LinePitch(em, _agreed(found) if len(found) >= _FEWEST else 0.0)


def paragraph_pitch(block: Paragraph, usual: LinePitch) -> float:
    """Points from line to line in a paragraph of several lines; 0 when it has one, or when it cannot be told.

    If the paragraph does not say it, the number of lines comes from the estimated width of its text and may be off by
    one: of the possible pitches, the document's usual one is taken.
    """
    if _is_pitch(block.pitch, _size(block)):
        return usual.points if abs(block.pitch - usual.points) < _SAME * usual.points else block.pitch
    candidates = _candidates(block, usual.height)
    near = min(candidates, key=lambda points: abs(points - usual.points), default=0.0)
    return near if usual.points and abs(near - usual.points) < _NEAR * usual.points else next(iter(candidates), 0.0)


def _candidates(block: Paragraph, em: float) -> list[float]:
    """The pitches that a paragraph may have, beginning with that of the estimated number of lines; [] for one line."""
    size, text = _size(block), text_of(block.spans)
    if len(block.places) != 1 or not size or "\n" in text or block.places[0].box.height < (em + 0.8) * size:
        return []
    box, style = block.places[0].box, block.spans[0].style
    mono = style is not None and style.mono
    length = estimated_width(text, size, mono=mono) * (1.0 if mono or has_east_asian(text) else 0.93) + max(
        block.indent, 0.0
    )
    lines = max(round(length / max(box.width, 1.0) + 0.4), 2)  # the last line is not full
    off = max(1, round(_OFF * lines))
    numbers = sorted(range(max(lines - off, 2), lines + off + 1), key=lambda number: abs(number - lines))
    pitches = ((box.height - em * size) / (number - 1) for number in numbers)
    return [points for points in pitches if _is_pitch(points, size)]


def _is_pitch(points: float, size: float) -> bool:
    return _LEAST_PITCH * size <= points <= _MOST_PITCH * size


def _agreed(found: Sequence[Sequence[float]]) -> float:
    """The pitch that most paragraphs may have; of equal ones, that which the estimates speak for."""

    def votes(points: float) -> tuple[int, int]:
        some = sum(_may_have(candidates, points) for candidates in found)
        return some, sum(_may_have(candidates[:1], points) for candidates in found)

    tried = sorted({round(points, 1) for candidates in found for points in candidates})
    best = max(tried, key=votes)
    return median(min(c, key=lambda points: abs(points - best)) for c in found if _may_have(c, best))


def _may_have(candidates: Sequence[float], points: float) -> bool:
    return any(abs(other - points) < _SAME * points for other in candidates)


def _size(block: Paragraph) -> float:
    return next((span.style.size for span in block.spans if span.style and span.style.rise == 0), 0.0)


def _step(
    before: Block | None, block: Block, after: Sequence[Block], pages: Mapping[int, Box], bottoms: Mapping[int, float]
) -> FlowStep:
    if not block.places or (before is not None and not before.places):
        return FlowStep(None, new_page=False, drop=0.0)
    here = block.places[0]
    area = pages.get(here.page, here.box)
    drop = max(0.0, here.box.y0 - area.y0)
    if before is None:
        return FlowStep(None, new_page=False, drop=drop)
    last = before.places[-1]
    if last.page == here.page:
        gap = here.box.y0 - last.box.y1
        return FlowStep(None if gap < -_TOUCHING else max(gap, 0.0), new_page=False, drop=0.0)
    begins = here.page > last.page
    early = begins and (_ended_early(last.page, block, after, pages, bottoms) or is_contents_heading(block))
    return FlowStep(None, new_page=begins, drop=drop if begins else 0.0, early=early)


def _blank(document: Document) -> set[int]:
    """The pages that have nothing but a running title or a page number."""
    told = {place.page for block in document.blocks for place in places_of(block)}
    return {page.number for page in document.pages if not page.needs_ocr and page.number not in told}


def _between(page: int, other: int, blank: Container[int]) -> int:
    """How many blank pages stand right before the page `other`."""
    count = 0
    while other - count - 1 > page and other - count - 1 in blank:
        count += 1
    return count


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
        case Figure():
            return height + 24
        case Table():
            return min(height, _TABLE_HEAD) + 24
        case Heading():
            follows = (
                _needed(after[0], ()) if after and isinstance(after[0], Figure | Table) and after[0].places else 40
            )
            return height + 24 + follows
        case _:
            return min(height, 60.0) + 12


def page_bottoms(document: Document, floating: Container[int] = frozenset()) -> dict[int, float]:
    """Where the text of each page ends, in the column that is read last.

    Notes at the foot and `floating` blocks do not count.
    """
    boxes: dict[int, list[Box]] = {}
    for index, block in enumerate(document.blocks):
        if not isinstance(block, Note) and index not in floating:
            for place in places_of(block):
                boxes.setdefault(place.page, []).append(place.box)
    ends = {}
    for page, found in boxes.items():
        last = found[-1]
        ends[page] = max(box.y1 for box in found if min(box.x1, last.x1) >= max(box.x0, last.x0))
    return ends


def places_of(block: Block) -> Iterator[Place]:
    """The places of a block, and of the items of a list that has none."""
    yield from block.places
    if isinstance(block, List) and not block.places:
        for item in block.items:
            for child in item.blocks:
                yield from places_of(child)
