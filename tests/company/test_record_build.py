"""One company's work: no document, however odd, stops an import, and what is made of it is consistent."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quire.company import neeq_document, us_document
from quire.company.part_spool import Raw, Spool
from quire.company.rdf_store import read_jsonld, read_turtle
from quire.company.record import Problem, Record
from quire.company.record_build import ADDED, REFUSED, Built, Job, build, parsed
from quire.company.verify import missing
from tests.company.making import BASE

MOMENT = "2026-03-04T05:06:07+00:00"

words = st.sampled_from(
    ["", "1", "-2.5", "(3)", "4%", "2016-06-30", "2016-02-30", "Sep 27, 2025", "--", "甲", "\ud800", "_x", "@id"]
)
scalars = words | st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
keys = words | st.sampled_from(["name", "date", "detail", "titles", "ratio", "reported_date", "pay"])
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3), max_leaves=12
)


def built(tmp_path_factory: pytest.TempPathFactory, dataset: str, key: str, *values: object) -> Built:
    """The work on documents of one company, through the spool."""
    spool = Spool(tmp_path_factory.getbasetemp())
    for value in values:
        spool.add(Raw(dataset, key, "nyse" if dataset == "us" else "", "a.jsonl", "line 1", json.dumps(value).encode()))
    jobs = [Job(*identity, None, stored, BASE, MOMENT) for identity, stored in spool.companies()]
    spool.close()
    return build(jobs[0])


def consistent(made: Built) -> None:
    """The three forms of what was built agree."""
    assert made.outcome in {ADDED, REFUSED}
    if made.bodies is None:
        return
    lengths = [int.from_bytes(made.bodies.table[at * 20 : at * 20 + 4], "little") for at in range(12)]
    starts = [sum(lengths[:at]) for at in range(12)]
    plain, linked, turtle = (made.bodies.data[starts[at] : starts[at] + lengths[at]] for at in (0, 4, 8))
    read = read_turtle(turtle)
    assert read_jsonld(linked).triples == read.triples
    assert list(missing(json.loads(plain), read.literals, read.iris)) == []


@settings(max_examples=80, deadline=None)
@given(fields=st.dictionaries(st.sampled_from(neeq_document.KEYS[1:]) | keys, values, max_size=4))
def test_any_chinese_document_is_taken_or_told(tmp_path_factory: pytest.TempPathFactory, fields: dict[str, object]):
    consistent(built(tmp_path_factory, "cn", "830001", {**fields, "公司代码": "830001"}, fields))


@settings(max_examples=80, deadline=None)
@given(
    fields=st.dictionaries(
        st.sampled_from([*us_document.empty("X"), "cik", "formerNames", "sameAs", "market"]), values, max_size=4
    )
)
def test_any_american_document_is_taken_or_told(tmp_path_factory: pytest.TempPathFactory, fields: dict[str, object]):
    consistent(built(tmp_path_factory, "us", "X", {**fields, "symbol": "X"}, fields))


def test_nothing_good_is_refused(tmp_path_factory: pytest.TempPathFactory):
    made = built(tmp_path_factory, "cn", "830001", ["no object"])
    assert (made.outcome, made.listing) == (REFUSED, None)
    assert [row.reason for row in made.rejected] == ["is not an object"]


@pytest.mark.parametrize("text", ["", "{", "\xff".encode("latin-1"), "[" * 100_000, '{"a": 1,}', "nul"])
def test_what_is_no_json_is_a_problem(text: str | bytes):
    with pytest.raises(Problem):
        parsed(text)


def test_numbers_are_the_strings_that_stand_there():
    assert parsed("[1.10, 1e400, -0, 123456789012345678901, NaN]") == [
        "1.10",
        "1e400",
        "-0",
        "123456789012345678901",
        None,
    ]
    assert Record("cn", "1").path == "/id/cn/1"
