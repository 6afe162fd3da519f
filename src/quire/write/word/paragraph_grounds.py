"""Grounds of texts as the shading of their paragraphs, as wide and high as in the source (ECMA-376-1, 17.3.1.31)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from quire.model.block import Heading, Paragraph
from quire.model.document import Document, Frame
from quire.model.geometry import Box
from quire.model.page import Fill, Rule
from quire.model.traversal import walk
from quire.write.word.paragraph import Para
from quire.write.word.paragraph_borders import border, shading
from quire.write.word.style_spacing import FIXED_LINE
from quire.write.word.wordprocessingml import tag, twips

_FARTHEST = 31.0  # points between text and border (w:space)
_LEAST = 1.0  # points
_MOVED = 1.0  # points by which a ground ends elsewhere than its paragraph's lines


class Ground(NamedTuple):
    """What is behind a text: its colour, and the fill unless that is shown otherwise."""

    color: int | None = None
    fill: Fill | None = None
    texts: Box | None = None  # where the texts on the fill stand

    def put(self, head: Para, column: Box) -> Para:
        """The paragraph with the shading; `column` is where lines of text begin and end without indents."""
        fill, texts, source = self.fill, self.texts, head.source
        if fill is None or texts is None or not isinstance(source, Heading | Paragraph):
            return head
        size = max((span.style.size for span in source.spans if span.style), default=0.0)
        lead = (FIXED_LINE - 1) * size
        side = _space(texts.x0 - fill.x0) if "jc" not in head.parts else _LEAST
        gaps = {
            "top": _space(texts.y0 - fill.y0 - lead),
            "left": side,
            "bottom": _space(fill.y1 - texts.y1),
            "right": side,
        }
        edge = Rule(0.0, 0.0, 0.0, 0.0, 0.25, fill.color)
        head.parts["shd"] = shading(fill.color)
        head.parts["pBdr"] = tag("w:pBdr", "".join(border(name, edge, gap) for name, gap in gaps.items()))
        if "jc" in head.parts:
            self._indent(head, "left", fill.x0 + side - column.x0)
        self._indent(head, "right", column.x1 - fill.x1 + side)
        head.above, head.below = gaps["top"], gaps["bottom"]
        head.ground = fill
        return head

    def _indent(self, head: Para, side: str, points: float) -> None:
        known = head.parts.get("ind", "<w:ind/>")
        if abs(points) > _MOVED and f"w:{side}=" not in known:
            head.parts["ind"] = known.replace("/>", f' w:{side}="{twips(points)}"/>')


class Grounds:
    """What is behind the headings and paragraphs of a document: fills, and the grounds of boxes drawn around them."""

    def __init__(self, document: Document | None = None) -> None:
        pages = document.pages if document else ()
        self._fills = {page.number: page.grounds for page in pages if page.grounds}
        self._frames = {page.number: page.frames for page in pages if page.frames}
        self._texts: dict[tuple[int, Fill], Box] = {}
        for block in walk(document.blocks) if document and self._fills else ():
            for page, box in block.places if isinstance(block, Heading | Paragraph) else ():
                fill = _around(self._fills.get(page, ()), box)
                if fill is not None:
                    self._texts[page, fill] = box.union(self._texts.get((page, fill), box))

    def behind(self, block: Heading | Paragraph) -> Ground:
        """What is behind a block; nothing behind one that goes on elsewhere."""
        if len(block.places) != 1:
            return Ground()
        page, box = block.places[0]
        fill = _around(self._fills.get(page, ()), box)
        if fill is not None:
            return Ground(fill.color, fill, self._texts[page, fill])
        frame = _around(self._frames.get(page, ()), box)
        return Ground(frame.fill if frame else None)


Drawn = TypeVar("Drawn", Fill, Frame)


def _around(drawn: Iterable[Drawn], box: Box) -> Drawn | None:
    """The smallest of what is drawn that holds the middle of a box."""
    x, y = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    return min((one for one in drawn if one.box.holds_point(x, y)), key=lambda one: one.box.area, default=None)


def _space(points: float) -> float:
    return min(max(points, _LEAST), _FARTHEST)
