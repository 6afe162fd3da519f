"""Short bands of texts side by side, such as the head of a letter: columns as in the source, each with a column break.

Word balances the columns of a section that ends on its page; without the breaks, text would move to another column.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

from quire.model.block import Block, Note
from quire.model.document import Document
from quire.model.geometry import Box, bounds
from quire.write.word.paragraph import Para, Pieces
from quire.write.word.sections import Section
from quire.write.word.wordprocessingml import tag

_BREAK = tag("w:r", tag("w:br", w_type="column"))
_HIGHEST = 0.5  # of the text area: higher columns may run over their page, and a break would begin a further one
_EDGE = 3.0  # points; a column that ends this near to the area's edge ends at it
_LEAST_GAP = 6.0  # points between two columns
_SLACK = 0.35  # of the white before a column at the right edge is its own: its lines may be longer in another font


def column_bands(document: Document, areas: Mapping[int, Box]) -> dict[int, tuple[Box, ...]]:
    """The columns of such bands from left to right, by the index of each block that stands in one.

    Args:
        document: what is written.
        areas: the text areas by page.
    """
    found: dict[int, tuple[Box, ...]] = {}
    blocks = document.blocks
    on: dict[int, list[int]] = defaultdict(list)
    for index, block in enumerate(blocks):
        if block.places and not isinstance(block, Note):
            on[block.places[0].page].append(index)
    for page in document.pages:
        for region in page.regions:
            if region.columns == 1 or page.number not in areas:
                continue
            own = [index for index in on[page.number] if _is_in(blocks[index], region.box)]
            boxes = _boxes([blocks[index] for index in own], region.columns, areas[page.number])
            if boxes and own == on[page.number][on[page.number].index(own[0]) :][: len(own)]:
                found |= dict.fromkeys(own, boxes)
    return found


def _is_in(block: Block, box: Box) -> bool:
    own = block.places[0].box
    return box.y0 < (own.y0 + own.y1) / 2 < box.y1


def bands_by_page(document: Document, sections: Sequence[Section]) -> dict[int, list[Box]]:
    """The columns of all bands, by page."""
    found: dict[int, list[Box]] = {}
    for section in sections:
        if section.boxes:
            found.setdefault(document.blocks[section.first].places[0].page, []).extend(section.boxes)
    return found


def start_column(written: Pieces, column: Box, box: Box) -> Pieces:
    """What is written of the first block of a column, in `box`, behind the break that begins the column."""
    head = written[0]
    if not isinstance(head, Para):
        head = Para("Spacer")
        written = [head, *written]
    head.content = _BREAK + head.content
    head.before = max(box.y0 - column.y0, 0.0)
    return written


def _boxes(blocks: Sequence[Block], columns: int, area: Box) -> tuple[Box, ...]:
    """The columns of a band from left to right; () where its blocks are more than a band or do not stand in columns."""
    places = [block.places[0] for block in blocks]
    if not places or any(len(block.places) > 1 for block in blocks):
        return ()
    whole = bounds(place.box for place in places)
    if whole.height > _HIGHEST * area.height:
        return ()
    found: list[Box] = []
    for place in places:
        if found and place.box.x0 < found[-1].x1:
            found[-1] = found[-1].union(place.box)
        else:
            found.append(place.box)
    if len(found) != columns or any(b.x0 - a.x1 < _LEAST_GAP for a, b in pairwise(found)):
        return ()
    return tuple(_widened(found, area, whole))


def _widened(found: Sequence[Box], area: Box, whole: Box) -> list[Box]:
    """The boxes with the white that belongs to them: up to the next column, or, at the right edge, before it."""
    starts = [min(area.x0, found[0].x0)]
    for before, box in pairwise(found):
        at_edge = area.x1 - box.x1 < _EDGE
        starts.append(box.x0 - (_SLACK * (box.x0 - before.x1) if at_edge else 0.0))
    ends = [
        max(start - _LEAST_GAP - _SLACK * (start - box.x1 - _LEAST_GAP), box.x1)
        for box, start in zip(found, starts[1:], strict=False)
    ]
    ends.append(max(area.x1, found[-1].x1))
    return [Box(start, whole.y0, end, whole.y1) for start, end in zip(starts, ends, strict=True)]
