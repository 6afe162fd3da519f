"""The letters of one glyph in right-to-left lines."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from quire.read.pdf.ligature_order import MAX_LIGATURE_LETTERS, is_in_reading_order
from tests.read.making import lettered_font, raw, raw_lines
from tests.read.pdf.test_python_reader import compare, needs_accelerator

pytestmark = needs_accelerator

LIGATURES = {
    "لا": "لا",  # as Word and LibreOffice map it
    "\ufefb": "لا",  # as macOS does
    "\ufefc": "لا",
    "لأ": "لأ",
    "\ufef7": "لأ",
    "لآ": "لآ",
    "لله": "لله",
    "الله": "الله",
    "\ufdf2": "الله",
    "في": "في",
    "\ufc32": "في",
    "تحج": "تحج",
    "\ufd52": "تحج",
    "\ufdfc": "ریال",
    "مَّ": "مَّ",
    "لاً": "لاً",
    "אל": "אל",
    "\ufb4f": "אל",
}


def _seen(count: int) -> str:
    """Letters A, B ... in the order in which they are seen, from the left."""
    return f"BT /F3 20 Tf 60 100 Td ({''.join(chr(65 + n) for n in range(count))}) Tj ET"


def _written(count: int) -> str:
    """The same letters in reading order: the rightmost first, each with a place of its own."""
    glyphs = (f"1 0 0 1 {60 + 12 * n} 100 Tm ({chr(65 + n)}) Tj" for n in reversed(range(count)))
    return f"BT /F3 20 Tf {' '.join(glyphs)} ET"


@pytest.mark.parametrize("content", [_seen, _written])
@pytest.mark.parametrize("glyph", LIGATURES)
def test_the_letters_of_one_glyph_keep_their_order(glyph: str, content: Callable[[int], str], tmp_path: Path) -> None:
    end = "ת" if LIGATURES[glyph] == "אל" else "ت"
    font = lettered_font(end, glyph, "ک", "ش", "م")
    read = raw_lines(tmp_path, content(5), objects=font)
    assert [line.text for line in read] == ["مشک" + LIGATURES[glyph] + end]
    compare(raw(tmp_path / "b.pdf", content(5).encode(), objects=font))


@pytest.mark.parametrize("said", ["لا", "ال"])
def test_a_text_of_the_file_for_a_ligature_is_put_in_order(said: str, tmp_path: Path) -> None:
    """Chromium's ActualText, which PDFium gives in either order."""
    text = said.encode("utf-16-be").hex()
    marked = f"/Span<</ActualText<FEFF{text}>>> BDC 1 0 0 1 72 100 Tm (B) Tj EMC"
    glyphs = ["1 0 0 1 60 100 Tm (A) Tj", marked, "1 0 0 1 84 100 Tm (C) Tj", "1 0 0 1 96 100 Tm (D) Tj"]
    font = lettered_font("ت", "\ufefc", "ک", "ش")
    stream = f"BT /F3 20 Tf {' '.join(glyphs)} ET"
    assert [line.text for line in raw_lines(tmp_path, stream, objects=font)] == ["شکلات"]
    compare(raw(tmp_path / "b.pdf", stream.encode(), objects=font))


@pytest.mark.parametrize("glyph", ["fi", "\ufb01", "ffi"])
def test_a_latin_ligature_in_a_right_to_left_line_reads_from_the_left(glyph: str, tmp_path: Path) -> None:
    font = lettered_font("م", " ", "o", glyph, "x", " ", "لا")
    latin = f"o{glyph}x".replace("\ufb01", "fi")
    assert [line.text for line in raw_lines(tmp_path, _seen(7), objects=font)] == [f"لا {latin} م"]
    compare(raw(tmp_path / "b.pdf", _seen(7).encode(), objects=font))


def test_presentation_forms_are_never_taken_for_reversed() -> None:
    """The letters of each form of Unicode come in reading order; backward they do not pass for it."""
    forms = [*range(0xFB1D, 0xFE00), *range(0xFE70, 0xFEFD)]
    texts = {unicodedata.normalize("NFC", unicodedata.normalize("NFKC", chr(code))) for code in forms}
    ligatures = {text for text in texts if 1 < len(text) <= MAX_LIGATURE_LETTERS and text.isalpha()}
    told = [is_in_reading_order([*map(ord, text)]) for text in ligatures]
    assert False not in told
    assert told.count(True) >= 0.65 * len(told)  # "حج" and "جح" are both ligatures
    assert all(
        is_in_reading_order([*map(ord, text[::-1])]) is not True for text in ligatures if text[::-1] not in texts
    )


@pytest.mark.parametrize("glyph", ["\ufb4b", "וֹ"])
def test_a_point_of_a_letter_stays_at_it(glyph: str, tmp_path: Path) -> None:
    """PDFium takes U+FB4B apart, and reverses two characters of a map; the point is not of the letter beside it."""
    font = lettered_font("ם", glyph, "ל", "ש")
    assert [line.text for line in raw_lines(tmp_path, _seen(4), objects=font)] == ["שלוֹם"]
    compare(raw(tmp_path / "b.pdf", _seen(4).encode(), objects=font))
