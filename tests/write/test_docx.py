"""Word: the written file opens, is sound, and says what the document says."""

from __future__ import annotations

import dataclasses
import io
import re
from collections.abc import Iterator, Mapping

import docx
import docx.enum.section
import docx.enum.text
import pytest
from hypothesis import HealthCheck, example, given, settings

from quire.model.block import (
    Block,
    Code,
    Figure,
    Furniture,
    Heading,
    Item,
    List,
    Note,
    Paragraph,
    Place,
    Role,
    Span,
    Table,
    TabStop,
)
from quire.model.document import Document, PageInfo, Region
from quire.model.geometry import Box
from quire.model.page import Metadata, Picture, PictureKind, Rule
from quire.model.table import Align, Cell, Grid
from quire.model.traversal import spans_after, walk
from quire.write.docx import write
from quire.write.office.office_text import xml_text
from tests import documents as make
from tests.strategies import documents
from tests.write.ooxml import WP, A, R, W, parts, problems, trees

A4 = (595.3, 841.9)
TEXT = Box(72, 72, 523, 770)


def document(*blocks: Block, pages: int = 1, furniture: tuple[Furniture, ...] = (), language: str = "en") -> Document:
    infos = tuple(PageInfo(number, *A4, margins=TEXT) for number in range(1, pages + 1))
    return Document(infos, blocks, furniture, language=language, body_size=10.5, page_count=pages)


def opened(*blocks: Block, **more: object) -> docx.document.Document:
    return docx.Document(io.BytesIO(write(document(*blocks, **more), {})))


def text_of_part(package: bytes, name: str = "word/document.xml") -> str:
    tree = trees(package)[name]
    return "".join(t.text or "" for t in tree.iter(W + "t"))


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", xml_text(text))


PICTURES = {"p2-1": make.png(), "p3-1": make.png(5, 9)}


def test_the_rich_document_is_sound() -> None:
    package = write(make.rich(), PICTURES)
    assert problems(package) == []
    assert docx.Document(io.BytesIO(package)).core_properties.language == make.rich().language


def test_the_same_document_gives_the_same_bytes() -> None:
    assert write(make.rich(), PICTURES) == write(make.rich(), PICTURES)


def test_an_empty_document_opens() -> None:
    package = write(Document(pages=(), blocks=()), {})
    assert problems(package) == []
    assert [p.text for p in docx.Document(io.BytesIO(package)).paragraphs] == [""]


def test_headings_have_the_built_in_styles() -> None:
    found = opened(make.heading(1, "T", title=True), make.heading(1, "A"), make.heading(3, "B"))
    assert [p.style.name for p in found.paragraphs] == ["Title", "Heading 1", "Heading 3"]
    levels = [s.element.pPr.find(W + "outlineLvl") for s in (found.styles["Heading 1"], found.styles["Heading 3"])]
    assert [level.get(W + "val") for level in levels] == ["0", "2"]


def test_styles_look_like_the_document() -> None:
    look = make.BOLD._replace(font="Helvetica-Bold", size=17.0, color=0x1F3864)
    body = make.BODY._replace(font="NimbusRomNo9L-Regu", size=9.96)
    found = opened(
        Heading(1, (Span("Head", look),), (make.place(),)),
        Paragraph((Span("Body text", body),), (make.place(),)),
    )
    style = found.styles["Heading 1"].font
    assert (style.name, style.size.pt, style.bold, str(style.color.rgb)) == ("Arial", 17.0, True, "1F3864")
    assert (found.styles["Normal"].font.name, found.styles["Normal"].font.size.pt) == ("Times New Roman", 10.0)
    assert [run.font.size for p in found.paragraphs for run in p.runs] == [None, None]


def test_chinese_text_has_east_asian_fonts_and_language() -> None:
    package = write(document(make.paragraph(Span("货币资金", make.SONG)), language="zh"), {})
    styles = trees(package)["word/styles.xml"]
    assert {e.get(W + "eastAsia") for e in styles.iter(W + "rFonts")} - {None} == {"SimSun"}
    assert [e.get(W + "eastAsia") for e in styles.iter(W + "lang")] == ["zh-CN"]


