"""Makes unseen reports with statements and their truth by a browser: `python -m tests.finance.reports FOLDER [SEED] [ONLY]`.

Chinese annual, half-year and quarterly reports, small companies, banks; IFRS reports of two and three years, group and
company side by side, restated columns; 10-K and 10-Q of several columns. Around the statements stand a list of
contents, key figures, notes and reports of auditors that look alike.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

import pikepdf

from tests.finance.ledgers import SPECS, Row, rows_of
from tests.finance.report_words import (
    EN_CSS,
    HIGH_EN,
    IFRS_TITLES,
    NOISE_EN,
    NOISE_ZH,
    NOTE_EN,
    NOTES_ZH,
    ZH_CSS,
    ZH_TITLES,
)
from tests.printing import print_html

Truth = dict[str, Any]


@dataclass
class Look:
    """How figures and tables are printed."""

    rng: random.Random
    cents: bool = True
    minus: str = "-"  # "-", "(" for brackets
    nil: str = ""  # of an empty cell
    dollar: bool = False  # a cell of its own for the sign
    css: str = ""
    notes: str = ""  # title of the column of notes; "" without

    def money(self, value: Decimal | None, *, small: bool = False) -> str:
        if value is None:
            return self.nil
        text = f"{abs(value):,.2f}" if self.cents or small else f"{abs(value):,.0f}"
        if value < 0:
            return f"({text})" if self.minus == "(" else f"-{text}"
        return text


@dataclass
class Report:
    """A document: its pages as HTML and the statements in it."""

    name: str
    language: str
    css: str
    pages: list[str] = field(default_factory=list)
    statements: list[Truth] = field(default_factory=list)
    landscape: bool = False

    def add(self, html: str) -> None:
        self.pages.append(html)


def truth(
    rows: Sequence[Row], kind: int, scope: str, title: str, columns: Sequence[str], unit: str, factor: int, **more: Any
) -> Truth:
    made = []
    for row in rows:
        line: dict[str, Any] = {"label": row.label}
        if row.values:
            line["values"] = ["" if v is None else f"{v:f}" for v in row.values]
        if row.note:
            line["note"] = row.note
        made.append(line)
    return {
        "kind": kind,
        "scope": scope,
        "title": title,
        "pages": [],
        "angle": 0,
        "unit": unit,
        "factor": factor,
        "columns": list(columns),
        "rows": made,
        **more,
    }


def with_notes(rows: Sequence[Row], rng: random.Random, form: str) -> None:
    """References to notes beside some items; `form` has a # for the number."""
    number = 0
    for row in rows:
        if row.values and not row.total and rng.random() < 0.7:
            number += 1
            row.note = form.replace("#", str(number))


def table(
    rows: Sequence[Row], look: Look, heads: Sequence[Sequence[str]], *, label: str = "", part: slice = slice(None)
) -> str:
    """A statement's table; `heads` are the rows of titles over the value columns, each as "title|span"."""
    made = []
    for number, head in enumerate(heads):
        cells = []
        for one in head:
            text, _, span = one.partition("|")
            cells.append(f"<th colspan={int(span or 1) * (2 if look.dollar else 1)}>{text}</th>")
        note = f"<th>{look.notes if number == len(heads) - 1 else ''}</th>" if look.notes else ""
        made.append(f"<tr><th>{label if number == len(heads) - 1 else ''}</th>{note}{''.join(cells)}</tr>")
    for index, row in enumerate(list(rows)[part]):
        cells = [f"<td class='{'t' if row.total else 'l'}{' s' if not row.values else ''}'>{row.label}</td>"]
        if look.notes:
            cells.append(f"<td class=n>{row.note}</td>")
        for value in row.values or [None] * len(next((r.values for r in rows if r.values), [])):
            small = "每股" in row.label or (
                row.label in ("Basic", "Diluted") and value is not None and abs(value) < 100
            )
            text = look.money(value, small=small) if row.values else ""
            if look.dollar:
                cells.append(f"<td class=d>{'$' if (row.total or not index) and value is not None else ''}</td>")
            cells.append(f"<td class='r{' t' if row.total else ''}'>{text}</td>")
        made.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table class=st>{''.join(made)}</table>"


