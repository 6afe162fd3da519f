"""HTML: well formed, accessible, with nothing in it that a document could smuggle in."""

from __future__ import annotations

import re
from collections.abc import Callable

from hypothesis import given, settings
from lxml import html

from quire.latex import plain
from quire.model.block import Block, Figure, Formula, Heading, Item, List, Note, Paragraph, Span, Table
from quire.model.document import Document, PageInfo
from quire.model.page import Metadata
from quire.model.table import Align, Cell, Grid
from quire.model.traversal import walk
from quire.write.html import write
from quire.write.text_runs import clean
from tests import documents as make
from tests.strategies import CONTROLS, documents
from tests.write.reading import block_texts, squeezed


def parsed(document: Document) -> html.HtmlElement:
    return html.document_fromstring(write(document, {}).decode())


def body(*blocks: Block, pages: int = 0) -> html.HtmlElement:
    infos = tuple(PageInfo(number, 595, 842) for number in range(1, pages + 1))
    return parsed(Document(pages=infos, blocks=blocks)).find(".//article")


def test_golden(golden: Callable[[str, str], None]) -> None:
    text = write(make.rich(), {}).decode()
    golden("rich.html", re.sub(r"<style>.*</style>", "<style></style>", text, flags=re.DOTALL))


def test_the_file_names_its_language_and_title() -> None:
    tree = parsed(make.rich())
    assert tree.get("lang") == "en"
    assert tree.findtext(".//title") == "Annual report 2025 * draft #"
    assert parsed(Document((), (), language="ar")).get("dir") == "rtl"
    assert parsed(Document((), (), language='x" onload="y')).get("lang") == "und"
    assert parsed(Document((), (), meta=Metadata(title="From the file"))).findtext(".//title") == "From the file"


def test_the_writers_own_words_are_in_the_language_of_the_document() -> None:
    blocks = tuple(make.heading(2, f"第{n}章") for n in range(4))
    tree = parsed(Document((), blocks, language="zh-CN"))
    assert tree.find(".//nav").get("aria-label") == "目录"
    assert tree.find(".//nav").get("lang") is None
    assert parsed(Document((), blocks, language="fr")).find(".//nav").get("lang") == "en"


def test_contents_from_four_headings_on() -> None:
    three = tuple(make.heading(2, f"Part {n}") for n in range(3))
    assert parsed(Document((), three)).find(".//nav") is None
    tree = parsed(Document((), (*three, make.heading(3, "Part 1"), make.heading(1, "End"))))
    links = [link.get("href") for link in tree.findall(".//nav//a")]
    assert links == ["#part-0", "#part-1", "#part-2", "#part-1-2", "#end"]
    assert all(len(tree.xpath(f"//*[@id='{link[1:]}']")) == 1 for link in links)
    assert tree.find(".//a[@class='skip']").get("href") == "#content"


def test_printed_contents_lead_to_their_pages() -> None:
    lines = [make.paragraph(text) for text in ("1 Scope ..... 1", "1.1 Terms ..... 2", "2 Use & care ..... 9")]
    tree = body(
        make.heading(1, "Contents"), *lines, make.paragraph("Text."), make.heading(1, "1 Scope", page=1), pages=3
    )
    (contents,) = tree.findall(".//nav[@role='doc-toc']")
    items = contents.findall("./ol/li")
    assert [(i.get("class"), i.text_content().split()) for i in items] == [
        ("level1", ["1", "Scope", "1"]),
        ("level2", ["1.1", "Terms", "2"]),
        ("level1", ["2", "Use", "&", "care", "9"]),
    ]
    assert [i.findtext("./a") for i in items] == ["1 Scope", None, None]
    assert items[0].find("./a").get("href") == "#p1"
    assert [p.text_content() for p in tree.findall("./p")] == ["Text."]


