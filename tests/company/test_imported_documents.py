"""Documents come back exactly as they were imported, and their graphs hold every cell, however odd the cells are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quire.company.catalogue import Catalogue
from quire.company.verify import verify
from tests.company.making import MILL, RIVER, bring, write

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
    from quire.company.importers.import_context import Context

    path = write(tmp_path, "facts.json", facts)
    bring(folder, path, context=Context(symbols={"0000000042": ["MILL"]}), day=1)
    section = {"Total Assets": {"Dec 31, 2024": "5"}}
    assert stored(folder, "us", "MILL")["balance sheet"] == section
    again = {"symbol": "MILL", "balance sheet": {}, "basic info": {"name": "Mill"}}
    bring(folder, write(tmp_path, "us-nyse.jsonl", again), day=2)
    made = stored(folder, "us", "MILL")
    assert made["balance sheet"] == section
    assert list(made)[:3] == list(again)
