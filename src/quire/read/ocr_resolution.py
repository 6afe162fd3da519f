"""At which resolution pages are recognised: high enough to read small type, low enough for the memory of a process."""

from __future__ import annotations

import math

from quire.model.geometry import Box
from quire.read.ocr_engine import Pixels

DPI = 200.0
"""At which pages are read. On clean report pages 150, 200 and 300 lose .98, 1.00 and .91 % of the characters for 5.1, 5.4
and 6.2 seconds of CPU a page (2 cores): print is big enough at 150, the rest is for small type and worse scans."""

MOST_PIXELS = 24_000_000
"""Of a page that is recognised. What is made of a page (copies, masks, labels) takes up to 25 bytes a pixel: 600 MB beside
the models. A3 at 200 dpi has 7.7 million pixels, A1 31 million (read at 176 dpi), A0 62 million (at 124)."""

_MOST_SIDE = 30_000  # pixels: OpenCV's remapping takes sides below 32,767


def affordable_dpi(width: float, height: float, dpi: float = DPI) -> float:
    """The resolution, lowered where a page of so many points would have more pixels than `MOST_PIXELS`."""
    return min(
        dpi, 72.0 * math.sqrt(MOST_PIXELS / max(width * height, 1.0)), 72.0 * _MOST_SIDE / max(width, height, 1.0)
    )


def clipped_box(box: Box, width: float, height: float) -> Box:
    """What a box covers of a page of so many points; a point wide and high at least."""
    x0, y0 = min(max(box.x0, 0.0), max(width - 1.0, 0.0)), min(max(box.y0, 0.0), max(height - 1.0, 0.0))
    return Box(x0, y0, min(max(box.x1, x0 + 1.0), width), min(max(box.y1, y0 + 1.0), height))


def crop(picture: Pixels, box: Box, unit: float) -> Pixels:
    """What a box shows of the picture of a page that has `unit` pixels to a point."""
    return picture[int(box.y0 * unit) : math.ceil(box.y1 * unit), int(box.x0 * unit) : math.ceil(box.x1 * unit)]


def pixels_per_point(picture: Pixels, width: float) -> float:
    """Pixels to a point in the picture of a page that is so many points wide."""
    return float(picture.shape[1]) / width
