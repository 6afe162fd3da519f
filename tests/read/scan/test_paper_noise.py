"""How strong the grain of paper is, and specks that go."""

from __future__ import annotations

import cv2
import numpy as np

from quire.read.scan.paper_noise import paper_noise, without_specks

EM = 20.0


def paper(deviation: float) -> np.ndarray:
    grain = np.random.default_rng(3).normal(220.0, deviation, (800, 600))
    page = np.clip(grain, 0, 255).astype(np.uint8)
    for y in range(100, 500, 40):
        cv2.putText(page, "1,234,567.89", (60, y), cv2.FONT_HERSHEY_SIMPLEX, 0.7, 20, 2)
    return page


def test_the_grain_of_blank_paper_is_measured_beside_print() -> None:
    assert 7.0 < paper_noise(paper(8.0)) < 9.0
    assert 1.0 < paper_noise(paper(2.0)) < 3.0


def test_a_clean_page_has_no_grain() -> None:
    assert paper_noise(np.full((400, 300), 255, np.uint8)) == 0.0
    assert paper_noise(np.zeros((4, 4), np.uint8)) == 0.0


def dirty() -> np.ndarray:
    ink = np.zeros((600, 600), np.uint8)
    for x, y in np.random.default_rng(5).integers(5, 590, (300, 2)).tolist():
        cv2.rectangle(ink, (x, y), (x + 1, y + 1), 255, -1)
    cv2.rectangle(ink, (300, 200), (310, 216), 255, -1)  # a digit
    cv2.rectangle(ink, (314, 214), (316, 216), 255, -1)  # its decimal point
    cv2.rectangle(ink, (100, 450), (108, 452), 255, -1)  # a dash
    return ink


def test_specks_far_from_letters_go_and_points_dashes_and_letters_stay() -> None:
    ink = dirty()
    clean = without_specks(ink, EM)
    before, after = cv2.connectedComponents(ink)[0], cv2.connectedComponents(clean)[0]
    assert after < before / 5
    for x, y in ((305, 208), (315, 215), (104, 451)):
        assert clean[y, x] == 255


def test_a_row_of_dots_is_a_leader() -> None:
    ink = dirty()
    for x in range(150, 500, 10):
        ink[401:403, x : x + 2] = 255
    clean = without_specks(ink, EM)
    kept = [bool(clean[401:403, x : x + 2].all()) for x in range(150, 500, 10)]
    assert sum(kept) >= len(kept) - 2  # one that touches a speck may go with it


def test_a_few_specks_stay() -> None:
    ink = np.zeros((600, 600), np.uint8)
    ink[100:102, 100:102] = 255
    assert without_specks(ink, EM) is ink
