"""Links: the colour that they have in a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from quire.model.block import Block
from quire.model.traversal import own_spans, walk


def link_color(blocks: Iterable[Block]) -> int | None:
    """The colour (0xRRGGBB) of most linked text; None if nothing is linked."""
    counted: Counter[int] = Counter()
    for block in walk(blocks):
        for span in own_spans(block):
            if span.link and span.style:
                counted[span.style.color] += len(span.text)
    return counted.most_common(1)[0][0] if counted else None
