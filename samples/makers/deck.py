"""The slide sample: a briefing of ten landscape pages, one idea on each, some of them in Chinese."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from reportlab.lib.colors import white
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph

from makers import pictures
from makers.sheet import GREY, INK, PALE, TINT, open_table, ruled

WIDTH, HEIGHT = 960.0, 540.0
LEFT = 56.0
TOP = 430.0  # where a slide's content begins, points from below


def make(path: Path) -> None:
    """Writes the slides to `path`."""
    canvas = Canvas(str(path), pagesize=(WIDTH, HEIGHT), invariant=1, pageCompression=1, lang="en")
    canvas.setTitle("Listening to a network: a briefing")
    canvas.setAuthor("Bluefen Water")
    canvas.setSubject("A sample document of Quire; the company is invented")
    for number, slide in enumerate(SLIDES, 1):
        slide(canvas)
        if number > 1:
            _footer(canvas, number)
        canvas.showPage()
    canvas.save()


def _title(canvas: Canvas, text: str, font: str = "Sans-Bold") -> None:
    canvas.bookmarkPage(text)
    canvas.addOutlineEntry(text, text, 0)
    canvas.setFillColor(TINT)
    canvas.setFont(font, 32)
    canvas.drawString(LEFT, 462, text)
    canvas.setFillColor(GREY)
    canvas.rect(LEFT, 446, 120, 3, stroke=0, fill=1)


def _footer(canvas: Canvas, number: int) -> None:
    canvas.setFont("Sans", 11)
    canvas.setFillColor(GREY)
    canvas.drawString(LEFT, 24, "Bluefen Water")
    canvas.drawRightString(WIDTH - LEFT, 24, str(number))


def _style(size: float = 20, font: str = "Sans", **options: object) -> ParagraphStyle:
    given = {
        "fontName": font,
        "fontSize": size,
        "leading": size * 1.35,
        "textColor": INK,
        "bulletFontName": font,
        "bulletFontSize": size,
    } | options
    return ParagraphStyle("slide", **given)


def _bullets(
    canvas: Canvas, items: Sequence[str | tuple[str, int]], x: float, y: float, *, width: float, font: str = "Sans"
) -> float:
    """Draws bullets downwards from y and returns where they end; (text, 1) is a bullet below another."""
    for item in items:
        text, depth = item if isinstance(item, tuple) else (item, 0)
        size = 20 - 3 * depth
        wrap = {"wordWrap": "CJK"} if font == "Hei" else {}
        style = _style(size, font, leftIndent=22 + 26 * depth, bulletIndent=2 + 26 * depth, **wrap)
        y = _place(canvas, Paragraph(text, style, bulletText="–" if depth else "•"), x, y, width) - 10
    return y


def _place(canvas: Canvas, flowable: Flowable, x: float, y: float, width: float) -> float:
    _, height = flowable.wrapOn(canvas, width, HEIGHT)
    flowable.drawOn(canvas, x, y - height)
    return y - height


def _opening(canvas: Canvas) -> None:
    canvas.setFillColor(TINT)
    canvas.rect(0, 0, WIDTH, HEIGHT, stroke=0, fill=1)
    canvas.bookmarkPage("start")
    canvas.addOutlineEntry("Listening to a network", "start", 0)
    canvas.setFillColor(white)
    canvas.setFont("Sans-Bold", 46)
    canvas.drawString(LEFT, 300, "Listening to a network")
    canvas.setFont("Sans", 22)
    canvas.drawString(LEFT, 258, "How 240 microphones found 163 leaks")
    canvas.setFont("Hei", 20)
    canvas.drawString(LEFT, 222, "用二百四十只话筒听管网")
    canvas.drawImage(ImageReader(pictures.badge()), WIDTH - 240, 190, 170, 170, mask="auto")


def _agenda(canvas: Canvas) -> None:
    _title(canvas, "What this is about")
    _bullets(
        canvas,
        (
            "Why a leak is a gift: it can wait until Tuesday",
            ("a burst costs 14,200 crowns, a mended leak 3,100", 1),
            ("a leak needs half a day, a burst needs a night", 1),
            "How a logger hears what we do not",
            "What the first year gave, and where we were wrong",
            "What we ask of the council",
        ),
        LEFT,
        TOP,
        width=WIDTH - 2 * LEFT,
    )


def _columns(canvas: Canvas) -> None:
    _title(canvas, "Two ways to find a leak")
    middle = WIDTH / 2
    canvas.setStrokeColor(PALE)
    canvas.setLineWidth(2)
    canvas.line(middle, 90, middle, 410)
    width = middle - LEFT - 30
    end = _place(canvas, Paragraph("<b>Wait for it</b>", _style(22)), LEFT, 410, width)
    _bullets(
        canvas,
        ("Somebody calls", "The street is closed", "The night shift digs", "Everybody is angry"),
        LEFT,
        end - 14,
        width=width,
    )
    end = _place(canvas, Paragraph("<b>Listen for it</b>", _style(22)), middle + 30, 410, width)
    _bullets(
        canvas,
        ("A logger hisses at two", "Its neighbour hears it too", "One pit, by daylight", "Nobody notices"),
        middle + 30,
        end - 14,
        width=width,
    )


def _sequence(canvas: Canvas) -> None:
    _title(canvas, "From a sound to a pit")
    steps = pictures.steps(["Wake at two", "Listen", "Compare", "Locate", "Dig"], font="Sans", width=840, height=90)
    steps.drawOn(canvas, LEFT, 300)
    text = "Two loggers that hear the same hiss know its place from the time between them: to a metre on iron, to three on plastic."
    _place(canvas, Paragraph(text, _style(20)), LEFT, 250, WIDTH - 2 * LEFT)


def _figures(canvas: Canvas) -> None:
    _title(canvas, "The first year in figures")
    rows = [
        ["District", "Loggers", "Leaks found", "", "Loss avoided, Ml"],
        ["", "", "right", "wrong", ""],
        ["Greyquay", "96", "71", "5", "470"],
        ["Hillcrest", "32", "18", "2", "160"],
        ["Millbrook", "44", "33", "3", "470"],
        ["Oldhaven", "68", "41", "2", "360"],
        ["Total", "240", "163", "12", "1,460"],
    ]
    spans = [((0, 0), (0, 1)), ((1, 0), (1, 1)), ((2, 0), (3, 0)), ((4, 0), (4, 1))]
    extra = [
        ("FONTSIZE", (0, 0), (-1, -1), 17),
        ("LEADING", (0, 0), (-1, -1), 23),
        ("FONT", (0, -1), (-1, -1), "Sans-Bold", 17, 23),
    ]
    table = ruled(rows, [200, 120, 120, 120, 220], heads=2, spans=spans, extra=extra, font="Sans", bold="Sans-Bold")
    _place(canvas, table, LEFT, TOP - 10, WIDTH - 2 * LEFT)


def _chart(canvas: Canvas) -> None:
    _title(canvas, "Bursts fell by a fifth")
    chart = pictures.bars(
        ["Greyquay", "Hillcrest", "Millbrook", "Oldhaven"],
        [[71, 38, 64, 63], [52, 33, 57, 46]],
        font="Sans",
        width=560,
        height=330,
    )
    chart.drawOn(canvas, LEFT, 80)
    _bullets(
        canvas,
        ("236 bursts in 2029/30", "188 bursts in 2030/31", "Half of them in nineteen days"),
        640,
        TOP - 20,
        width=270,
    )


def _picture(canvas: Canvas) -> None:
    _title(canvas, "The lake in August")
    canvas.drawImage(ImageReader(pictures.landscape()), LEFT, 110, 520, 300)
    text = "Forty centimetres below its mean, the lowest level since measurements began."
    _place(canvas, Paragraph(text, _style(22)), 610, 400, 290)
    text = 'Readings of every hour: <a href="https://example.org/bluefen/readings" color="#1a4f9c">example.org/bluefen/readings</a>'
    _place(canvas, Paragraph(text, _style(16)), 610, 200, 290)


def _chinese(canvas: Canvas) -> None:
    _title(canvas, "中文摘要", "Hei-Bold")
    end = _bullets(
        canvas,
        (
            "夜间二时至四时的流量几乎全部是漏损。",
            "听漏仪共二百四十台，发现漏点一百六十三处。",
            ("误报十二处，其中一处是面包店的冷柜。", 1),
        ),
        LEFT,
        TOP,
        width=WIDTH - 2 * LEFT,
        font="Hei",
    )
    rows = [
        ["指标", "上年", "本年"],
        ["爆管次数", "236", "188"],
        ["漏损量（千立方米）", "6,960", "5,500"],
        ["漏损率", "13.9%", "11.0%"],
    ]
    extra = [("FONTSIZE", (0, 0), (-1, -1), 17), ("LEADING", (0, 0), (-1, -1), 23)]
    _place(canvas, open_table(rows, [260, 140, 140], extra=extra, font="Hei", bold="Hei-Bold"), LEFT, end - 20, WIDTH)


def _number(canvas: Canvas) -> None:
    _title(canvas, "What it is worth")
    canvas.setFillColor(TINT)
    canvas.setFont("Sans-Bold", 110)
    canvas.drawCentredString(WIDTH / 2, 250, "1,460 Ml")
    canvas.setFillColor(INK)
    canvas.setFont("Sans", 24)
    canvas.drawCentredString(WIDTH / 2, 190, "of water that stayed in the pipes: the use of 7,300 households")


def _closing(canvas: Canvas) -> None:
    _title(canvas, "What we ask for")
    _bullets(
        canvas,
        (
            "160 more loggers, 2.6 million crowns",
            "Two people for the map, for six years",
            "Hourly readings in the open from July",
        ),
        LEFT,
        TOP,
        width=WIDTH - 2 * LEFT,
    )
    _place(canvas, Paragraph("Thank you", _style(28, "Sans-Bold", textColor=TINT)), LEFT, 170, 400)


SLIDES: Sequence[Callable[[Canvas], None]] = (
    _opening,
    _agenda,
    _columns,
    _sequence,
    _figures,
    _chart,
    _picture,
    _chinese,
    _number,
    _closing,
)
