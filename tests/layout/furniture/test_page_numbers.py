"""Page numbers told by their sequence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.layout.furniture import page_numbers
from tests.layout.pages import block, line, page, prose, style


def sheets(numbers, places, *, first=1, rows=120):
    return [
        page(block(prose(rows, 460, start=index), 72, 60), line(text, x, y), number=first + index)
        for index, (text, (x, y)) in enumerate(zip(numbers, places, strict=True))
    ]


def found(pages):
    numbers = page_numbers.number_sequences([page_numbers.number_candidates(one, one.lines, 10.0) for one in pages])
    return [pages[n].lines[numbers[n].line].text if n in numbers else None for n in range(len(pages))]


@pytest.mark.parametrize(
    "numbers", [["3", "4", "5"], ["iii", "iv", "v"], ["- 9 -", "- 10 -", "- 11 -"], ["F-2", "F-3", "F-4"]]
)
def test_numbers_that_count_with_the_pages_stand_anywhere_below_the_text(numbers):
    places = [(400, 330), (400, 420), (400, 380)]
    assert found(sheets(numbers, places, first=60)) == numbers


def test_numbers_on_the_outer_sides_of_a_spread():
    assert found(sheets(["4", "5"], [(72, 500), (535, 500)])) == ["4", "5"]


def test_a_number_far_below_the_text_in_its_middle_needs_no_sequence():
    assert found(sheets(["58"], [(297, 420)])) == ["58"]


def test_numbers_that_do_not_count_with_the_pages_stay():
    assert found(sheets(["7", "3", "9"], [(400, 330), (400, 420), (400, 380)])) == [None] * 3


def test_numbers_beside_text_or_between_it_or_in_large_type_stay():
    beside = [
        page(block(prose(80, 460), 72, 60), line("Total", 72, 400), line(str(n), 400, 400), number=n) for n in (1, 2, 3)
    ]
    assert found(beside) == [None] * 3
    between = [
        page(block(prose(80, 460), 72, 60), line(str(n), 400, 300), block(prose(80, 460), 72, 340), number=n)
        for n in (1, 2, 3)
    ]
    assert found(between) == [None] * 3
    large = [page(block(prose(80, 460), 72, 60), line(str(n), 400, 400, style(40.0)), number=n) for n in (1, 2, 3)]
    assert found(large) == [None] * 3


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(10, 400)), min_size=1, max_size=12))
def test_lines_between_the_outer_rows_are_at_no_end_of_the_text(places):
    lines = [line("7", x, 100.0 + 2.5 * y) for y, x in places]
    low, high = page_numbers._inner(lines)
    assert all(page_numbers._at_head(one, lines) is None for one in lines if low < one.baseline < high)
