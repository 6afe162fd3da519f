"""Sets that are like one another, found without comparing all with all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable

__all__ = ["SimilarSets"]


class SimilarSets:
    """Sets, and whether a further one is like one of them by Jaccard's measure.

    Two sets with a share s of their union in common have at least s times the size of either in common, so one of
    any (1 - s) of its members and one more is in the other: only sets that hold one of so many members, the rarest, are
    compared (Chaudhuri, Ganti, Kaushik: A Primitive Operator for Similarity Joins in Data Cleaning, 2006).
    """

    def __init__(self) -> None:
        self._sets: list[frozenset[Hashable]] = []
        self._holders: dict[Hashable, list[int]] = defaultdict(list)

    def add(self, members: frozenset[Hashable]) -> None:
        """Take a set in."""
        for one in members:
            self._holders[one].append(len(self._sets))
        self._sets.append(members)

    def has_similar(self, members: frozenset[Hashable], share: float) -> bool:
        """Whether a set that was taken in has more than this share of both in common with it."""
        rarest = sorted(members, key=lambda one: len(self._holders.get(one, ())))
        looked = rarest[: int((1 - share) * len(members)) + 1]
        near = {place for one in looked for place in self._holders.get(one, ())}
        return any(len(members & self._sets[at]) > share * len(members | self._sets[at]) for at in near)
