"""Made statements: the papers that several tests read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quire.finance.completeness import LACKS
from quire.finance.statement import Finding, Statement
from tests.finance.paper import Paper

ASSETS = (
    ("流动资产：", "", ""),
    ("货币资金", "1,000.00", "900.00"),
    ("应收账款", "500.00", "600.00"),
    ("流动资产合计", "1,500.00", "1,500.00"),
    ("非流动资产：", "", ""),
    ("固定资产", "2,500.00", "2,400.00"),
    ("非流动资产合计", "2,500.00", "2,400.00"),
    ("资产总计", "4,000.00", "3,900.00"),
)
FUNDS = (
    ("流动负债：", "", ""),
    ("短期借款", "700.00", "800.00"),
    ("应付账款", "300.00", "200.00"),
    ("流动负债合计", "1,000.00", "1,000.00"),
    ("负债合计", "1,000.00", "1,000.00"),
    ("股东权益：", "", ""),
    ("股本", "2,000.00", "2,000.00"),
    ("未分配利润", "1,000.00", "900.00"),
    ("股东权益合计", "3,000.00", "2,900.00"),
    ("负债和股东权益总计", "4,000.00", "3,900.00"),
)
OPERATIONS = (
    ("Net sales", "12,000", "11,000"),
    ("Cost of sales", "7,000", "6,500"),
    ("Gross profit", "5,000", "4,500"),
    ("Selling, general and administrative", "2,000", "1,900"),
    ("Operating income", "3,000", "2,600"),
    ("Income before provision for income taxes", "3,000", "2,600"),
    ("Provision for income taxes", "600", "500"),
    ("Net income", "2,400", "2,100"),
)


def chinese_head(
    paper: Paper,
    y: float,
    title: str,
    *,
    day: str = "2021年12月31日",
    columns: Sequence[str] = ("期末余额", "期初余额"),
) -> float:
    """Title, date, company, unit and titles of columns; the baseline of the first row comes back."""
    paper.centre(297, y, title, size=14)
    paper.centre(297, y + 18, day)
    paper.text(50, y + 34, "编制单位：松风食品股份有限公司")
    paper.right(520, y + 34, "单位：万元 币种：人民币")
    paper.centre(120, y + 52, "项目")
    paper.centre(300, y + 52, "附注")
    for x, text in zip((380, 500), columns, strict=True):
        paper.centre(x, y + 52, text)
    return y + 70


def rows(
    paper: Paper, y: float, lines: Sequence[tuple[str, str, str]], *, step: float = 15, notes: bool = False
) -> float:
    """Rows of a statement below each other; the baseline after the last one comes back."""
    for number, (label, *values) in enumerate(lines, 1):
        paper.row(y, label, *values)
        if notes and values[0]:
            paper.centre(300, y, f"七、{number}")
        y += step
    return y


def balance_sheet(number: int = 1, title: str = "合并资产负债表", *, notes: bool = True) -> Paper:
    """A Chinese balance sheet on one page."""
    paper = Paper(number)
    y = chinese_head(paper, 60, title)
    y = rows(paper, y, ASSETS, notes=notes)
    rows(paper, y, FUNDS, notes=notes)
    return paper


def operations(number: int = 1) -> Paper:
    """An English statement of operations."""
    paper = Paper(number)
    paper.centre(297, 60, "HOLLOW OAK CORP.", bold=True)
    paper.centre(297, 72, "CONSOLIDATED STATEMENTS OF OPERATIONS", bold=True)
    paper.centre(297, 84, "(in millions)")
    paper.centre(450, 100, "Year Ended December 31,")
    paper.centre(385, 112, "2023")
    paper.centre(505, 112, "2022")
    y = 128.0
    for label, *values in OPERATIONS:
        paper.row(y, label, *values)
        paper.text(360, y, "$") if label == "Net sales" else None
        y += 13
    paper.centre(297, y + 20, "See accompanying notes to consolidated financial statements.")
    paper.centre(297, 800, "38")
    return paper


def contradictions(statement: Statement) -> list[Finding]:
    """The findings about figures that do not fit; drawn pages may lack a unit, a date, their last rows."""
    return [finding for finding in statement.doubts if finding.rule not in LACKS]


def english_balance_sheet(
    rows: Sequence[Sequence[str]], change: Mapping[str, str] | None = None, *, unit: str = "(in millions)"
) -> Paper:
    """A balance sheet of two years with these rows, some texts changed; without a unit where that is empty."""
    paper = Paper()
    paper.centre(297, 50, "CONSOLIDATED BALANCE SHEETS", size=13)
    if unit:
        paper.centre(297, 64, unit)
    paper.right(400, 90, "December 31, 2023")
    paper.right(520, 90, "December 31, 2022")
    for i, row in enumerate(rows):
        paper.row(106 + 14 * i, *((change or {}).get(text, text) for text in row))
    return paper
