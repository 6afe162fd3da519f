"""The four corners of a sheet of paper on a darker ground, in a photograph.

Of several sheets the largest counts. A scan or a screenshot that is paper to its edges has no corners.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from quire.read.ocr_engine import Pixels, Polygon, ordered_corners

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SIDE = 600  # pixels of the longer side of the reduced picture
_AREA = (0.12, 0.93)  # of the picture that the sheet may cover
_FILL = 0.93  # of the quadrilateral that is paper, and of the paper that is in it
_SHADOWS = (0.0, 0.35, 0.6)  # of the way from Otsu's level down to the ground's
_EDGES = 0.8  # of the sides that must be seen where a lower level shows the sheet
_SAMPLES, _STEP = 40, 6.0  # points of each side where it is looked for; pixels to both sides of it
_CONTRAST = 28  # levels by which the sheet is lighter than its surroundings
_SURROUNDINGS = 25  # pixels, the square by which the sheet is dilated
_GROUND = 0.5  # of the picture's edge that is not paper
_CORNERS = 4
_TOLERANCES = (0.01, 0.015, 0.02, 0.03, 0.04, 0.05)  # of the circumference, tried until four corners are left
_MIN_SIDE = 20  # pixels of the reduced picture
_CLOSING = 9  # pixels: print and shadows of folds that are closed, bridges to light things that are opened
_ANGLES = (55.0, 125.0)  # degrees of the corners: a sheet seen from the side
_A4_SIDE = 841.89  # points
_RECEIPT_RATIO = 1.9  # the longer side by the shorter one
_RECEIPT_WIDTH = 226.8  # points: rolls are 80 mm wide
_SIDE_RATIO = 1.7  # of opposite sides


def paper_corners(picture: Pixels) -> Polygon | None:
    """The corners of the sheet, from the top left one clockwise, in the picture's pixels; None if there is none."""
    import cv2
    import numpy as np

    height, width = picture.shape[:2]
    scale = min(1.0, _SIDE / max(height, width))
    small = cv2.resize(
        picture, (max(1, round(width * scale)), max(1, round(height * scale))), interpolation=cv2.INTER_AREA
    )
    light = np.asarray(cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), (7, 7), 0), np.uint8)
    best: NDArray[np.float32] | None = None
    seen = 0.0
    for at, level in enumerate(_levels(light)):
        mask = _sheet_mask(light, level)
        corners = None if mask is None else _corners(mask)
        if mask is None or corners is None or not _is_sheet(corners, mask, light):
            continue
        edges = _seen_edges(corners, light)
        if edges > seen and (at == 0 or edges >= _EDGES):
            best, seen = corners, edges
    return None if best is None else tuple((float(x) / scale, float(y) / scale) for x, y in best)


def paper_size(width: float, height: float) -> tuple[float, float]:
    """The size of a page in points, if only its proportions are known: as long as A4, or as wide as a receipt roll."""
    longer, shorter = max(width, height), min(width, height)
    scale = _RECEIPT_WIDTH / shorter if longer > _RECEIPT_RATIO * shorter else _A4_SIDE / longer
    return width * scale, height * scale


