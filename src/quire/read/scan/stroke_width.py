"""How heavy letters are in a picture: the width of their strokes, which tells bold type from regular.

The width is twice the area of the ink by the length of its outline. Both are taken from the levels of grey, so that a blurred
stroke of two pixels is measured as well as a sharp one of four.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from quire.read.ocr_engine import Pixels
from quire.text import is_cjk

if TYPE_CHECKING:
    from quire.read.scan.ink_mask import Mask

_CONTRAST = 60.0  # levels between ink and paper: less is no print that can be judged
_SPECK = 0.15  # of the contrast: paler is noise of the paper
_SOFT = 1.1  # pixels that a stroke of no width has: so blurred are those of type drawn at 12 to 58 pixels
_LEAST_SIZE = 12.0  # pixels of type: the strokes of smaller one are all a pixel wide
_ENOUGH = 60  # letters of a script on a page that tell what is regular on it
_REGULAR = 0.3  # of the letters are certainly regular: a page of headings and totals may be half bold
_BOLD, _BOLD_HAN = (
    1.38,
    1.55,
)  # times as heavy as regular text of the page in its script. Where a text layer tells: regular text
# reaches 1.15, a sans serif among serifs 1.2 (Chinese 1.45); bold has 1.4 to 2.5, Chinese 1.65 to 3 (28 report pages)
_BESIDE = (
    1.2  # times as heavy is a text at least that is bold as another of its row certainly is: the cells of a heading
)
_SINGLE, _FEW = 2, 8  # letters: no more are single figures, fewer a short text
_SHORT, _SHORTER = (
    1.1,
    1.2,
)  # times that for less than eight Latin letters, and than three: single figures are heavier than others


def stroke_width(picture: Pixels, clear: Mask, place: tuple[float, float, float, float], size: float) -> float:
    """The width of the strokes in a box, in sizes of the type; 0 when it cannot be told.

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
    if size < _LEAST_SIZE or min(part.shape[:2]) < 4:
        return 0.0
    grey = np.asarray(cv2.cvtColor(part, cv2.COLOR_RGB2GRAY), np.float32)
    paper = float(np.median(grey))
    contrast = paper - float(np.percentile(grey, 1.0))
    if contrast < _CONTRAST:
        return 0.0
    ink = np.clip((paper - grey) / contrast, 0.0, 1.0)
    near = cv2.dilate(np.ascontiguousarray(clear[window]), np.ones((3, 3), np.uint8))
    ink[(ink < _SPECK) | (near == 0)] = 0.0
    edges = np.hypot(np.diff(ink, axis=1)[:-1], np.diff(ink, axis=0)[:, :-1])
    outline = float(edges.sum())
    wide = 2.0 * float(ink.sum()) / outline if outline > 0.0 else 0.0
    return math.sqrt(max(wide * wide - _SOFT * _SOFT, 0.0)) / size


def bold_texts(texts: Sequence[str], weights: Sequence[float], rows: Sequence[int]) -> list[bool]:
    """Which pieces of text of a page are bold: heavier than its regular text in the same script.

    Args:
        texts: of the pieces.
        weights: of their strokes; 0 is not known.
        rows: the row of type of one size in which each stands.
    """
    regular = {
        script: _usual([(w, len(t)) for t, w in zip(texts, weights, strict=True) if w and _is_han(t) is script])
        for script in (True, False)
    }
    shares = [w / usual if (usual := regular[_is_han(t)]) else 0.0 for t, w in zip(texts, weights, strict=True)]
    heavy = [share > _least(t) for t, share in zip(texts, shares, strict=True)]
    certain = {row for row, dark in zip(rows, heavy, strict=True) if dark}
    return [
        dark or (row in certain and share > _BESIDE and len(t) > _SINGLE and not _is_han(t))
        for t, share, row, dark in zip(texts, shares, rows, heavy, strict=True)
    ]


def _least(text: str) -> float:
    """How many times heavier than regular a text is at least that counts as bold."""
    if _is_han(text):
        return _BOLD_HAN
    return _BOLD * (_SHORTER if len(text) <= _SINGLE else _SHORT if len(text) < _FEW else 1.0)


def _is_han(text: str) -> bool:
    return 2 * sum(is_cjk(ord(letter)) for letter in text) > len(text)


def _usual(weights: Sequence[tuple[float, int]]) -> float:
    """The weight of regular letters; 0 when there are too few to tell."""
    letters = sorted(weight for weight, count in weights for _ in range(count))
    return letters[int(_REGULAR * len(letters))] if len(letters) >= _ENOUGH else 0.0
