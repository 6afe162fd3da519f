"""Courtesy names, by-names and ranks go to the person of whom the book says them, and to nobody else."""

from __future__ import annotations

import pytest

from quire.wiki.subjects.courtesy_names_zh import appositions, by_names, ranks, rulers_names, stated_courtesy_names

KNOWN = {"沈清": 20, "沈洪": 3, "陆远": 12, "方正": 9}


@pytest.mark.parametrize(
    ("text", "bearer", "style"),
    [
        ("那人姓沈，名清，字伯安，乃本县人也。", "沈清", "伯安"),
        ("那人姓沈名清字伯安，乃本县人也。", "沈清", "伯安"),
        ("却说陆远，字子静，能文。", "陆远", "子静"),
        ("沈清来见。清字伯安，河内人也。", "沈清", "伯安"),
        ("沈家有三子：长子名清，字伯安；次子早亡。", "沈清", "伯安"),
        ("先见友人方正。正字孝平，右扶风人也。", "方正", "孝平"),
        ("姓沈，名清，字长生，后改云安，河东人也。", "沈清", "云安"),
    ],
)
def test_courtesy_names(text: str, bearer: str, style: str):
    assert style in stated_courtesy_names(text, KNOWN)[bearer]


def test_a_by_name_after_a_courtesy_name():
    found = stated_courtesy_names("陆远，字子静，道号白石先生。隐居山中。", KNOWN)
    assert {"子静", "白石", "白石先生"} <= set(found["陆远"])


def test_a_style_that_two_bear_is_nobodys_alone():
    found = stated_courtesy_names("沈清，字公明。陆远，字公明。二人来。沈公明已死。", KNOWN)
    assert "公明" not in found.get("沈清", []) + found.get("陆远", [])
    assert "沈公明" in found["沈清"]


def test_a_given_name_of_nobody_near_is_left_alone():
    assert not stated_courtesy_names("四子名正，字季安。", {"王正": 8})


def test_a_letter_on_a_banner_is_no_name():
    assert not stated_courtesy_names("旗上写着“陆远”四字旗号，乃上将也。一字摆开，好不威风。", KNOWN)


def test_by_names():
    text = "那陆远使一口刀，绰号铁面虎。人见铁面虎来，都走了。江湖上呼沈清为“赛诸葛”。赛诸葛到了。"
    assert by_names(text, KNOWN) == {"陆远": ["铁面虎"], "沈清": ["赛诸葛"]}


@pytest.mark.parametrize(
    "text",
    [
        "陆远在牢中，有一狱卒，姓吴，人皆称为“吴押狱”。吴押狱来了。",
        "沈清之妻因而怀孕，乳名阿宝。阿宝哭。",
        "陆远见沈清，绰号铁面虎。铁面虎笑。",
        "封陆远为关内侯。关内侯谢恩。",
    ],
)
def test_what_may_be_said_of_somebody_else_is_not_taken(text: str):
    assert not by_names(text, KNOWN)


def test_ranks_that_stand_before_one_person():
    text = (
        "定侯沈清来了。定侯沈清去了。国主陆远曰。国主方正曰。国主听罢。知国主陆远病。定侯不语，定侯自去。国主国主国主"
    )
    assert ranks(text, {name: [name] for name in KNOWN}) == {"沈清": ["定侯"]}


def test_a_history_names_its_rulers():
    text = "先主姓刘，讳备，字玄德，涿郡人也。先主曰善。先主还。先主怒。第二文皇帝讳丕，字子桓。文帝至。文帝还。文帝崩。文帝曰可。"
    known = {"刘备": 20, "曹丕": 9}
    found = rulers_names(text, known)
    assert found["刘备"] == ["先主"]
    assert "文帝" in found["曹丕"]
    assert "玄德" in stated_courtesy_names(text, known)["刘备"]


def test_a_by_name_stands_before_its_bearer_alone():
    text = "锦毛鼠白玉堂来了。众人见了，都说：“锦毛鼠白玉堂到了。”老仆裴福去了。那锦毛鼠大怒。这锦毛鼠便走。此时白玉堂笑。此时蒋平也笑。"
    groups = {"白玉堂": ["白玉堂"], "蒋平": ["蒋平"], "裴福": ["裴福"]}
    assert appositions(text, groups) == {"白玉堂": ["锦毛鼠"]}


def test_the_beginning_of_a_clause_is_no_by_name():
    groups = {"孙刚": ["孙刚"], "雯雯": ["雯雯"]}
    text = "王海和孙刚来了。" * 5 + "因为陈雯雯走了。" * 5
    assert appositions(text, groups) == {}
