"""Whether a page's text has room on a page of Word, where its lines may be longer than in the source.

A page that begins where the source's does ends where the text before it ends: if that takes a line too much, the line
stands on a page of its own. So pages begin there only while what is known of the fonts says that it fits.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from quire.model.block import Block, Heading, Note, Paragraph, Span, Table
from quire.model.document import Document
from quire.model.geometry import Box
from quire.model.walk import walk
from quire.write.office.advances import advance, spaces_beside
from quire.write.office.fonts import SURE, face, partner
from quire.write.office.letters import has_east
from quire.write.word.flow import Pitch, Step, own_pitch, pitch

_UNSURE = 1.13  # times as long is text in another family where that is missing
_FILLED = 0.98  # of the width of a line: what words fill of it on average
_SPARE_LINES = 1.0  # that a page has room for (`quire.write.word.sections.roomier`)
_SAFE_LINES = 2.5  # more than what is known, for what is not
_MOST_TAKEN = 0.35  # of the white between the blocks of a page may be given up


def begun(
    document: Document, steps: Sequence[Step], pages: Mapping[int, Box], bottoms: Mapping[int, float]
) -> list[Step]:
    """The steps, of which those begin a page that end early in the source, or whose page before has room for its text.

    The white above blocks is a little less where that makes the text fit.

    Args:
        document: whose blocks the steps are of.
        steps: of all blocks, `new_page` where the source begins a page.
        pages: the text areas by page.
        bottoms: where the text of each page ends.
    """
    usual = pitch(document)
    line = usual.points or 12.0
    safe, spare = _SAFE_LINES * line, _SPARE_LINES * line
    found = list(steps)
    on: list[int] = []  # indices of the blocks since the last page that was begun
    page = 0  # the page that they end on
    over = 0.0  # points that they take more than in the source
    loose = False  # a table over pages repeats its head: nobody knows where the page ends

    def room() -> _Room:
        gaps = (steps[at].gap or 0.0 for at in on if document.blocks[at].places[0].page == page)
        area = pages.get(page)
        free = area.y1 - bottoms.get(page, area.y1) if area is not None else 0.0
        return _Room(max(free, 0.0), sum(gaps))

    for index, (block, step) in enumerate(zip(document.blocks, steps, strict=True)):
        if not block.places or isinstance(block, Note):
            continue
        if step.new_page:
            left = room()
            lack = over + safe - left.free
            if step.early or (not loose and lack - left.given <= spare):
                _squeeze(found, on, lack, left.white)
                loose, over, on = False, 0.0, []
            else:
                found[index] = Step(None, new_page=False, drop=0.0)
                over = max(lack - safe, 0.0)
        on.append(index)
        page = block.places[-1].page
        over += sum(_more(text, pages, usual) for text in _texts(block))
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


def _squeeze(steps: list[Step], on: Sequence[int], lack: float, white: float) -> None:
    """Takes what a page lacks from the white between its blocks."""
    if lack > 0 and white > 0:
        share = min(lack / white, _MOST_TAKEN)
        for index in on:
            steps[index] = steps[index]._replace(squeeze=1.0 - share)


def _texts(block: Block) -> Iterator[Paragraph | Heading]:
    for inner in walk((block,)):
        if isinstance(inner, Paragraph | Heading):
            yield inner


def _more(text: Paragraph | Heading, pages: Mapping[int, Box], usual: Pitch) -> float:
    """Points that a text takes more than in the source, because its lines are longer; negative for less."""
    size = max((span.style.size for span in text.spans if span.style and span.style.rise == 0), default=0.0)
    if len(text.places) != 1 or not size or any("\n" in span.text for span in text.spans):
        return 0.0
    page, box = text.places[0]
    line = (own_pitch(text, usual) if isinstance(text, Paragraph) else 0.0) or 1.2 * size
    rows = max(round((box.height - usual.height * size) / line) + 1, 1)
    area = pages.get(page, box)
    room = box.width if rows > 1 or box.x1 > area.x1 else area.x1 - box.x0
    if rows == 1 and box.x1 < (area.x0 + area.x1) / 2 < area.x1:
        return 0.0  # a short line, or one of a column
    wanted = math.ceil(_length(text.spans, size) / max(_FILLED * room, size))
    return (max(wanted, 1) - rows) * line


def _length(spans: Sequence[Span], size: float) -> float:
    """The length of a text in one line, points, in the fonts that Word or what takes their place has."""
    total = 0.0
    for span in spans:
        style = span.style
        family = partner(face(style.font, mono=style.mono)) if style else ""
        points = style.size if style else size
        sure = not family or family in SURE or has_east(span.text)
        width = advance(span.text, family, bold=style is not None and style.bold) + spaces_beside(span.text)
        total += width * points * (1.0 if sure else _UNSURE)
    return total
