"""The text heatmap: the detector's probability of text for each pixel, made in tiles; and the boxes of text in it.

The boxes are found in the heatmap of the whole picture, so no line is split where two tiles meet.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from quire.read.ocr_engine import Pixels, Polygon, ordered_corners
from quire.read.scan.connected_parts import connected_parts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

_MAX_TILE = 1_600  # pixels of the longest side of a tile
_TILE_PIXELS = 1_900_000
"""Of a tile, about; the model takes 150 to 230 bytes for each. A page of A4 (1.84 million, 390 MB) is one tile: a seam
across the lines of a turned page broke figures and lost signs."""

_OVERLAP = 128  # pixels that two tiles share: at the edges of a tile the model sees half letters
_STEP = 32  # pixels: tiles begin at multiples of it
_MIN_TILE_HEIGHT = 512  # pixels: of lower tiles too much is seen twice
_TEXT_PROBABILITY, _MIN_MEAN = 0.3, 0.5  # of a pixel of text; of a whole box, in the mean
_GROWTH = 1.6  # the detector is trained on shrunken boxes, which grow by area / length * this
_MIN_BOX_SIDE = 3.0  # pixels
_EDGE_CONTRAST = 24  # levels between neighbouring pixels of something printed; noise of paper has 15
_MARKED_ALL_OVER = 0.9  # of a picture: what is marked there cannot be text alone
_WORTH_CUTTING = 0.85  # of a window: a smaller one saves as much time as the boxes' slight shift may cost
_BLOCK = 4  # pixels: the squares in which noise is evened out
_AROUND = 31  # blocks of the square that a block is compared with
_BLOCK_CONTRAST = 12  # levels by which a block with print is darker, and one of each letter twice as much
_DARK_GROUND = 128  # level: on a darker page letters may be lighter than what is around them
_LONG_LINE = 60  # blocks: streaks, folds and the edges of shadows
_LETTER_BLOCKS = 4  # of the smallest letter; specks of dirt have one or two
_MARGIN = 32  # pixels around the outermost marks that the model sees as well
_MAX_BOXES = 3_000


class TileSpan(NamedTuple):
    """A tile along one side: the part that the model sees, and the part of the result that is used."""

    start: int
    stop: int
    first: int
    last: int


def text_heatmap(picture: Pixels, look: Callable[[Pixels], Floats]) -> Floats:
    """The heatmap of a picture of any size.

    Args:
        picture: its sides are multiples of 32.
        look: the model: the heatmap of a picture.
    """
    import numpy as np

    columns = tile_spans(picture.shape[1])
    wide = max(column.stop - column.start for column in columns)
    rows = tile_spans(picture.shape[0], min(_MAX_TILE, max(_MIN_TILE_HEIGHT, _TILE_PIXELS // wide)))
    if len(rows) == len(columns) == 1:
        return look(picture)
    heat = np.zeros(picture.shape[:2], np.float32)
    for row in rows:
        for column in columns:
            seen = look(np.ascontiguousarray(picture[row.start : row.stop, column.start : column.stop]))
            heat[row.first : row.last, column.first : column.last] = seen[
                row.first - row.start : row.last - row.start, column.first - column.start : column.last - column.start
            ]
    return heat


def tile_spans(length: int, most: int = _MAX_TILE) -> list[TileSpan]:
    """The tiles along a side; their used parts add up to the whole side.

    Args:
        length: of the side, pixels, a multiple of 32.
        most: pixels of a tile at most. All tiles have the same length, a multiple of 32, and begin at multiples of 32.
    """
    if length <= most:
        return [TileSpan(0, length, 0, length)]
    count = math.ceil((length - _OVERLAP) / (most // _STEP * _STEP - _OVERLAP))
    tile = math.ceil((length + (count - 1) * _OVERLAP) / count / _STEP) * _STEP
    step = (length - tile) / (count - 1)
    starts = [math.floor(at * step / _STEP) * _STEP for at in range(count - 1)] + [length - tile]
    seams = [0, *((before + tile + after) // 2 for before, after in itertools.pairwise(starts)), length]
    return [TileSpan(start, start + tile, seams[at], seams[at + 1]) for at, start in enumerate(starts)]


def content_window(picture: Pixels) -> tuple[int, int, int, int]:
    """The part of a picture that is not empty paper (left, top, right, bottom); its sides are multiples of 32 pixels.

    Margins are a third of a usual page, and take the model as long as text. Where the paper itself is marked all over,
    what is larger than specks and shorter than the edges of shadows counts.
    """
    import cv2
    import numpy as np

    grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
    marked = cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > _EDGE_CONTRAST
    window = _window(marked)
    if _area(window) > _MARKED_ALL_OVER * grey.size:
        inner = _window(_letters(np.asarray(grey, np.uint8)))
        window = inner if _area(inner) < _WORTH_CUTTING * _area(window) else window
    return window


def _window(marked: NDArray[np.bool_]) -> tuple[int, int, int, int]:
    """The part of a picture that holds its marks, as `content_window` gives it."""
    import numpy as np

    left, right = _marked_extent(np.asarray(marked.any(axis=0)))
    top, bottom = _marked_extent(np.asarray(marked.any(axis=1)))
    return left, top, right, bottom


def _area(window: tuple[int, int, int, int]) -> int:
    left, top, right, bottom = window
    return (right - left) * (bottom - top)


def _letters(grey: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """The blocks of a noisy picture that are darker than what is around them, without specks and without long lines.

    On a dark page lighter ones count as well: white letters on red.
    """
    import cv2
    import numpy as np

    small = cv2.resize(grey, (grey.shape[1] // _BLOCK, grey.shape[0] // _BLOCK), interpolation=cv2.INTER_AREA)
    depth = cv2.blur(small, (_AROUND, _AROUND)).astype(np.int16) - small
    if np.median(small) < _DARK_GROUND:
        depth = np.abs(depth)
    dark = (depth > _BLOCK_CONTRAST).astype(np.uint8)
    for shape in ((1, _LONG_LINE), (_LONG_LINE, 1)):
        line = cv2.morphologyEx(dark, cv2.MORPH_OPEN, np.ones(shape, np.uint8))
        dark[cv2.dilate(line, np.ones((3, 3), np.uint8)) > 0] = 0
    labels, stats, _ = connected_parts(dark)
    strong = np.bincount(labels[depth > 2 * _BLOCK_CONTRAST], minlength=len(stats)) > 0
    kept = np.asarray((stats[:, cv2.CC_STAT_AREA] >= _LETTER_BLOCKS) & strong, bool)
    kept[0] = False
    across, down = grey.shape[1] / small.shape[1], grey.shape[0] / small.shape[0]
    marked = np.zeros(grey.shape, bool)
    rows, columns = np.nonzero(kept[labels])
    marked[(rows * down).astype(int), (columns * across).astype(int)] = True
    return marked


def _marked_extent(marked: NDArray[np.bool_]) -> tuple[int, int]:
    """First and last pixel of the marks along a side, with a margin."""
    import numpy as np

    size = len(marked)
    at = np.flatnonzero(marked)
    if not at.size:
        return 0, min(size, _STEP)
    first, last = max(0, int(at[0]) - _MARGIN), min(size, int(at[-1]) + 1 + _MARGIN)
    wide = math.ceil((last - first) / _STEP) * _STEP
    first = max(0, min(first, size - wide))
    return first, first + wide


def text_boxes(heat: Floats) -> list[Polygon]:
    """The boxes of text in the heatmap, in its pixels."""
    import cv2
    import numpy as np

    mask = cv2.dilate((heat > _TEXT_PROBABILITY).astype(np.uint8), np.ones((2, 2), np.uint8))
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    found: list[Polygon] = []
    for contour in contours[:_MAX_BOXES]:
        (x, y), (w, h), angle = cv2.minAreaRect(contour)
        if min(w, h) < _MIN_BOX_SIDE or _mean(heat, np.asarray(contour, np.int32)) < _MIN_MEAN:
            continue
        grow = w * h * _GROWTH / (w + h)  # twice the distance area * ratio / length
        corners = cv2.boxPoints(((x, y), (w + grow, h + grow), angle))
        found.append(_inside(ordered_corners([(float(u), float(v)) for u, v in corners]), heat.shape))
    return found


def _mean(heat: Floats, contour: NDArray[np.int32]) -> float:
    """The mean of the heatmap inside a contour."""
    import cv2
    import numpy as np

    x, y, w, h = cv2.boundingRect(contour)
    mask = np.zeros((h, w), np.uint8)
    cv2.fillPoly(mask, [contour - (x, y)], 1)
    return float(cv2.mean(heat[y : y + h, x : x + w], mask)[0])


def _inside(corners: Polygon, shape: tuple[int, ...]) -> Polygon:
    """Corners moved into the picture."""
    height, width = shape[:2]
    return tuple((min(max(x, 0.0), width - 1.0), min(max(y, 0.0), height - 1.0)) for x, y in corners)
