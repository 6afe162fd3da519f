"""The Chinese sample: the annual report of an invented water company."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from reportlab.lib.enums import TA_CENTER, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, Image, KeepTogether, Paragraph, Spacer
from reportlab.platypus.tableofcontents import TableOfContents

from makers import pictures, report_zh_text
from makers.report import Report
from makers.sheet import GREY, INK, TINT, Imprint, columns, open_table, ruled

IMPRINT = Imprint(
    title="青屿湾水务股份有限公司二〇三〇年度报告",
    organisation="青屿湾水务股份有限公司",
    subject="Quire 的示例文档，公司为虚构",
    keywords="水务, 年度报告, 示例",
    language="zh-CN",
    header="二〇三〇年度报告",
    footer="数据为虚构，仅供演示",
    page_form="第 {page} 页 共 {pages} 页",
    font="Hei",
    bold="Hei-Bold",
)
FACES = {"font": "Hei", "bold": "Hei-Bold"}


def _style(name: str, **options: object) -> ParagraphStyle:
    given = {"fontName": "Song", "fontSize": 10.5, "leading": 17, "textColor": INK, "spaceAfter": 7, "wordWrap": "CJK"}
    return ParagraphStyle(name, **(given | options))


STYLES = {
    "p": _style("p", firstLineIndent=21),
    "j": _style("j", firstLineIndent=20, fontSize=10, leading=15.5),
    "item": _style("item"),
    "h1": _style("h1", fontName="Hei-Bold", fontSize=18, leading=26, textColor=TINT, spaceBefore=16, spaceAfter=10),
    "h2": _style("h2", fontName="Hei-Bold", fontSize=14, leading=20, textColor=TINT, spaceBefore=10, spaceAfter=6),
    "h3": _style("h3", fontName="Hei-Bold", fontSize=11.5, leading=17, spaceBefore=6, spaceAfter=4),
    "quote": _style("quote", leftIndent=36, rightIndent=36, textColor=GREY, spaceBefore=6, spaceAfter=10),
    "caption": _style(
        "caption", fontName="Hei", fontSize=9, leading=13, alignment=TA_CENTER, spaceBefore=3, spaceAfter=8
    ),
    "unit": _style("unit", fontName="Hei", fontSize=9, leading=12, alignment=TA_RIGHT, spaceAfter=2),
    "note": _style("note", fontSize=8.5, leading=12, spaceAfter=0),
    "title": _style("title", fontName="Hei-Bold", fontSize=28, leading=38, textColor=TINT, spaceAfter=12),
    "subtitle": _style("subtitle", fontName="Hei", fontSize=15, leading=22, textColor=GREY),
    "formula": _style("formula", alignment=TA_CENTER, fontSize=11.5, spaceAfter=0, wordWrap=None),
}


def make(path: Path) -> None:
    """Writes the report to `path`."""
    report = Report(IMPRINT, STYLES, PLACES, report_zh_text.NOTES, list_font="Song")
    report.write(path, report_zh_text.PARTS)


def _titled(title: str, table: Flowable, *, unit: str = "") -> Iterator[Flowable]:
    parts = [Paragraph(title, STYLES["caption"])]
    if unit:
        parts.append(Paragraph(f"单位：{unit}", STYLES["unit"]))
    yield KeepTogether([*parts, table])


def _cover() -> Iterator[Flowable]:
    yield Spacer(0, 170)
    yield Paragraph("青屿湾水务股份有限公司", STYLES["title"])
    yield Paragraph("二〇三〇年度报告", STYLES["title"])
    yield Paragraph("QINGYU BAY WATER CO., LTD.", STYLES["subtitle"])
    yield Spacer(0, 30)
    yield Image(pictures.badge(), 110, 110, hAlign="LEFT")
    yield Spacer(0, 140)
    yield Paragraph("公司、地名与数据均为虚构，仅供演示文档转换之用。", STYLES["item"])


def _contents() -> Iterator[Flowable]:
    yield from columns("one")
    yield Paragraph("目 录", STYLES["h1"])
    table = TableOfContents(dotsMinLevel=0)
    table.levelStyles = [
        _style(f"toc{n}", leftIndent=18 * n, fontName="Hei", spaceAfter=1, wordWrap=None) for n in range(3)
    ]
    yield table


def _data() -> Iterator[Flowable]:
    rows = [
        ["项目", "二〇三〇年度", "二〇二九年度", "本年比上年增减", ""],
        ["", "", "", "金额", "比例"],
        ["营业收入", "643,820,157.36", "644,551,902.18", "-731,744.82", "-0.11%"],
        ["营业成本", "515,482,660.04", "538,317,045.90", "-22,834,385.86", "-4.24%"],
        ["利润总额", "41,183,772.51", "6,230,418.77", "34,953,353.74", "561.01%"],
        ["净利润", "33,870,216.08", "5,102,944.15", "28,767,271.93", "563.74%"],
        ["经营活动产生的现金流量净额", "96,404,118.20", "88,951,330.61", "7,452,787.59", "8.38%"],
    ]
    spans = [((0, 0), (0, 1)), ((1, 0), (1, 1)), ((2, 0), (2, 1)), ((3, 0), (4, 0))]
    table = ruled(rows, [140, 90, 90, 86, 56], heads=2, spans=spans, **FACES)
    yield from _titled("表一 主要会计数据", table, unit="元")


def _lake() -> Iterator[Flowable]:
    picture = Image(pictures.landscape(), 380, 190)
    yield KeepTogether([picture, Paragraph("图一 自灰码头取水口远望青屿湖", STYLES["caption"])])


def _chart() -> Iterator[Flowable]:
    months = [f"{month}月" for month in (4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 2, 3)]
    lake = [1290, 1340, 1420, 1480, 1510, 1390, 1300, 1240, 1230, 1280, 1200, 1260]
    wells = [420, 430, 500, 590, 680, 560, 430, 310, 300, 330, 320, 380]
    chart = pictures.bars(months, [lake, wells], font="Hei")
    yield KeepTogether([chart, Paragraph("图二 各月供水量（千立方米）：湖水（蓝）与井水（橙）", STYLES["caption"])])


def _flow() -> Iterator[Flowable]:
    drawing = pictures.steps(["取水", "格栅", "活性炭", "紫外线", "清水池"], font="Hei")
    yield KeepTogether([drawing, Paragraph("图三 由湖到清水池的五道工序", STYLES["caption"])])


def _quality() -> Iterator[Flowable]:
    rows = [
        ["指标", "单位", "限值", "样品数", "平均值", "最大值"],
        ["硝酸盐", "毫克/升", "50", "1,204", "12.6", "26.1"],
        ["铁", "毫克/升", "0.20", "1,180", "0.03", "0.41"],
        ["锰", "毫克/升", "0.05", "1,180", "0.01", "0.04"],
        ["浑浊度", "NTU", "1.0", "1,325", "0.12", "0.70"],
        ["总大肠菌群", "个/100毫升", "0", "1,325", "0", "0"],
    ]
    extra = [("ALIGN", (1, 1), (1, -1), "LEFT")]
    yield from _titled("表二 管网末梢水质", open_table(rows, [90, 80, 60, 70, 60, 70], extra=extra, **FACES))


def _materials() -> Iterator[Flowable]:
    rows = [
        ["管材", "长度", "爆管次数"],
        ["早期铸铁", "214", "9"],
        ["灰口铸铁", "671", "88"],
        ["石棉水泥", "255", "41"],
        ["球墨铸铁", "602", "31"],
        ["聚乙烯", "574", "19"],
        ["合计", "2,316", "188"],
    ]
    yield from _titled("表三 各种管材的爆管次数", ruled(rows, [90, 60, 66], **FACES), unit="公里、次")


def _stations() -> Iterator[Flowable]:
    chance = random.Random(2031)
    rows = [["片区", "监测站", "流量", "", "压力（巴）", "有效率"], ["", "", "日间", "夜间", "", ""]]
    spans = [((0, 0), (0, 1)), ((1, 0), (1, 1)), ((2, 0), (3, 0)), ((4, 0), (4, 1)), ((5, 0), (5, 1))]
    for district, stations in report_zh_text.STATIONS:
        for station in stations:
            day = chance.uniform(90, 640)
            night, pressure, valid = day * chance.uniform(0.08, 0.21), chance.uniform(3.1, 6.4), chance.uniform(96, 100)
            rows.append([district, station, f"{day:,.1f}", f"{night:,.1f}", f"{pressure:.2f}", f"{valid:.1f}%"])
    extra = [("ALIGN", (1, 2), (1, -1), "LEFT")]
    yield Paragraph("表四 监测站年度数据", STYLES["caption"])
    yield Paragraph("单位：千立方米", STYLES["unit"])
    yield ruled(rows, [76, 110, 66, 66, 76, 70], heads=2, spans=spans, extra=extra, long=True, **FACES)


def _income() -> Iterator[Flowable]:
    rows = [
        ["项目", "附注", "本年金额", "上年金额"],
        ["一、营业收入", "五、1", "643,820,157.36", "644,551,902.18"],
        ["减：营业成本", "五、1", "515,482,660.04", "538,317,045.90"],
        ["　　税金及附加", "五、2", "3,902,114.70", "3,871,560.22"],
        ["　　管理费用", "五、3", "47,266,083.15", "45,930,771.04"],
        ["　　财务费用", "五、4", "37,271,926.96", "51,480,305.41"],
        ["加：其他收益", "五、5", "950,000.00", "1,120,000.00"],
        ["二、营业利润", "", "40,847,372.51", "6,072,219.61"],
        ["加：营业外收入", "五、6", "336,400.00", "158,199.16"],
        ["三、利润总额", "", "41,183,772.51", "6,230,418.77"],
        ["减：所得税费用", "五、7", "7,313,556.43", "1,127,474.62"],
        ["四、净利润", "", "33,870,216.08", "5,102,944.15"],
    ]
    extra = [("ALIGN", (1, 1), (1, -1), "CENTER")]
    extra += [("FONT", (0, row), (-1, row), "Hei-Bold", 9, 11.5) for row in (1, 7, 9, 11)]
    yield from _titled("表五 利润表", open_table(rows, [170, 60, 110, 110], extra=extra, **FACES), unit="元")


def _works() -> Iterator[Flowable]:
    rows = [
        ["项目名称", "片区", "投资额", "进度"],
        ["第二条过铁路管道", "磨坊桥", "126,000,000.00", "在建"],
        ["听漏仪及其通信", "灰码头", "39,000,000.00", "完工"],
        ["", "旧港", "", ""],
        ["滤池活性炭更换", "灰码头", "81,500,000.00", "完工"],
        ["其他项目", "", "135,900,000.00", ""],
    ]
    spans = [((0, 2), (0, 3)), ((2, 2), (2, 3)), ((3, 2), (3, 3)), ((0, 5), (1, 5))]
    extra = [("ALIGN", (1, 1), (1, -1), "CENTER"), ("ALIGN", (3, 1), (3, -1), "CENTER")]
    yield from _titled("表六 重大投资", ruled(rows, [150, 80, 110, 70], spans=spans, extra=extra, **FACES), unit="元")


def _end() -> Iterator[Flowable]:
    text = "对本报告的意见请寄 <a href='mailto:report@example.org' color='#1a4f9c'>report@example.org</a>。"
    yield Paragraph(text, STYLES["item"])


PLACES = {
    "cover": _cover,
    "contents": _contents,
    "data": _data,
    "lake": _lake,
    "chart": _chart,
    "flow": _flow,
    "quality": _quality,
    "materials": _materials,
    "stations": _stations,
    "income": _income,
    "works": _works,
    "end": _end,
}
