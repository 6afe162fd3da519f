"""Figures of an invented company that fit together: sums, balance, cash, income; the same seed gives the same figures."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

CENT = Decimal("0.01")


@dataclass(frozen=True)
class Leaf:
    """A line with figures of its own: about `size` times the scale, negative where `sign` is -1."""

    label: str
    size: float
    note: str = ""
    sign: int = 1


@dataclass(frozen=True)
class Sum:
    """A line that adds lines: by name, with a minus in front of those that are taken away."""

    label: str
    parts: Sequence[str]
    note: str = ""


@dataclass(frozen=True)
class Section:
    """A line without figures."""

    label: str


Entry = Leaf | Sum | Section


@dataclass
class Year:
    """The figures of one year, by label."""

    chance: random.Random
    scale: float
    places: Decimal = CENT
    figures: dict[str, Decimal] = field(default_factory=dict)

    def fill(self, entries: Sequence[Entry]) -> None:
        """Give every line a figure: leaves by chance unless they have one, sums by adding."""
        for entry in entries:
            if isinstance(entry, Leaf) and entry.label not in self.figures:
                drawn = entry.sign * entry.size * self.scale * self.chance.uniform(0.7, 1.3)
                self.figures[entry.label] = Decimal(repr(drawn)).quantize(self.places)
            elif isinstance(entry, Sum):
                self.figures[entry.label] = total(self.figures, entry.parts)


def total(figures: Mapping[str, Decimal], parts: Sequence[str]) -> Decimal:
    """The sum of the named figures; "-name" takes away."""
    return sum((-figures[part[1:]] if part.startswith("-") else figures[part] for part in parts), Decimal(0))
