"""Numbers in one form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.wiki.numerals import numbers


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1,500 men and 2.50 miles", ["1500", "2.5"]),
        ("thirty-two teeth", ["30", "2"]),
        ("one of them", []),
        ("u32 and x86 are names", []),
        ("一百二十回", ["120"]),
        ("一九八七年", ["1987"]),
        ("三万五千", ["35000"]),
        ("第三回", ["3"]),
        ("十二亿", ["1200000000"]),
        ("统一天下，万一失手，千万小心，三思", []),
        ("两人", ["2"]),
        ("零点七五与0.75", [".75", ".75"]),
        ("二点五倍，十二点零", ["2.5", "12"]),
        ("三点五十分到，四点一刻走", ["50"]),
    ],
)
def test_numbers(text: str, found: list[str]):
    assert list(numbers(text)) == found


@given(st.text())
def test_any_text(text: str):
    assert all(one.replace(".", "").isdigit() for one in numbers(text))


@given(st.integers(min_value=0, max_value=10**12))
def test_a_number_with_and_without_commas_is_one(value: int):
    assert list(numbers(f"{value:,} men")) == list(numbers(f"{value} men")) == [str(value)]
