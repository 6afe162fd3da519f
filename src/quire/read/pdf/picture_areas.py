"""Which images and which vector art of a page are pictures. Constants are in points unless stated otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from quire.model.geometry import Box, bounds
from quire.model.page import Fill, Line, Picture, PictureKind, Rule, Tag
from quire.read.pdf.line_charts import chart_boxes
from quire.read.pdf.path_shapes import Shape
from quire.read.pdf.raw_page import PlacedImage

_MIN_IMAGE_SIDE = 6.0  # smaller images are bullets, lines, spacers
_MIN_IMAGE_AREA = 100.0  # square points
_RULE_RATIO = 12.0  # times as long as high: an image that is a rule and is kept, from the length below
_MIN_RULE_LENGTH = 60.0
_FEW_PIXELS = 3  # on a side: the image is really a fill
_THICKEST_RULE, _SHORTEST_RULE = 1.5, 3.0  # of images of one pixel
_MIN_SIDE = 1.0  # thinner images are invisible
_TILE_GAP = 1.0  # between tiles of one picture, at most
_SHARED_EDGE = 0.8  # share of their edges that tiles have in common
_MAX_IMAGES = 400  # of a page; more are patterns, of which the biggest are kept

_CELL = 9.0  # art that is nearer than about this belongs together
_PAGE_SHARE = 0.95  # larger art is the page's background
_MIN_ART_SIDE = 18.0  # smaller art is a bullet or an ornament
_MIN_ART_AREA = 1_200.0  # square points
_MIN_SHAPES = 5
_MIN_SEGMENTS = 24  # of all shapes, where there are fewer shapes
_TEXT_SHARE = 0.24  # of art filled by text: a decorated text box, or a ruled table with ornaments
_CORE_SHARE = 0.3  # of a figure's box that its curves and polygons cover
_EXTRA_SHARE = 0.6  # of the page: longer rules and fills divide the page and belong to no figure
_OVERLAP = 0.2  # of the smaller figure: two figures that overlap so much are one
_RIM, _FRAME_SHARE = 9.0, 0.9  # how far a frame reaches into its box; parts with so much of its area are grounds
_MAX_SHAPES = 6_000  # of a page; maps and plans have more, and the first ones show where they are


def pictures(
    number: int,
    size: tuple[float, float],
    images: Sequence[PlacedImage],
    art: tuple[Sequence[Shape], Sequence[Rule], Sequence[Fill]],
    lines: Sequence[Line],
    *,
    tags: Mapping[int, Tag],
) -> tuple[Picture, ...]:
    """The pictures of a page from top to bottom, named "p<page>-<count>".

    Args:
        number: of the page.
        size: its width and height.
        images: its image objects.
        art: its shapes, rules and fills.
        lines: its text, to distinguish figures from decorated text.
        tags: by marked-content id, for alternative texts.
    """
    found = [_group(number, group, tags) for group in image_groups(images)]
    taken = [picture.box for picture in found]
    drawn = [box for box in figure_boxes(size, art, lines) if not any(other.holds(box, _CELL) for other in taken)]
    drawn += [
        box for box in chart_boxes(size, art[0], art[1]) if not any(other.overlap(box) for other in [*taken, *drawn])
    ]
    found.extend(Picture("", number, box, PictureKind.DRAWING, 0, 0) for box in drawn)
    found.sort(key=lambda picture: (picture.box.y0, picture.box.x0))
    return tuple(picture._replace(name=f"p{number}-{i}") for i, picture in enumerate(found, start=1))


def _group(number: int, group: Sequence[PlacedImage], tags: Mapping[int, Tag]) -> Picture:
    first = group[0]
    alt = tags[first.mcid].alt if first.mcid in tags else ""
    if len(group) == 1:
        box = Box(first.x0, first.y0, first.x1, first.y1)
        return Picture("", number, box, PictureKind.IMAGE, first.width, first.height, first.path, alt)
    box = bounds(Box(i.x0, i.y0, i.x1, i.y1) for i in group)
    return Picture("", number, box, PictureKind.DRAWING, 0, 0, (), alt)


def pixel_rules(images: Sequence[PlacedImage]) -> list[Rule]:
    """The rules among images: of one pixel, drawn out to a line, as converters of TeX and PostScript write them."""
    found = []
    for image in images:
        across, down = image.x1 - image.x0, image.y1 - image.y0
        if image.width == image.height == 1 and min(across, down) <= _THICKEST_RULE < _SHORTEST_RULE <= max(
            across, down
        ):
            x, y = (image.x0 + image.x1) / 2, (image.y0 + image.y1) / 2
            ends = (image.x0, y, image.x1, y) if across > down else (x, image.y0, x, image.y1)
            found.append(Rule(*ends, min(across, down), 0))
    return found


def image_groups(images: Sequence[PlacedImage]) -> list[list[PlacedImage]]:
    """The images worth keeping, in groups: the tiles of one picture form a group."""
    kept = [image for image in images if not _is_thin(image)]
    kept = sorted(kept, key=lambda i: (i.x0 - i.x1) * (i.y1 - i.y0))[:_MAX_IMAGES]
    owner = list(range(len(kept)))
    for i, a in enumerate(kept):
        for k in range(i):
            if _adjoin(a, kept[k]):
                _unite(owner, i, k)
    groups: dict[int, list[PlacedImage]] = {}
    for i, image in enumerate(kept):
        groups.setdefault(_root(owner, i), []).append(image)
    return [group for group in groups.values() if _is_big(group)]


def _is_thin(image: PlacedImage) -> bool:
    return min(image.x1 - image.x0, image.y1 - image.y0) < _MIN_SIDE or min(image.width, image.height) <= _FEW_PIXELS


def _is_big(group: Sequence[PlacedImage]) -> bool:
    width = max(i.x1 for i in group) - min(i.x0 for i in group)
    height = max(i.y1 for i in group) - min(i.y0 for i in group)
    if len(group) == 1 and width > max(_MIN_RULE_LENGTH, _RULE_RATIO * height):
        return True
    return min(width, height) >= _MIN_IMAGE_SIDE and width * height >= _MIN_IMAGE_AREA


def _adjoin(a: PlacedImage, b: PlacedImage) -> bool:
    """Whether two images are edge to edge, like tiles or strips of one."""
    beside = min(abs(a.x1 - b.x0), abs(b.x1 - a.x0)) <= _TILE_GAP
    below = min(abs(a.y1 - b.y0), abs(b.y1 - a.y0)) <= _TILE_GAP
    across = min(a.x1, b.x1) - max(a.x0, b.x0)
    down = min(a.y1, b.y1) - max(a.y0, b.y0)
    return (beside and down >= _SHARED_EDGE * max(a.y1 - a.y0, b.y1 - b.y0)) or (
        below and across >= _SHARED_EDGE * max(a.x1 - a.x0, b.x1 - b.x0)
    )


def _root(owner: list[int], i: int) -> int:
    while owner[i] != i:
        owner[i] = owner[owner[i]]
        i = owner[i]
    return i


def _unite(owner: list[int], a: int, b: int) -> None:
    owner[_root(owner, a)] = _root(owner, b)


def figure_boxes(
    size: tuple[float, float], art: tuple[Sequence[Shape], Sequence[Rule], Sequence[Fill]], lines: Sequence[Line]
) -> list[Box]:
    """The boxes of figures in vector art: clusters of shapes, with the rules and fills among them."""
    shapes, rules, fills = art
    page = size[0] * size[1]
    seeds = [s for s in shapes if (s.x1 - s.x0) * (s.y1 - s.y0) < _PAGE_SHARE * page and s.parts > 0]
    seeds = seeds[:_MAX_SHAPES]
    if len(seeds) < _MIN_SHAPES and sum(s.parts for s in seeds) < _MIN_SEGMENTS:
        return []
    wide, high = _EXTRA_SHARE * size[0], _EXTRA_SHARE * size[1]
    extras = [Box(i[0], i[1], i[2], i[3]) for i in (*fills[:_MAX_SHAPES], *rules[:_MAX_SHAPES])]
    extras = [box for box in extras if box.width <= wide and box.height <= high]
    boxes = [Box(s.x0, s.y0, s.x1, s.y1) for s in seeds] + extras
    found: list[Box] = []
    for cluster in _clusters(boxes):
        members = [seeds[i] for i in cluster if i < len(seeds)]
        if members:
            core, box = bounds(boxes[i] for i in cluster if i < len(seeds)), bounds(boxes[i] for i in cluster)
            if core.area < _CORE_SHARE * box.area:  # a table with an ornament
                box = core
            if _is_figure(members, box, lines, page) and not _is_frame([boxes[i] for i in cluster], box, lines):
                found.append(box)
    return _merged(found)


def _clusters(boxes: Sequence[Box]) -> list[list[int]]:
    """Indices of boxes that are near each other, by the cells of a coarse grid that their borders touch."""
    owner = list(range(len(boxes)))
    cells: dict[tuple[int, int], int] = {}
    for i, box in enumerate(boxes):
        for cell in _rim(box):
            other = cells.setdefault(cell, i)
            if other != i:
                _unite(owner, i, other)
    for (x, y), i in cells.items():
        for near in ((x + 1, y), (x, y + 1), (x + 1, y + 1), (x - 1, y + 1)):
            other = cells.get(near, i)
            if other != i:
                _unite(owner, i, other)
    groups: dict[int, list[int]] = {}
    for i in range(len(boxes)):
        groups.setdefault(_root(owner, i), []).append(i)
    return list(groups.values())


def _rim(shape: Box) -> Iterable[tuple[int, int]]:
    """The grid cells on the border of a box."""
    x0, x1 = int(shape.x0 // _CELL), int(shape.x1 // _CELL)
    y0, y1 = int(shape.y0 // _CELL), int(shape.y1 // _CELL)
    for x in range(x0, x1 + 1):
        yield x, y0
        yield x, y1
    for y in range(y0 + 1, y1):
        yield x0, y
        yield x1, y


def _is_figure(cluster: Sequence[Shape], box: Box, lines: Sequence[Line], page: float) -> bool:
    if min(box.width, box.height) < _MIN_ART_SIDE or box.area < _MIN_ART_AREA or box.area > _PAGE_SHARE * page:
        return False
    if len(cluster) < _MIN_SHAPES and sum(s.parts for s in cluster) < _MIN_SEGMENTS:
        return False
    text = sum(line.box.overlap(box) for line in lines)
    return text < _TEXT_SHARE * box.area


def _is_frame(parts: Sequence[Box], box: Box, lines: Sequence[Line]) -> bool:
    """Whether art is a frame around text: all its parts are as large as the whole, or along its edges."""
    inner = Box(box.x0 + _RIM, box.y0 + _RIM, box.x1 - _RIM, box.y1 - _RIM)
    if any(_meets(inner, part) and part.area < _FRAME_SHARE * box.area for part in parts):
        return False
    return any(inner.holds(line.box) for line in lines)


def _meets(a: Box, b: Box) -> bool:
    return a.x0 < b.x1 and b.x0 < a.x1 and a.y0 < b.y1 and b.y0 < a.y1


def _merged(boxes: list[Box]) -> list[Box]:
    """The boxes, overlapping ones merged."""
    found: list[Box] = []
    for box in sorted(boxes, key=lambda b: b.area, reverse=True):
        for i, other in enumerate(found):
            if other.overlap(box) > _OVERLAP * box.area:
                found[i] = other.union(box)
                break
        else:
            found.append(box)
    return found