def test_runs_keep_their_styles() -> None:
    found = opened(
        make.paragraph(
            "plain ", Span("bold", make.BOLD), Span("it", make.ITALIC), Span("red", make.RED), Span("2", make.RAISED)
        )
    )
    runs = found.paragraphs[0].runs
    assert [r.text for r in runs] == ["plain ", "bold", "it", "red", "2"]
    assert [bool(r.bold) for r in runs] == [False, True, False, False, False]
    assert [bool(r.italic) for r in runs] == [False, False, True, False, False]
    assert str(runs[3].font.color.rgb) == "C00000"
    assert runs[4].font.superscript


def test_paragraph_alignment_and_first_line() -> None:
    block = dataclasses.replace(make.paragraph("right"), align=Align.RIGHT)
    indented = dataclasses.replace(make.paragraph("in"), indent=21.0)
    found = opened(make.paragraph("x" * 50), block, indented)
    assert found.paragraphs[1].alignment == docx.enum.text.WD_ALIGN_PARAGRAPH.RIGHT
    assert found.paragraphs[2].paragraph_format.first_line_indent.pt == 21


def test_lists_number_as_printed() -> None:
    package = write(document(make.listed(("3.", "three"), ("4.", "four"), ordered=True, start=3)), {})
    numbering = trees(package)["word/numbering.xml"]
    level = numbering.find(f"{W}abstractNum/{W}lvl")
    assert [level.find(W + k).get(W + "val") for k in ("start", "numFmt", "lvlText")] == ["3", "decimal", "%1."]
    assert text_of_part(package) == "threefour"


def test_a_marker_without_numbering_stays_as_text() -> None:
    assert text_of_part(write(document(make.listed(("Step A:", "do it"))), {})) == "Step A:do it"


def test_tables_have_merged_cells_header_rows_and_shading() -> None:
    table = next(b for b in make.rich().blocks if isinstance(b, Table) and b.grid.header_rows == 2)
    package = write(document(table), {})
    tree = trees(package)["word/document.xml"]
    assert problems(package) == []
    assert len(list(tree.iter(W + "gridSpan"))) == 1
    assert [e.get(W + "val") for e in tree.iter(W + "vMerge")] == ["restart", None, "restart", None]
    assert len(list(tree.iter(W + "tblHeader"))) == 2
    assert [e.get(W + "fill") for e in tree.iter(W + "shd")] == ["EEEEEE"]
    cells = docx.Document(io.BytesIO(package)).tables[0]
    assert cells.cell(0, 1).text == cells.cell(0, 2).text == "本期金额"
    assert cells.cell(1, 1).text == "合并\n单位：元"


def test_two_tables_in_a_row_stay_two() -> None:
    table = Table(make.grid(("a", "b")), (make.place(),))
    assert problems(write(document(table, table), {})) == []
    assert len(opened(table, table).tables) == 2


def test_two_tables_in_a_list_item_stay_two() -> None:
    table = Table(make.grid(("a", "b")), (make.place(),))
    package = write(document(List((Item("1.", (table, table)),), (make.place(),))), {})
    assert problems(package) == []


def test_a_figure_keeps_one_line_in_a_narrow_column() -> None:
    style = make.BODY._replace(font="Verdana", size=10.5)
    texts = ("其他综合收益的税后净额", "-1,539,400.31")
    cells = tuple(Cell(0, col, (Span(text, style),)) for col, text in enumerate(texts))
    grid = Grid(1, 2, cells, widths=(300.0, 77.0), ruled=True)
    xml = parts(write(document(Table(grid, (make.place(),))), {}))["word/document.xml"].decode()
    widths = [int(value) / 20 for value in re.findall(r'<w:gridCol w:w="(\d+)"', xml)]
    margin = int(re.findall(r'<w:tblCellMar><w:left w:w="(\d+)"', xml)[0]) / 20
    assert sum(widths) == pytest.approx(377.0, abs=0.1)
    assert margin < 2.8
    assert widths[1] - 2 * margin >= 10.5 * (9 * 0.636 + 4 * 0.318)  # as wide as DejaVu Sans


