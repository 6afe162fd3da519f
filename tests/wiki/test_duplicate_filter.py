"""Pages that would say the same are one."""

from __future__ import annotations

from quire.wiki.duplicate_filter import SHORT_TEXT, DuplicateFilter
from quire.wiki.page_plan import Entry
from quire.wiki.sentence_split import Sentence
from quire.wiki.subjects.subject_candidates import Candidate


def _entry(name: str, *lead: int) -> Entry:
    return Entry(name, name, "concept", [], [*lead], {}, [], [0], -1, [])


def _apart() -> DuplicateFilter:
    texts = [" ".join(chr(97 + at % 26) + chr(97 + at // 26) + one for one in "qwertz") for at in range(2 * SHORT_TEXT)]
    return DuplicateFilter([Sentence(text, at, 0, "en") for at, text in enumerate(texts)], {})


def test_a_page_of_the_same_sentences_is_no_second_one() -> None:
    distinct = _apart()
    assert distinct.accept(_entry("one", 1, 2, 3), Candidate("one", "concept", 1.0, [], []))
    assert not distinct.accept(_entry("two", 1, 2, 3), Candidate("two", "concept", 1.0, [], []))
    assert distinct.accept(_entry("three", 4, 5, 6), Candidate("three", "concept", 1.0, [], []))
    assert distinct.shown_sentences() == {1, 2, 3, 4, 5, 6}


def test_a_page_of_nothing_is_none() -> None:
    assert not _apart().accept(_entry("one"), Candidate("one", "concept", 1.0, [], []))
