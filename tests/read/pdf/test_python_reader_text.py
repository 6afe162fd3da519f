"""What glyphs a page has: doubled, outlined, coloured, cropped and tiny ones."""

from __future__ import annotations

from pathlib import Path

import pypdfium2.raw as lib
import pytest

from quire.read.pdf.page_reader import ReadPage, python_page_reader
from quire.read.pdf.pdf_source import PdfSource
from quire.read.pdf.python_reader_text import TextReader
from tests.read.making import lettered_font, page_of, raw, raw_lines, text, texts


def test_fake_bold_is_bold_once(tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 100, "Title"), text(40.3, 100, "Title"))
    assert texts(page) == ["Title"]
    assert page.lines[0].words[0].style.bold


def test_the_same_print_twice_is_not_bold(tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 100, "Title"), text(40, 100, "Title"))
    assert texts(page) == ["Title"]
    assert not page.lines[0].words[0].style.bold


@pytest.mark.parametrize(("step", "read"), [(5.0, "oWWer"), (1.5, "oWer")])
def test_like_letters_that_overlap_are_two_unless_one_is_a_shadow(step: float, read: str, tmp_path: Path) -> None:
    moves = ((20.0, "o"), (7.0, "W"), (step, "W"), (16.3 - step - 5.0, "e"), (6.4, "r"))
    drawn = "".join(f"{move} 0 Td ({char}) Tj " for move, char in moves)
    [line] = raw_lines(tmp_path, f"BT /F1 12 Tf 0 100 Td {drawn}ET")
    assert "".join(word.text for word in line.words) == read


def test_outlined_text_is_bold(tmp_path: Path) -> None:
    [line] = raw_lines(tmp_path, "BT /F1 12 Tf 2 Tr 20 100 Td (heavy) Tj ET")
    assert line.words[0].style.bold


def test_colours(tmp_path: Path) -> None:
    [line] = raw_lines(tmp_path, "BT /F1 12 Tf 1 0 0 rg 20 100 Td (red) Tj 0 0 1 rg (blue) Tj ET")
    assert [(w.text, w.style.color, w.space) for w in line.words] == [("red", 0xFF0000, False), ("blue", 0xFF, False)]


def test_text_outside_the_crop_box_is_dropped(tmp_path: Path) -> None:
    page = page_of(tmp_path, text(40, 50, "inside"), text(40, 560, "outside"), cropBox=(0, 100, 420, 595))
    assert texts(page) == ["inside"]
    assert page.height == 495.0
    assert page.lines[0].baseline == 50.0


def test_tiny_text_is_a_trick(tmp_path: Path) -> None:
    assert texts(page_of(tmp_path, text(40, 50, "seen"), text(40, 90, "hidden", size=0.4))) == ["seen"]


@pytest.mark.parametrize("way", [None, python_page_reader(lib)])
def test_a_letter_of_a_formula_that_its_font_says_twice_is_one(way: ReadPage | None, tmp_path: Path) -> None:
    font = lettered_font("\U0001d465\U0001d465", "\U0001d461", "oo")
    path = raw(tmp_path / "a.pdf", b"BT /F3 12 Tf 20 100 Td (AABC) Tj ET", objects=font)
    with PdfSource(path, read_page=way) as source:
        assert texts(source.page(1)) == ["\U0001d465\U0001d465\U0001d461oo"]


def test_a_form_is_told_by_the_matrices_of_a_text_and_a_made_up_space_tells_none(tmp_path: Path) -> None:
    path = raw(tmp_path / "a.pdf", b"BT /F1 12 Tf 1 0 0 1 30 40 Tm (one) Tj ET")
    document = lib.FPDF_LoadDocument(str(path).encode(), None)
    sheet = lib.FPDF_LoadPage(document, 0)
    own = lib.FPDFPage_GetObject(sheet, 0)
    form_of = TextReader(lib, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), 300.0, 200.0)._form_of
    assert form_of(own, (1.0, 0.0, 0.0, 1.0, 30.0, 40.0)) is None
    assert form_of(own, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)) is None  # PDFium's of a space that it makes up
    form = form_of(own, (0.75, 0.0, 0.0, -0.75, 42.5, 150.0))
    lib.FPDF_ClosePage(sheet)
    lib.FPDF_CloseDocument(document)
    assert form is not None
    assert form.matrix == pytest.approx((0.75, 0.0, 0.0, -0.75, 20.0, 180.0))
    assert form.off_line(30.0, 40.0) == pytest.approx(110.0)
    assert form.off_line(60.0, 150.0) == 0.0
