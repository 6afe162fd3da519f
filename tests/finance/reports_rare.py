"""More reports in formats that no other maker prints, for `tests.finance.reports`: half-years, accounts in two halves."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.finance.ledgers import SPECS, rows_of
from tests.finance.report_words import EN_CSS, ZH_CSS
from tests.finance.reports import Look, Report, table, with_notes
from tests.finance.reports_hk import SPECS as SPECS_HK

_TITLES_UK = ("Condensed consolidated balance sheet", "Condensed consolidated income statement",
              "Condensed consolidated cash flow statement")  # fmt: skip
_TITLES_ZH = ("资产负债表", "利润表", "现金流量表")
_TITLES_HK = ("簡明綜合財務狀況表", "簡明綜合損益表", "簡明綜合現金流量表")


def half_year(rng: random.Random, name: str) -> Report:
    """A half-year beside the one before and the last full year, each title in three lines."""
    report = Report(name, "en", rng.choice(EN_CSS))
    for kind, title in enumerate(_TITLES_UK):
        rows = rows_of(SPECS["ifrs", kind], rng, 3, cents=False)
        with_notes(rows, rng, "#")
        days = ["At 30 June", "At 30 June", "At 31 December"]
        if kind:
            days = ["Half year to 30 June", "Half year to 30 June", "Year to 31 December"]
        heads = [days, ["2024", "2023", "2023"], ["£m", "£m", "£m"]]
        look = Look(rng, cents=False, minus="(", nil="–", notes="Note")
        report.add(f"<h1>{title}</h1><p>Unaudited</p>" + table(rows, look, heads))
    return report


def thousands_hk(rng: random.Random, name: str) -> Report:
    """A Hong Kong interim report of two halves in thousands of renminbi, audited and not."""
    report = Report(name, "zh", rng.choice(ZH_CSS))
    for kind, title in enumerate(_TITLES_HK):
        rows = rows_of(SPECS_HK[kind], rng, 2, cents=False)
        heads = [["二零二四年|1", "二零二三年|1"], ["人民幣千元", "人民幣千元"], ["（未經審核）", "（未經審核）"]]
        look = Look(rng, cents=False, minus="(", nil="–")
        report.add(f"<h1>{title}</h1><p>截至二零二四年六月三十日止六個月</p>" + table(rows, look, heads))
    return report


def plain_yuan(rng: random.Random, name: str) -> Report:
    """A small Chinese company: whole yuan without cents, three years, dotted lines."""
    report = Report(name, "zh", rng.choice(ZH_CSS) + ".st td{border-bottom:1px dotted #777}")
    for kind, title in enumerate(_TITLES_ZH):
        rows = rows_of(SPECS["zh", kind], rng, 3, cents=False)
        heads = [["2023年", "2022年", "2021年"]]
        look = Look(rng, cents=False, minus="(", nil="-")
        report.add(f"<h1>{title}</h1><p>单位：人民币元</p>" + table(rows, look, heads, label="项目"))
    return report


def millions(rng: random.Random, name: str) -> Report:
    """Statements with the newest year on tinted ground, in millions with one decimal."""
    css = "td.r:nth-of-type(2){background:#dfe6ee;font-weight:bold}"
    report = Report(name, "en", rng.choice(EN_CSS) + css)
    for kind, title in enumerate(("Balance sheet", "Income statement", "Statement of cash flows")):
        rows = rows_of(SPECS["ifrs", kind], rng, 2, cents=True)
        heads = [["31 Dec 2023", "31 Dec 2022"] if kind == 0 else ["2023", "2022"], ["EUR million", "EUR million"]]
        report.add(f"<h2>{title} of the Group</h2>" + table(rows, Look(rng, cents=True, minus="-", nil="0.00"), heads))
    return report


RARE: dict[str, Callable[[random.Random, str], Report]] = {
    "half-year": half_year, "thousands-hk": thousands_hk, "plain-yuan": plain_yuan, "millions": millions,
}  # fmt: skip
