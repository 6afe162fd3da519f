"""Pictures beside text: anchored to a paragraph at the place they have in the source; text wraps around them."""

from __future__ import annotations

from quire.model.block import Block, Figure, Heading, List, Paragraph, Quote
from quire.model.document import Document
from quire.model.traversal import text_of

_REACH = 3  # blocks before and behind a picture that may stand beside it
_BESIDE = 0.5  # of the lower one's height that both have in common
_GAP = -2.0  # points between them at least; boxes may touch
_LONGEST = 0.75  # of the text's width: wider pictures leave no room for text


def floating_anchors(document: Document, width: float) -> dict[int, int]:
    """The pictures that stand beside text, each with the block that its paragraph hangs on, by index.

    On pages with columns none does: their pictures stand between the lines of a column.
    """
    blocks = document.blocks
    several = {page.number for page in document.pages if any(region.columns > 1 for region in page.regions)}
    found: dict[int, int] = {}
    for index, block in enumerate(blocks):
        if not _may_float(block, width) or block.places[0].page in several:
            continue
        near = [at for at in range(max(index - _REACH, 0), min(index + _REACH + 1, len(blocks))) if at != index]
        beside = [at for at in near if at not in found and _stand_beside(block, blocks[at])]
        if any(not isinstance(blocks[at], Figure) for at in beside):
            found[index] = min(beside, key=lambda at: (blocks[at].places[0].box.y0, at))
    taken = set(found.values())
    return {index: anchor for index, anchor in found.items() if index not in taken}


def _may_float(block: Block, width: float) -> bool:
    return (
        isinstance(block, Figure)
        and len(block.places) == 1
        and not text_of(block.caption).strip()
        and block.picture.box.width < _LONGEST * width
    )


def _stand_beside(picture: Block, other: Block) -> bool:
    if not isinstance(other, Figure | Heading | List | Paragraph | Quote) or not other.places:
        return False
    (page, a), (there, b) = picture.places[0], other.places[0]
    shared = min(a.y1, b.y1) - max(a.y0, b.y0)
    apart = max(a.x0, b.x0) - min(a.x1, b.x1)
    return page == there and apart > _GAP and shared >= _BESIDE * min(a.height, b.height)
