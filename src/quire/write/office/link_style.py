"""Links: the colour that they have in a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from quire.model.block import Block, Heading, Paragraph, Span, Table
from quire.model.traversal import walk


def link_color(blocks: Iterable[Block]) -> int | None:
    """The colour (0xRRGGBB) of most linked text; None if nothing is linked."""
    counted: Counter[int] = Counter()
    for block in walk(blocks):
        for span in _spans(block):
            if span.link and span.style:
                counted[span.style.color] += len(span.text)
    return counted.most_common(1)[0][0] if counted else None


def _spans(block: Block) -> Iterable[Span]:
    match block:
        case Heading() | Paragraph():
            return block.spans
        case Table():
            return [span for cell in block.grid.cells for span in cell.spans]
        case _:
            return ()
