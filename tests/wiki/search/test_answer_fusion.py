"""Fused orders: neither order loses its first, and each of the best passages brings in a page."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quire.wiki.search.answer_fusion import fused_with_plain, pages_of_answers

ROWS = st.lists(st.integers(0, 60), unique=True, max_size=40)


def scored(rows: list[int]) -> list[tuple[int, float]]:
    return [(row, 40.0 - at) for at, row in enumerate(rows)]


@given(ROWS, ROWS)
def test_the_first_of_plain_bm25_is_among_the_first_five(ranked: list[int], plain: list[int]):
    found = [row for row, _ in fused_with_plain(scored(ranked), plain)]
    assert sorted(found) == sorted({*ranked, *plain})
    assert not ranked or found[0] in {ranked[0], *plain[:1]}
    assert not plain or plain[0] in found[:5]


@given(ROWS, ROWS)
def test_scores_fall(ranked: list[int], plain: list[int]):
    scores = [score for _, score in fused_with_plain(scored(ranked), plain)]
    assert scores == sorted(scores, reverse=True)


def test_what_both_put_high_comes_first():
    assert [row for row, _ in fused_with_plain(scored([1, 2, 3]), [2, 4])][:2] == [1, 2]
    assert next(iter(fused_with_plain(scored([1, 2]), [2, 1])))[0] == 1
    assert fused_with_plain([], []) == []


def test_a_passage_brings_in_the_page_that_holds_it():
    found = pages_of_answers(scored([7]), [30], {30: [(5, 20)]}, {})
    assert {one.row: one.answers for one in found} == {7: (), 5: (30,)}
    assert found[0].row == 5


def test_the_page_that_begins_with_a_passage_shows_it():
    found = pages_of_answers([], [30], {30: [(5, 20), (6, 0)]}, {})
    assert [(one.row, one.answers) for one in found] == [(6, (30,))]


def test_a_page_shows_the_best_two_of_its_passages():
    found = pages_of_answers([], [30, 31, 32], {at: [(5, 20)] for at in (30, 31, 32)}, {})
    assert [(one.row, one.answers) for one in found] == [(5, (30, 31))]


def test_a_passage_that_brings_in_its_page_is_also_shown_by_a_better_one():
    held = {30: [(5, 0)], 31: [(5, 9), (6, 0)], 32: [(5, 10)]}
    found = pages_of_answers([], [30, 31, 32], held, {})
    assert [(one.row, one.answers) for one in found] == [(5, (30, 31)), (6, (31,))]


def test_a_page_that_begins_with_a_passage_and_is_of_its_section_counts_as_the_former():
    found = pages_of_answers([], [30], {30: [(5, 0), (5, 20), (4, 1)]}, {})
    assert [one.row for one in found] == [5]


def test_a_page_of_the_name_asked_for_comes_first():
    found = pages_of_answers(scored([1, 2]), [30], {30: [(1, 0)]}, {2: 4.0})
    assert [one.row for one in found] == [2, 1]
