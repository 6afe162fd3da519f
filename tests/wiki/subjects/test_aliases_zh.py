"""Names of a Chinese book joined to persons by weights."""

from __future__ import annotations

import re

import pytest

from quire.wiki.subjects import aliases_zh
from quire.wiki.subjects.alias_evidence_zh import Names
from quire.wiki.subjects.aliases_zh import groups_of, is_likely, joined_names, names_of, ranked, with_titles
from quire.wiki.subjects.name_evidence_zh import NameForm, name_forms


def _names(text: str, *names: str) -> Names:
    return Names(text, [NameForm(one, [hit.start() for hit in re.finditer(one, text)]) for one in names], {})


def test_a_title_is_its_likeliest_bearers_or_nobodys():
    names = _names("蒋平来了。蒋爷笑道。蒋福在家。蒋平去了。蒋爷也来。", "蒋平", "蒋福", "蒋爷")
    groups = [[0], [1], [2]]
    assert with_titles(names, groups, {"bias": -0.5, "named last": 1.0}) == [[0, 2], [1]]
    assert with_titles(names, groups, {"bias": -2.0, "named last": 1.0}) == groups


def test_pairs_are_joined_by_their_weights():
    names = _names("云长来了。关云长去了。孟德笑。", "云长", "关云长", "孟德")
    assert sorted(map(sorted, joined_names(names, {"bias": -1.0, "given name": 2.0}))) == [[0, 1], [2]]
    assert sorted(map(sorted, joined_names(names, {"bias": -1.0}))) == [[0], [1], [2]]


def test_the_full_name_is_the_first():
    names = _names("孔明来了。孔明去了。诸葛孔明笑。诸葛亮道。诸葛亮在。孔明在。", "孔明", "诸葛孔明", "诸葛亮")
    assert ranked(names, [[0, 1, 2]]) == [[("诸葛亮", 2), ("诸葛孔明", 1), ("孔明", 3)]]


def test_what_the_book_states_is_a_name_though_it_stands_once():
    text = "却说陆远，字子静，能文。陆远来了。陆远去了。陆远笑道：“可。”"
    forms, _ = name_forms(text)
    names = names_of(text, [form for form in forms if form.text == "陆远"])
    assert [form.text for form in names.forms] == ["陆远", "子静", "陆子静"][: len(names.forms)]
    assert "stated" in names.pairs()[0, 1]


@pytest.mark.parametrize(
    ("name", "likely"),
    [("刁通", True), ("张员外", True), ("弹子和尚", True), ("于洛阳", False), ("江东", False), ("大喜", False)],
)
def test_a_surname_or_a_title_speaks_for_a_doubtful_name_that_is_no_other_word(name: str, *, likely: bool):
    assert is_likely(NameForm(name), -1.5) is likely
    assert is_likely(NameForm(name), 0.5)
    assert not is_likely(NameForm(name), -2.5)


def test_a_surname_of_a_full_name_takes_titles_that_stand_once():
    text = "窦国一来了。窦国一去了。众人见窦大人笑，又见马老先生来。"
    names = names_of(text, [NameForm("窦国一", [0, 6])])
    assert [form.text for form in names.forms] == ["窦国一", "窦大人"]


def test_a_full_name_gains_by_its_first_speeches(monkeypatch: pytest.MonkeyPatch):
    text = "谢谦奏道：“可。”谢谦领旨。谢谦出班奏道：“是。”谢宁来了，谢宁领旨，谢宁去了。"
    weights = {"persons": {"bias": -1.9}, "aliases": {"bias": -1.0}, "titles": {"bias": -1.0}}
    monkeypatch.setattr("quire.wiki.subjects.aliases_zh.learned_weights", lambda _name: weights)
    monkeypatch.setattr("quire.wiki.subjects.aliases_zh._LITTLE_SEEN", 0.0)
    assert [group[0][0] for group in groups_of(text)[0]] == ["谢谦"]


def test_the_given_name_of_a_full_name_is_a_name_by_itself(monkeypatch: pytest.MonkeyPatch):
    odds = {"卫人豹": 1.0, "人豹": -1.5, "来了": -1.5}
    text = "卫人豹来了。人豹笑。来了人豹。卫人豹去。" + "月。" * 15000
    forms = [NameForm(one, [hit.start() for hit in re.finditer(one, text)]) for one in odds]
    monkeypatch.setattr(aliases_zh, "scored_forms", lambda *_: (forms, [{"odds": odds[one.text]} for one in forms]))
    monkeypatch.setattr(aliases_zh, "log_odds", lambda _, values: values.get("odds", 0.0))
    groups, _ = groups_of(text)
    assert {name for group in groups for name, _ in group} == {"卫人豹", "人豹"}


@pytest.mark.parametrize("short", [True, False])
def test_in_a_short_text_the_only_bearer_of_a_surname_takes_its_titles(monkeypatch: pytest.MonkeyPatch, *, short: bool):
    text = "姜念兹来了。姜秀才笑道。姜念兹去了。姜秀才也去。"
    forms = [NameForm(one, [hit.start() for hit in re.finditer(one, text)]) for one in ("姜念兹", "姜秀才")]
    weights = {"persons": {"bias": 1.0}, "aliases": {"bias": -9.0}, "titles": {"bias": -2.0}}
    monkeypatch.setattr(aliases_zh, "learned_weights", lambda _name: weights)
    monkeypatch.setattr(aliases_zh, "scored_forms", lambda _text, _tick: (forms, [{}, {}]))
    monkeypatch.setattr(aliases_zh, "is_short", lambda _text: short)
    groups, _ = groups_of(text)
    assert len(groups) == (1 if short else 2)
