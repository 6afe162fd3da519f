"""Items by their place: below a heading, after a total, with minority interests."""

from __future__ import annotations

import pytest

from quire.finance.extract import extract_statements
from tests.finance.paper import Paper

GAAP = "us-gaap:"


def items(*tables):
    """The items of statements, by their labels in order: each table is a title and its rows, on a page of its own."""
    pages = []
    for number, (title, rows) in enumerate(tables, 1):
        paper = Paper(number)
        paper.centre(297, 50, title, size=13)
        paper.centre(297, 64, "(in millions, except per share data)")
        paper.right(400, 90, "2023")
        paper.right(520, 90, "2022")
        for at, row in enumerate(rows):
            paper.row(106 + 14 * at, *row)
        pages.append(paper.page())
    return [
        [(row.label, row.item.removeprefix(GAAP)) for row in s.rows if row.label]
        for s in extract_statements(pages).statements
    ]


INCOME = [
    ("Revenue", "1,200", "9,100"),
    ("Cost of revenue", "700", "4,200"),
    ("Gross profit", "500", "4,900"),
    ("Income tax expense", "100", "200"),
    ("Net income", "400", "4,700"),
]
SHARES = [
    ("Earnings per share:",),
    ("Basic", "1.20", "1.30"),
    ("Diluted", "1.10", "1.20"),
    ("Weighted-average shares used in computing earnings per share:",),
    ("Basic", "310", "320"),
    ("Diluted", "330", "340"),
]
CASH = [
    ("Net income", "400", "4,700"),
    ("Depreciation and amortization", "100", "200"),
    ("Net cash provided by operating activities", "500", "4,900"),
    ("Net cash used in investing activities", "(100)", "(900)"),
    ("Net increase in cash and cash equivalents", "400", "4,000"),
]


def test_basic_and_diluted_are_earnings_or_shares():
    (found,) = items(("CONSOLIDATED STATEMENTS OF INCOME", INCOME + SHARES))
    named = [item for label, item in found if label in ("Basic", "Diluted")]
    assert named == [
        "EarningsPerShareBasic",
        "EarningsPerShareDiluted",
        "WeightedAverageNumberOfSharesOutstandingBasic",
        "WeightedAverageNumberOfDilutedSharesOutstanding",
    ]


@pytest.mark.parametrize("shared", [True, False])
def test_net_income_is_the_groups_only_beside_minority_interests(shared: bool):
    more = [
        ("Less: net income attributable to noncontrolling interests", "10", "20"),
        ("Net income attributable to Lark Inc.", "390", "4,680"),
    ]
    income, cash = items(
        ("CONSOLIDATED STATEMENTS OF INCOME", INCOME + (more if shared else []) + SHARES),
        ("CONSOLIDATED STATEMENTS OF CASH FLOWS", CASH),
    )
    for found in (income, cash):
        assert dict(found)["Net income"] == ("ProfitLoss" if shared else "NetIncomeLoss")
    if shared:
        assert dict(income)["Net income attributable to Lark Inc."] == "NetIncomeLoss"


def test_the_part_of_a_balance_sheet_decides():
    rows = [
        ("Cash and cash equivalents", "1,200", "9,100"),
        ("Marketable securities", "300", "900"),
        ("Total current assets", "1,500", "10,000"),
        ("Marketable securities", "300", "400"),
        ("Deferred income taxes", "200", "100"),
        ("Total assets", "2,000", "10,500"),
        ("Operating lease liabilities", "100", "200"),
        ("Total current liabilities", "100", "200"),
        ("Operating lease liabilities", "300", "200"),
        ("Deferred income taxes", "100", "100"),
        ("Total liabilities", "500", "500"),
        ("Total stockholders' equity", "1,500", "10,000"),
        ("Total liabilities and stockholders' equity", "2,000", "10,500"),
    ]
    (found,) = items(("CONSOLIDATED BALANCE SHEETS", rows))
    assert [item for label, item in found if label == "Marketable securities"] == [
        "MarketableSecuritiesCurrent",
        "MarketableSecuritiesNoncurrent",
    ]
    assert [item for label, item in found if label == "Operating lease liabilities"] == [
        "OperatingLeaseLiabilityCurrent",
        "OperatingLeaseLiabilityNoncurrent",
    ]
    assert [item for label, item in found if label == "Deferred income taxes"] == [
        "DeferredIncomeTaxAssetsNet",
        "DeferredIncomeTaxLiabilitiesNet",
    ]
