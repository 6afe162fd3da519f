"""Program text: the type size that keeps lines as long as in the source, and the background."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from quire.model.block import Block, Code
from quire.model.page import Style
from quire.model.traversal import walk
from quire.write.office.font_mapping import font_family
from quire.write.office.office_text import has_east_asian

_COURIER, _ADVANCE = "Courier New", 0.6  # the family that takes the place of most; its glyphs' width in em
_FEW = 8  # characters; shorter lines do not tell how wide a glyph is
_LEAST, _MOST = 0.8, 1.1  # of the source's size
DEFAULT_BACKGROUND = 0xF5F5F5
"""Background of program text without a page, such as that of a book in HTML."""


def code_style(block: Code) -> Style | None:
    """The style of program text, in the size at which Word's lines are as long as the source's."""
    style = block.style
    if style is None or font_family(style.font, mono=style.mono).name not in ("", _COURIER) or len(block.places) != 1:
        return style
    longest = max((len(line) for line in block.text.splitlines() if not has_east_asian(line)), default=0)
    if longest < _FEW or has_east_asian(block.text):
        return style
    size = block.places[0].box.width / longest / _ADVANCE
    if not _LEAST * style.size < size < _MOST * style.size:
        return style
    return style._replace(size=int(2 * size + 0.2) / 2)


def code_background(block: Code) -> int | None:
    """The colour behind program text, None for none."""
    return block.fill if block.places else DEFAULT_BACKGROUND


def common_background(blocks: Iterable[Block]) -> int | None:
    """The colour behind most program text."""
    counts: Counter[int | None] = Counter()
    for block in walk(blocks):
        if isinstance(block, Code):
            counts[code_background(block)] += len(block.text)
    return counts.most_common(1)[0][0] if counts else DEFAULT_BACKGROUND
