"""JSON of any shape: every form of object is read or told, and never stops an import."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quire.company.importers import read_object
from quire.company.importers.import_context import Context
from quire.company.importers.import_files import Source
from quire.company.importers.json_objects import one, unwrapped
from tests.company.making import bring

words = st.sampled_from(
    ["", "1", "x", "2020-12-31", "20161231", "null", "NYSE", "10-K", "MILL", "USD", "us-gaap", "Revenues"]
)
keys = words | st.sampled_from(
    ["units", "end", "start", "val", "form", "name", "date", "num", "ratio", "business", "street1", "code"]
)
scalars = words | st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3), max_leaves=15
)

FORMS = {
    "facts": ["cik", "entityName", "facts"],
    "submissions": ["cik", "filings", "tickers", "exchanges", "addresses", "formerNames", "name", "phone"],
    "tickers": ["fields", "data"],
    "answer": ["baseinfo", "finance", "topTenHolders", "executives"],
    "own": ["公司代码", "symbol", "cik", "market"],
    "continuation": ["accessionNumber", "filingDate"],
}


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_objects_of_any_shape_are_read_or_told(form: str, data: st.DataObject):
    value = data.draw(st.fixed_dictionaries({}, optional=dict.fromkeys(FORMS[form], values)))
    context = Context(market="nyse", symbols={"0000000001": ["MILL"]})
    found = one("line 1", json.dumps(value).encode())
    assert all(part.file == "a.json" for part in read_object(Source(Path("a.json"), "a.json"), found, context))


@settings(max_examples=60, deadline=None)
@given(value=values)
def test_facts_of_any_shape(value: object):
    facts = {"cik": 1, "facts": {"us-gaap": {"Revenues": {"units": {"USD": value}}, "Assets": value}, "dei": value}}
    found = one("line 1", json.dumps(facts).encode())
    parts = list(read_object(Source(Path("a.json"), "a.json"), found, Context(symbols={"0000000001": ["MILL"]})))
    assert [part.key for part in parts] == ["MILL"]  # type: ignore[union-attr]


@pytest.mark.parametrize("wrapped", ["null({})", " cb.x ( {} ) ;\n", "{}", "$f({});"])
def test_calls_are_unwrapped(wrapped: str):
    assert json.loads(unwrapped(wrapped.encode())) == {}


def test_a_mark_before_jsonp_is_no_obstacle(tmp_path: Path):
    path = tmp_path / "answer.json"
    path.write_bytes(b'\xef\xbb\xbfnull({"baseinfo": {"code": "838006", "name": "\xe7\x94\xb2"}})')
    summary, rejected = bring(tmp_path / "c", path)
    assert (summary.outcomes, rejected) == ({"added": 1}, [])


@pytest.mark.parametrize(("name", "text"), [("a.json", ""), ("a.json", "[]"), ("a.jsonl", "\n"), ("a.xml", "<x/>")])
def test_a_file_with_nothing_in_it_is_reported(tmp_path: Path, name: str, text: str):
    (tmp_path / name).write_text(text, encoding="utf-8")
    _, rejected = bring(tmp_path / "c", tmp_path / name)
    assert [(row.file, row.row) for row in rejected] == [(name, "")]
