"""Persons and places of a Chinese story as candidates."""

from __future__ import annotations

import pytest

from quire.wiki.book import Book
from quire.wiki.page_planner import all_sentences
from quire.wiki.passage import Passage
from quire.wiki.subjects import people_zh
from quire.wiki.subjects.people_zh import people

STORY = [
    "沈清，字伯安，本州人也。伯安自幼好学，沈清读书不倦，到了扬州。",
    "沈清曰：“今日须往扬州。”陆远道：“我自扬州来。”沈清大笑，陆远亦笑。",
    "次日，伯安引陆远到扬州城中，见了沈夫人。沈夫人问道：“何人？”陆远答道：“是我。”",
    "沈丞相到了，众人来见，沈清谢了。沈丞相便是沈清。沈丞相曰：“免礼。”",
    "陆远见沈清去了，自往扬州。陆远曰：“伯安何在？”沈夫人说道：“在扬州。”沈夫人哭。",
]


def test_a_person_has_all_its_names_and_a_place_is_none():
    passages = [Passage(f"p{at + 1}", "一", at, text) for at, text in enumerate(STORY * 2)]
    found = people(Book("", "", "zh", tuple(passages), ()), all_sentences(passages, "zh"), 40)
    persons = {one.title: set(one.aliases) for one in found if one.type == "person"}
    assert "伯安" in persons["沈清"]
    assert persons["陆远"] == set()
    assert [one.title for one in found if one.type == "place"] == ["扬州"]
    assert not any(len(name) < 2 for one in found for name in one.names)


def test_a_book_in_traditional_characters_keeps_its_own():
    story = [one.replace("陆远", "陸遠").replace("伯安", "伯廣").replace("沈清", "沈淸") for one in STORY * 2]
    passages = [Passage(f"p{at + 1}", "一", at, text) for at, text in enumerate(story)]
    found = people(Book("", "", "zh", tuple(passages), ()), all_sentences(passages, "zh"), 40)
    assert "陸遠" in {one.title for one in found if one.type == "person"}
    assert all(name in "".join(story) for one in found for name in one.names)


def test_a_surname_before_a_given_name_is_the_same_person():
    text = "".join(
        f"黛玉{deed}，林黛玉{other}道：“{word}。”众人见黛玉{deed}，宝玉便{deed}。林黛玉{deed}。宝玉{other}道：“{word}。”"
        for word, deed, other in zip(
            ["可", "善", "去", "来", "是", "否"] * 2,
            ["大怒", "去了", "问他", "下山", "走来", "又叹"] * 2,
            ["", "笑", "忙", "冷笑", "便", "又"] * 2,
            strict=True,
        )
    )
    passages = [Passage(f"p{at + 1}", "一", at, text) for at in range(20)]
    found = people(Book("", "", "zh", tuple(passages), ()), all_sentences(passages, "zh"), 40)
    groups = [set(one.names) for one in found if one.type == "person"]
    assert any({"黛玉", "林黛玉"} <= one for one in groups)
    assert not any({"黛玉", "宝玉"} <= one for one in groups)


def test_persons_who_may_be_one_are_told_in_the_characters_of_the_book(monkeypatch: pytest.MonkeyPatch):
    groups = [[("陆远", 9)], [("沈清", 8)], [("伯安", 1)]]
    monkeypatch.setattr(people_zh, "groups_of", lambda _text, _tick: (groups, [(1, 2), (1, 0)]))
    passages = [Passage("p1", "一", 0, STORY[1].replace("陆远", "陸遠"))]
    found = people(Book("", "", "zh", tuple(passages), ()), all_sentences(passages, "zh"), 40)
    assert {one.title: one.perhaps for one in found if one.type == "person"} == {"陸遠": [], "沈清": ["陸遠"]}


def _groups(text: str) -> list[set[str]]:
    passages = [Passage(f"p{at + 1}", "一", at, text) for at in range(12)]
    found = people(Book("", "", "zh", tuple(passages), ()), all_sentences(passages, "zh"), 40)
    return [set(one.names) for one in found if one.type == "person"]


def test_the_end_of_a_surname_of_two_characters_is_no_surname():
    groups = _groups("公孙策道：“可。”公孙策大怒。众人见公孙策来了，公孙策笑道：“是。”公孙策便去。")
    assert any("公孙策" in one for one in groups)
    assert not any("孙策" in one for one in groups)


def test_a_surname_with_an_honorific_is_nobody_who_stands_in_one_sentence_with_it():
    groups = _groups("包公见包兴来了。包公叫包兴道：“去。”包兴道：“是。”包公大怒，包兴便去。包公道：“可。”")
    assert not any({"包公", "包兴"} <= one for one in groups)


def test_a_role_alone_is_nobody():
    story = [*STORY, "公子曰：“我来了。”公子大笑，公子去了。公子问道：“何人？”公子在扬州。公子怒道：“不可。”"]
    passages = [Passage(f"p{at + 1}", "一", at, text) for at, text in enumerate(story * 3)]
    found = people(Book("", "", "zh", tuple(passages), ()), all_sentences(passages, "zh"), 40)
    assert "公子" not in {name for one in found for name in one.names}


def test_everybody_whom_a_book_brings_in_is_offered(monkeypatch: pytest.MonkeyPatch):
    lives = ["陆远\n远，吴兴人。陆远工诗。", "沈清\n清，南阳人。沈清善书。"]
    monkeypatch.setattr(people_zh, "_OFFERED", 1)
    passages = [Passage(f"p{at + 1}", "一", at, text) for at, text in enumerate(lives)]
    found = people(Book("", "", "zh", tuple(passages), ()), all_sentences(passages, "zh"), 1)
    assert {"陆远", "沈清"} <= {one.title for one in found}
