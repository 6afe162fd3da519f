"""Stretches with a text of their own (ActualText): said once, as wide as all their glyphs."""

from __future__ import annotations

from pathlib import Path

from tests.read.making import lettered_font, raw_lines

FONT = lettered_font("ร", "\u0e34", "ษ", "\u0e31", "ท", "ق", "\u0651", "و")


def texts(folder: Path, *parts: str) -> list[str]:
    content = "BT " + " ".join(parts) + " ET"
    return [line.text for line in raw_lines(folder, content, objects=FONT)]


def at(x: float, codes: str, y: float = 100.0, size: float = 20.0) -> str:
    return f"/F3 {size} Tf 1 0 0 1 {x} {y} Tm ({codes}) Tj"


def told(text: str, *parts: str) -> str:
    return f"/Span<</ActualText<FEFF{text.encode('utf-16-be').hex()}>>> BDC {' '.join(parts)} EMC"


def test_stretches_in_each_others_way_are_said_once(tmp_path: Path) -> None:
    # the vowel of the first begins behind the letter of the second: PDFium gives both twice
    found = texts(
        tmp_path,
        told("ริ", at(10, "A"), at(23, "B", size=4)),
        told("ษั", at(22, "C"), at(35, "D", size=4)),
        at(34, "E"),
    )
    assert found == ["ริษัท"]


def test_no_space_behind_a_letter_of_two_glyphs(tmp_path: Path) -> None:
    assert texts(tmp_path, told("ริ", at(10, "A"), at(22, "C")), at(34, "E")) == ["ริท"]


def test_a_real_space_behind_one_stays(tmp_path: Path) -> None:
    assert texts(tmp_path, told("ริ", at(10, "A"), at(22, "C")), at(46, "E")) == ["ริ ท"]


def test_a_stretch_that_begins_with_a_mark_above_the_line(tmp_path: Path) -> None:
    found = texts(tmp_path, at(34, "H"), told("ق\u0651", at(24, "G", 106.0, 5), at(22, "F")), at(10, "H"))
    assert found == ["وق\u0651و"]


def test_a_text_that_its_glyphs_do_not_say_is_taken(tmp_path: Path) -> None:
    assert texts(tmp_path, told("\u4e00", at(10, "A"), at(22, "C")), at(34, "E")) == ["\u4e00ท"]
