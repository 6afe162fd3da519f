"""Figures of two narrow columns that were recognised as one."""

from __future__ import annotations

import pytest

from quire.finance.extract import extract_statements
from quire.model.page import TextSource
from tests.finance.paper import Paper

_ROWS = (
    ("Balance at 1 January 2022", "7,596,981", "45,126,759", "52,723,740"),
    ("Profit for the year", "-", "236,833", "236,833"),
    ("Dividends paid", "185,521", "-", "185,521"),
    ("Shares issued", "513,843", "144,130", "657,973"),
)
_AT = (380, 452, 500)


def table(last: str, *, at: float = 500) -> list[str]:
    paper = Paper()
    paper.centre(297, 60, "CONSOLIDATED STATEMENT OF CHANGES IN EQUITY", size=13)
    for x, title in zip(_AT, ("Share capital", "Reserve", "Total"), strict=True):
        paper.right(x, 100, title)
    for number, (label, *values) in enumerate(_ROWS):
        paper.row(126 + 13 * number, label, *values, at=_AT)
    paper.row(178, "Balance at 31 December 2022", "8,296,345", at=_AT)
    paper.right(at, 178, last)
    (statement,) = extract_statements([paper.page(source=TextSource.OCR, confidence=0.98)]).statements
    return [cell.text for cell in statement.rows[-1].cells[1:]]


@pytest.mark.parametrize("read", ["45,507,722,53,804,067", "45.507.72253.804.067", "45,507,72253,804,067"])
def test_two_amounts_are_parted_where_a_column_ends(read: str) -> None:
    assert table(read) == ["8,296,345", "45,507,722", "53,804,067"]


def test_an_amount_of_one_column_stays() -> None:
    assert table("53,804,067") == ["8,296,345", "", "53,804,067"]
