"""The colour of the ink of recognised text, where it is not the black of print."""

from __future__ import annotations

from collections.abc import Sequence

from quire.read.ocr_engine import Pixels

PixelBox = tuple[float, float, float, float]
"""Left, top, right and bottom of a box, pixels."""

_MOST_SAMPLED = 1024  # pixels of a text; four times as many give the same colours (162 texts of ten pages)
_LEAST_CONTRAST = 60  # levels between ink and ground in their most different channel
_CORE = 0.8  # of the contrast: ink that is no blurred edge
_COLORED = 90  # levels between the highest and the lowest channel; JPEG and scanners colour black letters by less
_SAME = 48  # levels: colours that are this near are one


def ink_colors(picture: Pixels, boxes: Sequence[PixelBox]) -> list[int]:
    """A colour 0xRRGGBB for each text: of coloured ink, and of letters that are lighter than their ground; else black.

    Grey ink on light paper counts as black: pale copies are not grey type. Like colours of a page become the same one,
    so that a text of several lines has one.

    Args:
        picture: of the page.
        boxes: of its texts.
    """
    known: list[tuple[int, int, int]] = []
    return [_known(color, known) if (color := _ink(picture, box)) else 0 for box in boxes]


def _ink(picture: Pixels, box: PixelBox) -> tuple[int, int, int] | None:
    """The colour of the ink in a box; None for black, and where nothing stands out."""
    import numpy as np

    x0, y0, x1, y1 = (max(0, round(side)) for side in box)
    part = picture[y0:y1, x0:x1]
    if part.ndim < 3 or not part.size:
        return None
    step = max(1, round((part.shape[0] * part.shape[1] / _MOST_SAMPLED) ** 0.5))
    dots = part[::step, ::step].reshape(-1, 3).astype(np.int16)
    ground = np.median(dots, axis=0)
    apart = np.abs(dots - ground).max(axis=1)
    contrast = float(np.percentile(apart, 98))
    if contrast < _LEAST_CONTRAST:
        return None
    ink = np.median(dots[apart >= _CORE * contrast], axis=0)
    if int(np.ptp(ink)) < _COLORED and float(ink.mean()) <= float(ground.mean()):
        return None
    red, green, blue = (int(level) for level in ink)
    return red, green, blue


def _known(color: tuple[int, int, int], known: list[tuple[int, int, int]]) -> int:
    """The first colour of the page that this one is like."""
    like = next((one for one in known if max(abs(a - b) for a, b in zip(one, color, strict=True)) <= _SAME), None)
    if like is None:
        known.append(color)
    red, green, blue = like or color
    return red << 16 | green << 8 | blue
