from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from quire.model.geometry import Box
from quire.model.page import Page, TextSource
from quire.read.ocr import FakeOcr, Reading, rectangle
from quire.read.red_light import red_light, seals, unsealed
from tests.invoice.pages import line

UNIT = 200 / 72


def paper(*, seal: tuple[int, int, int] | None = (210, 40, 50), lines: bool = False) -> np.ndarray:
    image = Image.new("RGB", (1600, 1000), (250, 250, 246))
    draw = ImageDraw.Draw(image)
    draw.rectangle((900, 640, 1200, 660), fill=(20, 20, 30))  # print under the seal
    if seal:
        draw.ellipse((850, 550, 1110, 750), outline=seal, width=8)
        draw.rectangle((900, 690, 1050, 705), fill=seal)
    if lines:
        for y in (100, 300, 900):
            draw.line((20, y, 1580, y), fill=(150, 30, 30), width=3)
        draw.line((20, 100, 20, 900), fill=(150, 30, 30), width=3)
    return np.array(image)


class Source:
    """A source of one picture."""

    def __init__(self, picture: np.ndarray) -> None:
        self.picture = picture

    def image(self, number: int, dpi: float) -> np.ndarray:
        return self.picture


@pytest.mark.parametrize("lines", [False, True])
def test_a_seal_is_found_and_the_lines_of_a_form_are_none(lines: bool):
    (found,) = seals(paper(lines=lines), UNIT)
    assert tuple(found) == pytest.approx((850 / UNIT, 550 / UNIT, 1110 / UNIT, 750 / UNIT), abs=3)


def test_grey_paper_has_none():
    assert seals(paper(seal=(90, 90, 90)), UNIT) == []
    assert seals(np.zeros((50, 50, 3), np.uint8), UNIT) == []


def test_red_light_shows_print_and_no_seal():
    light = red_light(paper())
    assert light[650, 950].max() < 40
    assert light[697, 1000].min() > 180


def recognised(*places: tuple[float, float, str, float]) -> Page:
    lines = tuple(line(x, y, text) for x, y, text, _ in places)
    return Page(1, 576, 360, lines=lines, source=TextSource.OCR, confidences=tuple(p[3] for p in places))


def reader(text: str, confidence: float = 0.99) -> FakeOcr:
    """Reads one text where the print is, in whatever part it is shown."""
    return FakeOcr(lambda image: [Reading(text, rectangle(60, 150, 400, 190), confidence)])


def test_what_a_seal_covers_is_read_again():
    page = recognised((320, 230, "1?3.0用章", 0.5), (50, 50, "far away", 0.9))
    made = unsealed(page, Source(paper()), reader("123.00"))
    texts = [one.text for one in made.lines]
    assert "far away" in texts
    assert "123.00" in texts
    assert "1?3.0用章" not in texts
    assert len(made.confidences) == len(made.lines)


def test_a_worse_reading_changes_nothing():
    page = recognised((320, 230, "合计123.00", 0.99))
    assert [one.text for one in unsealed(page, Source(paper()), reader("123.00")).lines] == ["合计123.00"]
    assert [one.text for one in unsealed(page, Source(paper()), reader("???", 0.5)).lines] == ["合计123.00"]


def test_pages_with_a_text_layer_and_without_seals_stay():
    page = recognised((320, 230, "x", 0.5))
    native = Page(1, 576, 360, lines=page.lines)
    assert unsealed(native, Source(paper()), reader("y")) is native
    assert unsealed(page, Source(paper(seal=None)), reader("y")) is page


def test_boxes_lie_on_the_page():
    for box in seals(paper(), UNIT):
        assert Box(0, 0, 576, 360).holds(box, 1.0)
