"""More reports for `tests.finance.reports`: as they are filed in the United States, printed in annual reports of China, in two languages; equity."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from tests.finance.ledgers import SPECS, Row, rows_of
from tests.finance.report_words import EN_CSS, ZH_CSS
from tests.finance.reports import Look, Report, table, with_notes
from tests.finance.reports_more import moves

_TITLES_US = (
    "CONSOLIDATED BALANCE SHEETS",
    "CONSOLIDATED STATEMENTS OF OPERATIONS",
    "CONSOLIDATED STATEMENTS OF CASH FLOWS",
)
_TITLES_ZH = ("资产负债表", "利润表", "现金流量表")
_BAND = "tr:nth-child(even) td{background:#cceeff}.t.r{border-top:1px solid;border-bottom:3px double}"
_CENTRE = "<p style='text-align:center;margin:2px'>"
_SIGNED = "<p style='margin-top:14px'>法定代表人：李岚 &emsp; 主管会计工作负责人：周望 &emsp; 会计机构负责人：何川</p>"

_PARTS_ZH = ("实收资本（或股本）", "优先股", "永续债", "其他", "资本公积", "减：库存股", "其他综合收益", "盈余公积", "未分配利润", "所有者权益合计")  # fmt: skip
_MOVES_ZH = (
    "一、上年年末余额", "加：会计政策变更", "二、本年年初余额", "三、本期增减变动金额（减少以“－”号填列）", "（一）综合收益总额", "（二）所有者投入和减少资本", "（三）利润分配", "1．提取盈余公积", "2．对所有者（或股东）的分配",
    "四、本期期末余额",
)  # fmt: skip
_SUMS_ZH = {2: (0, 1), 6: (7, 8), 3: (4, 5, 6), 9: (2, 3)}
_PARTS_IFRS = ("Share capital", "Share premium", "Translation reserve", "Hedging reserve", "Retained earnings", "Total", "Non-controlling interests", "Total equity")  # fmt: skip
_MOVES_IFRS = (
    "Balance at 1 January 2022", "Profit for the year", "Other comprehensive income for the year, net of tax", "Dividends", "Share-based payments", "Balance at 31 December 2022", "Profit for the year",
    "Other comprehensive income for the year, net of tax", "Issue of share capital", "Acquisition of a subsidiary with non-controlling interests", "Dividends", "Balance at 31 December 2023",
)  # fmt: skip
_SUMS_IFRS = {5: (0, 1, 2, 3, 4), 11: (5, 6, 7, 8, 9, 10)}
_PARTS_US = ("Shares", "Amount", "Additional Paid-in Capital", "Treasury Stock", "Accumulated Other Comprehensive Loss", "Retained Earnings", "Total Stockholders’ Equity")  # fmt: skip
_MOVES_US = (
    "Balance, January 1, 2022", "Net income", "Foreign currency translation adjustment", "Stock-based compensation", "Purchases of treasury stock", "Balance, December 31, 2022", "Net income",
    "Foreign currency translation adjustment", "Exercise of stock options", "Cash dividends ($0.40 per share)", "Balance, December 31, 2023",
)  # fmt: skip
_SUMS_US = {5: (0, 1, 2, 3, 4), 10: (5, 6, 7, 8, 9)}


def filing(rng: random.Random, name: str) -> Report:
    """A 10-K: tinted rows, signs of dollars in columns of their own, three years of operations and cash flows."""
    report = Report(name, "en", rng.choice(EN_CSS) + _BAND)
    for kind, title in enumerate(_TITLES_US):
        count = 3 if kind else 2
        rows = rows_of(SPECS["us", kind], rng, count, cents=False)
        years = ["2023", "2022", "2021"][:count]
        heads = [[f"{'Year Ended December 31,' if kind else 'December 31,'}|{count}"], years]
        look = Look(rng, cents=False, minus="(", nil="—", dollar=True)
        top = f"{_CENTRE}MAPLE EXAMPLE, INC.</p><h1>{title}</h1>{_CENTRE}(in thousands, except per share data)</p>"
        report.add(
            top
            + table(rows, look, heads)
            + f"{_CENTRE}The accompanying notes are an integral part.</p>{_CENTRE}F-{kind + 4}</p>"
        )
    return report


def bilingual(rng: random.Random, name: str) -> Report:
    """Titles of statements and columns in Chinese and English, notes, brackets, thick lines above and below alone."""
    css = ".st{border-top:2px solid;border-bottom:2px solid}.st td:first-child{width:40%}"
    report = Report(name, "zh", rng.choice(ZH_CSS) + css)
    english = ("BALANCE SHEET", "INCOME STATEMENT", "CASH FLOW STATEMENT")
    for kind, title in enumerate(_TITLES_ZH):
        rows = rows_of(SPECS["zh", kind], rng, 2, cents=True)
        with_notes(rows, rng, "#")
        days = ["期末余额<br>Closing balance", "年初余额<br>Opening balance"]
        if kind:
            days = ["本期金额<br>Current period", "上期金额<br>Prior period"]
        look = Look(rng, cents=True, minus="(", nil="", notes="附注<br>Note")
        top = f"<h1>合并{title}</h1><h2 style='text-align:center'>CONSOLIDATED {english[kind]}</h2><p>单位：人民币元 Unit: RMB Yuan</p>"
        report.add(top + table(rows, look, [days], label="项目<br>Item"))
    return report


def annual_zh(rng: random.Random, name: str) -> Report:
    """A Chinese annual report: statement behind statement over page breaks, a heading on each, signatures below."""
    report = Report(name, "zh", rng.choice(ZH_CSS) + ".st td:nth-child(2){width:9%}")
    parts = []
    for kind, title in enumerate(_TITLES_ZH):
        rows = rows_of(SPECS["zh", kind], rng, 2, cents=True)
        with_notes(rows, rng, "七、#")
        heads = [["2023年12月31日", "2022年12月31日"] if kind == 0 else ["2023年度", "2022年度"]]
        look = Look(rng, cents=True, minus="-", nil="", notes="附注")
        day = "2023年12月31日" if kind == 0 else "2023年1—12月"
        top = f"<h2>合并{title}</h2>{_CENTRE}{day}</p><p>编制单位：松风示例股份有限公司 &emsp;&emsp; 单位：元 &emsp; 币种：人民币</p>"
        parts.append(top + table(rows, look, heads, label="项目") + _SIGNED)
    report.add("<p style='border-bottom:1px solid'>松风示例股份有限公司 2023 年年度报告</p>" + "".join(parts))
    return report


def together(rng: random.Random, name: str) -> Report:
    """Income and balance of three periods on one page, notes, lines above totals alone."""
    report = Report(name, "en", "body{font-family:'Liberation Serif'}.t.r{border-top:1px solid}h2{margin-top:12px}")
    parts = []
    for kind, title in ((1, "Statement of profit or loss"), (0, "Statement of financial position")):
        rows = rows_of(SPECS["ifrs", kind], rng, 3, cents=False, sparse=0.25)
        with_notes(rows, rng, "#")
        look = Look(rng, cents=False, minus="(", nil="-", notes="Notes")
        parts.append(f"<h2>{title}</h2>" + table(rows, look, [["2023", "2022", "2021"], ["$’000"] * 3]))
    report.add("<p>Harbour Example Limited — Annual report</p>" + "".join(parts))
    return report


def _equity(
    parts: Sequence[str],
    labels: Sequence[str],
    sums: Mapping[int, Sequence[int]],
    rng: random.Random,
    blank: Sequence[int],
    *,
    cents: bool,
) -> list[Row]:
    """Rows of movements whose columns in `blank` have no figures."""
    kept = [part for c, part in enumerate(parts) if c not in blank]
    rows = moves(tuple(labels), tuple(kept), sums, rng, cents=cents)
    for row in rows:
        own = iter(row.values)
        row.values = [None if c in blank else next(own) for c in range(len(parts))]
    return rows


def equity_ifrs(rng: random.Random, name: str) -> Report:
    """Three levels of titles, a reserve without figures, lines above balances alone."""
    report = Report(name, "en", rng.choice(EN_CSS) + ".st td:first-child{width:27%}", landscape=True)
    rows = _equity(_PARTS_IFRS, _MOVES_IFRS, _SUMS_IFRS, rng, rng.choice(((), (3,), (2,))), cents=False)
    heads = [
        ["Attributable to owners of the Company|6", "", ""], ["", "", "Other reserves|2", "", "", "", ""],
        list(_PARTS_IFRS), ["$m"] * len(_PARTS_IFRS),
    ]  # fmt: skip
    look = Look(rng, cents=False, minus="(", nil=rng.choice(("", "–")))
    report.add(
        "<h1>Consolidated statement of changes in equity</h1><p>for the year ended 31 December 2023</p>"
        + table(rows, look, heads)
    )
    return report


def equity_annual(rng: random.Random, name: str) -> Report:
    """A Chinese parent's equity: two years in turn, other equity instruments without figures."""
    css = rng.choice(ZH_CSS) + "body{font-size:6.5pt!important}.st td:first-child{width:22%}"
    report = Report(name, "zh", css, landscape=True)
    blank = [1, 2, 3, *rng.sample([5, 6], rng.randint(0, 1))]
    for year in ("2023年度", "2022年度"):
        rows = _equity(_PARTS_ZH, _MOVES_ZH, _SUMS_ZH, rng, blank, cents=True)
        heads = [[f"{year}|10"], ["", "其他权益工具|3", *[""] * 6], list(_PARTS_ZH)]
        look = Look(rng, cents=True, minus="-", nil="")
        report.add(
            f"<h1>母公司所有者权益变动表</h1>{_CENTRE}{year}</p><p>单位：元 币种：人民币</p>"
            + table(rows, look, heads, label="项目") + _SIGNED
        )  # fmt: skip
    return report


