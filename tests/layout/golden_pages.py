"""Hand-made documents for the golden files: text, headings, lists, furniture, reading order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quire.layout.pipeline import arrange
from quire.model.document import Document
from quire.model.geometry import Box
from quire.model.page import Fill, Line, Link, OutlineItem, Page, Picture, PictureKind, Rule, Style, Tag, Word
from tests.layout.maths.test_latex_builder import ROMAN
from tests.layout.maths.test_latex_builder import word as glyphs
from tests.layout.pages import BOLD, ITALIC, META, MONO, RAISED, block, line, of, page, prose, style, word
from tests.layout.test_page_range import OUTLINE, REPORT

CASES: dict[str, Callable[[], Document]] = {}
"""Name of the golden file, and what makes the document."""

SMALL = style(8.0)
TITLE = style(22.0)
HEADING = style(14.0, bold=True)
WIDTH = 460
"""Points of a column of text from x = 72."""


def case(
    make: Callable[[], Page | list[Page]],
    *,
    flow: bool = True,
    outline: Sequence[OutlineItem] = (),
    suffix: str = "",
) -> Callable[[], Page | list[Page]]:
    """Add the document that these pages are to `CASES`, named after the function."""

    def document() -> Document:
        made = make()
        return arrange(made if isinstance(made, list) else [made], meta=META, flow=flow, outline=outline)

    CASES[make.__name__.replace("_", "-") + suffix] = document
    return make


def text(top: float, words: int = 60, *, x: float = 72, width: float = WIDTH, start: int = 0) -> list[Line]:
    """A justified paragraph."""
    return block(prose(words, width, start=start), x, top, to=x + width)


def framed(x0: float, y0: float, x1: float, y1: float) -> list[Rule]:
    """The four sides of a box."""
    return [
        Rule(x0, y0, x1, y0, 0.5, 0),
        Rule(x0, y1, x1, y1, 0.5, 0),
        Rule(x0, y0, x0, y1, 0.5, 0),
        Rule(x1, y0, x1, y1, 0.5, 0),
    ]


def image(name: str, x0: float, y0: float, x1: float, y1: float, number: int = 1) -> Picture:
    """A picture at a place."""
    return Picture(name, number, Box(x0, y0, x1, y1), PictureKind.IMAGE, 100, 100)


# --- paragraphs and columns ------------------------------------------------------------------------


@case
def paragraphs_justified_indented_ragged() -> Page:
    indented = block(prose(60, WIDTH - 12, start=5), 72, 200)
    indented[0] = line(indented[0].text, 84, 200)
    return page(text(80), text(140, start=9), indented, block(["A line in the middle."], 250, 300), text(340))


@case
def styles_links_and_raised_marks() -> Page:
    words = [word("Plain,", 72, 100), word("bold,", 106, 100, BOLD, space=True)]
    words += [word("italic,", 136, 100, ITALIC, space=True), word("code", 176, 100, MONO, space=True)]
    words += [word("and", 201, 100, space=True), word("red", 221, 100, style(color=0xCC0000), space=True)]
    words += [word("x", 241, 100, space=True), word("2", 246, 97, RAISED), word("here.", 255, 100, space=True)]
    links = [Link(Box(100, 118, 190, 132), "https://example.org/"), Link(Box(200, 118, 260, 132), None, 1)]
    return page(of(words), text(128, 40), links=links)


@case
def two_columns_below_a_wide_heading() -> Page:
    wide = [line("A report in two columns", 150, 70, TITLE), *text(100, 45)]
    left, right = text(200, 230, width=215), text(200, 230, x=317, width=215, start=4)
    return page(wide, left, right, line("Results", 317, 560, BOLD), text(575, 20, x=317, width=215))


@case
def three_columns() -> Page:
    return page(*(text(80, 150, x=40 + 185 * n, width=160, start=n) for n in range(3)))


@case
def paragraph_continued_over_columns_and_pages() -> list[Page]:
    def column(x: float, first: str, last: str, start: int) -> list[Line]:
        rows = [first, *prose(170, 215, start=start)[:-1], last]
        return block(rows, x, 80, to=x + 215)

    return [
        page(
            column(72, "The text of it", "and goes on with the inter-", 0),
            column(317, "national part of it, which ends", "has more to say on the next page where the", 3),
        ),
        page(column(72, "sentence is over at last.", "and one that ends here.", 6), number=2),
    ]


@case
def drop_cap() -> Page:
    capital = line("T", 72, 122, style(40.0))
    return page(capital, text(100, 10, x=96, width=WIDTH - 24), text(112, 12, x=96, width=WIDTH - 24), text(138, 60))


@case
def block_quote() -> Page:
    return page(text(80, 90), text(170, 60, x=108, width=390), text(240, 90))


@case
def line_numbers_in_the_margin() -> Page:
    numbers = [line(str(n), 40, 80 + 12 * (n - 1), style(7.0)) for n in range(1, 41)]
    rows = prose(600, WIDTH)[:40]
    return page(numbers, block(rows, 72, 80, to=532))


@case
def sidebar_beside_the_text() -> Page:
    side = [line("In brief", 420, 112, BOLD), *block(prose(60, 110), 420, 130)]
    return page(text(80, 400, width=320), side, fills=[Fill(410, 95, 545, 420, 0xEEEEDD)])


@case
def panels_side_by_side() -> Page:
    places = [(72.0 + 150 * n, 100.0 + 80 * m) for m in range(2) for n in range(3)]
    tiles = [
        [line(f"{n}4%", x + 10, y + 24, style(20.0, bold=True)), line(f"share of part {n}", x + 10, y + 44)]
        for n, (x, y) in enumerate(places)
    ]
    fills = [Fill(x, y, x + 120, y + 60, 0xE0E0FF) for x, y in places]
    return page(*tiles, line("Outlook", 72, 290, BOLD), text(310), fills=fills)


@case
def tab_stops_and_form_fields() -> Page:
    rows = [line("Hydrologist, Water Board", 72, 100, BOLD), line("2016", 500, 100, BOLD)]
    rows += [line("Flood modelling", 72, 250), line("Bristol", 470, 250)]
    fields = [
        piece
        for n, name in enumerate(("Name", "Place of birth", "Nationality", "Signature"))
        for piece in (line(f"{name}:", 72, 420 + 26 * n), line("Date:", 330, 420 + 26 * n))
    ]
    rules = [Rule(150, 422 + 26 * n, 310, 422 + 26 * n, 0.5, 0) for n in range(4)]
    rules += [Rule(370, 422 + 26 * n, 530, 422 + 26 * n, 0.5, 0) for n in range(4)]
    return page(rows, text(130), text(280), fields, text(560), rules=rules)


@case
def separators_and_icons() -> Page:
    rules = [Rule(72, 160, 532, 160, 0.5, 0), Rule(72, 330, 532, 330, 2.0, 0x4472C4)]
    return page(text(80), text(190), text(360), rules=rules, pictures=[image("icon", 50, 182, 62, 194)])


@case
def hyphens_at_line_ends() -> Page:
    rows = ["The inter-", "national well-", "known mid-", "1990s e-", "mail of the co-", "operation was long-", "term."]
    return page(block(rows, 72, 100, to=200), text(260, 40))


@case
def letters_set_apart_and_lowered() -> Page:
    return page(
        line("C O N T E N T", 72, 90, style(12.0)),
        line("H", 72, 140),
        line("2", 77, 142, style(6.0, rise=-1)),
        line("O is water.", 81, 140),
        text(180),
    )


@case
def pages_without_text() -> list[Page]:
    return [page(number=1), page(number=2, needs_ocr=True), page(text(80), number=3)]


# --- right to left, vertical -----------------------------------------------------------------------


@case
def right_to_left() -> Page:
    from tests.layout.text.test_right_to_left import leftward
    from tests.layout.text.test_right_to_left import prose as hebrew

    title = leftward("כותרת הספר", 540.0, 80.0)
    title = title._replace(words=tuple(w._replace(style=style(20.0, bold=True)) for w in title.words))
    items: list[Line] = []
    for n, words in enumerate(("דבר ראשון בבית", "דבר שני בעיר", "דבר אחר בארץ"), 1):
        items += [leftward(f".{n}", 520.0, 260.0 + 14.0 * n), leftward(words, 495.0, 260.0 + 14.0 * n)]
    rows = [("סעיף", "2024", "2023"), ("הכנסות", "3,450", "3,067"), ("עלות", "2,110", "1,985"), ("רווח", "812", "45")]
    cells: list[Line] = []
    for n, (label, *figures) in enumerate(rows):
        cells.append(leftward(label, 500.0, 360.0 + 20.0 * n))
        cells += [line(figure, 300.0 - 120.0 * i, 360.0 + 20.0 * n) for i, figure in enumerate(figures)]
    rules = [Rule(150, y, 510, y, 0.5, 0) for y in range(346, 430, 20)]
    rules += [Rule(x, 346, x, 426, 0.5, 0) for x in (150, 280, 400, 510)]
    columns = [*hebrew(8, 540.0, 470.0, per=6), *hebrew(8, 280.0, 470.0, per=6)]
    return page(title, hebrew(5, 540.0, 120.0), hebrew(4, 540.0, 196.0), items, cells, columns, rules=rules)


@case
def vertical_text() -> Page:
    from tests.layout.text.test_vertical_text import column

    lines = [column("これは次の段落の初めである", 464, 70), column("一つ目の行は下の端まで続いて行く", 500)]
    return page(*lines, column("そこで終わる。", 482), column("下の段の初め", 500, 400), column("下の段の次", 482, 400))


@case
def turned_stamp_at_the_side() -> Page:
    from tests.layout.text.test_vertical_text import column

    stamp = column("arXiv:2401.01234 [cs.DL] 3 Jan 2024", 30, 200, angle=270, vertical=False)
    return page(stamp, text(80, 300))


# --- headings --------------------------------------------------------------------------------------


@case
def headings_numbered() -> Page:
    heads = [("1 Scope", 14.0), ("1.1 Aims", 12.0), ("1.1.1 First aim", 11.0), ("1.2 Limits", 12.0), ("2 Terms", 14.0)]
    parts = [
        [line(name, 72, 80 + 90 * n, style(size, bold=True)), *text(100 + 90 * n, 50, start=n)]
        for n, (name, size) in enumerate(heads)
    ]
    return page(*parts)


@case
def headings_by_style_alone() -> Page:
    looks = [style(18.0), style(14.0, bold=True), BOLD, style(14.0, bold=True), BOLD, ITALIC]
    names = ["The gardens", "Willow trees", "Their roots", "Old oaks", "Their leaves", "A note on moss"]
    parts = [
        [line(name, 72, 80 + 90 * n, look), *text(102 + 90 * n, 50, start=n)]
        for n, (name, look) in enumerate(zip(names, looks, strict=True))
    ]
    return page(*parts)


@case
def headings_of_several_rows_and_appendices() -> Page:
    long = block(["A heading that is so long that it takes", "two rows of the page"], 72, 80, HEADING)
    return page(
        long,
        text(130),
        line("Appendix A Tables", 72, 230, HEADING),
        text(252),
        line("A.1 Sums", 72, 330, BOLD),
        text(350),
        line("Appendix B", 72, 440, HEADING),
        text(460),
    )


@case
def title_block_of_a_paper() -> Page:
    head = [line("How gardens are kept in towns", 130, 80, TITLE), line("Anna Keller and Rosa Stein", 200, 110)]
    head += [line("Institute of Gardens, Cork", 210, 124, ITALIC), line("anna@example.org", 240, 138, MONO)]
    head += [line("Version 2 of 3 May 2024", 225, 156), line("Abstract", 280, 184, BOLD)]
    return page(head, text(204, 70, x=100, width=400), line("1 Introduction", 72, 300, HEADING), text(322, 150))


def outlined() -> list[Page]:
    return [
        page(line("Part one", 72, 80, BOLD), text(100), line("A first matter", 72, 200), text(230), number=1),
        page(line("Part two", 72, 80, BOLD), text(100), number=2),
    ]


case(
    outlined,
    outline=[OutlineItem(1, "Part one", 1), OutlineItem(2, "A first matter", 1), OutlineItem(1, "Part two", 2)],
)


@case
def tagged_headings_and_artifacts() -> Page:
    def tagged(words: str, top: float, mcid: int) -> Line:
        found = line(words, 72, top)
        return found._replace(words=tuple(one._replace(mcid=mcid) for one in found.words))

    tags = {0: Tag(("Document", "H1"), (1, 2)), 1: Tag(("Document", "P"), (1, 3)), 2: Tag(("Document", "H2"), (1, 4))}
    return page(
        tagged("What is tagged", 80, 0),
        tagged("A paragraph of one line.", 110, 1),
        tagged("Below", 140, 2),
        text(170),
        tags=tags,
    )


@case
def contents_page() -> list[Page]:
    names = ["Introduction", "Methods that were used", "Results", "Discussion of them", "Outlook", "Index"]
    entries = [line(f"{n + 1} {name} {'.' * 40} {4 * n + 2}", 72, 130 + 14 * n) for n, name in enumerate(names)]
    plain = [
        piece
        for n, name in enumerate(names)
        for piece in (line(name, 72, 300 + 14 * n), line(str(3 * n + 7), 500, 300 + 14 * n))
    ]
    parts = [[line(f"{n + 1} {name}", 72, 80 + 100 * n, BOLD), *text(100 + 100 * n)] for n, name in enumerate(names)]
    return [
        page(line("Contents", 72, 90, HEADING), entries, line("List of figures", 72, 270, HEADING), plain),
        page(*parts, number=2),
    ]


# --- lists -----------------------------------------------------------------------------------------


@case
def lists_nested() -> Page:
    rows = ["• one entry", "• another entry of the list", "– inner", "– inner too", "• a last entry"]
    lefts = [90, 90, 110, 110, 90]
    bullets = [line(words, x, 160 + 13 * n) for n, (words, x) in enumerate(zip(rows, lefts, strict=True))]
    steps = [line("1. The first item", 72, 300), line("A further paragraph of it", 84.5, 324)]
    steps += [line("a) inner", 100, 348), line("b) inner too", 100, 360), line("2. The second item", 72, 384)]
    return page(text(80), bullets, steps, text(420))


@case
def list_whose_items_wrap() -> Page:
    items: list[Line] = []
    for n in range(4):
        top = 140 + 40 * n
        items += [line(f"({chr(105 + n)})", 90, top), *block(prose(30, 400, start=n), 112, top)]
    return page(text(80, 40), items, text(330))


@case
def list_over_pages_with_a_footnote() -> list[Page]:
    mark = of([word("1.", 72, 200), word("one", 86, 200, space=True), word("1", 101, 197, RAISED)])
    note = line("1 A note on it.", 72, 700, SMALL)
    return [
        page(text(80), mark, line("2. two", 72, 213), note),
        page(line("3. three", 72, 100), line("4. four", 72, 113), text(150), number=2),
    ]


@case
def list_of_references() -> Page:
    entries = [
        piece
        for n in range(5)
        for piece in block(
            [f"[{n + 1}] Keller, A. Of gardens and their keepers in the towns of the", "south. Cork, 2019."],
            72,
            110 + 30 * n,
        )
    ]
    return page(line("References", 72, 84, HEADING), entries)


# --- notes, captions, code, formulas ---------------------------------------------------------------


@case
def footnotes() -> Page:
    marked = of(
        [
            word("ends", 72, 240),
            word("here.", 95, 240, space=True),
            word("1", 120, 237, RAISED),
            word("More", 130, 240, space=True),
            word("follows.", 155, 240, space=True),
            word("2", 196, 237, RAISED),
        ]
    )
    notes = [line("1 The first note runs over", 72, 640, SMALL), line("two rows.", 72, 650, SMALL)]
    notes += [line("2 The second, which is as long", 72, 660, SMALL), line("as the first.", 72, 670, SMALL)]
    number = line("7", 300, 760)
    return page(text(80, 200), marked, text(264, 440), notes, number, rules=[Rule(72, 628, 172, 628, 0.5, 0)])


@case
def figures_and_captions() -> Page:
    below = line("Figure 1: A garden seen from above", 72, 262)
    above = line("Figure 2. A second one, named above it", 72, 380)
    pictures = [image("p1-1", 72, 140, 300, 250), image("p1-2", 72, 390, 300, 480), image("p1-3", 330, 390, 530, 480)]
    return page(text(80, 50), below, text(300), above, text(520), line("图 3 园林", 330, 492), pictures=pictures)


@case
def chart_with_labels() -> Page:
    fills = [Fill(120 + 60 * n, 300 - 25 * n, 150 + 60 * n, 400, 0x4871B8) for n in range(5)]
    labels = [line(f"202{n}", 122 + 60 * n, 414) for n in range(5)]
    values = [line(f"{n + 1}0.5", 124 + 60 * n, 294 - 25 * n, SMALL) for n in range(5)]
    axis = [line(str(40 - 10 * n), 90, 210 + 48 * n, SMALL) for n in range(5)]
    rules = [Rule(110, 208 + 48 * n, 430, 208 + 48 * n, 0.3, 0xCCCCCC) for n in range(5)]
    return page(
        text(80), labels, values, axis, line("Figure 1: Sums by year", 72, 440), text(480), fills=fills, rules=rules
    )


@case
def code_listing() -> Page:
    rows = [("def f(x):", 72), ("if x:", 92), ("return x", 112), ("print(f(1))  # once", 72)]
    listing = [line(words, x, 212 + 12 * n + (12 if n == 3 else 0), MONO) for n, (words, x) in enumerate(rows)]
    numbered = [
        piece
        for n, words in enumerate(("a = 1", "b = 2", "c = a + b"))
        for piece in (line(str(n + 1), 50, 400 + 12 * n, style(7.0)), line(words, 72, 400 + 12 * n, MONO))
    ]
    return page(text(80), listing, text(300), numbered, text(480), fills=[Fill(66, 198, 540, 268, 0xF2F2F2)])


@case
def formulas() -> Page:
    def spaced(*words: Word) -> Line:
        return of([one._replace(space=index > 0) for index, one in enumerate(words)])

    italic = style(10.0, font="CMMI10")
    shown = [line("E = m c", 250, 180, italic), line("(3)", 520, 180)]
    fraction = [
        spaced(glyphs("y", 250, 300), glyphs("=", 258, 300, 10, ROMAN)),
        of([glyphs("a", 270, 295.5, 7)]),
        of([glyphs("b", 270, 304, 7)]),
    ]
    inline = [
        spaced(
            glyphs("where", 72, 400, 10, ROMAN),
            glyphs("x", 100, 400),
            glyphs("=", 108, 400, 10, ROMAN),
            glyphs("k", 116, 400),
            glyphs("holds.", 126, 400, 10, ROMAN),
        )
    ]
    bar = Rule(269.5, 297.5, 274, 297.5, 0.4, 0)
    return page(text(80), shown, text(210), fraction, text(330, 40), inline, text(430), rules=[bar])


# --- furniture, slides, whole documents ------------------------------------------------------------


@case
def running_headers_and_page_numbers() -> list[Page]:
    names = ["Roses", "Roses", "Willow trees", "Willow trees", "Oaks", "Oaks"]
    return [
        page(
            line("The yearly report" if n % 2 else name, 72, 40, SMALL),
            [line(name, 72, 90, HEADING)] if not n % 2 else [],
            text(120, 300, start=n),
            line(str(n + 11), 520 if n % 2 else 72, 760, SMALL),
            line("Garden Press, Cork", 250, 760, SMALL),
            pictures=[image(f"p{n + 1}-1", 480, 20, 540, 50, n + 1)],
            rules=[Rule(72, 48, 532, 48, 0.5, 0)],
            number=n + 1,
            label=str(n + 11),
        )
        for n, name in enumerate(names)
    ]


def slides() -> list[Page]:
    big, shown = style(28.0), style(16.0)
    pages = []
    for n in range(3):
        bullets = [line(f"• Point {k} of slide {n + 1}", 80, 150 + 30 * k, shown) for k in range(4)]
        cards = [
            piece
            for k in range(2)
            for piece in (line(f"Card {k}", 440 + 230 * k, 180, shown), line("with a text", 440 + 230 * k, 204, shown))
        ]
        fills = [Fill(430 + 230 * k, 150, 640 + 230 * k, 260, 0xEEEEEE) for k in range(2)]
        pages.append(
            page(
                line(f"Slide number {n + 1}", 80, 80, big),
                bullets,
                cards,
                line(str(n + 1), 900, 520, SMALL),
                fills=fills,
                number=n + 1,
                size=(960.0, 540.0),
            )
        )
    return pages


case(slides)
case(slides, flow=False, suffix="-without-flow")


CASES["report"] = lambda: arrange(REPORT, meta=META, outline=OUTLINE)
CASES["report-without-flow"] = lambda: arrange(REPORT[:8], meta=META, outline=OUTLINE, flow=False)

CHINESE = "本公司董事会及全体董事保证本报告内容不存在任何虚假记载误导性陈述或者重大遗漏并对其内容的真实性承担法律责任"


@case
def chinese_report() -> Page:
    cjk = Style("SimSun", 10.5, bold=False, italic=False, mono=False, color=0)

    def row(words: str, x: float, top: float, look: Style = cjk) -> Line:
        return of([word(words, x, top, look)])

    heads = [("第一节 重要提示", 70.0), ("一、公司基本情况", 190.0), ("（一）主营业务", 300.0)]
    titles = [line(name, 72, top, cjk._replace(size=14.0 - n, bold=True)) for n, (name, top) in enumerate(heads)]
    texts = [row(CHINESE[:42], 93, top) for top in (100.0, 220.0, 330.0)]
    texts += [row(CHINESE[5:49], 72, top + 16) for top in (100.0, 220.0, 330.0)]
    texts += [row("特此公告。", 72, top + 32) for top in (100.0, 220.0, 330.0)]
    items = [row(f"{n}、{CHINESE[n : n + 12]}", 93, 400.0 + 16 * n) for n in range(1, 4)]
    return page(titles, texts, items, row("单位：元  币种：人民币", 420, 490), line("12 / 180", 280, 770, SMALL))
