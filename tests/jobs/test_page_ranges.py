"""Page ranges as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.errors import BadRequest
from quire.jobs.page_ranges import check_ranges, name_pages, page_numbers


@pytest.mark.parametrize(
    ("ranges", "pages"),
    [
        (None, [1, 2, 3, 4, 5, 6]),
        ("", [1, 2, 3, 4, 5, 6]),
        ("3", [3]),
        ("1-2,5", [1, 2, 5]),
        (" 4 - 5 , 1 ", [1, 4, 5]),
        ("4-", [4, 5, 6]),
        ("-2", [1, 2]),
        ("2,1-3,3", [1, 2, 3]),
        ("5-7", [5, 6]),
        ("-99", [1, 2, 3, 4, 5, 6]),
        ("１－２，5", [1, 2, 5]),
        ("1–3", [1, 2, 3]),
    ],
)
def test_ranges(ranges: str | None, pages: list[int]) -> None:
    assert list(page_numbers(ranges, 6)) == pages


@pytest.mark.parametrize("ranges", ["x", "1-2-3", "0", "0-3", "5-2", "1,,2", "1.5", "-", "1" * 20])
def test_what_is_no_range_is_refused_before_the_document_is_known(ranges: str) -> None:
    with pytest.raises(BadRequest):
        check_ranges(ranges)


@pytest.mark.parametrize("ranges", ["7", "7-9", "7-", "1,99"])
def test_pages_outside_the_document(ranges: str) -> None:
    check_ranges(ranges)
    with pytest.raises(BadRequest, match="outside the document, which has 6 pages"):
        page_numbers(ranges, 6)


def test_a_huge_range_ends_with_the_document() -> None:
    assert page_numbers("1-999999999", 3) == [1, 2, 3]


@given(st.text("0123456789-, ", max_size=12), st.integers(0, 30))
def test_any_text_gives_pages_or_a_sentence(ranges: str, count: int) -> None:
    try:
        pages = list(page_numbers(ranges, count))
    except BadRequest:
        return
    assert pages == sorted(set(pages))
    assert all(1 <= page <= count for page in pages)


def test_pages_are_named_as_ranges_are_written() -> None:
    assert name_pages([3, 1, 2, 7, 7]) == "1-3, 7"
    assert name_pages(range(1, 40, 2), most=3) == "1, 3, 5 and others"
