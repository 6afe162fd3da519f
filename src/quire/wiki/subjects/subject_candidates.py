"""What may become a page, before it is one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice

__all__ = ["Candidate", "tell_doubts"]

_MOST_DOUBTS = 3
"""Pairs of persons that are told as perhaps one, at most."""


@dataclass(slots=True)
class Candidate:
    """A subject with the names it goes by."""

    title: str
    type: str  # concept | code | person | place | event ...
    score: float
    aliases: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)  # index, glossary, emphasis, heading, definition, code, frequency
    perhaps: list[str] = field(default_factory=list)  # titles of other persons that may be the same one

    @property
    def names(self) -> list[str]:
        """The title and the aliases."""
        return [self.title, *self.aliases]


def tell_doubts(pairs: Iterable[tuple[Candidate | None, Candidate | None]]) -> None:
    """Note the first pairs of persons that may be one; None stands for names without a page."""
    told = ((one, two) for one, two in pairs if one is not None and two is not None and one is not two)
    for one, two in islice(told, _MOST_DOUBTS):
        one.perhaps.append(two.title)
