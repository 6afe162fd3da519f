"""Emphasis beside Chinese characters and marks, which have no spaces around them."""

from __future__ import annotations

import pytest

from quire.model.block import Paragraph
from quire.read.books.markdown_reader import read_markdown


@pytest.mark.parametrize(
    ("text", "bold"),
    [
        ("**锁：**一种机制。", ["锁："]),
        ("通过**订阅（subscription）**的方式；**“锁”**是一种。", ["订阅（subscription）", "“锁”"]),
        ("跟**.parse()**相反", [".parse()"]),
        ("**Lock:** a thing; foo**bar:**baz.", ["Lock:"]),
        ("乘法 2**3 和 4 ** 5。", []),
    ],
)
def test_chinese_words_and_marks_end_emphasis(text: str, bold: list[str]):
    paragraph = read_markdown(f"# T\n\n{text}").blocks[1]
    assert isinstance(paragraph, Paragraph)
    assert [one.text for one in paragraph.spans if one.style and one.style.bold] == bold
