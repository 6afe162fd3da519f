"""The fact sheet: latest figures, their currency and source, and heads in both languages."""

from __future__ import annotations

import json
import tomllib
from importlib import resources
from pathlib import Path

from quire.web.console.fact_sheet import fact_sheet, head

SAMPLES = Path(__file__).parents[3] / "samples" / "companies"


def first(name: str) -> dict:
    return json.loads((SAMPLES / name).read_text(encoding="utf-8").splitlines()[0])


def test_the_latest_value_of_each_figure_with_its_source():
    origins = {"fields": {"": 0, "/利润表": 1}, "details": {}}
    sheet = fact_sheet(first("cn.jsonl"), origins, "cn", "zh")
    revenue, profit, *_ = sheet.figures
    assert (revenue.item, profit.item, revenue.values[0][0]) == ("营业收入", "净利润", "2024-12-31")
    assert (revenue.source, sheet.figures[2].source) == (2, 1)
    assert (sheet.currency, sheet.stated) == ("CNY", False)
    (names, drawing, table), _ = sheet.charts
    assert (names, [row[0] for row in table]) == (["营业收入", "净利润"], ["2023-12-31", "2024-12-31"])
    assert len(drawing.marks) == 4


def test_a_source_that_tells_its_unit_is_believed():
    place = "/income statement/Total Revenue/Sep 27, 2025"
    origins = {"details": {place: {"unit": "EUR", "page": "12"}}}
    sheet = fact_sheet(first("us-nyse.jsonl"), origins, "us", "en")
    assert (sheet.currency, sheet.stated, sheet.figures[0].unit, sheet.figures[0].page) == ("EUR", True, "EUR", "12")
    untold = fact_sheet(first("us-nyse.jsonl"), {}, "us", "en")
    assert (untold.currency, untold.stated, untold.figures[0].source) == ("", False, 0)


def test_a_record_without_figures_has_an_empty_sheet():
    for record in ({}, {"balance sheet": []}, {"利润表": {"净利润": "x"}}, {"利润表": {"净利润": {"soon": "1"}}}):
        sheet = fact_sheet(record, {"details": [], "fields": None}, "us", "zh")
        assert (list(sheet.figures), list(sheet.charts)) == ([], [])


def test_heads_are_translated_and_others_stay():
    assert head("Total Revenue", "zh") == "营业收入"
    assert head("营业收入", "en") == "Revenue"
    assert head("something new", "zh") == "something new"


def test_every_head_of_the_contract_has_the_other_language():
    text = resources.files("quire.company.importers").joinpath("concepts.toml").read_text(encoding="utf-8")
    for section, items in tomllib.loads(text).items():
        for name in (section, *items):
            assert head(name, "zh") != name, name
    for name in first("cn.jsonl"):
        assert head(name, "en") != name, name
