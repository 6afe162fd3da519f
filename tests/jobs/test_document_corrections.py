"""Texts, roles and tables that people correct in a document."""

from __future__ import annotations

import pytest

from quire.errors import BadRequest
from quire.jobs.document_corrections import Change, Known, Piece, apply_changes, flat_text, role_of
from quire.model.block import (
    Block,
    Code,
    Figure,
    Formula,
    Furniture,
    Heading,
    Item,
    List,
    Note,
    Paragraph,
    Place,
    Quote,
    Role,
    Table,
)
from quire.model.geometry import Box
from quire.model.page import Picture, PictureKind
from quire.model.span import Span
from quire.model.table import Cell, Grid


def place(top: float) -> tuple[Place, ...]:
    """A place on page 1."""
    return (Place(1, Box(10, top, 90, top + 10)),)


def text(words: str, top: float = 0.0) -> Paragraph:
    """A paragraph."""
    return Paragraph((Span(words),), place(top))


TABLE = Table(Grid(1, 2, (Cell(0, 0, (Span("a"),)), Cell(0, 1, (Span("1"),)))), place(40))
FIGURE = Figure(Picture("p1", 1, Box(0, 0, 9, 9), PictureKind.IMAGE, 9, 9), place(60))
LIST = List((Item("-", (text("one"),)), Item("-", (text("two"),))), place(20))


def made(*blocks: Block, changes: list[tuple[str, str]], furniture: tuple[Furniture, ...] = ()) -> list[Block]:
    """The blocks after changes; ids count from b1, and each block has as many as the JSON format gives it."""
    known, number = [], 1
    for block in blocks:
        size = 1 + (len(block.items) if isinstance(block, List) else 0)
        known.append(Known(block, tuple(f"b{at}" for at in range(number, number + size))))
        number += size
    pieces = [Piece(one, f"1/f{at}") for at, one in enumerate(furniture)]
    return [one.block for one in apply_changes(known, pieces, [Change(*one) for one in changes]).blocks]


def test_texts_of_blocks_items_cells_and_captions() -> None:
    found = made(
        text("old"),
        LIST,
        TABLE,
        changes=[("1/b1/text", "new"), ("1/b3/text", "2"), ("1/b5/0/1", "12"), ("1/b5/caption", "Costs")],
    )
    assert [flat_text(one) for one in found] == ["new", "- 2\n- two", "a 12"]
    assert isinstance(found[2], Table)
    assert found[2].caption[0].text == "Costs"


@pytest.mark.parametrize(
    ("role", "kind"),
    [
        ("title", Heading),
        ("heading3", Heading),
        ("paragraph", Paragraph),
        ("list_item", List),
        ("quote", Quote),
        ("note", Note),
        ("code", Code),
        ("formula", Formula),
    ],
)
def test_a_text_can_have_another_role(role: str, kind: type[Block]) -> None:
    (found,) = made(text("1. words"), changes=[("1/b1/role", role)])
    assert isinstance(found, kind)
    assert "words" in flat_text(found)
    assert role_of(found) in {role, kind.__name__.lower()}


def test_items_join_the_list_before_them_and_lose_their_printed_marker() -> None:
    (found,) = made(LIST, text("3) three"), changes=[("1/b4/role", "list_item")])
    assert isinstance(found, List)
    assert [item.marker for item in found.items] == ["-", "-", "3)"]
    assert flat_text(found.items[2].blocks[0]) == "three"


def test_a_caption_goes_to_the_table_or_picture_beside_it() -> None:
    below = made(TABLE, text("Table 1"), changes=[("1/b2/role", "caption")])
    assert not below[0].caption_above
    assert [flat_text(one) for one in below] == ["a 1"]
    (above,) = made(text("Figure 1"), FIGURE, changes=[("1/b1/role", "caption")])
    assert isinstance(above, Figure)
    assert (above.caption[0].text, above.caption_above) == ("Figure 1", True)
    assert made(text("alone"), text("b"), changes=[("1/b1/role", "caption")]) == [text("alone"), text("b")]


def test_running_heads_go_out_of_the_flow_and_back() -> None:
    known = [Known(text("Report", 1), ("b1",)), Known(text("Body", 50), ("b2",))]
    head = Piece(Furniture(Role.HEADER, (Span("A title"),), Place(1, Box(0, 20, 9, 30))), "1/f0")
    changes = [Change("1/b1/role", "header"), Change("1/f0/role", "heading1"), Change("1/f0/text", "The title")]
    found = apply_changes(known, [head], changes)
    assert [(one.furniture.spans[0].text, one.furniture.role) for one in found.furniture] == [("Report", Role.HEADER)]
    assert [flat_text(one.block) for one in found.blocks] == ["The title", "Body"]


def test_as_read_takes_back_what_came_before_it() -> None:
    changes = [("1/b1/text", "x"), ("1/b1/role", "title"), ("1/b1", "as read"), ("1/b1/text", "y")]
    assert made(text("old"), changes=changes) == [text("y")]


def test_changes_of_a_table_come_one_after_the_other() -> None:
    (found,) = made(TABLE, changes=[("1/b1/row/0", "split"), ("1/b1/1/0", "b"), ("1/b1/column/0", "join")])
    assert flat_text(found) == "a 1\nb"
    assert isinstance(found, Table)
    assert found.grid.cols == 1


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("1/b9/text", "x"),
        ("1/b1/9/9", "x"),
        ("1/b1/role", "emperor"),
        ("1/b1/caption", "x"),
        ("1", "x"),
        ("1/b2/9/9", "x"),
        ("1/b2/row/0", "fold"),
        ("1/b2/header_rows", "x"),
    ],
)
def test_a_place_that_is_not_there_is_refused(where: str, said: str) -> None:
    with pytest.raises(BadRequest):
        made(text("a"), TABLE, changes=[(where, said)])


def test_what_cannot_be_done_is_left_where_it_is_allowed() -> None:
    known = [Known(text("a"), ("b1",))]
    changes = [Change("1/b1/text", "b"), Change("1/b1/0/0", "x"), Change("1/b7/text", "x")]
    found = apply_changes(known, [], changes, strict=False)
    assert flat_text(found.blocks[0].block) == "b"
    assert found.left == {"1/b1/0/0", "1/b7/text"}
