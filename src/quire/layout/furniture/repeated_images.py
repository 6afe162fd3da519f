"""Pictures that pages repeat at one place, such as logos."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from quire.model.geometry import Box
from quire.model.page import Line, Page, Picture, PictureKind
from quire.text import wide_characters

HEADER_ZONE = 0.16
"""Headers and footers are in these outer shares of a page's height; columns beside the text in half as much."""

# A picture of these zones on so many pages is one of them.
_REPEATS = 3
# Such a picture belongs to the text when a picture of the text begins at the same height, points; higher ones, in
# shares of the page, are bands along its edge.
_LEVEL, _TALL = 2.0, 0.3
# Pictures of one place differ in height by less, as a factor.
_HEIGHTS = 1.5
# The sides of one picture in two sizes differ in proportion by less than this share.
_SHAPE = 0.05
# Pictures of a line of text, so low and wholly in such an outer share of the page, are headers and footers although
# their middles differ by so many points; with more of them than this, scraps of a drawing, none are examined.
_LOW, _MARGIN, _MOVES, _MANY = 36.0, 0.1, 16.0, 2000
# Text that reaches so many points beyond both sides of a picture's edge runs over it. So do so many lines, at least, of
# at least this share of the picture's width and so many characters: no label is so long.
_BEYOND = 12.0
_PROSE_LINES, _PROSE_SHARE, _PROSE_WIDTH = 3, 0.55, 40
# A watermark in outlines covers at least so much of its page and is one drawing with the shapes beside it: of two pages
# that repeat it the drawings share so much.
_GROUND, _SAME_GROUND = 0.4, 0.75
# A watermark may be an image that a page repeats at least so often in one size; words cover this share of some of them.
_TILES, _PRINTED = 6, 0.2


class MarginPicture(NamedTuple):
    """A picture in the margins of its page, behind its text, or one of many."""

    picture: Picture
    outer: bool  # wholly in the header, the footer or a side
    headed: bool  # wholly in the header or the footer
    aligned: bool  # beside a picture of the text
    low: bool  # as low as a line, in the very margin
    under: bool  # behind text: a watermark where pages repeat it
    crossed: bool  # text runs over its side edges or all through it, as labels of a figure do not
    ground: bool  # a drawing behind the text of much of its page
    tile: bool  # one of many images of one size on its page
    printed: bool  # such an image with words all over it


def margin_pictures(page: Page) -> list[MarginPicture]:
    """The pictures of a page that may be ornaments, in their order."""
    found: list[MarginPicture] = []
    sizes = Counter(map(_size, page.pictures))
    for picture in page.pictures:
        box = picture.box
        tile = picture.kind is PictureKind.IMAGE and sizes[_size(picture)] >= _TILES
        headed = box.y1 < HEADER_ZONE * page.height or box.y0 > (1 - HEADER_ZONE) * page.height
        outer = headed or _is_side(box, page)
        low = (
            picture.kind is PictureKind.IMAGE
            and box.height < _LOW
            and (box.y1 < _MARGIN * page.height or box.y0 > (1 - _MARGIN) * page.height)
        )
        under = not outer and _is_under_text(box, page)
        if outer or low or under or tile:
            aligned = outer and _has_neighbour(picture, page)
            crossed = under and (any(_runs_over(line, box) for line in page.lines) or _holds_prose(box, page))
            ground = under and picture.kind is PictureKind.DRAWING and box.area > _GROUND * page.width * page.height
            printed = tile and _is_printed_over(box, page)
            found.append(MarginPicture(picture, outer, headed, aligned, low, under, crossed, ground, tile, printed))
    return found


def _size(picture: Picture) -> tuple[int, int, int, int]:
    """By which the images of a tiled watermark are one: their pixels, and their sides in points."""
    return picture.width, picture.height, round(picture.box.width), round(picture.box.height)


def _is_printed_over(box: Box, page: Page) -> bool:
    """Whether words cover enough of a box."""
    across = [line for line in page.lines if line.y0 < box.y1 and box.y0 < line.y1 and not line.angle]
    return sum(word.box.overlap(box) for line in across for word in line.words) >= _PRINTED * box.area


