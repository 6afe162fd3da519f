"""More unseen reports for `tests.finance.reports`: statements of equity, four and six columns, translations, wrapped labels."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal

from tests.finance.ledgers import SPECS, Row, rows_of
from tests.finance.report_words import EN_CSS, HIGH_EN, NOISE_ZH, NOTE_EN, NOTES_ZH, ZH_CSS, ZH_TITLES
from tests.finance.reports import Look, Report, table, truth, with_notes

PARTS_ZH = (
    "股本",
    "资本公积",
    "减：库存股",
    "其他综合收益",
    "盈余公积",
    "未分配利润",
    "少数股东权益",
    "所有者权益合计",
)
MOVES_ZH = (
    "一、上年期末余额",
    "加：会计政策变更",
    "二、本年期初余额",
    "三、本期增减变动金额（减少以“－”号填列）",
    "（一）综合收益总额",
    "（二）所有者投入和减少资本",
    "1．所有者投入的普通股",
    "（三）利润分配",
    "1．提取盈余公积",
    "2．对所有者（或股东）的分配",
    "四、本期期末余额",
)
PARTS_EN = (
    "Share capital",
    "Share premium",
    "Translation reserve",
    "Retained earnings",
    "Total",
    "Non-controlling interests",
    "Total equity",
)
MOVES_EN = (
    "Balance at 1 January 2022",
    "Profit for the year",
    "Other comprehensive income",
    "Dividends paid",
    "Balance at 31 December 2022",
    "Profit for the year",
    "Other comprehensive income",
    "Shares issued",
    "Dividends paid",
    "Balance at 31 December 2023",
)


SUMS_ZH = {2: (0, 1), 5: (6,), 7: (8, 9), 3: (4, 5, 7), 10: (2, 3)}
SUMS_EN = {4: (0, 1, 2, 3), 9: (4, 5, 6, 7, 8)}
_MOVED = 0.35  # of the components in a row of movements that have a figure
_REDUCED = 0.3  # of the movements that are negative


def moves(
    labels: tuple[str, ...],
    parts: tuple[str, ...],
    sums: Mapping[int, Sequence[int]],
    rng: random.Random,
    *,
    cents: bool,
) -> list[Row]:
    """The rows of a statement of changes in equity, in which rows and columns add up.

    Args:
        labels: Of the rows.
        parts: The columns; totals are the sum of all components before them, less treasury stock.
        sums: Of which rows a row is the sum, parts of parts first; the others have figures in some columns.
        rng: Draws the figures.
        cents: Figures have two decimals.
    """
    made: list[list[Decimal | None]] = [[None] * len(parts) for _ in labels]
    totals = [c for c, part in enumerate(parts) if part.startswith("Total") or "合计" in part]
    for r in (*(r for r in range(len(labels)) if r not in sums), *sums):
        whole = "余额" in labels[r] or "Balance" in labels[r]
        for c in (c for c in range(len(parts)) if c not in totals):
            if r in sums:
                added = [value for i in sums[r] if (value := made[i][c]) is not None]
                made[r][c] = sum(added, Decimal(0)) if added else None
            elif whole or rng.random() < _MOVED:
                value = Decimal(rng.randint(10_000, 90_000_000 if whole else 900_000)) / (100 if cents else 1)
                made[r][c] = -value if not whole and rng.random() < _REDUCED else value
        for c in totals:
            before = [(i, value) for i in range(c) if i not in totals and (value := made[r][i]) is not None]
            made[r][c] = sum((-v if "减" in parts[i] else v for i, v in before), Decimal(0)) if before else None
    return [
        Row(label, values=values, total="余额" in label or "Balance" in label)
        for label, values in zip(labels, made, strict=True)
    ]


def equity_zh(rng: random.Random, name: str) -> Report:
    """Statements of changes in equity on wide pages: this year, then the year before on a page of its own."""
    report = Report(
        name, "zh", rng.choice(ZH_CSS) + "body{font-size:7pt!important}.st td:first-child{width:26%}", landscape=True
    )
    look = Look(rng, minus=rng.choice("-("))
    for scope, prefix in (("consolidated", "合并"), ("parent", "母公司")):
        parts = PARTS_ZH if scope == "consolidated" else tuple(p for p in PARTS_ZH if p != "少数股东权益")
        title = prefix + rng.choice(("所有者权益变动表", "股东权益变动表"))
        own = len(parts) - (2 if scope == "consolidated" else 1)
        rows: list[Row] = []
        for year, words in (("2023年度", ("本期", "本期金额")), ("2022年度", ("上期", "上期金额"))):
            part = moves(MOVES_ZH, parts, SUMS_ZH, rng, cents=True)
            rows += part
            if scope == "consolidated":
                heads = [[f"{words[1]}|{len(parts)}"], [f"归属于母公司所有者权益|{own}", "", ""], list(parts)]
            else:
                heads = [[f"{words[1]}|{len(parts)}"], list(parts)]
            tail = "" if year == "2023年度" else "（续）"
            report.add(
                f"<h1>{title}{tail}</h1><p style='text-align:center'>{year}</p><p>编制单位：松风示例股份有限公司 <span style='float:right'>单位：元 币种：人民币</span></p>"
                + table(part, look, heads, label="项目")
            )
        columns = [
            f"归属于母公司所有者权益 {p}" if i < own and scope == "consolidated" else p for i, p in enumerate(parts)
        ]
        report.statements.append(truth(rows, 3, scope, title, columns, "元", 1))
    return report


def equity_en(rng: random.Random, name: str) -> Report:
    """An IFRS statement of changes in equity."""
    report = Report(name, "en", rng.choice(EN_CSS))
    rows = moves(MOVES_EN, PARTS_EN, SUMS_EN, rng, cents=False)
    title = rng.choice(("Consolidated statement of changes in equity", "CONSOLIDATED STATEMENT OF CHANGES IN EQUITY"))
    report.add(
        f"<h1>{title}</h1><p>For the year ended 31 December 2023</p><div style='font-size:7.5pt'>"
        + table(
            rows,
            Look(rng, cents=False, minus="(", nil="–"),
            [["Attributable to owners of the Company|5", "", ""], list(PARTS_EN), ["£’000"] * 7],
        )
        + "</div><p>The notes on pages 10 to 40 form part of these financial statements.</p>"
    )
    columns = [
        f"Attributable to owners of the Company {p} £’000" if i < 5 else f"{p} £’000" for i, p in enumerate(PARTS_EN)
    ]
    report.statements.append(truth(rows, 3, "consolidated", title, columns, "£’000", 1000))
    return report


def periods_zh(rng: random.Random, name: str) -> Report:
    """A quarter's report: this quarter and the year so far beside those of the year before."""
    report = Report(name, "zh", rng.choice(ZH_CSS) + "body{font-size:8pt!important}")
    report.add(NOISE_ZH[1])
    rows = rows_of(SPECS["zh", 0], rng, 2, cents=True)
    heads = ["2023年9月30日", "2022年12月31日"]
    report.add(
        "<h2>1、合并资产负债表</h2><p>编制单位：松风示例股份有限公司</p><p style='text-align:center'>2023年9月30日</p><p style='text-align:right'>单位：元</p>"
        + table(rows, Look(rng, minus="-"), [heads], label="项目")
    )
    report.statements.append(truth(rows, 0, "consolidated", "合并资产负债表", heads, "元", 1))
    rows = rows_of(SPECS["zh", 1], rng, 4, cents=True)
    heads = rng.choice(
        (
            [
                "2023年第三季度（7-9月）",
                "2022年第三季度（7-9月）",
                "2023年前三季度（1-9月）",
                "2022年前三季度（1-9月）",
            ],
            ["本报告期", "上年同期", "年初至报告期末", "上年初至上年报告期末"],
        )
    )
    report.add(
        "<h2>2、合并利润表</h2><p style='text-align:right'>单位：元 币种：人民币 审计类型：未经审计</p><div style='font-size:7pt'>"
        + table(rows, Look(rng), [heads], label="项目")
        + "</div>"
    )
    report.statements.append(truth(rows, 1, "consolidated", "合并利润表", heads, "元", 1))
    return report


