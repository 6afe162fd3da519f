"""Iteration over a document."""

from __future__ import annotations

from quire.model.block import Figure, Item, List, Note, Paragraph, Place, Quote, Span, Table
from quire.model.geometry import Box
from quire.model.page import Picture, PictureKind
from quire.model.table import Cell, Grid
from quire.model.traversal import own_spans, pictures, text_of, walk

PLACE = (Place(1, Box(0, 0, 10, 10)),)


def paragraph(text: str) -> Paragraph:
    return Paragraph((Span(text),), PLACE)


def figure(name: str) -> Figure:
    return Figure(Picture(name, 1, Box(0, 0, 5, 5), PictureKind.IMAGE, 5, 5), PLACE)


def test_parents_come_before_their_children_in_reading_order():
    inner = List((Item("-", (paragraph("c"),)),), PLACE)
    outer = List((Item("1.", (paragraph("a"), inner)), Item("2.", (paragraph("d"),))), PLACE)
    quote = Quote((paragraph("e"),), PLACE)
    note = Note("n1", "1", (paragraph("f"),), PLACE)
    found = list(walk([outer, quote, note]))
    assert [type(block).__name__ for block in found] == [
        "List", "Paragraph", "List", "Paragraph", "Paragraph", "Quote", "Paragraph", "Note", "Paragraph",
    ]  # fmt: skip
    assert [text_of(block.spans) for block in found if isinstance(block, Paragraph)] == ["a", "c", "d", "e", "f"]


def test_a_table_has_the_spans_of_its_caption_and_its_cells():
    grid = Grid(1, 2, (Cell(0, 0, (Span("one"),)), Cell(0, 1, (Span("two"),))))
    assert text_of(own_spans(Table(grid, PLACE, caption=(Span("Table 1 "),)))) == "Table 1 onetwo"


def test_a_list_has_no_spans_of_its_own():
    assert list(own_spans(List((Item("-", (paragraph("a"),)),), PLACE))) == []


def test_each_picture_comes_once():
    nested = List((Item("", (figure("b"), figure("a"))),), PLACE)
    assert [one.name for one in pictures([figure("a"), nested])] == ["a", "b"]


def test_text_of_spans_keeps_spaces_and_line_breaks():
    assert text_of([Span("one "), Span("two\n"), Span("three")]) == "one two\nthree"
