"""A hand-made document that uses every kind of block, and short makers for parts of documents."""

from __future__ import annotations

import struct
import zlib

from quire.model.block import (
    Block,
    Code,
    Figure,
    Formula,
    Furniture,
    Heading,
    Item,
    List,
    Note,
    Paragraph,
    Place,
    Quote,
    Role,
    Span,
    Table,
)
from quire.model.document import Document, PageInfo, Region
from quire.model.geometry import Box
from quire.model.page import Metadata, OutlineItem, Picture, PictureKind, Style, TextSource
from quire.model.table import Align, Cell, Grid

BODY = Style("SourceSerif", 10.5, bold=False, italic=False, mono=False, color=0)
BOLD = BODY._replace(bold=True)
ITALIC = BODY._replace(italic=True)
BOTH = BODY._replace(bold=True, italic=True)
MONO = BODY._replace(font="SourceCode", mono=True)
RAISED = BODY._replace(size=7.0, rise=1)
LOWERED = BODY._replace(size=7.0, rise=-1)
RED = BODY._replace(color=0xC00000)
SONG = BODY._replace(font="SimSun")
SONG_BOLD = SONG._replace(bold=True)


def place(page: int = 1, top: float = 100.0, height: float = 20.0) -> Place:
    """A place as wide as the text of a page."""
    return Place(page, Box(72.0, top, 523.0, top + height))


def span(text: str, style: Style | None = BODY, link: str | None = None, note: str | None = None) -> Span:
    """A span."""
    return Span(text, style, link, note)


def paragraph(*spans: Span | str, page: int = 1, align: Align = Align.LEFT) -> Paragraph:
    """A paragraph; plain strings are set as body text."""
    return Paragraph(tuple(span(one) if isinstance(one, str) else one for one in spans), (place(page),), align)


def heading(level: int, text: str, *, page: int = 1, title: bool = False) -> Heading:
    """A heading in bold."""
    return Heading(level, (span(text, BOLD._replace(size=20.0 - 2 * level)),), (place(page),), title)


def listed(*items: tuple[str, Block | str], ordered: bool = False, start: int = 1, page: int = 1) -> List:
    """A list of one block an item."""
    made = tuple(Item(mark, (paragraph(one, page=page) if isinstance(one, str) else one,)) for mark, one in items)
    return List(made, (place(page),), ordered, start)


def grid(*rows: tuple[str, ...], header_rows: int = 1) -> Grid:
    """A rectangular grid; figures stand at the right."""
    cells = tuple(
        Cell(
            row,
            col,
            (span(text, BOLD if row < header_rows else BODY),) if text else (),
            header=row < header_rows,
            align=Align.RIGHT if text[:1].isdigit() and row >= header_rows else Align.LEFT,
            box=Box(72.0 + 100 * col, 100.0 + 20 * row, 172.0 + 100 * col, 120.0 + 20 * row),
            page=1,
        )
        for row, texts in enumerate(rows)
        for col, text in enumerate(texts)
    )
    return Grid(len(rows), len(rows[0]), cells, header_rows, widths=(100.0,) * len(rows[0]), ruled=True)


