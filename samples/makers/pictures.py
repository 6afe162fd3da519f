"""Pictures for the samples: two raster images drawn with Pillow and two vector figures."""

from __future__ import annotations

import io
import math
import random
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFilter
from reportlab.graphics.charts.barcharts import VerticalBarChart
from reportlab.graphics.charts.linecharts import HorizontalLineChart
from reportlab.graphics.shapes import Drawing, Line, Polygon, Rect, String
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.utils import ImageReader

TINTS = (HexColor(0x1F5F7A), HexColor(0xD98E3B), HexColor(0x6A9E58))


def landscape(width: int = 640, height: int = 320) -> io.BytesIO:
    """A lake below hills at dusk, as JPEG bytes."""
    chance = random.Random(7)
    image = Image.new("RGB", (width, height))
    draw = ImageDraw.Draw(image)
    for y in range(height):
        share = y / height
        draw.line([(0, y), (width, y)], fill=(int(60 + 170 * share), int(90 + 90 * share), int(150 - 30 * share)))
    for layer, shade in enumerate(((70, 95, 115), (52, 74, 92), (34, 52, 66))):
        base = height * (0.45 + 0.1 * layer)
        phase, wave = chance.random() * 6, 90 + 60 * chance.random()
        ridge = [
            (x, base + 26 * math.sin(x / wave + phase) + 9 * math.sin(x / 17 + phase)) for x in range(0, width + 4, 4)
        ]
        draw.polygon([(0, height), *ridge, (width, height)], fill=shade)
    lake = int(height * 0.78)
    image.paste(
        image.crop((0, lake - (height - lake), width, lake)).transpose(Image.Transpose.FLIP_TOP_BOTTOM), (0, lake)
    )
    image = image.filter(ImageFilter.GaussianBlur(0.8))
    return _bytes(image, "JPEG", quality=72)


def badge(size: int = 200) -> io.BytesIO:
    """A round sign with a drop, on a transparent ground, as PNG bytes."""
    image = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    draw.ellipse((4, 4, size - 4, size - 4), fill=(31, 95, 122, 255), outline=(217, 142, 59, 255), width=8)
    middle = size / 2
    draw.polygon(
        [(middle, size * 0.2), (size * 0.3, size * 0.58), (size * 0.7, size * 0.58)], fill=(230, 239, 243, 255)
    )
    draw.ellipse((size * 0.28, size * 0.42, size * 0.72, size * 0.82), fill=(230, 239, 243, 255))
    return _bytes(image, "PNG", optimize=True)


def reader(data: io.BytesIO) -> ImageReader:
    """The picture for a canvas."""
    return ImageReader(data)


def bars(
    names: Sequence[str], series: Sequence[Sequence[float]], *, font: str, width: float = 400, height: float = 180
) -> Drawing:
    """A bar chart as vector art, with names below the groups."""
    drawing = Drawing(width, height)
    chart = VerticalBarChart()
    chart.x, chart.y, chart.width, chart.height = 40, 30, width - 60, height - 45
    chart.data = [tuple(row) for row in series]
    chart.categoryAxis.categoryNames = list(names)
    for axis in (chart.categoryAxis, chart.valueAxis):
        axis.labels.fontName, axis.labels.fontSize = font, 8
    chart.valueAxis.valueMin = 0
    chart.groupSpacing = 8
    for index, tint in zip(range(len(series)), TINTS, strict=False):
        chart.bars[index].fillColor = tint
        chart.bars[index].strokeColor = None
    drawing.add(chart)
    return drawing


def lines(
    names: Sequence[str], series: Sequence[Sequence[float]], *, font: str, width: float = 400, height: float = 170
) -> Drawing:
    """A line chart as vector art."""
    drawing = Drawing(width, height)
    chart = HorizontalLineChart()
    chart.x, chart.y, chart.width, chart.height = 40, 28, width - 60, height - 42
    chart.data = [tuple(row) for row in series]
    chart.categoryAxis.categoryNames = list(names)
    for axis in (chart.categoryAxis, chart.valueAxis):
        axis.labels.fontName, axis.labels.fontSize = font, 8
    chart.valueAxis.valueMin = 0
    for index, tint in zip(range(len(series)), TINTS, strict=False):
        chart.lines[index].strokeColor = tint
        chart.lines[index].strokeWidth = 1.6
    drawing.add(chart)
    return drawing


def steps(names: Sequence[str], *, font: str, width: float = 440, height: float = 70) -> Drawing:
    """Boxes in a row, joined by arrows, as vector art with text."""
    drawing = Drawing(width, height)
    gap = 22.0
    box = (width - gap * (len(names) - 1)) / len(names)
    middle, tall = height / 2, height - 30
    for index, name in enumerate(names):
        x = index * (box + gap)
        fill = Color(0.9, 0.94, 0.95)
        drawing.add(Rect(x, 15, box, tall, rx=6, ry=6, fillColor=fill, strokeColor=TINTS[0], strokeWidth=1))
        size = tall * 0.225
        drawing.add(
            String(x + box / 2, middle - 3, name, fontName=font, fontSize=size, textAnchor="middle", fillColor=TINTS[0])
        )
        if index:
            drawing.add(Line(x - gap + 2, middle, x - 6, middle, strokeColor=TINTS[1], strokeWidth=1.4))
            arrow = [x - 7, middle + 3, x - 1, middle, x - 7, middle - 3]
            drawing.add(Polygon(arrow, fillColor=TINTS[1], strokeColor=None))
    return drawing


def _bytes(image: Image.Image, form: str, **options: int | bool) -> io.BytesIO:
    data = io.BytesIO()
    image.save(data, form, **options)
    data.seek(0)
    return data
