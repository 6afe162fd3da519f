"""The text area that a run of pages shares, mirrored on left-hand pages if the source does so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from quire.model.block import Figure, Paragraph
from quire.model.document import Document, PageInfo
from quire.model.geometry import Box, bounds
from quire.model.traversal import walk

_LEAST_MARGIN = 14.0  # points; printers need about 5 mm
_WIDE = 0.4  # of the widest block: narrower ones do not tell where lines of text begin and end
_ONE_EDGE = 2.5  # points by which the edges of one column wander
_COMMON_LEFT, _COMMON_RIGHT = 0.04, 0.1  # of the height of a page's blocks that begins, or ends, at one edge
_LEAST_WIDTH = 0.5  # of the box of all blocks
_OUTER = 0.1  # of the page's height: where headers and footers stand
_LOWER = 20.0  # points by which the lowest page may end lower than others do
_SPARE = 4.0  # points below the last line: rounding must not cost it its place
_FEWEST_PAGES = 2  # left-hand or right-hand pages that show their margins; full pages that show the foot of the text
_FULL = 0.03  # of the page's height: a page whose text ends this near to the foot is full
_EVEN = 8.0  # points by which left and right margins may differ: one page shows what short lines on others do not
_MIRRORED = 8.0  # points by which inner and outer margins differ at least


class TextArea(NamedTuple):
    """The text area of right-hand (odd) pages, and whether left-hand pages mirror it."""

    box: Box
    page_width: float
    mirrored: bool = False

    def on(self, page: int) -> Box:
        """The area on a page of this number."""
        if not self.mirrored or page % 2:
            return self.box
        return self.box._replace(x0=self.page_width - self.box.x1, x1=self.page_width - self.box.x0)


class PageText(NamedTuple):
    """The box of a page's flow, and whether lines that wrap show where it ends at the right."""

    box: Box
    wraps: bool = False


def page_text_boxes(document: Document) -> dict[int, PageText]:
    """The flow on each page that has some; pictures in the margins, such as logos, do not count."""
    found: dict[int, list[Box]] = defaultdict(list)
    figures: dict[int, list[Box]] = defaultdict(list)
    wrapped: dict[int, list[Box]] = defaultdict(list)
    heights = {page.number: page.height for page in document.pages}
    for block in document.blocks:
        for place in block.places:
            height = heights.get(place.page, place.box.y1)
            if isinstance(block, Figure) and (place.box.y1 < _OUTER * height or place.box.y0 > (1 - _OUTER) * height):
                continue
            (figures if isinstance(block, Figure) else found)[place.page].append(place.box)
    for block in walk(document.blocks):
        if isinstance(block, Paragraph) and block.pitch:
            for place in block.places:
                wrapped[place.page].append(place.box)
    return {page: _inside(found[page], figures[page], wrapped[page]) for page in sorted({*found, *figures})}


def _inside(texts: Sequence[Box], figures: Sequence[Box], wrapped: Sequence[Box]) -> PageText:
    """The box of a page's flow without the notes, labels and few lines that reach into its margins.

    Lines of text that are `wrapped` show where they have to end, and pictures beside them nothing.
    """
    boxes = [*texts, *figures]
    whole = bounds(boxes)
    telling = texts if wrapped else boxes
    widest = max(box.width for box in telling)
    wide = [box for box in telling if box.width >= _WIDE * widest]
    left = _edge([(box.x0, box.height) for box in boxes], whole.x0, _COMMON_LEFT)
    right = -_edge([(-box.x1, box.height) for box in wide], -whole.x1, _COMMON_RIGHT)
    ends = [box.x1 for box in wrapped if box.x0 < right and 2 * box.width > right - left]
    right = max([right, *ends])
    box = whole._replace(x0=left, x1=right) if right - left > _LEAST_WIDTH * whole.width else whole
    return PageText(box, wraps=bool(ends))


def _edge(values: Sequence[tuple[float, float]], outermost: float, least: float) -> float:
    """The lowest value that `least` of the weights share; the outermost where none do."""
    total = sum(weight for _, weight in values)
    for value, _ in sorted(values):
        same = [weight for other, weight in values if 0 <= other - value < _ONE_EDGE]
        if sum(same) >= least * total and (len(same) > 1 or 2 * same[0] > total):
            return value
    return outermost


def shared_text_area(
    pages: Sequence[PageInfo], texts: Mapping[int, PageText], *, width: float, height: float
) -> TextArea:
    """The text area that pages of one size share: usual sides, the highest top and the lowest foot."""
    boxes = {page.number: texts[page.number].box if page.number in texts else _usual(page) for page in pages}
    known = {number: box for number, box in boxes.items() if number in texts} or boxes
    odd = [box for number, box in known.items() if number % 2]
    even = [box for number, box in known.items() if not number % 2]
    left, right = _sides(odd or known.values())
    mirrored = False
    if len(odd) >= _FEWEST_PAGES and len(even) >= _FEWEST_PAGES:
        other_left, other_right = _sides(even)
        mirrored = abs(left - other_left) > _MIRRORED and abs(width - other_right - left) < _MIRRORED
        if not mirrored:
            left, right = _sides(known.values())
    elif even:
        left, right = _sides(known.values())
    if not mirrored:
        wide = [box for number, box in known.items() if number in texts and texts[number].wraps]
        right = max([right, *_sides(wide)[1:]]) if wide else right
        right = max([right, *(box.x1 for box in known.values() if abs(width - left - box.x1) < _EVEN)])
    tops, feet = sorted(b.y0 for b in known.values()), sorted(b.y1 for b in known.values())
    top, foot = tops[len(tops) // 10], min(feet[-1], feet[-1 - len(feet) // 20] + _LOWER) + _SPARE
    if (
        sum(foot - other < _FULL * height for other in feet) < _FEWEST_PAGES
    ):  # no two pages are full: the text may go further down
        foot = max(foot, height - max(top, _OUTER * height))
    box = Box(
        min(max(left, _LEAST_MARGIN), 0.4 * width),
        min(max(top, _LEAST_MARGIN), 0.3 * height),
        max(min(right, width - _LEAST_MARGIN), 0.6 * width),
        max(min(foot, height - _LEAST_MARGIN), 0.7 * height),
    )
    return TextArea(box, width, mirrored)


def _sides(boxes: Iterable[Box]) -> tuple[float, float]:
    found = list(boxes)
    return _middle([(box.x0, box.height) for box in found]), _middle([(box.x1, box.height) for box in found])


def _middle(values: Sequence[tuple[float, float]]) -> float:
    """The median of values with weights: a page with little on it says little about its sides."""
    half, total = sum(weight for _, weight in values) / 2, 0.0
    for value, weight in sorted(values):
        total += weight
        if total > half:
            return value
    return max(value for value, _ in values)


def _usual(page: PageInfo) -> Box:
    """The text area of a page that says nothing about it."""
    return page.margins or Box(0.12 * page.width, 0.09 * page.height, 0.88 * page.width, 0.91 * page.height)
