"""Companyfacts: years by their days, the latest filing, tags that change, other currencies, unknown filers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.company.catalogue import Catalogue
from quire.company.importers.annual_statements import Fact, statements
from quire.company.importers.import_context import Context
from tests.company.making import bring, write

TICKERS = {
    "fields": ["cik", "name", "ticker", "exchange"],
    "data": [
        [42, "MILL INC", "MILL", "NYSE"],
        [42, "MILL INC", "MILL-PA", "NYSE"],
        [43, "PUB", "PUB", "OTC"],
        [44, "X"],
    ],
}


def fact(concept: str, value: str, end: str, start: str = "", **other: str) -> Fact:
    told = {"unit": "USD", "filed": f"{int(end[:4]) + 1}-02-01", "accn": "1", "form": "10-K"} | other
    return Fact(concept, told["unit"], start, end, value, told["filed"], told["accn"], told["form"])


def year(concept: str, value: str, end: str, **other: str) -> Fact:
    return fact(concept, value, end, f"{int(end[:4]) - 1}{end[4:8]}{min(int(end[8:]), 28):02}", **other)


def test_only_years_of_annual_forms_count():
    facts = [
        year("us-gaap:NetIncomeLoss", "10", "2020-12-31"),
        fact("us-gaap:NetIncomeLoss", "3", "2021-12-31", "2021-10-01"),
        year("us-gaap:NetIncomeLoss", "4", "2022-12-31", form="10-Q"),
        fact("us-gaap:NetIncomeLoss", "5", "2023-12-31", "2023-01-05"),
    ]
    net = {"Dec 31, 2023": "5", "Dec 31, 2020": "10"}
    assert statements(facts).sections == {
        "cash flow": {"Net Income": net},
        "income statement": {"Net Income": net, "Net Income Applicable To Common Shares": net},
    }


def test_the_latest_filing_wins_and_the_others_stay_as_earlier_values():
    facts = [
        year("us-gaap:GrossProfit", "-7", "2020-12-31", filed="2021-02-01", accn="a"),
        year("us-gaap:GrossProfit", "8", "2020-12-31", filed="2023-02-01", accn="c"),
        year("us-gaap:GrossProfit", "9", "2020-12-31", filed="2022-02-01", accn="b"),
        year("us-gaap:GrossProfit", "8", "2020-12-31", filed="2022-08-01", form="10-K/A"),
    ]
    made = statements(facts)
    assert made.sections == {"income statement": {"Gross Profit": {"Dec 31, 2020": "8"}}}
    assert [(row["value"], row["accn"]) for row in made.earlier] == [("(7)", "a"), ("9", "b")]
    assert made.details["/income statement/Gross Profit/Dec 31, 2020"]["filed"] == "2023-02-01"


def test_tags_that_change_over_the_years_are_one_item():
    facts = [
        year("us-gaap:SalesRevenueNet", "1000000", "2015-09-26"),
        year("us-gaap:Revenues", "2000000", "2016-09-24"),
        year("us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax", "3000000", "2019-09-28"),
        year("us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax", "1", "2016-09-24"),
    ]
    revenue = statements(facts).sections["income statement"]["Total Revenue"]  # type: ignore[index,call-overload]
    assert revenue == {"Sep 28, 2019": "3,000,000", "Sep 24, 2016": "2,000,000", "Sep 26, 2015": "1,000,000"}


def test_balances_stand_at_the_ends_of_years():
    facts = [
        year("us-gaap:NetIncomeLoss", "1", "2020-09-26"),
        fact("us-gaap:Assets", "5", "2020-09-26"),
        fact("us-gaap:Assets", "6", "2020-06-27"),
        fact("us-gaap:Assets", "4", "2019-09-28"),
    ]
    assert statements(facts).sections["balance sheet"] == {"Total Assets": {"Sep 26, 2020": "5", "Sep 28, 2019": "4"}}


def test_one_currency_and_preferred_dividends():
    facts = [
        year("ifrs-full:Revenue", "7", "2020-12-31", unit="CNY", form="20-F"),
        year("ifrs-full:Revenue", "1", "2020-12-31", unit="EUR", form="20-F"),
        year("ifrs-full:ProfitLoss", "2", "2020-12-31", unit="CNY", form="20-F"),
    ]
    assert statements(facts).sections["income statement"] == {
        "Total Revenue": {"Dec 31, 2020": "7"},
        "Net Income": {"Dec 31, 2020": "2"},
    }
    preferred = [
        year("us-gaap:NetIncomeLoss", "9", "2020-12-31"),
        year("us-gaap:PreferredStockDividendsIncomeStatementImpact", "1", "2020-12-31"),
    ]
    assert statements(preferred).sections["income statement"] == {"Net Income": {"Dec 31, 2020": "9"}}


@given(st.text(max_size=12))
def test_values_that_are_no_numbers_are_no_facts(value: str):
    made = statements([year("us-gaap:GrossProfit", value, "2020-12-31")])
    assert not made.sections or value.lstrip("+-")[:1].isdigit()


def companyfacts(**rows: object) -> dict[str, object]:
    units = {
        "USD": [
            {
                "start": "2019-01-01",
                "end": "2019-12-31",
                "val": 1234567,
                "form": "10-K",
                "filed": "2020-02-01",
                "accn": "1",
            }
        ]
    }
    facts = {"us-gaap": {"Revenues": {"label": "x", "units": units}, **rows}, "dei": {"A": None}}
    return {"cik": 42, "entityName": "Mill Inc.", "facts": facts}


def test_facts_of_a_filer_reach_all_its_symbols(tmp_path: Path):
    folder = tmp_path / "in"
    write(folder, "CIK0000000042.json", companyfacts())
    write(folder, "company_tickers_exchange.json", TICKERS)
    _, rejected = bring(tmp_path / "c", folder)
    assert [(row.file, row.row) for row in rejected] == [
        ("company_tickers_exchange.json", "data 3"),
        ("company_tickers_exchange.json", "data 4"),
    ]
    with Catalogue.open(tmp_path / "c") as catalogue:
        entries = list(catalogue.names())
        assert [entry.key for entry in entries] == ["MILL", "MILL-PA"]
        documents = [json.loads(catalogue.body(entry, "json")) for entry in entries]
        details = catalogue.origins(entries[0])["details"]
    for document in documents:
        assert document["income statement"] == {"Total Revenue": {"Dec 31, 2019": "1,234,567"}}
        assert document["basic info"]["name"] == "MILL INC"
    assert details == {
        "/income statement/Total Revenue/Dec 31, 2019": {
            "filed": "2020-02-01",
            "accn": "1",
            "form": "10-K",
            "tag": "us-gaap:Revenues",
            "unit": "USD",
        }
    }


def test_facts_without_a_symbol_are_told(tmp_path: Path):
    _, rejected = bring(tmp_path / "c", write(tmp_path, "a.json", companyfacts()), context=Context(market="nyse"))
    assert "no symbol is known for CIK 0000000042" in rejected[0].reason


@pytest.mark.parametrize(
    "rows",
    [
        None,
        [],
        {"units": None},
        {"units": {"USD": [None, {}, {"end": "x"}, {"end": "2019-12-31", "val": "NaN", "form": "10-K"}]}},
    ],
)
def test_facts_of_odd_shapes_do_not_stop_an_import(tmp_path: Path, rows: object):
    context = Context(market="nyse", symbols={"0000000042": ["MILL"]})
    summary, _ = bring(tmp_path / "c", write(tmp_path, "a.json", companyfacts(Assets=rows)), context=context)
    assert summary.outcomes == {"refused": 1}, "the market is not known"
