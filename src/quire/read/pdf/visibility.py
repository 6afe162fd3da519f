"""Text that a reader of the rendered page may not see; the accelerator does the same in `native/visibility.c`.

What a clip path cuts off cannot be seen. A text object is suspect if it has the colour of what was painted behind its
middle, or if opaque paint lies on it later. Transparent text cannot be seen, unless a path in front of it has its box:
Skia so draws letters whose font has no bold type. Paint may blend, images may have holes, fonts may have no shapes: so
what can be seen of suspects is looked up in the rendered page. Pages without suspects, which nearly all are, are not
rendered.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from quire.read.matrices import Corners

ShowInk = Callable[[list[int]], tuple[int, int, bytes]]
"""FPDF_PAGEOBJECTs as integers -> width and height in pixels and a byte per pixel of the visible page, rows from the
top: `SEEN` where ink of these objects can be seen, `UNSEEN` where it cannot, 0 without ink."""

SEEN, UNSEEN = 1, 2
OPAQUE = 250  # opacity 0..255 of paint that hides what is below
_NEAR_COLOR = 15  # of 255 by which each channel of two colours may differ that cannot be told apart
_WHITE = 0xFFFFFF
_MIN_COVER = 3.0  # points: smaller paint hides no letter
_COVERED_SHARE = 0.5  # of a text's lower side, about half a letter
_MIN_CUT = 2.0  # points of a text that are outside its clip path
_CLIP_TOLERANCE = 0.5  # points
_OUTLINE_TOLERANCE = 0.15  # of a text's lower side, by which it may reach beyond a path that draws its letters
_MIN_OUTLINE = 12  # segments of a path around several texts that draws letters, and no box behind them
_SIDE_MARGIN, _FOOT_MARGIN = 0.1, 0.15  # of a glyph's cell, into which its neighbours reach
_MOST_COVERED = 6  # times as much ink of a letter is covered as can be seen, at most: beyond, a corner peeps out
_MAX_CHECKS = 4_000_000  # of text against paint on a page: beyond, 10 ms, what follows counts as visible


@dataclass(slots=True)
class TextPlace:
    """Where a text object is, and whether it may be invisible."""

    item: object  # FPDF_PAGEOBJECT
    box: Corners = (0.0, 0.0, 0.0, 0.0)
    clip: Corners = (0.0, 0.0, 0.0, 0.0)  # what its clip path leaves of the page
    suspect: bool = False
    cut: bool = False  # it reaches beyond its clip path, which hides for certain what is outside
    drawn: bool = False  # it is transparent, and shapes in front of it have drawn its letters


class Ink:
    """What can be seen of the suspects of a page."""

    def __init__(self, shown: tuple[int, int, bytes] | None, width: float, height: float) -> None:
        """Hold the answer of a `ShowInk` for a page of a size in points; None if clip paths tell everything."""
        self._width, self._height, self._pixels = shown or (1, 1, b"\0")
        self._across, self._down = self._width / width, self._height / height

    def is_unseen(self, place: TextPlace, cell: Corners) -> bool:
        """Whether a glyph is outside its clip path, or has ink of which hardly anything is seen."""
        clip = place.clip
        x, y = (cell[0] + cell[2]) / 2.0, (cell[1] + cell[3]) / 2.0
        if x < clip[0] - _CLIP_TOLERANCE or x > clip[2] + _CLIP_TOLERANCE:
            return True
        if y < clip[1] - _CLIP_TOLERANCE or y > clip[3] + _CLIP_TOLERANCE:
            return True
        if not place.suspect:
            return False
        side, foot = _SIDE_MARGIN * (cell[2] - cell[0]), _FOOT_MARGIN * (cell[3] - cell[1])
        columns = [_pixel(at * self._across, self._width) for at in (cell[0] + side, cell[2] - side)]
        rows = [_pixel(at * self._down, self._height) for at in (cell[1] + foot, cell[3] - foot)]
        pieces = [
            self._pixels[row * self._width + columns[0] : row * self._width + columns[1] + 1]
            for row in range(rows[0], rows[1] + 1)
        ]
        seen, unseen = (sum(piece.count(kind) for piece in pieces) for kind in (SEEN, UNSEEN))
        return seen * _MOST_COVERED < unseen


class VisibilityCheck:
    """Notes the texts and the opaque paint of a page in the order in which they are painted."""

    def __init__(self, width: float, height: float, *, wanted: bool) -> None:
        self.texts: list[TextPlace] = []
        self._size = width, height
        self._wanted = wanted
        self._covers: list[tuple[Corners, int | None]] = []
        self._checks = 0

    def note_text(
        self,
        item: object,
        box: Corners | None,
        *,
        clip: Callable[[], Corners],
        color: int,
        shape: Callable[[], tuple[Corners, int] | None] | None = None,
    ) -> bool:
        """Note a text object with its box, None if it has none; whether a path before it has drawn its letters.

        Args:
            item: the FPDF_PAGEOBJECT.
            box: on the page.
            clip: gives what its clip path leaves of the page.
            color: of its letters.
            shape: of transparent text, gives box and number of segments of the path that was painted before it.
        """
        place = TextPlace(item)
        self.texts.append(place)
        if not self._wanted or box is None:
            return False
        place.box = box
        low = min(box[2] - box[0], box[3] - box[1])
        if low > 0.0 and box[2] > 0.0 and box[0] < self._size[0] and box[3] > 0.0 and box[1] < self._size[1]:
            place.clip = clip()
            self._checks += len(self._covers)
            if self._checks <= _MAX_CHECKS:
                place.suspect = self._is_pale(box, color)
            place.cut = _is_cut(box, place.clip, low)
            place.drawn = shape is not None and _is_around(shape(), box, _OUTLINE_TOLERANCE * low)
        return place.drawn

    def note_cover(self, box: Corners, color: int | None) -> None:
        """Note opaque paint; the colour is None for an image or a shading."""
        if not self._wanted or min(box[2] - box[0], box[3] - box[1]) < _MIN_COVER:
            return
        self._checks += len(self.texts)
        for place in self.texts if self._checks <= _MAX_CHECKS else ():
            own = place.box
            least = _COVERED_SHARE * min(own[2] - own[0], own[3] - own[1])
            across, down = min(box[2], own[2]) - max(box[0], own[0]), min(box[3], own[3]) - max(box[1], own[1])
            if across > least > 0.0 and down > least:
                place.suspect = True
        self._covers.append((box, color))

    def _is_pale(self, box: Corners, color: int) -> bool:
        """Whether a text has the colour of what was last painted behind its middle, or of paper."""
        x, y = (box[0] + box[2]) / 2.0, (box[1] + box[3]) / 2.0
        for ground, painted in reversed(self._covers):
            if ground[0] <= x <= ground[2] and ground[1] <= y <= ground[3]:
                return painted is not None and _is_near(painted, color)
        return _is_near(_WHITE, color)


def _is_near(a: int, b: int) -> bool:
    return all(abs((a >> shift & 255) - (b >> shift & 255)) <= _NEAR_COLOR for shift in (16, 8, 0))


def _is_around(shape: tuple[Corners, int] | None, box: Corners, reach: float) -> bool:
    if shape is None:
        return False
    (x0, y0, x1, y1), segments = shape
    margins = box[0] - x0, box[1] - y0, x1 - box[2], y1 - box[3]
    return min(margins) >= -reach and (max(margins) <= reach or segments >= _MIN_OUTLINE)


def _is_cut(box: Corners, clip: Corners, low: float) -> bool:
    """Whether a clip path cuts more than half a line's height off a text."""
    cut = max(clip[0] - box[0], box[2] - clip[2], clip[1] - box[1], box[3] - clip[3])
    return cut > max(_MIN_CUT, _COVERED_SHARE * low)


def _pixel(at: float, count: int) -> int:
    return min(max(math.floor(at), 0), count - 1)
