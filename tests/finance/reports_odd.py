"""Reports in formats that no other maker prints, for `tests.finance.reports`: leaders, narrow labels, four quarters and others."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from tests.finance.ledgers import SPECS, Row, rows_of
from tests.finance.report_words import EN_CSS, ZH_CSS
from tests.finance.reports import Look, Report, table, with_notes
from tests.finance.reports_more import MOVES_EN, PARTS_EN, SUMS_EN, moves

_TITLES_US = (
    "CONSOLIDATED BALANCE SHEETS",
    "CONSOLIDATED STATEMENTS OF INCOME",
    "CONSOLIDATED STATEMENTS OF CASH FLOWS",
)
_PARTS_HK = ("股本", "股份溢價", "匯兌儲備", "保留溢利", "總計", "非控股權益", "權益總額")
_MOVES_HK = (
    "於二零二二年一月一日", "年內溢利", "年內其他全面收益", "已付股息", "於二零二二年十二月三十一日", "年內溢利",
    "年內其他全面收益", "發行股份", "已付股息", "於二零二三年十二月三十一日",
)  # fmt: skip
_TITLES_ZH = ("合并资产负债表", "合并利润表", "合并现金流量表")


def leaders(rng: random.Random, name: str) -> Report:
    """A prospectus: dots lead from the labels to the figures, signs of dollars stand close to them."""
    report = Report(name, "en", rng.choice(EN_CSS))
    for kind, title in enumerate(_TITLES_US):
        rows = rows_of(SPECS["us", kind], rng, 2, cents=False)
        look = Look(rng, cents=False, minus="(", nil="—")
        lines = []
        for number, row in enumerate(rows):
            if row.values:
                dots = f"<span style='flex:1;overflow:hidden;white-space:nowrap;direction:rtl'>{' .' * 90}</span>"
                label = f"<div style='display:flex'><span>{row.label}</span>{dots}</div>"
            else:
                label = f"<b>{row.label}</b>"
            sign = "$ " if row.total or number < 3 else ""
            values = "".join(f"<td class=r>{sign if v is not None else ''}{look.money(v)}</td>" for v in row.values)
            lines.append(f"<tr><td style='width:68%'>{label}</td>{values}</tr>")
        day = "December 31," if kind == 0 else "Years ended December 31,"
        head = f"<tr><th></th><th colspan=2>{day}</th></tr><tr><th></th><th class=r>2023</th><th class=r>2022</th></tr>"
        report.add(
            f"<h1>{title}</h1><p style='text-align:center'>(In thousands)</p><table>{head}{''.join(lines)}</table>"
        )
    return report


def narrow(rng: random.Random, name: str) -> Report:
    """Three years beside labels of a third of the page, which turn over, indented by their sections."""
    css = "td.l,td.t{width:31%;padding-left:12px!important;text-indent:-7px}td.s{padding-left:4px!important}"
    report = Report(name, "en", rng.choice(EN_CSS) + css)
    for kind, title in enumerate(_TITLES_US):
        rows = rows_of(SPECS["us", kind], rng, 3, cents=False)
        heads = [["December 31,|3" if kind == 0 else "Year Ended December 31,|3"], ["2023", "2022", "2021"]]
        look = Look(rng, cents=False, minus="(", nil="—", dollar=rng.random() < 0.5)
        report.add(f"<h2>{title}</h2><p>(in millions, except per share amounts)</p>" + table(rows, look, heads))
    return report


def quarters(rng: random.Random, name: str) -> Report:
    """Four quarters and the year."""
    report = Report(name, "en", rng.choice(EN_CSS))
    for kind in (1, 2):
        rows = rows_of(SPECS["us", kind], rng, 4, cents=False)
        _with_years(rows)
        heads = [
            ["Three months ended|4", "Year ended"],
            ["Mar 31, 2023", "Jun 30, 2023", "Sep 30, 2023", "Dec 31, 2023", "Dec 31, 2023"],
        ]
        report.add(
            f"<h1>{_TITLES_US[kind].title()}</h1><p>(Unaudited, in thousands)</p>"
            + table(rows, Look(rng, cents=False, minus="(", nil="-"), heads)
        )
    return report


def _with_years(rows: Sequence[Row]) -> None:
    for row in rows:
        if row.values:
            known = [value for value in row.values if value is not None]
            row.values = [*row.values, sum(known) if known else None]


def numbered(rng: random.Random, name: str) -> Report:
    """Chinese statements with a number for each line and a note, in yuan, a grid around everything."""
    report = Report(name, "zh", rng.choice(ZH_CSS) + ".st td,.st th{border:1px solid #333}.l,.t{width:38%}")
    for kind, title in enumerate(_TITLES_ZH):
        rows = rows_of(SPECS["zh", kind], rng, 2, cents=True)
        for number, row in enumerate(rows, 1):
            row.note = str(number)
        heads = [["期末余额", "年初余额"] if kind == 0 else ["本年累计金额", "上年同期金额"]]
        day = "2023年12月31日" if kind == 0 else "2023年度"
        look = Look(rng, cents=True, nil="", notes="行次")
        report.add(
            f"<h1>{title}</h1><p>编制单位：松风示例股份有限公司 &emsp; {day} &emsp; 单位：元</p>"
            + table(rows, look, heads, label="项 目")
        )
    return report


def four_zh(rng: random.Random, name: str) -> Report:
    """The group's and the parent's figures of two years side by side, in ten thousands, on a wide page."""
    report = Report(name, "zh", rng.choice(ZH_CSS), landscape=True)
    for kind, title in ((1, "合并及公司利润表"), (2, "合并及公司现金流量表")):
        rows = rows_of(SPECS["zh", kind], rng, 4, cents=True)
        with_notes(rows, rng, "六、#")
        heads = [["合并|2", "公司|2"], ["2023年度", "2022年度"] * 2]
        report.add(
            f"<h1>{title}</h1><p style='text-align:right'>金额单位：人民币万元</p>"
            + table(rows, Look(rng, cents=True, minus="(", nil="-", notes="附注"), heads, label="项目")
        )
    return report


def traditional_equity(rng: random.Random, name: str) -> Report:
    """A statement of changes in equity in traditional characters, or an English one, on a wide page."""
    chinese = rng.random() < 0.6
    report = Report(name, "zh" if chinese else "en", rng.choice(ZH_CSS if chinese else EN_CSS), landscape=True)
    parts = _PARTS_HK if chinese else PARTS_EN
    rows = moves(MOVES_EN, PARTS_EN, SUMS_EN, rng, cents=False)
    for row, label in zip(rows, _MOVES_HK, strict=True):
        row.label = label if chinese else row.label
    title = "綜合權益變動表" if chinese else "Consolidated statement of changes in equity"
    heads = [list(parts), ["千元" if chinese else "£’000"] * len(parts)]
    report.add(
        f"<h1>{title}</h1><p>{'截至2023年12月31日止年度' if chinese else 'for the year ended 31 December 2023'}</p>"
        + table(rows, Look(rng, cents=False, minus="(", nil="–"), heads)
    )
    return report


def shares(rng: random.Random, name: str) -> Report:
    """Each year's amounts beside their share of revenue and the change of the year."""
    report = Report(name, "en", rng.choice(EN_CSS))
    rows = rows_of(SPECS["ifrs", 1], rng, 2, cents=False, sparse=0.0)
    base = [value or 1 for value in next(row.values for row in rows if row.values)]
    lines = []
    look = Look(rng, cents=False, minus="(", nil="–")
    for row in rows:
        cells = "<td></td>" * 5
        if row.values:
            now, then = row.values
            change = f"{(now - then) / abs(then) * 100:+.1f}" if now is not None and then else ""
            parts = [f"{v / b * 100:.1f}%" if v is not None else "" for v, b in zip(row.values, base, strict=True)]
            cells = "".join(
                f"<td class=r>{text}</td>" for text in (look.money(now), parts[0], look.money(then), parts[1], change)
            )
        lines.append(f"<tr><td class={'t' if row.total else 'l'}>{row.label}</td>{cells}</tr>")
    head = "<tr><th></th><th>2023<br>€m</th><th>%</th><th>2022<br>€m</th><th>%</th><th>Change %</th></tr>"
    report.add(
        f"<h1>Consolidated income statement</h1><p>for the year ended 31 December 2023</p><table class=st>{head}{''.join(lines)}</table>"
    )
    for kind, title in ((0, "Consolidated balance sheet"), (2, "Consolidated cash flow statement")):
        rows = rows_of(SPECS["ifrs", kind], rng, 2, cents=False)
        report.add(f"<h1>{title}</h1><p>31 December 2023</p>" + table(rows, look, [["2023", "2022"], ["€m", "€m"]]))
    return report


ODD: dict[str, Callable[[random.Random, str], Report]] = {
    "leaders": leaders, "narrow": narrow, "quarters": quarters, "numbered": numbered, "four-zh": four_zh,
    "traditional-equity": traditional_equity, "shares": shares,
}  # fmt: skip
