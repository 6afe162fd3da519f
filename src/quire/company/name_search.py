"""Searches the names of companies for those that begin with a query, contain it, or differ by a typing error.

A hit has a rank; hits are listed by rank, then a company's own share before its other securities, then by data set and
code. The ranks:

    0   the code, the short name or the full name itself
    1   the code begins with the query            4   a name is read so in pinyin, whole or by its initials
    2   the short name begins with it             5   the reading of the short name begins with it
    3   the full name begins with it              6   a word of a name begins with it
    7   a name contains it
    8   a name contains it, or begins with it, when spaces, brackets and punctuation are left out
    9   the reading of a name contains it
    10  of several words, each one is in a name or its reading, in any order
    11  nothing of this, but a name or its beginning differs by one typing error (longer queries: two), or a reading by
        one letter; further ranks by how much it differs
    30  of several words, some are in a name; further ranks by how telling those words are

An identifier (CIK, LEI, credit code ...) counts like a code. `pinyin_search` defines when a reading has a query. Names
are compared in their comparable form (`names.normal`). A cursor is the place of the last hit that was shown, as rank
and code, so that the next page is right even after the catalogue has changed.
"""

from __future__ import annotations

import base64
import binascii
import bisect
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from rapidfuzz import process
from rapidfuzz.distance import OSA

from quire.company import company_names
from quire.company.character_index import COMMON, Grams, Ids
from quire.company.company_names import Name
from quire.company.pinyin_search import Readings
from quire.company.primary_security import secondary
from quire.errors import BadRequest
from quire.hanzi import simplified

ALL_WORDS = 10
"""The rank of hits that have every word of a query, in any order."""

TYPO = 11
"""The first rank of hits that only resemble the query."""

SOME_WORDS = 30
"""The first rank of hits that have only some of several words; those of `TYPO` end below it."""

MOST_WORDS = 8
"""Words of a query that are looked at one by one."""

FEW = 20
"""Companies with a word up to which it is never too common to tell anything, in however small a catalogue."""

SHORTEST_READING = 5
"""Letters of a query from which on one wrong letter of pinyin is forgiven: four fit too many names."""

SHORTEST_TYPO = 3
"""Characters of a query from which on errors are forgiven: of two characters one would be the whole message."""

LONG_QUERY = 8
"""Characters from which on two errors are forgiven."""

NEIGHBOURS = 96
"""Texts whose distance is computed, those that share the most telling grams: with 13,000 names the right one was among
the first 20 in all of 2,000 random errors."""

_LONGEST_GRAM = 2
"""Characters of a query up to which the grams alone tell which names contain it."""

_MOST_MASKS = 256
"""Values of facets whose entries are remembered."""

_BY_NAME, _LOOSE = (2, 3, 6, 7), 8
_BEGINNINGS = (
    -1,
    0,
    1,
)  # how much longer than the query: a letter too many or too few moves the end of what it stands for
_FORMAT = 2
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")


@dataclass(frozen=True, slots=True)
class Query:
    """A query and its filters.

    Attributes:
        text: what was typed; "" finds every company.
        dataset: `names.CN`, `names.US`, or "" for both.
        market: ``nyse`` or ``nasdaq``; "" for all.
        facets: values that a hit must have, by facet.
        limit: the most hits of a page.
        offset: hits to leave out at the beginning; without a cursor.
        cursor: the cursor of the page before; "" for the first.
    """

    text: str = ""
    dataset: str = ""
    market: str = ""
    facets: tuple[tuple[str, str], ...] = field(default=())
    limit: int = 20
    offset: int = 0
    cursor: str = ""


class Hit(NamedTuple):
    """A company that was found, and how well it fits (0 is best)."""

    name: Name
    rank: int


class Page(NamedTuple):
    """A page of hits; `total` counts the hits of all pages; `cursor` leads to the next page, "" after the last."""

    hits: tuple[Hit, ...]
    total: int
    cursor: str