def test_a_table_with_room_keeps_its_widths() -> None:
    grid = Grid(1, 2, (Cell(0, 0, (Span("Sum"),)), Cell(0, 1, (Span("1,200"),))), widths=(200.0, 100.0))
    xml = parts(write(document(Table(grid, (make.place(),))), {}))["word/document.xml"].decode()
    assert re.findall(r'<w:gridCol w:w="(\d+)"', xml) == ["4000", "2000"]
    assert "tblCellMar" not in xml


@pytest.mark.parametrize("pictures", [{"p1-1": make.png()}, {}])
def test_a_caption_stands_on_its_side_of_the_picture(pictures: Mapping[str, bytes]) -> None:
    def order(*, above: bool) -> list[str]:
        figure = Figure(make.picture(), (make.place(),), (Span("Figure 1", make.BODY),), caption_above=above)
        package = write(document(figure), pictures)
        assert problems(package) == []
        styles = [p.style.name for p in docx.Document(io.BytesIO(package)).paragraphs]
        return [style for style in styles if style in ("Figure", "Caption")]

    assert order(above=True) == (["Caption", "Figure"] if pictures else ["Caption"])
    assert order(above=False) == (["Figure", "Caption"] if pictures else ["Caption"])


@pytest.mark.parametrize("above", [True, False])
def test_a_caption_stands_on_its_side_of_the_table(*, above: bool) -> None:
    grid = Grid(1, 1, (Cell(0, 0, (Span("Sum"),)),), widths=(200.0,))
    table = Table(grid, (make.place(),), (Span("Table 1", make.BODY),), caption_above=above)
    xml = parts(write(document(table), {}))["word/document.xml"].decode()
    assert (xml.index("Table 1") < xml.index("Sum")) is above


def test_headings_below_a_title_begin_with_heading_1() -> None:
    blocks = (
        Heading(1, (Span("Report", make.BODY),), (make.place(),), title=True),
        Heading(2, (Span("One", make.BODY),), (make.place(),)),
        Heading(3, (Span("Two", make.BODY),), (make.place(),)),
    )
    assert [p.style.name for p in opened(*blocks).paragraphs][:3] == ["Title", "Heading 1", "Heading 2"]
    assert [p.style.name for p in opened(*blocks[1:]).paragraphs][:2] == ["Heading 2", "Heading 3"]


def test_a_heading_that_stands_in_keeps_its_place() -> None:
    text = Paragraph((Span("Text.", make.BODY),), (Place(1, Box(72, 72, 540, 84)),))
    heading = Heading(2, (Span("One", make.BODY),), (Place(1, Box(108, 100, 150, 112)),))
    after = Paragraph((Span("Text.", make.BODY),), (Place(1, Box(72, 130, 540, 142)),))
    xml = parts(write(document(text, heading, after), {}))["word/document.xml"].decode()
    assert re.findall(r'<w:ind w:left="(\d+)"/>', xml) == ["720"]


def test_the_number_that_word_counts_looks_like_that_of_the_heading() -> None:
    usual = Heading(1, (Span("Aims", make.BODY._replace(size=24.0)),), (Place(1, Box(72, 72, 500, 96)),))
    small = make.BODY._replace(size=12.0, bold=True)
    numbered = Heading(1, (Span("1 Scope", small),), (Place(1, Box(72, 120, 140, 132)),), stops=(TabStop(1, 90, 140),))
    xml = parts(write(document(usual, usual, numbered), {}))["word/document.xml"].decode()
    (heading,) = (p for p in re.findall(r"<w:p>.*?</w:p>", xml) if "<w:numPr>" in p)
    mark, run = re.findall(r"<w:rPr>.*?</w:rPr>", heading)
    assert "w:sz " in mark
    assert mark == run


