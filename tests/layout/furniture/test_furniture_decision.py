"""Furniture decided over the whole document, from what its pages say of the rows at their ends."""

from __future__ import annotations

import pytest

from quire.layout.furniture.end_rows import EndRow, PageMargins
from quire.layout.furniture.furniture_decision import decide_furniture


def end(text: str, own: float = 3.5, *, top: bool = True, size: float = 8.0, tagged: int = 0) -> EndRow:
    return EndRow(top, text, text.lower(), 40.0 if top else 780.0, size, ((text, text),), own, tagged=tagged)


def page(number: int, *rows: EndRow) -> PageMargins:
    return PageMargins(number, 600.0, 800.0, 40, rows, ())


@pytest.mark.parametrize(("evidence", "taken"), [(None, []), (4.0, [0])])
def test_a_row_of_one_page_of_several_needs_evidence_of_other_pages(evidence: float | None, taken: list[int]) -> None:
    pages = [page(1, end("a last line of text", top=False)), page(2), page(3)]
    assert [sorted(own.rows) for own in decide_furniture(pages, [[evidence], [], []], 10.0)] == [taken, [], []]


def test_a_single_page_decides_by_itself() -> None:
    assert decide_furniture([page(1, end("The yearly report"))], [[None]], 10.0)[0].rows == {0}


@pytest.mark.parametrize(("tagged", "taken"), [(1, [0]), (-1, []), (0, [])])
def test_tags_say_what_an_artifact_is(tagged: int, taken: list[int]) -> None:
    pages = [page(1, end("For members", 1.0, tagged=tagged)), page(2)]
    assert sorted(decide_furniture(pages, [[None], []], 10.0)[0].rows) == taken


def test_rows_outside_of_furniture_go_with_it() -> None:
    pages = [page(n, end(f"printed on day {n}", 2.0), end("The yearly report")) for n in (1, 2, 3)]
    assert all(own.rows == {0, 1} for own in decide_furniture(pages, [[None, 4.0]] * 3, 10.0))


def test_the_first_of_the_large_titles_of_a_part_stays() -> None:
    names = ["Roses", "Roses", "Oaks", "Oaks (continued)"]
    pages = [page(n, end(name, size=16.0)) for n, name in enumerate(names, 1)]
    assert [len(own.rows) for own in decide_furniture(pages, [[4.0]] * 4, 10.0)] == [0, 1, 0, 1]


def test_rows_that_stay_by_order() -> None:
    pages = [page(n, end("Roses")) for n in (1, 2, 3)]
    found = decide_furniture(pages, [[4.0]] * 3, 10.0, stay={(1, 0)})
    assert [len(own.rows) for own in found] == [1, 0, 1]
