"""The US document: kept as it was imported; the nine keys where an importer put it together."""

from __future__ import annotations

import pytest

from quire.company import us_document
from quire.company.record import Problem
from tests.company.making import MILL

KEYS = [
    *("symbol", "basic info", "description", "cash flow", "balance sheet", "income statement"),
    *("direct holders", "institutional holders", "executives"),
]


def test_a_document_is_kept_as_it_was_imported():
    made, about, notes = us_document.document(MILL)
    assert list(made.items()) == list(MILL.items())
    assert about == {"cik": "0000000042", "market": "nyse"}
    assert notes == []


def test_empty_values_odd_tickers_and_unknown_keys_stay():
    raw = {"executives": [], "symbol": "zzt.B", "sector": "x", "cash flow": {}, "basic info": {"fax": ""}, "": None}
    made, _, notes = us_document.document(raw)
    assert list(made.items()) == list(raw.items())
    assert notes == []


def test_a_document_of_an_importer_has_the_nine_keys():
    assert list(us_document.complete({"cash flow": {"Net Income": {}}, "symbol": "X"})) == KEYS


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


def test_cells_without_a_normal_form_are_reported_and_kept():
    section = {"Net Income": {"2025-09-07": "1", "Sep 8, 2024": "-", "then": "2"}, "Assets": {"2025-09-07": "some"}}
    made, _, notes = us_document.document({"symbol": "X", "cash flow": section})
    assert made["cash flow"] == section
    assert [note.pointer for note in notes] == ["/cash flow/Net Income/then", "/cash flow/Assets/2025-09-07"]


@pytest.mark.parametrize(("given", "market"), [("NYSE", "nyse"), ("Nasdaq", "nasdaq"), ("OTC", ""), (None, "")])
def test_markets(given: object, market: str):
    assert us_document.market(given) == market
