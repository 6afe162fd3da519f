"""Tab stops."""

from __future__ import annotations

import re

from quire.model.block import Heading, Paragraph, Place, TabStop
from quire.model.geometry import Box
from quire.model.table import Align
from quire.write.word.block_columns import Columns
from quire.write.word.word_tab_stops import TabStops
from tests import documents as make

COLUMNS = Columns({1: Box(72, 72, 522, 770)})


def row(text: str, *stops: TabStop, x0: float = 72.0, top: float = 100.0, align: Align = Align.LEFT) -> Paragraph:
    return Paragraph((make.span(text),), (Place(1, Box(x0, top, 522, top + 12)),), align, stops=stops)


def tabs(block: Heading | Paragraph, *others: Paragraph) -> list[tuple[str, int]]:
    parts = TabStops((block, *others), COLUMNS).parts(block, 450, Align.LEFT)
    return [(kind, int(at)) for kind, at in re.findall(r'w:val="(\w+)" w:pos="(-?\d+)"', parts.get("tabs", ""))]


def test_what_ends_at_the_edge_has_a_right_tab() -> None:
    assert tabs(row("Institute 2016", TabStop(9, 500, 522))) == [("right", 9000)]


def test_what_begins_anywhere_has_a_left_tab() -> None:
    assert tabs(row("English native", TabStop(7, 200, 230))) == [("left", 2560)]


def test_what_stands_in_the_middle_has_a_centred_tab() -> None:
    assert tabs(row("a b c", TabStop(1, 287, 307), TabStop(3, 502, 522))) == [("center", 4500), ("right", 9000)]


def test_figures_below_each_other_end_at_one_place() -> None:
    block = row("Total 24.99", TabStop(5, 300, 330))
    assert tabs(block, row("Tax 5.00", TabStop(3, 305, 330))) == [("right", 5160)]
    assert tabs(block, row("Tax 15.00", TabStop(3, 300, 333))) == [("left", 4560)]


def test_writing_from_the_right_counts_from_the_right() -> None:
    assert tabs(row("שלום עולם", TabStop(4, 72, 100))) == [("right", 9000)]


def test_the_first_text_stands_at_its_place() -> None:
    """A row in the middle begins where it did."""
    parts = TabStops((), COLUMNS).parts(
        row("a b", TabStop(1, 300, 310), x0=102, align=Align.CENTER), 450, Align.JUSTIFY
    )
    assert parts["ind"] == '<w:ind w:left="600"/>'
    assert parts["jc"] == '<w:jc w:val="left"/>'
    assert TabStops((), COLUMNS).parts(row("a b"), 450, Align.LEFT) == {}
