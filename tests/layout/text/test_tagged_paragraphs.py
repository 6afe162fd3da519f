"""Paragraphs as tags name them."""

from __future__ import annotations

from quire.layout.text.tagged_paragraphs import Element, element_of, with_tagged
from quire.layout.text.text_rows import Row, rows_of
from quire.model.page import Line, Tag
from tests.layout.pages import line

PLAIN = {n: Tag(("Document", "P", "Span"), (0, n + 1, 50 + n)) for n in range(9)}


def tagged(found: Line, mcid: int) -> Line:
    return found._replace(words=tuple(word._replace(mcid=mcid) for word in found.words))


def rows(*texts: tuple[str, int]) -> list[Row]:
    return list(rows_of([tagged(line(text, 72, 100 + 14 * n), mcid) for n, (text, mcid) in enumerate(texts)]))


def test_another_element_ends_a_paragraph() -> None:
    assert with_tagged([False], rows(("first of two", 0), ("second of two", 1)), 540.0, PLAIN) == [True]


def test_rows_of_one_element_are_joined_where_the_next_word_had_no_room() -> None:
    full = rows(("a row that is full up to its edge", 0), ("Next", 0))
    assert with_tagged([True], full, full[0].x1 + 5, PLAIN) == [False]
    assert with_tagged([True], full, full[0].x1 + 200, PLAIN) == [True]


def test_a_blank_at_the_end_of_a_row_is_room() -> None:
    full = rows(("please describe ________________________", 0), ("Next", 0))
    assert with_tagged([True], full, full[0].x1 + 5, PLAIN) == [True]


def test_tags_of_single_lines_say_nothing() -> None:
    each = rows(*[(f"row number {n}", n) for n in range(6)])
    assert with_tagged([False] * 5, each, 540.0, PLAIN) == [False] * 5


def test_paragraphs_of_items_belong_to_items() -> None:
    tags = {
        0: Tag(("Document", "L", "LI", "LBody", "P"), (0, 1, 2, 3, 4)),
        1: Tag(("Document", "H2", "Span"), (0, 5, 6)),
    }
    words = [tagged(line("text", 72, 100), n).words[0] for n in range(3)]
    assert [element_of(word, tags) for word in words] == [Element(4, "LBody"), Element(5, "H2"), None]


def test_a_blank_line_was_typed_also_below_a_full_row() -> None:
    full = [tagged(line("a row that is full up to its edge", 72, y), 0) for y in (100, 114, 142)]
    found = list(rows_of(full))
    assert with_tagged([True, True], found, found[0].x1 + 5, PLAIN) == [False, True]
