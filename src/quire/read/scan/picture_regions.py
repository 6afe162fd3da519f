"""Pictures in the picture of a page: photographs, logos, charts; and the page without its text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from quire.model.geometry import Box
from quire.model.page import Rule
from quire.read.ocr_engine import Pixels

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ENOUGH = 100.0 / 72.0  # pixels to a point: more show no other pictures, and cost four times as much at 200 dpi
_DARKER = 40  # levels by which a picture differs from paper: tints of table rows have 30 at most
_COLOURED = 60  # of 255: more saturated than paper in lamp light
_NEAR = 6.0  # points between parts of one picture
_LEAST_SIDE, _LEAST_AREA = 30.0, 2_400.0  # points, square points: smaller ones are signs, stamps' stars, ornaments
_PAGE_SHARE = 0.85  # of the page: the ground, not a picture
_FILL = 0.4  # of its box that a picture fills; a seal is a ring, a frame is hollow
_TINT, _FLAT = (
    16,
    0.9,
)  # levels round its usual colour, and the share of a place within them that makes it a tint: a row or a
# head of a table, grey (211 in Chinese reports) or coloured, whose rules count; of photographs less than half is as even
_TEXT_SHARE = 0.15  # of its box under text: a coloured heading or a table's head
_EDGE = 12.0  # points: what lies along an edge of the page is the scanner's shadow
_AROUND = 1.5  # points round a line of text that belong to it
_RIM = 3.0  # points round what is painted over: there is paper


def picture_boxes(picture: Pixels, texts: Sequence[Box], rules: Iterable[Rule], scale: float) -> list[Box]:
    """The boxes of pictures on an upright page, in points, from top to bottom.

    Args:
        picture: of the page.
        texts: the boxes of its text, points.
        rules: of the page.
        scale: pixels to a point.
    """
    import cv2
    import numpy as np

    if scale > _ENOUGH:
        size = round(picture.shape[1] * _ENOUGH / scale), round(picture.shape[0] * _ENOUGH / scale)
        picture = np.asarray(cv2.resize(picture, (max(1, size[0]), max(1, size[1])), interpolation=cv2.INTER_AREA))
        scale = _ENOUGH
    mask = _other_than_paper(picture)
    for rule in rules:
        reach = rule.width / 2.0 + 1.0
        _paint(mask, Box(rule.x0 - reach, rule.y0 - reach, rule.x1 + reach, rule.y1 + reach), scale)
    for box in texts:
        _paint(mask, Box(box.x0 - _AROUND, box.y0 - _AROUND, box.x1 + _AROUND, box.y1 + _AROUND), scale)
    side = max(3, int(_NEAR * scale))
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
    closed = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((side, side), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    size = picture.shape[1] / scale, picture.shape[0] / scale
    found: list[Box] = []
    for x, y, w, h, area in stats[1:].tolist():
        box = Box(x / scale, y / scale, (x + w) / scale, (y + h) / scale)
        filled = area / (w * h) >= _FILL and float((mask[y : y + h, x : x + w] > 0).mean()) >= _FILL / 2
        if filled and _is_picture(box, size, texts) and not _is_tint(picture, mask, (x, y, x + w, y + h)):
            found.append(box)
    return sorted(found, key=lambda box: (box.y0, box.x0))


def without_text(picture: Pixels, boxes: Iterable[Box], scale: float) -> Pixels:
    """The picture with boxes painted in the colour of the paper round each."""
    import numpy as np

    left = picture.copy()
    for box in boxes:
        x0, y0 = max(0, int((box.x0 - _RIM) * scale)), max(0, int((box.y0 - _RIM) * scale))
        x1, y1 = int((box.x1 + _RIM) * scale) + 1, int((box.y1 + _RIM) * scale) + 1
        part = picture[y0:y1, x0:x1]
        if part.size:
            rim = np.concatenate([part[0], part[-1], part[:, 0], part[:, -1]])
            left[y0:y1, x0:x1] = np.median(rim, axis=0).astype(np.uint8)
    return left


def _other_than_paper(picture: Pixels) -> NDArray[np.uint8]:
    import cv2
    import numpy as np

    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), np.int16)
    paper = int(np.median(grey))
    red, green, blue = cv2.split(picture)
    spread = np.asarray(cv2.max(cv2.max(red, green), blue), np.int16) - cv2.min(cv2.min(red, green), blue)
    usual = int(np.median(spread))
    return np.where((np.abs(grey - paper) > _DARKER) | (spread - usual > _COLOURED), 255, 0).astype(np.uint8)


def _paint(mask: NDArray[np.uint8], box: Box, scale: float) -> None:
    x0, y0 = max(0, int(box.x0 * scale)), max(0, int(box.y0 * scale))
    mask[y0 : int(box.y1 * scale) + 1, x0 : int(box.x1 * scale) + 1] = 0


def _is_tint(picture: Pixels, mask: NDArray[np.uint8], place: tuple[int, int, int, int]) -> bool:
    """Whether what is other than paper in a place is of one even colour."""
    import numpy as np

    x0, y0, x1, y1 = place
    shown = picture[y0:y1, x0:x1][mask[y0:y1, x0:x1] > 0].astype(np.int16)
    away = np.abs(shown - np.median(shown, axis=0)).max(axis=1)
    return bool((away <= _TINT).mean() >= _FLAT)


def _is_picture(box: Box, size: tuple[float, float], texts: Sequence[Box]) -> bool:
    if min(box.width, box.height) < _LEAST_SIDE or box.area < _LEAST_AREA or box.area > _PAGE_SHARE * size[0] * size[1]:
        return False
    width, height = size
    if box.x1 < _EDGE or box.y1 < _EDGE or box.x0 > width - _EDGE or box.y0 > height - _EDGE:
        return False
    along = (box.x0 < 2.0 or box.x1 > width - 2.0) and box.height > 0.9 * height
    return not along and sum(text.overlap(box) for text in texts) < _TEXT_SHARE * box.area
