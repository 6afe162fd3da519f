"""The sheet of paper in a photograph of a page, made flat."""

from __future__ import annotations

import math
from collections.abc import Sequence

from quire.model.page import Page
from quire.read.ocr_engine import Ocr, Polygon, polygon_center
from quire.read.scan.page_rectification import Rectification
from quire.read.scan.paper_corners import paper_corners, paper_size
from quire.read.source import Source

_PAPER_DPI = 72.0  # enough to find a sheet of paper in a photograph, and the text around it
_TEXT_OUTSIDE = 0.1  # of the text outside a light area: it is not a sheet but a part of a page
_OVER = 0.5  # of its height that a line inside may reach beyond a side
_LINE_RATIO = 3.0  # times as long as high: a line, not a speck in wood or cloth


def flattened_page(source: Source, plain: Page, ocr: Ocr) -> Rectification:
    """The page unchanged, or the mapping to the sheet of paper in a photograph.

    Args:
        source: draws the page.
        plain: the page in the source.
        ocr: detects text beside the sheet.
    """
    rectification = Rectification.plain(plain.width, plain.height)
    small = source.image(plain.number, _PAPER_DPI)
    corners = paper_corners(small)
    if corners is None:
        return rectification
    if _has_text_outside(ocr.find(small), corners):
        return rectification
    unit = small.shape[1] / plain.width
    a, b, c, d = corners = scaled_polygon(corners, 1.0 / unit)
    size = max(math.dist(a, b), math.dist(d, c)), max(math.dist(a, d), math.dist(b, c))
    return rectification.flatten(corners, *paper_size(*size))


def scaled_polygon(place: Polygon, factor: float) -> Polygon:
    """The polygon in a picture that is larger by a factor."""
    return tuple((x * factor, y * factor) for x, y in place)


def _has_text_outside(places: Sequence[Polygon], corners: Polygon) -> bool:
    """Whether there are lines of text outside the corners, or that a side cuts: no sheet ends within its print."""
    import cv2
    import numpy as np

    area = np.array(corners, np.float32)
    inside = outside = 0.0
    for place in places:
        a, b, c, d = place
        length, height = math.dist(a, b), math.dist(a, d)
        if length >= _LINE_RATIO * height:
            ends = polygon_center((a, d)), polygon_center((b, c))
            if all(cv2.pointPolygonTest(area, end, True) >= -_OVER * height for end in ends):  # noqa: FBT003
                inside += length
            else:
                outside += length
    return outside > _TEXT_OUTSIDE * (inside + outside)
