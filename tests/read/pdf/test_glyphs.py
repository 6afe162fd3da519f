"""Glyphs in every direction."""

from __future__ import annotations

from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from quire.read.pdf.glyphs import Glyph, GlyphRun, is_letter, ligature_letter, placed_glyph
from tests.read.making import page_of, raw_lines, text

INK = GlyphRun(0, 10.0, 0, 0.8, 0.2, -1)


def _vertical_font() -> bytes:
    return (
        b"6 0 obj<</Type/Font/Subtype/Type0/BaseFont/SimSun/Encoding/UniGB-UCS2-V/DescendantFonts[8 0 R]>>endobj\n"
        b"8 0 obj<</Type/Font/Subtype/CIDFontType0/BaseFont/SimSun/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)"
        b"/Supplement 2>>/FontDescriptor 10 0 R/DW 1000>>endobj\n"
        b"10 0 obj<</Type/FontDescriptor/FontName/SimSun/Flags 32/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 880"
        b"/Descent -120/CapHeight 700/StemV 80>>endobj\n"
    )


def test_vertical_writing(tmp_path: Path) -> None:
    lines = raw_lines(tmp_path, "BT /F3 12 Tf 100 180 Td <7AD663927684> Tj ET", objects=_vertical_font())
    assert [(line.text, line.vertical, line.angle) for line in lines] == [("竖排的", True, 0)]
    assert lines[0].y1 - lines[0].y0 == pytest.approx(36, abs=1)
    assert (lines[0].x0, lines[0].x1, lines[0].baseline) == (94.0, 106.0, 100.0)


def test_vertical_writing_of_single_letters_in_a_scaled_type(tmp_path: Path) -> None:
    """PDFium leaves the scale of the text matrix out of such cells, which put the letters off the page."""
    letters = (
        f"BT /F3 720 Tf .05 0 0 .05 100 {180 - 36 * n} Tm <{code}> Tj ET" for n, code in enumerate(("76EE", "5F55"))
    )
    lines = raw_lines(tmp_path, " ".join(letters), objects=_vertical_font())
    assert [(line.text, line.vertical, line.angle) for line in lines] == [("目录", True, 0)]
    assert lines[0].x1 - lines[0].x0 == pytest.approx(36, abs=1)


@pytest.mark.parametrize(("degrees", "angle"), [(0, 0), (90, 270), (180, 180), (270, 90)])
def test_turned_text_keeps_its_direction(degrees: int, angle: int, tmp_path: Path) -> None:
    def turned(canvas: Canvas) -> None:
        canvas.translate(200, 300)
        canvas.rotate(degrees)
        canvas.drawString(0, 0, "some words")

    page = page_of(tmp_path, turned)
    assert [(line.text, line.angle) for line in page.lines] == [("some words", angle)]
    assert page.turned == 0


def test_oblique_text_is_never_upright(tmp_path: Path) -> None:
    def mark(canvas: Canvas) -> None:
        canvas.translate(100, 100)
        canvas.rotate(45)
        canvas.setFont("Helvetica", 60)
        canvas.drawString(0, 0, "DRAFT COPY")

    page = page_of(tmp_path, text(40, 50, "upright"), mark)
    assert [(line.text, line.angle) for line in page.lines] == [("upright", 0), ("DRAFT COPY", 270)]


def test_an_arabic_letter_begins_at_its_origin_where_its_box_is_that_of_its_ink() -> None:
    glyph = placed_glyph(ord("ا"), (10.0, 50.0), (11.2, 40.0, 13.5, 52.0), INK)
    assert (glyph.u0, glyph.u1) == (10.0, 13.5)
    latin = placed_glyph(ord("l"), (10.0, 50.0), (11.2, 40.0, 13.5, 52.0), INK)
    assert latin.u0 == 11.2


@pytest.mark.parametrize("bracket", "(»]")
def test_so_does_a_bracket_behind_right_to_left_letters(bracket: str) -> None:
    """The bearing of a bracket is no space, as between it and its text in Chromium's Arabic."""
    place = ord(bracket), (10.0, 50.0), (10.8, 40.0, 13.5, 52.0), INK
    assert placed_glyph(*place, before=ord("ا")).u0 == 10.0
    assert placed_glyph(*place, before=ord("l")).u0 == 10.8
    assert not is_letter(ord(bracket))
    assert not is_letter(ord(":"))


@pytest.mark.parametrize(("first", "second", "at"), [((5.0, 7.5), (2.5, 5.0), 2.5), ((2.5, 5.0), (5.0, 7.5), 5.0)])
def test_letters_of_an_arabic_ligature_stay_in_their_shares(
    first: tuple[float, float], second: tuple[float, float], at: float
) -> None:
    last = Glyph(ord("ل"), *first, 0.0, INK)
    assert ligature_letter(last, last, Glyph(ord("أ"), *second, 0.0, INK)).u0 == at


def test_a_letter_of_an_arabic_ligature_with_the_box_of_the_whole_stands_left() -> None:
    last = Glyph(ord("ل"), 2.5, 7.5, 0.0, INK)
    assert ligature_letter(last, last, last._replace(code=ord("أ"))).u0 == pytest.approx(2.49)


def test_and_right_where_the_text_is_given_as_it_is_seen() -> None:
    last = Glyph(ord("أ"), 2.5, 7.5, 0.0, INK)
    assert ligature_letter(last, last, last._replace(code=ord("ل")), back=True).u0 == pytest.approx(2.51)


def test_a_letter_behind_a_mark_that_has_its_origin_keeps_its_place() -> None:
    letter = Glyph(ord("พ"), 0.0, 6.0, 0.0, INK)
    mark = Glyph(0xE35, 6.0, 6.0, 0.0, INK)
    behind = Glyph(ord("ย"), 6.0, 11.0, 0.0, INK)
    assert ligature_letter(mark, letter, behind) == behind
    inside = behind._replace(u0=0.0, u1=6.0)  # of the same ligature
    assert ligature_letter(mark, letter, inside).u1 == 6.0