def test_pages_have_anchors_and_links_lead_to_pages_that_are_there() -> None:
    linked = make.paragraph(make.span("there", None, "#p2"), make.span("nowhere", None, "#p9"))
    tree = body(linked, make.paragraph("x", page=3), pages=4)
    assert [(mark.get("id"), mark.get("data-page")) for mark in tree.xpath("//*[@role='doc-pagebreak']")] == [
        ("p1", "1"),
        ("p2", "2"),
        ("p3", "3"),
        ("p4", "4"),
    ]
    assert [link.get("href") for link in tree.findall(".//p/a")] == ["#p2"]


def test_header_cells_say_which_way_they_point() -> None:
    tree = body(*(block for block in make.rich().blocks if isinstance(block, Table)))
    scopes = [(cell.text_content(), cell.get("scope")) for cell in tree.iter("th")]
    assert ("Name", "col") in scopes
    assert ("本期金额", "colgroup") in scopes
    assert [caption.text_content() for caption in tree.iter("caption")] == ["Table 1: Results", "表2 资产负债表"]


def test_a_header_that_reaches_into_the_body_stays_whole() -> None:
    grid = make._spanned()
    one_row = type(grid)(grid.rows, grid.cols, grid.cells, header_rows=1)
    tree = body(Table(one_row, ()))
    assert tree.find(".//thead") is None
    assert tree.find(".//th").get("rowspan") == "2"


def test_notes_have_a_way_there_and_back() -> None:
    mark = make.span("1", make.RAISED, note="n 1")
    tree = body(make.paragraph("a", mark, " and again", mark), Note("n 1", "1", (make.paragraph("it"),), ()))
    there = tree.xpath(".//a[@role='doc-noteref']")
    assert [link.get("href") for link in there] == ["#note-n-1"] * 2
    assert [link.get("id") for link in there] == ["ref-n-1", None]
    note = tree.xpath(".//*[@id='note-n-1']")[0]
    assert note.find("a").get("href") == "#ref-n-1"
    assert "it" in note.text_content()


def test_headings_inside_a_table_point_down_and_row_labels_point_right() -> None:
    inner = Cell(1, 0, (Span("Quarter"),), header=True), Cell(1, 1, (Span("Sum"),), header=True)
    cells = (Cell(0, 0, (Span("a"),)), Cell(0, 1, (Span("1"),)), *inner)
    cells += (Cell(2, 0, (Span("Total"),), header=True), Cell(2, 1, (Span("2"),)))
    tree = body(Table(Grid(3, 2, cells), ()))
    assert [(cell.text, cell.get("scope")) for cell in tree.iter("th")] == [
        ("Quarter", "col"),
        ("Sum", "col"),
        ("Total", "row"),
    ]


def test_chinese_paragraphs_keep_the_indent_of_their_first_line() -> None:
    def kind(text: str, indent: float, align: Align = Align.LEFT) -> str | None:
        return body(Paragraph((Span(text),), (), align, indent)).find("p").get("class")

    assert kind("公司坚持以人为本", 21.0) == "indent"
    assert kind("公司坚持以人为本", 0.0) is None
    assert kind("公司坚持以人为本", 21.0, Align.CENTER) == "center"
    assert kind("A paragraph", 21.0) is None


def test_lists_keep_what_is_printed() -> None:
    assert body(make.listed(("3)", "c"), ("4)", "d"), ordered=True)).find("ol").get("start") == "3"
    assert squeezed(body(make.listed(("(a)", "x"), ("(b)", "y"))).text_content()) == "(a)x(b)y"
    assert (
        body(List((Item("•", (make.paragraph("x"), make.listed(("-", "deep")))),), ())).find("ul/li/ul/li").text
        == "deep"
    )


def test_pictures_are_sized_in_css_pixels_and_never_without_words() -> None:
    image = body(Figure(make.picture("p1-1", page=7), (), (Span("A caption"),))).find(".//img")
    assert (image.get("src"), image.get("alt")) == ("images/p1-1.png", "Picture on page 7")
    assert (image.get("width"), image.get("height")) == ("213", "160")


