"""An inverted index in SQLite with BM25F worked out when it is made: a query adds up numbers, and nothing else.

Robertson, Zaragoza: The Probabilistic Relevance Framework (2009), section 3.5: a term's weight in a document is the
sum over the fields of count * weight of the field / length of the field against the mean, then saturated. It is not
FTS5's `bm25()`, whose idf falls to nothing for a term in half of the documents: in a book of one subject, those are
the words that questions are made of.
"""

from __future__ import annotations

import itertools
import math
import sqlite3
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Scores = NDArray[np.float64]

__all__ = ["Field", "TermCounts", "create", "frequencies", "idf", "save", "scores"]

_K1 = 1.2
"""Saturation of a term's count; from .8 to 2 the results differ by less than chance."""

_PIECE = 1_000_000
"""Pairs of term and document that are put in order at once: some 50 MB."""


class TermCounts:
    """Counts of each term in each document of one field: twelve bytes a pair, for books of any size."""

    def __init__(self) -> None:
        self._ids: defaultdict[str, int] = defaultdict(itertools.count().__next__)
        self._terms, self._documents, self._counts = array("I"), array("I"), array("I")
        self._lengths = array("I")

    @classmethod
    def of(cls, documents: Iterable[Sequence[str]]) -> TermCounts:
        """Those of documents that are numbered from 0."""
        counts = cls()
        for tokens in documents:
            counts.add(tokens)
        return counts

    def add(self, tokens: Sequence[str]) -> None:
        """The next document."""
        found = Counter(tokens)
        self._terms.extend(map(self._ids.__getitem__, found))
        self._documents.extend(itertools.repeat(len(self._lengths), len(found)))
        self._counts.extend(found.values())
        self._lengths.append(len(tokens))

    def grouped(self, groups: Sequence[int]) -> TermCounts:
        """The same where each document is part of a greater one: `groups` has the number of that for each."""
        import numpy as np

        whole = TermCounts()
        of = np.asarray(groups, dtype=np.uint32)
        whole._ids, whole._terms, whole._counts = self._ids, self._terms, self._counts
        whole._documents.frombytes(of[self._whose].tobytes())
        sums = np.bincount(of, weights=np.frombuffer(self._lengths, np.uint32)) if len(of) else of
        whole._lengths.frombytes(sums.astype(np.uint32).tobytes())
        return whole

    def __len__(self) -> int:
        """Number of documents."""
        return len(self._lengths)

    @property
    def terms(self) -> Mapping[str, int]:
        """The terms with their numbers in `rows`."""
        return self._ids

    def rows(self, weight: float, length: float) -> tuple[NDArray[np.uint32], NDArray[np.uint32], Scores]:
        """Term, document and weighted count (BM25F weight and length of the field); at least one row for each pair."""
        import numpy as np

        sizes = np.frombuffer(self._lengths, np.uint32).astype(np.float64)
        mean = sizes.sum() / max(1, len(sizes)) or 1.0
        shares = weight / (1 - length + length * sizes / mean)
        counts = np.frombuffer(self._counts, np.uint32) * shares[self._whose]
        return np.frombuffer(self._terms, np.uint32), self._whose, counts

    @property
    def _whose(self) -> NDArray[np.uint32]:
        import numpy as np

        return np.frombuffer(self._documents, np.uint32)


class Field(NamedTuple):
    """A field of the documents of one level."""

    weight: float
    length: float  # 0 a long field counts as a short one .. 1 counts by its share
    counts: TermCounts  # of each document


def create(database: sqlite3.Connection) -> None:
    """Make the tables of an empty database."""
    database.executescript(
        "CREATE TABLE postings (level TEXT, term TEXT, documents BLOB, weights BLOB, PRIMARY KEY (level, term)) "
        "WITHOUT ROWID;"
        "CREATE TABLE levels (level TEXT PRIMARY KEY, documents INTEGER);"
    )


def save(
    database: sqlite3.Connection, level: str, parts: Sequence[Field], worth: Callable[[str], float] = lambda _: 1.0
) -> None:
    """Index the documents of a level in place of what it held; a document is its number, from 0.

    `worth` says of each term what its weights are multiplied by.
    """
    database.execute("DELETE FROM postings WHERE level = ?", (level,))
    terms = sorted({term for part in parts for term in part.counts.terms})
    rows = ((level, terms[at], *row) for at, row in _merged(parts, terms, worth))
    database.executemany("INSERT INTO postings VALUES (?, ?, ?, ?)", rows)
    database.execute("INSERT OR REPLACE INTO levels VALUES (?, ?)", (level, len(parts[0].counts)))


