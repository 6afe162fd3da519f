"""The Chinese document: kept as it was imported; normal forms for importers, notes on what has none."""

from __future__ import annotations

import pytest

from quire.company import neeq_document
from quire.company.record import Problem
from tests.company.making import RIVER


def test_a_good_document_stays_as_it_is():
    made, notes = neeq_document.document(RIVER)
    assert made == RIVER
    assert notes == []


def test_keys_empty_values_order_and_spelling_stay():
    raw = {
        "机构股东": [],
        "备注": "x",
        "公司网址": "",
        "公司名称": " 甲 ",
        "挂牌日期": "2015/2/3",
        "公司代码": "830001.OC",
        "员工人数": 47,
        "资产负债表": {"货币资金": {"20151231": "--", "2016-12-31": ""}, "存货": {}},
        "": {"": [None, True, 1.5]},
    }
    made, notes = neeq_document.document(raw)
    assert list(made.items()) == list(raw.items())
    assert notes == []


def test_an_importers_document_has_the_keys_of_the_contract_in_their_order():
    made = neeq_document.complete({"备注": "x", "公司名称": "甲", "英文名称": "", "公司代码": "830001"})
    assert list(made) == [*neeq_document.SPECIFIED, "备注"]
    assert (made["公司网址"], made["机构股东"]) == ("", [])


@pytest.mark.parametrize(
    ("given", "code"), [(830001, "830001"), ("830001.OC", "830001"), ("400002.0", "400002"), ("42", "000042")]
)
def test_codes_in_their_canonical_form(given: object, code: str):
    assert neeq_document.code(given) == code


@pytest.mark.parametrize("given", [None, "", "公司", "83 0001", "'; DROP TABLE entries; --", "8" * 40])
def test_what_is_no_code_is_refused(given: object):
    with pytest.raises(Problem):
        neeq_document.document({"公司代码": given, "公司名称": "甲"})


def test_dates_are_checked_and_brought_into_the_iso_form():
    made, notes = neeq_document.normalized({"公司代码": "830001", "成立日期": "2001/2/28", "挂牌日期": "2015-02-30"})
    assert made == {"公司代码": "830001", "成立日期": "2001-02-28"}
    assert [note.pointer for note in notes] == ["/挂牌日期"]


def test_cells_without_a_value_are_left_out_and_texts_are_told():
    section = {
        "货币资金": {"2016-12-31": "--", "20151231": "1"},
        "存货": {"2016-12-31": "约三亿"},
        "应收": {"期末": "2", "2016-12-31": ""},
    }
    made, notes = neeq_document.normalized({"公司代码": "830001", "资产负债表": section})
    assert made["资产负债表"] == {"货币资金": {"2015-12-31": "1"}, "存货": {"2016-12-31": "约三亿"}}
    assert [note.pointer for note in notes] == ["/资产负债表/*/期末", "/资产负债表/存货/2016-12-31"]


def test_holders_without_a_date_are_left_out():
    rows = [
        {"date": "never", "detail": []},
        {"date": "2016-06-30", "detail": [{"name": "A", "ratio": "much"}]},
    ]
    made, notes = neeq_document.normalized({"公司代码": "830001", "机构股东": rows})
    assert made["机构股东"] == [rows[1]]
    assert [note.pointer for note in notes] == ["/机构股东/0/date", "/机构股东/1/detail/0/ratio"]


def test_fields_of_the_wrong_shape_are_left_out():
    made, notes = neeq_document.normalized({"公司代码": "830001", "公司名称": ["甲"], "机构股东": "none"})
    assert made == {"公司代码": "830001"}
    assert len(notes) == 2
