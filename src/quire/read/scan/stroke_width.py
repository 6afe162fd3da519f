"""The stroke width of letters in a picture, which tells bold type from regular.

The width is twice the area of the ink, where it is darker than half of its contrast, divided by the length of its
outline. Blur makes all strokes of a page wider, thin ones most, so a blurred page asks for less of a difference.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from quire.read.ocr_engine import Pixels
from quire.text import is_cjk

if TYPE_CHECKING:
    from quire.read.scan.ink_mask import Mask

_MIN_CONTRAST = 60.0  # levels between ink and paper, to measure anything
_DARKEST = 1.0  # percentile of the levels that counts as ink
_NOISE = 0.08  # of the contrast: paler pixels are noise of the paper
_HALF = 0.5  # of the contrast: darker pixels are the stroke
_MARGIN = 2  # pixels around a box, for blurred edges
_MIN_SIZE = 12.0  # pixels of type: all strokes of smaller type are a pixel wide
_MIN_BOX = 4  # pixels of the sides of a box that can be measured
_MIN_LETTERS = 60  # of a script on a page, to know its regular width
_REGULAR = 0.3  # of the letters are certainly regular: a page of headings and totals may be half bold
_BOLD, _BOLD_HAN = 1.5, 1.55  # times the stroke width of regular text in the same script
_STROKE = 0.05
"""Of the size: the part of a measured stroke that differs by weight; what it has more is blur. On two pages each of 24
documents and 56 single pages (150 to 200 dpi, 2,500 lines of body size and above) .51 of the bold lines are found and
.010 of the others; with a fixed blur of 1.1 pixels .14 and .002."""

_SAME_SIZE = 0.87  # of the size of the usual text: smaller type is compared with its own
_OWN_LETTERS = 120  # of smaller type on a page, to know its regular width
_BESIDE_BOLD = 0.6  # as bold, for a text in a row with certainly bold text: the cells of a heading
_SINGLE, _FEW = 2, 8  # letters: at most, of single figures; below, of a short text
_SHORT, _SHORTER = 1.3, 1.6  # as bold, for less than eight Latin letters, for less than three: these are heavier


def stroke_width(picture: Pixels, clear: Mask, place: tuple[float, float, float, float], size: float) -> float:
    """The width of the strokes in a box, in sizes of the type; 0 if unknown.

    Args:
        picture: of the page.
        clear: its ink, without rules.
        place: the box, pixels.
        size: of the type, pixels.
    """
    import cv2
    import numpy as np

    x0, y0, x1, y1 = (int(side) for side in place)
    window = slice(max(0, y0 - _MARGIN), y1 + _MARGIN + 1), slice(max(0, x0 - _MARGIN), x1 + _MARGIN + 1)
    part = np.ascontiguousarray(picture[window])
    if size < _MIN_SIZE or min(part.shape[:2]) < _MIN_BOX:
        return 0.0
    depth: Mask = np.zeros(part.shape[:2], np.uint8)  # of the channel in which the ink differs most from the paper
    for channel in cv2.split(part):
        paper = np.full_like(depth, np.median(channel[::2, ::2]))
        depth = np.asarray(cv2.max(depth, cv2.subtract(paper, channel)), np.uint8)
    counts = np.bincount(depth.ravel(), minlength=256)
    contrast = int(np.searchsorted(np.cumsum(counts), (1.0 - _DARKEST / 100.0) * depth.size))
    if contrast < _MIN_CONTRAST:
        return 0.0
    near = cv2.dilate(np.ascontiguousarray(clear[window]), np.ones((5, 5), np.uint8))
    depth[(near == 0) | (depth < _NOISE * contrast)] = 0
    ink = np.minimum(depth, contrast).astype(np.float32) / np.float32(contrast)
    outline = float(np.hypot(np.diff(ink, axis=1)[:-1], np.diff(ink, axis=0)[:, :-1]).sum())
    return 2.0 * float((ink > _HALF).sum()) / outline / size if outline > 0.0 else 0.0


def bold_texts(
    texts: Sequence[str], weights: Sequence[float], sizes: Sequence[float], rows: Sequence[int]
) -> list[bool]:
    """Which pieces of text of a page are bold: heavier than its regular text in the same script.

    Args:
        texts: of the pieces.
        weights: their stroke widths; 0 if unknown.
        sizes: of their type.
        rows: the row of each, of type of one size.
    """
    known = list(zip(texts, weights, sizes, strict=True))
    regular = {
        script: _Regular([(w, len(t), size) for t, w, size in known if w and _is_han(t) is script])
        for script in (True, False)
    }
    shares = [regular[_is_han(t)].share(w, size, _BOLD_HAN if _is_han(t) else _BOLD) for t, w, size in known]
    heavy = [share > _least(t) for t, share in zip(texts, shares, strict=True)]
    certain = {row for row, dark in zip(rows, heavy, strict=True) if dark}
    return [
        dark or (row in certain and share > _BESIDE_BOLD and len(t) > _SINGLE and not _is_han(t))
        for t, share, row, dark in zip(texts, shares, rows, heavy, strict=True)
    ]


class _Regular:
    """The stroke width of a page's regular text in one script, by the size of its type."""

    def __init__(self, weights: Sequence[tuple[float, int, float]]) -> None:
        self._weights = weights
        sizes = sorted(size for _, count, size in weights for _ in range(count))
        self._size = sizes[len(sizes) // 2] if sizes else 0.0
        self._usual = self._width([one for one in weights if one[2] >= _SAME_SIZE * self._size], _MIN_LETTERS)
        self._usual = self._usual or self._width(weights, _MIN_LETTERS)
        self._own: dict[float, float] = {}

    def share(self, width: float, size: float, bold: float) -> float:
        """How bold a stroke of a width is: 0 as regular text or unknown, 1 as bold text begins.

        Args:
            width: of the stroke, in sizes.
            size: of the type.
            bold: times the width of regular strokes without blur.
        """
        if not width or not self._usual:
            return 0.0
        usual = self._usual
        blurred = True
        if size < _SAME_SIZE * self._size:
            if size not in self._own:
                near = [one for one in self._weights if _SAME_SIZE <= one[2] / size <= 1.0 / _SAME_SIZE]
                self._own[size] = self._width(near, _OWN_LETTERS)
            blurred = self._own[size] > 0.0
            usual = self._own[size] or usual
        part = min(1.0, _STROKE / usual) if blurred else 1.0
        least = math.sqrt(1.0 + (bold * bold - 1.0) * part * part)
        return (width / usual - 1.0) / (least - 1.0)

    @staticmethod
    def _width(weights: Sequence[tuple[float, int, float]], least: int) -> float:
        """The stroke width of regular letters; 0 if there are too few."""
        letters = sorted(width for width, count, _ in weights for _ in range(count))
        return letters[int(_REGULAR * len(letters))] if len(letters) >= least else 0.0


def _least(text: str) -> float:
    """How bold a text is at least that is set in bold."""
    if _is_han(text):
        return 1.0
    return _SHORTER if len(text) <= _SINGLE else _SHORT if len(text) < _FEW else 1.0


def _is_han(text: str) -> bool:
    return 2 * sum(is_cjk(ord(letter)) for letter in text) > len(text)
