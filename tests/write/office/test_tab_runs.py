"""Texts apart on a row, written with tabs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quire.model.block import Paragraph, Place, Span, TabStop
from quire.model.geometry import Box
from quire.model.table import Align
from quire.model.traversal import text_of
from quire.write.office.tab_runs import TabEdges, tab_positions, with_tabs


def row(*stops: TabStop) -> Paragraph:
    return Paragraph((Span("a b"),), (Place(1, Box(0, 0, 400, 12)),), stops=stops)


def test_the_side_that_others_share() -> None:
    total, tax, rate = TabStop(1, 300, 330), TabStop(1, 305, 330), TabStop(1, 300, 325)
    assert TabEdges([row(total), row(tax)]).align(total, 1, 0, 400) is Align.RIGHT
    assert TabEdges([row(total), row(rate)]).align(total, 1, 0, 400) is Align.LEFT
    assert TabEdges([]).align(TabStop(1, 370, 399), 1, 0, 400) is Align.RIGHT
    assert TabEdges([]).align(TabStop(1, 0, 40), 1, 0, 400, leftward=True) is Align.RIGHT
    assert TabEdges([]).align(TabStop(1, 180, 220), 1, 0, 400) is Align.CENTER


def test_positions_from_where_lines_begin() -> None:
    assert tab_positions(TabStop(1, 300, 330), 100, 400) == {Align.LEFT: 200, Align.RIGHT: 230, Align.CENTER: 215}
    assert tab_positions(TabStop(1, 300, 330), 100, 400, leftward=True)[Align.LEFT] == 70


@given(st.lists(st.text("ab ", max_size=8), max_size=5), st.lists(st.integers(0, 45), max_size=6))
def test_only_spaces_become_tabs(texts: list[str], places: list[int]) -> None:
    spans = [Span(text) for text in texts]
    stops = [TabStop(at, 0.0, 1.0) for at in places]
    before, after = text_of(spans), text_of(with_tabs(spans, stops))
    assert after.replace("\t", " ") == before
    assert {at for at, char in enumerate(after) if char == "\t"} == {at for at in places if before[at : at + 1] == " "}
