"""Paragraphs out of blocks: marks of lists, quotations, ends of lines and program text are kept beside the text."""

from __future__ import annotations

from quire.model.block import Block, Code, Item, List, Note, Paragraph, Quote, Table
from quire.model.span import Span
from quire.model.table import Cell, Grid
from quire.wiki.block_style import NOTE_MARK, QUOTE_MARK, BlockStyle
from quire.wiki.passage_building import (
    LONGEST_PASSAGE,
    TextPiece,
    append_code,
    append_text,
    ends_in_code,
    leaf_blocks,
    split_to_size,
)


def said(text: str) -> Paragraph:
    """A paragraph of one look."""
    return Paragraph((Span(text),), ())


def shapes_of(block: Block) -> list[tuple[str, int]]:
    """Mark and depth of the leaves of a block."""
    return [(shape.mark, shape.depth) for _, _, shape in leaf_blocks(block)]


def test_items_carry_their_marks_and_depth():
    inner = List((Item("(a)", (said("third"),)), Item("(b)", (said("fourth"),))), (), ordered=True)
    block = List((Item("1.", (said("first"), said("goes on"))), Item("2.", (said("second"), inner))), (), ordered=True)
    assert shapes_of(block) == [("1.", 1), ("", 1), ("2.", 1), ("(a)", 2), ("(b)", 2)]


def test_an_item_that_is_a_list_itself_keeps_the_marks_of_the_inner_one():
    block = List((Item("•", (List((Item("–", (said("x"),)),), ()),)),), ())
    assert shapes_of(block) == [("–", 2)]


def test_what_is_said_of_a_term_has_depth_but_no_mark():
    assert shapes_of(List((Item("", (said("It is so."),)),), ())) == [("", 1)]


def test_quotations_and_notes_are_told_from_the_text():
    assert shapes_of(Quote((said("Arma virumque cano."),), ())) == [(QUOTE_MARK, 0)]
    assert shapes_of(Note("n1", "1", (said("See there."),), ())) == [(NOTE_MARK, 0)]


def test_a_table_says_whether_it_has_a_row_of_headings():
    cells = (Cell(0, 0, (Span("Name"),), header=True), Cell(1, 0, (Span("x"),)))
    assert shapes_of(Table(Grid(2, 1, cells), ())) == [("|1", 0)]
    assert shapes_of(Table(Grid(2, 1, (cells[1],)), ())) == [("|", 0)]


def test_ends_of_lines_are_counted_in_letters():
    _, _, shape = next(leaf_blocks(said("Tiger, tiger,\nburning bright\nin")))
    assert shape.breaks == (12, 25)


def test_passages_know_where_the_paragraphs_stand_that_are_set_in_some_way():
    pieces = [TextPiece("One.", 1), TextPiece("Two.", 2, (BlockStyle(mark="•", depth=1),))]
    assert [*split_to_size(pieces, "en")] == [TextPiece("One.\n\nTwo.", 1, (BlockStyle(6, "•", 1),))]


def test_verse_that_is_too_long_for_a_passage_keeps_its_lines():
    lines = [f"This is line {number} of the song, and so it ends here." for number in range(60)]
    text = " ".join(lines)
    _, _, shape = next(leaf_blocks(said("\n".join(lines))))
    found = [*split_to_size([TextPiece(text, 1, (shape,))], "en")]
    assert len(found) > 1
    ends = sum(len(one.breaks) for piece in found for one in piece.shapes)
    assert ends == len(lines) - len(found)  # the ends of the passages are none
    assert all(" ".join(piece.text.split()) in text for piece in found)


def test_an_item_that_is_parted_has_its_mark_once():
    long = " ".join(f"Sentence number {number} says something about the matter." for number in range(60))
    found = [*split_to_size([TextPiece(long, 1, (BlockStyle(mark="3.", depth=1),))], "en")]
    assert [piece.shapes[0].mark for piece in found] == ["3.", *[""] * (len(found) - 1)]
    assert {piece.shapes[0].depth for piece in found} == {1}


def test_program_text_joins_its_paragraph_and_more_of_it_is_kept_beside():
    first = append_text(TextPiece("Like this:", 3), "```\na = 1\n```", BlockStyle())
    assert first == TextPiece("Like this:\n\n```\na = 1\n```", 3)
    more = append_code(append_code(first, "b = 2"), "c = 3")
    assert more.text == first.text
    assert more.shapes == (BlockStyle(12, whole=("a = 1", "b = 2", "c = 3")),)


def test_code_in_an_item_has_no_mark():
    block = List((Item("•", (said("Say:"), Code("x", ()))),), ())
    assert shapes_of(block) == [("•", 1), ("", 1)]


def test_no_passage_exceeds_the_cap() -> None:
    word = TextPiece("x" * 30_000, 1)
    said, code = "A sentence of ten words stands here for the test. " * 400, "y = 1\n" * 200
    listing = TextPiece(f"{said}\n\n```\n{code}```", 1)
    pieces = [*split_to_size([word], "en"), *split_to_size([listing], "en")]
    assert max(len(one.text) for one in pieces) <= LONGEST_PASSAGE
    assert sum(one.text.count("y = 1") for one in pieces) == 200


def test_prose_with_a_stray_fence_behind_it_ends_in_no_program_text():
    assert not ends_in_code("Close the block with ```")
    assert not ends_in_code("A fence\n```")
    assert ends_in_code("It says:\n\n```\na = 1\n```")
