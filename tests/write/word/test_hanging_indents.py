"""Items whose first lines stand in."""

from __future__ import annotations

from quire.model.block import Item, Paragraph, Place
from quire.model.geometry import Box
from quire.write.word.block_columns import Columns
from quire.write.word.hanging_indents import has_first_line_indents, item_indent
from tests import documents as make

COLUMNS = Columns({1: Box(90, 72, 532, 770)})


def item(marker: str, x0: float, indent: float = 0.0) -> Item:
    return Item(marker, (Paragraph((make.span("文字"),), (Place(1, Box(x0, 100, 532, 140)),), indent=indent),))


def test_a_list_is_set_so_where_a_first_line_stands_in() -> None:
    block = make.listed(("（1）", make.paragraph("text")))
    assert not has_first_line_indents(block)
    assert not has_first_line_indents(make.listed(("（1）", make.heading(1, "no paragraph"))))
    assert has_first_line_indents(
        make.listed(("（1）", item("", 90, 21.0).blocks[0]), ("（2）", make.paragraph("text")))
    )


def test_other_lines_begin_at_the_edge() -> None:
    several = item_indent(item("（1）", 90, 21.0), COLUMNS, 442, 10.5)
    single = item_indent(item("（2）", 111), COLUMNS, 442, 10.5)
    assert several["ind"] == single["ind"] == '<w:ind w:left="0" w:firstLine="420"/>'
    assert several["tabs"] == single["tabs"]
    assert item_indent(Item("（3）", ()), COLUMNS, 442, 10.5) == {}
