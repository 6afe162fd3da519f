"""Traditional and simplified characters."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from quire.hanzi import either_form, simplified, usual_forms, variants


def test_traditional_characters_have_simplified_forms():
    assert simplified("機器學習與數據處理，頭髮後來乾淨著") == "机器学习与数据处理，头发后来干净着"


def test_other_text_stays():
    assert simplified("机器学习 with Rust 1.0") == "机器学习 with Rust 1.0"


@given(st.text(max_size=50))
def test_the_length_stays(text: str):
    assert len(simplified(text)) == len(text)


def test_variants_are_those_of_the_characters_in_use():
    found = variants("学后")
    assert found["學"] == "学"
    assert found["後"] == "后"
    assert "機" not in found


def test_an_expression_finds_either_kind():
    found = re.compile(either_form(r"^(?:资产总计|[期年]初|余额)\[项\]$"))
    assert found.match("資產總計[項]")
    assert found.match("资产总计[项]")
    assert found.match("餘額[项]")
    assert not found.match("資產合計[項]")


def test_an_expression_of_other_writing_stays():
    assert either_form(r"\bTotal (?:assets|[a-z]+)\b") == r"\bTotal (?:assets|[a-z]+)\b"


def test_usual_forms_are_those_that_traditional_texts_print():
    assert usual_forms("净") == "淨"
    assert set(usual_forms("合")) == {"合", "閤"}
    assert usual_forms("A") == "A"
