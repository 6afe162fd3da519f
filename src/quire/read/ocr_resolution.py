"""The resolution at which pages are recognised: high enough for small type, low enough for a process's memory."""

from __future__ import annotations

import math

from quire.model.geometry import Box
from quire.read.ocr_engine import Pixels

DPI = 200.0
"""Of recognised pages. On clean report pages 150, 200 and 300 lose .98, 1.00 and .91 % of the characters in 5.1, 5.4
and 6.2 seconds of CPU a page (2 cores): print is large enough at 150, the rest is for small type and worse scans."""

MAX_PIXELS = 24_000_000
"""Of a recognised page. Its copies, masks and labels take up to 25 bytes a pixel: 600 MB besides the models. A3 at 200
dpi has 7.7 million pixels, A1 31 million (read at 176 dpi), A0 62 million (at 124)."""

_MAX_SIDE = 30_000  # pixels: OpenCV's remapping accepts sides below 32,767


def affordable_dpi(width: float, height: float, dpi: float = DPI) -> float:
    """The resolution, lowered if a page of so many points would have more pixels than `MAX_PIXELS`."""
    return min(dpi, 72.0 * math.sqrt(MAX_PIXELS / max(width * height, 1.0)), 72.0 * _MAX_SIDE / max(width, height, 1.0))


def clipped_box(box: Box, width: float, height: float) -> Box:
    """The part of a box inside a page of so many points; at least a point wide and high."""
    x0, y0 = min(max(box.x0, 0.0), max(width - 1.0, 0.0)), min(max(box.y0, 0.0), max(height - 1.0, 0.0))
    return Box(x0, y0, min(max(box.x1, x0 + 1.0), width), min(max(box.y1, y0 + 1.0), height))


def crop(picture: Pixels, box: Box, unit: float) -> Pixels:
    """The part of a page's image in a box, with `unit` pixels per point."""
    return picture[int(box.y0 * unit) : math.ceil(box.y1 * unit), int(box.x0 * unit) : math.ceil(box.x1 * unit)]


def pixels_per_point(picture: Pixels, width: float) -> float:
    """Pixels per point in the image of a page that is so many points wide."""
    return float(picture.shape[1]) / width
