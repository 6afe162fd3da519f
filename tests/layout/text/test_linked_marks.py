"""Marks of notes that links lead to."""

from __future__ import annotations

import pytest

from quire.layout.pipeline import arrange
from quire.layout.text.linked_marks import raise_linked
from quire.model.block import Note
from quire.model.geometry import Box
from quire.model.page import Line, Link, Page
from quire.model.traversal import own_spans, text_of
from tests.layout.pages import META, block, line, page, prose, style

SMALL = style(8.0)


def marked(end: str, mark: str, note: str) -> Page:
    row = line(f"The text says {end}", 72, 100)
    link = Link(Box(row.x1 - 5 * len(mark), row.y0, row.x1, row.y1), None, 1, 692.0)
    return page(row, *block(prose(120, 460), 72, 112), line(note, 72, 700, SMALL), links=[link])


def raised(lines: list[Line]) -> list[str]:
    return [word.text for one in lines for word in one.words if word.style.rise > 0]


@pytest.mark.parametrize("mark", ["3", "³"])
def test_a_mark_on_the_baseline_and_that_of_its_note_are_raised(mark: str) -> None:
    shown = marked(f"tree{mark}", mark, f"{mark}What is meant.")
    lines = raise_linked(shown, shown.lines)
    assert raised(lines) == ["3", "3"]
    assert [word.text for word in lines[0].words[-2:]] == ["tree", "3"]
    assert lines[0].words[-1].x1 == pytest.approx(shown.lines[0].x1)
    blocks = arrange([shown], meta=META).blocks
    (note,) = [one for one in blocks if isinstance(one, Note)]
    assert text_of(own_spans(note.blocks[0])) == "What is meant."
    assert [span.note for one in blocks for span in own_spans(one) if span.note] == [note.id]


def test_a_link_to_something_else_raises_nothing() -> None:
    shown = marked("figure3", "3", "4What is meant.")
    assert raised(raise_linked(shown, shown.lines)) == []
    shown = marked("of 2013", "3", "3What is meant.")
    assert raised(raise_linked(shown, shown.lines)) == []


def test_an_entry_of_contents_above_its_heading_raises_nothing() -> None:
    row = line("1 Introduction 1", 72, 100)
    link = Link(Box(row.x0, row.y0, row.x1, row.y1), None, 1, 192.0)
    number = link._replace(box=Box(row.x1 - 5, row.y0, row.x1, row.y1))
    heading = line("1 Introduction", 72, 200, style(14.0))
    for one in (link, number):
        shown = page(row, heading, *block(prose(120, 460), 72, 240), links=[one])
        assert raised(raise_linked(shown, shown.lines)) == []
