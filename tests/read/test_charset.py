"""Bytes to characters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.read.charset import decode

SIMPLIFIED = "话说天下大势，分久必合，合久必分。周末七国分争，并入于秦。及秦灭之后，楚、汉分争，又并入于汉。" * 5
TRADITIONAL = "話說天下大勢，分久必合，合久必分。周末七國分爭，并入於秦。及秦滅之後，楚、漢分爭，又并入於漢。" * 5


@pytest.mark.parametrize("name", ["utf-8", "utf-8-sig", "gb18030", "gbk", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_simplified_chinese(name: str):
    assert decode(SIMPLIFIED.encode(name)) == SIMPLIFIED


@pytest.mark.parametrize("name", ["utf-8", "big5", "utf-16"])
def test_traditional_chinese(name: str):
    assert decode(TRADITIONAL.encode(name)) == TRADITIONAL


def test_western_text():
    text = "The café was “open”, naïve Zoë said. " * 20
    assert decode(text.encode("cp1252")) == text
    assert decode(text.encode()) == text


@given(st.binary(max_size=300))
def test_it_never_fails(data: bytes):
    assert "\r" not in decode(data)
