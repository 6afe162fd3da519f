"""Checks of a statement: no false alarm on right tables, every planted error of a covered figure."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quire.finance.checks import with_checks, with_cross_checks
from quire.finance.extract import extract_statements
from quire.finance.statement import Cell, Period
from quire.finance.summed_columns import value_columns
from tests.finance.paper import Paper
from tests.finance.sheets import balance_sheet, operations, rows

CASH = (
    ("Net income", "2,400", "2,100"),
    ("Depreciation and amortization", "700", "650"),
    ("Net cash provided by operating activities", "3,100", "2,750"),
    ("Capital expenditures", "(1,000)", "(900)"),
    ("Net cash used in investing activities", "(1,000)", "(900)"),
    ("Dividends paid", "(500)", "(450)"),
    ("Repayments of debt", "(600)", "(300)"),
    ("Net cash used in financing activities", "(1,100)", "(750)"),
    ("Effect of exchange rate changes on cash", "10", "(20)"),
    ("Net increase in cash and cash equivalents", "1,010", "1,080"),
    ("Cash and cash equivalents, beginning of year", "3,080", "2,000"),
    ("Cash and cash equivalents, end of year", "4,090", "3,080"),
)


def cash_flows(number=2):
    paper = Paper(number)
    paper.centre(297, 60, "CONSOLIDATED STATEMENTS OF CASH FLOWS")
    paper.centre(297, 72, "(in millions)")
    paper.centre(450, 90, "Year Ended December 31,")
    paper.centre(385, 102, "2023")
    paper.centre(505, 102, "2022")
    rows(paper, 118, CASH, step=13)
    return paper


def all_three():
    return extract_statements([balance_sheet(1).page(), operations(2).page(), cash_flows(3).page()]).statements


def without_findings(statement):
    return replace(statement, findings=())


def planted(statement, row, column, value, confidence=0.99):
    """A statement with another figure, as recognition misreads it; a text layer has confidence 1."""
    cells = list(statement.rows[row].cells)
    cells[column] = replace(cells[column], value=value, text=f"{value:,}", confidence=confidence)
    body = list(statement.rows)
    body[row] = replace(body[row], cells=tuple(cells))
    return replace(statement, rows=tuple(body))


def test_right_tables_give_no_alarm_and_name_what_was_checked():
    statements = all_three()
    assert [s.doubts for s in statements] == [(), (), ()]
    assert [{f.rule for f in s.findings} - {"sum", "periods"} for s in statements] == [
        {"balance", "parts"},
        {"profit", "net_income"},
        {"cash_roll", "cash_flow", "net_income"},
    ]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_every_planted_digit_is_reported(data):
    statements = list(all_three())
    which = data.draw(st.integers(0, 2))
    one = statements[which]
    places = [(r, c) for r, row in enumerate(one.rows) for c in value_columns(one) if row.cells[c].value is not None]
    row, column = data.draw(st.sampled_from(places))
    digits = str(abs(one.rows[row].cells[column].value))
    at = data.draw(st.sampled_from([i for i, d in enumerate(digits) if d.isdigit()]))
    other = data.draw(st.sampled_from([d for d in "123456789" if d != digits[at]]))
    value = Decimal(digits[:at] + other + digits[at + 1 :])
    value = -value if one.rows[row].cells[column].value < 0 else value
    statements[which] = planted(one, row, column, value)
    again = with_cross_checks([with_checks(without_findings(s)) for s in statements])
    assert any((row, column) in f.cells for f in again[which].doubts)


def test_figures_of_a_text_layer_that_were_rounded_one_by_one_give_no_alarm():
    cash = without_findings(all_three()[2])
    row = next(i for i, r in enumerate(cash.rows) if r.label.startswith("Net increase"))
    printed = cash.rows[row].cells[1].value
    assert with_checks(planted(cash, row, 1, printed + 1, 1.0)).doubts == ()
    assert with_checks(planted(cash, row, 1, printed + 3, 1.0)).doubts
    assert with_checks(planted(cash, row, 1, printed + 1, 0.99)).doubts


def test_a_finding_names_the_cells_and_the_difference():
    balance = all_three()[0]
    total = next(i for i, r in enumerate(balance.rows) if r.label == "资产总计")
    wrong = with_checks(without_findings(planted(balance, total, 2, Decimal("4001.00"))))
    (doubt,) = [f for f in wrong.doubts if f.rule == "balance"]
    assert (total, 2) in doubt.cells
    assert "相差-1.00" in doubt.message


def test_columns_out_of_order_are_told():
    income = all_three()[1]
    first, second = income.periods[1], income.periods[2]
    mixed = replace(income, periods=(None, first, first), findings=())
    assert second is not None
    assert [f.rule for f in with_checks(mixed).doubts] == ["periods"]


@pytest.mark.parametrize(
    ("ends", "told"),
    [
        (("2023-12-31", "2023-12-31", "2022-12-31", "2022-12-31"), False),  # an inner and an outer column, or two currencies
        (("2022-12-31", "2023-12-31", "2023-12-31"), False),
        (("2023-06-30", "2022-06-30", "2022-12-31"), False),  # a balance sheet within the year
        (("2023-06-30", "2022-12-31", "2024-12-31"), True),
        (("2023-12-31", "2023-12-31"), True),
    ],
)  # fmt: skip
def test_which_orders_of_periods_are_usual(ends, told):
    sheet = all_three()[0]
    periods = tuple(Period(end, None, date.fromisoformat(end)) for end in ends)
    cells = tuple((*row.cells[:1], *[row.cells[1]] * len(ends)) for row in sheet.rows)
    rows = tuple(replace(row, cells=own) for row, own in zip(sheet.rows, cells, strict=True))
    doubts = with_checks(replace(sheet, rows=rows, periods=(None, *periods), findings=())).doubts
    assert any(f.rule == "periods" for f in doubts) is told


def test_figures_read_with_little_confidence_are_named():
    income = all_three()[1]
    cells = list(income.rows[1].cells)
    cells[1] = replace(cells[1], confidence=0.5)
    body = (income.rows[0], replace(income.rows[1], cells=tuple(cells)), *income.rows[2:])
    (doubt,) = with_checks(replace(income, rows=body, findings=())).doubts
    assert (doubt.rule, doubt.cells) == ("reading", ((1, 1),))


@pytest.mark.parametrize(
    ("unit", "cents", "confidence", "told"),
    [
        ("", "1", 1.0, False),
        ("in dollars", "1", 1.0, False),
        ("in dollars", "1.00", 1.0, True),  # with cents, nothing was rounded
        ("in dollars", "1", 0.999, False),
        ("in dollars", "1", 0.99, True),  # the last digit may be misread
    ],
)
def test_rounding_is_allowed_where_figures_may_be_rounded(unit: str, cents: str, confidence: float, told: bool):
    """Each figure was rounded by itself: 3,100 less 1,000 less 1,100 is 1,000; printed 1,009 beside 10 and not 1,010."""
    (found,) = extract_statements([cash_flows().page()]).statements

    def changed(label: str, cell: Cell) -> Cell:
        if cell.value is None:
            return cell
        more = int(label.startswith("Net increase"))
        return replace(cell, value=(cell.value + more) * Decimal(cents), confidence=confidence)

    rows_ = tuple(
        replace(row, cells=(row.cells[0], changed(row.label, row.cells[1]), *(changed("", c) for c in row.cells[2:])))
        for row in found.rows
    )
    off = replace(found, rows=rows_, unit=unit, multiplier=1, findings=())
    assert ("cash_flow" in {f.rule for f in with_checks(off).doubts}) is told
