"""Ink that the text detector missed: single dashes and digits in tables, the dots that lead to a page number.

Only ink on the level of detected text counts: anything else may be a drawing, a stain, a signature.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from quire.read.ocr_engine import Ocr, Pixels, Polygon, Reading, rectangle
from quire.read.scan.connected_parts import connected_parts
from quire.read.scan.paper_noise import as_grey
from quire.read.scan.text_piece import SAME_BASELINE, TextPiece

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from quire.read.scan.ink_mask import Mask

_MAX_PLACES = 240  # of a page that are read: more are not text
_MAX_BLOBS = 20_000  # of connected ink on a page: more are a photograph or noise
_PART_GAP = 0.35  # em between parts of one character
_LEVEL_ABOVE, _LEVEL_BELOW = 0.75, 0.05  # em from the baseline of a piece: ink between is on its level
_DASH_HIGH, _DASH_SLIM = 0.2, 1.6  # em, the height of a dash at most; its width by its height at least
_DASH_WIDE = (0.22, 1.6)  # em
_DASH_LEVEL = (0.12, 0.62)  # em above the baseline
_DASH_FILL = 0.6  # of its box, at least, that a dash fills: a stroke is solid, joined specks are not
_DASH_WHOLE = 0.85  # of its width, at least, that one connected stroke covers
_DASH_DARK = 0.45  # of the contrast of the page's text, at least, that the darkest pixels along a dash have on average
_DASH_EVEN = 0.3  # of their mean: the standard deviation of the contrast along a dash, at most
_EN, _EM = 0.42, 0.85  # em: widths from which a dash is an en dash, an em dash
_SIGN_HIGH, _SIGN_WIDE = (0.4, 1.15), 4.0  # em: letters and digits
_SIGN_MARGIN = (0.2, 0.15)  # em around a character that is read, across and down
_SURE = 0.8  # confidence from which missed ink counts as text
_DASH_CONFIDENCE = 0.9  # that is given to a dash
_LEADER_GAP = 2.0  # em between two pieces that dots can lead through
_LEADER_BAND = (0.95, 0.2)  # em above and below the baseline that are searched for dots
_ROW_FILL = 0.02  # share of ink from which a row counts as inked
_DOT_WIDE = 0.35  # em, the width of a dot at most
_LEADER_DOTS = 5  # at least
_LEADER_EVEN = 0.35  # of their usual distance, by which a dot may be out of step
_LEADER_STEPS = 0.75  # of the dots, at least, are in step
_LEADER_COVER = 0.6  # of the gap, at least, is covered by dots
_LEADER_HIGH = 0.3  # em, the height of the band that holds the dots


class DotLeader(NamedTuple):
    """A row of dots between two pieces of a line."""

    left: int  # index of the piece in front
    right: int  # of the piece behind
    dots: int


class MissedInk(NamedTuple):
    """What stands on the level of pieces and outside all of them."""

    readings: list[Reading]
    unread: list[Polygon]  # as high as type, and nothing certain was recognised in it


def missed_text(picture: Pixels, ink: Mask, pieces: Sequence[TextPiece], ocr: Ocr, scale: float) -> MissedInk:
    """The text on the level of pieces of an upright page, outside all pieces, and the ink there that stays unread.

    Args:
        picture: of the page.
        ink: of the page, without its rules.
        pieces: the recognised text, in points.
        ocr: reads everything but dashes.
        scale: pixels per point.
    """
    upright = [piece for piece in pieces if not piece.angle]
    if not upright:
        return MissedInk([], [])
    left = ink.copy()
    for piece in pieces:
        x0, y0, x1, y1 = piece.place
        left[max(0, int(y0)) : int(y1) + 1, max(0, int(x0)) : int(x1) + 1] = 0
    ends = min(piece.x0 for piece in upright) * scale, max(piece.x1 for piece in upright) * scale
    dashes: list[Reading] = []
    places: list[Polygon] = []
    strokes = _Strokes(picture, left, ink, pieces)
    for x0, y0, x1, y1 in _spots(left, upright, scale):
        host = _host(upright, (x0 + x1) / 2.0 / scale, (y0 + y1) / 2.0 / scale)
        if host is None or x0 < ends[0] or x1 > ends[1]:
            continue
        em, base = host.size * scale, host.baseline * scale
        across, down = (margin * em for margin in _SIGN_MARGIN)
        dash = _dash(x1 - x0, y1 - y0, (base - (y0 + y1) / 2.0) / em, em)
        if dash and not strokes.is_one(int(x0), int(y0), int(x1), int(y1)):
            continue
        if dash:
            dashes.append(Reading(dash, rectangle(x0, y0, x1, y1), _DASH_CONFIDENCE))
        elif _SIGN_HIGH[0] * em <= y1 - y0 <= _SIGN_HIGH[1] * em and x1 - x0 <= _SIGN_WIDE * em:
            places.append(rectangle(x0 - across, y0 - down, x1 + across, y1 + down))
    read = ocr.recognise(picture, places[:_MAX_PLACES]) if places else []
    sure = [r for r in read if r.confidence >= _SURE and any(c.isalnum() or c in "%$€£¥" for c in r.text)]
    unread = [r.polygon for r in read if r not in sure and any(map(str.isalnum, r.text))]
    return MissedInk(dashes[:_MAX_PLACES] + sure, unread + places[_MAX_PLACES:])


def dot_leaders(ink: Mask, pieces: Sequence[TextPiece], scale: float) -> list[DotLeader]:
    """The rows of dots between pieces on one line, as in tables of contents."""
    order = sorted((i for i, piece in enumerate(pieces) if not piece.angle), key=lambda i: pieces[i].x0)
    found: list[DotLeader] = []
    for at, i in enumerate(order):
        piece = pieces[i]
        for k in order[at + 1 :]:
            other = pieces[k]
            size = min(piece.size, other.size)
            if abs(other.baseline - piece.baseline) <= SAME_BASELINE * size and other.x0 > piece.x1:
                apart = other.x0 - piece.x1 > _LEADER_GAP * size and not _is_amount(piece.reading.text)
                dots = _dots(ink, piece, other, scale) if apart else 0
                if dots:
                    found.append(DotLeader(i, k, dots))
                break
    return found


def _is_amount(text: str) -> bool:
    """Whether a text is a figure, or its sign: dots lead from words to figures, never from one figure to the next."""
    return any(c.isdigit() or c in "$€£¥" for c in text) and not any(c.isalpha() for c in text)


def _spots(left: Mask, pieces: Sequence[TextPiece], scale: float) -> list[tuple[float, float, float, float]]:
    """Boxes of ink that could be text, in pixels; parts that are close together are one box."""
    import cv2
    import numpy as np

    size = float(np.median([piece.size for piece in pieces])) * scale
    near = cv2.dilate(left, np.ones((1, max(1, int(_PART_GAP * size))), np.uint8))
    labels, stats, _ = connected_parts(near)
    if len(stats) > _MAX_BLOBS:
        return []
    found: list[tuple[float, float, float, float]] = []
    for label in range(1, len(stats)):
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
    """The nearest piece on the level of a point."""
    level = [p for p in pieces if p.baseline - _LEVEL_ABOVE * p.size <= y <= p.baseline + _LEVEL_BELOW * p.size]
    return min(level, key=lambda p: max(p.x0 - x, x - p.x1), default=None)


def _dash(wide: float, high: float, level: float, em: float) -> str:
    """The dash that a blob is, by its size and its height above the baseline; "" if it is not one."""
    if high > _DASH_HIGH * em or wide < _DASH_SLIM * high or not _DASH_LEVEL[0] <= level <= _DASH_LEVEL[1]:
        return ""
    if not _DASH_WIDE[0] * em <= wide <= _DASH_WIDE[1] * em:
        return ""
    return "-" if wide < _EN * em else "–" if wide < _EM * em else "—"


class _Strokes:
    """Tells drawn strokes from specks that stand in a row: a stroke is one, solid, and as evenly dark as text."""

    def __init__(self, picture: Pixels, left: Mask, ink: Mask, pieces: Sequence[TextPiece]) -> None:
        import numpy as np

        self._grey = as_grey(picture)
        self._left = left
        self._paper = float(np.median(self._grey[::4, ::4]))
        depths = [self._depth_of_text(ink, piece) for piece in pieces]
        self._text = float(np.median([d for d in depths if d > 0.0])) if any(depths) else 0.0

    def _depth_of_text(self, ink: Mask, piece: TextPiece) -> float:
        """How much darker than paper the strokes of a piece are; 0 without ink."""
        import numpy as np

        x0, y0, x1, y1 = (max(0, int(side)) for side in piece.place)
        grey = self._grey[y0:y1, x0:x1][ink[y0:y1, x0:x1] > 0]
        return self._paper - float(np.median(grey)) if grey.size else 0.0

    def is_one(self, x0: int, y0: int, x1: int, y1: int) -> bool:
        """Whether the ink in a box, pixels, is one drawn stroke."""
        import cv2
        import numpy as np

        part = np.ascontiguousarray(self._left[y0:y1, x0:x1])
        _, stats, _ = connected_parts(part)
        if part.size == 0 or len(stats) < 2:
            return False
        if stats[1:, cv2.CC_STAT_WIDTH].max() < _DASH_WHOLE * (x1 - x0) or (part > 0).mean() < _DASH_FILL:
            return False
        depth = self._paper - self._grey[y0:y1, x0:x1].min(axis=0).astype(np.float32)
        inner = depth[1:-1] if depth.size > 4 else depth
        mean = float(inner.mean())
        return mean >= _DASH_DARK * self._text and float(inner.std()) <= _DASH_EVEN * mean


def _dots(ink: Mask, piece: TextPiece, other: TextPiece, scale: float) -> int:
    """The number of dots that lead from one piece to another; 0 if there is anything else, or nothing, between them."""
    import numpy as np

    em, base = min(piece.size, other.size) * scale, max(piece.baseline, other.baseline) * scale
    above, below = _LEADER_BAND
    part = ink[
        max(0, int(base - above * em)) : int(base + below * em) + 1, int(piece.x1 * scale) : int(other.x0 * scale)
    ]
    if part.size == 0:
        return 0
    rows = np.flatnonzero((part > 0).mean(axis=1) > _ROW_FILL)
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
    slim = float(np.median([b - a for a, b in runs])) <= _DOT_WIDE * em
    return len(runs) if even >= _LEADER_STEPS and cover >= _LEADER_COVER and slim else 0


def _runs(filled: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Starts and ends of the runs of true values."""
    import numpy as np

    edges = np.flatnonzero(np.diff(np.concatenate(([False], filled, [False])).astype(np.int8)))
    return [(int(a), int(b)) for a, b in edges.reshape(-1, 2)]
