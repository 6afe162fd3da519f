"""A printed report on reportlab: running header and footer, real footnotes, an outline, a table of contents, columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    IndexingFlowable,
    LongTable,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Table,
    TableStyle,
)

INK = HexColor(0x1B2A33)
TINT = HexColor(0x1F5F7A)
PALE = HexColor(0xE6EFF3)
GREY = HexColor(0x66737A)
LINK = "#1a4f9c"

MARGIN = 64.0
GUTTER = 22.0


@dataclass
class Imprint:
    """What stands on every page and in the file's metadata."""

    title: str
    organisation: str
    subject: str
    keywords: str
    language: str
    header: str
    footer: str
    page_form: str  # "Page {page} of {pages}"
    font: str
    bold: str


@dataclass
class Notes(IndexingFlowable):
    """Footnotes by page. Their heights move the text, so the document is set again until nothing moves."""

    texts: dict[str, Paragraph]
    placed: dict[int, list[str]] = field(default_factory=dict)
    before: dict[int, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        Flowable.__init__(self)

    def isIndexing(self) -> int:
        """Tells reportlab to ask this flowable whether another pass is needed."""
        return 1

    def isSatisfied(self) -> bool:
        """Whether the notes stand on the same pages as in the pass before."""
        return self.placed == self.before

    def beforeBuild(self) -> None:
        """Starts a pass."""
        self.before, self.placed = self.placed, {}

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        """It takes no room in the flow."""
        return 0, 0

    def draw(self) -> None:
        """Nothing: the sheet draws the notes at the foot."""

    def room(self, page: int, width: float) -> float:
        """Points that the notes of a page took in the pass before, with the rule above them; 0 without notes."""
        heights = [self.texts[mark].wrap(width, 1000)[1] + 2 for mark in self.before.get(page, ())]
        return sum(heights) + 14 if heights else 0.0


class Sheet(BaseDocTemplate):
    """A document of A4 pages in one or two columns."""

    def __init__(self, path: Path, imprint: Imprint, notes: Notes) -> None:
        super().__init__(
            str(path),
            pagesize=A4,
            title=imprint.title,
            author=imprint.organisation,
            subject=imprint.subject,
            keywords=imprint.keywords,
            creator="samples/make.py",
            lang=imprint.language,
            invariant=1,
            pageCompression=1,
        )
        self.imprint = imprint
        self.notes = notes
        self.total = 0
        width, height = A4
        column = (width - 2 * MARGIN - GUTTER) / 2
        body = {"y1": MARGIN, "height": height - 2 * MARGIN - 12}
        self.bottom, self.full = MARGIN, body["height"]
        self.addPageTemplates(
            [
                PageTemplate("cover", [_frame("main", MARGIN, width - 2 * MARGIN, body)], onPage=_cover),
                PageTemplate("one", [_frame("main", MARGIN, width - 2 * MARGIN, body)], onPage=self._furniture),
                PageTemplate(
                    "two",
                    [_frame("left", MARGIN, column, body), _frame("right", MARGIN + column + GUTTER, column, body)],
                    onPage=self._furniture,
                ),
            ]
        )

    def handle_pageBegin(self) -> None:
        """Makes room for the footnotes of the page before its text is set."""
        super().handle_pageBegin()
        room = self.notes.room(self.page, A4[0] - 2 * MARGIN)
        for frame in self.pageTemplate.frames:
            frame._y1, frame._height = self.bottom + room, self.full - room
            frame._geom()
            frame._reset()
        self.canv.setNamedCB(
            "note", lambda _canvas, _kind, mark: self.notes.placed.setdefault(self.page, []).append(mark)
        )

    def afterPage(self) -> None:
        """Draws the footnotes that the page's text called for."""
        marks = self.notes.placed.get(self.page, [])
        width = A4[0] - 2 * MARGIN
        y = self.bottom + self.notes.room(self.page, width) - 10
        if marks:
            self.canv.setStrokeColor(GREY)
            self.canv.setLineWidth(0.5)
            self.canv.line(MARGIN, y, MARGIN + 120, y)
        for mark in marks:
            paragraph = self.notes.texts[mark]
            _, height = paragraph.wrap(width, 1000)
            y -= height + 2
            paragraph.drawOn(self.canv, MARGIN, y)
        self.total = max(self.total, self.page)

    def afterFlowable(self, flowable: Flowable) -> None:
        """Gives each heading a bookmark, an outline entry and a line in the table of contents."""
        level = getattr(flowable, "level", None)
        if level is None:
            return
        self.canv.bookmarkPage(flowable.key)
        self.canv.addOutlineEntry(flowable.plain, flowable.key, level, closed=level > 0)
        self.notify("TOCEntry", (level, flowable.plain, self.page, flowable.key))

    def _furniture(self, canvas: Canvas, _document: BaseDocTemplate) -> None:
        width, height = A4
        canvas.saveState()
        canvas.setFont(self.imprint.font, 8.5)
        canvas.setFillColor(GREY)
        canvas.drawString(MARGIN, height - 44, self.imprint.header)
        canvas.drawRightString(width - MARGIN, height - 44, self.imprint.organisation)
        canvas.setStrokeColor(GREY)
        canvas.setLineWidth(0.4)
        canvas.line(MARGIN, height - 50, width - MARGIN, height - 50)
        canvas.drawString(MARGIN, 38, self.imprint.footer)
        pages = self.imprint.page_form.format(page=canvas.getPageNumber(), pages=self.total or 1)
        canvas.drawRightString(width - MARGIN, 38, pages)
        canvas.restoreState()


class Heading(Paragraph):
    """A heading that enters the outline; level 0 is the top."""

    def __init__(self, text: str, style: ParagraphStyle, *, level: int, key: str) -> None:
        super().__init__(text, style)
        self.level, self.key, self.plain = level, key, text


def columns(template: str) -> list[Flowable]:
    """Goes on with a new page in one or two columns: "one" or "two"."""
    return [NextPageTemplate(template), PageBreak()]


def ruled(
    rows: Sequence[Sequence[Any]],
    widths: Sequence[float],
    *,
    font: str,
    bold: str,
    heads: int = 1,
    spans: Iterable[tuple[tuple[int, int], tuple[int, int]]] = (),
    long: bool = False,
    extra: Iterable[tuple[Any, ...]] = (),
) -> Table:
    """A table with all its lines drawn; `spans` are ((col, row), (col, row)) corners of merged cells."""
    commands: list[tuple[Any, ...]] = [
        ("GRID", (0, 0), (-1, -1), 0.5, GREY),
        ("BACKGROUND", (0, 0), (-1, heads - 1), PALE),
        *_type(font, bold, heads),
    ]
    commands += [("SPAN", start, end) for start, end in spans]
    commands += [("NOSPLIT", start, end) for start, end in spans]
    commands += list(extra)
    kind = LongTable if long else Table
    return kind(rows, colWidths=widths, repeatRows=heads, style=TableStyle(commands), spaceBefore=4, spaceAfter=10)


def open_table(
    rows: Sequence[Sequence[Any]],
    widths: Sequence[float],
    *,
    font: str,
    bold: str,
    heads: int = 1,
    extra: Iterable[tuple[Any, ...]] = (),
) -> Table:
    """A table as in books: a line above, below the heads and at the end, none between cells."""
    commands = [
        ("LINEABOVE", (0, 0), (-1, 0), 1.0, INK),
        ("LINEBELOW", (0, heads - 1), (-1, heads - 1), 0.5, INK),
        ("LINEBELOW", (0, -1), (-1, -1), 1.0, INK),
        *_type(font, bold, heads),
        *extra,
    ]
    return Table(rows, colWidths=widths, repeatRows=heads, style=TableStyle(commands), spaceBefore=4, spaceAfter=10)


def _type(font: str, bold: str, heads: int) -> list[tuple[Any, ...]]:
    return [
        ("FONT", (0, 0), (-1, -1), font, 9, 11.5),
        ("FONT", (0, 0), (-1, heads - 1), bold, 9, 11.5),
        ("TEXTCOLOR", (0, 0), (-1, -1), INK),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("ALIGN", (1, heads), (-1, -1), "RIGHT"),
        ("ALIGN", (0, 0), (-1, heads - 1), "CENTER"),
        ("TOPPADDING", (0, 0), (-1, -1), 3),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
    ]


def _frame(name: str, x: float, width: float, body: dict[str, float]) -> Frame:
    return Frame(
        x, body["y1"], width, body["height"], leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0, id=name
    )


def _cover(canvas: Canvas, _document: BaseDocTemplate) -> None:
    width, height = A4
    canvas.saveState()
    canvas.setFillColor(TINT)
    canvas.rect(0, height - 150, width, 150, stroke=0, fill=1)
    canvas.setFillColor(PALE)
    canvas.rect(0, 0, width, 40, stroke=0, fill=1)
    canvas.restoreState()
