"""Bullets that the detector missed or the engine read as letters."""

from __future__ import annotations

import cv2
import numpy as np

from quire.read.ocr_engine import Reading, rectangle
from quire.read.scan.list_bullets import with_bullets
from quire.read.scan.text_piece import TextPiece

SCALE, SIZE, LEFT = 2.0, 20, 100  # pixels per point; of an em, of the text
INK = np.ndarray


def piece(text: str, base: int, *, left: int = LEFT, first: float = 0.02) -> TextPiece:
    """A piece whose text is 300 pixels wide; `first`: the middle of its first letter, of its width."""
    box = (left, base - 16, left + 300, base + 5)
    x0, y0, x1, y1 = (side / SCALE for side in box)
    positions = tuple(np.linspace(first, 0.98, len(text)))
    return TextPiece(
        Reading(text, rectangle(*box), 0.97, positions), box, x0, y0, x1, y1, SIZE / SCALE, base / SCALE, 0
    )


def page(*bases: int, left: int = LEFT) -> INK:
    """The ink of lines of letters."""
    ink = np.zeros((400, 600), np.uint8)
    for base in bases:
        for x in range(left, left + 300, 12):
            ink[base - 14 : base, x : x + 8] = 255
    return ink


def texts(found: list[TextPiece]) -> list[str]:
    return [one.reading.text for one in sorted(found, key=lambda one: (one.baseline, one.x0))]


def test_dots_in_front_of_the_lines_of_a_list_are_bullets() -> None:
    ink = page(100, 140)
    for base in (100, 140):
        cv2.circle(ink, (LEFT - 20, base - 7), 3, 255, -1)
    found = with_bullets([piece("First point", 100), piece("Second point", 140)], ink, SCALE)
    assert texts(found) == ["•", "First point", "•", "Second point"]
    assert {one.baseline for one in found} == {50.0, 70.0}


def test_rings_are_told_from_dots() -> None:
    ink = page(100, 140)
    for base in (100, 140):
        cv2.circle(ink, (LEFT - 20, base - 7), 4, 255, 2)
    assert texts(with_bullets([piece("First point", 100), piece("Second point", 140)], ink, SCALE))[0] == "◦"


def test_a_lone_dot_is_a_stain() -> None:
    ink = page(100, 140)
    cv2.circle(ink, (LEFT - 20, 93), 3, 255, -1)
    assert texts(with_bullets([piece("First point", 100), piece("Second point", 140)], ink, SCALE)) == [
        "First point",
        "Second point",
    ]


def test_letters_rules_and_dots_between_words_are_no_bullets() -> None:
    lines = [piece("First point", 100), piece("Second point", 140)]
    for mark in ((8, 16), (2, 16), (30, 4)):  # a letter, a border, a rule
        ink = page(100, 140)
        for base in (100, 140):
            ink[base - mark[1] : base, LEFT - 20 : LEFT - 20 + mark[0]] = 255
        assert len(with_bullets(lines, ink, SCALE)) == 2
    ink = page(100, 140)
    for base in (100, 140):
        cv2.circle(ink, (LEFT - 15, base - 7), 3, 255, -1)
    beside = [piece("A name", base, left=LEFT - 325) for base in (100, 140)]
    assert len(with_bullets([*lines, *beside], ink, SCALE)) == 4


def test_a_ring_that_was_read_as_a_letter_or_not_at_all_is_parted_from_its_text() -> None:
    ink = page(100, 140, left=LEFT + 30)
    for base in (100, 140):
        cv2.circle(ink, (LEFT + 5, base - 6), 4, 255, 2)
    found = with_bullets([piece("0 Read as a figure", 100), piece("Not read", 140, first=0.12)], ink, SCALE)
    assert texts(found) == ["◦", "Read as a figure", "◦", "Not read"]
    assert all(one.x0 == (LEFT + 30) / SCALE for one in found if len(one.reading.text) > 1)
    assert all(len(one.reading.positions) == len(one.reading.text) for one in found if len(one.reading.text) > 1)


def test_figures_and_letters_before_a_wide_space_stay() -> None:
    ink = page(100, left=LEFT + 30)
    ink[84:100, LEFT : LEFT + 9] = 255
    assert texts(with_bullets([piece("0 items", 100)], ink, SCALE)) == ["0 items"]


def test_single_round_letters_in_front_of_text_are_bullets_where_they_are_as_small() -> None:
    ink = page(100, 140)
    for base in (100, 140):
        cv2.circle(ink, (LEFT - 20, base - 6), 4, 255, 2)
    letters = [piece("0", base)._replace(x0=(LEFT - 26) / SCALE, x1=(LEFT - 14) / SCALE) for base in (100, 140)]
    lines = [piece("First point", 100), piece("Second point", 140)]
    assert texts(with_bullets([*letters, *lines], ink, SCALE)) == ["◦", "First point", "◦", "Second point"]
    for base in (100, 140):
        ink[base - 14 : base, LEFT - 26 : LEFT - 14] = 255
    assert texts(with_bullets([*letters, *lines], ink, SCALE)) == ["0", "First point", "0", "Second point"]


def test_bullets_as_large_as_letters_stand_in_company() -> None:
    lines = [piece("First point", 100), piece("Second point", 140)]
    for bases, expected in (
        ((100, 140), ["•", "First point", "•", "Second point"]),
        ((100,), ["First point", "Second point"]),
    ):
        ink = page(100, 140)
        for base in bases:
            ink[base - 13 : base, LEFT - 30 : LEFT - 17] = 255
        assert texts(with_bullets(lines, ink, SCALE)) == expected


def test_rings_as_large_as_the_letter_that_was_read_stand_in_company() -> None:
    lines = [piece("O Read as a letter", 100), piece("O Read as a letter", 140)]
    for bases, sign in (((100, 140), "◦"), ((100,), "O Read as a letter")):
        ink = page(100, 140, left=LEFT + 32)
        for base in bases:
            cv2.circle(ink, (LEFT + 7, base - 7), 6, 255, 2)
        assert texts(with_bullets(lines[: len(bases)], ink, SCALE))[0] == sign
