"""How the image of a page has to be turned and straightened, from the boxes of its text.

The text detector gives boxes along the lines, whatever their direction: their long sides tell whether lines run across
or down, and how far they are from straight. Which of the two ways is up, only the text itself tells: a few lines are
recognised both ways, and the way with more confidence is right.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from quire.read.ocr_engine import Ocr, Pixels, Polygon, Reading

_MIN_RATIO = 2.5  # times as long as high: a box that shows a direction
_TRIED = 6  # lines that are recognised both ways in a round
_MIN_LETTERS, _MAX_ROUNDS = 8, 5  # letters to be read before the rounds end: the longest lines may be rows of dots
_SURE = 0.93  # confidence of a line that is the right way up: upside down it reaches .78 (on 29 pages of all kinds)
_FIRST_TRIED, _VERY_SURE = 2, 0.97  # lines of which one alone, read so surely, settles it, as on most pages
_MAX_RATIO = 8.0  # times its height: a longer line is cut for the trial, to save time
_ADVANTAGE = 0.02  # in confidence, for turning a page over leaving it
_LEAST_LETTERS = 0.5  # of those that are read the other way: a few digits of pale print are read upside down, too
_SIDEWAYS = 1.3  # times the length of all lines across: the least length of all lines down, for a page on its side
_MAX_SKEW = 15.0  # degrees; a page that was laid down carelessly has less
_MIN_SKEW = 0.08  # degrees; less moves the end of a line by a pixel or two at most
_LINES_FOR_SKEW = 2
_BOXES_FOR_ROWS = 12  # with fewer, their own tilts tell as much
_ROW_BIN = 0.15  # of the usual height of a box: how exactly the middles of one row agree
_ROW_STEP, _ROW_STEPS = 0.02, 60  # degrees: tilts up to 1.2 from the rough one are tried
_ROW_PRIOR = 0.1  # by which a tilt counts less at the end of that range: in a lattice, rows also meet one row further


class Orientation(NamedTuple):
    """Clockwise degrees by which a picture has to be turned, and then rotated to be straight."""

    turned: int
    skew: float


def page_orientation(image: Pixels, places: Sequence[Polygon], ocr: Ocr) -> Orientation:
    """The orientation of a picture with text at `places`."""
    turned = _turn(image, places, ocr)
    return Orientation(turned, _skew(places, turned))


def rotated_corners(place: Polygon, turns: int) -> Polygon:
    """The same corners in the order after so many clockwise quarter turns of the picture."""
    first = -turns % 4
    return (*place[first:], *place[:first])


def _turn(image: Pixels, places: Sequence[Polygon], ocr: Ocr) -> int:
    across = [place for place in places if _sides(place)[0] >= _MIN_RATIO * _sides(place)[1]]
    down = [place for place in places if _sides(place)[1] >= _MIN_RATIO * _sides(place)[0]]
    lying = sum(_sides(place)[0] for place in across)
    standing = sum(_sides(place)[1] for place in down)
    if not across and not down:
        return 0
    if standing <= _SIDEWAYS * lying:
        return _better(image, across, ocr, (0, 180))
    return _better(image, down, ocr, (90, 270))


def _better(image: Pixels, places: Sequence[Polygon], ocr: Ocr, ways: tuple[int, int]) -> int:
    """The way in which lines are read with more confidence."""
    ordered = [_part(place) for place in sorted(places, key=_length, reverse=True)]
    for place in ordered[:_FIRST_TRIED]:
        alone = _read(image, [place], ocr, ways[0])
        if _letters(alone) >= _MIN_LETTERS and _sureness(alone) >= _VERY_SURE:
            return ways[0]
    first: list[Reading] = []
    second: list[Reading] = []
    for start in range(0, min(len(ordered), _MAX_ROUNDS * _TRIED), _TRIED):
        tried = ordered[start : start + _TRIED]
        first += _read(image, tried, ocr, ways[0])
        if _letters(first) >= _MIN_LETTERS and _sureness(first) >= _SURE:
            return ways[0]
        second += _read(image, tried, ocr, ways[1])
        if max(_letters(first), _letters(second)) >= _MIN_LETTERS:
            break
    known = _sureness(second) >= _SURE or _letters(second) >= _LEAST_LETTERS * _letters(first)
    return ways[1] if known and _sureness(second) > _sureness(first) + _ADVANTAGE else ways[0]


def _read(image: Pixels, places: Sequence[Polygon], ocr: Ocr, way: int) -> list[Reading]:
    return ocr.recognise(image, [rotated_corners(place, way // 90) for place in places])


def _letters(readings: Sequence[Reading]) -> int:
    """The number of letters and digits that were read: dot leaders are the same upside down."""
    return sum(sum(map(str.isalnum, reading.text)) for reading in readings)


def _sureness(readings: Sequence[Reading]) -> float:
    """The mean confidence of letters and digits."""
    weights = [sum(map(str.isalnum, reading.text)) for reading in readings]
    total = sum(weights)
    return sum(one.confidence * weight for one, weight in zip(readings, weights, strict=True)) / total if total else 0.0


def _part(place: Polygon) -> Polygon:
    """The beginning of a long line."""
    wide, high = _sides(place)
    a, b, c, d = place
    if wide > _MAX_RATIO * high:
        share = _MAX_RATIO * high / wide
        return a, _between(a, b, share), _between(d, c, share), d
    if high > _MAX_RATIO * wide:
        share = _MAX_RATIO * wide / high
        return a, b, _between(b, c, share), _between(a, d, share)
    return place


def _between(p: tuple[float, float], q: tuple[float, float], share: float) -> tuple[float, float]:
    return p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share


def _sides(place: Polygon) -> tuple[float, float]:
    """Width and height of a place along its own sides."""
    return math.dist(place[0], place[1]), math.dist(place[0], place[3])


def _length(place: Polygon) -> float:
    return max(_sides(place))


def _skew(places: Sequence[Polygon], turned: int) -> float:
    """Degrees clockwise that make the lines of an upright picture straight.

    The median of the boxes' own tilts, by length, is rough where most boxes are short, as in tables; rows of boxes tell
    the tilt over the width of the page.
    """
    tilts: list[tuple[float, float]] = []
    for place in places:
        a, b, c, d = rotated_corners(place, turned // 90)
        wide, high = math.dist(a, b), math.dist(a, d)
        if wide >= _MIN_RATIO * high:
            tilt = math.degrees(math.atan2(b[1] - a[1] + c[1] - d[1], b[0] - a[0] + c[0] - d[0]))
            tilts.append(((tilt + turned + 180.0) % 360.0 - 180.0, wide - high))
    if len(tilts) < _LINES_FOR_SKEW:
        return 0.0
    tilts.sort()
    half = sum(weight for _, weight in tilts) / 2.0
    for tilt, weight in tilts:
        half -= weight
        if half <= 0.0:
            found = tilt + _tilt_of_rows(places, turned, tilt)
            return -found if _MIN_SKEW <= abs(found) <= _MAX_SKEW else 0.0
    return 0.0


def _tilt_of_rows(places: Sequence[Polygon], turned: int, rough: float) -> float:
    """Degrees to add to a rough tilt so that the middle lines of boxes fall on the fewest, fullest rows."""
    import numpy as np

    points: list[tuple[float, float]] = []
    heights: list[float] = []
    for place in places:
        a, b, c, d = rotated_corners(place, turned // 90)
        wide, high = math.dist(a, b), math.dist(a, d)
        if wide >= high > 0.0:
            heights.append(high)
            start, end = _between(a, d, 0.5), _between(b, c, 0.5)
            count = max(1, round(wide / high))
            points += [_between(start, end, (k + 0.5) / count) for k in range(count)]
    if len(heights) < _BOXES_FOR_ROWS:
        return 0.0
    at = np.array(points, np.float32)
    at -= at.mean(axis=0)
    bin_ = _ROW_BIN * float(np.median(heights))
    best, fullest = 0.0, 0.0
    for step in range(-_ROW_STEPS, _ROW_STEPS + 1):
        angle = math.radians(rough - turned + step * _ROW_STEP)
        level = np.round((at[:, 1] * math.cos(angle) - at[:, 0] * math.sin(angle)) / bin_).astype(np.int64)
        rows = np.convolve(np.bincount(level - level.min()), (1.0, 2.0, 1.0))
        score = float((rows * rows).sum()) * (1.0 - _ROW_PRIOR * abs(step) / _ROW_STEPS)
        if score > fullest:
            best, fullest = step * _ROW_STEP, score
    return best