def test_headings_of_chinese_documents_have_exact_lines() -> None:
    heading = Heading(1, (Span("第一章", make.BODY._replace(size=16.0)),), (make.place(),))
    larger = Heading(1, (Span("大", make.BODY._replace(size=30.0)),), (make.place(),))
    package = write(document(heading, heading, larger, language="zh"), {})
    style = parts(package)["word/styles.xml"].decode().partition('w:styleId="Heading1"')[2].partition("</w:style>")[0]
    assert 'w:line="400" w:lineRule="exact"' in style
    assert parts(package)["word/document.xml"].decode().count('w:lineRule="auto"') == 1  # is not cut off


def test_pictures_have_their_size_and_alternative_text() -> None:
    figure = Figure(make.picture(alt="A chart"), (make.place(),))
    package = write(document(figure), {"p1-1": make.png()})
    shape = docx.Document(io.BytesIO(package)).inline_shapes[0]
    assert (shape.width.pt, shape.height.pt) == (160, 120)
    assert 'descr="A chart"' in parts(package)["word/document.xml"].decode()


@pytest.mark.parametrize("data", [make.png(), b"no png"])
def test_logos_of_pages_stand_in_the_header(data: bytes) -> None:
    """The first page has none, so it has a header of its own; two logos of the same pixels are one part."""
    shown = [Box(72, 20, 140, 50), Box(440, 20, 508, 50)]
    logos = [
        Picture(f"p{page}-{at}", page, box, PictureKind.IMAGE, 9, 9)
        for page in (2, 3, 4)
        for at, box in enumerate(shown)
    ]
    found = dataclasses.replace(document(make.paragraph("Text"), pages=4), ornaments=tuple(logos))
    package = write(found, {logo.name: data for logo in logos})
    assert problems(package) == []
    if data == b"no png":
        assert "anchor" not in str(parts(package))
        return
    section = docx.Document(io.BytesIO(package)).sections[0]
    assert section.different_first_page_header_footer
    assert not list(section.first_page_header._element.iter(WP + "anchor"))
    anchors = list(section.header._element.iter(WP + "anchor"))
    assert [anchor.find(f".//{WP}posOffset").text for anchor in anchors] == [str(72 * 12700), str(440 * 12700)]
    embedded = [blip.get(R + "embed") for blip in section.header._element.iter(A + "blip")]
    assert all(section.header.part.related_parts[one].blob == data for one in embedded)


@pytest.mark.parametrize("pictures", [{}, {"p1-1": b"no png"}, {"p1-1": b""}])
def test_a_picture_without_pixels_leaves_its_caption(pictures: Mapping[str, bytes]) -> None:
    package = write(document(Figure(make.picture(alt="A chart"), (make.place(),))), pictures)
    assert problems(package) == []
    assert text_of_part(package) == "A chart"


def test_a_picture_is_never_wider_than_its_column() -> None:
    wide = make.picture()._replace(box=Box(0, 0, 2000, 100))
    package = write(document(Figure(wide, (make.place(),))), {"p1-1": make.png()})
    assert docx.Document(io.BytesIO(package)).inline_shapes[0].width.pt <= 600


def test_links_lead_out_and_to_pages() -> None:
    outside = Span("out", make.BODY, "https://example.org/a b?x=1&y=ü")
    inside = Span("in", make.BODY, "#p2")
    bad = Span("bad", make.BODY, "javascript:alert(1)")
    package = write(document(make.paragraph(outside, inside, bad), make.paragraph("two", page=2), pages=2), {})
    tree = trees(package)["word/document.xml"]
    links = list(tree.iter(W + "hyperlink"))
    targets = {e.get("Id"): e.get("Target") for e in trees(package)["word/_rels/document.xml.rels"]}
    assert targets[links[0].get(R + "id")] == "https://example.org/a%20b?x=1&y=%C3%BC"
    assert links[1].get(W + "anchor") in {e.get(W + "name") for e in tree.iter(W + "bookmarkStart")}
    assert len(links) == 2
    assert problems(package) == []