def _levels(light: NDArray[np.uint8]) -> list[float]:
    """Levels that may part a sheet from its ground: Otsu's, and lower ones that paper in shadow is above, too."""
    import cv2
    import numpy as np

    usual, _ = cv2.threshold(light, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    edge = np.concatenate([light[0], light[-1], light[:, 0], light[:, -1]])
    ground = min(float(np.median(edge)), usual)
    return [usual - share * (usual - ground) for share in _SHADOWS]


def _sheet_mask(light: NDArray[np.uint8], level: float) -> NDArray[np.uint8] | None:
    """The largest region above a level with its holes filled; None if it is too small, too large, or at all edges."""
    import cv2
    import numpy as np

    _, bright = cv2.threshold(light, level, 255, cv2.THRESH_BINARY)
    # print and shadows of folds inside the sheet are closed, bridges to light things beside it opened
    bright = cv2.morphologyEx(bright, cv2.MORPH_CLOSE, np.ones((_CLOSING, _CLOSING), np.uint8))
    bright = cv2.morphologyEx(bright, cv2.MORPH_OPEN, np.ones((_CLOSING, _CLOSING), np.uint8))
    edge = np.concatenate([bright[0], bright[-1], bright[:, 0], bright[:, -1]])
    contours, _ = cv2.findContours(bright, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not contours or float((edge == 0).mean()) < _GROUND:
        return None
    largest = max(contours, key=cv2.contourArea)
    low, high = _AREA
    if not low <= cv2.contourArea(largest) / light.size <= high:
        return None
    mask = np.zeros(light.shape, np.uint8)
    cv2.drawContours(mask, [largest], -1, 255, cv2.FILLED)
    return mask


def _corners(mask: NDArray[np.uint8]) -> NDArray[np.float32] | None:
    """The quadrilateral around a region, from the top left corner clockwise; None if it has another form."""
    import cv2
    import numpy as np

    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.convexHull(contours[0])
    around = cv2.arcLength(hull, True)  # noqa: FBT003 - the signature is OpenCV's
    for share in _TOLERANCES:
        found = cv2.approxPolyDP(hull, share * around, True)  # noqa: FBT003 - the signature is OpenCV's
        if len(found) == _CORNERS:
            return _points(np.asarray(found).reshape(4, 2))
        if len(found) < _CORNERS:
            break
    return _points(np.asarray(cv2.boxPoints(cv2.minAreaRect(hull))))


def _points(corners: NDArray[np.integer[Any] | np.floating[Any]]) -> NDArray[np.float32]:
    import numpy as np

    return np.array(ordered_corners([(float(x), float(y)) for x, y in corners]), np.float32)


def _seen_edges(corners: NDArray[np.float32], light: NDArray[np.uint8]) -> float:
    """The share of a quadrilateral's sides along which it is lighter than what is right outside: edges, no shadows."""
    import numpy as np

    following = np.roll(corners, -1, axis=0)
    along = np.linspace(0.0, 1.0, _SAMPLES)[None, :, None]
    points = corners[:, None] + along * (following - corners)[:, None]
    side = following - corners
    inwards = np.stack((-side[:, 1], side[:, 0]), axis=1) / np.linalg.norm(side, axis=1, keepdims=True)
    levels = []
    for step in (_STEP, -_STEP):
        at = np.rint(points + step * inwards[:, None]).astype(int)
        x, y = at[..., 0].clip(0, light.shape[1] - 1), at[..., 1].clip(0, light.shape[0] - 1)
        levels.append(light[y, x].astype(int))
    return float((levels[0] - levels[1] >= _CONTRAST / 2).mean())


def _is_sheet(corners: NDArray[np.float32], mask: NDArray[np.uint8], light: NDArray[np.uint8]) -> bool:
    import cv2
    import numpy as np

    sides = [math.dist(corners[i], corners[(i + 1) % 4]) for i in range(4)]
    if min(sides) < _MIN_SIDE or any(not 1 / _SIDE_RATIO <= sides[i] / sides[i + 2] <= _SIDE_RATIO for i in (0, 1)):
        return False
    if any(not _ANGLES[0] <= _angle(corners[i - 1], corners[i], corners[(i + 1) % 4]) <= _ANGLES[1] for i in range(4)):
        return False
    shape = np.zeros(mask.shape, np.uint8)
    cv2.fillPoly(shape, [np.round(corners).astype(np.int32)], 255)
    both = float(((shape > 0) & (mask > 0)).sum())
    if both < _FILL * float((shape > 0).sum()) or both < _FILL * float((mask > 0).sum()):
        return False
    ring = (cv2.dilate(shape, np.ones((_SURROUNDINGS, _SURROUNDINGS), np.uint8)) > 0) & (shape == 0)
    return bool(ring.any()) and float(np.median(light[shape > 0])) - float(np.median(light[ring])) >= _CONTRAST


def _angle(a: NDArray[np.float32], b: NDArray[np.float32], c: NDArray[np.float32]) -> float:
    """The angle at `b`, degrees."""
    one = math.atan2(float(a[1] - b[1]), float(a[0] - b[0]))
    other = math.atan2(float(c[1] - b[1]), float(c[0] - b[0]))
    turn = abs(math.degrees(one - other)) % 360.0
    return min(turn, 360.0 - turn)
