"""Minus signs that the reader did not see."""

from __future__ import annotations

import numpy as np
import pytest

from quire.read.ocr_engine import Reading, rectangle
from quire.read.scan.missed_signs import with_missed_signs
from quire.read.scan.text_piece import TextPiece

SCALE, LEFT, BASE = 2.0, 100, 100  # pixels per point; of the first digit, of the baseline, pixels
SIZE = 20  # pixels of an em


def read(
    *, text: str = "1,234.00", wide: int = 4, level: int = 6, before: int = 8, depth: int = 60, high: int = 2
) -> TextPiece:
    """A figure with a mark before its first digit; lengths in pixels, the depth in levels."""
    picture = np.full((200, 400, 3), 230, np.uint8)
    picture[BASE - 13 : BASE, LEFT : LEFT + 60 : 10] = 150
    picture[BASE - 13 : BASE, LEFT + 1 : LEFT + 61 : 10] = 150
    at, up = LEFT - before, BASE - level - 1
    picture[up : up + high, at : at + wide] = 230 - depth
    ink = np.where(picture[:, :, 0] < 215, 255, 0).astype(np.uint8)
    box = (LEFT - 7, BASE - 18, LEFT + 62, BASE + 6)
    x0, y0, x1, y1 = (side / SCALE for side in box)
    reading = Reading(text, rectangle(*box), 0.97, (0.5,) * len(text), (0.97,) * len(text))
    (piece,) = with_missed_signs(
        [TextPiece(reading, box, x0, y0, x1, y1, SIZE / SCALE, BASE / SCALE, 0)], picture, ink, SCALE
    )
    return piece


def test_a_hyphen_before_a_figure_is_its_sign_and_makes_it_less_sure() -> None:
    found = read().reading
    assert found.text == "-1,234.00"
    assert found.weakest < 0.97
    assert len(found.positions) == len(found.scores) == len(found.text)


def test_a_sign_that_was_read_as_a_dot_takes_its_place() -> None:
    found = read(text=".1,234.00", wide=4, high=3).reading
    assert found.text == "-1,234.00"
    assert len(found.positions) == len(found.scores) == len(found.text)
    assert read(text=".1,234.00", level=1).reading.text == ".1,234.00"  # on the baseline: a speck


@pytest.mark.parametrize(
    "mark",
    [
        {"depth": 110},  # darker than the figure: dirt
        {"depth": 20},  # much paler: grain
        {"level": 13},
        {"level": 1},
        {"wide": 2},
        {"wide": 4, "high": 4},
        {"before": 16},  # too far away
        {"text": "Goodwill"},
        {"text": "2023"},
    ],
)
def test_specks_are_no_signs(mark: dict[str, int]) -> None:
    assert not read(**mark).reading.text.startswith("-")
