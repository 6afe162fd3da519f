"""Merging: the latest filing wins, earlier values stay; a whole document stays exactly as it was imported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.company.catalogue import Catalogue
from quire.company.importers.import_context import Context
from quire.company.record import Json, Part, Problem, Record, clean, pointer, snapshot, tidy
from quire.company.verify import verify
from tests.company.making import MILL, RIVER, bring, write

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


EMPTY = {
    "公司名称": "空值股份有限公司",
    "公司代码": "830009.OC",
    "机构股东": [],
    "公司网址": "",
    "成立日期": "",
    "": "",
}
CONTROLS = {
    "公司代码": "830010",
    "公司名称": "控制字符股份有限公司",
    **{
        f"键{chr(code)}": f"值{chr(code)}尾"
        for code in (*range(0x20), 0x7F, *range(0x80, 0xA0), 0x2028, 0xFEFF, 0xFFFE)
    },
}
ODD = {
    "公司代码": "830011",
    "公司名称": "样式股份有限公司",
    "挂牌日期": "2015/2/3",
    "成立日期": "很早",
    "员工人数": 47,
    "上市": True,
    "备注": None,
    "比例": 1.5,
    " ": " ",
    "资产负债表": {
        "货币资金": {"20161231": "1,000", "2016-12-31": "--", "期末": "2"},
        "存货": {"2016-12-31": 12, "2015-12-31": "约三亿"},
        "其他": {},
    },
    "机构股东": [
        {"date": "从未", "detail": []},
        {"date": "2016/6/30", "holderNumber": 1, "detail": [{"name": ""}, {}]},
    ],
    "高管人员": ["甲", {"name": None}],
    "列表": [[], [["深"]], {}, None, 2],
}
TICKER = {"symbol": "zzt.B", "market": "NYSE", "sector": "x", "basic info": {"name": "Zeta", "fax": "1", "phone": 2}}
TABLE = {
    "symbol": "TBL",
    "basic info": {"name": "Table Inc."},
    "cash flow": {"Net Income": {"2025-09-07": "1", "Sep 8, 2024": "(2)", "then": "3"}},
    "executives": [{"name": "A", "titles": "CEO", "pay": 5}],
    "direct holders": ["A", {"share": "3"}],
}


def stored(folder: Path, dataset: str, key: str) -> dict[str, object]:
    with Catalogue.open(folder) as catalogue:
        entry = catalogue.by_id((dataset, key))
        assert entry is not None
        assert verify(catalogue, entry) == []
        made: dict[str, object] = json.loads(catalogue.body(entry, "json"))
        return made


@pytest.mark.parametrize(
    ("dataset", "key", "raw"),
    [
        ("cn", "830001", RIVER),
        ("cn", "830009", EMPTY),
        ("cn", "830010", CONTROLS),
        ("cn", "830011", ODD),
        ("us", "MILL", MILL),
        ("us", "ZZT-B", TICKER),
        ("us", "TBL", TABLE),
    ],
)
def test_keys_order_and_text_are_those_of_the_import(tmp_path: Path, dataset: str, key: str, raw: dict[str, object]):
    bring(tmp_path / "companies", write(tmp_path, "us-nyse.jsonl", raw))
    made = stored(tmp_path / "companies", dataset, key)
    assert json.dumps(made, ensure_ascii=False) == json.dumps(raw, ensure_ascii=False)


def test_importing_again_replaces_what_a_document_said_even_by_nothing(tmp_path: Path):
    folder = tmp_path / "companies"
    bring(folder, write(tmp_path, "a.jsonl", {**EMPTY, "公司网址": "www.a.example", "省份": "乙"}))
    bring(folder, write(tmp_path, "b.jsonl", EMPTY), day=1)
    assert stored(folder, "cn", "830009") == {**EMPTY, "省份": "乙"}


def test_an_empty_section_leaves_the_figures_of_a_filing(tmp_path: Path):
    folder = tmp_path / "companies"
    bring(folder, write(tmp_path, "us-nyse.jsonl", {"symbol": "MILL", "cik": "42", "basic info": {"name": "Mill"}}))
    fact = {"end": "2024-12-31", "val": 5, "filed": "2025-01-05", "form": "10-K", "accn": "1"}
    facts = {"cik": 42, "entityName": "Mill", "facts": {"us-gaap": {"Assets": {"units": {"USD": [fact]}}}}}
    path = write(tmp_path, "facts.json", facts)
    bring(folder, path, context=Context(symbols={"0000000042": ["MILL"]}), day=1)
    section = {"Total Assets": {"Dec 31, 2024": "5"}}
    assert stored(folder, "us", "MILL")["balance sheet"] == section
    again = {"symbol": "MILL", "balance sheet": {}, "basic info": {"name": "Mill"}}
    bring(folder, write(tmp_path, "us-nyse.jsonl", again), day=2)
    made = stored(folder, "us", "MILL")
    assert made["balance sheet"] == section
    assert list(made)[:3] == list(again)
