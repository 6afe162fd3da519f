"""What a reader saw on a page."""

from __future__ import annotations

from quire.model.document import Document
from quire.model.geometry import Box
from quire.model.page import Fill, Line, Page, Rule, Style, Word

STYLE = Style("Serif", 10.0, bold=False, italic=False, mono=False, color=0)


def word(text: str, x0: float, x1: float, *, space: bool) -> Word:
    return Word(text, x0, 0.0, x1, 10.0, 8.0, STYLE, space)


def test_a_line_reads_with_its_spaces():
    words = (word("re", 0, 10, space=False), word("port", 10, 30, space=False), word("2031", 34, 50, space=True))
    line = Line(words, 0, 0, 50, 10, 8)
    assert line.text == "report 2031"
    assert line.box == Box(0, 0, 50, 10)
    assert words[0].box == Box(0, 0, 10, 10)


def test_rules_know_their_direction():
    assert Rule(0, 5, 100, 5, 1, 0).horizontal
    assert not Rule(5, 0, 5, 100, 1, 0).horizontal


def test_fills_have_a_box():
    assert Fill(1, 2, 3, 4, 0xFF0000).box == Box(1, 2, 3, 4)


def test_defaults_are_not_shared_between_pages():
    first, second = Page(1, 100, 100), Page(2, 100, 100)
    assert first.tags == second.tags == {}
    assert first.tags is not second.tags


def test_values_compare_by_what_they_hold():
    assert Document((), ()) == Document((), ())
    assert Page(1, 100, 100) != Page(2, 100, 100)
