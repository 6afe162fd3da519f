"""More reports for `tests.finance.reports`: as small and public companies file them in Britain, Canada and Germany, an insurer, equity twice on a page."""

from __future__ import annotations

import random
from collections.abc import Callable
from decimal import Decimal

from tests.finance.ledgers import SPECS, Row, Spec, rows_of
from tests.finance.report_words import EN_CSS, ZH_CSS
from tests.finance.reports import Look, Report, table, with_notes
from tests.finance.reports_more import moves

_TOTALS = ".t.r{border-top:1px solid #000;border-bottom:2px solid #000}"
_INSURER: Spec = (
    ("资产：", None), ("货币资金", "i"), ("应收保费", "i"), ("应收分保账款", "s"), ("保户质押贷款", "i"), ("定期存款", "i"), ("债权投资", "b"), ("长期股权投资", "i"), ("存出资本保证金", "s"), ("投资性房地产", "i"), ("固定资产", "i"), ("其他资产", "s"),
    ("资产总计", "T"), ("负债：", None), ("卖出回购金融资产款", "s"), ("预收保费", "s"), ("应付手续费及佣金", "s"), ("应付职工薪酬", "s"), ("应付赔付款", "s"), ("保险合同负债", "i"), ("应付债券", "s"), ("其他负债", "s"), ("负债合计", "T"),
    ("股东权益：", None), ("股本", "s"), ("资本公积", "s"), ("盈余公积", "s"), ("未分配利润", "=资产总计-负债合计-股本-资本公积-盈余公积"), ("股东权益合计", "=资产总计-负债合计"), ("负债和股东权益总计", "=资产总计"),
)  # fmt: skip
_PARTS = ("Share capital", "Share premium", "Revaluation reserve", "Profit and loss account", "Total equity")
_MOVES = (
    "Balance at 1 April 2021", "Profit for the year", "Revaluation of property", "Dividends paid",
    "Balance at 31 March 2022", "Profit for the year", "Issue of shares", "Dividends paid", "Balance at 31 March 2023",
)  # fmt: skip
_SUMS = {4: (0, 1, 2, 3), 8: (4, 5, 6, 7)}


def _money(rng: random.Random, top: int = 900_000) -> Decimal:
    return Decimal(rng.randint(1_000, top))


def _company_year(rng: random.Random) -> list[list[Decimal | None]]:
    """One year of a small company's balance sheet: inner and outer figures of each row."""
    fixed, stocks, debtors, cash = (_money(rng) for _ in range(4))
    current, due = stocks + debtors + cash, _money(rng)
    later, capital = _money(rng, 90_000), Decimal(rng.choice((100, 1_000, 50_000)))
    net = current - due
    assets = fixed + net
    whole = assets - later
    none = [None, None]
    return [
        none, [None, fixed], none, [stocks, None], [debtors, None], [cash, None], [current, None], [-due, None],
        [None, net], [None, assets], [None, -later], [None, whole], none, [None, capital], [None, whole - capital], [None, whole],
    ]  # fmt: skip


_COMPANY = (
    "Fixed assets", "Tangible assets", "Current assets", "Stocks", "Debtors", "Cash at bank and in hand", "", "Creditors: amounts falling due within one year", "Net current assets",
    "Total assets less current liabilities", "Creditors: amounts falling due after more than one year", "Net assets", "Capital and reserves", "Called up share capital", "Profit and loss account", "Shareholders’ funds",
)  # fmt: skip


def company(rng: random.Random, name: str) -> Report:
    """A British company's accounts: figures of parts in an inner column, sums in an outer one, of two years."""
    report = Report(name, "en", rng.choice(EN_CSS) + ".st td:first-child{width:40%}" + _TOTALS)
    now, before = _company_year(rng), _company_year(rng)
    rows = [
        Row(label, values=[] if n == o == [None, None] else [*n, *o], total=label in ("Net assets", "Shareholders’ funds"))
        for label, n, o in zip(_COMPANY, now, before, strict=True)
    ]  # fmt: skip
    rows = [row for row in rows if row.label]
    with_notes(rows, rng, "#")
    look = Look(rng, cents=False, minus="(", nil="", notes="Notes")
    report.add(
        "<h1>Company balance sheet</h1><p>As at 31 March 2023</p>"
        + table(rows, look, [["2023|2", "2022|2"], ["£"] * 4])
    )
    profit = rows_of(SPECS["ifrs", 1], rng, 2, cents=False)
    with_notes(profit, rng, "#")
    report.add(
        "<h1>Profit and loss account</h1><p>For the year ended 31 March 2023</p>"
        + table(profit, look, [["2023", "2022"], ["£", "£"]])
    )
    return report


