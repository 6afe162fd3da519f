"""Rests of ideographs that a place of text cut in two."""

from __future__ import annotations

import pytest

from quire.read.ocr_engine import Reading, rectangle
from quire.read.scan.partial_characters import without_partial_characters
from quire.read.scan.text_piece import TextPiece


def piece(text: str, x0: float, x1: float, baseline: float = 50.0) -> TextPiece:
    """A piece of 10 points, in points."""
    box = (x0, baseline - 8.0, x1, baseline + 1.0)
    return TextPiece(Reading(text, rectangle(*box), 0.9), box, *box, 10.0, baseline, 0)


NAME = piece("样例仪器有限公司", 100.0, 180.0)


def texts(*pieces: TextPiece) -> list[str]:
    return [piece.reading.text for piece in without_partial_characters(pieces)]


def test_half_an_ideograph_read_again_behind_its_text_is_dropped() -> None:
    assert texts(NAME, piece("司", 182.0, 187.0)) == ["样例仪器有限公司"]


def test_half_an_ideograph_read_again_before_its_text_is_dropped() -> None:
    assert texts(piece("样", 94.0, 99.0), NAME) == ["样例仪器有限公司"]


@pytest.mark.parametrize(
    "other",
    [
        piece("司", 182.0, 192.0),  # a whole one
        piece("可", 182.0, 187.0),  # another one
        piece("司", 200.0, 205.0),  # elsewhere
        piece("司", 182.0, 187.0, baseline=70.0),  # on another line
        piece("1", 182.0, 187.0),
        piece("公司", 182.0, 187.0),
    ],
)
def test_other_texts_stay(other: TextPiece) -> None:
    assert len(texts(NAME, other)) == 2


def test_two_equal_lone_ideographs_stay() -> None:
    assert texts(piece("一", 100.0, 107.0), piece("一", 108.0, 115.0)) == ["一", "一"]
