"""Statements as JSON: exactly the contract's keys, everything else under details."""

from __future__ import annotations

import json

from quire.jobs.statement_json import array, element
from tests.jobs import statements as make


def test_an_element_has_exactly_the_keys_of_the_contract():
    made = element(make.balance())
    assert list(made) == ["tables", "type_index", "angle"]
    assert (made["type_index"], made["angle"]) == (0, 90)
    table = made["tables"][0]
    assert table[0] == ["", "附注", "2025年12月31日", "2024年12月31日"]
    assert table[1] == ["流动资产：", "", "", ""]
    assert table[2] == ["货币资金", "七、1", "1,204,318.55", "-88.00"]
    assert all(isinstance(cell, str) for row in table for cell in row)


def test_details():
    details = element(make.balance(holds=False), details=True)["details"]
    assert details["kind"] == "balance_sheet"
    assert details["scope"] == "consolidated"
    assert (details["unit"], details["multiplier"], details["currency"], details["pages"]) == ("元", 1, "CNY", [3, 4])
    assert details["periods"][:2] == [None, None]
    assert details["periods"][2] == {"label": "2025年12月31日", "start": None, "end": "2025-12-31"}
    rows = details["rows"]
    assert [row["kind"] for row in rows] == ["header", "section", "item", "item", "item", "total"]
    assert rows[2]["cells"][2] == {
        "page": 3,
        "box": [300.0, 50.0, 360.0, 60.0],
        "confidence": 1.0,
        "value": "1204318.55",
    }
    assert rows[1]["cells"][2] is None
    assert rows[3]["cells"][2]["value"] == "-5000.10"
    assert details["checks"] == [
        {
            "rule": "balance",
            "message": "资产总计 = 负债和所有者权益总计",
            "holds": False,
            "cells": [[5, 2], [5, 3]],
        }
    ]


def test_an_array_is_json_without_escapes():
    body = array(element(one) for one in make.extraction().statements)
    assert len(json.loads(body)) == 2
    assert "货币资金".encode() in body
    assert array([]) == b"[]"
    assert json.loads(array([{"a": "\ud800"}])) == [{"a": "?"}]
