"""Merging: the latest filing wins, earlier values stay, the same part twice changes nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.company.record import Json, Part, Problem, Record, clean, pointer, snapshot, tidy

PLACE = pointer("利润表", "营业收入", "2016-12-31")


def filing(value: str, filed: str, file: str) -> Part:
    part = Part("cn", "830001", {"利润表": {"营业收入": {"2016-12-31": value}}}, merge=True, file=file)
    part.details = {PLACE: {"filed": filed}}
    return part


def taken(*parts: Part) -> Record:
    record = Record("cn", "830001")
    for at, part in enumerate(parts):
        record.take(part, f"2026-01-0{at + 1}T00:00:00+00:00")
    return record


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_the_latest_filing_wins_in_any_order(order: tuple[int, int]):
    parts = (filing("1", "2017-04-01", "a"), filing("2", "2018-04-01", "b"))
    record = taken(*(parts[at] for at in order))
    assert record.document["利润表"] == {"营业收入": {"2016-12-31": "2"}}
    assert record.earlier == [{"pointer": PLACE, "value": "1", "filed": "2017-04-01"}]
    assert record.sources[record.fields[PLACE]]["file"] == "b"


def test_the_same_part_twice_changes_nothing():
    once = taken(filing("1", "2017-04-01", "a"))
    before = snapshot(once)
    once.take(filing("1", "2017-04-01", "a"), "2027-01-01T00:00:00+00:00")
    assert snapshot(once) == before
    assert once.sources[0]["moment"].startswith("2026")


def test_a_source_that_tells_nothing_new_is_not_entered():
    record = taken(
        Part("cn", "1", {"公司名称": "甲"}, file="a"), Part("cn", "1", {"公司名称": "甲"}, merge=True, file="b")
    )
    assert [source["file"] for source in record.sources] == ["a"]


def test_a_whole_document_replaces_fields_and_leaves_others():
    record = taken(
        Part("cn", "1", {"公司名称": "甲", "省份": "乙"}, file="a"), Part("cn", "1", {"公司名称": "丙"}, file="b")
    )
    assert record.document == {"公司名称": "丙", "省份": "乙"}
    assert record.fields == {"": 0, "/公司名称": 1}


def test_holders_are_joined_by_name_and_never_lose_what_they_had():
    old: list[Json] = [{"name": "A", "share": "1", "value": "7"}, {"name": "B", "share": "2"}]
    new: list[Json] = [{"name": "B", "share": "3"}, {"name": "C", "share": "4"}, {"name": "A", "value": ""}]
    first = Part("us", "M", {"direct holders": old}, merge=True, file="a")
    second = Part("us", "M", {"direct holders": new}, merge=True, file="b")
    assert taken(first, second).document["direct holders"] == [
        {"name": "A", "share": "1", "value": "7"},
        {"name": "B", "share": "3"},
        {"name": "C", "share": "4"},
    ]


def test_a_fallback_fills_gaps_only():
    first = Part("us", "M", {"basic info": {"name": "Mill", "phone": "1"}}, merge=True, file="a")
    second = Part("us", "M", {}, merge=True, file="b", fallback={"basic info": {"name": "MILL INC", "address": "x"}})
    record = taken(first, second)
    assert record.document["basic info"] == {"name": "Mill", "phone": "1", "address": "x"}


def test_rounded_dates_join_the_exact_one_of_their_month():
    first = Part("us", "M", {"cash flow": {"Net Income": {"Sep 27, 2025": "5"}}}, merge=True, file="a")
    second = Part("us", "M", {"cash flow": {"Net Income": {"Sep 30, 2025": "5"}}}, merge=True, file="b", rounded=True)
    assert taken(first, second).document["cash flow"] == {"Net Income": {"Sep 27, 2025": "5"}}


def test_missing_values_are_left_out():
    assert tidy({"a": "", "b": None, "c": [], "d": {"e": " "}, "f": "x", "g": True}) == {"f": "x", "g": "true"}


def test_a_document_nested_too_deeply_is_refused():
    value: object = "x"
    for _ in range(40):
        value = [value]
    with pytest.raises(Problem):
        tidy(value)


@given(st.text())
def test_a_clean_text_can_be_encoded(text: str):
    assert clean(text).encode().decode() == clean(text)
    assert clean(text + "\ud800").endswith("\ufffd")


def test_pointers_escape_their_steps():
    assert pointer("a/b", "c~d") == "/a~1b/c~0d"
