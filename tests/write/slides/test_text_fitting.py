"""Whether text fits."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quire.model.block import Span
from quire.write.slides.text_fitting import count_lines, has_known_width, natural_width, shrink_factor
from tests import documents as make

TEN = make.BODY._replace(size=10.0)


def spans(text: str) -> tuple[Span, ...]:
    return (Span(text, TEN),)


def test_lines() -> None:
    assert count_lines(spans("中" * 10), 100) == 1
    assert count_lines(spans("中" * 11), 100) == 2
    assert count_lines(spans("a\nb"), 100) == 2
    assert count_lines(spans("中" * 10), 100, first=20) == 2
    assert count_lines(spans("W" * 100), 100) >= 9


def test_natural_width() -> None:
    assert natural_width(spans("中中\n中")) == 20


@given(st.integers(1, 60), st.integers(30, 300), st.integers(1, 5))
def test_shrunk_text_fits_or_is_as_small_as_can_be(count: int, room: int, rows: int) -> None:
    text = spans("中" * count)
    factor = shrink_factor(text, room, lines=rows)
    assert 0.7 <= factor <= 1
    assert factor <= 0.71 or count_lines(text, room, scale=factor) <= rows


def test_a_box_of_no_width_has_an_end() -> None:
    assert 1 < count_lines([Span("word and word")], 1e-300) < 200


def test_fonts_that_are_everywhere_are_sure() -> None:
    fonts = {"Times": True, "ArialMT": True, "CMTT10": True, "SimSun": True, "Calibri": True, "Georgia": False}
    assert {font: has_known_width(Span("Text", make.BODY._replace(font=font))) for font in fonts} == fonts
    assert has_known_width(Span("Text"))
