"""Two spellings of one name have the same comparable form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.company.company_names import LONGEST, Name, code, normal, ticker


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("北京南山例（集团）股份有限公司", "北京南山例(集团)股份有限公司"),
        ("*ST南山例", "南山例"),
        ("ST 南山例", "南山例"),
        ("S*ST南山例", "南山例"),
        ("ＡＢ例", "ab例"),
        ("江苏 晨光\u3000样例", "江苏晨光样例"),
        ("Brackish & Sons, Inc.", "BRACKISH SONS INC"),
        (".浙江样例", "浙江样例"),
    ],
)
def test_spellings_of_one_name(one, other):
    assert normal(one) == normal(other) != ""


def test_a_latin_name_that_begins_like_a_mark_keeps_its_beginning():
    assert normal("STIFEL FINANCIAL CORP") == "stifelfinancialcorp"
    assert normal("ST") == "st"


@pytest.mark.parametrize("text", ["", " ", "（）", "...", "\u3000"])
def test_nothing_to_compare(text):
    assert normal(text) == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("838006.OC", "838006"),
        ("838006.nq", "838006"),
        (" ８３８００６ ", "838006"),
        ("838006", "838006"),
        ("8.OCX", "8.OCX"),
    ],
)
def test_codes(text, expected):
    assert code(text) == expected


@pytest.mark.parametrize("text", ["brk.b", "BRK-B", "brk/b", "Brk B", "ＢＲＫ．Ｂ", "brk_b"])
def test_tickers_of_a_share_class(text):
    assert ticker(text) == "BRK-B"


@given(st.text())
def test_any_text_has_a_form_that_does_not_change(text):
    assert normal(normal(text)) == normal(text)
    assert len(text) > LONGEST or normal(text + " ") == normal(text)


def test_names_leave_out_what_is_not_there():
    assert Name("us", "nyse", "A", "Alpha").names == ("Alpha",)
    assert Name("cn", "", "1", "全名", "简", ("旧名",)).names == ("全名", "简", "旧名")
