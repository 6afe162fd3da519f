"""Labels of recognised rows that may not be whole, or not as printed."""

from __future__ import annotations

import pytest

from quire.finance.extract import extract_statements
from quire.finance.label_doubts import doubted_labels
from quire.model.page import TextSource
from tests.finance.sheets import balance_sheet, english_balance_sheet

ROWS = (
    ("Cash and cash equivalents", "1,200", "9,100"),
    ("Accounts receivable (net)", "2,300", "4,200"),
    ("Inventories", "1,500", "1,400"),
    ("Total current assets", "5,000", "14,700"),
    ("Goodwill", "3,500", "4,700"),
    ("Property and equipment", "300", "200"),
    ("Licences", "400", "300"),
    ("Total assets", "9,200", "19,900"),
)


def doubted(change: dict[str, str] | None = None, *, rest: str = "", sure: float = 0.97) -> list[str]:
    paper = english_balance_sheet(ROWS, change, unit="")
    if rest:
        paper.text(50, 141, rest)
    (found,) = extract_statements([paper.page(source=TextSource.OCR, confidence=sure)]).statements
    return [found.rows[r].label for r in sorted(doubted_labels(found))]


def test_whole_labels_are_not_doubted() -> None:
    assert doubted() == []
    (zh,) = extract_statements([balance_sheet().page(source=TextSource.OCR, confidence=0.97)]).statements
    assert not doubted_labels(zh)


@pytest.mark.parametrize(
    "label",
    [
        "receivable (net)", "Accounts receivable (net", "Accounts receivable and", "Accounts receivable,",
        "Accounts receivable net)", ".", "存", "Accounts receivahle (net)", "Accounts recéivable", "1,234,567 Goodwill", "66",
    ],
)  # fmt: skip
def test_parts_of_labels_and_misread_ones_are_doubted(label: str) -> None:
    assert doubted({"Accounts receivable (net)": label}) == [label]


def test_the_rest_of_a_label_is_doubted_with_the_row_that_lacks_it() -> None:
    rest = "of $21 million, and others, respectively"
    assert {rest, "Inventories"} <= set(doubted(rest=rest))


def test_another_word_is_no_misreading() -> None:
    assert doubted({"Licences": "Patents"}) == []


def test_labels_that_were_read_with_little_confidence_are_doubted() -> None:
    assert doubted(sure=0.91) == []
    assert len(doubted(sure=0.85)) == len(ROWS)