def _merged(
    parts: Sequence[Field], terms: Sequence[str], worth: Callable[[str], float]
) -> Iterator[tuple[int, tuple[bytes, bytes]]]:
    """Number of each term with its documents and weights, as many terms at a time as fill a piece."""
    import numpy as np

    number = {term: at for at, term in enumerate(terms)}
    fields = []
    for part in parts:
        rank = np.fromiter((number[term] for term in part.counts.terms), np.uint32, len(part.counts.terms))
        of, documents, counts = part.counts.rows(part.weight, part.length)
        fields.append((rank[of], documents, counts))
    before = np.cumsum(sum(np.bincount(one[0], minlength=len(terms)) for one in fields))
    first = 0
    while first < len(terms):
        filled = before[first - 1] if first else 0
        end = max(first + 1, int(np.searchsorted(before, filled + _PIECE, side="right")))
        yield from _piece(fields, first, end, [worth(term) for term in terms[first:end]])
        first = end


def _piece(
    fields: Sequence[tuple[NDArray[np.uint32], NDArray[np.uint32], Scores]],
    first: int,
    end: int,
    worth: Sequence[float],
) -> Iterator[tuple[int, tuple[bytes, bytes]]]:
    """The rows of the terms [first, end)."""
    import numpy as np

    kept = [(one, (one[0] >= first) & (one[0] < end)) for one in fields]
    of = np.concatenate([one[0][mask] for one, mask in kept])
    documents = np.concatenate([one[1][mask] for one, mask in kept])
    counts = np.concatenate([one[2][mask] for one, mask in kept])
    pairs = of.astype(np.uint64) << np.uint64(32) | documents
    order = np.argsort(pairs, kind="stable")
    pairs = pairs[order]
    starts = np.flatnonzero(np.concatenate([[True], pairs[1:] != pairs[:-1]])) if len(pairs) else order
    sums = np.add.reduceat(counts[order], starts) if len(pairs) else counts
    of, documents = (pairs[starts] >> np.uint64(32)).astype(np.int64), documents[order][starts]
    weights = (sums * (_K1 + 1) / (sums + _K1) * np.asarray(worth)[of - first]).astype(np.float32)
    ends = np.flatnonzero(np.concatenate([of[1:] != of[:-1], [True]])) + 1 if len(of) else of
    start = 0
    for stop in ends.tolist():
        yield int(of[start]), (documents[start:stop].tobytes(), weights[start:stop].tobytes())
        start = stop


def scores(database: sqlite3.Connection, level: str, terms: Iterable[str]) -> Scores:
    """The score of every document, 0 for one that holds none of the terms; every term counts once."""
    import numpy as np

    size = _size(database, level)
    out = np.zeros(size)
    for term in dict.fromkeys(terms):
        row = database.execute(
            "SELECT documents, weights FROM postings WHERE level = ? AND term = ?", (level, term)
        ).fetchone()
        if row is None:
            continue
        documents = np.frombuffer(row[0], dtype=np.uint32)
        out[documents] += _idf(len(documents), size) * np.frombuffer(row[1], dtype=np.float32).astype(np.float64)
    return out


def idf(database: sqlite3.Connection, level: str, terms: Iterable[str]) -> Mapping[str, float]:
    """How rare each term is; 0 for one that does not occur."""
    size = _size(database, level)
    out = {}
    for term in dict.fromkeys(terms):
        row = database.execute(
            "SELECT LENGTH(documents) FROM postings WHERE level = ? AND term = ?", (level, term)
        ).fetchone()
        out[term] = _idf(row[0] // array("I").itemsize, size) if row else 0.0
    return out


def frequencies(database: sqlite3.Connection, level: str, terms: Iterable[str]) -> dict[str, int]:
    """In how many documents each term occurs, without those that occur in none."""
    wanted = [*dict.fromkeys(terms)]
    marks = ",".join("?" * len(wanted))
    query = f"SELECT term, LENGTH(documents) FROM postings WHERE level = ? AND term IN ({marks})"  # noqa: S608 - only marks are put in
    return {term: size // array("I").itemsize for term, size in database.execute(query, [level, *wanted])}


def _idf(found: int, size: int) -> float:
    return math.log(1 + (size - found + 0.5) / (found + 0.5))


def _size(database: sqlite3.Connection, level: str) -> int:
    row = database.execute("SELECT documents FROM levels WHERE level = ?", (level,)).fetchone()
    return int(row[0]) if row else 0
