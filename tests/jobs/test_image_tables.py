"""Pictures of tables become tables; other pictures stay."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.utils import ImageReader

from quire.jobs.conversion import convert
from quire.jobs.image_tables import with_pictured_tables
from quire.model.page import TextSource
from quire.read import open_source
from quire.read.ocr_engine import FakeOcr, Reading, rectangle
from tests.read.making import both, pdf, text

DPI = 200
X, Y, WIDTH, HEIGHT = 72.0, 400.0, 360.0, 120.0  # of the picture on the page, points, from below
CELLS = [["Tube", "DNA", "Water"], ["S1", "3", "2"], ["S2", "10", "2"], ["EA", "7", "4"]]
PAGE = 792.0


def drawing(*, ruled: bool = True):
    """A picture of the cells at 200 dpi, with rules or without."""
    unit = DPI / 72
    image = Image.new("RGB", (round(WIDTH * unit), round(HEIGHT * unit)), "white")
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(30)
    wide, high = image.width / 3, image.height / 4
    for r, row in enumerate(CELLS):
        for c, words in enumerate(row):
            draw.text((c * wide + 20, r * high + 25), words, "black", font)
    if ruled:
        for r in range(5):
            draw.line((0, min(r * high, image.height - 2), image.width, min(r * high, image.height - 2)), "black", 3)
        for c in range(4):
            draw.line((min(c * wide, image.width - 2), 0, min(c * wide, image.width - 2), image.height), "black", 3)
    return image


def reads(sure: float = 0.98) -> FakeOcr:
    """An engine that reads the cells where they stand in the picture, which it is shown with some paper round it."""
    unit = DPI / 72
    left = top = 16.0
    wide, high = WIDTH * unit / 3, HEIGHT * unit / 4
    found = [
        Reading(
            words,
            rectangle(
                left + c * wide + 18, top + r * high + 24, left + c * wide + 24 + 17 * len(words), top + r * high + 58
            ),
            sure,
        )
        for r, row in enumerate(CELLS)
        for c, words in enumerate(row)
    ]
    return FakeOcr(lambda image: found)


def made(folder: Path, image: Image.Image) -> Path:
    def put(canvas):
        canvas.drawImage(ImageReader(image), X, Y, WIDTH, HEIGHT)

    return pdf(folder / "a.pdf", both(text(72, 700, "Words of the page above the picture."), put), size=(612, PAGE))


def test_a_picture_of_a_ruled_table_becomes_a_table(tmp_path: Path):
    file, unit = made(tmp_path, drawing()), DPI / 72
    with open_source(file, ocr=reads()) as source:
        page = with_pictured_tables(source, source.page(1))
    assert page.source is TextSource.NATIVE
    assert not page.pictures
    assert len(page.confidences) == len(page.lines) == 13
    assert page.confidences[0] == 1.0
    (first,) = (line for line in page.lines if line.text == "Tube")
    assert (first.x0, first.y0) == pytest.approx((X + 18 / unit, PAGE - Y - HEIGHT + 24 / unit), abs=4.0)
    assert first.words[0].x0 == first.x0
    done = convert(file, tmp_path / "a.md", to="md", ocr=reads())
    assert "| S2 | 10 | 2 |" in done.file.read_text(encoding="utf-8")
    assert done.images == ()


@pytest.mark.parametrize(("ruled", "sure"), [(False, 0.98), (True, 0.6)])
def test_pictures_without_rules_or_read_badly_stay(ruled: bool, sure: float, tmp_path: Path):
    file = made(tmp_path, drawing(ruled=ruled))
    engine = reads(sure)
    with open_source(file, ocr=engine) as source:
        page = source.page(1)
        assert with_pictured_tables(source, page) is page
        assert bool(engine.pictures) == ruled  # what has no rules is not recognised at all


def test_without_an_engine_nothing_changes(tmp_path: Path):
    with open_source(made(tmp_path, drawing())) as source:
        page = source.page(1)
        assert with_pictured_tables(source, page) is page