class Index:
    """The search tables of entries that are numbered from 0."""

    def __init__(self, entries: Sequence[Name], readings: Readings, grams: Grams) -> None:
        self._entries = entries
        self._texts = [_text(entry) for entry in entries]  # names in comparable form, parted by NUL
        self._printed = [simplified("\x00".join(entry.names)).casefold() for entry in entries]
        self._secondary = secondary(entries)
        self._readings = readings
        self._grams = grams
        # Tables of beginnings, for look-ups by bisection; NUL ends a whole name.
        self._codes = _table((company_names.normal(entry.code),) for entry in entries)
        self._short = _table((company_names.normal(entry.short),) for entry in entries)
        self._full = _table(map(company_names.normal, (entry.name, *entry.aliases)) for entry in entries)
        self._words = _table(_from_words(entry) for entry in entries)
        self._identifiers = _table(map(company_names.normal, identifiers(entry)) for entry in entries)
        self._masks: dict[tuple[str, str], npt.NDArray[np.bool_]] = {}

    @classmethod
    def of(cls, entries: Sequence[Name]) -> Index:
        """Return the index of these entries, whose order is the order of hits of the same rank."""
        return cls(entries, Readings.of(entries), Grams.of([_text(entry) for entry in entries]))

    def save(self, path: Path) -> None:
        """Write the index to a file."""
        arrays = self._readings.arrays | self._grams.arrays
        with path.open("wb") as file:
            np.savez(file, allow_pickle=False, format=np.array(_FORMAT), **arrays)

    @classmethod
    def load(cls, path: Path, entries: Sequence[Name]) -> Index:
        """Return the saved index of `entries`.

        Raises:
            OSError, ValueError: the file cannot be read, or was made for other entries.
        """
        try:
            with np.load(path, allow_pickle=False) as stored:
                arrays = dict(stored.items())
            readings, grams = Readings.from_arrays(arrays), Grams.from_arrays(arrays)
            fits = int(arrays["format"].item()) == _FORMAT and readings.count == len(entries)
        except (KeyError, EOFError, binascii.Error) as problem:
            raise ValueError(f"{path} holds no index") from problem
        if not fits:
            raise ValueError(f"{path} was made for other entries")
        return cls(entries, readings, grams)

    def search(self, query: Query) -> Page:
        """Return a page of the hits of `query`.

        Raises:
            BadRequest: the cursor does not come from this service.
        """
        may = np.ones(len(self._entries), np.bool_)
        for facet, value in _conditions(query):
            may &= self._mask(facet, value)
        ranks = self._ranks(query.text, may)
        ids = np.flatnonzero(ranks >= 0)
        ranks = 2 * ranks + self._secondary  # the place among the hits
        ids = ids[np.argsort(ranks[ids], kind="stable")]
        total = len(ids)
        if query.cursor:
            ids = ids[_after(self._entries, ids, ranks, query.cursor) :]
        shown = ids[query.offset : query.offset + query.limit]
        hits = tuple(Hit(self._entries[number], int(ranks[number]) // 2) for number in shown)
        more = query.offset + query.limit < len(ids) and hits
        return Page(hits, total, _cursor(hits[-1].name, int(ranks[shown[-1]])) if more else "")

    def _ranks(self, text: str, may: npt.NDArray[np.bool_]) -> npt.NDArray[np.int16]:
        """The rank of each entry, -1 for those that are not found or that `may` rules out."""
        ranks = np.full(len(self._entries), -1, np.int16)
        wanted = company_names.normal(text)
        if not wanted:
            if not text.strip():
                ranks[may] = 0
            return ranks
        for rank, ids in self._found(wanted):
            ranks[ids] = rank
        ranks[~may] = -1
        printed = simplified(text.strip()).casefold()
        named = np.flatnonzero(np.isin(ranks, _BY_NAME))
        ranks[[number for number in named if printed not in self._printed[number]]] = _LOOSE
        words = list(dict.fromkeys(filter(None, map(company_names.normal, text.split()))))[:MOST_WORDS]
        having = [self._having(word) for word in words] if len(words) > 1 else []
        if having:
            everywhere = np.logical_and.reduce(having) & may & (ranks < 0)
            ranks[everywhere] = ALL_WORDS
        if (ranks >= 0).any():
            return ranks
        for rank, number in self._resembling(wanted) if len(wanted) >= SHORTEST_TYPO else ():
            ranks[number] = rank if may[number] else -1
        self._add_some_words(ranks, having, may)
        return ranks

    def _having(self, word: str) -> npt.NDArray[np.bool_]:
        """Which entries have a word in a name, a code or a reading."""
        found = np.zeros(len(self._entries), np.bool_)
        for _, ids in self._found(word):
            found[ids] = True
        return found

    def _add_some_words(
        self, ranks: npt.NDArray[np.int16], having: list[npt.NDArray[np.bool_]], may: npt.NDArray[np.bool_]
    ) -> None:
        """Rank entries that have some of several words by how telling those are: rare words tell more."""
        if not having:
            return
        telling = [one for one in having if one.sum() <= max(FEW, COMMON * len(self._entries))]
        having = telling or having
        weights = [float(np.log1p(len(self._entries) / max(1, int(one.sum())))) for one in having]
        sums = np.sum([weight * one for weight, one in zip(weights, having, strict=True)], axis=0).round(6)
        fits = (sums > 0) & may & (ranks < 0)
        for at, value in enumerate(np.unique(sums[fits])[::-1].tolist()):
            ranks[fits & (sums == value)] = SOME_WORDS + at

    def _found(self, wanted: str) -> Iterator[tuple[int, Ids | list[int]]]:
        """Ranks and the entries that have them, the worst first: a better one overwrites it."""
        read = self._readings.find(wanted) if _LETTERS.issuperset(wanted) else None
        if read is not None:
            yield 9, read.inside
        yield 7, self._containing(wanted)
        if read is not None:
            yield 6, _beginning(self._words, wanted)
            yield 5, read.beginning
            yield 4, read.whole
        for rank, table in ((3, self._full), (2, self._short), (1, self._codes)):
            yield rank, _beginning(table, wanted)
        for table in (self._full, self._short, self._codes, self._identifiers):
            yield 0, _beginning(table, wanted + "\x00")

    def _containing(self, wanted: str) -> Ids:
        ids = self._grams.containing(wanted)
        if len(wanted) <= _LONGEST_GRAM:
            return ids
        return np.array([number for number in ids if wanted in self._texts[number]], np.int32)

    def _resembling(self, wanted: str) -> Iterator[tuple[int, int]]:
        """Entries that differ from `wanted` by few errors, with their ranks."""
        if len(wanted) >= SHORTEST_READING and _LETTERS.issuperset(wanted):
            yield from ((TYPO + rank, number) for number, rank in self._readings.resembling(wanted))
        most = 2 if len(wanted) >= LONG_QUERY else 1
        near = self._grams.like(wanted, NEIGHBOURS).ids
        fields, owners = [], []
        for number in near:
            for name in self._texts[number].split("\x00"):
                fields += [name, *(name[: len(wanted) + more] for more in _BEGINNINGS)]
                owners.append(number)
        if not fields:
            return
        # a distance beyond the cutoff comes back as the cutoff and one
        away = process.cdist([wanted], fields, scorer=OSA.distance, score_cutoff=most, dtype=np.uint8)[0]
        table = away.reshape(len(owners), -1)
        best: dict[int, int] = {}
        for number, whole, beginning in zip(owners, table[:, 0].tolist(), table[:, 1:].min(1).tolist(), strict=True):
            rank = min(2 * whole, 2 * beginning + 1)
            if min(whole, beginning) <= most:
                best[number] = min(best.get(number, rank), rank)
        yield from ((TYPO + rank, number) for number, rank in best.items())

    def _mask(self, facet: str, value: str) -> npt.NDArray[np.bool_]:
        """Which entries have the value; a facet with few values is looked through once."""
        known = self._masks.get((facet, value))
        if known is None:
            known = np.fromiter((_has(entry, facet, value) for entry in self._entries), np.bool_, len(self._entries))
            if len(self._masks) < _MOST_MASKS:  # a stranger may ask for any value
                self._masks[facet, value] = known
        return known


def _text(entry: Name) -> str:
    return "\x00".join(dict.fromkeys(form for form in map(company_names.normal, entry.names) if form))


def _table(forms: Iterable[Iterable[str]]) -> list[tuple[str, int]]:
    return sorted((form + "\x00", number) for number, some in enumerate(forms) for form in some if form)


def _beginning(table: list[tuple[str, int]], wanted: str) -> list[int]:
    first = bisect.bisect_left(table, (wanted,))
    last = bisect.bisect_left(table, (wanted + "\U0010ffff",), first)
    return [number for _, number in table[first:last]]


def _from_words(entry: Name) -> Iterator[str]:
    """The names of an entry from each of their words on, in comparable form; the beginning itself is left out."""
    for name in entry.names:
        words = name.split()
        yield from (form for at in range(1, len(words)) if (form := company_names.normal(" ".join(words[at:]))))


def identifiers(entry: Name) -> Iterator[str]:
    """Yield the numbers that registers give to a company, in the forms in which people type them."""
    for facet, value in entry.facets:
        if facet in company_names.IDENTIFIERS:
            yield value
            if facet == "cik":
                yield from (value.lstrip("0"), f"CIK{value}", f"CIK{value.lstrip('0')}")


def _conditions(query: Query) -> Iterator[tuple[str, str]]:
    if query.dataset:
        yield "dataset", query.dataset
    if query.market:
        yield "market", query.market
    yield from query.facets


def _has(entry: Name, facet: str, value: str) -> bool:
    if facet == "dataset":
        return entry.dataset == value
    if facet == "market":
        return entry.market == value
    return (facet, value) in entry.facets


def _place(entry: Name) -> list[str]:
    return [entry.dataset, entry.code, entry.market]


def _cursor(name: Name, rank: int) -> str:
    place = json.dumps([rank, *_place(name)], ensure_ascii=False, separators=(",", ":"))
    return base64.urlsafe_b64encode(place.encode()).decode().rstrip("=")


def _after(entries: Sequence[Name], ids: npt.NDArray[np.intp], ranks: npt.NDArray[np.int16], cursor: str) -> int:
    """How many of the sorted hits stand at or before the place of the cursor.

    Raises:
        BadRequest: the cursor cannot be read.
    """
    try:
        place = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        rank, dataset, code, market = place
        shown = (int(rank), [str(dataset), str(code), str(market)])
    except (ValueError, TypeError, binascii.Error):
        raise BadRequest("The cursor is not valid.") from None
    return bisect.bisect_right(ids, shown, key=lambda number: (int(ranks[number]), _place(entries[number])))
