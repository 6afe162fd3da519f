"""Small PDF files for the tests of reading, made with reportlab."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from quire.model.page import Line, Page
from quire.read import open_source

SONG = "STSong-Light"
SIZE = (420.0, 595.0)

Draw = Callable[[Canvas], None]


def pdf(path: Path, *pages: Draw, size: tuple[float, float] = SIZE, **options: object) -> Path:
    """A file with one page for each function that draws."""
    pdfmetrics.registerFont(UnicodeCIDFont(SONG))
    canvas = Canvas(str(path), pagesize=size, invariant=1, **options)
    for draw in pages:
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return path


def text(x: float, y: float, words: str, font: str = "Helvetica", size: float = 10.0) -> Draw:
    """Words with their baseline `y` points below the top of the page."""

    def draw(canvas: Canvas) -> None:
        canvas.setFont(font, size)
        canvas.drawString(x, canvas._pagesize[1] - y, words)

    return draw


def both(*draws: Draw) -> Draw:
    """One function that draws several things."""

    def draw(canvas: Canvas) -> None:
        for one in draws:
            one(canvas)

    return draw


def picture(
    mode: str, size: tuple[int, int], color: object, *, corner: object = None, kind: str = "PNG"
) -> ImageReader:
    """An image of one colour, its top left quarter of another."""
    image = Image.new(mode, size, color)
    if corner is not None:
        image.paste(corner, (0, 0, size[0] // 2, size[1] // 2))
    data = io.BytesIO()
    image.save(data, kind)
    data.seek(0)
    return ImageReader(data)


def raw(path: Path, content: bytes, *, page: bytes = b"", objects: bytes = b"", box: bytes = b"0 0 300 200") -> Path:
    """A file with one page whose content stream is given byte by byte; the cross-reference is left to repair."""
    head = (
        b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[" + box + b"]/Contents 4 0 R" + page + b"/Resources<</Font<<"
        b"/F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
        b"/F2<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>> /F3 6 0 R>> /XObject<</X1 7 0 R>>>>>>endobj\n"
        b"4 0 obj<</Length " + str(len(content)).encode() + b">>stream\n" + content + b"\nendstream endobj\n"
    )
    path.write_bytes(head + objects + b"trailer<</Root 1 0 R>>\n%%EOF\n")
    return path


def mapped_font() -> bytes:
    """Objects 6 and on: a composite font whose codes 1..3 stand for a character beyond the BMP, "fi", nothing."""
    cmap = (
        b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def\n"
        b"1 begincodespacerange <0000> <FFFF> endcodespacerange\n"
        b"2 beginbfchar <0001> <D83DDE00> <0002> <FB01> endbfchar\nendcmap end end"
    )
    return (
        b"6 0 obj<</Type/Font/Subtype/Type0/BaseFont/Helvetica/Encoding/Identity-H/DescendantFonts[8 0 R]"
        b"/ToUnicode 9 0 R>>endobj\n"
        b"8 0 obj<</Type/Font/Subtype/CIDFontType2/BaseFont/Helvetica/CIDSystemInfo<</Registry(Adobe)"
        b"/Ordering(Identity)/Supplement 0>>/FontDescriptor 10 0 R/DW 600>>endobj\n"
        b"9 0 obj<</Length " + str(len(cmap)).encode() + b">>stream\n" + cmap + b"\nendstream endobj\n"
        b"10 0 obj<</Type/FontDescriptor/FontName/Helvetica/Flags 32/FontBBox[0 -200 1000 900]/ItalicAngle 0"
        b"/Ascent 900/Descent -200/CapHeight 700/StemV 80>>endobj\n"
    )


def lettered_font(*texts: str) -> bytes:
    """Objects 6 and on: a font whose letters A, B ... stand for these texts; each is 0.6 em wide."""
    pairs = b" ".join(
        b"<%02x> <%s>" % (code, text.encode("utf-16-be").hex().encode()) for code, text in enumerate(texts, 65)
    )
    cmap = (
        b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def\n"
        b"1 begincodespacerange <00> <FF> endcodespacerange\n"
        b"%d beginbfchar " % len(texts) + pairs + b" endbfchar\nendcmap end end"
    )
    widths = b" ".join([b"600"] * len(texts))
    return (
        b"6 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/FirstChar 65"
        b"/LastChar %d/Widths[%s]/ToUnicode 9 0 R>>endobj\n" % (64 + len(texts), widths)
    ) + b"9 0 obj<</Length %d>>stream\n%s\nendstream endobj\n" % (len(cmap), cmap)


def tagged() -> bytes:
    """A tagged file: a heading and a figure with an alternative text."""
    content = (
        b"/H1 <</MCID 0>> BDC BT /F1 20 Tf 10 100 Td (Title) Tj ET EMC /Figure <</MCID 1>> BDC 10 10 50 50 re f EMC"
    )
    return (
        b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked "
        b"true>>/StructTreeRoot 5 0 R/Lang(en-GB)>>endobj\n"
        b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/StructParents 0/Resources<</Font<<"
        b"/F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj\n"
        b"4 0 obj<</Length " + str(len(content)).encode() + b">>stream\n" + content + b"\nendstream endobj\n"
        b"5 0 obj<</Type/StructTreeRoot/K 6 0 R/ParentTree 9 0 R>>endobj\n"
        b"6 0 obj<</Type/StructElem/S/Document/P 5 0 R/K[7 0 R 8 0 R]>>endobj\n"
        b"7 0 obj<</Type/StructElem/S/H1/P 6 0 R/Pg 3 0 R/K 0>>endobj\n"
        b"8 0 obj<</Type/StructElem/S/Figure/P 6 0 R/Pg 3 0 R/K 1/Alt(A black square)>>endobj\n"
        b"9 0 obj<</Nums[0[7 0 R 8 0 R]]>>endobj\n"
        b"trailer<</Root 1 0 R>>\n%%EOF\n"
    )


def page_of(path: Path, *draws: Draw, **options: object) -> Page:
    """The page as read that has everything drawn."""
    with open_source(pdf(path / "a.pdf", both(*draws), **options)) as source:
        return source.page(1)


def texts(page: Page) -> list[str]:
    """The text of its lines."""
    return [line.text for line in page.lines]


def raw_lines(path: Path, content: str, **options: bytes) -> tuple[Line, ...]:
    """The lines of a page with this content stream."""
    with open_source(raw(path / "a.pdf", content.encode("latin-1"), **options)) as source:
        return source.page(1).lines
