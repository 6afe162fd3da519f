"""Unseen reports for `tests.finance.reports`: listed and small Chinese companies, banks, group and parent side by side."""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.finance.ledgers import SPECS, Row, rows_of
from tests.finance.report_words import NOISE_ZH, NOTES_ZH, ZH_CSS, ZH_TITLES
from tests.finance.reports import Look, Report, table, truth, with_notes


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


KINDS_ZH: dict[str, Callable[[random.Random, str], Report]] = {
    "annual": listed, "half": lambda r, n: listed(r, n, year="half"), "quarter": lambda r, n: listed(r, n, year="quarter"), "restated": lambda r, n: listed(r, n, restated=True), "both": both, "small": small, "bank": bank,
}  # fmt: skip
