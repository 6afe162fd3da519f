"""The accelerator and the Python reader give equal results in every bit."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pypdfium2.raw as lib
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from quire.read.matrices import rounded
from quire.read.pdf import page_reader, pdfium
from quire.read.pdf import pdf_source as pdf
from quire.read.pdf.font_styles import DocumentStyles
from quire.read.pdf.object_properties import address_of
from quire.read.pdf.structure_tree import elements_of, tags_of
from quire.read.pdf.word_repair import repair_words
from tests.read import making
from tests.read.making import SONG, both, text

fast = pdf._read_page()
slow = page_reader.python_page_reader(lib)

needs_accelerator = pytest.mark.skipif(
    page_reader._load(pdfium.library_path()) is None,
    reason="the accelerator is not built (setup.py build_ext --inplace)",
)
pytestmark = needs_accelerator


def pages(path: Path) -> Iterator[tuple[int, pdf.View]]:
    with pdf.PdfSource(path) as source:
        for number in range(1, source.page_count + 1):
            with source._loaded(number) as handle:
                yield address_of(handle), pdf._view(handle)


def compare(path: Path) -> int:
    """The number of lines seen, after both ways gave the same."""
    count = 0
    for address, view in pages(path):
        quick = fast(address, *view, DocumentStyles().make, repair_words, None)
        plain = slow(address, *view, DocumentStyles().make, repair_words, None)
        assert quick == plain
        assert quick.drawn.rules == plain.drawn.rules
        count += len(quick.lines) + len(quick.hidden_lines)
    return count


def columns(canvas: Canvas) -> None:
    canvas.setFont("Times-Roman", 9.3)
    for row in range(30):
        canvas.drawString(40, 560 - 11.2 * row, "The quick brown fox jumps over it")
        canvas.drawString(220, 560 - 11.2 * row, f"and row {row} of the second column")


def table(canvas: Canvas) -> None:
    canvas.setLineWidth(0.4)
    canvas.setFillColorRGB(0.8, 0.9, 1)
    canvas.rect(40, 540, 300, 14, fill=1, stroke=0)
    canvas.setFillColorRGB(0, 0, 0)
    for row in range(12):
        canvas.line(40, 554 - 14 * row, 340, 554 - 14 * row)
        for column in range(5):
            canvas.drawRightString(95 + 60 * column, 544 - 14 * row, f"{row * 1234 + column:,}")
    for column in range(6):
        canvas.line(40 + 60 * column, 554, 40 + 60 * column, 400)
    canvas.grid([50, 90, 130], [100, 120, 140])


def rotations(canvas: Canvas) -> None:
    for degrees in (0, 13, 45, 90, 135, 180, 200, 270, 315):
        canvas.saveState()
        canvas.translate(210, 300)
        canvas.rotate(degrees)
        canvas.drawString(20, 0, f"turned by {degrees} degrees")
        canvas.restoreState()


def chinese(canvas: Canvas) -> None:
    canvas.setFont(SONG, 10.5)
    for row, words in enumerate(
        ("第一章 总则", "公司2023年年度报告，收入为1,234.5万元。", "⼈民⽣活（单位：元）", "目　录")
    ):
        canvas.drawString(40, 550 - 16 * row, words)
    canvas.drawString(40, 300, "分散对齐", charSpace=6)
    pdfmetrics.registerFont(UnicodeCIDFont("HYSMyeongJo-Medium"))
    canvas.setFont("HYSMyeongJo-Medium", 10)
    canvas.drawString(40, 250, "당사는 2023년 3월 韓國 매출액을 기록")
    for i, word in enumerate(("당사는", "국내외", "2023년")):
        canvas.drawString(40 + 32.2 * i, 230, word)


def curves(canvas: Canvas) -> None:
    canvas.setStrokeColorRGB(1, 0, 0)
    canvas.bezier(50, 50, 100, 150, 150, 50, 200, 150)
    canvas.circle(300, 300, 40, fill=1)
    canvas.roundRect(50, 400, 100, 40, 8)
    canvas.setLineWidth(9)
    canvas.line(50, 500, 300, 500)
    path = canvas.beginPath()
    for x, y in ((60, 200), (90, 260), (120, 200), (90, 180)):
        (path.lineTo if path.getCode() else path.moveTo)(x, y)
    path.close()
    canvas.drawPath(path, fill=1, stroke=0)
    canvas.linearGradient(200, 400, 300, 450, ((255, 0, 0), (0, 0, 255)))


def straight_curves(canvas: Canvas) -> None:
    for y in (100, 140, 180):
        canvas.bezier(50, y, 100, y, 150, y, 200, y)
    for x in (50, 200):
        canvas.bezier(x, 100, x, 120, x, 160, x, 180)
    path = canvas.beginPath()  # a side of a border with mitred ends
    path.moveTo(50, 300)
    for a, b in pairwise(((50, 300), (200, 300), (199, 299), (51, 299), (50, 300))):
        path.curveTo(*a, *b, *b)
    canvas.drawPath(path, fill=1, stroke=0)
    canvas.bezier(250, 100, 250, 140, 250, 140, 290, 140)  # a corner is none


def forms_in_forms(canvas: Canvas) -> None:
    canvas.beginForm("inner")
    canvas.drawString(5, 5, "inside a form")
    canvas.rect(0, 0, 80, 20)
    canvas.drawImage(making.picture("RGB", (20, 10), (9, 99, 199)), 0, 30, 20, 10)
    canvas.endForm()
    canvas.beginForm("outer")
    canvas.scale(1.5, 1.5)
    canvas.doForm("inner")
    canvas.endForm()
    canvas.translate(60, 300)
    canvas.rotate(30)
    canvas.doForm("outer")


def modes(canvas: Canvas) -> None:
    for mode in range(8):
        item = canvas.beginText(40, 500 - 20 * mode)
        item.setTextRenderMode(mode)
        item.textLine(f"render mode {mode}")
        canvas.drawText(item)
    canvas.drawString(40, 200, "bold by printing twice")
    canvas.drawString(40.3, 200, "bold by printing twice")


def kerned_letters(canvas: Canvas) -> None:
    """Each letter an object of its own, two of them closer than they are wide, as browsers set them."""
    canvas.setFont("Times-Roman", 12)
    x = 40.0
    for char in "oWWer off":
        canvas.drawString(x, 280, char)
        x += canvas.stringWidth(char, "Times-Roman", 12) - (6.3 if char == "W" else 0.0)


def scripts(canvas: Canvas) -> None:
    item = canvas.beginText(40, 300)
    item.setFont("Helvetica", 12)
    item.textOut("E = mc")
    item.setFont("Helvetica", 8)
    item.setRise(4)
    item.textOut("2")
    item.setRise(-3)
    item.textOut("sub")
    item.setRise(0)
    item.setFont("Helvetica", 12)
    item.textOut(" and on")
    canvas.drawText(item)


KINDS = (columns, table, rotations, chinese, curves, straight_curves, forms_in_forms, modes, kerned_letters, scripts)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_same_on_every_kind_of_page(kind: making.Draw, turn: int, tmp_path: Path) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setPageRotation(turn)
        kind(canvas)

    lines = compare(making.pdf(tmp_path / "a.pdf", draw))
    assert lines > 0 or kind in {curves, straight_curves}


def test_same_with_a_crop_box(tmp_path: Path) -> None:
    path = making.pdf(tmp_path / "a.pdf", both(columns, table), cropBox=(50, 60, 300, 580))
    assert compare(path) > 20


numbers = st.floats(min_value=-20, max_value=440, allow_nan=False)
words = st.text(alphabet=st.sampled_from("abcXYZ .,1234()- "), min_size=1, max_size=14)


@st.composite
def marks(draw: st.DrawFn) -> making.Draw:
    """A word or a rule somewhere, at any size and turn."""
    x, y = draw(numbers), draw(numbers)
    size = draw(st.sampled_from([0.5, 5, 7, 9.96, 10, 10.5, 24]))
    degrees = draw(st.sampled_from([0, 0, 0, 1, 90, 180, 270, 37]))
    kind = draw(st.sampled_from(["word", "word", "word", "line", "box"]))
    words_ = draw(words)
    length = draw(numbers)

    def mark(canvas: Canvas) -> None:
        canvas.saveState()
        canvas.translate(x, y)
        canvas.rotate(degrees)
        canvas.setFont("Helvetica", size)
        if kind == "word":
            canvas.drawString(0, 0, words_)
        elif kind == "line":
            canvas.line(0, 0, length, 0)
        else:
            canvas.rect(0, 0, length, size, fill=1)
        canvas.restoreState()

    return mark


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(draws=st.lists(marks(), min_size=1, max_size=40))
def test_same_on_any_arrangement(draws: list[making.Draw], tmp_path: Path) -> None:
    compare(making.pdf(tmp_path / "a.pdf", both(*draws)))


def test_same_structure_elements(tmp_path: Path) -> None:
    path = tmp_path / "tagged.pdf"
    path.write_bytes(making.tagged())
    for address, _ in pages(path):
        quick = page_reader.element_reader(lib, pdfium.library_path())(address)
        plain = elements_of(lib, address)
        assert quick == plain
        assert tags_of(quick, 1)[0].roles == ("Document", "H1")


def test_surrogates_and_missing_characters(tmp_path: Path) -> None:
    content = b"BT /F3 20 Tf 10 100 Td <0001000200010003> Tj ET"
    path = making.raw(tmp_path / "a.pdf", content, objects=making.mapped_font())
    compare(path)
    for address, view in pages(path):
        page = fast(address, *view, DocumentStyles().make, repair_words, None)
        assert [line.text for line in page.lines] == ["\U0001f600fi\U0001f600"]
        assert page.unmapped == 1


@pytest.mark.parametrize("matrix", ["0.75 0 0 -0.75 20 180", "0 0.5 -0.5 0 200 30", "1 0 0 1 0 40"])
def test_letters_of_a_ligature_inside_a_form_stand_where_it_does(tmp_path: Path, matrix: str) -> None:
    """PDFium gives letters that the file says places without the form's matrix: Chromium's, printed with an opacity."""
    words = b"BT /F1 12 Tf 30 40 Td (Copper) Tj /Span<</ActualText(fi)>>BDC (x) Tj EMC (eld) Tj ET"
    form = (
        b"7 0 obj<</Type/XObject/Subtype/Form/BBox[-300 -300 300 300]/Resources<</Font<</F1<</Type/Font"
        b"/Subtype/Type1/BaseFont/Helvetica>>>>>>/Length "
        + str(len(words)).encode()
        + b">>stream\n"
        + words
        + b"\nendstream endobj\n"
    )
    path = making.raw(tmp_path / "a.pdf", b"q " + matrix.encode() + b" cm /X1 Do Q", objects=form)
    compare(path)
    for address, view in pages(path):
        page = fast(address, *view, DocumentStyles().make, repair_words, None)
        assert [line.text for line in page.lines] == ["Copperfield"]


def test_numbers_are_rounded_alike() -> None:
    assert rounded(1.005) == math.floor(1.005 * 100.0 + 0.5) / 100.0


def test_text_is_found_by_both(tmp_path: Path) -> None:
    assert compare(making.pdf(tmp_path / "a.pdf", text(30, 40, "one"), text(30, 40, "two"))) == 2


def test_same_with_marks_and_stretches_that_have_a_text(tmp_path: Path) -> None:
    span = b"/Span<</ActualText<FEFF0E230E34>>> BDC "
    content = (
        b"BT /F3 20 Tf 10 100 Td (A) Tj 1 0 0 1 21 100.4 Tm (B) Tj 1 0 0 1 22 100 Tm (C) Tj "
        + span
        + b"1 0 0 1 60 100 Tm (A) Tj /F3 8 Tf 1 0 0 1 73 104 Tm (C) Tj EMC "
        b"/F3 20 Tf 1 0 0 1 72 100 Tm (E) Tj 1 0 0 1 20 100.3 Tm (D) Tj"
        b" /F1 20 Tf 1 0 0 1 10 50 Tm (3) Tj 1 0 0 1 26.7 50 Tm (450) Tj /F2 20 Tf 1 0 0 1 21.1 50 Tm (,) Tj ET"
    )
    font = making.lettered_font("\u0e23", "\u0e34", "\u0e29", "\u0e48", "\u0642")
    assert compare(making.raw(tmp_path / "a.pdf", content, objects=font)) == 3
