"""British accounts: an inner and an outer column of one year, a sign over each, sums without a label, rows of dashes."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from quire.finance.extract import extract_statements
from quire.finance.learned_doubt import Evidence, page_marks
from quire.finance.statement import Statement
from quire.model.geometry import Box
from quire.model.page import LineScore, Page, TextSource
from tests.finance.paper import Paper

INNER_AND_OUTER = (390, 450, 510)
SURE = LineScore(0.999, 0.999, 0.0)
NO_LABEL = 174
SHEET = (
    (140, "Fixed assets", "", "", ""),
    (151, "Tangible assets", "", "2,032,754", "2,124,899"),
    (162, "Investments", "", "30,103", "30,103"),
    (NO_LABEL, "", "", "2,062,857", "2,155,002"),
    (200, "Current assets", "", "", ""),
    (211, "Stocks", "1,476,632", "", "654,597"),
    (222, "Debtors", "32,395,166", "", "29,659,735"),
    (233, "Cash at bank and in hand", "2,064", "", "2,174,662"),
    (250, "", "33,873,862", "", "32,488,994"),
    (268, "Creditors: amounts falling due within one year", "26,088,204", "", "24,826,278"),
    (286, "Net current assets", "", "7,785,658", "7,662,716"),
    (303, "Total assets less current liabilities", "", "9,848,515", "9,817,718"),
    (335, "Creditors: amounts falling due after more than one year", "", "1,450,000", "1,659,065"),
    (353, "Net assets", "", "8,398,515", "8,158,653"),
    (370, "Called up share capital", "", "50,000", "50,000"),
    (381, "Profit and loss account", "", "8,348,515", "8,108,653"),
    (398, "Shareholders' funds", "", "8,398,515", "8,158,653"),
)
COSTS = (
    ("Turnover", "", "62,650", "", "58,002"),
    ("Cost of sales", "", "(24,801)", "", "(24,308)"),
    ("Gross profit", "", "37,849", "", "33,694"),
    ("Distribution costs", "(26,732)", "", "(23,344)", ""),
    ("Administrative expenses", "(4,517)", "", "(3,816)", ""),
    ("", "", "(31,249)", "", "(27,160)"),
    ("Operating profit", "", "6,600", "", "6,534"),
    ("Taxation", "", "(707)", "", "(918)"),
    ("Profit for the financial year", "", "5,893", "", "5,616"),
)
EQUITY = (
    ("At 1 April 2015", "37,114", "1,000", "6,559", "44,673"),
    ("Loss for the year", "-", "-", "(2,045)", "(2,045)"),
    ("Dividends paid", "-", "-", "(1,000)", "(1,000)"),
    ("At 31 March 2016", "37,114", "1,000", "3,514", "41,628"),
)


def balance_sheet(heads: tuple[str, str] = ("31.5.16", "31.5.15"), sign: str = "£") -> Page:
    paper = Paper()
    paper.centre(297, 60, "BALANCE SHEET")
    paper.centre(297, 74, "31 MAY 2016")
    paper.centre(396, 110, heads[0])
    paper.centre(490, 110, heads[1])
    for x in INNER_AND_OUTER:
        paper.centre(x - 18, 121, sign)
    for y, label, *values in SHEET:
        paper.row(y, label, *values, at=INNER_AND_OUTER)
    page = paper.page(source=TextSource.OCR, confidence=0.99)
    return replace(page, scores=(SURE,) * len(page.lines))


def read(page: Page) -> Statement:
    (statement,) = extract_statements([page]).statements
    return statement


def evidence(page: Page) -> Evidence:
    marks = page_marks(page)
    assert marks is not None
    return Evidence(read(page), {1: marks})


@pytest.mark.parametrize("heads", [("31.5.16", "31.5.15"), ("2016", "2015")])
def test_the_year_over_an_inner_and_an_outer_column_is_the_title_of_both(heads: tuple[str, str]) -> None:
    periods = [period for period in read(balance_sheet(heads)).periods if period]
    assert [period.label for period in periods] == [heads[0], heads[0], heads[1]]
    assert [period.end for period in periods] == [date(2016, 5, 31), date(2016, 5, 31), date(2015, 5, 31)]


def test_inner_columns_of_two_figures_are_columns() -> None:
    paper = Paper()
    paper.centre(297, 60, "Profit and loss account")
    paper.centre(297, 74, "for the year ended 30 September 2016")
    at = (374, 425, 467, 523)
    for x, year in ((380, "2016"), (480, "2015")):
        paper.centre(x, 110, year)
    for number, (label, *values) in enumerate(COSTS):
        paper.row(140 + 13 * number, label, *values, at=at, size=8.0)
    statement = read(paper.page())
    assert [period.label for period in statement.periods if period] == ["2016", "2016", "2015", "2015"]
    row = next(row for row in statement.rows if row.label == "Administrative expenses")
    assert [cell.text for cell in row.cells[1:]] == ["(4,517)", "", "(3,816)", ""]


def test_a_sign_over_each_column_is_the_unit() -> None:
    statement = read(balance_sheet())
    assert (statement.unit, statement.multiplier, statement.currency) == ("£", 1, "GBP")
    assert not read(balance_sheet(sign="")).unit


def test_sums_go_from_the_inner_into_the_outer_column() -> None:
    sums = {finding.cells[0]: finding for finding in read(balance_sheet()).findings if finding.rule == "sum"}
    assert all(finding.holds for finding in sums.values())
    net = next(r for r, row in enumerate(read(balance_sheet()).rows) if row.label == "Net current assets")
    assert {c for _, c in sums[net, 2].cells} == {1, 2}


def test_ink_where_a_label_would_be_makes_a_row_without_one_unsure() -> None:
    page = balance_sheet()
    lost = replace(page, unread=(Box(50.0, NO_LABEL - 7.0, 120.0, NO_LABEL + 2.0),))
    rows = [r for r, row in enumerate(read(page).rows) if not row.label and row.cells[2].text == "2,062,857"]
    bare, inked = evidence(page).of_row(rows[0]), evidence(lost).of_row(rows[0])
    assert (bare[12], inked[12]) == (1.0, 0.0)  # known for what it is
    assert evidence(lost).of_row(rows[0])[15] == 1.0  # without a label


def test_dashes_are_no_figures_that_were_lost() -> None:
    paper = Paper()
    paper.centre(297, 60, "Statement of changes in equity")
    for x, title in zip((300, 370, 440, 510), ("Share capital", "Reserve", "Retained earnings", "Total"), strict=True):
        paper.right(x, 100, title, size=6.0)
    for number, (label, *values) in enumerate(EQUITY):
        paper.row(130 + 13 * number, label, *values, at=(300, 370, 440, 510))
    page = paper.page(source=TextSource.OCR, confidence=0.99)
    seen = evidence(replace(page, scores=(SURE,) * len(page.lines)))
    dashed = next(r for r in seen.rows if seen.statement.rows[r].label == "Loss for the year")
    share, texts = seen.of_row(dashed)[10:12]
    assert (share, texts) == (1.0, 0.0)
