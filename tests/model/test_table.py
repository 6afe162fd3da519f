"""Cells and spans."""

from __future__ import annotations

from quire.model.page import MATHS, Style
from quire.model.span import Span
from quire.model.table import Cell

PLAIN = Style("Serif", 10.0, bold=False, italic=False, mono=False, color=0)


def test_the_text_of_a_cell_is_that_of_its_spans() -> None:
    assert Cell(0, 0, (Span("one\n", PLAIN), Span("two"))).text == "one\ntwo"
    assert Cell(0, 0).text == ""


def test_formulas_in_running_text_are_known_by_their_font() -> None:
    assert Span("$x = 1$", PLAIN._replace(font=MATHS)).maths
    assert not Span("$5", PLAIN).maths
    assert not Span("x").maths
