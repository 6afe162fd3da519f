"""What answers often get wrong becomes a rule of later prompts."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.wiki.assisted.lessons import Lessons
from quire.wiki.assisted.prompt_template import templates
from quire.wiki.wiki_folder import Wiki


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    (tmp_path / "b.md").write_text("# A book\n\nWith some text in it.\n")
    return Wiki.create(tmp_path / "w", tmp_path / "b.md")


def test_a_habit_becomes_a_rule_and_a_slip_does_not(wiki: Wiki):
    lessons = Lessons(wiki, "grow", "en")
    assert lessons.rules("0") == ""
    lessons.learn([["number"]] * 4 + [["link"]] + [[]] * 15, "0")
    genes = wiki.house_rules()
    assert [(one.kind, one.value, one.phase) for one in genes] == [("text", "grow.number", "grow")]
    assert genes[0].name == "number: 4 of 20 answers"
    assert "Copy numbers exactly" in lessons.rules("1")
    assert "link" not in lessons.rules("1")


def test_the_rules_of_a_wave_stay_as_they_were(wiki: Wiki):
    lessons = Lessons(wiki, "grow", "en")
    before = lessons.rules("0")
    lessons.learn([["number"]] * 5, "0")
    again = Lessons(wiki, "grow", "en")
    assert again.rules("0") == before == ""
    assert again.rules("1") != ""
    assert Lessons(wiki, "grow", "en").rules("1") == again.rules("1")


def test_a_rule_that_helped_fades_and_one_that_is_applied_counts(wiki: Wiki):
    lessons = Lessons(wiki, "grow", "en")
    lessons.learn([["number"]] * 4, "0")
    assert wiki.house_rules()[0].weight == 1.0
    assert lessons.rules("1")
    lessons.learn([[]] * 96, "1")
    (gene,) = wiki.house_rules()
    assert gene.uses == 1
    assert gene.weight == pytest.approx(0.24)
    assert lessons.rules("2") == ""


def test_rules_are_few_and_in_the_language_of_the_book(wiki: Wiki):
    lessons = Lessons(wiki, "grow", "zh")
    lessons.learn([["number", "name", "link", "support", "length", "form", "lead"]] * 5, "0")
    rules = lessons.rules("1")
    assert rules.startswith("特别注意：\n- ")
    assert rules.count("\n- ") == 5


def test_the_butler_applies_what_grow_learned(wiki: Wiki):
    Lessons(wiki, "grow", "en").learn([["number"]] * 5, "0")
    assert "numbers" in Lessons(wiki, "butler", "en", also="grow").rules("round 1")
    assert Lessons(wiki, "boot", "en").rules("0") == ""


def test_a_torn_file_is_begun_anew(wiki: Wiki):
    wiki.write(".quire/lessons-grow.json", "{")
    assert Lessons(wiki, "grow", "en").rules("0") == ""


def test_further_kinds_are_told_once(wiki: Wiki):
    lessons = Lessons(wiki, "grow", "en")
    lessons.learn([["number"]] * 5, "0")
    told = lessons.told(lessons.rules("1"), ["number", "vague", "vague", "nonsense"])
    assert told.count("Copy numbers") == told.count("Say what is particular") == 1


def test_every_template_speaks_both_languages():
    names = templates()
    assert {name.replace(".en.", ".zh.") for name in names if ".en." in name} == {
        name for name in names if ".zh." in name
    }
