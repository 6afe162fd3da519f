"""The ink of an upright page: the pixels that are darker than the paper around them; and boxes of text split by it.

A mask has 255 for ink.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from quire.model.page import Rule
from quire.read.ocr_engine import Pixels, Polygon
from quire.read.scan.paper_noise import as_grey, paper_noise, without_specks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Mask = NDArray[np.uint8]

_NEIGHBOURHOOD = 12.0  # points: the square that a pixel is compared with
_CONTRAST = 14  # levels by which ink is darker than its neighbourhood: pale table lines have 20
_ABOVE_GRAIN = 3.0  # standard deviations of the paper's grain by which ink is darker, on uneven paper
_MOST_OF_INK = 0.35  # of the contrast of the darkest print: grain never asks for more than this, or faint print is lost
_DARKEST = 1.0  # per cent of a page that surely are print, if anything is
_RULE_MARGIN = 0.8  # points around a rule that are its ink, beyond half its width
_BOX_BY_SIZE = 1.3  # the height of a detected box by the size of its type
_CELL_GAP = 1.7  # em: wider than any blank inside a cell, except in letter-spaced titles
_EDGE = 0.15  # of a box's height, above and below, that may hold neighbours' ink
_MARGIN = 0.1  # of its height by which a box is widened at both ends
_MIN_PART = 0.25  # of its height: the width of a part of a split box
_MIN_SPLIT, _MIN_WIDENED = 1.5, 0.5  # width by height of a box that may be split, that is widened


def ink_mask(picture: Pixels, scale: float) -> Mask:
    """The ink of a page's picture with `scale` pixels per point, and whatever else is as dark as a pale table line."""
    return _darker(as_grey(picture), scale, _CONTRAST)


def text_ink(picture: Pixels, ink: Mask, places: Sequence[Polygon], scale: float) -> Mask:
    """The ink without the grain of the paper and specks of dirt: what may be text.

    Args:
        picture: of an upright page.
        ink: all its ink, from `ink_mask`.
        places: of its text, pixels; they tell the size of its type.
        scale: pixels per point.
    """
    grey = as_grey(picture)
    contrast = _above_grain(grey)
    clean = ink if contrast <= _CONTRAST else _darker(grey, scale, contrast)
    heights = sorted(min(y1 - y0, x1 - x0) for x0, y0, x1, y1 in map(bounding_box, places))
    return without_specks(clean, heights[len(heights) // 2] / _BOX_BY_SIZE) if heights else clean


def _above_grain(grey: NDArray[np.uint8]) -> float:
    """The levels by which ink must be darker than its neighbourhood on this paper."""
    import numpy as np

    wanted = _ABOVE_GRAIN * paper_noise(grey)
    if wanted <= _CONTRAST:
        return _CONTRAST
    paper, print_ = np.percentile(grey[::4, ::4], (50.0, _DARKEST))
    return max(float(_CONTRAST), min(wanted, _MOST_OF_INK * float(paper - print_)))


def _darker(grey: NDArray[np.uint8], scale: float, contrast: float) -> Mask:
    """The pixels that are darker than the mean around them by `contrast`."""
    import cv2
    import numpy as np

    block = max(3, int(_NEIGHBOURHOOD * scale) | 1)
    mask = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, block, contrast)
    return np.asarray(mask, np.uint8)


def without_rules(ink: Mask, rules: Iterable[Rule], scale: float) -> Mask:
    """The ink that does not belong to ruling lines."""
    left = ink.copy()
    for rule in rules:
        around = (rule.width / 2.0 + _RULE_MARGIN) * scale
        x0, y0 = max(0, int(rule.x0 * scale - around)), max(0, int(rule.y0 * scale - around))
        left[y0 : int(rule.y1 * scale + around) + 1, x0 : int(rule.x1 * scale + around) + 1] = 0
    return left


def split_at_cells(places: Sequence[Polygon], ink: Mask, rules: Sequence[Rule], scale: float) -> list[Polygon]:
    """The places, split where they hold the text of several cells.

    Args:
        places: of upright text.
        ink: of the page, without its rules.
        rules: of the page, in points.
        scale: pixels per point.
    """
    bars = [rule for rule in rules if not rule.horizontal]
    found: list[Polygon] = []
    for place in places:
        x0, y0, x1, y1 = bounding_box(place)
        middle = (y0 + y1) / 2.0 / scale
        crossed = [bar.x0 * scale for bar in bars if bar.y0 <= middle <= bar.y1]
        parts = [place]
        if x1 - x0 >= _MIN_SPLIT * (y1 - y0):
            parts = split_polygon(place, [*crossed, *_wide_gaps(ink, (x0, y0, x1, y1))])
        if x1 - x0 >= _MIN_WIDENED * (y1 - y0):
            parts[0] = _widened(parts[0], crossed, left=True)
            parts[-1] = _widened(parts[-1], crossed, left=False)
        found.extend(parts)
    return found


def _widened(place: Polygon, bars: Iterable[float], *, left: bool) -> Polygon:
    """The place a little wider, for thin letters at its end, unless a rule is near."""
    a, b, c, d = place
    room = _MARGIN * (d[1] - a[1])
    if left:
        if any(a[0] - 2.0 * room <= bar <= a[0] + room for bar in bars):
            return place
        return (a[0] - room, a[1]), b, c, (d[0] - room, d[1])
    if any(b[0] - room <= bar <= b[0] + 2.0 * room for bar in bars):
        return place
    return a, (b[0] + room, b[1]), (c[0] + room, c[1]), d


def bounding_box(place: Polygon) -> tuple[float, float, float, float]:
    """The upright box around a place."""
    xs, ys = [p[0] for p in place], [p[1] for p in place]
    return min(xs), min(ys), max(xs), max(ys)


def _wide_gaps(ink: Mask, box: tuple[float, float, float, float]) -> list[float]:
    """The middles of blanks that are too wide for a word space."""
    x0, y0, x1, y1 = box
    high = y1 - y0
    part = ink[max(0, int(y0 + _EDGE * high)) : int(y1 - _EDGE * high) + 1, max(0, int(x0)) : int(x1) + 1]
    return [x0 + (a + b) / 2.0 for a, b in blank_runs(part) if b - a >= _CELL_GAP * high / _BOX_BY_SIZE]


def blank_runs(part: Mask) -> list[tuple[int, int]]:
    """The runs of columns without ink, except those at the ends."""
    import numpy as np

    filled = np.flatnonzero((part > 0).sum(axis=0) > 0)
    wide = np.flatnonzero(np.diff(filled) > 1)
    return [(int(filled[i]) + 1, int(filled[i + 1])) for i in wide]


def split_polygon(place: Polygon, cuts: Iterable[float]) -> list[Polygon]:
    """The parts of a place between vertical cuts."""
    a, b, c, d = place
    least = _MIN_PART * max(abs(d[1] - a[1]), 1.0)
    shares = sorted(
        {(x - a[0]) / (b[0] - a[0]) for x in cuts if a[0] + least < x < b[0] - least} if b[0] - a[0] > 1.0 else ()
    )
    ends = [0.0, *shares, 1.0]
    parts: list[Polygon] = []
    for low, high in itertools.pairwise(ends):
        if (high - low) * (b[0] - a[0]) >= least:
            parts.append((_at(a, b, low), _at(a, b, high), _at(d, c, high), _at(d, c, low)))
    return parts


def _at(p: tuple[float, float], q: tuple[float, float], share: float) -> tuple[float, float]:
    return p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share
