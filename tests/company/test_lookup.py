"""Which company a text means."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.company.company_names import CN, US, Name
from quire.company.lookup import Query, Register

ENTRIES = [
    Name(CN, "", "838006", "江苏晨光样例科技股份有限公司", "晨光样例"),
    Name(CN, "", "430001", "北京南山例(集团)股份有限公司", "ST南山例", ("南山旧名股份有限公司",)),
    Name(CN, "", "400008", "上海同名样例股份有限公司", "甲例A5"),
    Name(CN, "", "400009", "上海同名样例股份有限公司", "甲例B5"),
    Name(CN, "", "400010", "甲例A5", "乙例"),  # whose full name is another's short name
    Name(US, "nyse", "BRX-B", "Brackish & Sons, Inc."),
    Name(US, "nasdaq", "EXMPL", "Example Corp"),
]


@pytest.fixture(scope="module")
def register() -> Register:
    return Register(ENTRIES)


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("838006", ["838006"]),
        ("838006.OC", ["838006"]),
        ("838006.nq", ["838006"]),
        ("江苏晨光样例科技股份有限公司", ["838006"]),
        ("晨光样例", ["838006"]),
        (" 晨光 样例 ", ["838006"]),
        ("南山例", ["430001"]),
        ("*ST南山例", ["430001"]),
        ("北京南山例（集团）股份有限公司", ["430001"]),
        ("南山旧名股份有限公司", ["430001"]),
        ("上海同名样例股份有限公司", ["400008", "400009"]),
        ("甲例A5", ["400010"]),  # the full name comes before the short name
        ("甲例a5", ["400008", "400010"]),  # in comparable form both have it
        ("", []),
        ("（）", []),
        ("EXMPL", []),
        ("没有这家公司", []),
        ("x" * 10_000, []),
    ],
)
def test_chinese_companies(register, text, codes):
    assert [one.code for one in register.company(text)] == codes


@pytest.mark.parametrize("text", ["brx.b", "BRX-B", "brx/b", "brx b"])
def test_tickers(register, text):
    assert [one.code for one in register.ticker(text)] == ["BRX-B"]
    assert register.ticker("838006") == []


def test_a_saved_register_is_the_same(register, tmp_path: Path):
    register.save(tmp_path / "index")
    again = Register.load(list(reversed(ENTRIES)), tmp_path / "index")
    for text in ("样例", "csly", "brackish", "晨光样列", ""):
        assert again.search(Query(text)) == register.search(Query(text))


def test_an_index_of_other_entries_is_refused(register, tmp_path: Path):
    register.save(tmp_path / "index")
    with pytest.raises(ValueError, match="other entries"):
        Register.load(ENTRIES[:-1], tmp_path / "index")
    (tmp_path / "index").write_bytes(b"PK\x05\x06" + b"\0" * 18)
    with pytest.raises(ValueError, match="no index"):
        Register.load(ENTRIES, tmp_path / "index")