def test_only_harmless_addresses_become_links() -> None:
    bad = (
        "javascript:alert(1)",
        " java\nscript:alert(1)",
        "JAVASCRIPT:x",
        "data:text/html,<script>",
        "vbscript:x",
        "file:///etc/passwd",
        "//x.y",
    )
    tree = body(*(Paragraph((Span("x", None, link),), ()) for link in bad))
    assert tree.find(".//a") is None
    tree = body(Paragraph((Span("x", None, 'https://a.b/"><script>alert(1)</script>'),), ()))
    assert tree.find(".//script") is None
    assert tree.find(".//a").get("href").startswith("https://a.b/")


def test_headings_are_not_bold_and_their_anchors_are_not_those_of_pages() -> None:
    tree = body(make.heading(2, "p1"), Heading(2, (Span("\n"),), ()), pages=1)
    heading = tree.find("h2")
    assert heading.get("id") == "section-p1"
    assert heading.find("strong") is None
    assert len(tree.findall("h2")) == 1


@settings(max_examples=200, deadline=None)
@given(documents)
def test_nothing_is_lost_and_nothing_slips_in(document: Document) -> None:
    text = write(document, {}).decode()
    assert not set(text) & set(CONTROLS)
    tree = html.document_fromstring(text)
    assert tree.find(".//script") is None
    for element in tree.iter():
        assert not any(name.startswith("on") for name in element.keys())  # noqa: SIM118 - lxml elements iterate over children
        assert not re.match(r"(?i)\s*(javascript|data|file|vbscript):", element.get("href", ""))
    ids = tree.xpath("//@id")
    assert len(ids) == len(set(ids))
    assert all(link[1:] in ids for link in tree.xpath("//a/@href") if link.startswith("#"))
    shown = squeezed("".join(tree.find(".//article").itertext()))
    for part in block_texts(document.blocks, latex=False, displayed=False):
        assert part in shown
    sources = tree.xpath("//div[@class='formula']/math/@data-latex")
    assert sorted(sources) == sorted(filter(plain, map(latex_of, walk(document.blocks))))  # notes stand at the end


def latex_of(block: Block) -> str:
    return clean(block.latex).strip() if isinstance(block, Formula) else ""


def test_a_displayed_formula_is_mathml_and_keeps_its_latex() -> None:
    one, two = body(Formula("a/b < c", (), r"\frac{a}{b} < c", "(3)"), Formula("x < y", ())).findall("div")
    assert one.find("math").get("display") == "block"
    assert one.find("math").get("data-latex") == r"\frac{a}{b} < c"
    assert [mi.text for mi in one.find(".//mfrac")] == ["a", "b"]
    assert squeezed(one.text_content()) == "ab<c(3)"
    assert (two.find("math"), two.text_content().strip()) == (None, "x < y")


def test_writing_from_the_right_is_marked_where_it_is_not_the_documents() -> None:
    grid = Grid(1, 2, (Cell(0, 0, (make.span("שם"),)), Cell(0, 1, (make.span("12"),))), rtl=True)
    blocks = (
        make.paragraph("English text"),
        make.paragraph("שלום לכולם"),
        List((Item("•", (make.paragraph("דבר"),)),), ()),
        Table(grid, ()),
        Table(make.grid(("a", "b")), ()),
    )
    tree = parsed(Document(pages=(), blocks=blocks, language="en")).find(".//article")
    found = [(e.tag, e.get("dir")) for e in tree.iter("p", "ul", "table")]
    assert found == [("p", None), ("p", "rtl"), ("ul", "rtl"), ("table", "rtl"), ("table", None)]
    tree = parsed(Document(pages=(), blocks=blocks, language="he"))
    assert tree.get("dir") == "rtl"
    found = [(e.tag, e.get("dir")) for e in tree.find(".//article").iter("p", "ul", "table")]
    assert found == [("p", "ltr"), ("p", None), ("ul", None), ("table", None), ("table", "ltr")]


def test_a_typescript_is_no_program() -> None:
    typed = make.paragraph(make.span("Vous pouvez m'envoyer la personne dont vous me parlez. " * 3, make.MONO))
    assert not body(typed).findall(".//code")
