"""The flat sheet of paper that a photograph of a page shows."""

from __future__ import annotations

import math
from collections.abc import Sequence

from quire.model.page import Page
from quire.read.ocr_engine import Ocr, Polygon, polygon_center
from quire.read.scan.page_rectification import Rectification
from quire.read.scan.paper_corners import paper_corners, paper_size
from quire.read.source import Source

_PAPER_DPI = 72.0  # enough to find a sheet of paper in a photograph
_GROUND_DPI = 108.0  # enough to find the text round it
_LEFT_OUT = 0.1  # of the text outside a light area: it is no sheet on a ground, but a part of a page


def flattened_page(source: Source, plain: Page, ocr: Ocr) -> Rectification:
    """The page as it is, or the way to the sheet of paper that a photograph shows.

    Args:
        source: draws the page.
        plain: the page as the source has it.
        ocr: tells whether text stands beside the sheet.
    """
    sheet = Rectification.plain(plain.width, plain.height)
    small = source.image(plain.number, _PAPER_DPI)
    corners = paper_corners(small)
    if corners is None:
        return sheet
    around = source.image(plain.number, _GROUND_DPI)
    if _leaves_out(ocr.find(around), scaled_polygon(corners, around.shape[1] / small.shape[1])):
        return sheet
    unit = small.shape[1] / plain.width
    a, b, c, d = corners = scaled_polygon(corners, 1.0 / unit)
    size = max(math.dist(a, b), math.dist(d, c)), max(math.dist(a, d), math.dist(b, c))
    return sheet.flatten(corners, *paper_size(*size))


def scaled_polygon(place: Polygon, factor: float) -> Polygon:
    """The place in a picture that is so many times larger."""
    return tuple((x * factor, y * factor) for x, y in place)


def _leaves_out(places: Sequence[Polygon], corners: Polygon) -> bool:
    """Whether text stands outside the corners: lines, not the specks that a detector sees in wood and cloth."""
    import cv2
    import numpy as np

    area = np.array(corners, np.float32)
    inside = outside = 0.0
    for place in places:
        length = math.dist(place[0], place[1])
        if length >= 3.0 * math.dist(place[0], place[3]):
            x, y = polygon_center(place)
            if cv2.pointPolygonTest(area, (x, y), False) >= 0:  # noqa: FBT003 - the signature is OpenCV's
                inside += length
            else:
                outside += length
    return outside > _LEFT_OUT * (inside + outside)
