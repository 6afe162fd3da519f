"""Texts whose lines were broken by hand: prose, verse, lists, program text, drawn tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.model.block import Block, Code, List, Paragraph
from quire.model.traversal import text_of
from quire.read.books.emphasis_spans import plain_spans
from quire.read.books.hard_wrapped_text import HardWrappedText

PROSE = [
    "It is a long established fact that readers look at the whole of",
    "a page before they look at its words, and that they stay with it",
    "when lines are of about one length and no word stands alone, as it",
    "does here and there in the books of people who were in a hurry.",
]


def blocks(*lines: str) -> list[Block]:
    """The blocks of some lines in a text of prose."""
    return [*HardWrappedText([*PROSE, "", *lines], plain_spans).blocks(lines)]


def said(block: Block) -> str:
    """The text of a paragraph, an item or program text."""
    if isinstance(block, List):
        return f"{block.items[0].marker} {said(block.items[0].blocks[0])}"
    return text_of(block.spans) if isinstance(block, Paragraph) else block.text if isinstance(block, Code) else ""


def test_prose_is_joined():
    assert [said(one) for one in blocks(*PROSE)] == [" ".join(PROSE)]


@pytest.mark.parametrize(
    "lines",
    [
        ("Tiger, tiger, burning bright", "In the forests of the night,", "What immortal hand or eye"),
        ("A slumber did my spirit seal;", "I had no human fears:", "She seem'd a thing that could not feel"),
        ("29 Bell Street", "London", "to the left"),
    ],
)
def test_verse_and_addresses_keep_their_lines(lines: tuple[str, ...]):
    assert [said(one) for one in blocks(*lines)] == ["\n".join(lines)]


def test_prose_whose_lines_happen_to_begin_with_capitals_is_no_verse():
    lines = (
        "They met in the house of a friend of theirs who had lived in",
        "London for some years, and who was well known to the Misses",
        "Dale.",
    )
    assert [said(one) for one in blocks(*lines)] == [" ".join(lines)]


def test_a_quotation_that_is_set_narrower_is_no_verse():
    lines = (
        "    and so the night came over the",
        "    town, and with it the rain that",
        "    had been waiting all the day in",
        "    the hills behind the river.",
    )
    assert [said(one) for one in blocks(*lines)] == [" ".join(line.strip() for line in lines)]


def test_items_of_lists_stand_alone_with_what_goes_on_below():
    lines = ("  * first of all, and that for a", "    line more", "  * second")
    assert [said(one) for one in blocks(*lines)] == ["• first of all, and that for a line more", "• second"]


@pytest.mark.parametrize("mark", ["-", "+", "o"])
def test_signs_that_mean_other_things_too_mark_items_only_when_set_in(mark: str):
    assert isinstance(blocks(f"  {mark} an item")[0], List)
    assert isinstance(blocks(f"{mark} said she, and went")[0], Paragraph)


def test_program_text_keeps_its_lines_and_indents():
    lines = ("    for (int at = 0; at < 9; at++)", "        sum += at;")
    assert blocks(*lines) == [Code("for (int at = 0; at < 9; at++)\n    sum += at;", ())]
    assert blocks("$ apt update", "$ apt install x", "$ exit") == [Code("$ apt update\n$ apt install x\n$ exit", ())]


def test_words_in_brackets_are_no_program_text():
    assert isinstance(blocks("        [To Mrs. Weston.]")[0], Paragraph)


def test_a_drawn_table_keeps_its_lines():
    lines = ("+------+------+", "| 名称 | 大小 |", "+------+------+")
    assert blocks(*lines) == [Code("\n".join(lines), ())]


@given(
    st.lists(
        st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1, max_size=50).filter(str.strip),
        min_size=1,
        max_size=9,
    )
)
def test_no_word_is_lost(lines: list[str]):
    held = "".join("".join(said(one)).split() and "".join(said(one).split()) for one in blocks(*lines))
    letters = [char for line in lines for char in line if char.isalnum() and char not in "oO"]
    assert [char for char in held if char.isalnum() and char not in "oO"] == letters
