"""The resolution at which pages are recognised."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.read.resolution import DPI, MOST_PIXELS, affordable, unit_of
from tests.read.scanning import blank

SIDES = st.floats(1.0, 1e6)


@pytest.mark.parametrize("size", [(595.0, 842.0), (842.0, 1191.0), (226.0, 4_000.0)])
def test_usual_pages_are_read_as_they_are(size: tuple[float, float]) -> None:
    assert affordable(*size) == DPI


@given(SIDES, SIDES, st.floats(10.0, 600.0))
def test_no_page_has_more_pixels_than_the_cap(width: float, height: float, dpi: float) -> None:
    unit = affordable(width, height, dpi) / 72.0
    assert unit <= dpi / 72.0
    assert width * height * unit * unit <= 1.001 * MOST_PIXELS
    assert max(width, height) * unit <= 30_001


def test_pixels_to_a_point() -> None:
    assert unit_of(blank(400, 10), 100.0) == 4.0
