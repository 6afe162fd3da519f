"""Answers of the exchange: JSONP, the word null, two spellings of a key, holders in any order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quire.company.catalogue import Catalogue
from tests.company.making import bring

ANSWER = {
    "baseinfo": {
        "code": "838001",
        "name": "样例优车股份有限公司",
        "shortname": "样例优车",
        "listingDate": "20160722",
        "postcode": "null",
        "transferMode": "做市",
        "totalStockEquity": "2269023798",
        "secretaries": "样例丙",
    },
    "finance": {"noDistributeProfit": "1345606.61", "earningsPerShare": ".08", "netAssets": "null", "profit": "-5"},
    "topTenHolders": [
        {
            "num": "10",
            "date": "2016-06-30",
            "name": "丁",
            "quantity": "7",
            "ratio": ".1",
            "last_quantity": "9",
            "changeQty": "-2",
        },
        {
            "num": "1",
            "date": "2016-06-30",
            "name": "甲",
            "quantity": "90000000",
            "ratio": "0.12345",
            "unlimitedQuantity": "0",
        },
        {"num": "2", "date": "2016-06-30", "name": "乙", "quantity": "80", "last_quantity": "0", "changeQty": "80"},
        {"num": "1", "date": "2017-06-30", "name": "甲", "quantity": "1", "last_quantity": "1", "changeQty": "0"},
    ],
    "executives": [{"name": "样例丙", "job": "董事", "age": "null"}, {"job": "监事"}],
}


@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_an_answer_becomes_a_document(tmp_path: Path, mark: str):
    (tmp_path / "838001.jsonp").write_text(f"{mark}null({json.dumps(ANSWER, ensure_ascii=False)});\n", encoding="utf-8")
    _, rejected = bring(tmp_path / "c", tmp_path / "838001.jsonp")
    assert rejected == []
    with Catalogue.open(tmp_path / "c") as catalogue:
        document = json.loads(catalogue.body(next(catalogue.names()), "json"))
    assert document["挂牌日期"] == "2016-07-22"
    assert "邮政编码" not in document
    assert document["基本指标"] == {"利润总额": "-5", "未分配利润": "1,345,606.61", "每股收益": "0.08"}
    assert document["股票信息"] == {"转让方式": "做市", "总股本": "2,269,023,798"}
    assert document["高管人员"] == [{"name": "样例丙", "job": "董事"}]
    later, earlier = document["机构股东"]
    assert (later["date"], later["detail"][0]["changeCondition"]) == ("2017-06-30", "不变")
    assert [row["name"] for row in earlier["detail"]] == ["甲", "乙", "丁"]
    assert earlier["holderNumber"] == "3"
    assert earlier["detail"][0] == {
        "name": "甲",
        "shareNumber": "90,000,000",
        "ratio": "12.345%",
        "convertableShares": "0",
    }
    assert [row.get("changeCondition") for row in earlier["detail"]] == [None, "新进", "减少"]
    assert earlier["detail"][2]["ratio"] == "10.00%"


def test_answers_without_a_code_are_told(tmp_path: Path):
    answers = [{"baseinfo": {}}, {"baseinfo": {"code": "x y"}}, {"baseinfo": None}]
    (tmp_path / "a.json").write_text(json.dumps(answers))
    _, rejected = bring(tmp_path / "c", tmp_path / "a.json")
    assert [row.row for row in rejected] == ["element 1", "element 2", "element 3"]


def test_answers_of_odd_shapes_do_not_stop_an_import(tmp_path: Path):
    odd = {"finance": [], "topTenHolders": {"num": 1}, "executives": "none", "baseinfo": {"code": "838002", "name": 5}}
    (tmp_path / "a.json").write_text(json.dumps(odd))
    summary, _ = bring(tmp_path / "c", tmp_path / "a.json")
    assert summary.outcomes == {"added": 1}
