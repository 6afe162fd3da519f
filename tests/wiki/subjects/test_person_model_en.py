"""How likely a name is a person's."""

from __future__ import annotations

from quire.wiki.subjects.alias_evidence_en import NameForm
from quire.wiki.subjects.people_en import LEAST_LIKELY
from quire.wiki.subjects.person_model_en import PersonEvidence, person_odds


def test_a_bare_family_name_is_a_persons_because_it_bears_titles_elsewhere():
    bare = NameForm(("Harlow",), "", count=8, place=2.4)
    titled = NameForm(("Harlow",), "Mr", count=100, person=200.0)
    assert person_odds(PersonEvidence([bare, titled]).of(bare)) > person_odds(PersonEvidence([bare]).of(bare))


def test_what_stands_after_prepositions_is_none():
    place = NameForm(("Wexcombe",), "", count=20, place=18.0, inside=18)
    person = NameForm(("Wexcombe",), "", count=20, person=14.0, said=5, male=6)
    odds = [person_odds(PersonEvidence([one]).of(one)) for one in (place, person)]
    assert odds[0] < LEAST_LIKELY < odds[1]


def test_a_place_named_often_is_no_person_because_of_that():
    seldom = NameForm(("Wexcombe",), "", count=5, person=0.4, place=2.8, inside=2, behind=2)
    often = NameForm(("Wexcombe",), "", count=250, person=20.0, place=140.0, inside=100, behind=80)
    odds = [person_odds(PersonEvidence([one]).of(one)) for one in (seldom, often)]
    assert odds[1] < min(odds[0], LEAST_LIKELY)
