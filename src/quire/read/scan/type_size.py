"""The size of type by three measures that err in different ways.

The height of the ink depends on which letters a text has, and on their shapes in its face: a heading in capitals of a
face whose capitals are low comes out a tenth too small. The height of small letters is sharp where a text has many;
the width is, where the usual letters are as wide as those of Helvetica. What the last two measure on a page is brought
to the scale of the first by the page's own text, and the middle one of the three is the size.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from quire.read.ocr_engine import Pixels
from quire.read.scan.fixed_pitch import letter_width
from quire.text import is_cjk

if TYPE_CHECKING:
    from quire.read.scan.text_piece import TextPiece

UNSURE = 0.12
"""Of a size: the error of one that is measured in one way."""

_MIN_TEXT, _MIN_LETTERS = 4, 3  # characters, and different ones, of a text that is measured in other ways
_SMALL = frozenset("acegmnopqrsuvwxyz")
_SMALL_SHARE = 0.5  # of a text: letters without ascenders, for the height of these to be seen
_PAGE_LETTERS = 60  # of a page in a script, at least, by which its measures are brought to one scale
_MAX_WEIGHT = 60  # letters of a text that count for this
_SIMILAR = 0.15  # by which two measures differ at most, if both are to count
_CONTRAST = 40  # levels between ink and paper, to measure anything
_BASELINE = 0.15  # of the size, by which the baseline is sought above and below where it should be
_X_HEIGHTS = 0.33, 0.64  # of the size: the least and the greatest height of small letters
_MARGIN = 3  # pixels
_SPACE, _SIDES = 0.278, 0.1  # of the size: a space; the white beside the first and the last letter


def agreed_sizes(found: Sequence[TextPiece], picture: Pixels, scale: float) -> list[tuple[float, float]]:
    """The size of each piece of a page, and the error that it may have as a share of it.

    Args:
        found: the pieces, with sizes by the height of their ink.
        picture: of the page.
        scale: its pixels per point.
    """
    sizes = [(piece.size, UNSURE) for piece in found]
    for han in (False, True):
        own = [i for i, piece in enumerate(found) if not piece.angle and _is_han(piece.reading.text) is han]
        own = [i for i in own if _is_telling(found[i].reading.text)]
        widths = [(found[i].x1 - found[i].x0) / (_width(found[i].reading.text) - _SIDES) for i in own]
        heights = [0.0 if han else _x_height(found[i], picture, scale) for i in own]
        of_width, of_height = _factor(own, widths, found), _factor(own, heights, found)
        for i, width, height in zip(own, widths, heights, strict=True):
            measures = [found[i].size]
            measures += [width * of_width] if of_width else []
            measures += [height * of_height] if height and of_height else []
            sizes[i] = _agreed(measures)
    return sizes


def _agreed(measures: Sequence[float]) -> tuple[float, float]:
    """The size that measures agree on, the first of them the surest, and its error."""
    if len(measures) == 1:
        return measures[0], UNSURE
    ranked = sorted(measures)
    if len(measures) > 2:
        middle = ranked[1]
        return middle, min(middle - ranked[0], ranked[2] - middle) / middle
    if ranked[1] - ranked[0] <= _SIMILAR * ranked[0]:
        return math.sqrt(ranked[0] * ranked[1]), UNSURE
    return measures[0], UNSURE


def _factor(own: Iterable[int], measured: Iterable[float], found: Sequence[TextPiece]) -> float:
    """By which a measure becomes a size: the median over the letters of the page; 0 if these are too few."""
    known = [
        (found[i].size / value, min(len(found[i].reading.text), _MAX_WEIGHT))
        for i, value in zip(own, measured, strict=True)
        if value > 0.0
    ]
    known.sort()
    letters = sum([weight for _, weight in known])
    if letters < _PAGE_LETTERS:
        return 0.0
    passed = 0
    for factor, weight in known:
        passed += weight
        if 2 * passed >= letters:
            return factor
    return 0.0


def _is_telling(text: str) -> bool:
    """Whether a text is long enough for its width to tell its size."""
    return len(text) >= _MIN_TEXT and len({letter for letter in text if letter.isalnum()}) >= _MIN_LETTERS


def _is_han(text: str) -> bool:
    return 2 * sum([is_cjk(ord(letter)) for letter in text]) > len(text)


def _width(text: str) -> float:
    """The width of a text, in its size."""
    widths = [1.0 if is_cjk(ord(c)) else _SPACE if c == " " else letter_width(c) for c in text]
    return sum(widths)


def _x_height(piece: TextPiece, picture: Pixels, scale: float) -> float:
    """How high small letters are, points: from where the ink of the rows falls off to where it begins; 0 if unknown."""
    import cv2
    import numpy as np

    letters = piece.reading.text.replace(" ", "")
    if sum([letter in _SMALL for letter in letters]) < _SMALL_SHARE * len(letters):
        return 0.0
    top = max(0, int(piece.y0 * scale) - _MARGIN)
    window = (
        slice(top, int(piece.y1 * scale) + _MARGIN + 1),
        slice(max(0, int(piece.x0 * scale)), int(piece.x1 * scale)),
    )
    part = picture[window]
    if min(part.shape[:2]) < 2 * _MARGIN:
        return 0.0
    grey = cv2.cvtColor(np.ascontiguousarray(part), cv2.COLOR_RGB2GRAY)
    depth = cv2.absdiff(grey, np.full_like(grey, np.median(grey[::2, ::2])))
    if int(depth.max()) < _CONTRAST:
        return 0.0
    steps = np.diff(cv2.GaussianBlur(cv2.reduce(depth, 1, cv2.REDUCE_AVG, dtype=cv2.CV_32F), (1, 3), 0).ravel())
    size, foot = piece.size * scale, piece.baseline * scale - top
    low = _edge(-steps, foot - _BASELINE * size, foot + _BASELINE * size)
    high = _edge(steps, low - _X_HEIGHTS[1] * size, low - _X_HEIGHTS[0] * size)
    return (low - high) / scale if 0.0 < high < low else 0.0


def _edge(steps: Pixels, start: float, end: float) -> float:
    """The place of the largest step between two places, between pixels; 0 if there is none."""
    first, last = max(1, int(start)), min(len(steps) - 2, int(end) + 1)
    if last - first < 2:
        return 0.0
    at = first + int(steps[first:last].argmax())
    before, here, after = (float(value) for value in steps[at - 1 : at + 2])
    bend = before - 2.0 * here + after
    return at + (0.5 * (before - after) / bend if bend < 0.0 else 0.0)
