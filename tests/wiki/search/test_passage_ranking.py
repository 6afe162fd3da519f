"""The order of passages: neighbours, words that stand together, and the meaning where something knows it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing

import numpy as np
import pytest
from numpy.typing import NDArray

from quire.wiki.search import postings
from quire.wiki.search.passage_ranking import NEIGHBOUR_SHARE, PassageRanking
from quire.wiki.search.postings import Field, TermCounts

TEXTS = ["worm gear", "oil cools", "worm wear", "gear", "gear of a worm", "gear beside it", "shaft turns"]
SECTIONS = [0, 0, 1, 1, 2, 2, 2]
WEIGHTS = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.6]


@pytest.fixture
def database() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:")) as database:
        postings.create(database)
        database.execute("CREATE TABLE passages (id INTEGER, section INTEGER, weight REAL, text TEXT, words TEXT)")
        rows = zip(range(len(TEXTS)), SECTIONS, WEIGHTS, TEXTS, TEXTS, strict=True)
        database.executemany("INSERT INTO passages VALUES (?, ?, ?, ?, ?)", rows)
        words = [text.split() for text in TEXTS]
        postings.save(database, "passage", [Field(1.0, 0.0, TermCounts.of(words))])
        whole = [
            [word for at, one in enumerate(words) if SECTIONS[at] == number for word in one] for number in range(3)
        ]
        postings.save(database, "section", [Field(1.0, 0.0, TermCounts.of(whole))])
        yield database


class Known:
    """Meanings that were written down: a direction for each text."""

    def __init__(self, vectors: Mapping[str, Sequence[float]], query: Sequence[float] | None) -> None:
        self.vectors = {text: _unit(numbers) for text, numbers in vectors.items()}
        self.query = None if query is None else _unit(query)

    def known(self, texts: Sequence[str]) -> Mapping[str, NDArray[np.float32]]:
        return {text: self.vectors[text] for text in texts if text in self.vectors}

    def meaning(self, query: str) -> NDArray[np.float32] | None:
        return self.query

    def close(self) -> None:
        """Nothing."""


def _unit(numbers: Sequence[float]) -> NDArray[np.float32]:
    row = np.array(numbers, dtype=np.float32)
    return row / np.linalg.norm(row)


def test_words_that_stand_together_come_first(database: sqlite3.Connection):
    ranked = PassageRanking(database).passages("worm gear", ["worm", "gear"], most=9)
    assert [row for row, _ in ranked][:2] == [0, 4]
    assert {row for row, _ in ranked} == {0, 2, 3, 4, 5}


def test_a_neighbour_in_the_same_section_helps(database: sqlite3.Connection):
    alone = dict(PassageRanking(database).passages("gear", ["gear"], most=9))
    beside = dict(PassageRanking(database).passages("gear", ["gear"], most=9, context=NEIGHBOUR_SHARE))
    assert alone[4] == alone[5]
    assert beside[5] > alone[5]
    assert beside[0] == alone[0]  # its neighbour says nothing of it
    assert beside[3] == alone[3]  # the next one is of another section
    assert set(beside) == set(alone)


def test_nothing_finds_nothing(database: sqlite3.Connection):
    assert PassageRanking(database).passages("", [], most=9) == []
    assert PassageRanking(database).passages("none", ["none"], most=9, context=NEIGHBOUR_SHARE) == []


def test_meaning_finds_what_shares_no_word(database: sqlite3.Connection):
    vectors = dict.fromkeys(TEXTS, (1.0, 0.0)) | {"oil cools": (0.0, 1.0)}
    for query, terms in (("lubricant", ["lubricant"]), ("cold gear", ["gear"])):
        ranked = PassageRanking(database, Known(vectors, (0.0, 1.0))).passages(query, terms, most=9)
        assert 1 in [row for row, _ in ranked][:2]  # as good as the best by words
    assert {1, 3, 4, 5} <= {row for row, _ in ranked}


@pytest.mark.parametrize("query", [None, (1.0, 0.0, 0.0)])
def test_without_a_meaning_words_decide(database: sqlite3.Connection, query: Sequence[float] | None):
    plain = PassageRanking(database).passages("worm gear", ["worm", "gear"], most=9)
    vectors = {text: (1.0, float(at)) for at, text in enumerate(TEXTS)}
    assert PassageRanking(database, Known(vectors, query)).passages("worm gear", ["worm", "gear"], most=9) == plain
    assert PassageRanking(database, Known({}, (1.0, 0.0))).passages("worm gear", ["worm", "gear"], most=9) == plain


def test_what_stands_there_exactly_as_asked_comes_first(database: sqlite3.Connection):
    ranking = PassageRanking(database)
    assert ranking.passages("gear of a worm", ["gear", "worm"], most=1)[0][0] == 4
    assert ranking.passages("gear beside it", ["gear", "beside"], most=1)[0][0] == 5


def test_a_long_section_is_no_answer_as_a_whole(database: sqlite3.Connection):
    assert PassageRanking(database).sections([0, 2, 4, 6], most=2) == {0: 0, 2: 1, 4: -1, 6: -1}


def test_a_piece_of_text_of_common_words_is_found_as_it_stands(database: sqlite3.Connection):
    said = "He would be what, as it is,\nthey may not be to her; shaft"
    database.execute("INSERT INTO passages VALUES (?, 2, 1.0, ?, ?)", (len(TEXTS), said, "shaft"))
    postings.save(database, "passage", [Field(1.0, 0.0, TermCounts.of([*(text.split() for text in TEXTS), ["shaft"]]))])
    ranking = PassageRanking(database)
    assert [row for row, _ in ranking.passages("as it is they may not be", [], most=3)] == [len(TEXTS)]
    assert ranking.passages("May not be to her shaft", ["shaft"], most=3)[0][0] == len(TEXTS)
    assert ranking.passages("as it is she may not be", [], most=3) == []
    assert ranking.passages("as it is", [], most=3) == []
