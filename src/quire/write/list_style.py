"""How the entries of a list are marked: a bullet, a counted number, or the marker as printed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from quire.bullets import is_bullet
from quire.model.block import Item, List

_NUMBER = re.compile(r"\s*([0-9]{1,9})\s*([.)．、）])\s*\Z")
_STOPS = {".": ".", ")": ")", "．": ".", "、": ".", "）": ")"}
_BOXES = {"☐": " ", "☑": "x", "☒": "x"}


class MarkerKind(Enum):
    """How the items of a sublist are marked."""

    DOT = "dot"
    NUMBER = "number"
    PRINTED = "printed"  # "(a)", "一、", "①": kept as text


@dataclass(frozen=True, slots=True)
class Sublist:
    """Consecutive items that one list of a format with automatic numbers can hold."""

    kind: MarkerKind
    items: tuple[Item, ...]
    start: int = 1
    stop: str = "."  # what stands after the number: "." or ")"

    def bullet(self, at: int) -> str:
        """The mark in front of entry `at`, in Markdown."""
        if self.kind is MarkerKind.NUMBER:
            return f"{self.start + at}{self.stop}"
        return f"- [{_BOXES[self.items[at].marker.strip()]}]" if self.is_box(at) else "-"

    def is_box(self, at: int) -> bool:
        """Whether the mark of entry `at` is a box to tick."""
        return self.kind is MarkerKind.DOT and self.items[at].marker.strip() in _BOXES


def sublists(block: List) -> list[Sublist]:
    """The list, split where its printed numbers jump or its kind of marker changes; usually one sublist."""
    found: list[Sublist] = []
    items: list[Item] = []
    first: tuple[MarkerKind, int, str] = (MarkerKind.DOT, 1, "")
    number = block.start
    for item in block.items:
        kind, number, stop = mark = _mark(item.marker, number, ordered=block.ordered)
        fits = items and kind is first[0] and stop == first[2]
        if not fits or (kind is MarkerKind.NUMBER and number != first[1] + len(items)):
            if items:
                found.append(Sublist(first[0], tuple(items), first[1], first[2]))
            items, first = [], mark
        items.append(item)
        number += 1
    if items:
        found.append(Sublist(first[0], tuple(items), first[1], first[2]))
    return found


def _mark(marker: str, expected: int, *, ordered: bool) -> tuple[MarkerKind, int, str]:
    """Kind, number and what follows it."""
    number = _NUMBER.match(marker)
    if number:
        return MarkerKind.NUMBER, int(number[1]), _STOPS[number[2]]
    marker = marker.strip()
    if not marker:
        return (MarkerKind.NUMBER, max(expected, 0), ".") if ordered else (MarkerKind.DOT, 1, "")
    if is_bullet(marker) or marker in _BOXES:
        return MarkerKind.DOT, 1, ""
    return MarkerKind.PRINTED, 1, ""
