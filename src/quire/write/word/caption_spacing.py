"""The height of captions, and which tables have theirs below."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from quire.model.block import Note, Span, Table
from quire.model.document import Document
from quire.model.geometry import Box
from quire.model.traversal import text_of
from quire.write.office.office_text import estimated_width
from quire.write.word.source_flow import FlowStep

SPACE_BEFORE, SPACE_AFTER = 4.0, 6.0
"""Points above and below a caption, as its style has them."""

_LINE = 1.15  # em
_ROOM = 0.9  # of a caption's height: what the white must have at least to hold it


def caption_height(caption: Sequence[Span], room: float) -> float:
    """The height of a caption's lines in a column of `room` points."""
    text = text_of(caption).strip()
    size = max((span.style.size for span in caption if span.style), default=10.0)
    return _LINE * size * max(math.ceil(0.95 * estimated_width(text, size) / max(room, size)), 1) if text else 0.0


def captions_below(document: Document, steps: Sequence[FlowStep], areas: Mapping[int, Box]) -> frozenset[int]:
    """The tables (by `id`) whose captions stand below them: there is room for one below, and none above.

    Where there is room on both sides or on neither, a table does as most of the others.
    """
    flow = [at for at, block in enumerate(document.blocks) if block.places and not isinstance(block, Note)]
    found: dict[int, bool | None] = {}
    for place, at in enumerate(flow):
        block = document.blocks[at]
        if isinstance(block, Table) and text_of(block.caption).strip():
            after = flow[place + 1] if place + 1 < len(flow) else None
            found[id(block)] = _is_below(block, steps[at], None if after is None else steps[after], areas)
    usual = sum(one is True for one in found.values()) > sum(one is False for one in found.values())
    return frozenset(key for key, one in found.items() if one or (one is None and usual))


def _is_below(block: Table, step: FlowStep, after: FlowStep | None, areas: Mapping[int, Box]) -> bool | None:
    last = block.places[-1]
    area = areas.get(last.page, last.box)
    need = _ROOM * caption_height(block.caption, area.width)
    above = step.drop if step.gap is None else step.gap
    under = after.gap if after is not None and after.gap is not None else max(area.y1 - last.box.y1, 0.0)
    if (above >= need) is (under >= need):
        return None
    return under >= need