def print_pdf(report: Report, path: Path) -> None:
    size = "A4 landscape" if report.landscape else "A4"
    html = (
        f"<!doctype html><meta charset=utf-8><style>@page{{size:{size};margin:16mm 14mm}}body{{margin:0;font-size:9pt;line-height:1.3}}table{{border-collapse:collapse;width:100%}}.p{{break-after:page}}.r,.d{{text-align:right;white-space:nowrap}}"
        f".d{{width:8px}}.n{{text-align:center}}h1{{font-size:13pt;text-align:center;margin:6px 0}}h2{{font-size:11pt;margin:6px 0}}td,th{{padding:1.5px 4px;vertical-align:bottom}}tr{{break-inside:avoid}}{report.css}</style>"
        + "".join(f"<div class=p>{p}</div>" for p in report.pages)
    )  # fmt: skip
    print_html(html, path)


def listed(rng: random.Random, name: str, *, year: str = "annual", restated: bool = False) -> Report:
    """A listed company's report: consolidated and parent statements one behind the other."""
    report = Report(name, "zh", rng.choice(ZH_CSS))
    unit, factor, cents = rng.choice(
        (
            ("元", 1, True),
            ("人民币元", 1, True),
            ("万元", 10_000, True),
            ("千元", 1000, False),
            ("人民币百万元", 1_000_000, False),
        )
    )
    look = Look(rng, cents, rng.choice("-("), rng.choice(("", "", "-")), notes=rng.choice(("附注", "附注", "注释", "")))
    company = "松风示例股份有限公司"
    for page in NOISE_ZH:
        report.add(page)
    days = {"annual": ("2023年12月31日", "2022年12月31日", "2023年度", "2022年度"), "half": ("2023年6月30日", "2022年12月31日", "2023年半年度", "2022年半年度"),
            "quarter": ("2023年9月30日", "2022年12月31日", "2023年1-9月", "2022年1-9月")}[year]  # fmt: skip
    relative = rng.random() < 0.4
    form = rng.choice(("七、#", "附注七、#", "（五）#", "五.#", "#", "十七、#"))
    open_title = rng.choice(("", "一、", "1、", "（一）"))
    for scope, prefix in (("consolidated", "合并"), ("parent", rng.choice(("母公司", "母公司", "公司")))):
        for kind in (0, 1, 2):
            if year == "quarter" and scope == "parent":
                continue
            spec = [r for r in SPECS["zh", kind] if scope == "consolidated" or "少数股东" not in r[0]]
            spec = [(a, b.replace("-少数股东权益", "") if b and scope == "parent" else b) for a, b in spec]
            rows = rows_of(spec, rng, 2, cents=cents)
            if look.notes:
                with_notes(rows, rng, form)
            heads = [days[0], days[1]] if kind == 0 else [days[2], days[3]]
            if relative:
                heads = (
                    ["期末余额", "期初余额"]
                    if kind == 0
                    else rng.choice((["本期发生额", "上期发生额"], ["本期金额", "上期金额"]))
                )
            if restated:
                heads[1] += rng.choice(("（已重述）", "（经重述）", "(重述后)"))
            title = open_title + prefix + ZH_TITLES[kind]
            lead = rng.choice((f"<h1>{title}</h1><p style='text-align:center'>{days[0] if kind == 0 else days[2]}</p><p>编制单位：{company} <span style='float:right'>单位：{unit}</span></p>",
                               f"<h2>{title}</h2><p style='text-align:right'>单位：{unit} &nbsp; 币种：人民币</p>", f"<h1>{company}<br>{title}</h1><p style='text-align:center'>（除特别注明外，金额单位为{'人民币' if unit[0] != '人' else ''}{unit}）</p>"))  # fmt: skip
            if year == "quarter":
                lead += "<p>编制单位：松风示例股份有限公司 单位：" + unit + " 币种：人民币 审计类型：未经审计</p>"
            foot = (
                "<p>法定代表人：甲测试 &nbsp;&nbsp; 主管会计工作负责人：乙测试 &nbsp;&nbsp; 会计机构负责人：丙测试</p>"
            )
            label = rng.choice(("项目", "项 目", "资产" if kind == 0 else "项目"))
            if kind == 0 and rng.random() < 0.5:
                at = next(i for i, r in enumerate(rows) if r.label == "流动负债：")
                report.add(lead + table(rows, look, [heads], label=label, part=slice(0, at)))
                report.add(
                    f"<h1>{title}（续）</h1><p style='text-align:right'>单位：{unit}</p>"
                    + table(rows, look, [heads], label="负债和所有者权益", part=slice(at, None))
                    + foot
                )
            else:
                report.add(lead + table(rows, look, [heads], label=label) + foot)
            report.statements.append(truth(rows, kind, scope, title, heads, unit, factor))
    report.add(NOTES_ZH[0])
    return report


