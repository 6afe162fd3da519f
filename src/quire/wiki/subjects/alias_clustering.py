"""Names joined to persons: groups are joined, the likeliest first, as long as the joins speak for themselves.

What speaks for a join is the sum of the log odds over all pairs of the two groups, so that one name that cannot be the
same person's keeps a whole group away.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush

__all__ = ["IN_DOUBT", "joined", "near_joins"]

IN_DOUBT = -1.0
"""Gain of a join from which on it is in doubt."""


def joined(
    found: Sequence[Sequence[int]],
    odds: Mapping[tuple[int, int], float],
    other: Callable[[int, int], float],
    apart: int = 0,
) -> list[list[int]]:
    """Groups joined as long as it gains something, the greatest gain first.

    Args:
        found: the groups to begin with, names by number.
        odds: log odds that two names, the lower number first, are one person's.
        other: the log odds of a pair that `odds` lacks.
        apart: so many of the first groups are never joined with each other.
    """
    return _Joins(found, odds, other, apart).made()


def near_joins(
    groups: Sequence[Sequence[int]],
    odds: Mapping[tuple[int, int], float],
    other: Callable[[int, int], float],
    least: float,
) -> list[tuple[int, int]]:
    """Pairs of groups, by number, that were hardly not joined, the nearest first.

    Args:
        groups: as `joined` left them.
        odds: as for `joined`.
        other: as for `joined`.
        least: the gain of a join from which on it is in doubt.
    """
    joins = _Joins(groups, odds, other, 0)
    found = [(joins.gain(one, two), one, two) for one, two in joins.neighbours()]
    return [(one, two) for gain, one, two in sorted(found, key=lambda row: (-row[0], row[1:])) if gain > least]


class _Joins:
    def __init__(
        self,
        found: Sequence[Sequence[int]],
        odds: Mapping[tuple[int, int], float],
        other: Callable[[int, int], float],
        apart: int,
    ) -> None:
        self._groups = {at: [*group] for at, group in enumerate(found)}
        self._odds, self._other, self._apart = odds, other, apart
        self._near: dict[int, set[int]] = defaultdict(set)
        self._queue: list[tuple[float, int, int, int, int]] = []
        owner = {name: at for at, group in self._groups.items() for name in group}
        for one, two in odds:
            left, right = owner.get(one), owner.get(two)
            if left is not None and right is not None and left != right:
                self._near[left].add(right)
                self._near[right].add(left)

    def made(self) -> list[list[int]]:
        """The groups after all joins."""
        for one, two in self.neighbours():
            self._note(one, two)
        while self._queue:
            _, one, two, size, other_size = heappop(self._queue)
            if len(self._groups.get(one, ())) == size and len(self._groups.get(two, ())) == other_size:
                self._join(one, two)  # neither of them has grown or is gone
        return [*self._groups.values()]

    def neighbours(self) -> list[tuple[int, int]]:
        """Pairs of groups with names of which something is known."""
        return sorted({(min(left, right), max(left, right)) for left, near in self._near.items() for right in near})

    def _join(self, one: int, two: int) -> None:
        self._groups[one] += self._groups.pop(two)
        self._near[one] = (self._near[one] | self._near.pop(two)) - {one, two}
        for further in self._near[one]:
            self._near[further].discard(two)
            self._near[further].add(one)
            self._note(one, further)

    def _note(self, one: int, two: int) -> None:
        one, two = min(one, two), max(one, two)
        if two >= self._apart and (value := self.gain(one, two)) > 0:
            heappush(self._queue, (-value, one, two, len(self._groups[one]), len(self._groups[two])))

    def gain(self, left: int, right: int) -> float:
        """What a join of two groups gains: the log odds over all pairs of their names."""
        total = 0.0
        for one in self._groups[left]:
            for two in self._groups[right]:
                value = self._odds.get((min(one, two), max(one, two)))
                total += self._other(one, two) if value is None else value
        return total
