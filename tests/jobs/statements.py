"""Small statements made of values, for tests of what becomes of them."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from quire import amounts
from quire.finance.statement import Cell, Extraction, Finding, Kind, Period, Row, RowKind, Scope, Statement
from quire.model.geometry import Box


def cell(text: str, page: int = 3, left: float = 100.0, *, figure: bool = False) -> Cell:
    """A cell; a figure gets its value."""
    box = Box(left, 50.0, left + 60.0, 60.0) if text else None
    return Cell(text, page if text else 0, box, 1.0, amounts.parse(text) if figure else None)


def row(label: str, *figures: str, note: str = "", kind: RowKind = RowKind.ITEM, level: int = 0, page: int = 3) -> Row:
    """A row with a notes column."""
    cells = (cell(label, page), cell(note, page, 200.0), *(cell(text, page, 300.0, figure=True) for text in figures))
    return Row(cells, kind, level)


def balance(scope: Scope = Scope.CONSOLIDATED, *, holds: bool = True) -> Statement:
    """A balance sheet over two pages with one check."""
    header = Row((cell(""), cell("附注"), cell("2025年12月31日"), cell("2024年12月31日")), RowKind.HEADER)
    return Statement(
        kind=Kind.BALANCE,
        scope=scope,
        title="合并资产负债表" if scope is Scope.CONSOLIDATED else "母公司资产负债表",
        rows=(
            header,
            row("流动资产：", "", "", kind=RowKind.SECTION),
            row("货币资金", "1,204,318.55", "-88.00", note="七、1", level=1),
            row("其他应付款", "(5,000.10)", "-", level=1),
            row("基本每股收益", "0.35", "12.5%", page=4),
            row("资产总计", "12345678901234567.89", "100", kind=RowKind.TOTAL, page=4),
        ),
        periods=(
            None,
            None,
            Period("2025年12月31日", None, date(2025, 12, 31)),
            Period("2024年12月31日", None, date(2024, 12, 31)),
        ),
        company="青屿湾水务股份有限公司",
        unit="元",
        currency="CNY",
        pages=(3, 4),
        angle=90,
        findings=(Finding("balance", "资产总计 = 负债和所有者权益总计", ((5, 2), (5, 3)), holds),),
        language="zh",
    )


def extraction(*, holds: bool = True) -> Extraction:
    """A consolidated and a parent balance sheet."""
    return Extraction((balance(holds=holds), balance(Scope.PARENT)))


def large(rows: int) -> Statement:
    """An English statement of many rows."""
    header = Row((cell(""), cell("2025")), RowKind.HEADER)
    items = tuple(
        Row((cell(f"Item {at}"), Cell(f"{at:,}", 1, None, 1.0, Decimal(at))), RowKind.ITEM) for at in range(rows)
    )
    periods = (None, Period("2025"))
    return Statement(Kind.INCOME, Scope.NONE, "Income", (header, *items), periods, pages=(1,), language="en")
