"""Misread digits, settled by the sums that they are in."""

from __future__ import annotations

from dataclasses import replace

from quire.finance.extract import extract_statements
from quire.finance.statement import Statement
from quire.model.page import Steps, TextSource
from tests.finance.sheets import english_balance_sheet
from tests.finance.test_label_doubts import ROWS


def read(change: dict[str, str], others: dict[str, dict[str, str]]) -> Statement:
    """The balance sheet with figures read otherwise; `others` gives the digits that may stand for some of theirs."""
    page = english_balance_sheet(ROWS, change).page(source=TextSource.OCR, confidence=0.97)
    steps = tuple(steps_of(line.text, others[line.text]) if line.text in others else () for line in page.lines)
    (found,) = extract_statements([replace(page, steps=steps)]).statements
    return found


def steps_of(text: str, others: dict[str, str]) -> Steps:
    read = [((char, 0.8), (others[char], 0.15)) if char in others else ((char, 0.999),) for char in text]
    return tuple(step for one in read for step in (one, (("", 1.0),)))


def figures(statement: Statement) -> list[str]:
    return [cell.text for row in statement.rows for cell in row.cells[1:] if cell.text]


def told(statement: Statement) -> list[str]:
    return [finding.message for finding in statement.findings if finding.rule == "meant_figure"]


def test_the_digit_that_the_reader_saw_as_well_makes_the_sum_right() -> None:
    right = figures(read({}, {}))
    wrong = read({"1,200": "1,700"}, {"1,700": {"7": "2"}})
    assert figures(wrong) == right
    (message,) = told(wrong)
    assert "1,700" in message
    assert "1,200" in message


def test_a_digit_that_the_reader_did_not_see_stays() -> None:
    wrong = read({"1,200": "1,700"}, {"1,700": {"7": "1"}})
    assert "1,700" in figures(wrong)
    assert not told(wrong)


def test_a_figure_whose_sums_hold_stays() -> None:
    statement = read({}, {"1,200": {"2": "7"}})
    assert "1,200" in figures(statement)
    assert not told(statement)


def test_two_digits_that_close_a_sum_together_are_both_changed() -> None:
    right = figures(read({}, {}))
    wrong = read({"1,200": "7,500"}, {"7,500": {"7": "1", "5": "2"}})
    assert figures(wrong) == right
