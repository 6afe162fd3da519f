"""Initials in pinyin."""

from __future__ import annotations

import pytest

from quire.company.pinyin import initials


@pytest.mark.parametrize(
    ("name", "letters"),
    [("上海水仙", "shsx"), ("重庆银行", "cqyh"), ("甲例a5", "jla5"), ("ab集团", "abjt"), ("", ""), ("acme", "acme")],
)
def test_initials(name, letters):
    assert initials(name) == letters
