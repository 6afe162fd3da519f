"""Statements that were extracted from a report: units converted, pages kept, the consolidated ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quire.company.catalogue import Catalogue
from quire.company.importers.import_context import Context
from quire.company.verify import verify
from tests.company.making import MILL, RIVER, bring, write


def statement(kind: int, rows: list[tuple[str, str, list[str]]], **details: object) -> dict[str, object]:
    """A result element: rows are kind, label and printed values; the item of a label is given after a bar."""
    header = {"kind": "header", "level": 0, "item": "", "cells": [None, None, None]}
    told, table = [header], [["项目", "2020", "2019"]]
    for kind_of, name, values in rows:
        label, _, item = name.partition("|")
        cells: list[object] = [{"page": 12, "box": None, "confidence": 1.0, "value": None}]
        cells += [{"page": 12, "value": value.replace(",", "") or None} if value else None for value in values]
        told.append({"kind": kind_of, "level": 0, "item": item, "cells": cells})
        table.append([label, *values])
    periods = [
        None,
        {"label": "2020", "start": "2020-01-01", "end": "2020-12-31"},
        {"label": "2019", "start": None, "end": "2019-12-31"},
    ]
    shown = {"scope": "consolidated", "multiplier": 10000, "periods": periods, "rows": told, **details}
    return {"tables": [table], "type_index": kind, "angle": 0, "details": shown}


def result(folder: Path, value: object, company: str, market: str = "") -> tuple[Context, Path]:
    path = folder / "result.json"
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return Context(market=market, company=company, statements=path), path


def test_amounts_are_converted_and_pages_kept(tmp_path: Path):
    bring(tmp_path / "c", write(tmp_path, "a.jsonl", RIVER))
    rows = [
        ("section", "流动资产：", ["", ""]),
        ("item", "一、货币资金|cas:货币资金", ["1,234.56", ""]),
        ("total", "其中：存货", ["-5", "7"]),
        ("item", "基本每股收益（元/股）", ["0.35", ""]),
    ]
    parent = statement(0, [("item", "货币资金", ["9", "9"])], scope="parent")
    context, path = result(tmp_path, [statement(0, rows), parent, statement(3, rows)], "830001")
    _, rejected = bring(tmp_path / "c", path, context=context, day=1)
    assert rejected == []
    with Catalogue.open(tmp_path / "c") as catalogue:
        entry = next(catalogue.names())
        section = json.loads(catalogue.body(entry, "json"))["资产负债表"]
        details = catalogue.origins(entry)["details"]
        assert verify(catalogue, entry) == []
        assert b'q:page "12"^^xsd:integer' in catalogue.body(entry, "rdf")
    assert section["货币资金"] == {
        "2015-12-31": "311,203,457.71",
        "2016-12-31": "(5,000)",
        "2020-12-31": "12,345,600.00",
    }
    assert section["存货"] == {"2020-12-31": "-50,000", "2019-12-31": "70,000"}
    assert section["基本每股收益（元/股）"] == {"2020-12-31": "0.35"}
    assert details["/资产负债表/货币资金/2020-12-31"] == {"page": "12"}  # type: ignore[index]


def test_american_items_have_the_names_of_the_contract(tmp_path: Path):
    bring(tmp_path / "c", write(tmp_path, "a.jsonl", MILL))
    rows = [("item", "Net sales|us-gaap:Revenues", ["1,000", "(2)"]), ("item", "Cost of corn", ["3", ""])]
    body = {"task_id": "x", "status": "done", "result": [statement(1, rows, multiplier=1000000)]}
    body["result"][0]["details"]["rows"][1]["cells"][2]["value"] = "-2"  # type: ignore[index]
    context, path = result(tmp_path, body, "mill")
    bring(tmp_path / "c", path, context=context, day=1)
    with Catalogue.open(tmp_path / "c") as catalogue:
        section = json.loads(catalogue.body(next(catalogue.names()), "json"))["income statement"]
    assert section["Total Revenue"]["Dec 31, 2020"] == "1,000,000,000"
    assert section["Total Revenue"]["Dec 31, 2019"] == "(2,000,000)"
    assert section["Total Revenue"]["Sep 27, 2025"] == "416,161,000"
    assert section["Cost of corn"] == {"Dec 31, 2020": "3,000,000"}


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ([{"tables": [[["a"]]], "type_index": 0, "angle": 0}], "--details"),
        ([], "no balance sheet"),
        ({"task_id": "x", "status": "failed", "error": "y"}, "not a result"),
        ([5], "not a result"),
        ([statement(0, [])], "no balance sheet"),
        ([{**statement(0, []), "details": {"periods": [None], "rows": [{}], "scope": ""}}], "another shape"),
        ([statement(0, [("item", "x", ["1", "2"])], multiplier="many")], "another shape"),
    ],
)
def test_results_that_cannot_be_used_are_told(tmp_path: Path, value: object, reason: str):
    context, path = result(tmp_path, value, "830001")
    summary, rejected = bring(tmp_path / "c", path, context=context)
    assert not summary.published
    assert reason in rejected[0].reason


def test_a_bare_year_ends_as_the_other_statements_say(tmp_path: Path):
    bring(tmp_path / "c", write(tmp_path, "a.jsonl", MILL))
    income = statement(1, [("item", "Net income|us-gaap:NetIncomeLoss", ["5", "6"])], multiplier=1)
    income["details"]["periods"] = [  # type: ignore[index]
        None,
        {"label": "Years ended September 30, 2022", "start": "2021-10-01", "end": "2022-09-30"},
        {"label": "Years ended September 30, 2021", "start": "2020-10-01", "end": "2021-09-30"},
    ]
    sheet = statement(0, [("item", "Land", ["7", "8"])], multiplier=1)
    sheet["details"]["periods"] = [  # type: ignore[index]
        None,
        {"label": "2022", "start": None, "end": "2022-12-31"},
        {"label": "2020", "start": None, "end": "2020-12-31"},
    ]
    context, path = result(tmp_path, [income, sheet], "MILL")
    bring(tmp_path / "c", path, context=context, day=1)
    with Catalogue.open(tmp_path / "c") as catalogue:
        made = json.loads(catalogue.body(next(catalogue.names()), "json"))
    assert made["balance sheet"]["Land"] == {"Sep 30, 2022": "7", "Dec 31, 2020": "8"}


def test_a_second_set_of_statements_does_not_mix_with_the_first(tmp_path: Path):
    bring(tmp_path / "c", write(tmp_path, "a.jsonl", RIVER))
    both = [("total", name, ["1", "2"]) for name in ("营业利润", "利润总额", "所得税费用", "净利润")]
    national = statement(1, [*both, ("item", "营业支出", ["7", "8"])], multiplier=1)
    sheet = statement(0, [("item", "存货", ["5", "6"])], multiplier=1)
    more = statement(0, [("item", "应付账款", ["3", "4"])], multiplier=1)  # the same balance sheet, on the next page
    income = [*both, *(("item", name, ["9", "9"]) for name in ("员工费用", "折旧", "摊销", "租金", "其他净收入"))]
    flows = statement(2, [("item", "已付税金", ["8", "9"])], multiplier=1)
    other = [statement(1, income, multiplier=1), statement(1, [("item", "储备", ["2", "2"])], multiplier=1), flows]
    context, path = result(tmp_path, [national, sheet, more, *other], "830001")
    _, told = bring(tmp_path / "c", path, context=context, day=1)
    with Catalogue.open(tmp_path / "c") as catalogue:
        made = json.loads(catalogue.body(next(catalogue.names()), "json"))
    year = {name for name, cells in made["利润表"].items() if "2020-12-31" in cells}
    assert year == {"营业利润", "利润总额", "所得税费用", "净利润", "营业支出"}
    assert {name for name, cells in made["资产负债表"].items() if "2020-12-31" in cells} == {"存货", "应付账款"}
    assert made["现金流量表"]["已付税金"]["2020-12-31"] == "8"
    assert [(one.row, one.taken) for one in told] == [("statement 4", True), ("statement 5", True)]
    assert "left out with 18 figures: the report has shown another “利润表”" in told[0].reason
