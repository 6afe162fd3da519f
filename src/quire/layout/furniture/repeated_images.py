"""Pictures that pages repeat at one place, such as logos."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from quire.model.geometry import Box
from quire.model.page import Line, Page, Picture, PictureKind

HEADER_ZONE = 0.16
"""Headers and footers are in these outer shares of a page's height; columns beside the text in half as much."""

# A picture of these zones on so many pages is one of them.
_REPEATS = 3
# Such a picture belongs to the text when a picture of the text begins at the same height, points; higher ones, in
# shares of the page, are bands along its edge.
_LEVEL, _TALL = 2.0, 0.3
# Text that reaches so many points beyond both sides of a picture's edge runs over it.
_BEYOND = 12.0


class MarginPicture(NamedTuple):
    """A picture in the margins of its page, or behind its text."""

    picture: Picture
    outer: bool  # wholly in the header, the footer or a side
    aligned: bool  # beside a picture of the text
    crossed: bool  # text runs over its side edges, as labels of a figure do not


def margin_pictures(page: Page) -> list[MarginPicture]:
    """The pictures of a page that may be ornaments, in their order."""
    found: list[MarginPicture] = []
    for picture in page.pictures:
        box = picture.box
        headed = box.y1 < HEADER_ZONE * page.height or box.y0 > (1 - HEADER_ZONE) * page.height
        outer = headed or _is_side(box, page)
        under = not outer and _is_under_text(box, page)
        if outer or under:
            aligned = outer and _has_neighbour(picture, page)
            crossed = under and any(_runs_over(line, box) for line in page.lines)
            found.append(MarginPicture(picture, outer, aligned, crossed))
    return found


def _is_under_text(box: Box, page: Page) -> bool:
    return any(box.holds_point((line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2) for line in page.lines)


def _runs_over(line: Line, box: Box) -> bool:
    """Whether a line is beside a box and in it, well beyond both sides of an edge."""
    if line.angle or not box.y0 < (line.y0 + line.y1) / 2 < box.y1:
        return False
    return any(line.x0 < edge - _BEYOND and line.x1 > edge + _BEYOND for edge in (box.x0, box.x1))


def repeated_names(pages: Sequence[Sequence[MarginPicture]]) -> frozenset[str]:
    """The names of pictures at one place in the margins of pages, or behind their text: logos, ornaments, watermarks.

    Args:
        pages: The `marginals` of each page of the document.
    """
    places: dict[tuple[int, ...], list[MarginPicture]] = defaultdict(list)
    for own in pages:
        for one in own:
            box = one.picture.box
            key = round(box.x0 / 3), round(box.y0 / 3), round(box.width / 3), round(box.height / 3)
            places[key].append(one)
    groups = [group for group in places.values() if len(group) >= _REPEATS and _is_ornament(group)]
    return frozenset(
        [one.picture.name for group in groups if 2 * sum(b.aligned for b in group) <= len(group) for one in group]
    )


def _is_ornament(group: Sequence[MarginPicture]) -> bool:
    """Whether repeated pictures are no figures: a drawing behind text is none if text runs over it on enough pages."""
    if group[0].outer or group[0].picture.kind is PictureKind.IMAGE:
        return True
    return sum(1 for one in group if one.crossed) >= _REPEATS


def _has_neighbour(picture: Picture, page: Page) -> bool:
    """Whether another picture begins at the same height beside a low one and reaches into the text."""
    box = picture.box
    return any(
        abs(other.box.y0 - box.y0) < _LEVEL
        and other.box.y1 > HEADER_ZONE * page.height
        and other.box.height < _TALL * page.height
        and (other.box.x0 >= box.x1 or other.box.x1 <= box.x0)
        for other in page.pictures
    )


def _is_side(box: Box, page: Page) -> bool:
    return box.x1 < 0.5 * HEADER_ZONE * page.width or box.x0 > (1 - 0.5 * HEADER_ZONE) * page.width
