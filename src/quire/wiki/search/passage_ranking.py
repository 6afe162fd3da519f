"""Which passages answer a query best: their own words, their section's, words that stand together, and the meaning.

The words decide by BM25F (see `postings`). Where an embedding model is set, the nearness of meaning is added, each
scaled to its best: a convex combination, which Bruch, Gai, Ingber: An Analysis of Fusion Functions for Hybrid Retrieval
(2023) found better and less sensitive than the sum of reciprocal ranks.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

from quire.wiki.search import postings
from quire.wiki.search.query_tokens import asked_name, name_key
from quire.wiki.tokenization import STOP

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64] | NDArray[np.float32]

__all__ = ["NEIGHBOUR_SHARE", "PassageRanking", "SemanticVectors", "best_rows"]

NEIGHBOUR_SHARE = 0.4
"""For pages, of the better neighbour of a passage: what is asked is often said over two paragraphs."""

_SECTION_WEIGHT = 0.7
_NEAR_WEIGHT = 0.7
"""For two words of the query that stand together in a passage as they do in the query, times their idf."""

_TOGETHER = 2
"""Distance in words of a pair: at most one other word between them."""

_NEAR = 60
"""Best passages that are looked at for it."""

_EXACT = 0.5
"""Share by which a passage gains that holds the whole query as asked."""
_RUN = 0.5
"""The same for one that holds all of it in runs of characters."""
_WORDS = 4
"""Words of such a query, at least, that is looked for in all passages."""
_PHRASE, _HAN_PHRASE, _HAN_RUN = 8, 2, 3
"""Letters of a phrase, characters of a Chinese one, and of a run of it, at least."""
_HAN = re.compile(r"[\u3400-\u9fff]")

_MEANING = 0.5
"""Share of the meaning, where there is one: either half may be wrong, and nothing can be tuned without the model."""

_ALIKE = 200
"""Passages that the meaning alone may bring in."""


class SemanticVectors(Protocol):
    """What knows the meaning of texts; `quire.llm.embedding_client.Embedder` is the one."""

    def known(self, texts: Sequence[str]) -> Mapping[str, Numbers]:
        """Vectors of length 1 of those texts that have one."""

    def meaning(self, query: str) -> Numbers | None:
        """The vector of a query; None when there is none."""

    def close(self) -> None:
        """Let go of it."""


class PassageRanking:
    """The passages of an index in the order of a query.

    Args:
        database: the index.
        meaning: adds what the words do not say; None for none.
    """

    def __init__(self, database: sqlite3.Connection, meaning: SemanticVectors | None = None) -> None:
        self._database = database
        self._meaning = meaning

    def passages(self, query: str, terms: Sequence[str], *, most: int, context: float = 0.0) -> list[tuple[int, float]]:
        """(row, score) of at most `most` passages with a word of the query or near it in meaning, the best first.

        Those that ask what others answer stand behind. `context` is the share of a neighbour's own score in the same
        section that is added.
        """
        own = postings.scores(self._database, "passage", terms)
        sections, weights = self._places
        if not len(sections):
            return []
        totals: Numbers = (
            own + _SECTION_WEIGHT * postings.scores(self._database, "section", terms)[sections]
        ) * weights
        if context:
            totals += context * weights * _neighbour(own, sections)
        totals[own == 0] = 0.0
        best = best_rows(totals, _NEAR)
        for row, bonus in self._together(terms, best).items():
            totals[row] += bonus
        ordered = self._in_order(query, terms, best)
        for row, share in ordered.items():
            totals[row] *= 1 + share
        if _EXACT not in ordered.values():
            totals[self._quoting(query)] = 2 * totals.max(initial=1.0)
        if self._meaning is not None:
            totals = self._fused(query, totals, self._meaning)
        return [(row, float(totals[row])) for row in best_rows(totals, most)]

    def plain(self, terms: Sequence[str], *, most: int) -> list[int]:
        """At most `most` passages by BM25 over their own words and the heading above them, the best first."""
        return best_rows(postings.scores(self._database, "passage", terms) * self._places[1], most)

    def sections(self, rows: Sequence[int], *, most: int) -> dict[int, int]:
        """The section of each row; -1 where it has more than `most` passages."""
        of, _ = self._places
        return {row: int(of[row]) if self._sizes[of[row]] <= most else -1 for row in rows}

    @cached_property
    def _sizes(self) -> NDArray[np.intp]:
        """Passages of each section."""
        import numpy as np

        return np.bincount(self._places[0])

    def _fused(self, query: str, words: Numbers, meaning: SemanticVectors) -> Numbers:
        """The scores of words and meaning together, on the scale of the words."""
        import numpy as np

        rows, vectors = self._vectors
        asked = meaning.meaning(query) if len(rows) else None
        if asked is None or len(asked) != vectors.shape[1]:
            return words
        near = vectors @ asked
        common = near.mean() * (
            1 - 1 / len(near)
        )  # what any two passages of one book share; a single one shares nothing
        near = np.maximum(0.0, near - common)
        alike = np.zeros(len(words))
        kept = np.argsort(-near, kind="stable")[:_ALIKE]
        alike[rows[kept]] = near[kept] / (near.max() or 1.0)
        top = float(words.max()) or 1.0
        return (1 - _MEANING) * words + _MEANING * top * alike * self._places[1]

    def _together(self, terms: Sequence[str], rows: Sequence[int]) -> dict[int, float]:
        """Row to what it gains by words that stand together, with at most one other between them.

        Only for words parted by spaces: Chinese pairs are terms themselves.
        """
        pairs = {pair for pair in pairwise(one for one in terms if one.isascii()) if pair[0] != pair[1]}
        if not pairs or not rows:
            return {}
        rare = postings.idf(self._database, "passage", terms)
        marks = ",".join("?" * len(rows))
        query = f"SELECT id, weight, words FROM passages WHERE id IN ({marks})"  # noqa: S608 - only marks are put in
        out = {}
        for row, weight, words in self._database.execute(query, [*rows]):
            places = [(at, word) for at, word in enumerate(words.split(" ")) if word in rare]
            near = {
                (a, b)
                for two in (1, 2)
                for (at, a), (to, b) in zip(places, places[two:], strict=False)
                if to - at <= _TOGETHER
            }
            held = (pair for pair in pairs if pair in near or pair[::-1] in near)
            out[row] = _NEAR_WEIGHT * sum((rare[a] + rare[b]) / 2 for a, b in held) * weight
        return out

    def _in_order(self, query: str, terms: Sequence[str], rows: Sequence[int]) -> dict[int, float]:
        """Row to what its score gains, as a share, by words that stand there exactly as asked.

        The whole phrase counts most; of a Chinese query each run of three characters or more counts by its weight.
        """
        phrase = asked_name(query)
        han = bool(_HAN.search(phrase))
        if len(phrase) < (_HAN_PHRASE if han else _PHRASE) or not rows:
            return {}
        rare = postings.idf(self._database, "passage", terms)
        whole = sum(rare.values()) or 1.0
        out = {}
        for row, (text,) in _texts(self._database, rows).items():
            folded = name_key(text)
            if phrase in folded:
                out[row] = _EXACT
            elif han:
                runs = [one for one in _runs(phrase, folded) if len(one) >= _HAN_RUN]
                held = sum(rare.get(run[at : at + 2], 0.0) for run in runs for at in range(1, len(run) - 1))
                out[row] = _RUN * held / whole
        return out

    def _quoting(self, query: str) -> list[int]:
        """Passages with a query that is a piece of text of words that are mostly too common to be searched for."""
        words = re.findall(r"[^\W_]+", query.lower())
        if _HAN.search(query) or len(words) < _WORDS or 2 * sum(word in STOP for word in words) < len(words):
            return []
        found = self._database.execute("SELECT id, text FROM passages WHERE text LIKE ?", (f"%{'%'.join(words)}%",))
        phrase = asked_name(query)
        return [row for row, text in found if phrase in name_key(text)][:_NEAR]

    @cached_property
    def _places(self) -> tuple[NDArray[np.intp], Numbers]:
        """Section and weight of each passage."""
        import numpy as np

        found = self._database.execute("SELECT section, weight FROM passages ORDER BY id").fetchall()
        return np.array([one[0] for one in found], dtype=np.intp), np.array([one[1] for one in found], dtype=float)

    @cached_property
    def _vectors(self) -> tuple[NDArray[np.intp], Numbers]:
        """Rows of the passages whose meaning is known, and their vectors."""
        import numpy as np

        texts = [one for (one,) in self._database.execute("SELECT text FROM passages ORDER BY id")]
        known = self._meaning.known(texts) if self._meaning is not None else {}
        rows = [row for row, text in enumerate(texts) if text in known]
        return np.array(rows, dtype=np.intp), np.array([known[texts[row]] for row in rows], dtype=np.float32)


def _texts(database: sqlite3.Connection, rows: Sequence[int]) -> Mapping[int, tuple[str, ...]]:
    marks = ",".join("?" * len(rows))
    query = f"SELECT id, text FROM passages WHERE id IN ({marks})"  # noqa: S608 - only marks are put in
    return {row: (text,) for row, text in database.execute(query, [*rows])}


def _runs(phrase: str, text: str) -> list[str]:
    """The parts of a phrase, from left to right and each as long as can be, that stand in a text."""
    out, at = [], 0
    while at < len(phrase):
        end = at
        while end < len(phrase) and phrase[at : end + 1] in text:
            end += 1
        out += [phrase[at:end]] if end > at else []
        at = max(end, at + 1)
    return out


def _neighbour(own: Numbers, sections: NDArray[np.intp]) -> Numbers:
    """The better score of the passages before and after each, within its section."""
    import numpy as np

    same = sections[1:] == sections[:-1]
    before, after = np.zeros(len(own)), np.zeros(len(own))
    before[1:] = np.where(same, own[:-1], 0.0)
    after[:-1] = np.where(same, own[1:], 0.0)
    return np.maximum(before, after)


def best_rows(totals: Numbers, most: int) -> list[int]:
    """The rows of the greatest totals above 0, the first of equal ones first."""
    import numpy as np

    order = np.argsort(-totals, kind="stable")[:most]
    return [int(row) for row in order[totals[order] > 0]]
