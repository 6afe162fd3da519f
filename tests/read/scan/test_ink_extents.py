"""What the ink of a piece of text covers."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from quire.model.page import Rule
from quire.read.ocr_engine import Reading, rectangle
from quire.read.scan.ink_extents import ink_extent, underlined_baseline
from quire.read.scan.ink_mask import ink_mask, without_rules
from quire.read.scan.piece_lines import text_pieces
from tests.read.scanning import DPI, ENGLISH, page_and_picture

UNIT = DPI / 72.0


def stripes(*bands: tuple[int, int, int], size: tuple[int, int] = (50, 200)) -> np.ndarray:
    """Ink with bands of rows (first, last, every so many columns)."""
    ink = np.zeros(size, np.uint8)
    for first, last, step in bands:
        ink[first : last + 1, ::step] = 255
    return ink


@pytest.mark.parametrize(
    ("text", "reach"),
    [("Upper", (0.71, -0.21)), ("sea", (0.5, 0.0)), ("Sea†", (0.71, -0.21)), ("—", (0.0, 0.0)), ("中文", (0.84, -0.1))],
)
def test_what_letters_cover_above_and_below_their_line(text: str, reach: tuple[float, float]) -> None:
    assert ink_extent(text) == reach


def test_underlined_letters_stand_on_their_underline() -> None:
    place = (0.0, 0.0, 200.0, 50.0)
    assert underlined_baseline(place, stripes((10, 31, 2), (32, 33, 1), (34, 40, 9))) == 32.0
    assert underlined_baseline(place, stripes((10, 31, 2), (34, 35, 1))) == pytest.approx(32.0, abs=1.0)


def test_the_border_of_a_cell_a_bar_of_a_letter_and_plain_text_are_no_underlines() -> None:
    assert underlined_baseline((0.0, 0.0, 200.0, 50.0), stripes((10, 31, 2), (42, 43, 1))) is None
    assert underlined_baseline((0.0, 0.0, 30.0, 50.0), stripes((10, 29, 3), (30, 33, 1))) is None
    assert underlined_baseline((0.0, 0.0, 200.0, 50.0), stripes((10, 31, 2), (32, 40, 9))) is None
    assert underlined_baseline((0.0, 0.0, 0.0, 0.0), stripes()) is None


def test_a_line_is_as_large_and_as_high_with_an_underline_as_without() -> None:
    page, picture = page_and_picture(ENGLISH, 4)
    line = max(page.lines, key=lambda one: len(one.text))
    reading = Reading(line.text, rectangle(*(side * UNIT for side in line.box)), 0.99)
    plain = ink_mask(picture, UNIT)
    (before,) = text_pieces([reading], picture, plain, UNIT)
    y = round(line.baseline * UNIT) + 2
    underlined = picture.copy()
    cv2.line(underlined, (round(line.x0 * UNIT) - 4, y), (round(line.x1 * UNIT) + 4, y), (0, 0, 200), 2)
    ink = ink_mask(underlined, UNIT)
    rule = Rule(line.x0 - 1.0, y / UNIT, line.x1 + 1.0, y / UNIT, 0.6, 0)
    (after,) = text_pieces([reading], underlined, without_rules(ink, [rule], UNIT), UNIT, ink=ink)
    assert after.size == pytest.approx(before.size, rel=0.07)
    assert after.baseline == pytest.approx(before.baseline, abs=0.8)
