"""Formulas of browsers stand in running text in the size of the text."""

from __future__ import annotations

import pytest

from quire.model.page import Line, Style, Word
from quire.read.pdf.formula_sizes import with_text_sizes

TEXT = Style("NotoSansCJK", 11.0, bold=False, italic=False, mono=False, color=0)
FORMULA = TEXT._replace(font="MathJax_Math-Italic", size=13.5)
SCRIPT = FORMULA._replace(size=9.5, rise=-1)


def line(*words: tuple[str, Style]) -> Line:
    placed = [
        Word(text, 10.0 * at, 90, 10.0 * at + 9, 102, 100, style, space=False) for at, (text, style) in enumerate(words)
    ]
    return Line(tuple(placed), 0, 90, 10.0 * len(placed), 102, 100)


def sizes(one: Line) -> list[float]:
    return [word.style.size for word in one.words]


def test_formulas_in_text_take_its_size_and_displayed_ones_keep_theirs() -> None:
    inside, displayed = with_text_sizes(
        (line(("这里记", TEXT), ("x", FORMULA), ("n", SCRIPT), ("为第一个", TEXT)), line(("x", FORMULA), ("n", SCRIPT)))
    )
    assert sizes(inside) == [11.0, 11.0, 7.7, 11.0]
    assert [word.style.rise for word in inside.words] == [0, 0, -1, 0]
    assert sizes(displayed) == [13.5, 9.5]


@pytest.mark.parametrize("font", ["Cambria Math", "CMMI10"])
def test_other_fonts_keep_their_sizes(font: str) -> None:
    lines = (line(("let", TEXT), ("x", FORMULA._replace(font=font))),)
    assert with_text_sizes(lines) is lines


@pytest.mark.parametrize("size", [11.0, 10.0, 30.0])
def test_sizes_that_differ_otherwise_stay(size: float) -> None:
    lines = (line(("let", TEXT), ("x", FORMULA._replace(size=size))),)
    assert with_text_sizes(lines) is lines


def test_pages_of_formulas_alone_stay() -> None:
    lines = (line(("x", FORMULA)),)
    assert with_text_sizes(lines) is lines
    assert with_text_sizes(()) == ()
