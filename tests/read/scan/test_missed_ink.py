"""Ink that the detector of text passes over."""

from __future__ import annotations

import cv2
import numpy as np

from quire.read.ocr_engine import FakeOcr, Reading, rectangle
from quire.read.scan.missed_ink import dot_leaders, missed_text
from quire.read.scan.text_piece import TextPiece
from tests.read.scanning import blank

SCALE = 2.0


def piece(text: str, x0: float, x1: float, baseline: float = 50.0) -> TextPiece:
    """A piece of 10 points, in points."""
    box = (x0, baseline - 8.0, x1, baseline + 1.0)
    place = tuple(SCALE * side for side in box)
    return TextPiece(Reading(text, rectangle(*place), 0.9), place, *box, 10.0, baseline, 0)


ROW = [piece("Cash", 10, 60), piece("1,024", 250, 290)]


def found(ink: np.ndarray, ocr: FakeOcr | None = None, picture: np.ndarray | None = None) -> list[str]:
    drawn = blank(700, 200) if picture is None else picture
    if picture is None:
        drawn[ink > 0] = 0
    return [r.text for r in missed_text(drawn, ink, ROW, ocr or FakeOcr(lambda image: []), SCALE).readings]


def test_specks_in_a_row_are_no_dash() -> None:
    ink = np.zeros((200, 700), np.uint8)
    for x in (300, 304, 307):
        ink[92:95, x : x + 2] = 255
    assert found(ink) == []


def test_a_stroke_much_paler_than_the_text_is_paper() -> None:
    ink = np.zeros((200, 700), np.uint8)
    cv2.rectangle(ink, (300, 92), (306, 94), 255, -1)
    ink[86:98, 30:100] = 255  # the text of the row
    picture = blank(700, 200)
    picture[86:98, 30:100] = 0
    picture[92:95, 300:307] = 225
    assert found(ink, picture=picture) == []
    picture[92:95, 300:307] = 90
    assert found(ink, picture=picture) == ["-"]


def test_a_dash_level_with_text_is_text() -> None:
    ink = np.zeros((200, 700), np.uint8)
    cv2.rectangle(ink, (300, 92), (306, 94), 255, -1)
    cv2.rectangle(ink, (400, 92), (412, 93), 255, -1)
    assert found(ink) == ["-", "–"]


def test_a_dash_elsewhere_is_a_stain() -> None:
    ink = np.zeros((200, 700), np.uint8)
    for x, y in ((300, 20), (300, 180), (660, 93), (300, 101)):  # above, below, beside all text, on the baseline
        cv2.rectangle(ink, (x, y), (x + 8, y + 1), 255, -1)
    assert found(ink) == []


def test_a_lone_digit_is_recognised() -> None:
    ink = np.zeros((200, 700), np.uint8)
    cv2.rectangle(ink, (400, 84), (408, 98), 255, -1)
    sure, faint = Reading("4", rectangle(400, 84, 408, 98), 0.95), Reading("4", rectangle(400, 84, 408, 98), 0.4)
    assert found(ink, FakeOcr(lambda image: [sure])) == ["4"]
    assert found(ink, FakeOcr(lambda image: [faint])) == []


def test_ink_inside_pieces_is_theirs() -> None:
    ink = np.zeros((200, 700), np.uint8)
    cv2.rectangle(ink, (510, 92), (516, 94), 255, -1)
    assert found(ink) == []


def test_dots_lead_from_one_piece_to_another() -> None:
    ink = np.zeros((200, 700), np.uint8)
    for x in range(130, 490, 8):
        cv2.rectangle(ink, (x, 97), (x + 1, 98), 255, -1)
    (leader,) = dot_leaders(ink, ROW, SCALE)
    assert (leader.left, leader.right) == (0, 1)
    assert leader.dots == 45


def test_words_and_blanks_do_not_lead() -> None:
    ink = np.zeros((200, 700), np.uint8)
    assert dot_leaders(ink, ROW, SCALE) == []
    for x in range(130, 490, 22):
        cv2.rectangle(ink, (x, 84), (x + 14, 99), 255, -1)
    assert dot_leaders(ink, ROW, SCALE) == []


def test_ink_that_cannot_be_read_is_told() -> None:
    ink = np.zeros((200, 700), np.uint8)
    ink[88:100, 300:308] = 255
    drawn = blank(700, 200)
    drawn[ink > 0] = 0
    doubtful = FakeOcr(lambda image: [Reading("8", rectangle(299, 87, 309, 101), 0.6)])
    missed = missed_text(drawn, ink, ROW, doubtful, SCALE)
    assert missed.readings == []
    assert len(missed.unread) == 1