def changes_zh(rng: random.Random, name: str) -> Report:
    """Statements with a column of changes in percent, amounts without separators, as small companies print them."""
    report = Report(name, "zh", rng.choice(ZH_CSS))
    for kind in (0, 1):
        rows = rows_of([r for r in SPECS["zh", kind] if "少数" not in r[0]], rng, 2, cents=True)
        plain = Look(rng)
        plain.money = lambda value, *, small=False: "" if value is None else f"{value:.2f}"  # type: ignore[method-assign, misc]
        heads = ["期末余额", "年初余额"] if kind == 0 else ["本年累计", "上年同期"]
        report.add(
            f"<h1>{ZH_TITLES[kind]}</h1><p>单位名称：松风示例商贸有限公司 <span style='float:right'>金额单位：人民币元</span></p>"
            + table(rows, plain, [heads], label="项目")
        )
        report.statements.append(truth(rows, kind, "", ZH_TITLES[kind], heads, "人民币元", 1))
    return report


def wrapped_zh(rng: random.Random, name: str) -> Report:
    """Narrow labels over two and three lines, figures in the middle of the row, a running head and foot."""
    css = (
        rng.choice(ZH_CSS)
        + f".st td:first-child{{width:24%}}td{{vertical-align:{rng.choice(('middle', 'top', 'bottom'))}!important}}"
    )
    report = Report(name, "zh", css)
    for kind in (1, 2):
        rows = rows_of(SPECS["zh", kind], rng, 2, cents=True)
        with_notes(rows, rng, "附注五、（#）")
        heads = ["2023年度", "2022年度"]
        title = f"合并{ZH_TITLES[kind]}"
        report.add(
            f"<p style='border-bottom:1px solid'>松风示例股份有限公司2023年年度报告全文</p><h1>{title}</h1><p style='text-align:right'>单位：人民币元</p>"
            + table(rows, Look(rng, minus="(", nil="-", notes="附注"), [heads], label="项目")
            + "<p style='text-align:center'>第 61 页 共 180 页</p>"
        )
        report.statements.append(truth(rows, kind, "consolidated", title, heads, "人民币元", 1))
    report.add(NOTES_ZH[0])
    return report


