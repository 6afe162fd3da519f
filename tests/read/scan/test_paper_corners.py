"""The sheet of paper in a photograph."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from quire.read.scan.paper_corners import paper_corners, paper_size
from tests.read.scanning import ENGLISH, blank, page_and_picture

CORNERS = ((210, 120), (700, 160), (720, 900), (150, 870))


def photo(ground: int = 70, corners=CORNERS, *, light: int = 230) -> np.ndarray:
    picture = np.full((1000, 900, 3), ground, np.uint8)
    cv2.fillPoly(picture, [np.array(corners, np.int32)], (light, light, light))
    for y in range(250, 800, 40):
        cv2.line(picture, (260, y), (600, y), (40, 40, 40), 6)
    return cv2.GaussianBlur(picture, (5, 5), 0)


def test_the_corners_of_a_sheet_are_found() -> None:
    found = paper_corners(photo())
    assert found is not None
    assert np.abs(np.array(found) - np.array(CORNERS)).max() < 8


def test_a_sheet_with_a_shadow_across_it_is_found_whole() -> None:
    ys, xs = np.mgrid[0:1000, 0:900]
    shadow = 1 / (1 + np.exp(-(0.7 * xs + ys - 1100) / 40))
    picture = photo(ground=50) * (1 - 0.45 * shadow[:, :, None])
    found = paper_corners(picture.astype(np.uint8))
    assert found is not None
    assert np.abs(np.array(found) - np.array(CORNERS)).max() < 8


def test_a_ground_that_is_light_in_places_is_no_part_of_the_sheet() -> None:
    ys, xs = np.mgrid[0:1000, 0:900]
    light = 120 + 90 * np.clip((xs + ys - 900) / 1000, 0, 1)
    picture = np.maximum(photo(ground=0), light[:, :, None].astype(np.uint8))
    found = paper_corners(picture)
    assert found is None or np.abs(np.array(found) - np.array(CORNERS)).max() < 8


def test_of_two_sheets_the_larger_counts() -> None:
    picture = photo()
    picture[20:100, 20:120] = 230
    found = paper_corners(picture)
    assert found is not None
    assert np.abs(np.array(found) - np.array(CORNERS)).max() < 8


@pytest.mark.parametrize("ground", [225, 215])
def test_a_ground_as_light_as_paper_shows_no_sheet(ground: int) -> None:
    assert paper_corners(photo(ground)) is None


def test_scans_and_screenshots_have_no_corners() -> None:
    assert paper_corners(blank(300, 400)) is None
    assert paper_corners(page_and_picture(ENGLISH, 1)[1]) is None
    assert paper_corners(np.zeros((300, 300, 3), np.uint8)) is None


def test_other_forms_are_no_sheets() -> None:
    picture = np.full((900, 900, 3), 60, np.uint8)
    cv2.circle(picture, (450, 450), 300, (240, 240, 240), -1)
    assert paper_corners(picture) is None
    star = [(450, 80), (530, 380), (860, 380), (600, 560), (700, 860), (450, 680), (200, 860), (300, 560), (40, 380)]
    assert paper_corners(photo(corners=star)) is None


def test_a_sheet_is_as_large_as_such_sheets_are() -> None:
    assert paper_size(1000, 1414) == (pytest.approx(595.4, abs=0.1), pytest.approx(841.9, abs=0.1))
    assert paper_size(3000, 1000) == (pytest.approx(680.4, abs=0.1), pytest.approx(226.8, abs=0.1))
