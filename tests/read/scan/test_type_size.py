"""The size of type by several measures."""

from __future__ import annotations

import numpy as np
import pytest

from quire.read.ocr_engine import Pixels, Reading, rectangle
from quire.read.scan.fixed_pitch import letter_width
from quire.read.scan.text_piece import TextPiece
from quire.read.scan.type_size import UNSURE, agreed_sizes

SCALE = 3.0
BODY = "a common row of small letters as text has"


def line(text: str, base: int, size: float, measured: float) -> TextPiece:
    """A piece of type of a size whose ink was measured as of another one, points."""
    wide = (sum(0.278 if c == " " else letter_width(c) for c in text) - 0.1) * size
    box = (30.0, base - 0.7 * size, 30.0 + wide, base + 0.2 * size)
    place = (box[0] * SCALE, box[1] * SCALE, box[2] * SCALE, box[3] * SCALE)
    return TextPiece(Reading(text, rectangle(*place), 0.9), place, *box, measured, float(base), 0)


def drawn(*lines: tuple[TextPiece, float]) -> Pixels:
    """Pieces with bars as high as the small letters of a size."""
    picture = np.full((900, 1200, 3), 255, np.uint8)
    for piece, size in lines:
        top, base = round((piece.baseline - 0.5 * size) * SCALE), round(piece.baseline * SCALE)
        for x in range(round(piece.x0 * SCALE), round(piece.x1 * SCALE), 12):
            picture[top:base, x : x + 6] = 0
    return picture


def test_width_and_small_letters_outvote_the_height_of_the_ink() -> None:
    body = [line(BODY, 50 + 20 * at, 10.0, 10.0) for at in range(4)]
    heading = line("Our common aims", 200, 13.0, 11.2)  # capitals of this face are low
    found = agreed_sizes([*body, heading], drawn(*((one, 10.0) for one in body), (heading, 13.0)), SCALE)
    assert [size for size, _ in found[:4]] == pytest.approx([10.0] * 4, rel=0.03)
    assert found[4][0] == pytest.approx(13.0, rel=0.04)
    assert found[4][1] < UNSURE


def test_what_has_too_few_letters_keeps_the_height_of_its_ink() -> None:
    body = [line(BODY, 50 + 20 * at, 10.0, 10.0) for at in range(4)]
    few = line("12", 200, 10.0, 11.0)
    found = agreed_sizes([*body, few], drawn(*((one, 10.0) for one in body)), SCALE)
    assert found[4] == (11.0, UNSURE)
    assert agreed_sizes([few], drawn(), SCALE) == [(11.0, UNSURE)]
    assert agreed_sizes([few._replace(angle=90)], drawn(), SCALE) == [(11.0, UNSURE)]
