"""Who speaks in a Chinese story."""

from __future__ import annotations

import pytest

from quire.wiki.subjects.speakers_zh import speakers, titled_surnames

_SURNAMES = frozenset("林薛曹刘吴李")


def _story(name: str, times: int = 6) -> str:
    parts = [
        f"{name}笑道：“这也罢了。”众人都笑了。",
        f"一时{name}来了，坐了一回。",
        f"老王对{name}说了几句话。",
        f"{name}忙问：“谁来了？”",
        f"他见{name}不语，便走了。{name}道：“去罢。”",
    ]
    return "\n".join(parts * times)


@pytest.mark.parametrize("name", ["行者", "袭人", "鸳鸯", "八戒", "太白金星", "祥子"])
def test_words_that_speak_and_are_spoken_to_are_names(name: str):
    assert speakers(_story(name), _SURNAMES)[name] == 36


@pytest.mark.parametrize("word", ["丫鬟", "众人", "那怪", "老者", "二将", "点头", "小道童"])
def test_roles_and_manners_are_nobody(word: str):
    assert word not in speakers(_story(word), _SURNAMES)


def test_who_is_pointed_at_is_nobody():
    text = _story("石匠").replace("石匠", "那石匠").replace("\n那", "\n那")
    assert not speakers(text, _SURNAMES)


def test_a_manner_of_speaking_does_nothing_else():
    assert not speakers("他走了。悄声道：“去罢。”\n" * 30, _SURNAMES)


def test_a_given_name_speaks_less_often():
    text = "林黛玉来了。黛玉道：“好。”林黛玉又道：“罢了。”黛玉道：“去罢。”大家散了。黛玉听了不语。黛玉只是坐着。"
    assert "黛玉" in speakers(text, _SURNAMES)
    assert "素兰" not in speakers(text.replace("黛玉", "素兰").replace("林", "那"), _SURNAMES)


def test_a_surname_with_a_title_is_somebody():
    assert titled_surnames(_story("曹先生"), _SURNAMES) == {"曹先生": 36}
    assert titled_surnames(_story("吴妈"), _SURNAMES) == {"吴妈": 36}
    assert not titled_surnames(_story("好先生"), _SURNAMES)


def test_a_rank_among_brothers_stands_between_surname_and_title():
    assert titled_surnames(_story("马二先生"), _SURNAMES | {"马"}) == {"马二先生": 36}
    assert titled_surnames(_story("余大先生"), _SURNAMES | {"余"}, frozenset("余")) == {"余大先生": 36}
    assert not titled_surnames(_story("余先生"), _SURNAMES | {"余"}, frozenset("余"))
