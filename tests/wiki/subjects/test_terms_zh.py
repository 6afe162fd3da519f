"""Terms of Chinese technical books: stressed words and pieces of sentences are none."""

from __future__ import annotations

from collections import Counter

import pytest

from quire.read.books.plain_text import read_book_text
from quire.wiki.book import Book, Chapter, make_book
from quire.wiki.page_planner import all_sentences
from quire.wiki.passage import Passage
from quire.wiki.subjects.terms_zh import terms

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


def test_books_in_traditional_characters_have_terms_in_them():
    said = "維護者腳本（maintainer scripts）由套件管理系統執行。原始碼套件包含原始碼。版本控制系統（VCS）保存每個版本。"
    text = "# 原始碼套件\n\n" + "\n\n".join(
        f"{said}第{number}次構建原始碼套件時，版本控制系統會記錄。" for number in "一二三四五六"
    )
    book = make_book(read_book_text(text.encode(), markdown=True))
    found = {one.title: one.aliases for one in terms(book, all_sentences(book.passages, "zh"), 20)}
    assert found["版本控制系統"] == ["VCS"]
    assert "原始碼" in found


def test_commands_in_brackets_are_no_translations_and_words_of_documents_no_terms():
    said = "先作为（X-）选项运行。清理目录（make -C doc clean）之后，本手册的章节会重新生成。"
    text = "# 本手册\n\n" + "\n\n".join(f"{said}第{number}个章节如此。" for number in "一二三四五六")
    book = make_book(read_book_text(text.encode(), markdown=True))
    found = {one.title: one.aliases for one in terms(book, all_sentences(book.passages, "zh"), 20)}
    assert not {"作为", "本手册", "章节"} & set(found)
    assert not any(found.values())


def test_words_with_english_or_in_headings_are_terms():
    said = "软件包的依赖（dependency）由程序检查。"
    text = "# 依赖\n\n" + "\n\n".join(f"{said}第{number}次检查依赖。" for number in "一二三四五六")
    book = make_book(read_book_text(text.encode(), markdown=True))
    found = {one.title: one.aliases for one in terms(book, all_sentences(book.passages, "zh"), 20)}
    assert found["依赖"] == ["dependency"]


@pytest.mark.parametrize("heading", ["快速排序", "概览"])
def test_a_phrase_may_begin_with_an_adverb_or_a_verb_where_a_heading_names_it(heading: str):
    text = "快速排序把序列分成两段。我们用快速排序来排列元素，而快速排序由递归实现。"
    passages = tuple(Passage(f"p{at + 1}", "排列", at, text, ("排列", heading)) for at in range(6))
    book = Book("", "", "zh", passages, (Chapter("排列", 0, 6),))
    found = [one.title for one in terms(book, all_sentences(passages, "zh"), 60)]
    assert ("快速排序" in found) is (heading == "快速排序")
