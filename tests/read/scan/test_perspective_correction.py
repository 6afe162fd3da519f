"""Sheets of paper in photographs of pages."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from quire.read import open_source
from quire.read.ocr_engine import FakeOcr, Reading, rectangle
from quire.read.scan.perspective_correction import flattened_page, scaled_polygon
from tests.read.scanning import blank, saved

SHEET = (200, 150, 1_000, 1_281)


def photo():
    """A sheet on a table."""
    picture = blank(1_200, 1_500)
    picture[:] = 60
    x0, y0, x1, y1 = SHEET
    picture[y0:y1, x0:x1] = 250
    return np.ascontiguousarray(picture)


@pytest.mark.parametrize(
    ("line", "is_flattened"),
    [((300, 400, 700, 430), True), ((300, 1_400, 900, 1_430), False), ((170, 400, 700, 430), False)],
)
def test_a_sheet_is_flattened_unless_text_stands_beside_it_or_is_cut_by_its_side(
    tmp_path: Path, line, *, is_flattened: bool
) -> None:
    with open_source(saved(tmp_path / "a.png", photo(), dpi=72)) as source:
        plain = source.page(1)

        def answer(image):
            unit = image.shape[1] / 1_200
            return [Reading("some words", rectangle(*(side * unit for side in line)), 0.9)]

        sheet = flattened_page(source, plain, FakeOcr(answer))
        shown = sheet.draw(source.image(1, 72.0), 1.0)
        assert (int(shown[5:-5, 5:-5].min()) > 200) is is_flattened
        assert (sheet.height / sheet.width == pytest.approx(2**0.5, rel=0.03)) is is_flattened


def test_places_are_scaled() -> None:
    assert scaled_polygon(((1.0, 2.0), (3.0, 4.0)), 2.0) == ((2.0, 4.0), (6.0, 8.0))
