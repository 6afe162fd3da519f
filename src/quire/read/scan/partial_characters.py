"""Partial ideographs: a box of text that ends inside one, or a stroke taken for a rule, makes it read twice."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import starmap

from quire.read.scan.text_piece import SAME_BASELINE, TextPiece
from quire.text import is_cjk

_MAX_WIDTH = 0.8  # em: the box of a whole ideograph is an em wide
_MAX_GAP = 0.6  # em between a piece and the other half of the ideograph at its end


def without_partial_characters(pieces: Sequence[TextPiece]) -> list[TextPiece]:
    """The pieces without halves of an ideograph with which a neighbouring piece begins or ends."""
    narrow = {i for i, piece in enumerate(pieces) if _is_narrow(piece)}
    return [
        piece
        for i, piece in enumerate(pieces)
        if i not in narrow or not any(starmap(_is_partial, ((piece, other) for other in pieces if other is not piece)))
    ]


def _is_narrow(piece: TextPiece) -> bool:
    text = piece.reading.text
    return not piece.angle and len(text) == 1 and is_cjk(ord(text)) and piece.x1 - piece.x0 <= _MAX_WIDTH * piece.size


def _is_partial(piece: TextPiece, other: TextPiece) -> bool:
    """Whether a narrow piece is a part of the first or last character of another one."""
    size = other.size
    if other.angle or len(other.reading.text) <= 1 or abs(other.baseline - piece.baseline) > SAME_BASELINE * size:
        return False
    after = abs(piece.x0 - other.x1) <= _MAX_GAP * size and other.reading.text.endswith(piece.reading.text)
    before = abs(other.x0 - piece.x1) <= _MAX_GAP * size and other.reading.text.startswith(piece.reading.text)
    return after or before
