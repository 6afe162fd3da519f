"""Pictures beside and behind text: anchored to a paragraph at the place they have in the source."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import TypeGuard

from quire.model.block import Block, Figure, Heading, List, Paragraph, Quote
from quire.model.document import Document
from quire.model.traversal import text_of

_TEXTS = Heading | List | Paragraph | Quote
_BESIDE = 0.5  # of the lower one's height that both have in common
_GAP = -2.0  # points between them at least; boxes may touch
_OVER = 0.5  # of a text's box that a picture behind it covers
_BLEED = 6.0  # points from the edge of a page that a picture may leave on either side
_ROOM = 72.0  # points; Word sets no text beside a picture in less


def floating_anchors(document: Document) -> dict[int, int]:
    """The pictures that stand beside or behind text, each with the block that its paragraph hangs on, by index.

    Those in a margin, beside whatever is on the page, hang on the nearest text; so do those from edge to edge of one.
    On pages with columns no picture floats: theirs stand between the lines of a column.
    """
    blocks = document.blocks
    several = {page.number for page in document.pages if any(region.columns > 1 for region in page.regions)}
    widths = {page.number: page.width for page in document.pages}
    by_page: dict[int, list[int]] = defaultdict(list)
    for index, block in enumerate(blocks):
        if block.places:
            by_page[block.places[0].page].append(index)
    found: dict[int, int] = {}
    for index, block in enumerate(blocks):
        if not _may_float(block) or block.places[0].page in several:
            continue
        others = [at for at in by_page[block.places[0].page] if at != index]
        over = [at for at in others if isinstance(blocks[at], _TEXTS) and lies_behind(block, blocks[at])]
        if over:
            found[index] = over[0]
            continue
        texts = [at for at in others if isinstance(blocks[at], _TEXTS)]
        nearest = min(texts, key=partial(_distance, blocks, block.places[0].box.y0), default=None)
        if nearest is not None and _bleeds(block, widths.get(block.places[0].page, 0.0)):
            found[index] = nearest
            continue
        beside = [at for at in others if at not in found and _stand_beside(block, blocks[at])]
        if any(not isinstance(blocks[at], Figure) for at in beside):
            found[index] = min(beside, key=lambda at: (blocks[at].places[0].box.y0, at))
            continue
        flow = [at for at in others if not isinstance(blocks[at], Figure)]
        if nearest is not None and _in_margin(block, [blocks[at] for at in flow]):
            found[index] = nearest
    taken = set(found.values())
    return {index: anchor for index, anchor in found.items() if index not in taken}


def lies_behind(picture: Figure, text: Block) -> bool:
    """Whether a text is printed over a picture."""
    box = text.places[0].box
    return picture.picture.box.overlap(box) >= _OVER * max(box.area, 1.0)


def is_fixed(picture: Figure, anchor: Block) -> bool:
    """Whether a picture that hangs on a text keeps its place on the page: it lies behind that, or above or below."""
    return lies_behind(picture, anchor) or not _are_apart(picture, anchor)


def _bleeds(picture: Figure, width: float) -> bool:
    """Whether a picture reaches from edge to edge of its page."""
    box = picture.picture.box
    return box.x0 < _BLEED and box.x1 > width - _BLEED > 0


def _may_float(block: Block) -> TypeGuard[Figure]:
    return isinstance(block, Figure) and len(block.places) == 1 and not text_of(block.caption).strip()


def _stand_beside(picture: Block, other: Block) -> bool:
    if not isinstance(other, Figure | _TEXTS):
        return False
    a, b = picture.places[0].box, other.places[0].box
    shared = min(a.y1, b.y1) - max(a.y0, b.y0)
    return _are_apart(picture, other) and b.width >= _ROOM and shared >= _BESIDE * min(a.height, b.height)


def _distance(blocks: Sequence[Block], y: float, index: int) -> tuple[float, int]:
    return abs(blocks[index].places[0].box.y0 - y), index


def _in_margin(picture: Block, others: Sequence[Block]) -> bool:
    """Whether all that is on the page besides pictures is at one side of a picture."""
    boxes = [other.places[0].box for other in others]
    sides = {picture.places[0].box.x0 < box.x0 for box in boxes}
    wide = any(box.width >= _ROOM for box in boxes)
    return wide and len(sides) == 1 and all(_are_apart(picture, other) for other in others)


def _are_apart(picture: Block, other: Block) -> bool:
    a, b = picture.places[0].box, other.places[0].box
    return max(a.x0, b.x0) - min(a.x1, b.x1) > _GAP
