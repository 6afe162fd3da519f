"""Persons of books translated into Chinese."""

from __future__ import annotations

from quire.wiki.book import Book
from quire.wiki.page_planner import all_sentences
from quire.wiki.passage import Passage
from quire.wiki.subjects.foreign_names_zh import is_translated
from quire.wiki.subjects.people_zh import people

STORY = [
    "玛格丽特·霍尔登走进花园，她很高兴。罗伯特先生说，天气真好。霍尔登太太坐在窗前，她没有回答。",
    "晚上玛格丽特写信，她想起了罗伯特先生。有人看见罗伯特·温斯洛走过街角，他没有停下。他们乘车去纽卡斯特，",
    "又从纽卡斯特回来。玛格丽特听见有人敲门，她打开门。温斯洛先生站在门口，他脱下帽子。",
    "后来玛格丽特哭了，她不愿意再说。于是温斯洛先生走了，他再也没有回头。住在纽卡斯特的人都知道，",
    "但是玛格丽特笑了，她什么都不怕。昨天霍尔登太太病了，她躺在床上。大家到纽卡斯特去找医生。",
]


def book(story: list[str]) -> Book:
    return Book("", "", "zh", tuple(Passage(f"p{at}", "一", at, text) for at, text in enumerate(story)), ())


def persons(story: list[str]) -> dict[str, set[str]]:
    made = book(story)
    found = people(made, all_sentences(made.passages, "zh"), 40)
    return {one.title: set(one.names) for one in found if one.type == "person"}


def test_names_spelled_by_sound_are_joined_as_english_ones_are():
    groups = [*persons(STORY * 5).values()]
    assert any({"玛格丽特", "玛格丽特·霍尔登"} <= one for one in groups)
    assert any({"温斯洛先生", "罗伯特·温斯洛"} <= one for one in groups)
    assert any("霍尔登太太" in one for one in groups)
    assert not any("纽卡斯特" in one for one in groups)


def test_no_name_is_a_part_of_another_or_holds_other_words():
    names = {name for one in persons(STORY * 5).values() for name in one}
    assert not names & {"玛格丽", "格丽特", "斯洛先生", "见罗伯特·温斯洛", "于是温斯洛先生"}


def test_a_hyphen_between_such_names_is_a_dot():
    groups = [*persons([one.replace("·", "-") for one in STORY * 5]).values()]
    assert any({"玛格丽特", "玛格丽特-霍尔登"} <= one for one in groups)


def test_dots_of_other_books_are_none_of_names():
    assert is_translated("\n".join(STORY * 5))
    assert not is_translated("三国演义·第一回·桃园结义·关云长·张翼德" * 20)
    assert not is_translated("今有约翰·史密斯一人，曰。" * 2)


def test_foreign_names_that_stand_once_are_nobodys():
    given, family = ["约翰", "罗莎莉", "米歇尔", "维克托"], ["德莱尔", "卡斯特", "塔克曼", "莫里斯"]
    names = [
        f"{one}·{other}" for one, other in [*zip(given, family, strict=True), *zip(given, family[::-1], strict=True)]
    ]
    story = [f"昨天{one}来过。众人都说好，天也亮了。" for one in names]
    assert is_translated("\n".join(story))
    assert not any("·" in name for name in persons(story))