def test_footnotes_are_footnotes() -> None:
    note = Note(
        "n1",
        "1",
        (make.paragraph("1 January: see ", Span("there", make.BODY, "https://example.org/")),),
        (make.place(),),
    )
    body = make.paragraph("Text", Span("1", make.RAISED, note="n1"))
    package = write(document(body, note), {})
    assert problems(package) == []
    assert text_of_part(package) == "Text"
    assert text_of_part(package, "word/footnotes.xml") == " 1 January: see there"
    settings_part = trees(package)["word/settings.xml"]
    assert len(list(settings_part.iter(W + "footnote"))) == 2


@pytest.mark.parametrize(("mark", "counted"), [("i", "lowerRoman"), ("1", "decimal")])
def test_endnotes_are_endnotes_that_word_counts(mark: str, counted: str) -> None:
    note = Note("e2-1", mark, (make.paragraph("at the end"),), (make.place(),), end=True)
    package = write(document(make.paragraph("Text", Span(mark, make.RAISED, note="e2-1")), note), {})
    assert problems(package) == []
    assert (text_of_part(package), text_of_part(package, "word/endnotes.xml")) == ("Text", " at the end")
    assert "word/footnotes.xml" not in parts(package)
    told = trees(package)["word/settings.xml"].find(f"{W}endnotePr")
    assert told is not None
    assert told.find(f"{W}numFmt") is None if counted == "lowerRoman" else told[0].get(W + "val") == counted
    assert len(list(trees(package)["word/document.xml"].iter(W + "endnoteReference"))) == 1


def test_a_note_that_nothing_refers_to_stays_in_the_flow() -> None:
    note = Note("n1", "*", (make.paragraph("alone"),), (make.place(),))
    assert text_of_part(write(document(make.paragraph("Text"), note), {})) == "Text*alone"


def test_headers_and_footers_with_page_fields() -> None:
    def furniture(page: int) -> tuple[Furniture, ...]:
        number = Furniture(
            Role.PAGE_NUMBER, (Span(f"Page {page} of 3", make.BODY),), Place(page, Box(270, 800, 330, 812))
        )
        head = Furniture(Role.HEADER, (Span("Annual report", make.BODY),), Place(page, Box(72, 30, 150, 42)))
        return (number,) if page == 1 else (head, number)

    pieces = tuple(piece for page in (1, 2, 3) for piece in furniture(page))
    blocks = [make.paragraph("text", page=page) for page in (1, 2, 3)]
    package = write(document(*blocks, pages=3, furniture=pieces), {})
    assert problems(package) == []
    section = docx.Document(io.BytesIO(package)).sections[0]
    assert section.different_first_page_header_footer
    assert section.header.paragraphs[0].text == "Annual report"
    assert section.first_page_header.paragraphs[0].text == ""
    fields = [e.text.strip() for e in section.footer._element.iter(W + "instrText")]
    assert fields == ["PAGE", "NUMPAGES"]


def test_small_pictures_are_shown() -> None:
    """Icons in rows and cells, and a rule that is a picture."""

    def image(name: str, box: Box) -> Picture:
        return Picture(name, 1, box, PictureKind.IMAGE, 8, 8)

    marks = (image("a", Box(72, 108, 84, 120)), image("b", Box(72, 138, 84, 150)), image("bar", Box(72, 210, 523, 213)))
    texts = [
        Paragraph((Span("text", make.BODY),), (Place(1, Box(x0, top, 523, top + 28)),))
        for x0, top in ((90, 100), (90, 130), (72, 175), (72, 230))
    ]
    info = PageInfo(1, *A4, margins=TEXT, signs=marks)
    package = write(Document((info,), tuple(texts), body_size=10.5), {one.name: make.png() for one in marks})
    assert problems(package) == []
    found = docx.Document(io.BytesIO(package))
    (table,) = found.tables
    assert [len(list(row.cells[0]._tc.iter(W + "drawing"))) for row in table.rows] == [1, 1]
    assert [row.cells[1].text for row in table.rows] == ["text", "text"]
    assert [len(list(p._p.iter(W + "drawing"))) for p in found.paragraphs] == [0, 1, 0]
    without = docx.Document(io.BytesIO(write(Document((info,), tuple(texts), body_size=10.5), {})))
    assert len(list(without.element.iter(W + "drawing"))) == 0


