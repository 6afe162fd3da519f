"""Pictures of pages for the tests of recognition: what a scanner or a camera would give of a page that has text."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from PIL import Image

from quire.model.page import Page
from quire.read import open_source
from quire.read.ocr_engine import Pixels, Reading, rectangle

SAMPLES = Path(__file__).parents[2] / "samples"
ENGLISH, CHINESE = SAMPLES / "annual-report-en.pdf", SAMPLES / "annual-report-zh.pdf"
DPI = 150.0


@cache
def page_and_picture(path: Path, number: int) -> tuple[Page, Pixels]:
    """A page with its text layer, and how it looks."""
    with open_source(path) as source:
        return source.page(number), source.image(number, DPI)


def saved(path: Path, pixels: Pixels, *, turned: int = 0, skew: float = 0.0, dpi: float = DPI) -> Path:
    """A file of a picture that lies turned (degrees clockwise) and askew (the same)."""
    image = Image.fromarray(np.ascontiguousarray(pixels))
    if skew:
        image = image.rotate(-skew, Image.Resampling.BICUBIC, expand=True, fillcolor="white")
    if turned:
        image = image.rotate(-turned, expand=True)
    image.save(path, dpi=(dpi, dpi))
    return path


def readings(page: Page, dpi: float) -> list[Reading]:
    """What a perfect engine would read in the picture of a page with upright text."""
    unit = dpi / 72.0
    return [
        Reading(line.text, rectangle(*(side * unit for side in line.box)), 0.99)
        for line in page.lines
        if not line.angle
    ]


def blank(width: int, height: int) -> Pixels:
    """White paper."""
    return np.full((height, width, 3), 255, np.uint8)
