"""Pictures in the image of a page (photographs, logos, charts), and the page without its text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from quire.model.geometry import Box
from quire.model.page import Rule
from quire.read.ocr_engine import Pixels

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SCALE = 100.0 / 72.0  # pixels per point: more show no other pictures, and take four times as long at 200 dpi
_CONTRAST = 40  # levels by which a picture differs from paper: tints of table rows have 30 at most
_SATURATION = 60  # levels above paper, which is not neutral in lamp light
_PART_GAP = 6.0  # points between parts of one picture
_MIN_SIDE, _MIN_AREA = 30.0, 2_400.0  # points, square points: smaller ones are signs, stars of stamps, ornaments
_PAGE_SHARE = 0.85  # of the page: a larger one is its background
_FILL = 0.4  # of its box that a picture fills; a seal is a ring, a frame is hollow
_TINT_LEVELS, _TINT_SHARE = 16, 0.9
"""Levels around the median colour, and the share of an area within them that makes it a tint: a row or head of a table,
grey (211 in Chinese reports) or coloured, whose rules count. Less than half of a photograph is so even."""

_TEXT_SHARE = 0.15  # of its box under text: a coloured heading or the head of a table
_EDGE = 12.0  # points from an edge of the page: the scanner's shadow
_ALONG_EDGE, _ALONG_SHARE = 2.0, 0.9  # points from an edge, share of the page's height: a shadow along the edge
_TEXT_MARGIN = 1.5  # points around a line of text that belong to it
_RIM = 3.0  # points around an area that is painted over, where the paper's colour is taken


def picture_boxes(picture: Pixels, texts: Sequence[Box], rules: Iterable[Rule], scale: float) -> list[Box]:
    """The boxes of pictures on an upright page, in points, from top to bottom.

    Args:
        picture: the image of the page.
        texts: the boxes of its text, points.
        rules: of the page.
        scale: pixels per point.
    """
    import cv2
    import numpy as np

    if scale > _SCALE:
        size = round(picture.shape[1] * _SCALE / scale), round(picture.shape[0] * _SCALE / scale)
        picture = np.asarray(cv2.resize(picture, (max(1, size[0]), max(1, size[1])), interpolation=cv2.INTER_AREA))
        scale = _SCALE
    mask = _unlike_paper(picture)
    for rule in rules:
        reach = rule.width / 2.0 + 1.0
        _paint(mask, Box(rule.x0 - reach, rule.y0 - reach, rule.x1 + reach, rule.y1 + reach), scale)
    for box in texts:
        _paint(
            mask, Box(box.x0 - _TEXT_MARGIN, box.y0 - _TEXT_MARGIN, box.x1 + _TEXT_MARGIN, box.y1 + _TEXT_MARGIN), scale
        )
    side = max(3, int(_PART_GAP * scale))
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
    """The picture with boxes painted over, each in the colour of the paper around it."""
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


def _unlike_paper(picture: Pixels) -> NDArray[np.uint8]:
    import cv2
    import numpy as np

    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), np.int16)
    paper = int(np.median(grey))
    red, green, blue = cv2.split(picture)
    spread = np.asarray(cv2.max(cv2.max(red, green), blue), np.int16) - cv2.min(cv2.min(red, green), blue)
    usual = int(np.median(spread))
    return np.where((np.abs(grey - paper) > _CONTRAST) | (spread - usual > _SATURATION), 255, 0).astype(np.uint8)


def _paint(mask: NDArray[np.uint8], box: Box, scale: float) -> None:
    x0, y0 = max(0, int(box.x0 * scale)), max(0, int(box.y0 * scale))
    mask[y0 : int(box.y1 * scale) + 1, x0 : int(box.x1 * scale) + 1] = 0


def _is_tint(picture: Pixels, mask: NDArray[np.uint8], place: tuple[int, int, int, int]) -> bool:
    """Whether the part of an area that is unlike paper has one even colour."""
    import numpy as np

    x0, y0, x1, y1 = place
    shown = picture[y0:y1, x0:x1][mask[y0:y1, x0:x1] > 0].astype(np.int16)
    away = np.abs(shown - np.median(shown, axis=0)).max(axis=1)
    return bool((away <= _TINT_LEVELS).mean() >= _TINT_SHARE)


def _is_picture(box: Box, size: tuple[float, float], texts: Sequence[Box]) -> bool:
    if min(box.width, box.height) < _MIN_SIDE or box.area < _MIN_AREA or box.area > _PAGE_SHARE * size[0] * size[1]:
        return False
    width, height = size
    if box.x1 < _EDGE or box.y1 < _EDGE or box.x0 > width - _EDGE or box.y0 > height - _EDGE:
        return False
    along = (box.x0 < _ALONG_EDGE or box.x1 > width - _ALONG_EDGE) and box.height > _ALONG_SHARE * height
    return not along and sum(text.overlap(box) for text in texts) < _TEXT_SHARE * box.area
