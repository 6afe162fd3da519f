"""An inverted index in SQLite with BM25F worked out when it is made: a query adds up numbers, and nothing else.

Robertson, Zaragoza: The Probabilistic Relevance Framework (2009), section 3.5: a term's weight in a document is the
sum over the fields of count * weight of the field / length of the field against the mean, then saturated. It is not
FTS5's `bm25()`, whose idf falls to nothing for a term in half of the documents: in a book of one subject, those are
the words that questions are made of.
"""

from __future__ import annotations

import math
import sqlite3
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Scores = NDArray[np.float64]

__all__ = ["Part", "create", "frequencies", "idf", "save", "scores"]

_K1 = 1.2
"""Saturation of a term's count; from .8 to 2 the results differ by less than chance."""


class Part(NamedTuple):
    """A field of the documents of one level."""

    weight: float
    length: float  # 0 a long field counts as a short one .. 1 counts by its share
    tokens: Sequence[Sequence[str]]  # of each document


def create(database: sqlite3.Connection) -> None:
    """Make the tables of an empty database."""
    database.executescript(
        "CREATE TABLE postings (level TEXT, term TEXT, documents BLOB, weights BLOB, PRIMARY KEY (level, term)) WITHOUT ROWID;"
        "CREATE TABLE levels (level TEXT PRIMARY KEY, documents INTEGER);"
    )


def save(
    database: sqlite3.Connection, level: str, parts: Sequence[Part], worth: Callable[[str], float] = lambda _: 1.0
) -> None:
    """Index the documents of a level in place of what it held; a document is its number, from 0.

    `worth` says of each term what its weights are multiplied by.
    """
    database.execute("DELETE FROM postings WHERE level = ?", (level,))
    counted: dict[str, dict[int, float]] = defaultdict(dict)
    size = len(parts[0].tokens)
    for part in parts:
        mean = sum(len(one) for one in part.tokens) / max(1, size) or 1.0
        for number, tokens in enumerate(part.tokens):
            share = part.weight / (1 - part.length + part.length * len(tokens) / mean)
            for term, count in Counter(tokens).items():
                found = counted[term]
                found[number] = found.get(number, 0.0) + count * share
    rows = (
        (level, term, array("I", found).tobytes(), _weights(found.values(), worth(term)).tobytes())
        for term, found in sorted(counted.items())
    )
    database.executemany("INSERT INTO postings VALUES (?, ?, ?, ?)", rows)
    database.execute("INSERT OR REPLACE INTO levels VALUES (?, ?)", (level, size))


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


def _weights(counts: Iterable[float], worth: float) -> array[float]:
    return array("f", [worth * _saturated(one) for one in counts])


def _saturated(count: float) -> float:
    return count * (_K1 + 1) / (count + _K1)


def _idf(found: int, size: int) -> float:
    return math.log(1 + (size - found + 0.5) / (found + 0.5))


def _size(database: sqlite3.Connection, level: str) -> int:
    row = database.execute("SELECT documents FROM levels WHERE level = ?", (level,)).fetchone()
    return int(row[0]) if row else 0
