"""Lists of contents in plain text: their lines are no text, and what they announce are chapters."""

from __future__ import annotations

import time

import pytest

from quire.model.block import Heading, Paragraph
from quire.model.traversal import text_of
from quire.read.books.contents_list import contents_lists, number_key
from quire.read.books.plain_text import read_book_text


def _prose(number: int, *, chinese: bool) -> str:
    if chinese:
        return "\n\n".join(f"那人走了{number}里又{at}步，便到河边去了，直到天黑也没有人见他回来。" for at in range(20))
    return "\n\n".join(
        f"On day {at} of year {number} the miller went down to the river, and was not seen." for at in range(10)
    )


def _titles(front: str, *heads: str, chinese: bool = False) -> list[str]:
    text = front + "".join(f"\n\n{head}\n\n{_prose(at, chinese=chinese)}" for at, head in enumerate(heads))
    document = read_book_text(text.encode(), markdown=False)
    assert not any(text_of(one.spans) in heads for one in document.blocks if isinstance(one, Paragraph))
    return [text_of(one.spans) for one in document.blocks if isinstance(one, Heading)]


def test_entries_are_no_chapters_in_whatever_form():
    titles = ["CHAPTER I. DOWN THE ROAD", "CHAPTER II. THE SEA", "CHAPTER III. HOME"]
    plain = "CONTENTS\n\n CHAPTER I.   Down the Road\n CHAPTER II.   The Sea\n CHAPTER III.   Home"
    assert _titles(plain, *titles) == titles
    speakers = ["Speakers: two", "The owner", "All, and a guest"]
    apart = "CONTENTS\n\n" + "\n\n".join(f"{one.title()}\n\n{two}" for one, two in zip(titles, speakers, strict=True))
    assert _titles(apart, *titles) == titles
    bare = "I. Down the Road 7\nII. The Sea 13\nIII. Home 21"
    assert _titles(bare, "I", "II", "III") == ["I", "II", "III"]


def test_entries_with_leaders_and_other_numerals():
    titles = ["第一回 花", "第二回 草", "第三回 木", "第四回 石"]
    dotted = "目录\n第一回 花……1\n第二回 草……12\n第三回 木……20\n第四回 石……31"
    assert _titles(dotted, *titles, chinese=True) == titles
    digits = "第001回 花\n第002回 草\n第003回 木\n第004回 石"
    assert _titles(digits, *titles, chinese=True) == titles


def test_chapters_of_books_are_counted_anew():
    entries = ["BOOK I", "CHAPTER I", "CHAPTER II", "BOOK II", "CHAPTER I", "CHAPTER II", "CHAPTER III"]
    assert _titles("CONTENTS\n\n" + "\n\n".join(entries), *entries) == entries


def test_titles_without_numbers_are_chapters_if_the_contents_announce_them():
    titles = ["Economy", "Where I Lived", "Reading", "Sounds", "Solitude"]
    assert _titles("Contents\n\n" + "\n".join(titles), *titles) == titles


@pytest.mark.parametrize(
    "lines", [["JOHN", "MARY"] * 40, ["12", "13", "14", "15"], ["Yes.", "No.", "Perhaps.", "Yes."]]
)
def test_lines_of_a_play_pages_and_answers_are_no_list(lines: list[str]):
    body = [line for one in lines for line in (one, "I have nothing to say about it.", "")]
    assert contents_lists([*body, *body]) == []


def test_kinds_of_numbers():
    assert number_key("CHAPTER IV. The Road") == number_key("Chapter 4") == "chapter 4"
    assert number_key("第〇一二回 甲") == number_key("第十二回") == "回 12"
    assert not number_key("Civil wars")


def test_a_list_of_twenty_thousand_entries():
    titles = [f"Chapter {at}. Of matter {at}" for at in range(1, 20_001)]
    lines = [*titles, *(line for one in titles for line in (one, "x" * 300))]
    start = time.process_time()
    found = contents_lists(lines)
    assert [len(one.heads) for one in found] == [20_000]
    assert time.process_time() - start < 10


def test_lines_that_come_again_far_apart_are_no_list() -> None:
    notice = ["NOTE", "Work in progress", "Please send corrections"]
    chapter = [line for one in notice for line in (one, "", _PROSE_LINE, "", _PROSE_LINE, "")]
    assert contents_lists([*chapter, *[_PROSE_LINE] * 300] * 4) == []


_PROSE_LINE = "Here we look at the core value types of the language, and at what they do when a program runs."


@pytest.mark.parametrize(
    ("entries", "levels"),
    [
        (["  Rivers", "    Springs", "      Wells", "    Mouths", "  Hills", "  Roads"], (1, 2, 3, 2, 1, 1)),
        (["   I. Rivers", "  II. Springs", " III. Wells", "  IV. Mouths", "   V. Hills"], ()),
        (["Rivers", "Springs", "Wells", "Mouths"], ()),
    ],
)
def test_indented_entries_have_levels_and_numbers_set_flush_right_none(
    entries: list[str], levels: tuple[int, ...]
) -> None:
    body = [line for one in entries for line in (one.strip(), *[_PROSE_LINE] * 40)]
    (found,) = contents_lists(["Contents", "", *entries, "", *body])
    assert found.levels == levels
