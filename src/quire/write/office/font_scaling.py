"""How much wider or narrower a document's fonts are than the families that take their place.

A font that no office suite has is replaced by a similar family whose widths are known (`write.office.text_widths`). Its
letters may be wider, those of typewriter fonts by a seventh: lines break earlier, and a full page overflows. The
width of the source's lines shows by how much; Word narrows the letters by that percentage (``w:w``, ECMA-376-1,
17.3.2.43).
Letters are never widened: shorter text leaves room for what takes more elsewhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import median

from quire.model.block import Block, Code, Heading, Paragraph, Span
from quire.model.page import Style
from quire.model.traversal import walk
from quire.write.office.font_mapping import METRIC_COMPATIBLE, family_of_font
from quire.write.office.office_text import has_east_asian, is_right_to_left
from quire.write.office.text_widths import advance_width

UNSCALED = 100
"""Percent: the family's own letter widths."""

_FEWEST = 3  # lines of a font that tell its width
_LEAST_TEXT = 12  # characters; the edges of shorter lines count too much
_ONE_LINE = 1.7  # em; a box that is lower holds one line
_LONG = 4  # lines of a paragraph from which their number tells the length of its text
_ENDS = 0.55  # of the last line of a paragraph is filled on average
_LEAST = 80  # percent; what is narrower is badly measured
_NEAR = 4  # percent that lines hardly feel, and measures are off by
_CLOSE = (
    0.99  # of the width measured: Office never sets words closer than they are, as justified lines of the source may
)


def font_scales(blocks: Iterable[Block]) -> dict[str, int]:
    """The percentage by font name, for those fonts of a document whose letters need another width than 100 %."""
    single: dict[str, list[float]] = defaultdict(list)
    several: dict[str, list[float]] = defaultdict(list)
    for block in walk(blocks):
        if len(block.places) == 1 and isinstance(block, Code):
            _add_code(block, single)
        elif len(block.places) == 1 and isinstance(block, Heading | Paragraph):
            _add_text(block, single, several)
    found: dict[str, int] = {}
    for font in {*single, *several}:
        shares = single[font] if len(single[font]) >= _FEWEST else several[font]
        percent = round(100 * _CLOSE * median(shares)) if len(shares) >= _FEWEST else UNSCALED
        if _LEAST <= percent < UNSCALED - _NEAR:
            found[font] = percent
    return found


def scale_of(style: Style | None, scales: Mapping[str, int]) -> int:
    """The percentage of a font."""
    return scales.get(style.font, UNSCALED) if style else UNSCALED


def _add_text(block: Heading | Paragraph, single: dict[str, list[float]], several: dict[str, list[float]]) -> None:
    """Adds what a text of one font tells of it: its length in the source against that in another family."""
    known = _natural(block.spans)
    if known is None:
        return
    font, natural, size = known
    width, height = block.places[0].box.width, block.places[0].box.height
    pitch = block.pitch if isinstance(block, Paragraph) else 0.0
    if height < _ONE_LINE * size:
        single[font].append(width / natural)
    elif pitch and (rows := round((height - size) / pitch) + 1) >= _LONG:
        several[font].append(width * (rows - 1 + _ENDS) / natural)


def _add_code(block: Code, widths: dict[str, list[float]]) -> None:
    """Adds what the longest line of program text tells of its font."""
    style = block.style
    longest = max((len(line.rstrip()) for line in block.text.splitlines()), default=0)
    if style is None or longest < _LEAST_TEXT or has_east_asian(block.text):
        return
    family = family_of_font(style.font, mono=style.mono)
    if family in METRIC_COMPATIBLE:
        widths[style.font].append(block.places[0].box.width / (longest * advance_width("x", family) * style.size))


def _natural(spans: Sequence[Span]) -> tuple[str, float, float] | None:
    """The font, the width in the family that takes its place, and the size of a text of one font; else None."""
    styles = {span.style for span in spans if span.text.strip()}
    style = next(iter(styles)) if len(styles) == 1 else None
    text = "".join(span.text for span in spans).strip()
    if (
        style is None
        or style.rise
        or len(text) < _LEAST_TEXT
        or "\n" in text
        or has_east_asian(text)
        or is_right_to_left(text)
    ):
        return None
    family = family_of_font(style.font, mono=style.mono)
    if family not in METRIC_COMPATIBLE:
        return None
    return style.font, advance_width(text, family, bold=style.bold) * style.size, style.size
