"""An excerpt of an annual report in the style of a 10-K: balance sheets, statements of operations, cash flows."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path

from reportlab.lib.pagesizes import LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

from makers.accounts import Entry, Leaf, Section, Sum, Year

COMPANY = "BLUEFEN WATER, INC."
TITLE = ParagraphStyle("t", fontName="Serif-Bold", fontSize=12, leading=15, alignment=1)
NOTE = ParagraphStyle("n", fontName="Serif", fontSize=10, leading=13, alignment=1, spaceAfter=8)
TEXT = ParagraphStyle("p", fontName="Serif", fontSize=10.5, leading=14, spaceAfter=8)
HEADING = ParagraphStyle("h", fontName="Serif-Bold", fontSize=12, leading=16, spaceAfter=8)
WHOLE = Decimal(1)

SHEET: tuple[Entry, ...] = (
    Section("ASSETS:"),
    Section("Current assets:"),
    Leaf("Cash and cash equivalents", 820),
    Leaf("Short-term investments", 340),
    Leaf("Accounts receivable, net of allowances", 610),
    Leaf("Inventories", 205),
    Leaf("Prepaid expenses and other current assets", 90),
    Sum(
        "Total current assets",
        (
            "Cash and cash equivalents",
            "Short-term investments",
            "Accounts receivable, net of allowances",
            "Inventories",
            "Prepaid expenses and other current assets",
        ),
    ),
    Leaf("Property, plant and equipment, net", 4_900),
    Leaf("Operating lease right-of-use assets", 260),
    Leaf("Goodwill", 700),
    Leaf("Other non-current assets", 310),
    Sum(
        "Total assets",
        (
            "Total current assets",
            "Property, plant and equipment, net",
            "Operating lease right-of-use assets",
            "Goodwill",
            "Other non-current assets",
        ),
    ),
    Section("LIABILITIES AND SHAREHOLDERS’ EQUITY:"),
    Section("Current liabilities:"),
    Leaf("Accounts payable", 480),
    Leaf("Accrued expenses and other current liabilities", 390),
    Leaf("Current portion of long-term debt", 150),
    Sum(
        "Total current liabilities",
        ("Accounts payable", "Accrued expenses and other current liabilities", "Current portion of long-term debt"),
    ),
    Leaf("Long-term debt", 2_300),
    Leaf("Deferred income taxes", 410),
    Leaf("Other non-current liabilities", 220),
    Sum(
        "Total liabilities",
        ("Total current liabilities", "Long-term debt", "Deferred income taxes", "Other non-current liabilities"),
    ),
)
OPERATIONS: tuple[Entry, ...] = (
    Section("Revenue:"),
    Leaf("Water services", 2_900),
    Leaf("Engineering and other", 640),
    Sum("Total revenue", ("Water services", "Engineering and other")),
    Section("Costs and expenses:"),
    Leaf("Cost of services", 1_900),
    Leaf("Selling, general and administrative", 520),
    Leaf("Depreciation and amortization", 410),
    Sum(
        "Total costs and expenses",
        ("Cost of services", "Selling, general and administrative", "Depreciation and amortization"),
    ),
    Sum("Operating income", ("Total revenue", "-Total costs and expenses")),
    Leaf("Interest expense", 105, "", -1),
    Leaf("Other income (expense), net", 12, "", -1),
    Sum("Income before income taxes", ("Operating income", "Interest expense", "Other income (expense), net")),
    Leaf("Provision for income taxes", 120),
    Sum("Net income", ("Income before income taxes", "-Provision for income taxes")),
)
FLOWS: tuple[Entry, ...] = (
    Section("Operating activities:"),
    Leaf("Net income", 0),
    Leaf("Depreciation and amortization", 0),
    Leaf("Changes in working capital", 60, "", -1),
    Sum(
        "Net cash provided by operating activities",
        ("Net income", "Depreciation and amortization", "Changes in working capital"),
    ),
    Section("Investing activities:"),
    Leaf("Purchases of property, plant and equipment", 610, "", -1),
    Leaf("Proceeds from sale of investments", 85),
    Sum(
        "Net cash used in investing activities",
        ("Purchases of property, plant and equipment", "Proceeds from sale of investments"),
    ),
    Section("Financing activities:"),
    Leaf("Proceeds from issuance of debt", 240),
    Leaf("Repayments of debt", 190, "", -1),
    Leaf("Dividends paid", 130, "", -1),
    Sum(
        "Net cash used in financing activities",
        ("Proceeds from issuance of debt", "Repayments of debt", "Dividends paid"),
    ),
    Sum(
        "Net increase (decrease) in cash and cash equivalents",
        (
            "Net cash provided by operating activities",
            "Net cash used in investing activities",
            "Net cash used in financing activities",
        ),
    ),
)
EQUITY = (
    "Common stock, $0.01 par value: 400 shares authorized; 212 and 210 shares issued and outstanding",
    "Additional paid-in capital",
    "Retained earnings",
    "Total shareholders’ equity",
    "Total liabilities and shareholders’ equity",
)


def make(path: Path) -> None:
    """Draws the document."""
    document = SimpleDocTemplate(
        str(path),
        pagesize=LETTER,
        leftMargin=64,
        rightMargin=64,
        topMargin=64,
        bottomMargin=60,
        title="Bluefen Water, Inc.: annual report 2025 (excerpt)",
        author="Bluefen Water, Inc.",
        subject="An invented company with invented figures, for demonstration",
        creator="samples/make.py",
        lang="en",
        invariant=1,
    )
    years = _years()
    story = [*_opening(), *_sheet(years), *_operations(years), *_flows(years)]
    document.build(story, onFirstPage=_foot, onLaterPages=_foot)


def _years() -> list[Year]:
    """2025, 2024 and 2023, with cash that goes from one to the next."""
    made, cash = [], Decimal(760)
    for number in range(3):
        year = Year(random.Random(900 + number), 1 + 0.06 * number, WHOLE)
        year.fill(OPERATIONS)
        year.fill(FLOWS)
        figures = year.figures
        figures["Cash and cash equivalents, beginning of year"] = cash
        cash += figures["Net increase (decrease) in cash and cash equivalents"]
        figures["Cash and cash equivalents, end of year"] = figures["Cash and cash equivalents"] = cash
        year.fill(SHEET)
        rest = figures["Total assets"] - figures["Total liabilities"]
        for name, value in zip(EQUITY, (2, 1_480, rest - 1_482, rest, figures["Total assets"]), strict=True):
            figures[name] = Decimal(value)
        made.append(year)
    return made[::-1]


def _sheet(years: Sequence[Year]) -> Iterator[Flowable]:
    rows = [*_rows(SHEET, years[:2]), ["Commitments and contingencies (Note 14)"], ["Shareholders’ equity:"]]
    rows += [_row(name, years[:2], name) for name in EQUITY]
    head = ["", "December 31, 2025", "December 31, 2024"]
    yield from _titled("CONSOLIDATED BALANCE SHEETS", "(In millions, except par value)", head, rows)


def _operations(years: Sequence[Year]) -> Iterator[Flowable]:
    rows = [*_rows(OPERATIONS, years), ["Net income per share:"]]
    for name, shares in (("Basic", 211), ("Diluted", 214)):
        rows.append(["  " + name, *(f"$ {year.figures['Net income'] / shares:,.2f}" for year in years)])
    note = "(In millions, except per share amounts)"
    yield from _titled("CONSOLIDATED STATEMENTS OF OPERATIONS", note, _ended(), rows)


def _flows(years: Sequence[Year]) -> Iterator[Flowable]:
    rows = [*_rows(FLOWS, years)]
    moments = ("beginning of year", "end of year")
    rows += [_row(name, years, name) for name in (f"Cash and cash equivalents, {moment}" for moment in moments)]
    yield from _titled("CONSOLIDATED STATEMENTS OF CASH FLOWS", "(In millions)", _ended(), rows)


def _ended() -> list[str]:
    return ["Years ended December 31,", "2025", "2024", "2023"]


def _rows(entries: Sequence[Entry], years: Sequence[Year]) -> Iterator[list[str]]:
    for entry in entries:
        if isinstance(entry, Section):
            yield [entry.label]
        else:
            deep = "  " if isinstance(entry, Leaf) else "    " if entry.label.startswith("Total") else ""
            yield _row(deep + entry.label, years, entry.label)


def _row(label: str, years: Sequence[Year], name: str) -> list[str]:
    return [label, *(_figure(year.figures[name]) for year in years)]


def _figure(value: Decimal) -> str:
    return f"({-value:,.0f})" if value < 0 else f"{value:,.0f}"


def _titled(title: str, note: str, head: list[str], rows: list[list[str]]) -> Iterator[Flowable]:
    """A statement on a new page; an open table whose sums have a line above, with dollar signs where it is usual."""
    yield PageBreak()
    yield Paragraph(COMPANY, TITLE)
    yield Paragraph(title, TITLE)
    yield Paragraph(note, NOTE)
    columns = len(head) - 1
    first = {
        1,
        *(at for at, row in enumerate(rows, 1) if row[0].strip().startswith(("Total assets", "Total liab", "Net i"))),
    }
    table, look = [[head[0], *(part for one in head[1:] for part in ("", one))]], []
    seen = False
    for at, row in enumerate(rows, 1):
        figures = row[1:] or [""] * columns
        dollar = bool(row[1:]) and (not seen or at in first) and "$" not in figures[0]
        seen = seen or bool(row[1:])
        cells = [part for one in figures for part in (("$" if dollar else ""), one)]
        table.append([Paragraph(row[0].strip(), _label(row[0])), *cells])
        if (
            row[0]
            .strip()
            .startswith(("Total", "Net cash", "Operating income", "Income before", "Net income", "Net incr"))
        ):
            look += [("LINEABOVE", (col, at), (col + 1, at), 0.5, "#000000") for col in range(1, 2 * columns, 2)]
    look += [
        ("FONT", (0, 0), (-1, -1), "Serif", 10, 12),
        ("FONT", (0, 0), (-1, 0), "Serif-Bold", 9, 11),
        ("ALIGN", (1, 0), (-1, -1), "RIGHT"),
        ("ALIGN", (0, 0), (0, -1), "LEFT"),
        ("VALIGN", (0, 0), (-1, -1), "BOTTOM"),
        ("TOPPADDING", (0, 0), (-1, -1), 1.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
        ("LINEBELOW", (1, 0), (-1, 0), 0.75, "#000000"),
    ]
    widths = [484 - columns * 92, *([14, 78] * columns)]
    yield Table(table, colWidths=widths, style=TableStyle(look))
    yield Spacer(0, 10)
    yield Paragraph("See accompanying Notes to Consolidated Financial Statements.", NOTE)


def _label(text: str) -> ParagraphStyle:
    deep = 6.0 * (len(text) - len(text.lstrip()))
    return ParagraphStyle(
        f"l{deep}", fontName="Serif", fontSize=10, leading=12, leftIndent=deep + 8, firstLineIndent=-8
    )


def _opening() -> Iterator[Flowable]:
    """A page that names every statement and is none."""
    yield Paragraph("Item 8. Financial Statements and Supplementary Data", HEADING)
    rows = [["Index to Consolidated Financial Statements", "Page"]]
    rows += [
        ["Consolidated Balance Sheets as of December 31, 2025 and 2024", "42"],
        ["Consolidated Statements of Operations for the years ended 2025, 2024 and 2023", "43"],
        ["Consolidated Statements of Cash Flows for the years ended 2025, 2024 and 2023", "44"],
    ]
    look = [("FONT", (0, 0), (-1, -1), "Serif", 10, 13), ("ALIGN", (1, 0), (1, -1), "RIGHT")]
    yield Table(rows, colWidths=[400, 60], style=TableStyle(look), spaceAfter=12)
    yield Paragraph("Report of Independent Registered Public Accounting Firm", HEADING)
    yield Paragraph(
        "We have audited the accompanying consolidated balance sheets of Bluefen Water, Inc. as of December 31, 2025 and "
        "2024, and the related consolidated statements of operations and cash flows for each of the three years in the "
        "period ended December 31, 2025. The company, its auditors and all figures are invented.",
        TEXT,
    )


def _foot(canvas: Canvas, _document: SimpleDocTemplate) -> None:
    canvas.saveState()
    canvas.setFont("Serif", 9)
    canvas.drawCentredString(LETTER[0] / 2, 34, f"Bluefen Water, Inc. | 2025 Form 10-K | {canvas.getPageNumber() + 40}")
    canvas.restoreState()
