"""Bytes to characters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.read.books.text_encoding import decode, is_text

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


def test_text_or_not():
    chinese = "山重水复疑无路，柳暗花明又一村。" * 40
    assert is_text("山重水复疑无路".encode()[:-1])
    assert is_text(b"\xff\xfea\0b\0")
    for name in ("utf-8", "gb18030", "big5hkscs", "utf-16-le", "utf-16-be", "utf-32"):
        assert is_text(("第一章\n" + chinese.replace("复", "復").replace("无", "無")).encode(name))
    assert is_text("Ein Märchen über Größe. ".encode("cp1252") * 9)
    assert not is_text(b"a\0b")
    assert not is_text(bytes(range(1, 32)) * 20)
    assert not is_text(bytes(range(1, 256)) * 20)