def both(rng: random.Random, name: str) -> Report:
    """A report whose tables show the group and the parent side by side."""
    report = Report(name, "zh", rng.choice(ZH_CSS) + "body{font-size:7.5pt!important}")
    look = Look(rng, cents=False, minus="(", nil="-", notes="附注")
    report.add(NOISE_ZH[2])
    for kind in (0, 1, 2):
        rows = rows_of(SPECS["zh", kind], rng, 4, cents=False)
        with_notes(rows, rng, "四(#)")
        days = ["2023年12月31日", "2022年12月31日"] if kind == 0 else ["2023年度", "2022年度"]
        heads = [[*(f"{d}" for d in days), *days], ["合并", "合并", rng.choice(("公司", "母公司"))] * 1]
        heads = (
            [heads[0], ["合并", "合并", "公司", "公司"]]
            if rng.random() < 0.5
            else [["合并|2", "公司|2"], [*days, *days]]
        )
        title = f"{'2023年12月31日' if kind == 0 else '2023年度'}合并及公司{ZH_TITLES[kind]}"
        report.add(
            f"<h1>{title}</h1><p style='text-align:center'>（除特别注明外，金额单位为人民币千元）</p>"
            + table(rows, look, heads, label="项目")
            + "<p>后附财务报表附注为财务报表的组成部分。</p>"
        )
        for scope, part in (("consolidated", slice(0, 2)), ("parent", slice(2, 4))):
            half = [Row(r.label, r.note, r.values[part], r.total) for r in rows]
            report.statements.append(truth(half, kind, scope, title, days, "人民币千元", 1000))
    report.add(NOTES_ZH[0])
    return report


def small(rng: random.Random, name: str) -> Report:
    """A small company's statements: a balance sheet side by side with numbers of lines."""
    report = Report(name, "zh", rng.choice(ZH_CSS) + "body{font-size:7.5pt!important}")
    rows = rows_of(
        [(a, b) for a, b in SPECS["zh", 0] if "少数" not in a and "其中" not in a and a != "应收股利"],
        rng,
        2,
        cents=True,
    )
    for row in rows:
        if row.label.startswith(("未分配", "归属")):
            row.label = row.label[:5]
    rows = [r for r in rows if not r.label.startswith("归属")]
    at = next(i for i, r in enumerate(rows) if r.label == "流动负债：")
    left, right = rows[:at], rows[at:]
    look = Look(rng)
    line = []
    count = max(len(left), len(right))
    for index in range(count):
        cells = []
        for half, offset in ((left, 0), (right, len(left))):
            row = half[index] if index < len(half) else None
            if row is None:
                cells.append("<td></td>" * 4)
                continue
            row.note = str(offset + index + 1)
            cells.append(
                f"<td>{row.label}</td><td class=n>{row.note}</td>"
                + "".join(f"<td class=r>{look.money(v)}</td>" for v in (row.values or [None, None]))
            )
        line.append("<tr>" + "".join(cells) + "</tr>")
    head = "".join(
        f"<th>{t}</th>"
        for t in (
            "资产",
            "行次",
            "期末余额",
            "年初余额",
            "负债和所有者权益（或股东权益）",
            "行次",
            "期末余额",
            "年初余额",
        )
    )
    report.add(
        f"<h1>资产负债表</h1><p style='text-align:right'>会企01表</p><p>编制单位：松风示例商贸有限公司 &nbsp;&nbsp; 2023年12月31日 <span style='float:right'>单位：元</span></p><table class=st><tr>{head}</tr>{''.join(line)}</table><p>单位负责人：甲 &nbsp; 会计主管：乙 &nbsp; 制表人：丙</p>"
    )
    report.statements.append(truth(rows, 0, "", "资产负债表", ("期末余额", "年初余额"), "元", 1))
    for kind, form in ((1, "会企02表"), (2, "会企03表")):
        rows = rows_of([r for r in SPECS["zh", kind] if "少数" not in r[0]], rng, 2, cents=True)
        for number, row in enumerate(rows, 1):
            row.note = str(number)
        heads = rng.choice((["本年金额", "上年金额"], ["本年累计金额", "上年金额"]))
        report.add(
            f"<h1>{ZH_TITLES[kind]}</h1><p style='text-align:right'>{form}</p><p>编制单位：松风示例商贸有限公司 &nbsp;&nbsp; 2023年度 <span style='float:right'>单位：元</span></p>"
            + table(rows, Look(rng, notes="行次"), [heads], label="项目")
        )
        report.statements.append(truth(rows, kind, "", ZH_TITLES[kind], heads, "元", 1))
    return report


