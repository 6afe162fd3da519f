"""Plain text and Markdown books."""

from __future__ import annotations

import pytest

from quire.errors import DamagedDocument
from quire.model.block import Code, Formula, Heading, List, Paragraph, Table
from quire.model.traversal import text_of
from quire.read.books.plain_text import read_book_text


def headings(text: str, *, markdown: bool = False) -> list[tuple[int, str]]:
    document = read_book_text(text.encode(), markdown=markdown)
    return [(block.level, text_of(block.spans)) for block in document.blocks if isinstance(block, Heading)]


@pytest.mark.parametrize(
    "lines",
    [
        ["第一回 甲乙丙", "第二回 丁戊己"],
        ["第1章 开始", "第2章 结束"],
        ["CHAPTER I.", "CHAPTER II."],
        ["Chapter 1: The Road", "Chapter 2: The Sea"],
        ["I", "II", "III"],
        ["学而第一", "为政第二", "八佾第三"],
    ],
)
def test_chapters_are_found(lines: list[str]):
    text = "\n\n".join(f"{line}\n\nSome words of the story that go on for a while.\n\nMore of them." for line in lines)
    assert [title for _, title in headings(text)] == lines


def test_a_sentence_that_names_a_chapter_is_none():
    text = "第一章 甲\n\n第二章里我们会看到许多有趣的事情，这里先说一件小事，以免忘记。\n\n正文。"
    assert [title for _, title in headings(text)] == ["第一章 甲"]


def test_sites_and_gutenberg_are_dropped():
    text = "本书由某某小说网整理 www.example.com\n\n第一章 甲\n\n正文一。\n\n更多小说请访问 www.example.com\n\n正文二。"
    document = read_book_text(text.encode(), markdown=False)
    assert "example" not in "".join(text_of(block.spans) for block in document.blocks if isinstance(block, Paragraph))
    book = (
        "Licence\n\n*** START OF THE PROJECT GUTENBERG EBOOK X ***\n\nStory "
        "words here.\n\n*** END OF THE PROJECT GUTENBERG EBOOK X ***\nSmall print"
    )
    only = read_book_text(book.encode(), markdown=False)
    assert [text_of(block.spans) for block in only.blocks if isinstance(block, Paragraph)] == ["Story words here."]


def test_lines_broken_by_hand_are_joined():
    lines = "\n".join(
        [
            "It was a long evening, and all the people of the village had",
            "come to the green to hear what the old man would say of the",
        ]
        * 6
    )
    document = read_book_text(f"{lines}\nend.\n\nNext.".encode(), markdown=False)
    assert len(document.blocks) == 2


def test_markdown_blocks():
    text = (
        "# T\n\nA *term* and `code` with $x_i$.\n\n```py\nx = "
        "1\n```\n\n$$\na_b\n$$\n\n- one\n- two\n\n|a|b|\n|-|-|\n|1|2|\n\n<!-- gone -->"
    )
    document = read_book_text(text.encode(), markdown=True)
    assert [type(block) for block in document.blocks] == [Heading, Paragraph, Code, Formula, List, Table]
    spans = document.blocks[1].spans
    assert [span.text for span in spans if span.style and span.style.italic] == ["term"]
    assert text_of(spans) == "A term and code with $x_i$."


@pytest.mark.parametrize("data", [b"", b"  \n ", bytes(range(1, 32)) * 40])
def test_what_is_no_text_is_refused(data: bytes):
    with pytest.raises(DamagedDocument):
        read_book_text(data, markdown=False)


def test_a_line_that_ends_in_a_rank_is_no_chapter():
    text = "比赛结果\n\n甲队第一\n\n他们跑得很快，大家都很高兴。\n\n乙队第二\n\n也不错。"
    assert headings(text) == []


def test_lines_of_technical_texts_are_joined_though_program_text_has_short_ones():
    prose = [
        "这是一段说明文字，它在固定的宽度上换行，所以每一行都差不多一样长，",
        "读者看到的应当是一个完整的段落，而不是许多短短的行。",
    ] * 3
    code = ["    $ ls", "    $ cd x", "    $ make", "    $ exit"]
    lines = [line for _ in range(6) for line in [*prose, "", *code, ""]]
    found = read_book_text("\n".join(lines).encode(), markdown=False).blocks
    assert [type(one).__name__ for one in found] == ["Paragraph", "Code"] * 6


def test_program_text_with_empty_lines_is_one():
    prose = [
        "The text around it is set at a width of about sixty letters, and",
        "goes on for some lines so that the width is known.",
    ] * 5
    text = "\n".join([*prose, "", "    int a = 1;", "", "    int b = 2;", "", *prose])
    (code,) = [one for one in read_book_text(text.encode(), markdown=False).blocks if isinstance(one, Code)]
    assert code.text == "int a = 1;\n\nint b = 2;"
