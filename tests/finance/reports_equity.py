"""Hard statements of changes in equity and hard page breaks, for `tests.finance.reports`.

Equity: columns in which no row has a figure, titles of two and three levels, wrapped labels, vertical rules. Page breaks:
a title with two rows at the foot of its page, a next page that opens with rows without figures, no titles there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from decimal import Decimal

from tests.finance.ledgers import SPECS, Row, rows_of
from tests.finance.report_words import EN_CSS, ZH_CSS
from tests.finance.reports import Look, Report, table, truth, with_notes

PARTS_ZH = (
    "股本", "优先股", "永续债", "其他", "资本公积", "减：库存股", "其他综合收益", "专项储备", "盈余公积", "一般风险准备", "未分配利润", "小计", "少数股东权益", "所有者权益合计",
)  # fmt: skip
MOVES_ZH = (
    "一、上年期末余额", "加：会计政策变更", "前期差错更正", "同一控制下企业合并", "二、本年期初余额", "三、本期增减变动金额（减少以“－”号填列）", "（一）综合收益总额",
    "（二）所有者投入和减少资本", "1．所有者投入的普通股", "2．股份支付计入所有者权益的金额", "（三）利润分配", "1．提取盈余公积", "2．对所有者（或股东）的分配", "四、本期期末余额",
)  # fmt: skip
MOVES_US = (
    ("Net income", (3,)), ("Other comprehensive (loss) income, net of tax", (4,)), ("Stock-based compensation expense related to employee awards and other grants", (2,)),
    ("Issuance of common stock under employee stock purchase plans, net of shares withheld for taxes", (0, 1, 2)), ("Repurchases of common stock", (0, 1, 2, 3)), ("Dividends declared", (3,)),
)  # fmt: skip
PARTS_US = ("Shares", "Amount", "Additional Paid-in Capital", "Retained Earnings", "Accumulated Other Comprehensive Loss", "Total Stockholders’ Equity")  # fmt: skip


def _amount(rng: random.Random, top: int, *, cents: bool) -> Decimal:
    return Decimal(rng.randint(1_000, top)) / (100 if cents else 1)


def _year_zh(rng: random.Random, opening: list[Decimal], blank: Sequence[int], inner: int) -> list[Row]:
    """A year of movements in which rows and columns add up; columns in `blank` stay empty."""
    width = len(opening)
    free = [i for i in range(width) if i not in blank and i not in (inner, width - 1)]

    def spread(row: list[Decimal | None]) -> list[Decimal | None]:
        parts = [(-v if i == 5 else v) if v else Decimal(0) for i, v in enumerate(row[:inner])]
        row[inner] = sum(parts, Decimal(0))
        row[width - 1] = row[inner] + sum((v or Decimal(0) for v in row[inner + 1 : width - 1]), Decimal(0))
        return row

    def move(columns: Sequence[int]) -> list[Decimal | None]:
        row: list[Decimal | None] = [None] * width
        for i in columns:
            row[i] = _amount(rng, 90_000_000, cents=True) * rng.choice((1, 1, -1))
        return spread(row)

    some = {6: [10, *free[-1:]], 8: [free[0], 4], 9: [4], 11: [], 12: [10]}
    rows: dict[int, list[Decimal | None]] = {n: move([i for i in c if i in free]) for n, c in some.items() if c}
    moved = _amount(rng, 9_000_000, cents=True)
    rows[11] = spread([moved if i == 8 else -moved if i == 10 else None for i in range(width)])

    def summed(parts: Sequence[int]) -> list[Decimal | None]:
        return [
            sum(v, Decimal(0)) if (v := [rows[p][i] or Decimal(0) for p in parts if rows[p][i] is not None]) else None
            for i in range(width)
        ]

    rows[7], rows[10] = summed([8, 9]), summed([11, 12])
    rows[5] = summed([6, 7, 10])
    rows[0] = rows[4] = [None if i in blank else v for i, v in enumerate(opening)]
    rows[13] = [None if i in blank else (rows[4][i] or 0) + (rows[5][i] or 0) for i in range(width)]
    return [Row(label, values=rows.get(n, [None] * width), total="余额" in label) for n, label in enumerate(MOVES_ZH)]


def blank_zh(rng: random.Random, name: str) -> Report:
    """Fourteen columns under titles of three levels; other equity instruments and reserves stay empty."""
    css = (
        rng.choice(ZH_CSS)
        + "body{font-size:5.6pt!important}.st td:first-child{width:17%}.st td,.st th{padding:1px 2px}"
    )
    report = Report(name, "zh", css, landscape=True)
    look = Look(rng, minus=rng.choice("-("), nil=rng.choice(("", "", "-")))
    blank = [1, 2, 3, 7, *rng.sample([5, 6, 9], rng.randint(0, 2))]
    opening = [Decimal(0) if i in blank else _amount(rng, 900_000_000, cents=True) for i in range(14)]
    opening[11] = sum((-v if i == 5 else v for i, v in enumerate(opening[:11])), Decimal(0))
    opening[13] = opening[11] + opening[12]
    rows: list[Row] = []
    for year in ("2023年度", "2022年度"):
        part = _year_zh(rng, opening, blank, 11)
        rows += part
        heads = [
            [f"{year}|14"],
            ["归属于母公司所有者权益|12", "", ""],
            ["", "其他权益工具|3", *[""] * 10],
            list(PARTS_ZH),
        ]
        report.add(
            f"<h1>合并所有者权益变动表</h1><p style='text-align:center'>{year}</p><p>编制单位：松风示例股份有限公司"
            " <span style='float:right'>单位：元 币种：人民币</span></p>" + table(part, look, heads, label="项目")
        )
    columns = [
        "归属于母公司所有者权益 其他权益工具 " + p if i in (1, 2, 3) else f"归属于母公司所有者权益 {p}" if i < 12 else p
        for i, p in enumerate(PARTS_ZH)
    ]
    report.statements.append(truth(rows, 3, "consolidated", "合并所有者权益变动表", columns, "元", 1))
    return report


def moves_us(rng: random.Random, name: str) -> Report:
    """A 10-K's statement of stockholders' equity: shares and amounts, preferred stock that no row uses."""
    css = rng.choice(EN_CSS) + "body{font-size:7.5pt!important}.st td:first-child{width:30%}"
    report = Report(name, "en", css, landscape=rng.random() < 0.5)
    preferred = rng.random() < 0.7
    width = len(PARTS_US)
    rows: list[Row] = []
    now = [Decimal(rng.randint(1_000, 900_000)) for _ in range(width - 1)]
    now[4] = -now[4]
    now.append(sum(now[1:], Decimal(0)))
    for year in (2021, 2022, 2023):
        if year == 2021:
            rows.append(Row("Balances as of December 31, 2020", values=list(now), total=True))
        for label, columns in MOVES_US:
            values: list[Decimal | None] = [None] * width
            for c in columns:
                sign = -1 if label.startswith(("Rep", "Div")) or (c == 4 and rng.random() < 0.5) else 1
                values[c] = sign * Decimal(rng.randint(10, 9_000))
            values[-1] = sum((v for v in values[1:-1] if v is not None), Decimal(0))
            now = [a + (b or 0) for a, b in zip(now, values, strict=True)]
            rows.append(Row(label, values=values))
        rows.append(Row(f"Balances as of December 31, {year}", values=list(now), total=True))
    if preferred:
        for row in rows:
            row.values = [None, None, *(row.values or [])]
    over = [*(["Preferred Stock|2"] if preferred else []), "Common Stock|2", *[""] * (width - 2)]
    leaves = [*(["Shares", "Amount"] if preferred else []), *PARTS_US]
    title = rng.choice(("CONSOLIDATED STATEMENTS OF STOCKHOLDERS’ EQUITY", "Consolidated Statements of Stockholders’ Equity"))  # fmt: skip
    report.add(
        f"<h1>{title}</h1><p style='text-align:center'>(In millions)</p>"
        + table(rows, Look(rng, cents=False, minus="(", nil=rng.choice(("", "—"))), [over, leaves])
        + "<p>See accompanying notes to the consolidated financial statements.</p>"
    )
    n = 2 if preferred else 0
    columns = [
        ("Preferred Stock " if i < n else "Common Stock " if i < n + 2 else "") + p for i, p in enumerate(leaves)
    ]
    report.statements.append(truth(rows, 3, "consolidated", title, columns, "In millions", 10**6))
    return report


def broken_zh(rng: random.Random, name: str) -> Report:
    """Statements with notes whose titles stand with two rows at the foot of a page, continued without titles."""
    report = Report(name, "zh", rng.choice(ZH_CSS))
    look = Look(rng, minus=rng.choice("-("), notes="附注")
    words = {0: ("资产负债表", "2023年12月31日"), 1: ("利润表", "2023年度"), 2: ("现金流量表", "2023年度")}
    left = ""
    for kind, (word, day) in words.items():
        rows = rows_of(SPECS["zh", kind], rng, 2, cents=True)
        with_notes(rows, rng, "七、#")
        heads = [["期末余额", "期初余额"] if kind == 0 else ["本期金额", "上期金额"]]
        at = rng.choice((2, 3)) if left else rng.randint(10, 24)
        top = (
            f"<h1>合并{word}</h1><p style='text-align:center'>{day}</p><p>编制单位：松风示例股份有限公司"
            "<span style='float:right'>单位：元</span></p>"
        )
        report.add(left + top + table(rows, look, heads, label="项目", part=slice(0, at)))
        left = table(rows, look, [], part=slice(at, None))
        report.statements.append(truth(rows, kind, "consolidated", "合并" + word, heads[0], "元", 1))
    report.add(left)
    return report


def broken_en(rng: random.Random, name: str) -> Report:
    """The same in English: the next page opens with the titles of sections and has none of its own."""
    report = Report(name, "en", rng.choice(EN_CSS))
    look = Look(rng, cents=False, minus="(", nil="—", notes="Note")
    words = {0: "Consolidated statement of financial position", 1: "Consolidated statement of profit or loss"}
    left = ""
    for kind, title in words.items():
        rows = rows_of(SPECS["ifrs", kind], rng, 2, cents=False)
        with_notes(rows, rng, "#")
        at = next(i for i, r in enumerate(rows) if not r.values and i > 6) if kind == 0 else rng.choice((2, 3))
        period = "As at 31 December" if kind == 0 else "For the year ended 31 December"
        top = f"<h1>{title}</h1><p>{period}</p><p>(in thousands of US dollars)</p>"
        report.add(left + top + table(rows, look, [["2023", "2022"]], part=slice(0, at)))
        left = table(rows, look, [], part=slice(at, None))
        report.statements.append(truth(rows, kind, "", title, ["2023", "2022"], "in thousands", 1000))
    report.add(left)
    return report


HARD: dict[str, Callable[[random.Random, str], Report]] = {
    "blank-zh": blank_zh, "moves-us": moves_us, "broken-zh": broken_zh, "broken-en": broken_en,
}  # fmt: skip
