"""Subjects of the rules and of a reading as one list."""

from __future__ import annotations

from quire.wiki.assisted.chapter_reading import Subject
from quire.wiki.assisted.subject_merge import evidence_of, merge_subjects
from quire.wiki.page_plan import Entry
from quire.wiki.subjects.subject_candidates import Candidate


def told(part: str, name: str, *aliases: str, kind: str = "person", passages: tuple[str, ...] = ("p1",)) -> Subject:
    return Subject(name, kind, aliases, passages, part)


def person(title: str, *aliases: str) -> Candidate:
    return Candidate(title, "person", 9.0, [*aliases], [])


def lists(found: list[Candidate]) -> dict[str, list[str]]:
    return {one.title: sorted(one.aliases) for one in found}


def test_nothing_read_changes_nothing():
    found = [person("Ann", "Annie")]
    assert merge_subjects(found, []) == found


def test_a_new_subject_comes_behind_those_of_the_rules():
    found = merge_subjects([person("Ann")], [told("a", "Bob"), told("b", "Bob"), told("a", "Cleo")])
    assert [one.title for one in found] == ["Ann", "Bob", "Cleo"]
    assert found[1].reasons == ["model"]


def test_two_parts_join_what_the_rules_kept_apart():
    rules = [person("刘备"), person("玄德"), person("关羽")]
    once = merge_subjects(rules, [told("a", "刘备", "玄德")])
    twice = merge_subjects(rules, [told("a", "刘备", "玄德"), told("b", "玄德", "刘备")])
    assert lists(once) == {"刘备": [], "玄德": [], "关羽": []}
    assert lists(twice) == {"刘备": ["玄德"], "关羽": []}


def test_parts_that_tell_two_apart_weigh_against_a_joining():
    rules = [person("Mr. Bennet"), person("Mrs. Bennet")]
    read = [told("a", "Mr. Bennet", "Mrs. Bennet"), told("b", "Mr. Bennet", "Mrs. Bennet")]
    apart = [told(part, name) for part in "cd" for name in ("Mr. Bennet", "Mrs. Bennet")]
    assert set(lists(merge_subjects(rules, [*read, *apart]))) == {"Mr. Bennet", "Mrs. Bennet"}


def test_a_person_is_never_joined_to_a_thing():
    rules = [person("Ford"), Candidate("ford", "concept", 1.0)]
    read = [told(part, "Ford", "ford crossing") for part in "ab"] + [told("a", "ford crossing", kind="concept")]
    assert "ford crossing" in lists(merge_subjects(rules, read))


def test_a_name_that_two_claim_alike_belongs_to_nobody():
    found = merge_subjects(
        [person("Jane"), person("Lydia")], [told("a", "Jane", "Miss Bennet"), told("b", "Lydia", "Miss Bennet")]
    )
    assert lists(found) == {"Jane": [], "Lydia": []}
    found = merge_subjects(
        [person("Jane"), person("Lydia")],
        [told("a", "Jane", "Miss Bennet"), told("b", "Jane", "Miss Bennet"), told("c", "Lydia", "Miss Bennet")],
    )
    assert lists(found) == {"Jane": ["Miss Bennet"], "Lydia": []}


def test_new_subjects_do_not_drown_those_of_the_rules():
    rules = [Candidate(f"term {at}", "concept", 1.0) for at in range(40)]
    found = merge_subjects(rules, [told("a", f"fresh {at}", kind="concept") for at in range(100)])
    assert [one.title for one in found[:40]] == [one.title for one in rules]
    assert len(found) == 60


def test_evidence_is_what_the_reading_named_for_a_page():
    entry = Entry("ann", "Ann", "person", ["Annie"], [], {}, [], [])
    read = [
        told("a", "Annie", passages=("p3", "p9")),
        told("b", "Ann", passages=("p9",)),
        told("b", "Bob", passages=("p4",)),
    ]
    assert evidence_of([entry], read) == {"ann": ["p9", "p3"]}


def test_what_only_the_rules_named_goes_when_the_reading_agrees_on_what_matters():
    rules = [Candidate(f"term {at}", "concept", 50.0 - at) for at in range(40)]
    rules[38].reasons.append("emphasis")
    read = [told("a", f"term {at}", kind="concept") for at in range(25)]
    assert [one.title for one in merge_subjects(rules, read)] == [*(f"term {at}" for at in range(25)), "term 38"]
    assert len(merge_subjects(rules, read[:10])) == 40