def bank(rng: random.Random, name: str) -> Report:
    """A bank's balance sheet in millions, of the group and of the bank."""
    report = Report(name, "zh", rng.choice(ZH_CSS))
    for scope, title in (
        ("consolidated", "合并资产负债表"),
        ("parent", rng.choice(("银行资产负债表", "母公司资产负债表"))),
    ):
        rows = rows_of(SPECS["bank", 0], rng, 2, cents=False)
        with_notes(rows, rng, "三、#")
        heads = ["2023年12月31日", "2022年12月31日"]
        look = Look(rng, cents=False, minus="(", nil="－", notes="附注")
        report.add(
            f"<p>示例银行股份有限公司</p><h1>{title}</h1><p>2023年12月31日</p><p>（除另有标明外，所有金额均以人民币百万元列示）</p>"
            + table(rows, look, [heads])
            + "<p>刊载于第20页至第99页的财务报表附注为本财务报表的组成部分。</p>"
        )
        report.statements.append(truth(rows, 0, scope, title, heads, "人民币百万元", 1_000_000))
    return report


def ifrs(rng: random.Random, name: str, *, years: int = 2, restated: bool = False) -> Report:
    """An IFRS report of two or three years."""
    report = Report(name, "en", rng.choice(EN_CSS))
    report.pages += [NOISE_EN, HIGH_EN]
    unit, factor = rng.choice(
        (
            ("US$’000", 1000),
            ("£m", 1_000_000),
            ("€ million", 1_000_000),
            ("$'000", 1000),
            ("RMB million", 1_000_000),
            ("HK$’000", 1000),
        )
    )
    notes = rng.choice(("Note", "Notes", "Note", ""))
    pick = rng.randrange(4)
    for kind in (1, 0, 2):
        look = Look(rng, cents=False, minus="(", nil=rng.choice(("-", "–", "—")), notes=notes)
        rows = rows_of(SPECS["ifrs", kind], rng, years, cents=False)
        if notes:
            with_notes(rows, rng, rng.choice(("#", "#(a)", "#")))
        heads = [[str(2023 - n) for n in range(years)], [unit] * years]
        if restated:
            heads = [heads[0], ["", "Restated", "Restated"][:years], heads[1]]
        if rng.random() < 0.3:
            heads = [[f"{y}<br>{unit}" for y in heads[0]]] if not restated else heads
        columns = [" ".join(part for part in parts if part) for parts in zip(*heads, strict=True)]
        title = IFRS_TITLES[kind][pick]
        day = (
            ("As at 31 December 2023", "At 31 December 2023", "as of December 31, 2023")[pick % 3]
            if kind == 0
            else ("For the year ended 31 December 2023", "for the years ended December 31, 2023 and 2022")[pick % 2]
        )
        html = (
            f"<{'h1' if pick % 2 else 'h2'}>{title}</{'h1' if pick % 2 else 'h2'}><p>{day}</p>"
            + table(rows, look, heads)
            + rng.choice(
                (
                    "<p>The above statement should be read in conjunction with the accompanying notes.</p>",
                    "<p>The notes on pages 89 to 140 form an integral part of these financial statements.</p>",
                    "",
                )
            )
        )
        report.add(html)
        report.statements.append(
            truth(rows, kind, "consolidated", title, [c.replace("<br>", " ") for c in columns], unit, factor)
        )
    report.add(NOTE_EN)
    return report


