"""What extraction gives: statements as tables of placed cells, with periods, unit and findings.

Boxes are points of the upright page (origin top left), pages are 1-based, row and column indices 0-based.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import IntEnum, StrEnum

from quire.model.geometry import Box

__all__ = ["Cell", "Extraction", "Finding", "Kind", "Period", "Row", "RowKind", "Scope", "Statement"]


class Kind(IntEnum):
    """The kind of a statement; the number is `type_index` of the interface."""

    BALANCE = 0  # balance sheet, statement of financial position
    INCOME = 1  # income statement, also one that goes on to comprehensive income
    CASH_FLOW = 2
    EQUITY = 3  # changes in equity
    OTHER = 4  # a separate statement of comprehensive income, and anything else


class Scope(StrEnum):
    """Whose statement it is; NONE when the document does not tell two apart."""

    CONSOLIDATED = "consolidated"
    PARENT = "parent"
    NONE = ""


class RowKind(StrEnum):
    """What a row is for a reader: HEADER rows come first, a SECTION row has a label and no figures."""

    HEADER = "header"
    SECTION = "section"
    ITEM = "item"
    TOTAL = "total"


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its text ready for the table ("" when empty) and where it stands.

    A figure keeps its printed form (separators, parentheses, minus, triangle) without the currency sign.
    """

    text: str = ""
    page: int = 0  # 1-based; 0 for an empty cell, which stands nowhere
    box: Box | None = None  # of its text
    confidence: float = 1.0  # of the recognition, 0..1; 1 for text layers
    value: Decimal | None = None  # in the printed unit, signed; None for text, empty cells and nil dashes


@dataclass(frozen=True, slots=True)
class Row:
    """A row; every row of a statement has the same number of cells. The first cell is the label, "" in header rows."""

    cells: tuple[Cell, ...]
    kind: RowKind = RowKind.ITEM
    level: int = 0  # depth of the label's indentation, 0 outermost
    item: str = ""  # canonical concept ("us-gaap:Assets", "cas:资产总计"); "" when not known

    @property
    def label(self) -> str:
        """The text of the first cell."""
        return self.cells[0].text if self.cells else ""

    @property
    def page(self) -> int:
        """The page of its first cell that stands anywhere; 0 without one."""
        return next((cell.page for cell in self.cells if cell.page), 0)


@dataclass(frozen=True, slots=True)
class Period:
    """What a value column is about: a day (start is None), a span of days, or neither when it is not printed."""

    label: str = ""  # the column's title, levels joined by a space
    start: date | None = None
    end: date | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """A check that was made: whether it holds, and the cells that it is about. Nothing is ever corrected silently."""

    rule: str  # stable word: "balance", "section_sum", "cash_roll", "net_income", "periods", "second_look", ...
    message: str  # a sentence in the language of the statement
    cells: tuple[tuple[int, int], ...] = ()  # (row, column) in this statement
    holds: bool = True


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement as printed, merged over its pages, in reading order."""

    kind: Kind
    scope: Scope
    title: str  # as printed, on one line
    rows: tuple[Row, ...]  # header rows first; a first cell that is "" in each of them
    periods: tuple[Period | None, ...] = ()  # one per column of the rows; None for label and notes columns
    company: str = ""  # "" when not printed
    unit: str = ""  # as printed: "元", "in millions, except per share amounts"; "" when not printed
    multiplier: int = 1  # what a printed 1 stands for: 10000 for 万元
    currency: str = ""  # ISO 4217; "" when not known
    pages: tuple[int, ...] = ()  # in order
    angle: int = 0  # degrees clockwise that make the source upright: 0, 90, 180, 270
    findings: tuple[Finding, ...] = ()
    language: str = ""  # "zh" or "en"

    @property
    def header(self) -> tuple[Row, ...]:
        """The leading header rows."""
        return tuple(row for row in self.rows if row.kind is RowKind.HEADER)

    @property
    def table(self) -> list[list[str]]:
        """The texts of all cells, row by row: the table of the interface."""
        return [[cell.text for cell in row.cells] for row in self.rows]

    @property
    def doubts(self) -> tuple[Finding, ...]:
        """The findings that do not hold."""
        return tuple(finding for finding in self.findings if not finding.holds)


@dataclass(frozen=True, slots=True)
class Extraction:
    """All statements of a document in reading order, and sentences about what went wrong or was left out."""

    statements: tuple[Statement, ...] = ()
    warnings: tuple[str, ...] = ()
