"""The English sample: the annual report of an invented water company."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, Image, KeepTogether, Paragraph, Spacer
from reportlab.platypus.tableofcontents import TableOfContents

from makers import pictures, report_en_text
from makers.report import Report
from makers.sheet import GREY, INK, PALE, TINT, Imprint, columns, open_table, ruled

IMPRINT = Imprint(
    title="Annual Report 2030/31",
    organisation="Bluefen Water",
    subject="A sample document of Quire; the company is invented",
    keywords="water, report, sample",
    language="en",
    header="Annual Report 2030/31",
    footer="Invented figures, for demonstration",
    page_form="Page {page} of {pages}",
    font="Sans",
    bold="Sans-Bold",
)


def _style(name: str, **options: object) -> ParagraphStyle:
    given = {"fontName": "Serif", "fontSize": 10.5, "leading": 14.5, "textColor": INK, "spaceAfter": 7} | options
    return ParagraphStyle(name, **given)


STYLES = {
    "p": _style("p"),
    "j": _style("j", alignment=TA_JUSTIFY, fontSize=10, leading=13.5),
    "h1": _style("h1", fontName="Sans-Bold", fontSize=20, leading=25, textColor=TINT, spaceBefore=16, spaceAfter=10),
    "h2": _style("h2", fontName="Sans-Bold", fontSize=14, leading=18, textColor=TINT, spaceBefore=10, spaceAfter=6),
    "h3": _style("h3", fontName="Sans-Bold", fontSize=11.5, leading=15, spaceBefore=7, spaceAfter=4),
    "quote": _style("quote", fontName="Serif-Italic", leftIndent=36, rightIndent=36, spaceBefore=6, spaceAfter=10),
    "caption": _style("caption", fontName="Sans-Italic", fontSize=9, leading=12, spaceBefore=2, spaceAfter=10),
    "cell": _style("cell", fontName="Sans", fontSize=9, leading=11.5, spaceAfter=0),
    "note": _style("note", fontSize=8.5, leading=11, spaceAfter=0),
    "code": _style(
        "code",
        fontName="Mono",
        fontSize=8.5,
        leading=11.5,
        backColor=PALE,
        borderPadding=6,
        spaceBefore=8,
        spaceAfter=14,
    ),
    "title": _style("title", fontName="Sans-Bold", fontSize=32, leading=38, textColor=TINT, spaceAfter=12),
    "subtitle": _style("subtitle", fontName="Sans", fontSize=15, leading=21, textColor=GREY),
    "formula": _style("formula", fontName="Serif-Italic", alignment=TA_CENTER, fontSize=11.5, spaceAfter=0),
}
FACES = {"font": "Sans", "bold": "Sans-Bold"}


def make(path: Path) -> None:
    """Writes the report to `path`."""
    report = Report(IMPRINT, STYLES, PLACES, report_en_text.NOTES, list_font="Serif")
    report.write(path, report_en_text.PARTS)


def _cover() -> Iterator[Flowable]:
    yield Spacer(0, 170)
    yield Paragraph("Annual Report", STYLES["title"])
    yield Paragraph(
        "The year 2030/31 at Bluefen Water: what was done, what it cost and what went wrong", STYLES["subtitle"]
    )
    yield Spacer(0, 30)
    yield Image(pictures.badge(), 110, 110, hAlign="LEFT")
    yield Spacer(0, 150)
    yield Paragraph("Bluefen Water, Lantern Row 4, Greyquay. Company, places and figures are invented.", STYLES["p"])


def _contents() -> Iterator[Flowable]:
    yield from columns("one")
    yield Paragraph("Contents", STYLES["h1"])
    table = TableOfContents(dotsMinLevel=0)
    table.levelStyles = [
        _style(f"toc{level}", leftIndent=18 * level, fontName="Sans", spaceAfter=2) for level in range(3)
    ]
    yield table


def _summary() -> Iterator[Flowable]:
    rows = [
        ["District", "Households", "Bursts", "", "Loss, Ml", ""],
        ["", "", "2029/30", "2030/31", "2029/30", "2030/31"],
        ["Greyquay", "58,400", "71", "52", "2,310", "1,840"],
        ["Hillcrest", "31,250", "38", "33", "1,120", "960"],
        ["Millbrook", "27,900", "64", "57", "1,890", "1,420"],
        ["Oldhaven", "30,750", "63", "46", "1,640", "1,280"],
        ["Total", "148,300", "236", "188", "6,960", "5,500"],
    ]
    spans = [((0, 0), (0, 1)), ((1, 0), (1, 1)), ((2, 0), (3, 0)), ((4, 0), (5, 0))]
    extra = [("FONT", (0, -1), (-1, -1), "Sans-Bold", 9, 11.5)]
    table = ruled(rows, [100, 80, 66, 66, 66, 66], heads=2, spans=spans, extra=extra, **FACES)
    yield KeepTogether([Paragraph("Table 1: Bursts and loss by district", STYLES["caption"]), table])


def _lake() -> Iterator[Flowable]:
    picture = Image(pictures.landscape(), 400, 200)
    yield KeepTogether(
        [picture, Paragraph("Figure 1: Lake Bluefen from the intake at Greyquay, at dusk", STYLES["caption"])]
    )


def _chart() -> Iterator[Flowable]:
    months = ["Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb", "Mar"]
    lake = [1290, 1340, 1420, 1480, 1510, 1390, 1300, 1240, 1230, 1280, 1200, 1260]
    wells = [420, 430, 500, 590, 680, 560, 430, 310, 300, 330, 320, 380]
    chart = pictures.bars(months, [lake, wells], font="Sans")
    caption = "Figure 2: Water put into supply by month, in megalitres; lake (blue) and wells (orange)"
    yield KeepTogether([chart, Paragraph(caption, STYLES["caption"])])


def _flow() -> Iterator[Flowable]:
    drawing = pictures.steps(["Intake", "Sieve", "Carbon", "Light", "Reservoir"], font="Sans")
    caption = "Figure 3: The five stations from the lake to the reservoir"
    yield KeepTogether([drawing, Paragraph(caption, STYLES["caption"])])


def _materials() -> Iterator[Flowable]:
    rows = [
        ["Material", "km", "Bursts"],
        ["Cast iron, before 1914", "214", "9"],
        ["Grey iron", "671", "88"],
        ["Asbestos cement", "255", "41"],
        ["Ductile iron", "602", "31"],
        ["Polyethylene", "574", "19"],
    ]
    table = ruled(rows, [120, 45, 50], **FACES)
    yield KeepTogether([Paragraph("Table 2: Bursts by material", STYLES["caption"]), table])


def _stations() -> Iterator[Flowable]:
    chance = random.Random(2031)
    rows = [["District", "Station", "Flow, Ml", "", "Pressure, bar", "Valid"], ["", "", "day", "night", "", "hours"]]
    extra, spans = [], [((0, 0), (0, 1)), ((1, 0), (1, 1)), ((2, 0), (3, 0)), ((4, 0), (4, 1))]
    for district, stations in report_en_text.STATIONS:
        for number, station in enumerate(stations, 1):
            day = chance.uniform(90, 640)
            night = day * chance.uniform(0.08, 0.21)
            pressure, valid = chance.uniform(3.1, 6.4), chance.uniform(96.0, 100.0)
            name = f"{district[0]}{number:02d} {station}"
            rows.append([district, name, f"{day:,.1f}", f"{night:,.1f}", f"{pressure:.2f}", f"{valid:.1f} %"])
        extra.append(("LINEABOVE", (0, len(rows)), (-1, len(rows)), 1.0, INK))
    extra.append(("ALIGN", (1, 2), (1, -1), "LEFT"))
    yield Paragraph("Table 3: Measuring stations, annual figures", STYLES["caption"])
    yield ruled(
        rows, [80, 130, 60, 60, 80, 56], heads=2, spans=spans, extra=extra[:-2] + extra[-1:], long=True, **FACES
    )


def _quality() -> Iterator[Flowable]:
    rows = [
        ["Parameter", "Unit", "Limit", "Samples", "Mean", "Highest"],
        ["Nitrate", "mg/l", "50", "1,204", "12.6", "26.1"],
        ["Iron", "mg/l", "0.20", "1,180", "0.03", "0.41"],
        ["Manganese", "mg/l", "0.05", "1,180", "0.01", "0.04"],
        ["Turbidity", "NTU", "1.0", "1,325", "0.12", "0.70"],
        ["Coliforms", "per 100 ml", "0", "1,325", "0", "0"],
    ]
    extra = [("ALIGN", (1, 1), (1, -1), "LEFT")]
    table = open_table(rows, [96, 80, 60, 70, 60, 70], extra=extra, **FACES)
    yield KeepTogether([Paragraph("Table 4: Samples at the tap", STYLES["caption"]), table])


def _money() -> Iterator[Flowable]:
    rows = [
        ["in kcr", "2030/31", "2029/30", "Change"],
        ["Water charges", "61,902", "61,340", "562"],
        ["Connections", "2,480", "3,115", "(635)"],
        ["Income", "64,382", "64,455", "(73)"],
        ["Energy", "(9,846)", "(10,902)", "1,056"],
        ["Staff", "(27,514)", "(26,730)", "(784)"],
        ["Repair", "(14,188)", "(17,260)", "3,072"],
        ["Interest", "(8,716)", "(8,940)", "224"],
        ["Surplus", "4,118", "623", "3,495"],
    ]
    bold = [("FONT", (0, row), (-1, row), "Sans-Bold", 9, 11.5) for row in (3, 8)]
    extra = [*bold, ("LINEABOVE", (1, 3), (-1, 3), 0.5, INK), ("LINEABOVE", (1, 8), (-1, 8), 0.5, INK)]
    table = open_table(rows, [170, 80, 80, 80], extra=extra, **FACES)
    yield KeepTogether([Paragraph("Table 5: Income and expense", STYLES["caption"]), table])


def _works() -> Iterator[Flowable]:
    def cell(text: str) -> Paragraph:
        return Paragraph(text, STYLES["cell"])

    rows = [
        ["Work", "District", "Cost, kcr", "State"],
        [cell("Second crossing of the railway, with a shaft on either side"), "Millbrook", "12,600", "in work"],
        [cell("Listening loggers and their radio"), cell("Greyquay<br/>Oldhaven"), "3,900", "finished"],
        [cell("Filter hall: new carbon, new floor"), "Greyquay", "8,150", "finished"],
        [cell("<b>All other works</b>"), "", "13,590", ""],
    ]
    table = ruled(
        rows, [220, 80, 70, 80], spans=[((0, 4), (1, 4))], extra=[("ALIGN", (1, 1), (1, -1), "LEFT")], **FACES
    )
    yield KeepTogether([Paragraph("Table 6: The largest works", STYLES["caption"]), table])


def _timeline() -> Iterator[Flowable]:
    years = ["2026", "2027", "2028", "2029", "2030", "2031"]
    chart = pictures.lines(years, [[9.8, 9.1, 8.6, 7.9, 6.96, 5.5], [4.1, 4.3, 4.0, 4.2, 4.0, 3.9]], font="Sans")
    caption = "Figure 4: Loss (blue) and use for flushing (orange), in thousand megalitres"
    yield KeepTogether([chart, Paragraph(caption, STYLES["caption"])])


def _terms() -> Iterator[Flowable]:
    terms = (
        ("Burst", "A break that lets out more than a litre a second."),
        ("Catch crop", "A crop sown after the harvest so that nitrate stays in the soil."),
        ("District", "A part of the network whose inflow is measured."),
        ("Logger", "A listening device on a valve; see section 3.3."),
        ("Night flow", "The flow between two and four in the morning."),
    )
    for term, text in terms:
        yield Paragraph(f"<b>{term}.</b> {text}", STYLES["p"])
    yield Spacer(0, 6)
    yield Paragraph(
        "Questions go to <a href='mailto:report@example.org' color='#1a4f9c'>report@example.org</a>.", STYLES["p"]
    )


PLACES = {
    "cover": _cover,
    "contents": _contents,
    "summary": _summary,
    "lake": _lake,
    "chart": _chart,
    "flow": _flow,
    "materials": _materials,
    "stations": _stations,
    "quality": _quality,
    "money": _money,
    "works": _works,
    "timeline": _timeline,
    "terms": _terms,
}
