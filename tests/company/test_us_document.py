"""The American document: exactly the nine keys, labels of dates, holders of one shape."""

from __future__ import annotations

import pytest

from quire.company import us_document
from quire.company.record import Problem
from tests.company.making import MILL

KEYS = [
    *("symbol", "basic info", "description", "cash flow", "balance sheet", "income statement"),
    *("direct holders", "institutional holders", "executives"),
]


def test_a_document_has_exactly_the_nine_keys():
    made, about, notes = us_document.document(MILL)
    document = us_document.complete(made)
    assert list(document) == KEYS
    assert document["basic info"] == MILL["basic info"]
    assert document["executives"] == MILL["executives"]
    assert document["cash flow"] == {}
    assert document["direct holders"] == []
    assert about == {"cik": "0000000042", "market": "nyse"}
    assert notes == []


def test_what_is_missing_is_empty():
    assert us_document.complete({"symbol": "X"}) == us_document.empty("X")
    assert list(us_document.complete({"symbol": "X"})["basic info"]) == ["website", "phone", "name", "address"]


@pytest.mark.parametrize("given", ["brk.b", "BRK-B", "brk/b", " BRK B "])
def test_share_classes_have_a_dash(given: str):
    assert us_document.symbol(given) == "BRK-B"


@pytest.mark.parametrize("given", [None, "", "A" * 20, "<x>", "名", "A\nB\n"])
def test_what_is_no_symbol_is_refused(given: object):
    assert not us_document.is_symbol(given)
    with pytest.raises(Problem):
        us_document.symbol(given)


def test_dates_become_labels_and_wrong_ones_are_told():
    section = {"Net Income": {"2025-09-07": "1", "Sep 8, 2024": "-", "then": "2"}}
    made, _, notes = us_document.document({"symbol": "X", "cash flow": section})
    assert made["cash flow"] == {"Net Income": {"Sep 07, 2025": "1"}}
    assert [note.pointer for note in notes] == ["/cash flow/Net Income/then"]


def test_rows_of_the_wrong_shape_are_told():
    raw = {
        "symbol": "X",
        "direct holders": ["A", {"name": "B", "reported_date": "x"}],
        "executives": [{}],
        "sector": "y",
    }
    made, _, notes = us_document.document(raw)
    assert made["direct holders"] == [dict.fromkeys(us_document.HOLDER, "") | {"name": "B"}]
    assert [note.pointer for note in notes] == ["/direct holders/0", "/direct holders/1/reported_date", "/sector"]


@pytest.mark.parametrize(("given", "market"), [("NYSE", "nyse"), ("Nasdaq", "nasdaq"), ("OTC", ""), (None, "")])
def test_markets(given: object, market: str):
    assert us_document.market(given) == market
