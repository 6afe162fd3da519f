"""Lists inside cells."""

from __future__ import annotations

import pytest

from quire.model.block import Span
from quire.model.table import Cell
from quire.write.word.cell_lists import cell_paragraphs
from quire.write.word.numbering import Numbering


def found(*texts: str) -> list[tuple[str, bool]]:
    """The texts, and whether each is an item."""
    cells = [Cell(0, 0, (Span(text),)) for text in texts]
    return [(entry.cell.text, "numPr" in entry.parts) for entry in cell_paragraphs(cells, Numbering())]


@pytest.mark.parametrize(
    "markers", ["••", ("1.", "2."), ("a)", "b)"), ("(1)", "(2)"), ("3、", "4、"), ("①", "②"), ("–", "–")]
)
def test_markers_that_go_on_are_items(markers: tuple[str, str]) -> None:
    first, second = markers
    assert found(f"{first} One", f"{second} Two") == [("One", True), ("Two", True)]


@pytest.mark.parametrize(
    "texts",
    [
        ("• One",),
        ("1. One", "3. Three"),
        ("• One", "1. Two"),
        ("1.5 %", "2.5 %"),
        ("2019", "2020"),
        ("- 12", "plain"),
        ("–", "–"),
    ],
)
def test_what_is_no_list_stays_as_it_is(texts: tuple[str, ...]) -> None:
    assert found(*texts) == [(text, False) for text in texts]


def test_a_list_below_a_text_is_one() -> None:
    assert found("Needed:", "• One", "• Two", "Then more") == [
        ("Needed:", False), ("One", True), ("Two", True), ("Then more", False),
    ]  # fmt: skip


def test_markers_in_spans_of_their_own_go() -> None:
    cells = [Cell(0, 0, (Span("• "), Span(text), Span(" end"))) for text in ("one", "two")]
    numbering = Numbering()
    assert [entry.cell.text for entry in cell_paragraphs(cells, numbering)] == ["one end", "two end"]
    assert b"w:lvlText" in numbering.part()


def test_without_numbering_there_are_no_lists() -> None:
    cells = [Cell(0, 0, (Span("• one"),))] * 2
    assert [entry.cell.text for entry in cell_paragraphs(cells, None)] == ["• one", "• one"]
