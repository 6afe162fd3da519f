"""The height of captions."""

from __future__ import annotations

import math
from collections.abc import Sequence

from quire.model.block import Span
from quire.model.traversal import text_of
from quire.write.office.office_text import estimated_width

SPACE_BEFORE, SPACE_AFTER = 4.0, 6.0
"""Points above and below a caption, as its style has them."""

_LINE = 1.15  # em


def caption_height(caption: Sequence[Span], room: float) -> float:
    """The height of a caption's lines in a column of `room` points."""
    text = text_of(caption).strip()
    size = max((span.style.size for span in caption if span.style), default=10.0)
    return _LINE * size * max(math.ceil(0.95 * estimated_width(text, size) / max(room, size)), 1) if text else 0.0
