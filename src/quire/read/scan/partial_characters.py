"""Rests of ideographs: a place of text that ends inside of one, or a stroke of it taken for a rule, has it read twice."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import starmap
from typing import TYPE_CHECKING

from quire.text import is_cjk

if TYPE_CHECKING:
    from quire.read.scan.text_piece import TextPiece

_SLIM = 0.8  # em: the place of a whole ideograph is an em wide
_BESIDE = 0.6  # em between a piece and the rest of the ideograph at its end
_LEVEL = 0.4  # em by which their baselines differ


def without_partial_characters(pieces: Sequence[TextPiece]) -> list[TextPiece]:
    """The pieces without those that are the other half of the ideograph with which the piece beside them ends or begins."""
    narrow = {i for i, piece in enumerate(pieces) if _is_narrow(piece)}
    return [
        piece
        for i, piece in enumerate(pieces)
        if i not in narrow or not any(starmap(_is_rest, ((piece, other) for other in pieces if other is not piece)))
    ]


def _is_narrow(piece: TextPiece) -> bool:
    text = piece.reading.text
    return not piece.angle and len(text) == 1 and is_cjk(ord(text)) and piece.x1 - piece.x0 <= _SLIM * piece.size


def _is_rest(piece: TextPiece, other: TextPiece) -> bool:
    """Whether a narrow piece is the rest of the first or the last character of another one."""
    size = other.size
    if other.angle or len(other.reading.text) < 2 or abs(other.baseline - piece.baseline) > _LEVEL * size:
        return False
    after = abs(piece.x0 - other.x1) <= _BESIDE * size and other.reading.text.endswith(piece.reading.text)
    before = abs(other.x0 - piece.x1) <= _BESIDE * size and other.reading.text.startswith(piece.reading.text)
    return after or before
