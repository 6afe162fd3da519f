"""How the lines of an upright page bend: paper that arches, a camera held aside, a lens.

Each box of text shows the slope of its line where it stands. A surface of second degree through the slopes says how far
a line that is level in the middle of the page has risen or fallen at each place. It is believed where the boxes then
fall on fewer, fuller rows over the width of the page; drawn without it, rows are level.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from quire.read.ocr_engine import Polygon

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_MIN_RATIO = 2.5  # times as long as high: a box that shows a direction
_FEWEST = 24  # such boxes: six numbers are to be found
_LONGEST = 200.0  # points up to which a longer box counts more
_ROUNDS = 4  # in which slopes far off the surface are left out
_OFF = 3.0  # times the usual distance from the surface, from which a slope is left out
_NEAR = 0.002  # as a slope: distances below it are those of boxes
_UNSURE = 0.5  # how strongly the surface is held flat where boxes say little
_LEAST = 0.22  # of a usual box's height, by which lines bend at least: rows agree within that without it
_MOST = 2.5  # of a usual box's height: what bends more are several texts
_KEPT = 0.5  # of the boxes whose slopes a surface must explain
_ROW_BIN = 0.15  # of the usual height of a box: how exactly the middles of one row agree
_FULLER = 1.05  # times as full as before are the rows of a page that is rightly made level
_STRENGTHS = (0.6, 0.8, 1.0)  # of the surface, that are tried
_TILT_STEP, _TILT_STEPS = 0.001, 15  # as a slope: common tilts that are tried
_STEPS = 25  # places along the page at which the bend is measured


class Bend(NamedTuple):
    """How lines run on an upright page of a width: the slope at x, y, from its middle in widths, by six numbers."""

    slopes: tuple[float, ...]  # of 1, x, y, xy, xx, yy
    width: float  # of the page, points
    height: float

    def fall(self, x: Floats, y: Floats) -> Floats:
        """How far below its place in the middle of the page a line is at `x`, points; `y` is that place."""
        a, b, c, d, e, f = self.slopes
        u, v = x / self.width - 0.5, (y - 0.5 * self.height) / self.width
        found: Floats = self.width * u * ((a + c * v + f * v * v) + u * (0.5 * (b + d * v) + u * e / 3.0))
        return found

    def level(self, x: Floats, y: Floats) -> Floats:
        """Where the line through a point is in the middle of the page, points."""
        found = y
        for _ in range(3):
            found = y - self.fall(x, found)
        return found


def line_bend(places: Sequence[Polygon], width: float, height: float, unit: float) -> Bend | None:
    """The bend of the lines of an upright page; None if they are straight, or the boxes do not agree on one.

    Args:
        places: of text, pixels.
        width: of the page, points.
        height: of the page, points.
        unit: pixels per point.
    """
    import numpy as np

    boxes = [place for place in places if math.dist(*place[:2]) >= _MIN_RATIO * math.dist(place[0], place[3])]
    if len(boxes) < _FEWEST:
        return None
    at = np.array(boxes, np.float64) / unit
    middle = at.mean(axis=1)
    along = at[:, 1] - at[:, 0] + at[:, 2] - at[:, 3]
    slopes = along[:, 1] / np.where(along[:, 0] > 1.0, along[:, 0], 1.0)
    size = float(np.median(np.linalg.norm(at[:, 3] - at[:, 0], axis=1)))
    x, y = middle[:, 0] / width - 0.5, (middle[:, 1] - 0.5 * height) / width
    terms = np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=1)
    weights = np.sqrt(np.minimum(along[:, 0] / 2.0, _LONGEST))
    held = np.diag([0.0, *([_UNSURE] * 5)])
    near = np.ones(len(boxes), bool)
    found = np.zeros(6)
    for _ in range(_ROUNDS):
        counted = (weights * near)[:, None]
        found = np.linalg.lstsq(
            np.vstack([terms * counted, held]), np.concatenate([slopes * counted[:, 0], np.zeros(6)]), rcond=None
        )[0]
        off = abs(slopes - terms @ found)
        near = off < _OFF * max(1.5 * float(np.median(off[near])), _NEAR)
        if near.mean() < _KEPT:
            return None
    ends = (at[:, :2] + at[:, :1:-1]) / 2.0  # of the middle lines of the boxes
    shares = np.array((0.1, 0.5, 0.9))[None, :, None]
    points = (ends[:, :1] + shares * (ends[:, 1:] - ends[:, :1])).reshape(-1, 2)
    bend = _fullest(found, points, size, Bend((0.0,) * 6, width, height))
    if bend is None:
        return None
    across, down = np.linspace(middle[:, 0].min(), middle[:, 0].max(), _STEPS), np.percentile(middle[:, 1], (5, 50, 95))
    falls = np.stack([bend.fall(across, np.full(_STEPS, row)) for row in down])
    most = float((falls.max(axis=1) - falls.min(axis=1)).max())
    return bend if _LEAST * size <= most <= _MOST * size else None


def _fullest(slopes: Floats, points: Floats, size: float, flat: Bend) -> Bend | None:
    """The bend by some slopes, as strong and as askew as the rows over the page tell; None if rows are fuller without.

    Args:
        slopes: found from the boxes' own tilts, which are off by a common tilt where boxes are short.
        points: on the middle lines of the boxes.
        size: of a usual box, points.
        flat: no bend.
    """
    best, fullest = None, _FULLER * _fullness(points[:, 1], size)
    for strength in _STRENGTHS:
        for step in range(-_TILT_STEPS, _TILT_STEPS + 1):
            tried = flat._replace(slopes=(step * _TILT_STEP, *(strength * float(one) for one in slopes[1:])))
            fullness = _fullness(tried.level(points[:, 0], points[:, 1]), size)
            if fullness > fullest:
                best, fullest = tried, fullness
    return best


def _fullness(levels: Floats, size: float) -> float:
    """How full the rows are on which points at some levels fall."""
    import numpy as np

    at = np.round((levels - levels.min()) / (_ROW_BIN * size)).astype(np.int64)
    rows = np.convolve(np.bincount(at), (1.0, 2.0, 1.0))
    return float((rows * rows).sum())
