"""Minus signs inside the boxes of figures that the reader did not see: on pale copies a hyphen is a pixel or two high.

A sign is one stroke right before the first digit, on its level, no darker than the figure itself: specks of dirt on a
copy of a copy are darker than its toner, and stand on any level.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from quire.read.ocr_engine import Pixels
from quire.read.scan.connected_parts import connected_parts
from quire.read.scan.paper_noise import as_grey
from quire.read.scan.text_piece import TextPiece

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from quire.read.scan.ink_mask import Mask

__all__ = ["with_missed_signs"]

_FIGURE = re.compile(r"[.·]?\d{1,3}(?:[.,:·]\s?\d{2,3})+\.?")  # a short sign is read as a dot
_BEFORE, _BEHIND = 0.8, 1.0  # em from the left end of a figure's box where its sign and its first digit are
_DIGIT_HIGH = 0.4  # em, the height of a digit at least
_WIDE, _HIGH = (0.13, 0.5), 0.16  # em: of a hyphen of which the darkest pixels are left
_SLIM, _SLIM_READ = 1.5, 1.0  # times as wide as high; where the reader saw a mark
_LEVEL = (0.18, 0.42)  # em above the baseline
_APART = (0.02, 0.3)  # em between a sign and its digit
_DARK = (0.35, 1.15)  # of the depth of the digit's ink
_SURE = 0.8  # confidence of a figure with such a sign, at most


def with_missed_signs(pieces: Sequence[TextPiece], picture: Pixels, ink: Mask, scale: float) -> list[TextPiece]:
    """The pieces of an upright page, figures with the minus sign that stands before them.

    Args:
        pieces: recognised.
        picture: of the page.
        ink: its ink without rules.
        scale: pixels per point.
    """
    import numpy as np

    grey = as_grey(picture)
    paper = float(np.median(grey[::4, ::4]))
    return [
        _with_sign(piece)
        if not piece.angle and _FIGURE.fullmatch(piece.reading.text) and _has_sign(piece, grey, paper, ink, scale)
        else piece
        for piece in pieces
    ]


def _with_sign(piece: TextPiece) -> TextPiece:
    read = piece.reading
    dot = int(not read.text[0].isdigit())
    text, positions, scores = f"-{read.text[dot:]}", read.positions[dot:], read.scores[dot:]
    return piece._replace(
        reading=read._replace(
            text=text,
            confidence=min(read.confidence, _SURE),
            positions=(0.0, *positions) if positions else positions,
            scores=(_SURE, *scores) if scores else scores,
            rivals=(1.0 - _SURE, *read.rivals[dot:]) if read.rivals else (),
        )
    )


def _has_sign(piece: TextPiece, grey: NDArray[np.uint8], paper: float, ink: Mask, scale: float) -> bool:
    """Whether a hyphen stands right before the first digit of a figure."""
    import cv2
    import numpy as np

    em, base = piece.size * scale, piece.baseline * scale
    x0, y0, _, y1 = piece.place
    left, right = max(0, int(x0 - _BEFORE * em)), int(x0 + _BEHIND * em)
    top, bottom = max(0, int(y0)), int(y1) + 1
    part = np.ascontiguousarray(ink[top:bottom, left:right])
    if not part.size:
        return False
    labels, stats, centres = connected_parts(part)
    depth = paper - grey[top:bottom, left:right].astype(np.float32)
    digits = [i for i in range(1, len(stats)) if stats[i, cv2.CC_STAT_HEIGHT] >= _DIGIT_HIGH * em]
    if not digits:
        return False
    first = min(digits, key=lambda i: int(stats[i, cv2.CC_STAT_LEFT]))
    edge, own = float(stats[first, cv2.CC_STAT_LEFT]), float(depth[labels == first].mean())
    slim = _SLIM if piece.reading.text[0].isdigit() else _SLIM_READ
    for i in range(1, len(stats)):
        x, _, wide, high, _ = (float(v) for v in stats[i])
        level = (base - top - float(centres[i][1])) / em
        if (
            _WIDE[0] * em <= wide <= _WIDE[1] * em
            and high <= _HIGH * em
            and wide >= slim * high
            and _LEVEL[0] <= level <= _LEVEL[1]
            and _APART[0] * em <= edge - x - wide <= _APART[1] * em
        ):
            return _DARK[0] * own <= float(depth[labels == i].mean()) <= _DARK[1] * own
    return False
