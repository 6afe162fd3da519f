"""What is written in charts that are pictures describes them; photographs and logos are left alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader

from quire.jobs.conversion import convert
from quire.jobs.figure_text import SHORT, with_labels
from quire.read import open_source
from quire.read.ocr_engine import FakeOcr, Reading, rectangle
from tests.read.making import both, pdf, text

X, Y, WIDTH, HEIGHT = 72.0, 300.0, 300.0, 200.0  # of the picture on the page, points, from below
WORDS = "Words of the text layer, enough of them to be a page."


def chart() -> Image.Image:
    """Two bars on white."""
    pixels = np.full((200, 300, 3), 255, np.uint8)
    pixels[60:180, 50:90] = pixels[100:180, 150:190] = (40, 90, 160)
    return Image.fromarray(pixels)


def photograph() -> Image.Image:
    """Every colour."""
    return Image.fromarray(np.random.default_rng(7).integers(0, 256, (200, 300, 3), np.uint8))


def reads(*pieces: tuple[str, float, float, float]) -> FakeOcr:
    """An engine that sees pieces (text, left, top, confidence) in a part of a page, pixels."""
    found = [Reading(words, rectangle(x, y, x + 90, y + 30), sure) for words, x, y, sure in pieces]
    return FakeOcr(lambda image: found)


LABELS = (("2021", 400, 505, 0.98), ("Sales by year", 200, 10, 0.99), ("2020", 100, 500, 0.97), ("~;", 9, 300, 0.4))


def file(folder: Path, image: Image.Image, *, bottom: float = Y, pages: int = 1) -> Path:
    def draw(canvas) -> None:
        canvas.drawImage(ImageReader(image), X, bottom, WIDTH, HEIGHT)

    path = folder / "a.pdf"
    pdf(path, *([both(text(72, 60, WORDS), draw)] * pages), size=(612.0, 792.0))
    return path


def alts(path: Path, engine: FakeOcr) -> list[str]:
    with open_source(path, ocr=engine) as source:
        return [picture.alt for picture in with_labels(source, source.page(1)).pictures]


def test_a_chart_is_described_row_by_row(tmp_path: Path) -> None:
    assert alts(file(tmp_path, chart()), reads(*LABELS)) == ["Sales by year 2020 2021"]


@pytest.mark.parametrize("labels", [(), (("ab", 10, 10, 0.9),), (("Sales by year", 10, 10, 0.5),)])
def test_a_chart_without_sure_text_has_no_description(labels, tmp_path: Path) -> None:
    assert alts(file(tmp_path, chart()), reads(*labels)) == [""]


def test_photographs_are_not_read(tmp_path: Path) -> None:
    engine = reads(*LABELS)
    assert alts(file(tmp_path, photograph()), engine) == [""]
    assert engine.pictures == 0


def test_pictures_in_the_margin_are_not_read(tmp_path: Path) -> None:
    engine = reads(*LABELS)
    assert alts(file(tmp_path, chart(), bottom=-110.0), engine) == [""]
    assert engine.pictures == 0


@pytest.mark.parametrize(("pages", "read"), [(1, 1), (SHORT, SHORT), (SHORT + 1, 0)])
def test_only_short_documents_are_read(pages: int, read: int, tmp_path: Path) -> None:
    engine = reads(*LABELS)
    path = file(tmp_path, chart(), pages=pages)
    convert(path, tmp_path / "a.md", to="md", ocr=engine)
    assert engine.pictures == read
    assert ("Sales by year 2020 2021" in (tmp_path / "a.md").read_text()) == bool(read)


def test_without_an_engine_nothing_changes(tmp_path: Path) -> None:
    with open_source(file(tmp_path, chart())) as source:
        page = source.page(1)
        assert with_labels(source, page) is page
