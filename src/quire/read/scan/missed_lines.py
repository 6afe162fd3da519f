"""Whole lines and labels that the text detector missed: runs of ink as high as type, outside every piece of text.

What they are is for the recogniser to say: a fold, a stain or a signature gives no text that it is sure of. Lines that
it is sure of are text; those that it half reads are ink that a reader of the result must know of.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quire.read.ocr_engine import Ocr, Pixels, Polygon, Reading, rectangle
from quire.read.scan.missed_ink import MissedInk
from quire.read.scan.text_piece import TextPiece

if TYPE_CHECKING:
    from quire.read.scan.ink_mask import Mask

_WORD_GAP = 0.9  # em between two parts of a run: wider than a word space, narrower than the gap of columns
_HIGH = (0.5, 1.7)  # em, the height of a line of type
_WIDE = 1.2  # em, at least: shorter ones are single signs, which `missed_ink.py` reads
_FILL = (0.06, 0.6)  # of the box of a run that is ink: less are specks, more are blots
_MARGIN = (0.3, 0.2)  # em around a run that is read, across and down
_MOST = 40  # runs of a page that are read: more are a photograph or noise
_SURE, _LIKELY = 0.85, 0.55  # confidence from which a run is text; from which it may be
_SIGNS = 3  # letters and digits of a run that may be text, at least; of text 2


def missed_lines(picture: Pixels, ink: Mask, pieces: Sequence[TextPiece], ocr: Ocr, scale: float) -> MissedInk:
    """The lines of an upright page that no piece covers, and those of them that stay unread.

    Args:
        picture: of the page.
        ink: of the page, without its rules.
        pieces: the recognised text, in points.
        ocr: reads them.
        scale: pixels per point.
    """
    sizes = sorted(piece.size for piece in pieces if not piece.angle)
    if not sizes:
        return MissedInk([], [])
    left = ink.copy()
    for piece in pieces:
        x0, y0, x1, y1 = piece.place
        left[max(0, int(y0)) : int(y1) + 1, max(0, int(x0)) : int(x1) + 1] = 0
    runs = _runs(left, sizes[len(sizes) // 2] * scale)
    if not runs or len(runs) > _MOST:
        return MissedInk([], [])
    sure: list[Reading] = []
    unread: list[Polygon] = []
    for reading in ocr.recognise(picture, runs):
        signs = sum(map(str.isalnum, reading.text))
        if reading.confidence >= _SURE and signs >= _SIGNS - 1:
            sure.append(reading)
        elif reading.confidence >= _LIKELY and signs >= _SIGNS:
            unread.append(reading.polygon)
    return MissedInk(sure, unread)


def _runs(left: Mask, em: float) -> list[Polygon]:
    """The places of runs of ink that may be lines of type, pixels."""
    import cv2
    import numpy as np

    joined = cv2.morphologyEx(left, cv2.MORPH_CLOSE, np.ones((1, max(3, int(_WORD_GAP * em))), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    high, wide = stats[1:count, cv2.CC_STAT_HEIGHT], stats[1:count, cv2.CC_STAT_WIDTH]
    found: list[Polygon] = []
    for label in np.flatnonzero((high >= _HIGH[0] * em) & (high <= _HIGH[1] * em) & (wide >= _WIDE * em)) + 1:
        x, y, w, h = (int(v) for v in stats[label, :4])
        part = (left[y : y + h, x : x + w] > 0) & (labels[y : y + h, x : x + w] == label)
        if _FILL[0] <= float(part.mean()) <= _FILL[1]:
            across, down = (margin * em for margin in _MARGIN)
            found.append(rectangle(x - across, y - down, x + w + across, y + h + down))
    return found
