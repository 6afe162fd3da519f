"""An inverted index in three arrays: it finds the texts that contain a character, or two characters side by side.

A gram is one character or two neighbours; for each gram the index lists the texts that contain it. Two Chinese
characters are the shortest words that people search for, and a name with one wrong character still shares most of its
grams with the right name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Ids = npt.NDArray[np.int32]

_OWNER_BITS = 22  # texts: 4 million; 42 more bits hold two code points of 21
_CHARACTER_BITS = 21
_BREAK = 31
"""Code points up to this one part fields and texts; no gram crosses them."""

COMMON = 0.2
"""A gram in more than this share of the texts says little (有限, 公司): it is left out where others are left."""

_ENOUGH_TELLING = 2
"""Telling grams of a query from which on its common grams are left out."""


class Weighed(NamedTuple):
    """Texts that share grams with a query, the most telling first."""

    ids: Ids
    weights: npt.NDArray[np.float64]


class Grams:
    """The index over texts that are numbered from 0."""

    def __init__(self, count: int, keys: npt.NDArray[np.uint64], starts: Ids, owners: Ids) -> None:
        self._count, self._keys, self._starts, self._owners = count, keys, starts, owners

    @classmethod
    def of(cls, texts: Sequence[str]) -> Grams:
        """Return the index of these texts; NUL separates the fields of a text."""
        joined = "\x01".join(texts)
        letters = np.frombuffer(joined.encode("utf-32-le", "replace"), dtype=np.uint32).astype(np.uint64)
        owners = np.cumsum(letters == 1).astype(np.uint64)
        singles = letters > _BREAK
        pairs = singles[:-1] & singles[1:]
        keys = np.concatenate(
            [
                letters[singles],
                (letters[:-1][pairs] << np.uint64(_CHARACTER_BITS)) | letters[1:][pairs],
            ]
        )
        who = np.concatenate([owners[singles], owners[:-1][pairs]])
        both = np.unique((keys << np.uint64(_OWNER_BITS)) | who)
        found, starts = np.unique(both >> np.uint64(_OWNER_BITS), return_index=True)
        mask = np.uint64((1 << _OWNER_BITS) - 1)
        return cls(len(texts), found, np.append(starts, len(both)).astype(np.int32), (both & mask).astype(np.int32))

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, npt.NDArray[np.generic]]) -> Grams:
        """Return the index that the `arrays` of another index describe."""
        return cls(
            int(arrays["count"].item()),
            arrays["keys"].astype(np.uint64, copy=False),
            arrays["starts"].astype(np.int32, copy=False),
            arrays["owners"].astype(np.int32, copy=False),
        )

    @property
    def arrays(self) -> dict[str, npt.NDArray[np.generic]]:
        """All data of the index, for storage."""
        return {"count": np.array(self._count), "keys": self._keys, "starts": self._starts, "owners": self._owners}

    def containing(self, text: str) -> Ids:
        """Return the texts that have every gram of `text`: for one or two characters, exactly those that contain it."""
        if not text:
            return np.empty(0, np.int32)
        wanted = _pairs(text) if len(text) > 1 else _singles(text)
        places, known = self._places(wanted)
        if not known.all():
            return np.empty(0, np.int32)
        lists = sorted((self._list(place) for place in places), key=len)
        found = lists[0]
        for more in lists[1:]:
            found = found[np.isin(found, more, assume_unique=True)]
        return found

    def like(self, text: str, most: int) -> Weighed:
        """Return at most `most` texts that share grams with `text`, by the summed weight of the shared grams."""
        grams = np.unique(np.concatenate([_singles(text), _pairs(text)]))
        places, known = self._places(grams)
        places = places[known]
        sizes = self._starts[places + 1] - self._starts[places]
        telling = sizes <= COMMON * self._count
        if telling.sum() >= _ENOUGH_TELLING:
            places, sizes = places[telling], sizes[telling]
        if not len(places):
            return Weighed(np.empty(0, np.int32), np.empty(0))
        weights = np.repeat(np.log1p(self._count / sizes), sizes)
        owners = np.concatenate([self._list(place) for place in places])
        sums = np.bincount(owners, weights, minlength=self._count).astype(np.float64, copy=False)
        best = np.flatnonzero(sums)  # first: selecting among thousands of equal zeros takes milliseconds
        if len(best) > most:
            best = best[np.argpartition(sums[best], -most)[-most:]]
        best = best[np.argsort(-sums[best], kind="stable")]
        return Weighed(best.astype(np.int32), sums[best])

    def _places(self, grams: npt.NDArray[np.uint64]) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.bool_]]:
        if not len(self._keys):
            return np.zeros(len(grams), np.intp), np.zeros(len(grams), np.bool_)
        places = np.minimum(np.searchsorted(self._keys, grams), len(self._keys) - 1)
        return places, self._keys[places] == grams

    def _list(self, place: int | np.intp) -> Ids:
        return self._owners[self._starts[place] : self._starts[place + 1]]


def _singles(text: str) -> npt.NDArray[np.uint64]:
    return np.frombuffer(text.encode("utf-32-le", "replace"), dtype=np.uint32).astype(np.uint64)


def _pairs(text: str) -> npt.NDArray[np.uint64]:
    letters = _singles(text)
    return (letters[:-1] << np.uint64(_CHARACTER_BITS)) | letters[1:]
