"""Streaks of scanners and folds of paper: thin lines from edge to edge of a picture that run through its letters.

A printed rule ends at the margin or at a table's edge, and no letter stands on it. A streak or a fold goes on from one
edge of the picture to the other and crosses whatever is printed there. It only darkens what it covers, so it is taken
away by making its pixels as much lighter as its blank parts are darker than the paper beside them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.read.ocr_engine import Pixels
from quire.read.scan.paper_noise import as_grey, paper_noise

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Trace = NDArray[np.float64]

_BANDS = 32  # parts of the picture along a streak, each of which is looked at by itself
_WIDEST = 5.0  # points: what is wider is a shadow
_SMALLEST = 400  # pixels of a side: a smaller picture is no page
_LEAST = 8.0  # levels by which a streak is darker than what is beside it, in the mean of a band
_ABOVE_GRAIN = 1.5  # times the grain of the paper, likewise
_COVER = 0.55  # of a band's length that the streak darkens
_WHOLE = 0.8  # of the bands in which it is seen: the others are covered by print
_LEAN = 0.03  # of the length of a band, by which a streak moves from one to the next
_MOST = 24  # streaks of one direction; a page with more is ruled paper
_CROSSED = 2  # letters or more that stand on streaks
_LETTER = (1.5, 24.0)  # points: the height of ink on both sides of a streak that is a part of a letter
_INK = 40  # levels by which print is darker than the paper
_SIDE = 0.75  # points beside a streak where a letter that stands on it goes on


def without_streaks(picture: Pixels, scale: float) -> Pixels:
    """The picture without streaks and folds that run through letters; itself where there are none.

    Args:
        picture: of a page, as it was scanned.
        scale: pixels per point.
    """
    import cv2
    import numpy as np

    if min(picture.shape[:2]) < _SMALLEST:
        return picture
    grey = as_grey(picture)
    least = max(_LEAST, _ABOVE_GRAIN * paper_noise(grey))
    down = _streaks(grey, scale, least)
    across = _streaks(np.asarray(cv2.transpose(grey), np.uint8), scale, least)
    if sum(streak.crossed for streak in (*down, *across)) < _CROSSED:
        return picture  # rules of a table that fills the picture go from edge to edge, too
    light = np.zeros(grey.shape, np.uint8)
    for streak in down:
        streak.lighten(light)
    for streak in across:
        streak.lighten(light.T)
    return np.asarray(cv2.add(picture, cv2.merge([light] * 3)), np.uint8)


class _Streak:
    """A streak down a picture: the columns beside its path, and how much it darkens them in each band."""

    def __init__(self, grey: Bytes, depth: Bytes, trace: Trace, scale: float) -> None:
        import numpy as np

        high, wide = grey.shape
        reach = max(3, round(_WIDEST / 2.0 * scale))
        middles = (np.arange(_BANDS) + 0.5) * high / _BANDS
        path = np.interp(np.arange(high), middles, trace).round().astype(int)
        self._columns = np.clip(path[:, None] + np.arange(-reach, reach + 1), 0, wide - 1)
        rows = np.arange(high)[:, None]
        along = depth[rows, self._columns]
        self._parts = [part for part in np.array_split(np.arange(high), _BANDS) if part.size]
        self._usual = [np.median(along[part], axis=0).astype(np.uint8) for part in self._parts]
        self.crossed = self._letters(grey[rows, self._columns], np.median(along, axis=0), scale)

    def _letters(self, near: Bytes, usual: NDArray[np.float64], scale: float) -> int:
        """The number of letters that stand on it: ink that touches it on both sides, as high as a letter."""
        import numpy as np

        dark = np.flatnonzero(usual >= usual.max() / 2.0)
        side = max(2, round(_SIDE * scale))
        left, right = max(1, int(dark[0]) - 1), min(near.shape[1] - 1, int(dark[-1]) + 2)
        print_ = float(np.median(near)) - _INK
        ink = near[:, max(0, left - side) : left].min(axis=1) < print_
        ink &= near[:, right : right + side].min(axis=1, initial=255) < print_
        edges = np.flatnonzero(np.diff(np.concatenate(([False], ink, [False])).astype(np.int8))).reshape(-1, 2)
        high = (edges[:, 1] - edges[:, 0]) / scale
        return int(((high >= _LETTER[0]) & (high <= _LETTER[1])).sum())

    def lighten(self, light: Bytes) -> None:
        """Put into `light` how much lighter its pixels are without it."""
        import numpy as np

        for part, usual in zip(self._parts, self._usual, strict=True):
            at = part[:, None], self._columns[part]
            light[at] = np.maximum(light[at], usual)


def _streaks(grey: Bytes, scale: float, least: float) -> list[_Streak]:
    """What goes down a picture from edge to edge, thin and darker than its sides by `least` levels."""
    import cv2
    import numpy as np

    wide = max(5, int(_WIDEST * scale) | 1)
    depth = np.asarray(cv2.morphologyEx(grey, cv2.MORPH_BLACKHAT, np.ones((1, wide), np.uint8)), np.uint8)
    shown = (depth > least).astype(np.float32)
    cover = np.asarray(cv2.resize(shown, (grey.shape[1], _BANDS), interpolation=cv2.INTER_AREA), np.float32)
    inside = (wide, grey.shape[1] - wide)
    traces = [t for t in _traces(cover, grey.shape[0] / _BANDS) if inside[0] < float(np.median(t)) < inside[1]]
    return [_Streak(grey, depth, trace, scale) for trace in traces]


def _traces(cover: NDArray[np.float32], band: float) -> list[Trace]:
    """The places of streaks in each band, pixels across.

    Args:
        cover: the share of dark pixels in each column of each band.
        band: the height of a band, pixels.
    """
    import numpy as np

    reach = max(1, round(_LEAN * band))
    best = cover.copy()
    for at in range(1, _BANDS):  # the path down with the most cover
        before = best[at - 1]
        best[at] += np.max([np.roll(before, by) for by in range(-reach, reach + 1)], axis=0)
    wanted = (best[-1] >= _WHOLE * _COVER * _BANDS) & (cover[-1] >= _COVER)
    found: list[Trace] = []
    for last in _peaks(best[-1], wanted):
        trace = np.full(_BANDS, last, float)
        for at in range(_BANDS - 2, -1, -1):
            low = max(0, int(trace[at + 1]) - reach)
            trace[at] = low + int(np.argmax(best[at][low : low + 2 * reach + 1]))
        seen = cover[np.arange(_BANDS), trace.astype(int)] >= _COVER
        same = any(abs(float(np.median(trace - other))) <= reach for other in found)
        if seen.mean() >= _WHOLE and seen[0] and seen[-1] and not same:
            found.append(trace)
    return found if len(found) <= _MOST else []


def _peaks(values: NDArray[np.float32], wanted: NDArray[np.bool_]) -> list[int]:
    """The place of the greatest value in each run of wanted ones."""
    import numpy as np

    edges = np.flatnonzero(np.diff(np.concatenate(([False], wanted, [False])).astype(np.int8))).reshape(-1, 2)
    return [int(start + np.argmax(values[start:end])) for start, end in edges.tolist()]