def png(width: int = 8, height: int = 8, color: tuple[int, int, int] = (40, 90, 200)) -> bytes:
    """A PNG file of one colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack("!I", len(data)) + kind + data + struct.pack("!I", zlib.crc32(kind + data))

    rows = (b"\x00" + bytes(color) * width) * height
    header = struct.pack("!IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def picture(name: str = "p1-1", *, page: int = 1, alt: str = "") -> Picture:
    """A placed picture of 160 x 120 points."""
    return Picture(name, page, Box(72.0, 300.0, 232.0, 420.0), PictureKind.IMAGE, 320, 240, (3,), alt)


def _spanned() -> Grid:
    """A grid with a heading over two columns, a cell over two rows, a line break and an empty place."""
    cells = (
        Cell(0, 0, (span("项目", SONG_BOLD),), row_span=2, header=True),
        Cell(0, 1, (span("本期金额", SONG_BOLD),), col_span=2, header=True, align=Align.CENTER),
        Cell(1, 1, (span("合并\n单位：元", SONG_BOLD),), header=True),
        Cell(1, 2, (span("母公司", SONG_BOLD),), header=True, fill=0xEEEEEE),
        Cell(2, 0, (span("货币资金"),), row_span=2),
        Cell(2, 1, (span("1,234.56"),), align=Align.RIGHT),
        Cell(2, 2, (span("-78.90", RED),), align=Align.RIGHT),
        Cell(3, 1, (span("a < b & c | d"),)),
    )
    return Grid(4, 3, cells, header_rows=2, widths=(120.0, 90.0, 90.0), ruled=True)


def rich() -> Document:
    """Three pages with every kind of block, in English and Chinese."""
    nested = listed(("–", "a dash below"), ("☐", "a box to tick"))
    steps = List(
        (
            Item("1.", (paragraph("First step, with ", span("emphasis", ITALIC), "."), nested)),
            Item("2.", (paragraph("Second step:"), Code("if x < 3:\n    print(`x`)", (place(),)))),
            Item("4.", (paragraph("A number was left out."),)),
        ),
        (place(),),
        ordered=True,
    )
    blocks: tuple[Block, ...] = (
        heading(1, "Annual report 2025 * draft #", title=True),
        paragraph("Prepared for the board", align=Align.CENTER),
        heading(2, "1. Scope"),
        paragraph(
            "Plain text with ",
            span("bold ", BOLD),
            span("words", BOTH),
            ", ",
            span("code()", MONO),
            ", H",
            span("2", LOWERED),
            "O, a mark",
            span("1", RAISED, note="n1"),
            ", a ",
            span("link", RED, "https://example.org/a_(b)?q=1&r=2"),
            ", ",
            span("another page", RED, "#p3"),
            " and ",
            span("no link", RED, "javascript:alert(1)"),
            ".",
        ),
        paragraph("1. is no list, * no bullet; 3*4*5, snake_case, _x_, [a](b), a < b, <i>, C:\\temp, AT&T, &amp;, #5."),
        steps,
        listed(("(a)", "lettered"), ("(b)", "entries")),
        listed(("一、", "总则"), ("二、", "附则"), page=2),
        heading(2, "2. Figures", page=2),
        Table(
            grid(("Name", "2025", "2024"), ("Revenue | net", "1,200", "1,100"), ("Cost", "800", "")),
            (place(2),),
            (span("Table 1: Results"),),
        ),
        heading(3, "2.1 合并报表", page=2),
        paragraph(
            "公司",
            span("（以下简称", SONG_BOLD),
            span("“本公司”）", SONG_BOLD),
            "成立于",
            span("2001年", SONG_BOLD),
            "。",
            page=2,
        ),
        Table(_spanned(), (place(2), place(3)), (span("表2", SONG_BOLD), span(" 资产负债表", SONG))),
        Figure(picture("p2-1", page=2, alt="A [bar] chart"), (place(2),), (span("Figure 1: Growth"),)),
        Figure(picture("p3-1", page=3), (place(3),)),
        Quote((paragraph("To be, or not to be.", page=3), paragraph("That is the question.", page=3)), (place(3),)),
        Code("def f():\n\treturn '```'\n\n# end", (place(3),)),
        Formula("E = mc²", (place(3),), "E = mc^2", "(3)"),
        Formula("a + b = c", (place(3),), label="(4)"),
        Note(
            "n1", "1", (paragraph("The note’s text.", page=1), paragraph("Its second paragraph.", page=1)), (place(1),)
        ),
        Note("n2", "*", (paragraph("A note without a mark.", page=3),), (place(3),)),
        heading(3, "2.2 Closing", page=3),
        paragraph("Line one\n- line two\n=====\nlast line with trailing \\", page=3),
    )
    return Document(
        pages=(
            PageInfo(
                1,
                595.0,
                842.0,
                "i",
                margins=Box(72.0, 72.0, 523.0, 770.0),
                regions=(Region(Box(72.0, 72.0, 523.0, 770.0)),),
            ),
            PageInfo(2, 842.0, 595.0, "1", regions=(Region(Box(72.0, 72.0, 770.0, 523.0), 2, 18.0),)),
            PageInfo(3, 595.0, 842.0, "2", source=TextSource.NONE, needs_ocr=True),
        ),
        blocks=blocks,
        furniture=(
            Furniture(Role.HEADER, (span("Annual report"),), Place(1, Box(72.0, 30.0, 200.0, 42.0))),
            Furniture(Role.PAGE_NUMBER, (span("i"),), Place(1, Box(290.0, 800.0, 300.0, 812.0)), Align.CENTER),
        ),
        meta=Metadata(title="Annual report", author="Finance", created="2025-12-31T10:00:00Z", tagged=True),
        outline=(OutlineItem(1, "1. Scope", 1, 120.5), OutlineItem(1, "2. Figures", None)),
        language="en",
        body_size=10.5,
        page_count=9,
        warnings=("Page 3 has no text.",),
    )
