"""Widths of text."""

from __future__ import annotations

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth

from quire.write.office.text_widths import advance_width, auto_spacing

TEXT = "The quick brown fox, (1,234.56%) - jumps over “lazy” dogs; Ångström & Bézier?"


@pytest.mark.parametrize(
    ("family", "font"), [("Times New Roman", "Times-Roman"), ("Arial", "Helvetica"), ("Courier New", "Courier")]
)
def test_widths_are_those_of_the_fonts(family: str, font: str) -> None:
    assert advance_width(TEXT, family) == pytest.approx(stringWidth(TEXT, font, 1.0), rel=0.01)


def test_bold_and_unknown_families() -> None:
    assert advance_width("abc", "Arial", bold=True) > advance_width("abc", "Arial")
    assert advance_width("abc", "Nothing Sans") == advance_width("abc", "Arial")


def test_calibri_is_narrow_and_cambria_is_not() -> None:
    times, arial = (advance_width(TEXT, family) for family in ("Times New Roman", "Arial"))
    assert advance_width(TEXT, "Calibri") < 0.95 * arial
    assert times < advance_width(TEXT, "Cambria") < arial
    assert [advance_width("0", family) for family in ("Calibri", "Cambria")] == [0.507, 0.554]
    assert advance_width("abc", "Calibri", bold=True) == pytest.approx(1.02 * advance_width("abc", "Calibri"))


def test_chinese_characters_are_square() -> None:
    assert advance_width("中文，", "Times New Roman") == 3.0
    assert advance_width("中文", "Courier New") == 2.0


def test_white_between_scripts() -> None:
    assert auto_spacing("使用Word的文件2份") == 1.0
    assert auto_spacing("中文，A") == 0.0
    assert auto_spacing("Latin 1") == 0.0
