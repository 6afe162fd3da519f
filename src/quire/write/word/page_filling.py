"""Predicts whether a page's text fits on a page of Word, where lines may be longer than in the source.

A page break of the source is only kept if the text before it fits its page: one line too many would otherwise fill a
page of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from quire.model.block import Block, Code, Heading, List, Note, Paragraph, Quote, Span, Table
from quire.model.document import Document
from quire.model.geometry import Box
from quire.model.traversal import walk
from quire.write.office.font_scaling import UNSCALED, scale_of
from quire.write.office.line_breaking import line_count
from quire.write.word.cell_widths import CELL_MARGIN
from quire.write.word.code_listings import code_style
from quire.write.word.source_flow import FlowStep, LinePitch, paragraph_pitch, usual_pitch
from quire.write.word.style_spacing import FIXED_LINE

_RAGGED = 0.08  # of the width of the text, by which the longest line of a paragraph may be shorter
_SET_OFF = 0.2  # of the width of the text: what begins further right and ends at the margin is aligned there
SPARE_LINES = 2.0
"""Lines that a page has room for below those of the source, where nothing stands there."""

_SAFE_LINES = 3.0  # more than what is known, for what is not
_UNSURE = 0.03  # of a line's width: so wrong is the estimated width of its text
_MOST_TAKEN = 0.35  # of the white between the blocks of a page may be given up


def plan_page_breaks(
    document: Document,
    steps: Sequence[FlowStep],
    pages: Mapping[int, Box],
    bottoms: Mapping[int, float],
    *,
    spare: Mapping[int, float],
    scales: Mapping[str, int],
) -> list[FlowStep]:
    """The steps, of which those begin a page that end early in the source, or whose page before has room for its text.

    The white above blocks is a little less where that makes the text fit.

    Args:
        document: whose blocks the steps are of.
        steps: of all blocks, `new_page` where the source begins a page.
        pages: the text areas by page.
        bottoms: where the text of each page ends.
        spare: the points below the text area of each page that text may take.
        scales: percent of the letters' width, by font name.
    """
    usual = usual_pitch(document)
    line = usual.points or 12.0
    safe = _SAFE_LINES * line
    found = list(steps)
    on: list[int] = []  # indices of the blocks since the last page that was begun
    page = 0  # the page that they end on
    over = 0.0  # points that they may take more than in the source
    loose = False  # a table over pages repeats its head: nobody knows where the page ends

    def room() -> _Room:
        own = [at for at in on if document.blocks[at].places[0].page == page]
        area, free = pages.get(page), spare.get(page, 0.0)
        if area is not None:
            top = min((document.blocks[at].places[0].box.y0 for at in own), default=area.y0)
            free += max(area.y1 - bottoms.get(page, area.y1), 0.0)
            free -= max(area.y0 - top, 0.0)  # what stood higher begins at the top of the text area
        return _Room(free, sum(steps[at].gap or 0.0 for at in own))

    for index, (block, step) in enumerate(zip(document.blocks, steps, strict=True)):
        if not block.places or isinstance(block, Note):
            continue
        if step.new_page:
            left = room()
            lack = over + safe - left.free
            if step.early or (not loose and lack <= left.given):
                _squeeze(found, on, lack, left.white)
                loose, over, on = False, 0.0, []
            else:
                found[index] = FlowStep(None, new_page=False, drop=0.0)
                over = max(lack - safe, 0.0)
        on.append(index)
        taken = _by_page(block, pages, usual, scales) if isinstance(block, List) else {}
        for page in sorted(taken)[:-1]:
            over += taken.pop(page)
            left = room()
            lack = over + safe - left.free
            if loose or lack > left.given:
                over = max(lack - safe, 0.0)
                break
            _squeeze(found, on, lack, left.white)
            found[index] = found[index]._replace(inside=found[index].inside + 1)
            over, on = 0.0, [index]
        page = block.places[-1].page
        over += sum(taken.values()) if isinstance(block, List) else extra_height(block, pages, usual, scales)
        loose = loose or (isinstance(block, Table) and len(block.places) > 1)
    left = room()
    _squeeze(found, on, over + safe - left.free, left.white)
    return found


class _Room(NamedTuple):
    """What the last page of some blocks has to give, in points: below its text, and between its blocks."""

    free: float
    white: float

    @property
    def given(self) -> float:
        """What may be taken of the white."""
        return _MOST_TAKEN * self.white


def _squeeze(steps: list[FlowStep], on: Sequence[int], lack: float, white: float) -> None:
    """Takes what a page lacks from the white between its blocks."""
    if lack > 0 and white > 0:
        share = min(lack / white, _MOST_TAKEN)
        for index in on:
            steps[index] = steps[index]._replace(squeeze=1.0 - share)


def _by_page(block: List, pages: Mapping[int, Box], usual: LinePitch, scales: Mapping[str, int]) -> dict[int, float]:
    """The points that the items on each page may take more than in the source."""
    found: dict[int, float] = {}
    for inner in walk((block,)):
        if not isinstance(inner, List | Quote) and inner.places:
            page = inner.places[0].page
            found[page] = found.get(page, 0.0) + extra_height(inner, pages, usual, scales)
    return found


def extra_height(block: Block, pages: Mapping[int, Box], usual: LinePitch, scales: Mapping[str, int]) -> float:
    """Points that a block may take more than in the source, because its lines break elsewhere; negative for less."""
    total = 0.0
    for inner in walk((block,)):
        if isinstance(inner, Paragraph | Heading):
            total += _text(inner, pages, usual, scales)
        elif isinstance(inner, Code):
            total += _code(inner, pages, scales)
        elif isinstance(inner, Table):
            total += _table(inner, scales)
    return total


def _text(text: Paragraph | Heading, pages: Mapping[int, Box], usual: LinePitch, scales: Mapping[str, int]) -> float:
    size = max((span.style.size for span in text.spans if span.style and span.style.rise == 0), default=0.0)
    if len(text.places) != 1 or not size:
        return 0.0
    page, box = text.places[0]
    line = (paragraph_pitch(text, usual) if isinstance(text, Paragraph) else 0.0) or 1.2 * size
    there = max(round((box.height - usual.height * size) / line) + 1, 1)
    area = pages.get(page, box)
    middle = (area.x0 + area.x1) / 2
    if there == 1 and box.x1 < middle < area.x1:
        return 0.0  # a short line, or one of a column
    right = area.x1 if there == 1 or box.x1 > area.x1 - _RAGGED * area.width else box.x1
    indent = max(text.indent, 0.0) if isinstance(text, Paragraph) and there > 1 else 0.0
    reaches = box.x1 > area.x1 - _RAGGED * area.width and box.x0 > area.x0 + _SET_OFF * area.width
    left = area.x0 if reaches and (there == 1 or indent == 0) else box.x0
    room = (1 - _UNSURE) * (max(right, box.x1) - left)
    return (line_count(text.spans, room, scales, size=size, first=indent) - there) * line


def _code(code: Code, pages: Mapping[int, Box], scales: Mapping[str, int]) -> float:
    style = code_style(code) if scale_of(code.style, scales) == UNSCALED else code.style
    if len(code.places) != 1 or style is None:
        return 0.0
    page, box = code.places[0]
    room = max(box.x1, pages.get(page, box).x1) - box.x0
    lines = code.text.rstrip("\n").split("\n")
    count = sum(line_count((Span(line, style),), room, scales, size=style.size) for line in lines)
    return (count - len(lines)) * max(box.height / len(lines), style.size)


def _table(table: Table, scales: Mapping[str, int]) -> float:
    """What the rows take more whose cells have more lines than the height of the row has room for."""
    more: dict[int, float] = {}
    for cell in table.grid.cells:
        size = max((span.style.size for span in cell.spans if span.style), default=0.0)
        if cell.box is None or cell.row_span > 1 or not size:
            continue
        count = line_count(cell.spans, (1 - _UNSURE) * (cell.box.width - 2 * CELL_MARGIN), scales, size=size)
        more[cell.row] = max(more.get(cell.row, 0.0), count * FIXED_LINE * size - cell.box.height)
    return sum(more.values())