def bilingual(rng: random.Random, name: str) -> Report:
    """A Chinese statement whose title has English beside it."""
    report = Report(name, "zh", rng.choice(ZH_CSS))
    rows = rows_of(SPECS["zh", 0], rng, 2, cents=False)
    with_notes(rows, rng, "#")
    heads = ["2023年<br>12月31日", "2022年<br>12月31日"]
    report.add(
        "<h1>合并资产负债表<br>Consolidated Balance Sheet</h1><p>（金额单位：人民币千元）</p>"
        + table(rows, Look(rng, cents=False, minus="(", nil="-", notes="附注"), [heads])
    )
    report.statements.append(
        truth(rows, 0, "consolidated", "合并资产负债表", ["2023年12月31日", "2022年12月31日"], "人民币千元", 1000)
    )
    return report


def interim_en(rng: random.Random, name: str) -> Report:
    """A half-year report: two half years and the full year, audited or not."""
    report = Report(name, "en", rng.choice(EN_CSS))
    report.pages += [HIGH_EN]
    for kind, title in (
        (1, "Condensed consolidated income statement"),
        (2, "Condensed consolidated cash flow statement"),
        (0, "Condensed consolidated balance sheet"),
    ):
        rows = rows_of(SPECS["ifrs", kind], rng, 3, cents=False)
        if kind == 0:
            heads = [
                ["30 June<br>2023", "30 June<br>2022", "31 December<br>2022"],
                ["(unaudited)", "(unaudited)", "(audited)"],
                ["£m"] * 3,
            ]
        else:
            heads = [
                [
                    "Six months ended<br>30 June 2023",
                    "Six months ended<br>30 June 2022",
                    "Year ended<br>31 December 2022",
                ],
                ["£m"] * 3,
            ]
        columns = [" ".join(p for p in parts if p).replace("<br>", " ") for parts in zip(*heads, strict=True)]
        report.add(
            f"<h1>{title}</h1><p>for the six months ended 30 June 2023</p>"
            + table(rows, Look(rng, cents=False, minus="(", nil="–"), heads)
        )
        report.statements.append(truth(rows, kind, "consolidated", title, columns, "£m", 1_000_000))
    return report


def exceptional(rng: random.Random, name: str) -> Report:
    """A group income statement with columns before and after exceptional items for each year."""
    report = Report(name, "en", rng.choice(EN_CSS) + "body{font-size:7.5pt!important}")
    rows = rows_of(SPECS["ifrs", 1], rng, 6, cents=False, sparse=0.0)
    with_notes(rows, rng, "#")
    three = ["Before exceptional items", "Exceptional items (note 4)", "Total"]
    heads = [["2023|3", "2022|3"], three * 2, ["£m"] * 6]
    report.add(
        "<h1>Group income statement</h1><p>for the year ended 31 December 2023</p>"
        + table(rows, Look(rng, cents=False, minus="(", nil="–", notes="Note"), heads)
    )
    report.statements.append(
        truth(
            rows,
            1,
            "consolidated",
            "Group income statement",
            [f"{y} {t} £m" for y in (2023, 2022) for t in three],
            "£m",
            1_000_000,
        )
    )
    return report


