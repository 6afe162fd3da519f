"""Finds the block that is the title of a slide."""

from __future__ import annotations

from collections.abc import Sequence

from quire.model.block import Block, Heading, Paragraph, Span
from quire.model.document import PageInfo
from quire.model.traversal import text_of

_TOP = 0.36  # a title starts in this upper part of the page, or is by far the largest text
_LONGEST = 220


def title_of(blocks: Sequence[Block], page: PageInfo) -> int | None:
    """The index of the title among the blocks of a page, or None.

    The largest type wins, and of the same size the highest; headings count a little larger than paragraphs.
    """
    best: tuple[float, float, int] | None = None
    sizes = sorted(size for block in blocks if (size := _size(block)) > 0)
    usual = sizes[len(sizes) // 2] if sizes else 0.0
    for index, block in enumerate(blocks):
        if not isinstance(block, Heading | Paragraph) or not block.places:
            continue
        text, size, top = text_of(block.spans).strip(), _size(block), block.places[0].box.y0
        if not text or len(text) > _LONGEST or not any(c.isalnum() for c in text):
            continue
        heading = isinstance(block, Heading)
        high = top < _TOP * page.height
        if not (heading or (high and size >= 1.12 * usual) or size >= 1.5 * usual or len(blocks) == 1):
            continue
        rank = (round(size * (1.1 if heading else 1.0) * (1.15 if high else 1.0), 1), -top, index)
        best = rank if best is None or rank > best else best
    return best[2] if best else None


def _size(block: Block) -> float:
    spans: Sequence[Span] = block.spans if isinstance(block, Heading | Paragraph) else ()
    sizes: dict[float, int] = {}
    for span in spans:
        if span.style and span.style.rise == 0:
            sizes[span.style.size] = sizes.get(span.style.size, 0) + len(span.text.strip())
    return max(sizes, key=lambda size: sizes[size]) if sizes else 0.0
