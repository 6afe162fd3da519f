"""Items whose first lines stand in."""

from __future__ import annotations

from quire.model.block import Item, Paragraph, Place
from quire.model.geometry import Box
from quire.write.word.block_columns import Columns
from quire.write.word.hanging_indents import flowing, places
from tests import documents as make

COLUMNS = Columns({1: Box(90, 72, 532, 770)})


def item(marker: str, x0: float, indent: float = 0.0) -> Item:
    return Item(marker, (Paragraph((make.span("文字"),), (Place(1, Box(x0, 100, 532, 140)),), indent=indent),))


def test_a_list_is_set_so_where_a_first_line_stands_in() -> None:
    block = make.listed(("（1）", make.paragraph("text")))
    assert not flowing(block)
    assert not flowing(make.listed(("（1）", make.heading(1, "no paragraph"))))
    assert flowing(make.listed(("（1）", item("", 90, 21.0).blocks[0]), ("（2）", make.paragraph("text"))))


def test_other_lines_begin_at_the_edge() -> None:
    several = places(item("（1）", 90, 21.0), COLUMNS, 442, 10.5)
    single = places(item("（2）", 111), COLUMNS, 442, 10.5)
    assert several["ind"] == single["ind"] == '<w:ind w:left="0" w:firstLine="420"/>'
    assert several["tabs"] == single["tabs"]
    assert places(Item("（3）", ()), COLUMNS, 442, 10.5) == {}
