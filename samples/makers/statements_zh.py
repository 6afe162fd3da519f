"""An excerpt of a Chinese annual report: balance sheet, income statement and cash flows, consolidated and parent."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, LongTable, PageBreak, Paragraph, SimpleDocTemplate, Spacer, TableStyle

from makers.accounts import Entry, Leaf, Section, Sum, Year

COMPANY = "青屿湾水务股份有限公司"
MARGIN = 64.0
WIDTHS = [196, 46, 112, 112]
TITLE = ParagraphStyle("t", fontName="Song-Bold", fontSize=14, leading=20, alignment=1, spaceAfter=4)
DAY = ParagraphStyle("d", fontName="Song", fontSize=9.5, leading=13, alignment=1)
LEFT = ParagraphStyle("l", fontName="Song", fontSize=9.5, leading=13)
RIGHT = ParagraphStyle("r", fontName="Song", fontSize=9.5, leading=13, alignment=2)
TEXT = ParagraphStyle("p", fontName="Song", fontSize=10.5, leading=18, firstLineIndent=21, wordWrap="CJK", spaceAfter=6)
HEADING = ParagraphStyle("h", fontName="Hei-Bold", fontSize=13, leading=22, spaceAfter=8)
SIGNED = "公司负责人：林晓舟　　　　主管会计工作负责人：周望　　　　会计机构负责人：沈一帆"

TEXTS = (
    f"我们审计了{COMPANY}（以下简称“公司”）财务报表，包括2025年度的合并及母公司资产负债表、利润表和现金流量表，以及附注。",
    "我们认为，后附的财务报表在所有重大方面按照企业会计准则的规定编制，公允反映了公司的财务状况、经营成果和现金流量。",
    "公司、人名与数据均为虚构，仅供演示报表提取之用。",
)

ASSETS: tuple[Entry, ...] = (
    Section("流动资产："),
    Leaf("货币资金", 9, "七、1"),
    Leaf("交易性金融资产", 2, "七、2"),
    Leaf("应收票据", 0.8, "七、3"),
    Leaf("应收账款", 6, "七、4"),
    Leaf("预付款项", 1, "七、5"),
    Leaf("其他应收款", 0.7, "七、6"),
    Leaf("存货", 3, "七、7"),
    Leaf("一年内到期的非流动资产", 0.5),
    Leaf("其他流动资产", 0.6, "七、8"),
    Sum(
        "流动资产合计",
        (
            "货币资金",
            "交易性金融资产",
            "应收票据",
            "应收账款",
            "预付款项",
            "其他应收款",
            "存货",
            "一年内到期的非流动资产",
            "其他流动资产",
        ),
    ),
    Section("非流动资产："),
    Leaf("长期应收款", 0.9),
    Leaf("长期股权投资", 2.4, "七、9"),
    Leaf("投资性房地产", 1.3, "七、10"),
    Leaf("固定资产", 38, "七、11"),
    Leaf("在建工程", 7, "七、12"),
    Leaf("使用权资产", 1.1, "七、13"),
    Leaf("无形资产", 5, "七、14"),
    Leaf("长期待摊费用", 0.4),
    Leaf("递延所得税资产", 0.6, "七、15"),
    Leaf("其他非流动资产", 0.8),
    Sum(
        "非流动资产合计",
        (
            "长期应收款",
            "长期股权投资",
            "投资性房地产",
            "固定资产",
            "在建工程",
            "使用权资产",
            "无形资产",
            "长期待摊费用",
            "递延所得税资产",
            "其他非流动资产",
        ),
    ),
    Sum("资产总计", ("流动资产合计", "非流动资产合计")),
)
DEBTS: tuple[Entry, ...] = (
    Section("流动负债："),
    Leaf("短期借款", 4, "七、16"),
    Leaf("应付票据", 1),
    Leaf("应付账款", 5, "七、17"),
    Leaf("合同负债", 1.6, "七、18"),
    Leaf("应付职工薪酬", 1.2, "七、19"),
    Leaf("应交税费", 0.7, "七、20"),
    Leaf("其他应付款", 1.9, "七、21"),
    Leaf("一年内到期的非流动负债", 2.2),
    Sum(
        "流动负债合计",
        (
            "短期借款",
            "应付票据",
            "应付账款",
            "合同负债",
            "应付职工薪酬",
            "应交税费",
            "其他应付款",
            "一年内到期的非流动负债",
        ),
    ),
    Section("非流动负债："),
    Leaf("长期借款", 12, "七、22"),
    Leaf("租赁负债", 0.9),
    Leaf("递延收益", 2.5, "七、23"),
    Leaf("递延所得税负债", 0.3),
    Sum("非流动负债合计", ("长期借款", "租赁负债", "递延收益", "递延所得税负债")),
    Sum("负债合计", ("流动负债合计", "非流动负债合计")),
)
OWN = ("实收资本（或股本）", "资本公积", "减：库存股", "其他综合收益", "盈余公积")
INCOME: tuple[Entry, ...] = (
    Leaf("营业收入", 21, "七、30"),
    Leaf("营业成本", 14, "七、30"),
    Leaf("税金及附加", 0.3, "七、31"),
    Leaf("销售费用", 0.6, "七、32"),
    Leaf("管理费用", 1.7, "七、33"),
    Leaf("研发费用", 0.5, "七、34"),
    Leaf("财务费用", 0.9, "七、35"),
    Sum("一、营业总收入", ("营业收入",)),
    Sum("二、营业总成本", ("营业成本", "税金及附加", "销售费用", "管理费用", "研发费用", "财务费用")),
    Leaf("其他收益", 0.4, "七、36"),
    Leaf("投资收益", 0.2, "七、37"),
    Leaf("信用减值损失", 0.25, "七、38", -1),
    Leaf("资产处置收益", 0.05, "", -1),
    Sum(
        "三、营业利润",
        ("一、营业总收入", "-二、营业总成本", "其他收益", "投资收益", "信用减值损失", "资产处置收益"),
    ),
    Leaf("加：营业外收入", 0.06),
    Leaf("减：营业外支出", 0.04),
    Sum("四、利润总额", ("三、营业利润", "加：营业外收入", "-减：营业外支出")),
    Leaf("减：所得税费用", 0.6, "七、39"),
    Sum("五、净利润", ("四、利润总额", "-减：所得税费用")),
)
SHOWN_INCOME = (
    ("一、营业总收入", "一、营业总收入"),
    ("　其中：营业收入", "营业收入"),
    ("二、营业总成本", "二、营业总成本"),
    ("　其中：营业成本", "营业成本"),
    ("　税金及附加", "税金及附加"),
    ("　销售费用", "销售费用"),
    ("　管理费用", "管理费用"),
    ("　研发费用", "研发费用"),
    ("　财务费用", "财务费用"),
    ("　加：其他收益", "其他收益"),
    ("　投资收益（损失以“－”号填列）", "投资收益"),
    ("　信用减值损失（损失以“－”号填列）", "信用减值损失"),
    ("　资产处置收益（损失以“－”号填列）", "资产处置收益"),
    ("三、营业利润（亏损以“－”号填列）", "三、营业利润"),
    ("　加：营业外收入", "加：营业外收入"),
    ("　减：营业外支出", "减：营业外支出"),
    ("四、利润总额（亏损总额以“－”号填列）", "四、利润总额"),
    ("　减：所得税费用", "减：所得税费用"),
    ("五、净利润（净亏损以“－”号填列）", "五、净利润"),
)
CASH: tuple[Entry, ...] = (
    Section("一、经营活动产生的现金流量："),
    Leaf("销售商品、提供劳务收到的现金", 22),
    Leaf("收到其他与经营活动有关的现金", 1.1, "七、40"),
    Sum("经营活动现金流入小计", ("销售商品、提供劳务收到的现金", "收到其他与经营活动有关的现金")),
    Leaf("购买商品、接受劳务支付的现金", 11),
    Leaf("支付给职工以及为职工支付的现金", 3.4),
    Leaf("支付的各项税费", 1.3),
    Leaf("支付其他与经营活动有关的现金", 1.2, "七、40"),
    Sum(
        "经营活动现金流出小计",
        (
            "购买商品、接受劳务支付的现金",
            "支付给职工以及为职工支付的现金",
            "支付的各项税费",
            "支付其他与经营活动有关的现金",
        ),
    ),
    Sum("经营活动产生的现金流量净额", ("经营活动现金流入小计", "-经营活动现金流出小计")),
    Section("二、投资活动产生的现金流量："),
    Leaf("收回投资收到的现金", 0.9),
    Leaf("取得投资收益收到的现金", 0.2),
    Sum("投资活动现金流入小计", ("收回投资收到的现金", "取得投资收益收到的现金")),
    Leaf("购建固定资产、无形资产和其他长期资产支付的现金", 5.2),
    Leaf("投资支付的现金", 0.8),
    Sum("投资活动现金流出小计", ("购建固定资产、无形资产和其他长期资产支付的现金", "投资支付的现金")),
    Sum("投资活动产生的现金流量净额", ("投资活动现金流入小计", "-投资活动现金流出小计")),
    Section("三、筹资活动产生的现金流量："),
    Leaf("取得借款收到的现金", 6),
    Sum("筹资活动现金流入小计", ("取得借款收到的现金",)),
    Leaf("偿还债务支付的现金", 5),
    Leaf("分配股利、利润或偿付利息支付的现金", 1.5),
    Sum("筹资活动现金流出小计", ("偿还债务支付的现金", "分配股利、利润或偿付利息支付的现金")),
    Sum("筹资活动产生的现金流量净额", ("筹资活动现金流入小计", "-筹资活动现金流出小计")),
    Leaf("四、汇率变动对现金及现金等价物的影响", 0.02, "", -1),
    Sum(
        "五、现金及现金等价物净增加额",
        (
            "经营活动产生的现金流量净额",
            "投资活动产生的现金流量净额",
            "筹资活动产生的现金流量净额",
            "四、汇率变动对现金及现金等价物的影响",
        ),
    ),
)


def make(path: Path) -> None:
    """Draws the document."""
    document = SimpleDocTemplate(
        str(path),
        pagesize=A4,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=70,
        bottomMargin=60,
        title=f"{COMPANY}2025年年度报告（节选）",
        author=COMPANY,
        subject="虚构的公司与数据，仅供演示",
        creator="samples/make.py",
        lang="zh-CN",
        invariant=1,
    )
    story = [*_opening(), *_statements("合并", 3.1e7, minority=True), *_statements("母公司", 2.2e7, minority=False)]
    document.build(story, onFirstPage=_furniture, onLaterPages=_furniture)


def _years(scale: float, seed: int, *, minority: bool) -> list[Year]:
    """This year and the one before, with cash that goes from one to the other."""
    before, now = Year(random.Random(seed), scale), Year(random.Random(seed + 1), scale * 1.08)
    opening = Decimal(repr(scale * 7.3)).quantize(Decimal("0.01"))
    for year in (before, now):
        year.fill(CASH)
        year.figures["加：期初现金及现金等价物余额"] = opening
        opening += year.figures["五、现金及现金等价物净增加额"]
        year.figures["六、期末现金及现金等价物余额"] = year.figures["货币资金"] = opening
        year.fill(ASSETS)
        year.fill(DEBTS)
        year.fill(INCOME)
        _equity(year, scale, minority=minority)
    return [now, before]


def _equity(year: Year, scale: float, *, minority: bool) -> None:
    """What is left for the owners, so that both sides are equal."""
    figures = year.figures
    for name, size in zip(OWN, (12, 9, -0.4, 0.3, 2.1), strict=True):
        figures[name] = Decimal(repr(size * scale)).quantize(Decimal("0.01"))
    rest = figures["资产总计"] - figures["负债合计"]
    figures["少数股东权益"] = (rest * Decimal("0.07")).quantize(Decimal("0.01")) if minority else Decimal(0)
    figures["所有者权益（或股东权益）合计"] = rest
    figures["归属于母公司所有者权益（或股东权益）合计"] = rest - figures["少数股东权益"]
    figures["未分配利润"] = figures["归属于母公司所有者权益（或股东权益）合计"] - sum(figures[name] for name in OWN)
    figures["减：库存股"] = -figures["减：库存股"]
    figures["负债和所有者权益（或股东权益）总计"] = figures["负债合计"] + rest


def _statements(scope: str, scale: float, *, minority: bool) -> Iterator[Flowable]:
    years = _years(scale, 40 if minority else 70, minority=minority)
    own = ["实收资本（或股本）", "资本公积", "减：库存股", "其他综合收益", "盈余公积", "未分配利润"]
    if minority:
        own += ["归属于母公司所有者权益（或股东权益）合计", "少数股东权益"]
    own += ["所有者权益（或股东权益）合计", "负债和所有者权益（或股东权益）总计"]
    rows = [*_rows(ASSETS, years), *_rows(DEBTS, years), _row("所有者权益（或股东权益）：", "", None)]
    rows += [_row(("　" if at < 6 else "") + name, "", years, name) for at, name in enumerate(own)]
    days = ["2025年12月31日", "2024年12月31日"]
    yield from _titled(f"{scope}资产负债表", "2025年12月31日", days, rows, ruled=minority)
    notes = {entry.label: entry.note for entry in INCOME if not isinstance(entry, Section)}
    rows = [_row(line, notes[name], years, name) for line, name in SHOWN_INCOME]
    yield from _titled(f"{scope}利润表", "2025年1—12月", ["2025年度", "2024年度"], rows, ruled=minority)
    rows = [*_rows(CASH, years)]
    for name in ("加：期初现金及现金等价物余额", "六、期末现金及现金等价物余额"):
        rows.append(_row(name, "", years, name))
    yield from _titled(f"{scope}现金流量表", "2025年1—12月", ["2025年度", "2024年度"], rows, ruled=minority)


def _rows(entries: Sequence[Entry], years: Sequence[Year]) -> Iterator[list[str]]:
    for entry in entries:
        if isinstance(entry, Section):
            yield _row(entry.label, "", None)
        else:
            deep = "　" if isinstance(entry, Leaf) and entry.label[1] != "、" else ""
            yield _row(deep + entry.label, entry.note, years, entry.label)


def _row(label: str, note: str, years: Sequence[Year] | None, name: str = "") -> list[str]:
    return [label, note, *(f"{year.figures[name]:,.2f}" for year in years)] if years else [label, "", "", ""]


def _titled(title: str, day: str, columns: list[str], rows: list[list[str]], *, ruled: bool) -> Iterator[Flowable]:
    """A statement on a new page: title, day, company and unit, table, signatures."""
    yield PageBreak()
    yield Paragraph(title, TITLE)
    yield Paragraph(day, DAY)
    yield Paragraph(f"编制单位：{COMPANY}", LEFT)
    yield Paragraph("单位：元　　币种：人民币", RIGHT)
    look = [
        ("FONT", (0, 0), (-1, -1), "Song", 9.5, 12),
        ("FONT", (0, 0), (-1, 0), "Song-Bold", 9.5, 12),
        ("ALIGN", (0, 0), (-1, 0), "CENTER"),
        ("ALIGN", (1, 0), (1, -1), "CENTER"),
        ("ALIGN", (2, 1), (-1, -1), "RIGHT"),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
    ]
    look += (
        [("GRID", (0, 0), (-1, -1), 0.5, "#333333")]
        if ruled
        else [
            ("LINEABOVE", (0, 0), (-1, 0), 1, "#333333"),
            ("LINEBELOW", (0, 0), (-1, 0), 0.5, "#333333"),
            ("LINEBELOW", (0, -1), (-1, -1), 1, "#333333"),
        ]
    )
    table = [["项目", "附注", *columns], *rows]
    yield LongTable(table, colWidths=WIDTHS, repeatRows=1, style=TableStyle(look), spaceBefore=2, spaceAfter=8)
    yield Paragraph(SIGNED, LEFT)


def _opening() -> Iterator[Flowable]:
    """A page that names every statement and is none."""
    yield Paragraph("第十节 财务报告", HEADING)
    yield Paragraph("一、审计报告", HEADING)
    for text in TEXTS:
        yield Paragraph(text, TEXT)
    yield Paragraph("二、财务报表", HEADING)
    yield Spacer(0, 4)
    yield Paragraph("以下报表的金额单位均为人民币元。", TEXT)


def _furniture(canvas: Canvas, _document: SimpleDocTemplate) -> None:
    width, height = A4
    canvas.saveState()
    canvas.setFont("Song", 9)
    canvas.drawString(MARGIN, height - 44, f"{COMPANY}2025年年度报告")
    canvas.line(MARGIN, height - 50, width - MARGIN, height - 50)
    canvas.drawCentredString(width / 2, 36, f"{canvas.getPageNumber() + 61} / 188")
    canvas.restoreState()
