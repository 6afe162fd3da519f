"""Submissions and the list of symbols: contacts, former names, continuation files, the bulk zip."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

from quire.company.catalogue import Catalogue
from quire.company.importers.import_context import Context, cik
from tests.company.making import bring, write

FILER = {
    "cik": "0000000042",
    "sicDescription": "Grain Mill Products",
    "name": "Mill Inc.",
    "tickers": ["MILL", "MILL.A", "MILLF"],
    "exchanges": ["NYSE", "NYSE", "OTC"],
    "website": "https://mill.example",
    "description": "",
    "lei": None,
    "addresses": {
        "business": {"street1": "1 WAY", "street2": None, "city": "TOWN", "stateOrCountry": "CA", "zipCode": "1"}
    },
    "phone": "(555) 010-9999",
    "formerNames": [{"name": "OLD MILL"}, {"name": "OLD MILL"}, {}],
    "filings": {"recent": {}, "files": [{"name": "CIK0000000042-submissions-001.json"}]},
}
CONTINUATION = {"accessionNumber": ["1"], "filingDate": ["2001-01-01"]}


def test_a_filer_in_each_of_its_symbols(tmp_path: Path):
    _, rejected = bring(tmp_path / "c", write(tmp_path, "a.json", FILER))
    assert rejected == []
    with Catalogue.open(tmp_path / "c") as catalogue:
        one, other = list(catalogue.names())
        assert (one.key, one.market, one.aliases) == ("MILL", "nyse", ("OLD MILL",))
        assert other.key == "MILL-A"
        basic = json.loads(catalogue.body(one, "json"))["basic info"]
        assert b'"OLD MILL"@en' in catalogue.body(one, "rdf")
    contact = {"website": "https://mill.example", "phone": "(555) 010-9999", "name": "Mill Inc."}
    assert basic == {**contact, "address": "1 WAY, TOWN, CA, 1"}


def test_the_bulk_zip_with_continuations(tmp_path: Path):
    with zipfile.ZipFile(tmp_path / "submissions.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("CIK0000000042.json", json.dumps(FILER))
        archive.writestr("CIK0000000042-submissions-001.json", json.dumps(CONTINUATION))
        archive.writestr("CIK0000000043.json", json.dumps({**FILER, "cik": "43", "tickers": [], "exchanges": []}))
        archive.writestr("placeholder.txt", "x")
    summary, rejected = bring(tmp_path / "c", tmp_path / "submissions.zip")
    assert summary.outcomes == {"added": 2}
    assert [row.row for row in rejected] == ["CIK0000000043.json", "placeholder.txt"]


def test_filers_without_exchanges_take_the_symbols_that_are_known(tmp_path: Path):
    filer = {**FILER, "tickers": None, "exchanges": None, "addresses": [], "formerNames": "x"}
    context = Context(market="nasdaq", symbols={"0000000042": ["MILL"]})
    summary, _ = bring(tmp_path / "c", write(tmp_path, "a.json", filer), context=context)
    assert summary.outcomes == {"added": 1}


def test_central_index_keys():
    assert cik("CIK42") == cik(42) == cik("0000000042") == "0000000042"
    assert [cik(value) for value in (None, "", "x", "0", "1" * 11, "²")] == [""] * 6
