"""Markdown: what is written reads back as what was meant."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings

from quire.model.block import Block, Code, Figure, Formula, Heading, Item, List, Note, Paragraph, Quote, Span, Table
from quire.model.document import Document
from quire.model.table import Align, Cell, Grid
from quire.write.markdown import write
from tests import documents as make
from tests.strategies import CONTROLS, documents
from tests.write.reading import block_texts, rendered, squeezed


def markdown(*blocks: Block) -> str:
    return write(Document(pages=(), blocks=blocks), {}).decode().rstrip("\n")


def test_golden(golden: Callable[[str, str], None]) -> None:
    golden("rich.md", write(make.rich(), {}).decode())


def test_an_empty_document_is_an_empty_file() -> None:
    assert write(Document(pages=(), blocks=()), {}) == b""


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain text, with commas - and dashes", "plain text, with commas - and dashes"),
        ("3*4*5", r"3\*4\*5"),
        ("one star* only", "one star* only"),
        ("a * b * c", "a * b * c"),
        ("snake_case_name", "snake_case_name"),
        ("_x_", r"\_x\_"),
        ("to fill in: ____ ____ here", "to fill in: ____ ____ here"),
        ("[1] and [2]", "[1] and [2]"),
        ("[a](b)", r"[a\](b)"),
        ("a < b and c > d", "a < b and c > d"),
        ("a <b> c", r"a \<b> c"),
        ("p <0.05, n>3", "p <0.05, n>3"),
        ("AT&T & co", "AT&T & co"),
        ("&lt; &#60;", r"\&lt; \&#60;"),
        (r"C:\temp\x", r"C:\temp\x"),
        (r"a\*b", r"a\\*b"),
        ("3~5 and 6~8", r"3\~5 and 6\~8"),
        ("about ~5", "about ~5"),
        ("1. one", r"1\. one"),
        ("1.5 metres", "1.5 metres"),
        ("2) two", r"2\) two"),
        ("# head", r"\# head"),
        ("#5 is alive", "#5 is alive"),
        ("- dash", r"\- dash"),
        ("-5 degrees", "-5 degrees"),
        ("> quote", r"\> quote"),
        ("---", r"\---"),
        ("[x]: y", r"[x]\: y"),
        ("公司（以下简称“本公司”）*注", "公司（以下简称“本公司”）*注"),
        ("hidden\x00\x07 \x85char\u2028acters\ud800", "hidden  char acters"),
    ],
)
def test_escapes_only_where_a_character_would_be_markup(text: str, written: str) -> None:
    assert markdown(Paragraph((Span(text),), ())) == written


@pytest.mark.parametrize(
    ("spans", "written"),
    [
        ([("a ", None), ("b", make.BOLD), (" c", None)], "a **b** c"),
        ([("a", None), (" b ", make.BOLD), ("c", None)], "a **b** c"),
        ([("a ", None), ("b", make.BOLD), (" ", make.BODY), ("c", make.BOLD), (".", None)], "a **b c**."),
        ([("xy", make.BOTH)], "***xy***"),
        ([("x", make.BOTH)], "**x**"),  # a quantity, italic by convention
        ([("f", make.ITALIC), ("(", None), ("x", make.ITALIC), (") → ", None), ("so", make.ITALIC)], "f(x) → *so*"),
        ([("on the 31", None), ("st", make.RAISED), (" of May", None)], "on the 31st of May"),
        ([("Made by X", None), ("®", make.RAISED), (" a", None), ("th", make.RAISED)], "Made by X® a<sup>th</sup>"),
        ([("now ", None), ("→", make.BOLD), (" then", None)], "now → then"),
        ([("ab", make.BOLD), ("bc", make.ITALIC)], "**ab**<em>bc</em>"),
        ([("Abstract", make.BOTH), ("—Points", make.BOLD)], "***Abstract*—Points**"),
        ([("bold", make.BOLD), (" and ", None), ("words", make.BOTH)], "**bold** and ***words***"),
        ([("中文", None), ("粗体", make.SONG_BOLD), ("中文", None)], "中文**粗体**中文"),
        ([("中文", None), ("（粗体）", make.SONG_BOLD), ("中文", None)], "中文<strong>（粗体）</strong>中文"),
        ([("中文，", None), ("“粗体”", make.SONG_BOLD), ("。", None)], "中文，**“粗体”**。"),
        (
            [("x", None), ("2", make.RAISED), (" H", None), ("2", make.LOWERED), ("O", None)],
            "x<sup>2</sup> H<sub>2</sub>O",
        ),
        ([("run ", None), ("a`b", make.MONO), (" now", None)], "run ``a`b`` now"),
        ([("Name:", make.BOLD), (" ____", None)], "**Name:** ____"),
        ([("a", None), ("!", None), ("[b]", None)], "a![b]"),
    ],
)
def test_runs(spans: list[tuple[str, object]], written: str) -> None:
    assert markdown(Paragraph(tuple(Span(text, style) for text, style in spans), ())) == written  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "link", "written"),
    [
        ("site", "https://example.org", "[site](https://example.org)"),
        ("s]te", "https://example.org/(a)", r"[s\]te](<https://example.org/(a)>)"),
        ("https://example.org/a_b_", "https://example.org/a_b_", "<https://example.org/a_b_>"),
        ("a@b.org", "mailto:a@b.org", "<a@b.org>"),
        ("evil", "javascript:alert(1)", "evil"),
        ("evil", "java\nscript:alert(1)", "evil"),
        ("evil", "data:text/html,x", "evil"),
        ("page", "#p3", "page"),
    ],
)
def test_links(text: str, link: str, written: str) -> None:
    assert markdown(Paragraph((Span(text, None, link),), ())) == written


def test_a_heading_has_no_bold_parts_and_stays_on_its_line() -> None:
    assert markdown(make.heading(3, "1.2 Scope\nand more")) == "### 1.2 Scope and more"
    assert markdown(Heading(2, (Span("All "), Span("bold", make.BOLD)), ())) == "## All bold"
    assert markdown(Heading(9, (Span("C #"),), ())) == r"###### C \#"
    assert markdown(Heading(4, (Span("The title"),), (), title=True)) == "# The title"


def test_printed_numbers_stay() -> None:
    assert markdown(make.listed(("3.", "three"), ("4.", "four"), ordered=True)) == "3. three\n4. four"
    assert markdown(make.listed(("1)", "one"), ("2)", "two"), ordered=True)) == "1) one\n2) two"
    assert markdown(make.listed(("1.", "one"), ("5.", "five"), ordered=True)) == "1. one\n\n<!-- -->\n\n5. five"
    assert markdown(make.listed(("(a)", "alpha"), ("一、", "beta"))) == "- (a) alpha\n- 一、beta"
    assert markdown(make.listed(("", "one"), ("", "two"), ordered=True, start=7)) == "7. one\n8. two"
    assert markdown(make.listed(("☐", "open"), ("☑", "done"))) == "- [ ] open\n- [x] done"


def test_a_nested_list_is_indented_under_its_item() -> None:
    inner = make.listed(("•", "deep"))
    outer = List(
        (Item("10.", (make.paragraph("ten"), inner)), Item("11.", (make.paragraph("eleven"),))), (), ordered=True
    )
    assert markdown(outer) == "10. ten\n    - deep\n11. eleven"


def test_two_lists_in_a_row_stay_two() -> None:
    tree = rendered(markdown(make.listed(("•", "a")), make.listed(("•", "b"))))
    assert len(tree.findall("ul")) == 2


def test_plain_tables_are_pipes() -> None:
    table = Table(make.grid(("A|B", "n"), ("x*", "1"), ("", "2")), (), (Span("Table 1"),))
    assert markdown(table) == "Table 1\n\n| A\\|B | n |\n| --- | --: |\n| x* | 1 |\n|  | 2 |"


def test_tables_with_links_are_html_so_that_their_texts_stay_whole() -> None:
    cells = (
        Cell(0, 0, (Span("Exhibit"),)),
        Cell(0, 1, (Span("Description"),)),
        Cell(1, 0, (Span("10.1"),)),
        Cell(1, 1, (Span("Agreement", link="https://example.com/a"),)),
    )
    text = markdown(Table(Grid(2, 2, cells, header_rows=1), ()))
    assert '<td><a href="https://example.com/a">Agreement</a></td>' in text
    assert "|" not in text


def test_tables_with_spans_or_breaks_are_html_without_blank_lines() -> None:
    grid = Grid(
        2,
        2,
        (
            Cell(0, 0, (Span("head"),), col_span=2, header=True),
            Cell(1, 0, (Span("a\n\nb"),)),
            Cell(1, 1, (Span("<x>", make.BOLD), Span("y")), align=Align.RIGHT),
        ),
        header_rows=1,
    )
    assert markdown(Table(grid, ())) == (
        '<table>\n<thead>\n<tr><th colspan="2">head</th></tr>\n</thead>\n<tbody>\n'
        "<tr><td>a<br>b</td><td><strong>&lt;x&gt;</strong>y</td></tr>\n</tbody>\n</table>"
    )


def test_a_cell_that_is_bold_as_a_whole_is_design() -> None:
    assert markdown(Table(make.grid(("a",), ("b",)), ())) == "| a |\n| --- |\n| b |"


def test_figures_code_quotes_formulas() -> None:
    figure = Figure(make.picture("p1-2", alt="a [b]\nc"), (), (Span("Figure 2"),))
    assert markdown(figure) == "![a \\[b\\] c](images/p1-2.png)\n\nFigure 2"
    assert markdown(Code("a\n```\nb\n", ())) == "````\na\n```\nb\n````"
    assert markdown(Quote((make.paragraph("a"), make.paragraph("b")), ())) == "> a\n>\n> b"
    assert markdown(Formula("x", (), "x^2\n\n+1", "(3)")) == "$$x^2 +1 \\tag{3}$$"
    assert markdown(Formula("x", (), "a<b")) == "$$a< b$$"
    assert markdown(Formula("x * y", (), label="(3)")) == "x * y (3)"


def test_footnotes() -> None:
    text = make.paragraph("said", make.span("1", make.RAISED, note="N 1"), ": so")
    note = Note("N 1", "1", (make.paragraph("first"), make.paragraph("second")), ())
    assert markdown(text, note) == "said[^1]: so\n\n[^1]: first\n\n    second"
    again = Note("N 2", "1", (make.paragraph("of another page"),), ())
    assert markdown(text, note, again).startswith("said[^n-1]: so")
    assert markdown(note) == "<sup>1</sup> first\n\nsecond"
    assert markdown(text) == "said<sup>1</sup>: so"


def test_a_mark_at_the_start_of_a_line_defines_nothing() -> None:
    text = make.paragraph(make.span("1", make.RAISED, note="n"), ": so")
    assert markdown(text, Note("n", "1", (make.paragraph("it"),), ())).startswith("[^1]\\: so")


def test_a_note_in_a_list_stands_after_it() -> None:
    item = Item(
        "•", (make.paragraph("x", make.span("1", make.RAISED, note="n")), Note("n", "1", (make.paragraph("it"),), ()))
    )
    assert markdown(List((item,), ()), make.paragraph("end")) == "- x[^1]\n\n[^1]: it\n\nend"


def test_line_breaks_that_are_meant() -> None:
    assert markdown(make.paragraph("one\ntwo \n\n three")) == "one  \ntwo  \nthree"


@settings(max_examples=300, deadline=None)
@given(documents)
def test_nothing_is_lost_and_nothing_becomes_markup(document: Document) -> None:
    text = write(document, {}).decode()
    assert not set(text) & set(CONTROLS)
    tree = rendered(text)
    assert tree.find(".//script") is None
    shown = squeezed("".join(tree.itertext()))
    for part in block_texts(document.blocks):
        assert part in shown


def test_notes_that_only_lead_to_themselves_are_shown() -> None:
    mark = make.span("1", make.RAISED, note="n")
    assert markdown(Note("n", "1", (make.paragraph("text", mark),), ())) == "<sup>1</sup> text<sup>1</sup>"


def test_a_list_that_begins_a_note_keeps_its_columns() -> None:
    items = (Item("2.", (Code("x = 1", ()),)), Item("3.", (make.paragraph("text"),)))
    tree = rendered(
        markdown(make.paragraph("word", make.span("1", make.RAISED, note="n")), Note("n", "1", (List(items, ()),), ()))
    )
    assert [code.text.strip() for code in tree.iter("code")] == ["x = 1"]
    assert [item.text_content().strip() for item in tree.iterfind(".//ol/li/ol/li")] == ["x = 1", "text"]


def test_code_in_a_link_defines_nothing() -> None:
    assert markdown(Paragraph((Span("]:", make.MONO, "https://x.y"),), ())) == r"[\]:](https://x.y)"


def test_a_raised_mark_is_escaped() -> None:
    spans = (make.span("*", make.RAISED), make.span("*", make.RAISED), make.span(" note *"))
    assert markdown(Paragraph(spans, ())) == r"<sup>\*\*</sup> note \*"


def test_a_typescript_is_no_program() -> None:
    typed = make.paragraph(make.span("Vous pouvez m'envoyer la personne dont vous me parlez. " * 3, make.MONO))
    assert "`" not in markdown(typed)