def _is_under_text(box: Box, page: Page) -> bool:
    return any(box.holds_point((line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2) for line in page.lines)


def _runs_over(line: Line, box: Box) -> bool:
    """Whether a line is beside a box and in it, well beyond both sides of an edge."""
    if line.angle or not box.y0 < (line.y0 + line.y1) / 2 < box.y1:
        return False
    return any(line.x0 < edge - _BEYOND and line.x1 > edge + _BEYOND for edge in (box.x0, box.x1))


def _holds_prose(box: Box, page: Page) -> bool:
    """Whether lines of running text are in a box: where it is as wide as the text, none goes on beyond its edges."""
    wide = _PROSE_SHARE * box.width
    long = [
        line
        for line in page.lines
        if not line.angle
        and box.y0 < (line.y0 + line.y1) / 2 < box.y1
        and min(line.x1, box.x1) - max(line.x0, box.x0) > wide
        and len(line.text) + wide_characters(line.text) >= _PROSE_WIDTH
    ]
    return len(long) >= _PROSE_LINES


def repeated_names(pages: Sequence[Sequence[MarginPicture]]) -> frozenset[str]:
    """The names of pictures at one place in the margins of pages, or behind their text: logos, ornaments, watermarks.

    A low one wholly in a header or footer may be another picture on each page (a page number, a title as a picture)
    and wander as the widths of these differ. The first page may show the logo larger.

    Args:
        pages: The `marginals` of each page of the document.
    """
    places: dict[tuple[int, ...], list[MarginPicture]] = defaultdict(list)
    for own in pages:
        for one in own:
            if one.outer or one.under:
                box = one.picture.box
                key = round(box.x0 / 3), round(box.y0 / 3), round(box.width / 3), round(box.height / 3)
                places[key].append(one)
    groups = [group for group in places.values() if len(group) >= _REPEATS and _is_ornament(group)]
    found = {one.picture.name for group in groups if 2 * sum(b.aligned for b in group) <= len(group) for one in group}
    every = [one for own in pages for one in own]
    found |= _grounds([one for one in every if one.ground])
    found |= _tiles([one for one in every if one.tile])
    return frozenset(found | _of_first_page(pages[0] if pages else (), every, found) | _moving_names(every, found))


def _grounds(large: Sequence[MarginPicture]) -> set[str]:
    """The names of large drawings behind text that several pages repeat, each with other shapes of its page."""
    if sum(one.crossed for one in large) < _REPEATS or len(large) > _MANY:
        return set()
    found: set[str] = set()
    for one in large:
        box = one.picture.box
        alike = [b for b in large if box.overlap(b.picture.box) > _SAME_GROUND * box.union(b.picture.box).area]
        if sum(b.crossed for b in alike) >= _REPEATS:
            found.add(one.picture.name)
    return found


def _tiles(many: Sequence[MarginPicture]) -> set[str]:
    """The names of images that pages repeat all over, behind their text: a watermark in many places."""
    printed = Counter(_size(one.picture) for one in many if one.printed)
    return {one.picture.name for one in many if printed[_size(one.picture)] >= _REPEATS}


def _is_ornament(group: Sequence[MarginPicture]) -> bool:
    """Whether repeated pictures are no figures: a drawing behind text is none if text runs over it on enough pages."""
    if group[0].outer or group[0].picture.kind is PictureKind.IMAGE:
        return True
    return sum(1 for one in group if one.crossed) >= _REPEATS


def _of_first_page(first: Iterable[MarginPicture], every: Sequence[MarginPicture], known: Container[str]) -> set[str]:
    """The names of pictures in the header or footer of the first page that are the `known` ones in another size."""
    logos = [one.picture for one in every if one.picture.name in known and one.picture.kind is PictureKind.IMAGE]
    return {one.picture.name for one in first if one.headed and any(_is_enlarged(one.picture, logo) for logo in logos)}


def _is_enlarged(one: Picture, logo: Picture) -> bool:
    """Whether two pictures at one place have the same number of pixels and the same shape."""
    if (one.kind, one.width, one.height) != (logo.kind, logo.width, logo.height) or not logo.width:
        return False
    a, b = one.box, logo.box
    return a.overlap(b) > 0 and abs(a.width * b.height - b.width * a.height) < _SHAPE * a.width * b.height


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


def _moving_names(every: Sequence[MarginPicture], known: Container[str]) -> set[str]:
    """The names, beside the `known`, of low pictures in the margins that are at nearly one place on several pages."""
    low = [one.picture for one in every if one.low]
    if len(low) > _MANY:
        return set()
    return {one.name for one in low if one.name not in known and _repeats_nearby(one, low)}


def _repeats_nearby(one: Picture, low: Sequence[Picture]) -> bool:
    """Whether such a picture is near its place on enough pages, its own among them."""
    pages: set[int] = set()
    for other in low:
        if _is_near(one.box, other.box):
            pages.add(other.page)
            if len(pages) >= _REPEATS:
                return True
    return False


def _is_near(a: Box, b: Box) -> bool:
    dx, dy = abs(a.x0 + a.x1 - b.x0 - b.x1) / 2, abs(a.y0 + a.y1 - b.y0 - b.y1) / 2
    return dx < _MOVES and dy < _MOVES and max(a.height, b.height) < _HEIGHTS * min(a.height, b.height)


def _is_side(box: Box, page: Page) -> bool:
    return box.x1 < 0.5 * HEADER_ZONE * page.width or box.x0 > (1 - 0.5 * HEADER_ZONE) * page.width
