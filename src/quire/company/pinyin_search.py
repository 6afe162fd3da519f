"""Searches the readings of Chinese names: whole pinyin, initials, and any mixture of them, as people type.

``shanghaishuixian``, ``shsx``, ``shanghaisx``, ``shhshx`` and ``shangh`` all find 上海水仙. A query has each syllable
of a name whole or as its first letter (``zh``, ``ch``, ``sh`` count as one too), the last one as any beginning of it; a
letter or digit of a name is a syllable of its own.

One string holds all readings, and a query walks through it letter by letter with all its places at once, as arrays: of
a letter's some thousand places a few hundred are left after the second letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from rapidfuzz import process
from rapidfuzz.distance import OSA

from quire.company import company_names
from quire.company.company_names import Name
from quire.company.pinyin_syllables import readings

Ids = npt.NDArray[np.int32]

_ENTRY, _AGAIN, _NAME = 1, 2, 3
"""What stands before the first reading of an entry, before others of its short name, and before those of its other
names."""

_LONGEST = 100
"""Letters of a query that are looked at; the longest names have about 30 syllables, and nobody types all of one."""

_MARK_AND_ONE = 2
"""Syllables of a reading, its mark included, up to which it is not compared for errors."""

_PAIRS = tuple(map(ord, "zcs"))
"""Initials that an h may follow and be one of them."""


_Places = tuple[Ids, Ids, Ids]
"""Of places: the syllable where each began, the one where it is, and the letter of this one that was matched last."""


class Found(NamedTuple):
    """Which entries have a query in their readings, and where."""

    whole: Ids  # a reading is the query
    beginning: Ids  # a reading of the short name begins with it
    inside: Ids  # some reading has it from some syllable on


class Readings:
    """The readings of entries that are numbered from 0.

    Args:
        letters: all readings as one string of bytes, separated by the marks above.
        starts: where each syllable begins in it; a mark counts as a syllable.
    """

    def __init__(self, letters: npt.NDArray[np.uint8], starts: Ids) -> None:
        self._letters, self._starts = letters, starts
        self._padded = np.append(letters, np.uint8(_ENTRY))
        self._firsts = letters[starts]  # of each syllable
        self._lengths = np.diff(np.append(starts, len(letters))).astype(np.int32)
        self._texts: tuple[list[int], list[str]] | None = None
        self._entries = np.flatnonzero(self._firsts == _ENTRY).astype(np.int32)
        self._is_end = np.append(self._firsts[1:] <= _NAME, [True])  # the last syllable of a reading
        seconds = self._padded[np.minimum(starts + 1, len(letters))]
        self._has_pair = (self._lengths > 1) & (seconds == ord("h")) & np.isin(self._firsts, _PAIRS)
        self._pairs: dict[bytes, _Places] = {}
        self._by_letter = {
            letter: np.flatnonzero(self._firsts == letter).astype(np.int32) for letter in np.unique(self._firsts)
        }

    @classmethod
    def of(cls, entries: Sequence[Name]) -> Readings:
        """Return the readings of these entries; only Chinese companies have any."""
        pieces, starts, at = list[str](), list[int](), 0
        for entry in entries:
            for mark, reading in _of_entry(entry):
                for syllable in (chr(mark), *reading):
                    starts.append(at)
                    pieces.append(syllable)
                    at += len(syllable)
        letters = "".join(pieces).encode("ascii", "replace")
        return cls(np.frombuffer(letters, np.uint8), np.array(starts, np.int32))

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, npt.NDArray[np.generic]]) -> Readings:
        """Return the readings that the `arrays` of others describe."""
        return cls(arrays["letters"].astype(np.uint8, copy=False), arrays["syllables"].astype(np.int32, copy=False))

    @property
    def arrays(self) -> dict[str, npt.NDArray[np.generic]]:
        """All data of the readings, for storage."""
        return {"letters": self._letters, "syllables": self._starts}

    @property
    def count(self) -> int:
        """The number of entries."""
        return len(self._entries)

    def find(self, wanted: str) -> Found:
        """Return the entries whose readings have `wanted`, which consists of small Latin letters and digits."""
        query = wanted[:_LONGEST].encode("ascii")
        begun, at, offsets = self._begin(query[:2])
        for letter in query[2:]:
            if not len(at):
                break
            begun, at, offsets = self._step(letter, begun, at, offsets)
        ends = self._is_end[at] & self._may_end(at, offsets)
        first = self._firsts[begun - 1]
        whole, front = begun[ends & (first <= _NAME)], begun[first <= _AGAIN]
        return Found(self._owners(whole), self._owners(front), self._owners(begun))

    def resembling(self, wanted: str) -> Iterator[tuple[int, int]]:
        """Yield the entries of which a reading, its initials or its beginning differ from `wanted` by one letter.

        Each comes with 2 (a whole reading) or 3 (the beginning of one).
        """
        best: dict[int, int] = {}
        query = wanted[:_LONGEST]
        owners, wholes = self._spelled()
        starts = [whole[: len(query) + more] for more in (-1, 0, 1) for whole in wholes]
        for rank, texts in ((3, starts), (2, wholes)):
            away = process.cdist([query], texts, scorer=OSA.distance, score_cutoff=1, dtype=np.uint8)[0]
            for at in np.flatnonzero(away <= 1):
                best[owners[at % len(owners)]] = rank
        yield from best.items()

    def _spelled(self) -> tuple[list[int], list[str]]:
        """Every reading whole and as its initials, with the number of its entry; made at the first need."""
        if self._texts is None:
            owners: list[int] = []
            texts: list[str] = []
            firsts = self._firsts
            letters = self._letters.tobytes().decode("ascii")
            marks = np.flatnonzero(firsts <= _NAME)
            numbers = np.cumsum(firsts[marks] == _ENTRY) - 1
            for mark, end, number in zip(marks, [*marks[1:], len(firsts)], numbers.tolist(), strict=True):
                if end - mark > _MARK_AND_ONE:
                    first = int(self._starts[mark]) + 1
                    last = int(self._starts[end]) if end < len(firsts) else len(letters)
                    owners += [number, number]
                    texts += [letters[first:last], firsts[mark + 1 : end].tobytes().decode("ascii")]
            self._texts = owners, texts
        return self._texts

    def _begin(self, query: bytes) -> _Places:
        """The positions after the first two letters, which take most of the time: each pair is searched once."""
        known = self._pairs.get(query)
        if known is None:
            firsts = self._by_letter.get(query[0]) if query else None
            begun = np.empty(0, np.int32) if firsts is None else firsts
            known = (begun, begun, np.zeros(len(begun), np.int32))
            for letter in query[1:]:
                known = self._step(letter, *known)
            self._pairs[query] = known
        return known

    def _step(self, letter: int, begun: Ids, at: Ids, offsets: Ids) -> _Places:
        """The places after one more letter, which goes on in its syllable or begins the next one."""
        on = (offsets + 1 < self._lengths[at]) & (self._padded[self._starts[at] + offsets + 1] == letter)
        over = self._may_end(at, offsets) & ~self._is_end[at]
        over[over] = self._firsts[at[over] + 1] == letter
        return (
            np.concatenate([begun[on], begun[over]]),
            np.concatenate([at[on], at[over] + np.int32(1)]),
            np.concatenate([offsets[on] + np.int32(1), np.zeros(int(over.sum()), np.int32)]),
        )

    def _may_end(self, at: Ids, offsets: Ids) -> npt.NDArray[np.bool_]:
        """Whether a syllable may stop after the letter at each place: it is whole, or its initial alone."""
        found = (offsets == 0) | (offsets + 1 == self._lengths[at]) | ((offsets == 1) & self._has_pair[at])
        return np.asarray(found, np.bool_)

    def _owners(self, syllables: Ids) -> Ids:
        """The entries in whose readings these syllables stand."""
        return np.unique(np.searchsorted(self._entries, syllables, side="right") - 1).astype(np.int32)


def _of_entry(entry: Name) -> Iterator[tuple[int, Sequence[str]]]:
    """The readings of an entry, each with its mark; one without a syllable where there are none."""
    if entry.dataset != company_names.CN:
        yield _ENTRY, ()
        return
    known = dict.fromkeys(
        company_names.normal(name) for name in (entry.short or entry.name, entry.name, *entry.aliases)
    )
    mark = _ENTRY
    for name in known:
        for reading in readings(name) or [()]:
            yield mark, reading
            mark = _AGAIN if mark <= _AGAIN else _NAME
        mark = _NAME
