"""Ink that the detector of text passed over: lone dashes and digits in tables, the dots that lead to a page number.

Only what stands level with text that was found counts: everything else may be a drawing, a stain, a signature.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from quire.read.ocr_engine import Ocr, Pixels, Polygon, Reading, rectangle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from quire.read.scan.ink_mask import Mask
    from quire.read.scan.text_piece import TextPiece

_MOST = 240  # places of one page that are looked at: more is no text
_NEAR = 0.35  # em between parts of one leftover
_DASH_HIGH, _DASH_SLIM = 0.2, 1.6  # a dash is lower than so many em, and so many times wider than high
_DASH_WIDE = (0.22, 1.6)  # em
_DASH_LEVEL = (0.12, 0.62)  # em above the baseline
_EN, _EM = 0.42, 0.85  # em from which a dash is an en dash, an em dash
_SIGN_HIGH, _SIGN_WIDE = (0.4, 1.15), 4.0  # em: letters and digits
_SURE = 0.8  # confidence from which leftovers count as text
_DASH_SURE = 0.9  # what a dash is said to be worth
_LEADER_DOTS = 5  # at least
_LEADER_EVEN = 0.35  # of their usual distance: how far a dot may be out of step
_LEADER_STEPS = 0.75  # of the dots that are in step
_LEADER_COVER = 0.6  # of the blank that dots lead through
_LEADER_HIGH = 0.3  # em of the band that holds the dots


class DotLeader(NamedTuple):
    """A row of dots between two pieces of a line."""

    left: int  # index of the piece in front
    right: int  # of the piece behind
    dots: int


def missed_text(picture: Pixels, ink: Mask, pieces: Sequence[TextPiece], ocr: Ocr, scale: float) -> list[Reading]:
    """The text that stands level with pieces of an upright page and in none of them.

    Args:
        picture: of the page.
        ink: of the page, without its rules.
        pieces: what was recognised, in points.
        ocr: reads what is no dash.
        scale: pixels to a point.
    """
    upright = [piece for piece in pieces if not piece.angle]
    if not upright:
        return []
    left = ink.copy()
    for piece in pieces:
        x0, y0, x1, y1 = piece.place
        left[max(0, int(y0)) : int(y1) + 1, max(0, int(x0)) : int(x1) + 1] = 0
    ends = min(piece.x0 for piece in upright) * scale, max(piece.x1 for piece in upright) * scale
    dashes: list[Reading] = []
    places: list[Polygon] = []
    for x0, y0, x1, y1 in _spots(left, upright, scale):
        host = _host(upright, (x0 + x1) / 2.0 / scale, (y0 + y1) / 2.0 / scale)
        if host is None or x0 < ends[0] or x1 > ends[1]:
            continue
        em, base = host.size * scale, host.baseline * scale
        dash = _dash(x1 - x0, y1 - y0, (base - (y0 + y1) / 2.0) / em, em)
        if dash:
            dashes.append(Reading(dash, rectangle(x0, y0, x1, y1), _DASH_SURE))
        elif _SIGN_HIGH[0] * em <= y1 - y0 <= _SIGN_HIGH[1] * em and x1 - x0 <= _SIGN_WIDE * em:
            places.append(rectangle(x0 - 0.2 * em, y0 - 0.15 * em, x1 + 0.2 * em, y1 + 0.15 * em))
    read = ocr.recognise(picture, places[:_MOST]) if places else []
    return dashes[:_MOST] + [
        r for r in read if r.confidence >= _SURE and any(c.isalnum() or c in "%$€£¥" for c in r.text)
    ]


def dot_leaders(ink: Mask, pieces: Sequence[TextPiece], scale: float) -> list[DotLeader]:
    """The rows of dots between pieces on one line, as in tables of contents."""
    order = sorted((i for i, piece in enumerate(pieces) if not piece.angle), key=lambda i: pieces[i].x0)
    found: list[DotLeader] = []
    for at, i in enumerate(order):
        piece = pieces[i]
        for k in order[at + 1 :]:
            other = pieces[k]
            size = min(piece.size, other.size)
            if abs(other.baseline - piece.baseline) <= 0.4 * size and other.x0 > piece.x1:
                dots = _dots(ink, piece, other, scale) if other.x0 - piece.x1 > 2.0 * size else 0
                if dots:
                    found.append(DotLeader(i, k, dots))
                break
    return found


def _spots(left: Mask, pieces: Sequence[TextPiece], scale: float) -> list[tuple[float, float, float, float]]:
    """Boxes of ink that could be text, in pixels; parts that stand close together are one."""
    import cv2
    import numpy as np

    size = float(np.median([piece.size for piece in pieces])) * scale
    near = cv2.dilate(left, np.ones((1, max(1, int(_NEAR * size))), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(near, connectivity=8)
    if count > 20_000:
        return []
    found: list[tuple[float, float, float, float]] = []
    for label in range(1, count):
        x, y, w, h, _ = (int(v) for v in stats[label])
        if h > _SIGN_HIGH[1] * 2.5 * size or w > _SIGN_WIDE * 2.0 * size or w < _DASH_WIDE[0] * size:
            continue
        part = (left[y : y + h, x : x + w] > 0) & (labels[y : y + h, x : x + w] == label)
        columns, rows = np.flatnonzero(part.any(axis=0)), np.flatnonzero(part.any(axis=1))
        if columns.size:
            found.append(
                (float(x + columns[0]), float(y + rows[0]), float(x + columns[-1] + 1), float(y + rows[-1] + 1))
            )
    return found


def _host(pieces: Sequence[TextPiece], x: float, y: float) -> TextPiece | None:
    """The nearest piece that a point is level with."""
    level = [p for p in pieces if p.baseline - 0.75 * p.size <= y <= p.baseline + 0.05 * p.size]
    return min(level, key=lambda p: max(p.x0 - x, x - p.x1), default=None)


def _dash(wide: float, high: float, level: float, em: float) -> str:
    """The dash that a blob is, by its size and its height above the baseline; "" when it is none."""
    if high > _DASH_HIGH * em or wide < _DASH_SLIM * high or not _DASH_LEVEL[0] <= level <= _DASH_LEVEL[1]:
        return ""
    if not _DASH_WIDE[0] * em <= wide <= _DASH_WIDE[1] * em:
        return ""
    return "-" if wide < _EN * em else "–" if wide < _EM * em else "—"


def _dots(ink: Mask, piece: TextPiece, other: TextPiece, scale: float) -> int:
    """How many dots lead from one piece to another; 0 when something else or nothing stands between them."""
    import numpy as np

    em, base = min(piece.size, other.size) * scale, max(piece.baseline, other.baseline) * scale
    part = ink[max(0, int(base - 0.95 * em)) : int(base + 0.2 * em) + 1, int(piece.x1 * scale) : int(other.x0 * scale)]
    if part.size == 0:
        return 0
    rows = np.flatnonzero((part > 0).mean(axis=1) > 0.02)
    if not rows.size or rows[-1] - rows[0] + 1 > _LEADER_HIGH * em:
        return 0
    runs = _runs(np.asarray((part[rows[0] : rows[-1] + 1] > 0).any(axis=0)))
    if len(runs) < _LEADER_DOTS:
        return 0
    middles = np.array([(a + b) / 2.0 for a, b in runs])
    steps = np.diff(middles)
    usual = float(np.median(steps))
    even = float((np.abs(steps - usual) <= _LEADER_EVEN * usual).mean())
    cover = (middles[-1] - middles[0]) / part.shape[1]
    slim = float(np.median([b - a for a, b in runs])) <= 0.35 * em
    return len(runs) if even >= _LEADER_STEPS and cover >= _LEADER_COVER and slim else 0


def _runs(filled: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Starts and ends of the runs of true values."""
    import numpy as np

    edges = np.flatnonzero(np.diff(np.concatenate(([False], filled, [False])).astype(np.int8)))
    return [(int(a), int(b)) for a, b in edges.reshape(-1, 2)]
