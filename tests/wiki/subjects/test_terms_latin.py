"""Names in Latin letters in Chinese books: programs and acronyms, no variables and no pieces of English."""

from __future__ import annotations

from quire.read.books.plain_text import read_book_text
from quire.wiki.book import make_book
from quire.wiki.page_planner import all_sentences
from quire.wiki.subjects.terms_latin import latin_terms


def found(
    *sentences: str, heading: str = "开始", times: int = 4, taken: frozenset[str] = frozenset()
) -> dict[str, str]:
    """Title and type of what is found in a book that says each sentence a few times among many others."""
    filler = "\n\n".join(f"这一段说的是别的内容，与上文没有关系，编号为{number}。" for number in range(60))
    text = f"# {heading}\n\n" + "\n\n".join("".join(sentences) for _ in range(times)) + f"\n\n# 其他\n\n{filler}"
    book = make_book(read_book_text(text.encode(), markdown=True))
    return {one.title: one.type for one in latin_terms(book, all_sentences(book.passages, "zh"), set(taken))}


def test_names_stand_against_chinese_without_a_space():
    assert found("使用GPU可以大大加快模型的训练。", "每台机器通过 LDAP 认证用户。") == {
        "GPU": "concept",
        "LDAP": "concept",
    }


def test_words_side_by_side_are_one_name():
    assert found("详细的规定写在 Policy Manual 这份文件里面。") == {"Policy Manual": "concept"}


def test_pieces_of_english_sentences_paths_options_and_formulas_are_none():
    said = (
        "请运行 see the manual page of it 这个命令。",
        "文件放在 /etc/Apache/Conf 目录下面。",
        "可以加上 -Verbose 选项来查看。",
        "设矩阵 $ABC$ 是对称的而且可逆。",
        "请访问 https://Example.org/Page 这个网址。",
    )
    assert found(*said) == {}


def test_english_in_brackets_names_the_chinese_before_it():
    assert found("卷积神经网络（Convolutional Network）是一种模型。") == {}


def test_a_word_in_small_letters_has_to_be_a_headings_or_program_text_too():
    assert found("这里的 quilt 用来管理补丁文件。", times=6) == {}
    assert found("这里的 quilt 用来管理补丁文件。", heading="使用 quilt", times=6) == {"quilt": "concept"}
    assert found("变量 `labels` 里面保存的是标签。", times=6) == {}


def test_names_that_have_a_page_already_get_no_second():
    assert found("模型的每个Token都有一个向量。", taken=frozenset({"tokens"})) == {}


def test_names_that_stand_for_any_name_are_none():
    assert found("假设软件包的名字是 FooBar 并且已经安装。") == {}


def test_what_the_whole_book_is_about_needs_no_page():
    assert found("在Debian中可以这样做。", times=60) == {}
