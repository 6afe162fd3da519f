"""How likely a name is a person's."""

from __future__ import annotations

from quire.wiki.subjects.alias_evidence_en import NameForm
from quire.wiki.subjects.person_model_en import PersonEvidence, person_odds


def test_a_bare_family_name_is_a_persons_because_it_bears_titles_elsewhere():
    bare = NameForm(("Harlow",), "", count=8, place=2.4)
    titled = NameForm(("Harlow",), "Mr", count=100, person=200.0)
    assert person_odds(PersonEvidence([bare, titled]).of(bare)) > person_odds(PersonEvidence([bare]).of(bare))


def test_what_stands_after_prepositions_is_none():
    place = NameForm(("Wexcombe",), "", count=20, place=18.0)
    person = NameForm(("Wexcombe",), "", count=20, person=14.0, male=6)
    assert person_odds(PersonEvidence([place]).of(place)) < 0 < person_odds(PersonEvidence([person]).of(person))
