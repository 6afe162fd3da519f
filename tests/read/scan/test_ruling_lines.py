"""Ruling lines in pictures."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from quire.read.ocr_engine import rectangle
from quire.read.scan.ink_mask import ink_mask
from quire.read.scan.ruling_lines import ruling_lines
from tests.read.scanning import blank

SCALE = 2.0


def found(picture, places=()):
    return ruling_lines(ink_mask(picture, SCALE), places, SCALE)


def grid() -> np.ndarray:
    picture = blank(800, 600)
    for x in (100, 300, 700):
        cv2.line(picture, (x, 100), (x, 400), (90, 90, 90), 2)
    for y in (100, 200, 300, 400):
        cv2.line(picture, (100, y), (700, y), (90, 90, 90), 2)
    return picture


def test_the_lines_of_a_table() -> None:
    rules = found(grid())
    across, down = [r for r in rules if r.horizontal], [r for r in rules if not r.horizontal]
    assert [round(r.y0) for r in across] == [50, 100, 150, 200]
    assert sorted(round(r.x0) for r in down) == [50, 150, 350]
    assert all(abs(r.x0 - 50) < 2 and abs(r.x1 - 350) < 2 for r in across)
    assert all(abs(r.y0 - 50) < 2 and abs(r.y1 - 200) < 2 for r in down)
    assert all(0.1 <= r.width < 3 for r in rules)


def test_a_broken_line_is_one() -> None:
    picture = blank(800, 200)
    for x in range(100, 700, 50):
        cv2.line(picture, (x, 100), (x + 46, 100), (0, 0, 0), 2)
    assert len(found(picture)) == 1


def test_a_line_that_leans_a_little_is_found() -> None:
    picture = blank(800, 200)
    cv2.line(picture, (100, 100), (700, 103), (0, 0, 0), 2)
    assert len(found(picture)) == 1


def test_bars_are_none() -> None:
    picture = blank(800, 600)
    cv2.rectangle(picture, (100, 100), (700, 130), (0, 0, 0), -1)
    assert found(picture) == []


@pytest.mark.parametrize(("inside", "count"), [(True, 0), (False, 1)])
def test_strokes_of_letters_are_none(inside: bool, count: int) -> None:  # a dash of 25 points in a heading
    picture = blank(800, 200)
    cv2.line(picture, (300, 100), (350, 100), (0, 0, 0), 3)
    places = [rectangle(250, 75, 450, 125)] if inside else [rectangle(250, 20, 450, 60)]
    assert len(found(picture, places)) == count


def test_a_code_of_small_squares_has_no_rules() -> None:
    picture = blank(400, 400)
    for x in range(100, 160, 20):
        cv2.rectangle(picture, (x, 100), (x + 44, 144), (0, 0, 0), 2)
    assert found(picture) == []


def test_an_empty_page_has_none() -> None:
    assert found(blank(100, 100)) == []
