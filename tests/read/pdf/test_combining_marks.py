"""Combining marks are seated at their letters, wherever they are drawn."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from quire.read.pdf.combining_marks import is_mark
from tests.read.making import lettered_font, raw_lines

THAI = lettered_font("ป", "\u0e35", "ข", "\u0e48", "อ")  # a letter, a vowel above, a letter, a tone, a letter
HEBREW = lettered_font("ש", "\u05c1", "\u05b8", "ל")


def texts(folder: Path, content: str, font: bytes = THAI) -> list[str]:
    return [line.text for line in raw_lines(folder, content, objects=font)]


@pytest.mark.parametrize("block", [range(0x300, 0x370), range(0x590, 0x600), range(0xE00, 0xE80), range(0x900, 0xA00)])
def test_marks_are_those_of_unicode_without_width(block: range) -> None:
    assert [c for c in block if is_mark(c)] == [c for c in block if unicodedata.category(chr(c)) == "Mn"]


def test_a_mark_that_begins_before_its_letter(tmp_path: Path) -> None:
    # the vowel's origin is at the end of the letter or before it; what follows goes on behind the letter
    content = "BT /F3 20 Tf 10 100 Td (A) Tj 1 0 0 1 10 100 Tm (B) Tj 1 0 0 1 22 100 Tm (CE) Tj ET"
    assert texts(tmp_path, content) == ["ปีขอ"]


def test_a_tone_a_little_above_the_line_and_drawn_after_it(tmp_path: Path) -> None:
    content = "BT /F3 20 Tf 10 100 Td (ACE) Tj 1 0 0 1 10 100.4 Tm (D) Tj ET"
    assert texts(tmp_path, content) == ["ป\u0e48ขอ"]


def test_two_marks_of_one_letter_keep_their_order(tmp_path: Path) -> None:
    content = (
        "BT /F3 20 Tf 10 100 Td (A) Tj 1 0 0 1 21 100 Tm (B) Tj 1 0 0 1 21 100 Tm (D) Tj 1 0 0 1 22 100 Tm (C) Tj ET"
    )
    assert texts(tmp_path, content) == ["ป\u0e35\u0e48ข"]


def test_points_of_hebrew_letters(tmp_path: Path) -> None:
    # shin with its dot and a vowel, then lamed at the left of it
    content = (
        "BT /F3 20 Tf 100 100 Td (A) Tj 1 0 0 1 100 100 Tm (B) Tj 1 0 0 1 100 100 Tm (C) Tj 1 0 0 1 88 100 Tm (D) Tj ET"
    )
    [line] = texts(tmp_path, content, HEBREW)
    assert unicodedata.normalize("NFC", line) == unicodedata.normalize("NFC", "ש\u05c1\u05b8ל")


def test_a_mark_alone_stays(tmp_path: Path) -> None:
    assert texts(tmp_path, "BT /F3 20 Tf 10 100 Td (B) Tj ET") == ["\u0e35"]