def equity_filing(rng: random.Random, name: str) -> Report:
    """A 10-K's equity: shares and amounts, treasury stock, tinted rows, brackets."""
    report = Report(name, "en", rng.choice(EN_CSS) + _BAND + ".st td:first-child{width:28%}", landscape=True)
    rows = _equity(_PARTS_US, _MOVES_US, _SUMS_US, rng, (), cents=False)
    for row in rows:
        *parts, total = row.values
        row.values[-1] = total - (parts[0] or 0) if total is not None else None  # shares are no part of it
    heads = [["Common Stock|2", *[""] * (len(_PARTS_US) - 2)], list(_PARTS_US)]
    look = Look(rng, cents=False, minus="(", nil=rng.choice(("—", "")))
    top = f"{_CENTRE}MAPLE EXAMPLE, INC.</p><h1>CONSOLIDATED STATEMENTS OF STOCKHOLDERS’ EQUITY</h1>{_CENTRE}(in thousands)</p>"
    report.add(top + table(rows, look, heads))
    return report


FILED: dict[str, Callable[[random.Random, str], Report]] = {
    "filing": filing, "bilingual": bilingual, "annual-zh": annual_zh, "together": together, "equity-ifrs": equity_ifrs,
    "equity-annual": equity_annual, "equity-filing": equity_filing,
}  # fmt: skip
