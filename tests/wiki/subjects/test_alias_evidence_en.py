"""Evidence that two names are one person's."""

from __future__ import annotations

import pytest

from quire.wiki.subjects.alias_evidence_en import NameForm, Names
from quire.wiki.subjects.person_model_en import alias_odds


def _form(title: str, *words: str, count: int = 5) -> NameForm:
    return NameForm(words, title, count=count, sentences=set(range(count)), chapters={"1"})


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (_form("Mr", "Harlow"), _form("Mrs", "Harlow")),
        (_form("Mr", "John", "Harlow"), _form("Mrs", "John", "Harlow")),
    ],
)
def test_titles_of_a_man_and_a_woman_are_never_one_persons(one: NameForm, two: NameForm):
    assert Names([one, two]).excluded(0, 1)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (_form("Lady", "Catherine"), _form("", "Catherine", "Harlow")),
        (_form("Mrs", "John", "Harlow"), _form("", "John", "Harlow")),
    ],
)
def test_a_lady_and_a_wife_are_told_from_a_girl_and_a_husband_of_their_names(one: NameForm, two: NameForm):
    names = Names([one, two])
    assert not names.excluded(0, 1)
    assert alias_odds(names.pairs()[0, 1]) < 0


def test_a_knight_is_told_by_his_given_name():
    short, full = _form("Sir", "John", count=30), _form("Sir", "John", "Harlow", count=9)
    assert alias_odds(Names([short, full]).pairs()[0, 1]) > 0


def test_names_without_a_common_part_are_no_pair():
    assert Names([_form("", "Anna"), _form("Mr", "Harlow")]).pairs() == {}


def test_a_short_form_of_the_given_name_is_evidence():
    values = Names([_form("", "Tom"), _form("", "Thomas", "Harlow")]).pairs()[0, 1]
    assert values["short form of the given name"] == 1.0


@pytest.mark.parametrize(
    ("short", "given", "relation"),
    [("Tessy", "Tess", "pet form"), ("Bobby", "Bob", "pet form"), ("Hans", "Johann", "short form")],
)
def test_pet_forms_and_short_forms_are_evidence(short: str, given: str, relation: str):
    assert Names([_form("", short), _form("", given)]).pairs()[0, 1][relation] == 1.0


def test_a_name_that_begins_a_longer_one_is_evidence():
    assert Names([_form("", "Huck"), _form("", "Huckleberry")]).pairs()[0, 1]["beginning"] == 1.0


def test_mister_may_be_named_with_and_without_his_given_name():
    bare, full = _form("Mr", "Harlow", count=9), _form("Mr", "John", "Harlow", count=6)
    full.sentences = set(range(100, 106))
    assert not Names([bare, full]).excluded(0, 1)


def test_the_fathers_name_tells_the_sex():
    assert _form("", "Agafea", "Mihalovna").sex < 0 < _form("", "Vassily", "Lukitch", "Petrovitch").sex
