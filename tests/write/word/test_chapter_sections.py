"""Chapters with running titles of their own."""

from __future__ import annotations

from quire.model.block import Furniture, Paragraph, Place, Role, Span
from quire.model.document import Document, PageInfo
from quire.model.geometry import Box
from quire.write.word.chapter_sections import split_chapters
from quire.write.word.sections import page_groups
from quire.write.word.source_flow import FlowStep


def title(page: int, text: str) -> Furniture:
    return Furniture(Role.HEADER, (Span(text),), Place(page, Box(72, 30, 200, 40)))


def chapters(titles: dict[int, str], starts: set[int], pages: int) -> list[list[int]]:
    infos = tuple(PageInfo(n, 595, 842) for n in range(1, pages + 1))
    blocks = tuple(Paragraph((Span("text"),), (Place(n, Box(72, 72, 523, 700)),)) for n in range(1, pages + 1))
    document = Document(infos, blocks, tuple(title(n, text) for n, text in titles.items()))
    steps = [FlowStep(None, new_page=n in starts, drop=0.0) for n in range(1, pages + 1)]
    return [[page.number for page in sheet.pages] for sheet in split_chapters(document, page_groups(document), steps)]


def test_a_chapter_with_another_title_is_a_sheet() -> None:
    titles = {2: "One", 3: "One", 5: "Two", 6: "Two"}
    assert chapters(titles, {4}, 6) == [[1, 2, 3], [4, 5, 6]]
    assert chapters(titles | {5: "One", 6: "One"}, {4}, 6) == [[1, 2, 3, 4, 5, 6]]


def test_a_title_that_changes_within_a_page_run_parts_nothing() -> None:
    assert chapters({2: "One", 3: "One", 5: "Two", 6: "Two"}, set(), 6) == [[1, 2, 3, 4, 5, 6]]


def test_numbers_in_titles_are_no_difference() -> None:
    titles = {n: f"Chapter {n} of the book" for n in range(1, 7)}
    assert chapters(titles, {3, 5}, 6) == [[1, 2, 3, 4, 5, 6]]


def test_left_and_right_pages_may_have_different_titles() -> None:
    book = dict.fromkeys((2, 4, 6, 8, 10, 12), "Book")
    assert chapters(book | {3: "One", 5: "One", 9: "Two", 11: "Two"}, {7}, 12) == [
        [1, 2, 3, 4, 5, 6],
        [7, 8, 9, 10, 11, 12],
    ]
    sections = {3: "1.1", 5: "1.2", 9: "2.1", 11: "2.2"}
    assert chapters(book | sections, {7}, 12) == [list(range(1, 13))]


def test_chapters_of_one_page_keep_their_titles() -> None:
    assert chapters({1: "One", 3: "Two"}, {2, 3, 4}, 4) == [[1, 2], [3, 4]]


def test_very_many_titles_are_those_of_short_parts() -> None:
    titles = {n: "a" * n for n in range(1, 201)}
    assert chapters(titles, set(range(2, 201)), 200) == [list(range(1, 201))]
