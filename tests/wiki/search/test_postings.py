"""The inverted index: weights as the formula says."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from quire.wiki.search import postings
from quire.wiki.search.postings import Field, TermCounts


@pytest.fixture
def database() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as database:
        postings.create(database)
        yield database


def test_a_rare_term_in_a_short_document_counts_most(database: sqlite3.Connection):
    documents = [["gear", "worm"], ["gear"] + ["oil"] * 9, ["gear", "oil"], ["shaft"]]
    postings.save(database, "passage", [Field(1.0, 0.75, TermCounts.of(documents))])
    assert not postings.scores(database, "passage", ["none"]).any()
    gears = postings.scores(database, "passage", ["gear"])
    assert [one > 0 for one in gears] == [True, True, True, False]
    assert gears[0] == gears[2] > gears[1]
    rare = postings.idf(database, "passage", ["worm", "gear", "none"])
    assert rare["worm"] > rare["gear"] > rare["none"] == 0


def test_the_formula(database: sqlite3.Connection):
    postings.save(
        database,
        "page",
        [Field(1.0, 0.0, TermCounts.of([["a", "a"], ["b"]])), Field(3.0, 0.0, TermCounts.of([["a"], []]))],
    )
    weight = 2 * 1 + 1 * 3
    expected = math.log(1 + 1.5 / 1.5) * weight * 2.2 / (weight + 1.2)
    assert postings.scores(database, "page", ["a", "a"])[0] == pytest.approx(expected, rel=1e-6)


def test_levels_are_apart(database: sqlite3.Connection):
    postings.save(database, "passage", [Field(1.0, 0.75, TermCounts.of([["gear"]]))])
    postings.save(database, "page", [Field(1.0, 0.75, TermCounts.of([]))])
    assert len(postings.scores(database, "page", ["gear"])) == 0
    assert len(postings.scores(database, "section", ["gear"])) == 0


def test_a_term_may_be_worth_less(database: sqlite3.Connection):
    postings.save(
        database, "page", [Field(1.0, 0.0, TermCounts.of([["a", "b"], []]))], lambda term: 0.5 if term == "a" else 1.0
    )
    less, whole = (postings.scores(database, "page", [term])[0] for term in "ab")
    assert less == pytest.approx(whole / 2)


def test_documents_may_be_joined_to_greater_ones(database: sqlite3.Connection):
    passages = TermCounts.of([["gear", "oil"], ["gear"], ["worm"], []])
    sections = TermCounts.of([["gear", "oil", "worm"], ["gear"]])
    postings.save(database, "section", [Field(1.0, 0.75, passages.grouped([0, 1, 0, 1]))])
    postings.save(database, "page", [Field(1.0, 0.75, sections)])
    for term in ("gear", "oil", "worm"):
        joined, whole = (postings.scores(database, level, [term]) for level in ("section", "page"))
        assert list(joined) == list(whole)


def test_terms_come_in_pieces(database: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch):
    documents = [[f"t{(at * step) % 17}" for at in range(9)] for step in range(40)]
    parts = [Field(1.0, 0.75, TermCounts.of(documents)), Field(3.0, 0.3, TermCounts.of([one[:2] for one in documents]))]
    postings.save(database, "passage", parts, lambda term: 0.5 if term == "t3" else 1.0)
    monkeypatch.setattr(postings, "_PIECE", 3)
    postings.save(database, "page", parts, lambda term: 0.5 if term == "t3" else 1.0)
    query = "SELECT term, documents, weights FROM postings WHERE level = ? ORDER BY term"
    one, other = (database.execute(query, (level,)).fetchall() for level in ("passage", "page"))
    assert one == other
    assert len(one) == 17
