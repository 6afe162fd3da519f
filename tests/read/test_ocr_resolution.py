"""The resolution at which pages are recognised."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.model.geometry import Box
from quire.read.ocr_resolution import DPI, MAX_PIXELS, affordable_dpi, clipped_box, crop, pixels_per_point
from tests.read.scanning import blank

SIDES = st.floats(1.0, 1e6)


@pytest.mark.parametrize("size", [(595.0, 842.0), (842.0, 1191.0), (226.0, 4_000.0)])
def test_usual_pages_are_read_as_they_are(size: tuple[float, float]) -> None:
    assert affordable_dpi(*size) == DPI


@given(SIDES, SIDES, st.floats(10.0, 600.0))
def test_no_page_has_more_pixels_than_the_cap(width: float, height: float, dpi: float) -> None:
    unit = affordable_dpi(width, height, dpi) / 72.0
    assert unit <= dpi / 72.0
    assert width * height * unit * unit <= 1.001 * MAX_PIXELS
    assert max(width, height) * unit <= 30_001


def test_pixels_to_a_point() -> None:
    assert pixels_per_point(blank(400, 10), 100.0) == 4.0


@given(st.floats(-500.0, 2_000.0), st.floats(-500.0, 2_000.0), st.floats(0.0, 2_000.0), st.floats(0.0, 2_000.0))
def test_a_box_is_clipped_to_its_page(x: float, y: float, wide: float, high: float) -> None:
    found = clipped_box(Box(x, y, x + wide, y + high), 612.0, 792.0)
    assert 0.0 <= found.x0 <= found.x1 - 0.999
    assert found.x1 <= 612.0
    assert 0.0 <= found.y0 <= found.y1 - 0.999
    assert found.y1 <= 792.0


def test_what_a_box_shows_is_cut_out() -> None:
    picture = blank(400, 400)
    picture[40:80, 120:160] = 0
    assert not crop(picture, Box(30.0, 10.0, 40.0, 20.0), 4.0).any()
    assert crop(picture, Box(29.0, 10.0, 40.0, 20.0), 4.0).shape == (40, 44, 3)
