"""How heavy the strokes of letters in a picture are, which tells bold type from regular.

Two measures along the rows through small letters: the mean run of ink, and the ink of each stroke that a row crosses,
which blur leaves as it is. A logistic regression weighs what they are more than those of the page's regular text, and
the size, since larger type is bold more often.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

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
_ZONE, _ZONE_HAN = (0.42, 0.06), (0.75, -0.02)  # of the size above the baseline: rows through small letters, ideographs
_CREST = 0.3  # of the contrast: a stroke that a row crosses is darker than this where it is darkest
_RUN, _CROSSED, _LARGER, _BIAS = 6.5, 4.5, 11.9, -2.05
"""Log odds of bold by logarithms of the measures and of the size, from two pages each of 24 documents, 56 single pages
and 57 pages with other looks."""

_MOST_LARGER = 0.25  # logarithm of the size by that of the text, up or down, beyond which more says nothing
_SAME_SIZE = 0.87  # of the size of the usual text: smaller type is compared with its own
_OWN_LETTERS = 120  # of smaller type on a page, to know its regular width
_BESIDE_BOLD = -1.0  # log odds in a row with certainly bold text, from which text is bold: the cells of a heading
_SINGLE, _SHORTER = 2, 0.8  # letters, at most, of single figures; the log odds that they need more


class Strokes(NamedTuple):
    """How heavy the strokes of a text are, in sizes of its type."""

    run: float  # ink along a row without a break
    crossed: float  # ink of each stroke that a row crosses


def strokes_of(
    text: str, picture: Pixels, clear: Mask, place: tuple[float, float, float, float], *, size: float, baseline: float
) -> Strokes | None:
    """How heavy the strokes of a text are; None if it is unknown.

    Args:
        text: what it says.
        picture: of the page.
        clear: its ink, without rules.
        place: the box, pixels.
        size: of the type, pixels.
        baseline: pixels from the top of the page.
    """
    import cv2
    import numpy as np

    x0, y0, x1, y1 = (int(side) for side in place)
    window = slice(max(0, y0 - _MARGIN), y1 + _MARGIN + 1), slice(max(0, x0 - _MARGIN), x1 + _MARGIN + 1)
    part = np.ascontiguousarray(picture[window])
    if size < _MIN_SIZE or min(part.shape[:2]) < _MIN_BOX:
        return None
    depth: Mask = np.zeros(part.shape[:2], np.uint8)  # of the channel in which the ink differs most from the paper
    for channel in cv2.split(part):
        paper = np.full_like(depth, np.median(channel[::2, ::2]))
        depth = np.asarray(cv2.max(depth, cv2.subtract(paper, channel)), np.uint8)
    counts = np.bincount(depth.ravel(), minlength=256)
    contrast = int(np.searchsorted(np.cumsum(counts), (1.0 - _DARKEST / 100.0) * depth.size))
    if contrast < _MIN_CONTRAST:
        return None
    top, low = (round(baseline - part * size) - window[0].start for part in (_ZONE_HAN if _is_han(text) else _ZONE))
    rows = slice(max(0, top), max(0, low) + 1)
    near = cv2.dilate(np.ascontiguousarray(clear[window]), np.ones((5, 5), np.uint8))
    depth[(near == 0) | (depth < _NOISE * contrast)] = 0
    ink = np.minimum(depth[rows], contrast)
    inked = ink > _HALF * contrast
    runs = int(np.count_nonzero(inked[:, 1:] & ~inked[:, :-1]))
    middle = ink[:, 1:-1]
    crests = (middle >= ink[:, :-2]) & (middle > ink[:, 2:]) & (middle > _CREST * contrast)
    strokes = int(np.count_nonzero(crests))
    if not runs or not strokes:
        return None
    return Strokes(float(np.count_nonzero(inked)) / runs / size, float(ink.sum()) / contrast / strokes / size)


def bold_texts(
    texts: Sequence[str], strokes: Sequence[Strokes | None], sizes: Sequence[float], rows: Sequence[int]
) -> list[bool]:
    """Which pieces of text of a page are bold: heavier than its regular text in the same script.

    Args:
        texts: of the pieces.
        strokes: how heavy they are; None if unknown.
        sizes: of their type.
        rows: the row of each, of type of one size.
    """
    known = list(zip(texts, strokes, sizes, strict=True))
    regular = {
        script: _Regular([(own, len(t), size) for t, own, size in known if own and _is_han(t) is script])
        for script in (True, False)
    }
    odds = [regular[_is_han(t)].odds(own, size) if own else -math.inf for t, own, size in known]
    heavy = [chance > _least(t) for t, chance in zip(texts, odds, strict=True)]
    certain = {row for row, dark in zip(rows, heavy, strict=True) if dark}
    return [
        dark or (row in certain and chance > _BESIDE_BOLD and len(t) > _SINGLE and not _is_han(t))
        for t, chance, row, dark in zip(texts, odds, rows, heavy, strict=True)
    ]


class _Regular:
    """The strokes of a page's regular text in one script, by the size of its type."""

    def __init__(self, known: Sequence[tuple[Strokes, int, float]]) -> None:
        self._known = known
        sizes = sorted(size for _, count, size in known for _ in range(count))
        self._size = sizes[len(sizes) // 2] if sizes else 0.0
        self._usual = _usual([one for one in known if one[2] >= _SAME_SIZE * self._size], _MIN_LETTERS)
        self._usual = self._usual or _usual(known, _MIN_LETTERS)
        self._own: dict[float, Strokes | None] = {}

    def odds(self, own: Strokes, size: float) -> float:
        """The log odds that strokes of type of a size are bold."""
        usual = self._usual
        if usual is None:
            return -math.inf
        larger = max(-_MOST_LARGER, min(_MOST_LARGER, math.log(size / self._size)))
        if size < _SAME_SIZE * self._size:
            if size not in self._own:
                near = [one for one in self._known if _SAME_SIZE <= one[2] / size <= 1.0 / _SAME_SIZE]
                self._own[size] = _usual(near, _OWN_LETTERS)
            usual = self._own[size] or usual
        heavier = _RUN * math.log(own.run / usual.run) + _CROSSED * math.log(own.crossed / usual.crossed)
        return _BIAS + heavier + _LARGER * larger


def _usual(known: Sequence[tuple[Strokes, int, float]], least: int) -> Strokes | None:
    """The strokes of regular letters; None if there are too few."""
    if sum([count for _, count, _ in known]) < least:
        return None
    return Strokes(*(_share([(own[at], count) for own, count, _ in known]) for at in range(len(Strokes._fields))))


def _share(values: Sequence[tuple[float, int]]) -> float:
    """The value at the share of the letters that are certainly regular."""
    left = int(_REGULAR * sum([count for _, count in values]))
    for value, count in sorted(values):
        left -= count
        if left < 0:
            return value
    return 0.0


def _least(text: str) -> float:
    """The log odds from which a text is bold."""
    return _SHORTER if len(text) <= _SINGLE and not _is_han(text) else 0.0


def _is_han(text: str) -> bool:
    return 2 * sum(is_cjk(ord(letter)) for letter in text) > len(text)
