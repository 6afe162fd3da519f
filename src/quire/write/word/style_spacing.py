"""The spacing that a document's styles carry: paragraphs, headings, list items, line pitch."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from quire.model.block import Block, Heading, List, Paragraph
from quire.model.document import Document
from quire.model.traversal import text_of
from quire.write.office.office_text import has_east_asian
from quire.write.word.source_flow import FlowStep, LinePitch, usual_pitch

# What Word calls "single" is the height of the font's own line, in em (hhea or OS/2 tables). Times New Roman, Arial
# and most others have the first; where the font is missing, another with another height takes its place.
_SINGLE = 1.15
_SINGLES = {
    "Calibri": 1.22, "Candara": 1.22, "Carlito": 1.22, "Tahoma": 1.21, "Verdana": 1.21, "Segoe UI": 1.33,
    "Open Sans": 1.36, "Noto Sans": 1.36, "Noto Serif": 1.36, "Source Sans Pro": 1.26, "Palatino Linotype": 1.35,
    "Lato": 1.2, "Roboto": 1.17, "Georgia": 1.14, "Garamond": 1.12, "Courier New": 1.13, "Cambria": 1.17,
}  # fmt: skip


_FEWEST_GAPS = 2  # that show the usual gap
_LEAST_INDENT = 6.0  # points; first lines with more mark paragraphs, which then need no space
_TOUCHING, _FAR_ITEM = 2.0, 40.0  # points: the overlap of boxes, and the gap that no longer separates items of one list
_LEAST_EXACT, _LEAST_OTHER = 0.025, 0.12
FIXED_LINE = 1.25
"""Line height of headings and tables in em; those of Chinese fonts differ by a third, which adds up to whole pages."""


class StyleSpacing(NamedTuple):
    """Spaces in points that the styles carry; a paragraph says only where it differs."""

    usual: LinePitch
    line: int  # w:spacing/@w:line
    exact: bool  # the line is points (lineRule exact), else 240ths of a single line
    paragraph: float  # before a paragraph
    item: float  # before a list item
    before: dict[int, float]  # before a heading of this level (0: the title)
    after: dict[int, float]  # after it
    single: float = _SINGLE  # em; the line of the body's font

    @property
    def least(self) -> float:
        """The share of a line's height from which a paragraph says that its lines are of another one."""
        return _LEAST_EXACT if self.exact else _LEAST_OTHER

    @property
    def points(self) -> float:
        """The height of the style's line, in points."""
        return self.usual.points

    def attributes(self, points: float, size: float) -> dict[str, int | str]:
        """``w:line`` and ``w:lineRule`` for lines of `points` with type of `size`."""
        if self.exact:
            return {"w_line": round(points * 20), "w_lineRule": "exact"}
        return {"w_line": _multiple(points, self.single * size), "w_lineRule": "auto"}


def measure_spacing(document: Document, steps: Sequence[FlowStep], latin: str = "") -> StyleSpacing:
    """The spacing of a document's styles, from the medians of its gaps; `latin` is the family of its body."""
    single = _SINGLES.get(latin, _SINGLE)
    size = document.body_size or 10.5
    usual = usual_pitch(document)
    known = bool(usual.points)
    if not usual.points:
        usual = usual._replace(points=single * size)
    leading = max(0.0, usual.points - usual.height * size)
    blocks = document.blocks
    gaps = [(blocks[i - 1] if i else None, blocks[i], step.gap) for i, step in enumerate(steps)]
    between = [gap for before, block, gap in gaps if gap is not None and _both(before, block, Paragraph)]
    paragraph = _usual(
        between, leading, default=0.0 if any(_indented(b) for b in blocks) else 0.4 * size, most=1.2 * size
    )
    before: dict[int, float] = {}
    after: dict[int, float] = {}
    for level in range(10):
        above = [gap for _, block, gap in gaps if gap is not None and _level(block) == level]
        below = [
            gap
            for head, block, gap in gaps
            if gap is not None and _level(head) == level and isinstance(block, Paragraph)
        ]
        before[level] = _usual(above, 0.0, default=0.8 * size, most=4 * size)
        after[level] = max(0.0, _usual(below, leading, default=0.4 * size, most=3 * size) - paragraph)
    items = _item_gaps(blocks)
    exact = known or document.language[:2].lower() in ("zh", "ja", "ko") or _is_east(blocks)
    return StyleSpacing(
        usual=usual,
        line=round(usual.points * 20) if exact else _multiple(usual.points, single * size),
        exact=exact,
        paragraph=paragraph,
        item=_usual(items, leading, default=0.2 * size, most=size),
        before=before,
        after=after,
        single=single,
    )


def _is_east(blocks: Sequence[Block]) -> bool:
    """Whether most text is Chinese, Japanese or Korean, whatever the file says of its language."""
    texts = [text_of(block.spans) for block in blocks if isinstance(block, Paragraph)]
    return 2 * sum(len(text) for text in texts if has_east_asian(text)) > sum(map(len, texts))


def _multiple(points: float, single: float) -> int:
    """``w:line`` for the rule "auto": 240ths of a single line, in steps of a twentieth line."""
    return round(min(max(points / single, 0.85), 2.5) * 20) * 12


def _usual(gaps: Sequence[float], leading: float, *, default: float, most: float) -> float:
    """The median gap without the leading that the line already has."""
    if len(gaps) < _FEWEST_GAPS:
        return round(default * 2) / 2
    return round(min(max(0.0, median(gaps) - leading), most) * 2) / 2


def _both(before: Block | None, block: Block, kind: type) -> bool:
    return isinstance(before, kind) and isinstance(block, kind)


def _level(block: Block | None) -> int:
    """The level of a heading, 0 for a title, -1 for another block."""
    if not isinstance(block, Heading):
        return -1
    return 0 if block.title else min(max(block.level, 1), 9)


def _indented(block: Block) -> bool:
    return isinstance(block, Paragraph) and block.indent > _LEAST_INDENT


def _item_gaps(blocks: Sequence[Block]) -> list[float]:
    gaps = []
    for block in blocks:
        if not isinstance(block, List):
            continue
        places = [item.blocks[0].places[0] for item in block.items if item.blocks and item.blocks[0].places]
        gaps += [
            below.box.y0 - above.box.y1
            for above, below in pairwise(places)
            if above.page == below.page and -_TOUCHING < below.box.y0 - above.box.y1 < _FAR_ITEM
        ]
    return gaps