def translated(rng: random.Random, name: str) -> Report:
    """A Chinese company's statements in English: renminbi of two years and a convenience translation."""
    report = Report(name, "en", rng.choice(EN_CSS))
    for kind, title in (
        (0, "CONSOLIDATED BALANCE SHEETS"),
        (1, "CONSOLIDATED STATEMENTS OF OPERATIONS"),
        (2, "CONSOLIDATED STATEMENTS OF CASH FLOWS"),
    ):
        rows = rows_of(SPECS["us", kind], rng, 3, cents=False)
        top = ["As of December 31,|3"] if kind == 0 else ["For the years ended December 31,|3"]
        heads = [top, ["2022", "2023", "2023"], ["RMB", "RMB", "US$"]]
        report.add(
            f"<p style='text-align:center'><b>SAMPLE HARBOR HOLDINGS LIMITED</b></p><h1>{title}</h1><p style='text-align:center'>(Amounts in thousands, except for share and per share data)</p>"
            + table(rows, Look(rng, cents=False, minus="(", nil="—"), heads)
            + "<p>The accompanying notes are an integral part of these consolidated financial statements.</p><p style='text-align:center'>F-4</p>"
        )
        columns = [f"{top[0].split('|')[0]} {y} {c}" for y, c in (("2022", "RMB"), ("2023", "RMB"), ("2023", "US$"))]
        report.statements.append(truth(rows, kind, "consolidated", title, columns, "in thousands", 1000))
    report.add(NOTE_EN)
    return report


def uk_small(rng: random.Random, name: str) -> Report:
    """A small British company's balance sheet: amounts in an inner and sums in an outer column for each year."""
    report = Report(name, "en", rng.choice(EN_CSS))
    body, made = [], []

    def line(
        label: str, now: tuple[int | None, int | None], before: tuple[int | None, int | None], note: str = ""
    ) -> None:
        cells = "".join(
            f"<td class=r>{'' if v is None else f'({-v:,})' if v < 0 else f'{v:,}'}</td>" for v in (*now, *before)
        )
        body.append(f"<tr><td>{label}</td><td class=n>{note}</td>{cells}</tr>")
        values = [None if v is None else Decimal(v) for v in (*now, *before)]
        made.append(Row(label, note, [] if all(v is None for v in values) else values))

    a, b, c, d, e = ((rng.randint(1000, 90_000), rng.randint(1000, 90_000)) for _ in range(5))
    current = tuple(b[i] + c[i] + d[i] for i in (0, 1))
    net = tuple(current[i] - e[i] for i in (0, 1))
    whole = tuple(a[i] + net[i] for i in (0, 1))
    line("Fixed assets", (None, None), (None, None))
    line("Tangible assets", (None, a[0]), (None, a[1]), "4")
    line("Current assets", (None, None), (None, None))
    line("Stocks", (b[0], None), (b[1], None))
    line("Debtors", (c[0], None), (c[1], None), "5")
    line("Cash at bank and in hand", (d[0], None), (d[1], None))
    line("", (current[0], None), (current[1], None))
    line("Creditors: amounts falling due within one year", (-e[0], None), (-e[1], None), "6")
    line("Net current assets", (None, net[0]), (None, net[1]))
    line("Total assets less current liabilities", (None, whole[0]), (None, whole[1]))
    line("Capital and reserves", (None, None), (None, None))
    line("Called up share capital", (None, 100), (None, 100), "7")
    line("Profit and loss account", (None, whole[0] - 100), (None, whole[1] - 100))
    line("Shareholders’ funds", (None, whole[0]), (None, whole[1]))
    head = (
        "<tr><th></th><th>Note</th><th colspan=2>2023</th><th colspan=2>2022</th></tr><tr><th></th><th></th>"
        + "<th class=r>£</th>" * 4
        + "</tr>"
    )
    report.add(
        f"<p>Company registration number 01234567</p><h1>Balance sheet as at 31 March 2023</h1><table class=st>{head}{''.join(body)}</table><p>The directors’ statements required by section 475 are shown on the next page.</p>"
    )
    report.statements.append(
        truth(made, 0, "", "Balance sheet as at 31 March 2023", ["2023 £", "2023 £", "2022 £", "2022 £"], "£", 1)
    )
    return report


MORE: dict[str, Callable[[random.Random, str], Report]] = {
    "equity-zh": equity_zh, "equity-en": equity_en, "periods": periods_zh, "plain": changes_zh, "wrapped": wrapped_zh, "bilingual": bilingual, "interim": interim_en, "exceptional": exceptional,
    "translated": translated, "uk-small": uk_small,
}  # fmt: skip