def test_code_stands_on_its_ground() -> None:
    light = make.BODY._replace(font="Courier", mono=True, color=0xF0F0F0)

    def code(page: int, fill: int | None) -> Code:
        return Code(
            "x = 1", (Place(page, Box(72, 100, 523, 112)),), light._replace(color=0 if fill is None else 0xF0F0F0), fill
        )

    package = write(document(code(1, 0x2E3440), code(2, 0x2E3440), code(3, None), pages=3), {})
    assert problems(package) == []
    found = docx.Document(io.BytesIO(package))
    assert found.styles["Code"].element.find(f"{W}pPr/{W}shd").get(W + "fill") == "2E3440"
    own = [p._p.find(f"{W}pPr/{W}shd") for p in found.paragraphs]
    assert [one is None for one in own] == [True, True, False]
    assert own[2].get(W + "fill") == "auto"
    assert str(found.paragraphs[0].runs[0].font.color.rgb) == "F0F0F0"


def test_rules_are_borders() -> None:
    def long(y: float) -> Rule:
        return Rule(72, y, 523, y, 0.5, 0)

    pages = tuple(PageInfo(n, *A4, margins=TEXT, rules=(long(45), long(140), long(800))) for n in (1, 2, 3))
    pieces = tuple(
        Furniture(Role.HEADER, (Span("Annual report", make.BODY),), Place(n, Box(72, 30, 150, 42))) for n in (1, 2, 3)
    )
    blocks = tuple(
        Paragraph((Span("text", make.BODY),), (Place(n, Box(72, top, 523, top + 36)),))
        for n in (1, 2, 3)
        for top in (100, 160)
    )
    package = write(Document(pages, blocks, furniture=pieces, body_size=10.5), {})
    assert problems(package) == []
    found = docx.Document(io.BytesIO(package))
    section = found.sections[0]
    assert section.header.paragraphs[0]._p.find(f"{W}pPr/{W}pBdr/{W}bottom") is not None
    assert section.footer.paragraphs[0]._p.find(f"{W}pPr/{W}pBdr/{W}top") is not None
    assert [p._p.find(f"{W}pPr/{W}pBdr/{W}bottom") is not None for p in found.paragraphs] == [True, False] * 3


def test_sections_for_orientation_and_columns() -> None:
    pages = (
        PageInfo(
            1, *A4, margins=TEXT, regions=(Region(Box(72, 72, 523, 119)), Region(Box(72, 120, 523, 770), 2, 18.0))
        ),
        PageInfo(2, A4[1], A4[0], margins=Box(72, 72, 770, 523)),
    )
    left = Paragraph((Span("left", make.BODY),), (Place(1, Box(72, 130, 285, 700)),))
    right = Paragraph((Span("right", make.BODY),), (Place(1, Box(306, 130, 523, 700)),))
    blocks = (make.paragraph("over both"), left, right, make.paragraph("wide", page=2))
    package = write(Document(pages, blocks, body_size=10.5), {})
    found = docx.Document(io.BytesIO(package)).sections
    assert [s.orientation for s in found] == [0, 0, 1]
    cols = [s._sectPr.find(W + "cols").get(W + "num") for s in found]
    assert cols == [None, "2", None]
    assert [s.start_type for s in found] == [
        docx.enum.section.WD_SECTION.NEW_PAGE,
        docx.enum.section.WD_SECTION.CONTINUOUS,
        docx.enum.section.WD_SECTION.NEW_PAGE,
    ]


