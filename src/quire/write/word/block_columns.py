"""Alignment and indents of blocks in the columns of their pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from types import MappingProxyType

from quire.model.block import Block, Heading, List, Paragraph, Place
from quire.model.geometry import Box
from quire.model.table import Align
from quire.model.traversal import text_of
from quire.write.office.office_text import is_right_to_left

_FARTHEST = 0.6  # of the column's width: where longer texts begin behind that, the column is another one
_LEAST_INDENT = 10.0  # points; smaller differences are noise
_FEW = 9.0  # type sizes; about seven lines
_OVER = 2.0  # points by which they may reach over the column's edge
_EDGE = 14.0  # points of a margin that stay white


class Columns:
    """The columns of pages.

    Args:
        areas: the text areas by page number.
        bands: by page number, the columns of its bands of texts side by side.
    """

    def __init__(self, areas: Mapping[int, Box], bands: Mapping[int, Sequence[Box]] = MappingProxyType({})) -> None:
        self._areas, self._bands = areas, bands

    def column(self, place: Place, width: float) -> Box:
        """The column, `width` points wide, in which a place begins."""
        for band in self._bands.get(place.page, ()):
            if abs(band.width - width) < 1 and band.overlap(place.box) > 0:
                return band
        area = self._areas.get(place.page, place.box)
        if width > 0.9 * area.width:
            return area
        count = max(round(area.width / (width + 6)), 1)
        gap = max((area.width - count * width) / max(count - 1, 1), 0.0)
        index = min(max(int((place.box.x0 - area.x0 + gap / 2) / (width + gap)), 0), count - 1)
        left = area.x0 + index * (width + gap)
        return Box(left, area.y0, left + width, area.y1)

    def side(self, places: Sequence[Place], width: float, *, leftward: bool = False) -> Align:
        """The alignment that a block's place in its column shows; LEFT is the side where its writing begins."""
        if not places:
            return Align.LEFT
        box, column = places[0].box, self.column(places[0], width)
        left, right = box.x0 - column.x0, column.x1 - box.x1
        if leftward:
            left, right = right, left
        if abs(left - right) < min(0.06 * width, 0.5 * (left + right)) and left + right > 0.04 * width:
            return Align.CENTER
        return Align.RIGHT if left > 0.2 * width and right < 0.04 * width else Align.LEFT

    def offset(self, places: Sequence[Place], width: float, *, leftward: bool = False) -> float:
        """Points from the column's edge to the block's, where writing begins; 0 in the margin or without a place."""
        if not places:
            return 0.0
        column, box = self.column(places[0], width), places[0].box
        return max(0.0, column.x1 - box.x1 if leftward else box.x0 - column.x0)

    def left_overhang(self, places: Sequence[Place], width: float) -> float:
        """Points by which a block begins in the margin left of its column, as far as that can be printed."""
        if len(places) != 1:
            return 0.0
        box, column = places[0].box, self.column(places[0], width)
        first = column.x0 < self._areas.get(places[0].page, box).x0 + 1
        return min(max(column.x0 - box.x0, 0.0), max(column.x0 - _EDGE, 0.0)) if first else 0.0

    def right_overhang(self, places: Sequence[Place], width: float) -> float:
        """Points by which a block reaches into the margin right of its column, as far as that can be printed."""
        if len(places) != 1:
            return 0.0
        box, column = places[0].box, self.column(places[0], width)
        last = column.x1 > self._areas.get(places[0].page, box).x1 - 1
        return min(max(box.x1 - column.x1, 0.0), max(column.x0 - _EDGE, 0.0)) if last else 0.0

    def overhangs(self, places: Sequence[Place], width: float, *, leftward: bool = False) -> tuple[float, float]:
        """Points by which a block that may go on over pages begins in one margin and ends in the other one."""
        left, right = self.left_overhang(places[:1], width), self.right_overhang(places[:1], width)
        return (right, left) if leftward else (left, right)

    def left(self, block: Heading | Paragraph, width: float, size: float) -> float:
        """How far a block with type of `size` stands in; 0 for small differences and for centred paragraphs."""
        align, indent = (block.align, block.indent) if isinstance(block, Paragraph) else (Align.LEFT, 0.0)
        if not block.places or align in (Align.CENTER, Align.RIGHT):
            return 0.0
        left = self.offset(block.places, width, leftward=is_right_to_left(text_of(block.spans)))
        if block.places[0].box.height < 1.9 * size:
            left -= max(indent, 0.0)
        box = block.places[0].box
        few = box.height < _FEW * size and left + box.width < width + _OVER
        return left if _LEAST_INDENT < left < (1.0 if few else _FARTHEST) * width else 0.0

    def list_indent(self, block: List, width: float) -> float | None:
        """How far the markers of a list's items stand in; None when no item has a place."""
        firsts = [item.blocks[0] for item in block.items if item.blocks and item.blocks[0].places]
        return median(self.offset(one.places, width, leftward=_is_leftward(one)) for one in firsts) if firsts else None


def _is_leftward(block: Block) -> bool:
    return isinstance(block, Paragraph) and is_right_to_left(text_of(block.spans))
