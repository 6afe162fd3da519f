"""Furniture decided over the whole document, from what its pages say of the rows at their ends."""

from __future__ import annotations

from collections.abc import Sequence

from quire.layout.furniture.end_rows import EndRow, PageMargins
from quire.layout.furniture.furniture_choice import DocumentEnds
from quire.layout.furniture.furniture_decision import MarginDecision, decide_furniture, keep_rows
from quire.layout.furniture.repeated_lines import repetitions


def end(text: str, own: float = 3.5, *, top: bool = True, size: float = 8.0) -> EndRow:
    return EndRow(
        top, text, text.lower(), 40.0 if top else 780.0, size, ((text, text),), own, 3.0, apart=True, width=0.3
    )


def page(number: int, *rows: EndRow) -> PageMargins:
    return PageMargins(number, 600.0, 800.0, 40, rows, ())


def decided(pages: Sequence[PageMargins]) -> list[MarginDecision]:
    return decide_furniture(DocumentEnds(pages, repetitions(pages), {}, {}, 10.0))


def test_a_row_of_one_page_of_several_needs_evidence_of_other_pages() -> None:
    alone = [page(1, end("a last line of text", top=False)), *map(page, range(2, 6))]
    assert not any(own.rows for own in decided(alone))
    assert all(own.rows == {0} for own in decided([page(n, end("The yearly report", top=False)) for n in range(1, 6)]))


def test_a_single_page_decides_by_itself() -> None:
    assert decided([page(1, end("The yearly report"))])[0].rows == {0}


def test_the_first_of_the_large_titles_of_a_part_stays() -> None:
    names = ["Roses", "Roses", "Roses", "Oaks", "Oaks", "Oaks"]
    pages = [page(n, end(name, size=14.0)) for n, name in enumerate(names, 1)]
    assert [len(own.rows) for own in decided(pages)] == [0, 1, 1, 0, 1, 1]


def test_all_large_titles_of_slides_stay_but_what_most_repeat() -> None:
    names = ["Roses", "Roses", "Roses", "Oaks", "Oaks", "Oaks", "Elms", "Elms"]
    slides = [page(n, end(name, size=14.0))._replace(width=960.0) for n, name in enumerate(names, 1)]
    assert not any(own.rows for own in decided(slides))
    same = [page(n, end("Our garden", size=14.0))._replace(width=960.0) for n in range(1, 9)]
    assert [len(own.rows) for own in decided(same)] == [0, *[1] * 7]


def test_rows_that_stay_by_order() -> None:
    pages = [page(n, end("Roses")) for n in (1, 2, 3)]
    found = keep_rows(pages, [MarginDecision(frozenset({0}), None)] * 3, {(1, 0)})
    assert [len(own.rows) for own in found] == [1, 0, 1]