def test_pages_begin_where_the_source_ends_one_early_or_fills_it_for_sure() -> None:
    def text(page: int, top: float, bottom: float) -> Paragraph:
        words = round(1.22 * (bottom - top))  # as many as fill it
        place = Place(page, Box(72, top, 523, bottom))
        return Paragraph((Span("words " * words, make.BODY),), (place,), pitch=13.0)

    def breaks(*blocks: Block) -> list[bool]:
        found = docx.Document(io.BytesIO(write(document(*blocks, pages=3), {}))).paragraphs
        return [bool(p.paragraph_format.page_break_before) for p in found]

    chapter = [text(2, 72, 300), make.heading(1, "Chapter", page=3), text(3, 130, 770)]
    assert breaks(text(1, 72, 760), *chapter) == [False, False, True, False]
    assert breaks(text(1, 72, 700), *chapter) == [False, True, True, False]


def test_blank_pages_of_the_source_stay() -> None:
    package = write(document(make.heading(1, "Part"), make.heading(1, "Chapter", page=3), pages=3), {})
    found = docx.Document(io.BytesIO(package)).paragraphs
    assert [(p.text, bool(p.paragraph_format.page_break_before)) for p in found] == [
        ("Part", False), ("", True), ("Chapter", True),
    ]  # fmt: skip


def test_a_printed_contents_becomes_a_field() -> None:
    lines = [make.paragraph(f"{name} ........ {page}") for name, page in (("One", 2), ("Two", 3))]
    chapters = [make.heading(1, name, page=page) for name, page in (("One", 2), ("Two", 3))]
    package = write(document(make.heading(1, "Contents"), *lines, *chapters, pages=3), {})
    assert problems(package) == []
    found = docx.Document(io.BytesIO(package)).paragraphs
    assert [p.style.name for p in found] == ["TOC Heading", "toc 1", "toc 1", "Heading 1", "Heading 1"]
    codes = [e.text.strip() for e in trees(package)["word/document.xml"].iter(W + "instrText")]
    assert codes[0].startswith("TOC ")
    assert [code.split()[0] for code in codes[1:]] == ["PAGEREF", "PAGEREF"]


def test_the_title_of_contents_that_is_plain_text_has_its_style_and_look() -> None:
    lines = [make.paragraph(f"{name} ........ {page}") for name, page in (("One", 2), ("Two", 3))]
    title = make.paragraph(make.span("目录", make.BOLD))
    first, *_ = opened(title, *lines, make.paragraph("Contents"), pages=3).paragraphs
    assert (first.text, first.style.name, first.style.base_style.name) == ("目录", "TOC Heading", "Heading 1")
    assert first.style.font.bold
    assert all(run.font.bold is None for run in first.runs)


def test_a_document_without_contents_gets_none() -> None:
    chapters = [make.heading(1, f"Chapter {page}", page=page) for page in range(1, 24)]
    assert {p.style.name for p in opened(*chapters, pages=23).paragraphs} == {"Heading 1"}


def test_core_properties() -> None:
    meta = Metadata(title="T" * 400, author="A\x00B", created="2024-05-06T07:08:09+02:00", language="de")
    package = write(Document((), (), meta=meta, language="de"), {})
    core = docx.Document(io.BytesIO(package)).core_properties
    assert (core.title, core.author, core.language) == ("T" * 255, "AB", "de")
    assert core.created.replace(tzinfo=None).isoformat() == "2024-05-06T05:08:09"


def test_control_characters_are_dropped() -> None:
    package = write(document(make.paragraph("a\x00\x0b\ud800b\ufffe"), make.listed(("\x01•", "x\x02"))), {})
    assert problems(package) == []
    assert text_of_part(package) == "abx"


def test_text_from_right_to_left_is_marked_so() -> None:
    tree = trees(write(document(make.paragraph("مرحبا بالعالم")), {}))["word/document.xml"]
    assert len(list(tree.iter(W + "bidi"))) == 1
    assert len(list(tree.iter(W + "rtl"))) == 1


def test_white_text_without_a_fill_can_be_read() -> None:
    white = make.BODY._replace(color=0xFFFFFF)
    tree = trees(write(document(make.paragraph("dark " * 9, Span("white", white))), {}))["word/document.xml"]
    assert [e.get(W + "val") for e in tree.iter(W + "color")] == []