def singapore(rng: random.Random, name: str) -> Report:
    """A report with the group and the company side by side on the statement of financial position."""
    report = Report(name, "en", rng.choice(EN_CSS))
    rows = rows_of(SPECS["ifrs", 0], rng, 4, cents=False)
    with_notes(rows, rng, "#")
    look = Look(rng, cents=False, minus="(", nil="-", notes="Note")
    heads = [["Group|2", "Company|2"], ["2023", "2022", "2023", "2022"], ["$’000"] * 4]
    report.add(
        "<h1>Balance Sheets</h1><p>As at 31 March 2023</p>"
        + table(rows, look, heads)
        + "<p>The accompanying accounting policies and explanatory notes form an integral part of the financial statements.</p>"
    )
    for scope, part in (("consolidated", slice(0, 2)), ("parent", slice(2, 4))):
        report.statements.append(
            truth(
                [Row(r.label, r.note, r.values[part], r.total) for r in rows],
                0,
                scope,
                "Balance Sheets",
                ["2023 $’000", "2022 $’000"],
                "$’000",
                1000,
            )
        )
    rows = rows_of(SPECS["ifrs", 1], rng, 2, cents=False)
    with_notes(rows, rng, "#")
    report.add(
        "<h1>Consolidated Income Statement</h1><p>For the financial year ended 31 March 2023</p>"
        + table(rows, look, [["2023", "2022"], ["$’000"] * 2])
    )
    report.statements.append(
        truth(rows, 1, "consolidated", "Consolidated Income Statement", ["2023 $’000", "2022 $’000"], "$’000", 1000)
    )
    return report


