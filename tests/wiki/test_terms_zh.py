"""Terms of Chinese technical books: stressed words and pieces of sentences are none."""

from __future__ import annotations

from collections import Counter

import pytest

from quire.wiki.book import Book, Chapter
from quire.wiki.evidence import all_sentences
from quire.wiki.passage import Passage
from quire.wiki.terms_zh import terms

_TEXT = (
    "学习率决定梯度下降的步长。在函数中可以用梯度下降来获得最小值，每个样本被称为数据点。"
    "梯度下降用命令来启动，学习率在函数中可以用命令来设置，每个样本可以用一次。"
)


def _titles(emphasised: dict[str, int]) -> list[str]:
    passages = tuple(Passage(f"p{at + 1}", "优化", at, _TEXT, ("优化",)) for at in range(6))
    book = Book("", "", "zh", passages, (Chapter("优化", 0, 6),), emphasised=Counter(emphasised))
    return [one.title for one in terms(book, all_sentences(passages, "zh"), 60)]


@pytest.mark.parametrize("stressed", ["可以用", "函数中", "每个样本", "被称为"])
def test_what_is_only_stressed_is_no_term(stressed: str):
    assert stressed not in _titles({stressed: 2, "学习率": 2})


def test_pieces_of_sentences_are_no_terms():
    titles = _titles({"学习率": 2})
    assert not [one for one in titles if one.endswith("来") or one.startswith("来")]
    assert "学习率" in titles
    assert "梯度下降" in titles


@pytest.mark.parametrize("word", ["前者", "接下来", "提示", "临时"])
def test_usual_words_are_terms_only_where_the_book_makes_them(word: str):
    text = f"这里{word}，系统。其次{word}；系统。因此，{word}。正则表达式，{word}。操作系统，正则表达式。操作系统。"
    passages = tuple(Passage(f"p{at + 1}", "概览", at, text, ("概览",)) for at in range(9))
    book = Book("", "", "zh", passages, (Chapter("概览", 0, 9),), emphasised=Counter({"提示": 5}))
    found = [one.title for one in terms(book, all_sentences(passages, "zh"), 60)]
    assert word not in found
    assert "正则表达式" in found