def expected(block: Heading | Paragraph, notes: frozenset[str]) -> Iterator[str]:
    """The texts that a block leaves in the file: all but what Word counts, numbers of headings and of footnotes."""
    text = "".join(span.text for span in block.spans)
    number = re.match(r"\d{1,3}(\.\d{1,3}){0,5}[.)]?\s?", text) if isinstance(block, Heading) else None
    for span in spans_after(block.spans, number.end()) if number else block.spans:
        if not (span.note in notes and squeezed(span.text).strip("()[]").isdigit()):
            yield squeezed(span.text)


ONE = Span("1. item", None)
WITHIN = (Place(1, Box(72, 100, 300, 114)),)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@example(document(Heading(1, (ONE,), WITHIN, stops=(TabStop(2, 100, 150),))))  # Word counts the number
@example(document(Heading(1, (Span("1.item"),), WITHIN, stops=(TabStop(2, 100, 150),))))  # without a space
@example(document(make.paragraph(Span("x", note="n1")), Note("n1", "1", (Paragraph((ONE,), WITHIN),), WITHIN)))
@example(
    document(make.paragraph(Span("i", note="e1")), Note("e1", "i", (Paragraph((ONE,), WITHIN),), WITHIN, end=True))
)
@example(document(make.paragraph(Span("1", note="n1")), Note("n1", "①", (make.paragraph("① ", ONE),), WITHIN)))
@given(documents)
def test_any_document_is_sound_and_keeps_its_text(found: Document) -> None:
    package = write(found, {})
    assert problems(package) == []
    docx.Document(io.BytesIO(package))
    written = squeezed(text_of_part(package))
    for name in {"word/footnotes.xml", "word/endnotes.xml"} & set(parts(package)):
        written += squeezed(text_of_part(package, name))
    notes = frozenset(block.id for block in walk(found.blocks) if isinstance(block, Note))
    for block in walk(found.blocks):
        if isinstance(block, Heading | Paragraph):
            for text in expected(block, notes):
                assert text in written


def test_a_table_of_thousands_of_rows() -> None:
    """It is whole, its headings repeat, and no short row breaks over pages."""
    cells = tuple(Cell(row, col, (make.span(f"{row}"),), header=row == 0) for row in range(5000) for col in range(3))
    package = write(document(Table(Grid(5000, 3, cells, 1, (150.0,) * 3, framed=True), (make.place(),))), {})
    assert problems(package) == []
    rows = trees(package)["word/document.xml"].findall(f".//{W}tr")
    assert len(rows) == 5000
    assert [row.find(f"{W}trPr/{W}tblHeader") is not None for row in rows[:3]] == [True, False, False]
    assert all(row.find(f"{W}trPr/{W}cantSplit") is not None for row in rows)


def test_drawings_refer_to_their_pictures() -> None:
    package = write(make.rich(), PICTURES)
    tree = trees(package)["word/document.xml"]
    assert len(list(tree.iter(A + "blip"))) == 2
    assert sum(name.startswith("word/media/") for name in parts(package)) == 2


def test_a_picture_beside_text_hangs_on_its_paragraph() -> None:
    """It stood first on its page: the paragraph begins the page in its place. Without pixels nothing hangs."""
    box = Box(400, 72, 500, 172)
    figure = Figure(make.picture()._replace(page=2, box=box), (Place(2, box),))
    before = Paragraph((Span("Before", make.BODY),), (Place(1, Box(72, 72, 500, 84)),))
    beside = Paragraph((Span("Beside", make.BODY),), (Place(2, Box(72, 80, 380, 160)),))
    package = write(document(before, figure, beside, pages=2), {"p1-1": make.png()})
    assert problems(package) == []
    written = docx.Document(io.BytesIO(package)).paragraphs
    assert [paragraph.text for paragraph in written] == ["Before", "Beside"]
    assert written[1].paragraph_format.page_break_before
    assert len(list(written[1]._element.iter(WP + "anchor"))) == 1
    assert "anchor" not in text_of_part(write(document(before, figure, beside, pages=2), {}))