def tenk(rng: random.Random, name: str, *, quarter: bool = False, together: bool = False) -> Report:
    """A 10-K or 10-Q."""
    report = Report(name, "en", rng.choice(EN_CSS))
    report.pages += [
        "<p>FORM 10-K</p><p>Item 8. Financial Statements and Supplementary Data</p><p>Consolidated Balance Sheets 52</p><p>Consolidated Statements of Operations 53</p><p>Consolidated Statements of Cash Flows 54</p>",
        HIGH_EN,
    ]
    unit, factor = rng.choice(
        (
            ("(In millions, except per share amounts)", 1_000_000),
            ("(in thousands, except share and per share data)", 1000),
            ("(Dollars in millions)", 1_000_000),
        )
    )
    suffix = " (Unaudited)" if quarter else ""
    word = (
        rng.choice(("Condensed Consolidated", "CONDENSED CONSOLIDATED"))
        if quarter
        else rng.choice(("Consolidated", "CONSOLIDATED"))
    )
    titles = {
        1: "Statements of Operations",
        0: "Balance Sheets",
        2: "Statements of Cash Flows",
        4: "Statements of Comprehensive Income",
    }
    all_in = []
    for kind in (1, 4, 0, 2):
        count = 2 if kind == 0 else 4 if quarter and kind != 2 else 2 if quarter else 3
        look = Look(rng, cents=False, minus="(", nil=rng.choice(("—", "-")), dollar=rng.random() < 0.7)
        rows = rows_of(SPECS["us", kind], rng, count, cents=False)
        if kind == 0:
            heads = (
                [["September 30,<br>2023", "December 31,<br>2022"]]
                if quarter
                else [["December 31,|2"], ["2023", "2022"]]
            )
            columns = (
                ["September 30, 2023", "December 31, 2022"] if quarter else ["December 31, 2023", "December 31, 2022"]
            )
        elif quarter and kind != 2:
            heads = [
                ["Three Months Ended<br>September 30,|2", "Nine Months Ended<br>September 30,|2"],
                ["2023", "2022", "2023", "2022"],
            ]
            columns = [f"{n} Months Ended September 30, {y}" for n in ("Three", "Nine") for y in (2023, 2022)]
        elif quarter:
            heads = [["Nine Months Ended September 30,|2"], ["2023", "2022"]]
            columns = [f"Nine Months Ended September 30, {y}" for y in (2023, 2022)]
        else:
            heads = [
                [
                    rng.choice(
                        (
                            "Year Ended December 31,|3",
                            "Fiscal Years Ended December 31,|3",
                            "For the Years Ended December 31,|3",
                        )
                    )
                ],
                ["2023", "2022", "2021"],
            ]
            columns = [f"{heads[0][0].split('|')[0]} {y}" for y in (2023, 2022, 2021)]
        title = f"{word} {titles[kind] if word[1].islower() or word[-1].islower() else titles[kind].upper()}{suffix}"
        html = (
            f"<p style='text-align:center'><b>MERIDIAN SAMPLE, INC.</b></p><h1>{title}</h1><p style='text-align:center'>{unit}</p>"
            + table(rows, look, heads)
        )
        end = f"<p style='text-align:center'>See accompanying Notes to {word} Financial Statements.</p>"
        if together:
            all_in.append(html)
        else:
            report.add(html + end)
        made = truth(rows, kind, "consolidated", title, columns, unit, factor)
        report.statements.append(made | ({"also": [1]} if kind == 4 else {}))
    if together:
        report.add("<div style='font-size:7pt'>" + all_in[0] + all_in[1] + "</div>")
        report.add("<div style='font-size:7pt'>" + all_in[2] + "</div>")
        report.add("<div style='font-size:7pt'>" + all_in[3] + "</div>")
    report.add(
        "<p>Note 3 — Segments</p><table><tr><th></th><th class=r>2023</th><th class=r>2022</th></tr><tr><td>Americas</td><td class=r>$ 4,410</td><td class=r>$ 4,100</td></tr><tr><td>Europe</td><td class=r>2,410</td><td class=r>2,100</td></tr><tr><td>Total net revenues</td><td class=r>$ 6,820</td><td class=r>$ 6,200</td></tr></table>"
    )
    return report


KINDS: dict[str, Callable[[random.Random, str], Report]] = {
    "annual": listed, "half": lambda r, n: listed(r, n, year="half"), "quarter": lambda r, n: listed(r, n, year="quarter"), "restated": lambda r, n: listed(r, n, restated=True), "both": both, "small": small, "bank": bank,
    "ifrs2": ifrs, "ifrs3": lambda r, n: ifrs(r, n, years=3), "ifrs-restated": lambda r, n: ifrs(r, n, restated=True), "singapore": singapore, "tenk": tenk, "tenq": lambda r, n: tenk(r, n, quarter=True),
    "together": lambda r, n: tenk(r, n, together=True),
}  # fmt: skip


def main(folder: Path, seed: int, only: str = "", rounds: int = 2) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    documents = []
    from tests.finance.reports_hk import HONG_KONG  # both are built of what is here
    from tests.finance.reports_more import MORE

    for turn in range(rounds):
        for number, (kind, make) in enumerate((KINDS | MORE | HONG_KONG).items()):
            if only and (kind not in MORE if only == "more" else only not in kind):
                continue
            rng = random.Random(seed * 1000 + turn * 100 + number)
            report = make(rng, f"{turn}_{kind}")
            path = (folder / f"{report.name}.pdf").absolute()
            print_pdf(report, path)
            with pikepdf.open(path) as opened:
                count = len(opened.pages)
            documents.append(
                {
                    "file": path.name,
                    "language": report.language,
                    "tags": [kind, "text"],
                    "pages": count,
                    "statements": report.statements,
                }
            )
    (folder / "truth.json").write_text(
        json.dumps({"format": "finance-truth/1", "documents": documents}, ensure_ascii=False), "utf-8"
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1, sys.argv[3] if len(sys.argv) > 3 else "")
