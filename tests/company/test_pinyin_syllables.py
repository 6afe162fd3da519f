"""Readings in pinyin."""

from __future__ import annotations

import pytest

from quire.company.pinyin_syllables import readings


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("上海水仙", ["shang hai shui xian"]),
        ("重庆银行", ["chong qing yin hang", "zhong qing yin xing"]),
        ("甲例a5", ["jia li a 5"]),
        ("ab集团", ["a b ji tuan"]),
        ("绿能", ["lv neng"]),
        ("acme", ["a c m e"]),
        ("", []),
    ],
)
def test_readings(name, read):
    assert [" ".join(one) for one in readings(name)] == read