def insurer(rng: random.Random, name: str) -> Report:
    """A Chinese insurer's balance sheet of group and company, in millions."""
    report = Report(name, "zh", rng.choice(ZH_CSS))
    rows = rows_of(_INSURER, rng, 4, cents=False)
    with_notes(rows, rng, "#")
    heads = [["本集团|2", "本公司|2"], ["2023年12月31日", "2022年12月31日"] * 2]
    report.add(
        "<h1>合并及公司资产负债表</h1><p>（除特别注明外，金额单位均为人民币百万元）</p>"
        + table(rows, Look(rng, cents=False, minus="(", nil="-", notes="附注"), heads, label="项目")
    )
    flows = rows_of(SPECS["zh", 2], rng, 2, cents=False)
    report.add(
        "<h1>合并现金流量表</h1><p>（除特别注明外，金额单位均为人民币百万元）</p>"
        + table(flows, Look(rng, cents=False, minus="(", nil="-"), [["2023年度", "2022年度"]], label="项目")
    )
    return report


def euro(rng: random.Random, name: str) -> Report:
    """A German group in English: the items in the first column, days with points, thousands of euros."""
    report = Report(name, "en", rng.choice(EN_CSS) + ".st td{border-bottom:.5px solid #bbb}")
    for kind, title in enumerate(
        ("Consolidated Balance Sheet", "Consolidated Income Statement", "Consolidated Cash Flow Statement")
    ):
        rows = rows_of(SPECS["ifrs", kind], rng, 2, cents=False)
        with_notes(rows, rng, "(#)")
        days = ["Dec. 31, 2023", "Dec. 31, 2022"] if kind == 0 else ["2023", "2022"]
        look = Look(rng, cents=False, minus="-", nil="0", notes="Note")
        report.add(f"<h2>{title}</h2>" + table(rows, look, [days], label="€ thousand"))
    return report


def canada(rng: random.Random, name: str) -> Report:
    """A Canadian company: dollars at the head of the figures, a line above each sum."""
    report = Report(name, "en", rng.choice(EN_CSS) + _TOTALS)
    for kind, title in enumerate(
        (
            "CONSOLIDATED STATEMENTS OF FINANCIAL POSITION",
            "CONSOLIDATED STATEMENTS OF EARNINGS",
            "CONSOLIDATED STATEMENTS OF CASH FLOWS",
        )
    ):
        rows = rows_of(SPECS["ifrs", kind], rng, 2, cents=False)
        with_notes(rows, rng, "#")
        heads = [["September 30,<br>2023", "September 30,<br>2022"] if kind == 0 else ["2023", "2022"]]
        look = Look(rng, cents=False, minus="(", nil="–", dollar=True, notes="Note")
        report.add(f"<h1>{title}</h1><p>(expressed in thousands of Canadian dollars)</p>" + table(rows, look, heads))
    return report


def equity_twice(rng: random.Random, name: str) -> Report:
    """Movements of two years, one below the other in one table, amounts in pounds."""
    report = Report(name, "en", rng.choice(EN_CSS) + ".st td:first-child{width:30%}" + _TOTALS)
    rows = moves(_MOVES, _PARTS, _SUMS, rng, cents=False)
    look = Look(rng, cents=False, minus="(", nil=rng.choice(("", "-")))
    report.add(
        "<h1>Statement of changes in equity</h1><p>For the year ended 31 March 2023</p>"
        + table(rows, look, [list(_PARTS), ["£"] * len(_PARTS)])
    )
    return report


PUBLIC: dict[str, Callable[[random.Random, str], Report]] = {
    "company": company, "insurer": insurer, "euro": euro, "canada": canada, "equity-twice": equity_twice,
}  # fmt: skip
