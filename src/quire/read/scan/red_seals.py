"""Red seals over print: the text under them is read again in the red channel.

There, red ink is as light as paper, and black and blue ink as dark as before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quire.model.geometry import Box
from quire.read.ocr_engine import Ocr, Pixels, Polygon, Reading, polygon_center
from quire.read.scan.connected_parts import connected_parts

if TYPE_CHECKING:
    from quire.read.scan.ink_mask import Mask

_REDDER = 45  # levels by which a seal's red exceeds its green and blue
_SPARSE = 4  # pixels: step of the sample that shows the tint of the paper
_PART_GAP = 5.0  # points between parts of one seal
_SIDES = (40.0, 200.0)  # points: seals are 15 to 60 mm across
_FILL = (0.05, 0.7)  # of its box that a seal's ink covers: more is a red ground
_MAX_SEALS = 6  # of a page
_MARGIN = 10.0  # points around a seal in which lines that it touches begin
_ADVANTAGE = 0.03  # in confidence, by which the reading without the seal must be better
_MIN_CONFIDENCE = 0.75  # of a reading without the seal
_PRINT = 128  # level in the red channel: print is darker, seals are lighter
_MIN_UNREAD = 8.0  # square points of print that was not read: a letter, not specks
_SAME_TEXT = 0.4  # of the smaller box: readings that share so much are of one text


def reread_under_seals(
    picture: Pixels, clear: Mask, readings: Sequence[Reading], ocr: Ocr, scale: float
) -> list[Reading]:
    """The readings of an upright page, replaced where a seal spoiled them.

    Args:
        picture: of the page.
        clear: its ink, without rules.
        readings: of it, in pixels.
        ocr: reads again.
        scale: pixels per point.
    """
    import numpy as np

    areas = [area for area in seal_areas(picture, scale) if _is_in_doubt(area, picture, clear, readings, scale)]
    if not areas:
        return list(readings)
    light = np.repeat(picture[:, :, :1], 3, axis=2)
    found = list(readings)
    for area in areas:
        places = [reading.polygon for reading in found if _box(reading.polygon).overlap(area) > 0.0]
        if _has_unread_print(area, picture, clear, places, scale):
            top = max(0, int(area.y0))
            band = np.ascontiguousarray(light[top : int(area.y1) + 1])  # whole lines, not only the part under the seal
            places = [tuple((x, y + top) for x, y in place) for place in ocr.find(band)]
        for reading in ocr.recognise(light, [place for place in places if _may_be_better(place, area, found)]):
            found = _better(found, reading)
    return found


def _may_be_better(place: Polygon, area: Box, readings: Sequence[Reading]) -> bool:
    """Whether a place under a seal is worth reading: not where a sure reading stands, which none can replace."""
    box = _box(place)
    if box.overlap(area) <= 0.0:
        return False
    return not any(old.confidence > 1.0 - _ADVANTAGE and _is_same(old, place, box) for old in readings)


def seal_areas(picture: Pixels, scale: float) -> list[Box]:
    """The areas of red seals with a margin, in pixels."""
    import cv2
    import numpy as np

    red, green, blue = cv2.split(picture)
    redder = cv2.subtract(red, cv2.max(green, blue))  # 0 where it is not
    usual = int(np.median(redder[::_SPARSE, ::_SPARSE]))
    mask = np.asarray(cv2.threshold(redder, usual + _REDDER, 255, cv2.THRESH_BINARY)[1], np.uint8)
    side = max(3, int(_PART_GAP * scale))
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
    _, stats, _ = connected_parts(closed)
    low, high = _SIDES
    found: list[Box] = []
    for x, y, w, h, _ in stats[1:].tolist():
        full = float((mask[y : y + h, x : x + w] > 0).mean())
        if low <= min(w, h) / scale and max(w, h) / scale <= high and _FILL[0] <= full <= _FILL[1]:
            room = _MARGIN * scale
            found.append(Box(x - room, y - room, x + w + room, y + h + room))
    return sorted(found, key=lambda box: -box.area)[:_MAX_SEALS]


def _is_in_doubt(area: Box, picture: Pixels, clear: Mask, readings: Sequence[Reading], scale: float) -> bool:
    """Whether print under a seal may be read better without it: some was unsure, or some was not read."""
    under = [reading for reading in readings if _box(reading.polygon).overlap(area) > 0.0]
    if any(reading.confidence <= 1.0 - _ADVANTAGE for reading in under):
        return True
    return _has_unread_print(area, picture, clear, [reading.polygon for reading in under], scale)


def _has_unread_print(area: Box, picture: Pixels, clear: Mask, places: Sequence[Polygon], scale: float) -> bool:
    """Whether there is print under a seal outside the places that were read."""
    import numpy as np

    x0, y0 = max(0, int(area.x0)), max(0, int(area.y0))
    window = slice(y0, int(area.y1) + 1), slice(x0, int(area.x1) + 1)
    print_ = (clear[window] > 0) & (picture[window][:, :, 0] < _PRINT)
    for box in map(_box, places):
        print_[max(0, int(box.y0) - y0) : int(box.y1) + 1 - y0, max(0, int(box.x0) - x0) : int(box.x1) + 1 - x0] = False
    return int(np.count_nonzero(print_)) > _MIN_UNREAD * scale * scale


def _better(readings: list[Reading], new: Reading) -> list[Reading]:
    """The readings with a new one in place of worse ones; unchanged if it is not better."""
    if new.confidence < _MIN_CONFIDENCE or not new.text:
        return readings
    box = _box(new.polygon)
    same = [old for old in readings if _is_same(old, new.polygon, box)]
    if any(old.confidence > new.confidence - _ADVANTAGE for old in same):
        return readings
    if any(
        old.confidence >= _MIN_CONFIDENCE and len(old.text) > len(new.text) for old in same
    ):  # print as red as the seal
        return readings
    return [old for old in readings if old not in same] + [new]


def _is_same(old: Reading, place: Polygon, box: Box) -> bool:
    """Whether a reading and a place with its box are of one text."""
    other = _box(old.polygon)
    if box.overlap(other) > _SAME_TEXT * min(box.area, other.area):
        return True
    return other.holds_point(*polygon_center(place))


def _box(place: Polygon) -> Box:
    xs, ys = [p[0] for p in place], [p[1] for p in place]
    return Box(min(xs), min(ys), max(xs), max(ys))
