"""The stroke width of letters in a picture, which tells bold type from regular.

The width is twice the area of the ink divided by the length of its outline. Both come from the levels of grey, so a
blurred stroke of two pixels is measured as well as a sharp one of four.
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
_NOISE = 0.15  # of the contrast: paler pixels are noise of the paper
_BLUR = 1.1  # pixels: the measured width of a stroke without width, in type drawn at 12 to 58 pixels
_MIN_SIZE = 12.0  # pixels of type: all strokes of smaller type are a pixel wide
_MIN_BOX = 4  # pixels of the sides of a box that can be measured
_MIN_LETTERS = 60  # of a script on a page, to know its regular width
_REGULAR = 0.3  # of the letters are certainly regular: a page of headings and totals may be half bold
_BOLD, _BOLD_HAN = 1.38, 1.55
"""Times the stroke width of the page's regular text in the same script. Where a text layer tells, regular text reaches
1.15, a sans serif among serifs 1.2 (Chinese 1.45); bold has 1.4 to 2.5, Chinese 1.65 to 3 (28 report pages)."""

_BESIDE_BOLD = 1.2  # the same for a text in a row with certainly bold text: the cells of a heading
_SINGLE, _FEW = 2, 8  # letters: at most, of single figures; below, of a short text
_SHORT, _SHORTER = (
    1.1,
    1.2,
)  # times the threshold for less than eight Latin letters, for less than three: these are heavier


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

    window = slice(max(0, int(place[1])), int(place[3]) + 1), slice(max(0, int(place[0])), int(place[2]) + 1)
    part = np.ascontiguousarray(picture[window])
    if size < _MIN_SIZE or min(part.shape[:2]) < _MIN_BOX:
        return 0.0
    grey = np.asarray(cv2.cvtColor(part, cv2.COLOR_RGB2GRAY), np.float32)
    paper = float(np.median(grey))
    contrast = paper - float(np.percentile(grey, _DARKEST))
    if contrast < _MIN_CONTRAST:
        return 0.0
    ink = np.clip((paper - grey) / contrast, 0.0, 1.0)
    near = cv2.dilate(np.ascontiguousarray(clear[window]), np.ones((3, 3), np.uint8))
    ink[(ink < _NOISE) | (near == 0)] = 0.0
    edges = np.hypot(np.diff(ink, axis=1)[:-1], np.diff(ink, axis=0)[:, :-1])
    outline = float(edges.sum())
    wide = 2.0 * float(ink.sum()) / outline if outline > 0.0 else 0.0
    return math.sqrt(max(wide * wide - _BLUR * _BLUR, 0.0)) / size


def bold_texts(texts: Sequence[str], weights: Sequence[float], rows: Sequence[int]) -> list[bool]:
    """Which pieces of text of a page are bold: heavier than its regular text in the same script.

    Args:
        texts: of the pieces.
        weights: their stroke widths; 0 if unknown.
        rows: the row of each, of type of one size.
    """
    regular = {
        script: _usual([(w, len(t)) for t, w in zip(texts, weights, strict=True) if w and _is_han(t) is script])
        for script in (True, False)
    }
    shares = [w / usual if (usual := regular[_is_han(t)]) else 0.0 for t, w in zip(texts, weights, strict=True)]
    heavy = [share > _least(t) for t, share in zip(texts, shares, strict=True)]
    certain = {row for row, dark in zip(rows, heavy, strict=True) if dark}
    return [
        dark or (row in certain and share > _BESIDE_BOLD and len(t) > _SINGLE and not _is_han(t))
        for t, share, row, dark in zip(texts, shares, rows, heavy, strict=True)
    ]


def _least(text: str) -> float:
    """The least stroke width of a bold text, in regular ones."""
    if _is_han(text):
        return _BOLD_HAN
    return _BOLD * (_SHORTER if len(text) <= _SINGLE else _SHORT if len(text) < _FEW else 1.0)


def _is_han(text: str) -> bool:
    return 2 * sum(is_cjk(ord(letter)) for letter in text) > len(text)


def _usual(weights: Sequence[tuple[float, int]]) -> float:
    """The stroke width of regular letters; 0 if there are too few."""
    letters = sorted(weight for weight, count in weights for _ in range(count))
    return letters[int(_REGULAR * len(letters))] if len(letters) >= _MIN_LETTERS else 0.0
