"""What stands on one baseline."""

from __future__ import annotations

from pathlib import Path

from tests.read.making import lettered_font, raw_lines


def test_superscript_and_subscript(tmp_path: Path) -> None:
    content = "BT /F1 12 Tf 20 100 Td (x) Tj /F1 8 Tf 5 Ts (2) Tj -3 Ts (i) Tj 0 Ts /F1 12 Tf ( is here) Tj ET"
    [line] = raw_lines(tmp_path, content)
    assert line.text == "x2i is here"
    assert [word.style.rise for word in line.words] == [0, 1, -1, 0, 0]
    assert line.baseline == 100.0


def test_signs_of_another_font_fill_the_holes_of_their_line(tmp_path: Path) -> None:
    content = (
        "BT /F1 20 Tf 10 100 Td (3) Tj 1 0 0 1 26.7 100 Tm (450) Tj 1 0 0 1 66 100 Tm (units) Tj"
        " /F2 20 Tf 1 0 0 1 21.1 100 Tm (,) Tj ET"
    )
    [line] = raw_lines(tmp_path, content)
    assert line.text == "3,450 units"


def test_a_print_over_a_line_fills_no_hole(tmp_path: Path) -> None:
    content = "BT /F1 20 Tf 10 100 Td (abcdefgh) Tj /F2 20 Tf 1 0 0 1 40 100 Tm (x) Tj ET"
    assert [line.text for line in raw_lines(tmp_path, content)] == ["abcdefgh", "x"]


def test_a_space_without_width_stands_left_of_a_letter_from_the_right(tmp_path: Path) -> None:
    content = (
        "BT /F3 20 Tf 60 100 Td (A) Tj 1 0 0 1 48 100 Tm [(B) 600 ( )] TJ 1 0 0 1 33 100 Tm (A) Tj"
        " 1 0 0 1 21 100 Tm (B) Tj ET"
    )
    [line] = raw_lines(tmp_path, content, objects=lettered_font("ש", "ל"))
    assert line.text == "של של"
