"""Units over the columns whose sign was not read."""

from __future__ import annotations

import pytest

from quire.finance.extract import extract_statements
from quire.model.page import TextSource
from tests.finance.paper import Paper

_ROWS = (
    ("Balance at 1 January 2022", "72,128", "46,882", "119,010"),
    ("Profit for the year", "-", "2,822", "2,822"),
    ("Dividends paid", "-", "(1,000)", "(1,000)"),
    ("Shares issued", "705", "-", "705"),
    ("Balance at 31 December 2022", "72,833", "48,704", "121,537"),
)
_AT = (330, 420, 520)


def equity(*units: str) -> Paper:
    paper = Paper()
    paper.centre(297, 60, "CONSOLIDATED STATEMENT OF CHANGES IN EQUITY", size=13)
    paper.centre(297, 76, "For the year ended 31 December 2022")
    for x, title, unit in zip(_AT, ("Share capital", "Retained earnings", "Total"), units, strict=True):
        paper.right(x, 100, title)
        paper.right(x, 112, unit)
    for number, (label, *values) in enumerate(_ROWS):
        paper.row(126 + 13 * number, label, *values, at=_AT)
    return paper


@pytest.mark.parametrize(
    "units",
    [
        ("0003", "00000", "£'000"),
        ("000", "£'000", ".000"),
        ("000", "0000", "0003"),
        ("5'006", "5,000", "5000"),
        ("003", "00", "00"),
    ],
)
def test_zeros_over_all_columns_are_units(units: tuple[str, ...]) -> None:
    (statement,) = extract_statements([equity(*units).page(source=TextSource.OCR, confidence=0.98)]).statements
    assert statement.multiplier == 1000
    assert statement.currency == ("GBP" if "£'000" in units else "")
    assert next(row.label for row in statement.rows if row.label) == "Balance at 1 January 2022"
    assert all("'000" in period.label for period in statement.periods if period)


def test_figures_above_the_rows_stay() -> None:
    (statement,) = extract_statements(
        [equity("500", "200", "700").page(source=TextSource.OCR, confidence=0.98)]
    ).statements
    assert statement.multiplier == 1
