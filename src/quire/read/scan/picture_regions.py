"""Pictures in the image of a page (photographs, logos, charts), and the page without its text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from quire.model.geometry import Box
from quire.model.page import Rule
from quire.read.ocr_engine import Pixels
from quire.read.scan.connected_parts import connected_parts
from quire.read.scan.red_seals import seal_areas

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SCALE = 100.0 / 72.0  # pixels per point: more show no other pictures, and take four times as long at 200 dpi
_CONTRAST = 40  # levels by which a picture differs from paper: tints of table rows have 30 at most
_SATURATION = 60  # levels above paper, which is not neutral in lamp light
_SPECK = 6.0  # square points: smaller connected marks are grain, or a dot of a letter
_GAPS = (6.0, 10.0, 16.0, 24.0, 36.0)
"""Points between parts of one picture, from the parts of a photograph to the boxes of a flow chart."""

_MIN_PART = 6.0  # points of the longer side of a part
_MAX_PARTS = 600  # of a page; more are noise, of which the largest are looked at
_MIN_SIDE, _MIN_AREA = 30.0, 2_400.0  # points, square points: smaller ones are signs, stars of stamps, ornaments
_PAGE_SHARE = 0.85  # of the page: a larger one is its background
_SAME = 0.9  # of both areas that two candidates share: they are one
_INSIDE = 0.3  # of the smaller of two candidates that both share: the likelier one is the picture
_TINT_LEVELS, _TINT_SHARE = 16, 0.9
"""Levels around the median colour, and the share of an area within them that makes it a tint: a row or head of a table,
grey (211 in Chinese reports) or coloured, whose rules count. Less than half of a photograph is so even."""

_TINT_GAP, _TINT_FILL = 9.0, 0.8  # points between letters on a tint; of its box that it fills
_TEXTS, _TEXT_SHARE = 4, 0.125
"""Texts in a table, at least, and their share of its area: .11 to .26 in seven candidates of coloured cells, .00 to .12
in 25 of 31 that are pictures, two of the others with so many texts."""

_FRAME, _FRAMED = 5.0, 0.002  # points along the edges of a box; share of the rest of it, drawn in pictures at least

_FRINGE = 2  # pixels around a tint that the paper blurs
_LEAST_DRAWN = math.log(0.002)  # of a box: pictures have more beside rules and tints
_WIDE = 0.35  # of the page's width: a line of running text
_CROSSES = (0.1, 0.9)  # of a line within a box: it runs over its edge
_ACROSS = 0.8  # of a box's side that a rule of a table reaches over
_MOST_RULES = 12
_LEVEL = 0.5  # of the height of the lower one of two parts of a diagram that both stand on
_EDGE = 12.0  # points from an edge of the page: the scanner's shadow
_ALONG_EDGE, _ALONG_SHARE = 2.0, 0.9  # points from an edge, share of the page's height: a shadow along the edge
_TEXT_MARGIN = 1.5  # points around a line of text that belong to it
_RIM = 3.0  # points around an area that is painted over, where the paper's colour is taken
# Fitted by logistic regression to 381 candidates on 111 made scans whose text layers show 138 pictures.
_WEIGHTS, _BIAS = (0.3, 0.22, -11.4, -9.3, -2.0), 4.86


class Marks(NamedTuple):
    """What is printed on a page at `_SCALE` besides its text."""

    all: NDArray[np.uint8]  # marks, 255
    drawn: NDArray[np.uint8]  # without rules and tints
    ruled: NDArray[np.uint8]  # the rules
    scale: float  # pixels per point


def picture_boxes(
    picture: Pixels, texts: Sequence[Box], rules: Sequence[Rule], scale: float, placed: Sequence[Box] = ()
) -> list[Box]:
    """The boxes of pictures (photographs, screenshots, diagrams) on an upright page, in points, from top to bottom.

    Args:
        picture: the image of the page.
        texts: the boxes of its text, points.
        rules: of the page.
        scale: pixels per point.
        placed: pictures that the file places on the page: their boxes, without their white rims, go before others.
    """
    marks = page_marks(picture, texts, rules, scale)
    size = picture.shape[1] / scale, picture.shape[0] / scale
    known = [box for one in placed if _can_be_picture(box := _trimmed(one, picture, scale), size)]
    judged: list[tuple[float, Box]] = []
    for box in (*known, *candidates(marks)):
        told = features(box, marks, texts, rules)
        odds = sum(w * f for w, f in zip(_WEIGHTS, told, strict=True)) + _BIAS
        if told[0] > _LEAST_DRAWN and odds > 0.0 and not _is_text(box, texts, marks):
            judged.append((math.inf if box in known else odds + math.log(box.area), box))
    found: list[Box] = []
    for _, box in sorted(judged, key=lambda one: -one[0]):
        if not any(box.overlap(other) > _INSIDE * min(box.area, other.area) for other in found):
            found.append(box)
    return sorted(_joined(found, texts, marks.all.shape[1] / marks.scale), key=lambda box: (box.y0, box.x0))


def _trimmed(box: Box, picture: Pixels, scale: float) -> Box:
    """A part of the page without its white rim; empty if it is nothing but white."""
    import cv2

    x0, y0 = max(0, int(box.x0 * scale)), max(0, int(box.y0 * scale))
    part = picture[y0 : max(0, int(box.y1 * scale)), x0 : max(0, int(box.x1 * scale))]
    if not part.size:
        return Box(box.x0, box.y0, box.x0, box.y0)
    x, y, w, h = cv2.boundingRect(_unlike_paper(part))
    return Box((x0 + x) / scale, (y0 + y) / scale, (x0 + x + w) / scale, (y0 + y + h) / scale)


def page_marks(picture: Pixels, texts: Sequence[Box], rules: Sequence[Rule], scale: float) -> Marks:
    """The marks of a page that are no text."""
    import cv2
    import numpy as np

    if scale > _SCALE:
        size = round(picture.shape[1] * _SCALE / scale), round(picture.shape[0] * _SCALE / scale)
        picture = np.asarray(cv2.resize(picture, (max(1, size[0]), max(1, size[1])), interpolation=cv2.INTER_AREA))
        scale = _SCALE
    mask = _unlike_paper(picture)
    for box in texts:
        _paint(
            mask, Box(box.x0 - _TEXT_MARGIN, box.y0 - _TEXT_MARGIN, box.x1 + _TEXT_MARGIN, box.y1 + _TEXT_MARGIN), scale
        )
    for seal in seal_areas(picture, scale):
        _paint(mask, Box(*(side / scale for side in seal)), scale)
    labels, stats, _ = connected_parts(mask)
    mask[(stats[:, cv2.CC_STAT_AREA] < _SPECK * scale * scale)[labels]] = 0
    drawn = mask.copy()
    for rule in rules:
        reach = rule.width / 2.0 + 1.0
        _paint(drawn, Box(rule.x0 - reach, rule.y0 - reach, rule.x1 + reach, rule.y1 + reach), scale)
    ruled = mask - drawn
    for x, y, w, h, area in _parts(drawn, _TINT_GAP * scale):
        if area > _TINT_FILL * w * h and _is_tint(picture, drawn, (x, y, x + w, y + h)):
            drawn[max(0, y - _FRINGE) : y + h + _FRINGE, max(0, x - _FRINGE) : x + w + _FRINGE] = 0
    return Marks(mask, drawn, ruled, scale)


def candidates(marks: Marks) -> list[Box]:
    """The boxes of groups of marks, each at several distances between its parts; the largest first."""
    height, width = (side / marks.scale for side in marks.all.shape)
    boxes: list[Box] = []
    for mask, gap in (*((marks.all, gap) for gap in _GAPS), (marks.drawn, _GAPS[0])):
        parts = [
            Box(*(side / marks.scale for side in (x, y, x + w, y + h)))
            for x, y, w, h, _ in _parts(mask, gap * marks.scale)
            if w * h < _PAGE_SHARE * mask.size  # no frame around the page
        ]
        boxes += [box for box in _united(parts) if _can_be_picture(box, (width, height))]
    found: list[Box] = []
    for box in sorted(boxes, key=lambda box: -box.area):
        if not any(box.overlap(other) > _SAME * max(box.area, other.area) for other in found):
            found.append(box)
    return found


def features(box: Box, marks: Marks, texts: Sequence[Box], rules: Sequence[Rule]) -> tuple[float, ...]:
    """What tells a picture from a table, a ground or letters that were not read.

    Ink beside rules and tints, and of rules (logarithms of their shares of the box); running text, and text that runs
    over the edges (shares of the box); rules from edge to edge.
    """
    x0, y0, x1, y1 = (int(side * marks.scale) for side in box)
    x0, y0 = min(x0, marks.all.shape[1] - 1), min(y0, marks.all.shape[0] - 1)  # of a box on the last pixel
    part = slice(y0, max(y1, y0 + 1)), slice(x0, max(x1, x0 + 1))
    drawn, ruled = float((marks.drawn[part] > 0).mean()), float((marks.ruled[part] > 0).mean())
    over = [(text, text.overlap(box)) for text in texts if text.overlap(box) > 0.0]
    flat = [r for r in rules if r.horizontal and box.y0 - _RIM <= r.y0 <= box.y1 + _RIM]
    across = sum(min(r.x1, box.x1) - max(r.x0, box.x0) > _ACROSS * box.width for r in flat)
    return (
        math.log(drawn + 1e-4),
        math.log(ruled + 1e-4),
        sum(shared for text, shared in over if text.width > _WIDE * marks.all.shape[1] / marks.scale) / box.area,
        sum(shared for text, shared in over if _CROSSES[0] < shared / text.area < _CROSSES[1]) / box.area,
        math.log(1.0 + min(across, _MOST_RULES)),
    )


def _joined(found: Sequence[Box], texts: Sequence[Box], width: float) -> list[Box]:
    """The pictures, those side by side as one that have labels between them and no running text."""
    joined: list[Box] = []
    for box in sorted(found, key=lambda box: box.x0):
        at = next((i for i, other in enumerate(joined) if _are_one(other, box, texts, width)), None)
        if at is None:
            joined.append(box)
        else:
            joined[at] = joined[at].union(box)
    return joined


def _are_one(left: Box, right: Box, texts: Sequence[Box], width: float) -> bool:
    shared = min(left.y1, right.y1) - max(left.y0, right.y0)
    if shared < _LEVEL * min(left.height, right.height):
        return False
    both = left.union(right)
    inside = [text for text in texts if text.overlap(both) > 0.0]
    between = any(left.x1 < (text.x0 + text.x1) / 2.0 < right.x0 for text in inside)
    return between and all(both.holds(text, _RIM) and text.width <= _WIDE * width for text in inside)


def _parts(mask: NDArray[np.uint8], gap: float) -> list[tuple[int, int, int, int, int]]:
    """Places, sides and areas of the connected parts of a mask, in pixels, over gaps of so many."""
    import cv2
    import numpy as np

    side = max(3, int(gap))
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8))
    _, stats, _ = connected_parts(closed)
    return [(x, y, w, h, area) for x, y, w, h, area in stats[1:].tolist()]


def _united(parts: Sequence[Box]) -> list[Box]:
    """The boxes of parts, those that overlap as one."""
    boxes = sorted((b for b in parts if max(b.width, b.height) >= _MIN_PART), key=lambda b: -b.area)[:_MAX_PARTS]
    while True:
        kept: list[Box] = []
        for box in boxes:
            at = next((i for i, other in enumerate(kept) if box.overlap(other) > 0.0), None)
            if at is None:
                kept.append(box)
            else:
                kept[at] = kept[at].union(box)
        if len(kept) == len(boxes):
            return kept
        boxes = kept


def without_text(picture: Pixels, boxes: Iterable[Box], scale: float) -> Pixels:
    """The picture with boxes painted over, each in the colour of the paper around it."""
    import numpy as np

    left = picture.copy()
    for box in boxes:
        x0, y0 = max(0, int((box.x0 - _RIM) * scale)), max(0, int((box.y0 - _RIM) * scale))
        x1, y1 = int((box.x1 + _RIM) * scale) + 1, int((box.y1 + _RIM) * scale) + 1
        part = picture[y0:y1, x0:x1]
        if part.size:
            rim = np.concatenate([part[0], part[-1], part[:, 0], part[:, -1]])
            left[y0:y1, x0:x1] = np.median(rim, axis=0).astype(np.uint8)
    return left


def _unlike_paper(picture: Pixels) -> NDArray[np.uint8]:
    import cv2
    import numpy as np

    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), np.int16)
    paper = int(np.median(grey))
    red, green, blue = cv2.split(picture)
    spread = np.asarray(cv2.max(cv2.max(red, green), blue), np.int16) - cv2.min(cv2.min(red, green), blue)
    usual = int(np.median(spread))
    return np.where((np.abs(grey - paper) > _CONTRAST) | (spread - usual > _SATURATION), 255, 0).astype(np.uint8)


def _paint(mask: NDArray[np.uint8], box: Box, scale: float) -> None:
    x0, y0 = max(0, int(box.x0 * scale)), max(0, int(box.y0 * scale))
    mask[y0 : int(box.y1 * scale) + 1, x0 : int(box.x1 * scale) + 1] = 0


def _is_tint(picture: Pixels, mask: NDArray[np.uint8], place: tuple[int, int, int, int]) -> bool:
    """Whether the part of an area that is unlike paper has one even colour."""
    import numpy as np

    x0, y0, x1, y1 = place
    shown = picture[y0:y1, x0:x1][mask[y0:y1, x0:x1] > 0].astype(np.int16)
    if not shown.size:
        return False
    away = np.abs(shown - np.median(shown, axis=0)).max(axis=1)
    return bool((away <= _TINT_LEVELS).mean() >= _TINT_SHARE)


def _is_text(box: Box, texts: Sequence[Box], marks: Marks) -> bool:
    """Whether a box is a table with coloured cells, or a frame around text.

    Several texts fill more of the table than labels do. Nothing is drawn in a frame but along its edges.
    """
    shared = [shared for text in texts if (shared := text.overlap(box)) > 0.0]
    if len(shared) >= _TEXTS and sum(shared) > _TEXT_SHARE * box.area:
        return True
    x0, y0, x1, y1 = (int(side * marks.scale) for side in box)
    rim = int(_FRAME * marks.scale)
    return bool(shared) and float((marks.drawn[y0 + rim : y1 - rim, x0 + rim : x1 - rim] > 0).mean()) < _FRAMED


def _can_be_picture(box: Box, size: tuple[float, float]) -> bool:
    """Whether a box is large enough, and neither the page's background nor a shadow at its edges."""
    if min(box.width, box.height) < _MIN_SIDE or box.area < _MIN_AREA or box.area > _PAGE_SHARE * size[0] * size[1]:
        return False
    width, height = size
    if box.x1 < _EDGE or box.y1 < _EDGE or box.x0 > width - _EDGE or box.y0 > height - _EDGE:
        return False
    return not ((box.x0 < _ALONG_EDGE or box.x1 > width - _ALONG_EDGE) and box.height > _ALONG_SHARE * height)
