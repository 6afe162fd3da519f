"""The table of contents as printed."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest

from quire.model.block import List, Note, Span, Table, TabStop
from quire.model.table import Cell, Grid
from quire.model.traversal import text_of
from quire.write.printed_contents import Contents, find_printed_lists
from tests import documents as make
from tests.write.entries import document, entries, lines


def find_printed_contents(*args: Any) -> Contents | None:
    return next(iter(find_printed_lists(*args)), None)


@pytest.mark.parametrize("title", ["Contents", "TABLE OF CONTENTS", "目 录", "目次", "Inhaltsverzeichnis"])
def test_entries_under_a_title(title: str) -> None:
    blocks = [make.heading(1, title), *lines("1 Scope 3", "1.1 Terms\t4"), make.paragraph("Text 2024.")]
    found = find_printed_contents(*document(*blocks))
    assert entries(found) == [("1 Scope", "3", 1, None), ("1.1 Terms", "4", 2, None)]
    assert found is not None
    assert found.blocks == {1, 2}


def test_entries_with_leaders_need_no_title() -> None:
    found = find_printed_contents(*document(*lines("a ..... 1", "b ..... 2", "c ..... 5", "d ..... 9")))
    assert [e[1] for e in entries(found)] == ["1", "2", "5", "9"]


def test_titles_behind_a_counted_number_keep_their_place() -> None:
    blocks = [make.paragraph("1 Scope ..... 3"), make.paragraph("1.1 Terms ..... 4")]
    left = blocks[0].places[0].box.x0
    blocks = [
        replace(block, stops=(TabStop(at, left + 30, left + 90),)) for block, at in zip(blocks, (1, 3), strict=True)
    ]
    found = find_printed_contents(*document(make.heading(1, "Contents"), *blocks))
    assert [text_of(entry.title) for entry in found.entries] == ["1\tScope", "1.1\tTerms"]
    assert [(entry.place.box.x0, entry.label) for entry in found.entries] == [(left, 30.0), (left, 30.0)]


def test_prices_are_no_contents() -> None:
    assert (
        find_printed_contents(*document(*lines("tea ..... 9", "milk ..... 2", "bread ..... 5", "salt ..... 1"))) is None
    )


def test_entries_know_their_headings_and_notes_may_stand_between() -> None:
    note = Note("n", "1", (), (make.place(),))
    blocks = [*lines("1Scope1", "2Terms2"), note, *lines("3Rules3", "4End4")]
    heads = [make.heading(2, name) for name in ("1 Scope", "2 Terms", "3 Rules", "4 End")]
    found = find_printed_contents(*document(*blocks, *heads))
    assert entries(found) == [("1Scope", "1", 2, 0), ("2Terms", "2", 2, 1), ("3Rules", "3", 2, 2), ("4End", "4", 2, 3)]


def test_contents_end_where_a_list_of_figures_begins() -> None:
    contents = lines("1 Scope .... 3", "2 Terms .... 4", "3 Rules .... 9")
    figures = lines("Figure 1 .... 3", "Figure 2 .... 8")
    for title in (make.heading(1, "Figures"), make.paragraph("Figures")):
        found = find_printed_contents(*document(make.heading(1, "Contents"), *contents, title, *figures))
        assert found is not None
        assert found.blocks == {1, 2, 3}


def test_a_list_of_figures_behind_the_contents() -> None:
    contents = lines("1 Scope .... 3", "2 Terms .... 4")
    figures = lines("Figure 1\t3", "Figure 2\t8", "Figure 3\t8", "Figure 4\t9")
    text = [make.paragraph("Words and words.") for _ in range(9)]
    before = (make.heading(1, "Contents"), *contents, make.heading(1, "Figures"))
    assert [one.blocks for one in find_printed_lists(*document(*before, *figures))] == [{1, 2}, {4, 5, 6, 7}]
    assert [one.blocks for one in find_printed_lists(*document(*before, *text, *figures))] == [{1, 2}]


def test_contents_in_a_list_or_with_line_breaks() -> None:
    listed = make.listed(("1.", "Scope .... 3"), ("2.", "Terms .... 4"))
    assert [e[0] for e in entries(find_printed_contents(*document(make.heading(1, "Contents"), listed)))] == [
        "1. Scope",
        "2. Terms",
    ]
    broken = make.paragraph("a .... 1\nb .... 2")
    assert [e[0] for e in entries(find_printed_contents(*document(make.heading(1, "Contents"), broken)))] == ["a", "b"]
    assert isinstance(listed, List)


def test_titles_keep_their_styles() -> None:
    line = make.paragraph(Span("Bold", make.BOLD), " thin ....... 7")
    found = find_printed_contents(*document(make.heading(1, "Contents"), line, *lines("x .... 8")))
    assert found is not None
    assert [(s.text, s.style.bold) for s in found.entries[0].title if s.style] == [("Bold", True), (" thin", False)]


def test_sentences_that_end_with_a_number_are_no_entries() -> None:
    sentence = make.paragraph(
        "The first two are bound by the rules that were laid down long ago, " * 2, Span("page 7", link="#p7")
    )
    short = make.paragraph(Span("See page 7", link="#p7"))
    blocks = [make.heading(1, "Contents"), *lines("1 Scope 3", "2 Terms 4"), sentence, make.heading(2, "Next"), short]
    assert len(entries(find_printed_contents(*document(*blocks)))) == 2


def test_a_leader_without_end_takes_no_long_time() -> None:
    """Minutes when a title might end at each of its dots."""
    began = time.process_time()
    assert find_printed_contents(*document(*lines("." * 60_000 + "x"))) is None
    assert time.process_time() - began < 20


def test_a_table_of_rising_numbers_is_no_contents() -> None:
    rows = [("Northern region", "12"), ("Eastern region", "15"), ("Southern region", "20"), ("Western region", "24")]
    cells = tuple(Cell(r, c, (make.span(text),)) for r, row in enumerate(rows) for c, text in enumerate(row))
    table = Table(Grid(4, 2, cells), (make.place(),))
    assert find_printed_contents(*document(table)) is None
    assert find_printed_contents(*document(make.heading(1, "Contents"), table)) is not None
