"""Bullets of lists, which the detector misses or the engine takes for letters.

A bullet is one small compact blob of ink in front of a piece of text, in the middle of its height and apart from it.
Blobs that nothing was read in are bullets where another one stands above or below them; those inside a piece are where
the engine read nothing, or a round character, in their place. ■, ● and ○ have two thirds of an em in many faces:
bullets as large as letters are square and in company.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from quire.read.ocr_engine import Reading, rectangle
from quire.read.scan.connected_parts import connected_parts
from quire.read.scan.text_piece import SAME_BASELINE, TextPiece

if TYPE_CHECKING:
    from quire.read.scan.ink_mask import Mask

_REACH = 2.6  # em in front of a text that are searched
_GAP, _INNER_GAP = 0.2, 0.55  # em between a bullet and its text: outside a piece, and inside one
_BAND = (0.8, 0.12)  # em above and below the baseline that are searched
_SIDES = (0.12, 0.62)  # em: of the box of a bullet
_SQUARE = 1.6  # times one side the other at most
_LARGE, _LARGE_SQUARE, _LARGE_FILL = 0.8, 1.2, 0.66  # the same of bullets as large as letters; the ink of a filled one
_LEVEL = (0.14, 0.62)  # em above the baseline: the middle of a bullet
_FILL = 0.3  # of its box: ink of a ring at least
_SPECK = 0.08  # em: the sides of what is dirt
_ALIKE = 0.2, 0.15  # em by which places and sides of the bullets of one list differ
_LEAST = 2  # such bullets on a page
_BESIDE = 1.5  # em between a bullet and text on its other side: a dot between two words is no bullet
_MIN_TEXT = 2  # characters
_ROUND = frozenset("0Oo。°º○◦•·●*e")  # what the engine reads in place of a bullet
_SIGNS = frozenset("•·●▪■")
_CONFIDENCE = 0.9  # that is given to a bullet


class _Blob(NamedTuple):
    """A blob of ink that may be a bullet, pixels."""

    piece: int
    x0: float
    y0: float
    x1: float
    y1: float
    ring: bool
    large: bool
    inside: float  # where the text of the piece begins that it is inside of; 0 if it is in front of it


def with_bullets(found: Sequence[TextPiece], clear: Mask, scale: float) -> list[TextPiece]:
    """The pieces of a page with the bullets in front of them as pieces of their own.

    Args:
        found: the pieces.
        clear: the ink of the page, without rules.
        scale: pixels per point.
    """
    upright = [i for i, piece in enumerate(found) if not piece.angle and len(piece.reading.text) >= _MIN_TEXT]
    made = list(found)
    inner = [blob for i in upright if (blob := _inside(found, i, clear, scale))]
    bullets = [blob for blob in inner if not blob.large]
    parted = {blob.piece for blob in inner}
    outer = [blob for i in upright if i not in parted and (blob := _in_front(found, i, clear, scale))]
    outer += [blob for i in range(len(found)) if (blob := _alone(found, i, clear, scale))]
    outer += [blob for blob in inner if blob.large]
    bullets += [blob for blob in outer if _company(blob, outer, bullets, found, scale) >= _LEAST]
    for blob in bullets:
        piece = found[blob.piece]
        if len(piece.reading.text) == 1:
            made[blob.piece] = _bullet(blob, piece, scale)
            continue
        if blob.inside:
            reading = piece.reading
            cut = len(reading.text) - len(reading.text[1:].lstrip()) if reading.text[0] in _ROUND else 0
            positions = reading.positions[cut:] if len(reading.positions) == len(reading.text) else ()
            reading = reading._replace(text=reading.text[cut:], positions=positions)
            made[blob.piece] = piece._replace(reading=reading, x0=blob.inside / scale)
        made.append(_bullet(blob, piece, scale))
    return made


def _bullet(blob: _Blob, piece: TextPiece, scale: float) -> TextPiece:
    place = blob.x0, blob.y0, blob.x1, blob.y1
    reading = Reading("◦" if blob.ring else "•", rectangle(*place), _CONFIDENCE)
    box = (blob.x0 / scale, piece.y0, blob.x1 / scale, piece.y1)
    return TextPiece(reading, place, *box, piece.size, piece.baseline, 0)


def _company(
    blob: _Blob, outer: Sequence[_Blob], inner: Sequence[_Blob], found: Sequence[TextPiece], scale: float
) -> int:
    """How many bullets stand in a column with one, itself included, with those that the engine read."""
    em = found[blob.piece].size * scale
    own = [other for other in (*outer, *inner) if abs(other.x0 - blob.x0) <= _ALIKE[0] * em]
    own = [other for other in own if abs((other.y1 - other.y0) - (blob.y1 - blob.y0)) <= _ALIKE[1] * em]
    read = [p for p in found if p.reading.text[0] in _SIGNS and abs(p.x0 * scale - blob.x0) <= _ALIKE[0] * em]
    return len({round(other.y0 / em) for other in own}) + len(read)


def _in_front(found: Sequence[TextPiece], at: int, clear: Mask, scale: float) -> _Blob | None:
    """The blob in front of a piece, if it is the only ink there."""
    piece = found[at]
    em = piece.size * scale
    level = [
        other
        for other in found
        if other is not piece
        and not other.angle
        and other.x0 < piece.x0
        and abs(other.baseline - piece.baseline) <= SAME_BASELINE * piece.size
    ]
    before = max((other.x1 for other in level), default=-math.inf) * scale
    start, end = piece.x0 * scale - _REACH * em, piece.x0 * scale - _GAP * em / 2.0
    if before > end:
        return None
    blobs = list(_blobs(clear, (max(start, before + _GAP * em), end), piece.baseline * scale, em, at))
    blob = blobs[0] if len(blobs) == 1 else None
    if blob is None or blob.x0 - before < _BESIDE * em or piece.x0 * scale - blob.x1 < _GAP * em:
        return None
    return blob


def _alone(found: Sequence[TextPiece], at: int, clear: Mask, scale: float) -> _Blob | None:
    """The blob that was read as one round character, a piece of its own in front of another."""
    piece = found[at]
    if piece.angle or piece.reading.text not in _ROUND - _SIGNS:
        return None
    for other in found:
        near = 0.0 < other.x0 - piece.x1 <= _REACH * other.size and len(other.reading.text) >= _MIN_TEXT
        if near and not other.angle and abs(other.baseline - piece.baseline) <= SAME_BASELINE * other.size:
            ends = piece.x0 * scale - 1.0, piece.x1 * scale + 1.0
            blobs = list(_blobs(clear, ends, other.baseline * scale, other.size * scale, at))
            return blobs[0] if len(blobs) == 1 and blobs[0] and not blobs[0].large else None
    return None


def _inside(found: Sequence[TextPiece], at: int, clear: Mask, scale: float) -> _Blob | None:
    """The blob that a piece begins with and that was read as a round character, or not at all."""
    import numpy as np

    piece = found[at]
    text, positions = piece.reading.text, piece.reading.positions
    em, base = piece.size * scale, piece.baseline * scale
    left, right = int(piece.x0 * scale), int((piece.x0 + _REACH * piece.size) * scale)
    band = clear[max(0, int(base - _BAND[0] * em)) : int(base + _BAND[1] * em) + 1, max(0, left) : right]
    if band.size == 0 or right > piece.x1 * scale:
        return None
    inked = np.flatnonzero(band.any(axis=0))
    gaps = np.flatnonzero(np.diff(inked) > _INNER_GAP * em)
    if not gaps.size:
        return None
    end, begin = int(inked[gaps[0]]) + left + 1, int(inked[gaps[0] + 1]) + left
    xs = [corner[0] for corner in piece.reading.polygon]
    first = min(xs) + positions[0] * (max(xs) - min(xs)) if len(positions) == len(text) else 0.0
    if text[0] in _SIGNS or not (text[0] in _ROUND or first > (end + begin) / 2.0):
        return None
    blobs = list(_blobs(clear, (left - 1.0, end + 1.0), base, em, at))
    if len(blobs) != 1 or blobs[0] is None or not text[1:].strip():
        return None
    return blobs[0]._replace(inside=float(begin))


def _blobs(clear: Mask, ends: tuple[float, float], base: float, em: float, at: int) -> Iterator[_Blob | None]:
    """The parts of the ink between two places on a line that are no dirt; None for what is no bullet."""
    import cv2
    import numpy as np

    left, top = max(0, int(ends[0])), max(0, int(base - _BAND[0] * em))
    part = np.ascontiguousarray(clear[top : int(base + _BAND[1] * em) + 1, left : max(left, int(ends[1]))])
    if min(part.shape) < 2 or not part.any():
        return
    labels, stats, _ = connected_parts(part)
    for label in range(1, len(stats)):
        x, y, wide, high = (int(stats[label][side]) for side in range(4))
        if max(wide, high) < _SPECK * em:
            continue
        level = (base - top - y - high / 2.0) / em
        fill = stats[label][cv2.CC_STAT_AREA] / (wide * high)
        core = labels[y + high * 2 // 5 : y + high * 3 // 5 + 1, x + wide * 2 // 5 : x + wide * 3 // 5 + 1] == label
        ring, large = bool(core.mean() < 0.5), max(wide, high) > _SIDES[1] * em
        most, squarest = (_LARGE, _LARGE_SQUARE) if large else (_SIDES[1], _SQUARE)
        fits = _SIDES[0] * em <= min(wide, high) and max(wide, high) <= min(most * em, squarest * min(wide, high))
        if not fits or not _LEVEL[0] <= level <= _LEVEL[1] or fill < (_LARGE_FILL if large and not ring else _FILL):
            yield None
            continue
        yield _Blob(at, left + x, top + y, left + x + wide, top + y + high, ring, large, 0.0)
