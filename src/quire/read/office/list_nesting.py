"""Lists from consecutive paragraphs that each say how deep they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quire.model.block import Block, Item, List, Paragraph
from quire.model.span import Span

DEEPEST = 9
"""Levels, as in WordprocessingML."""


class Entry(NamedTuple):
    """A paragraph of a list; `level` counts from 0."""

    level: int
    ordered: bool
    spans: tuple[Span, ...]


def lists_of(entries: Sequence[Entry]) -> list[Block]:
    """The lists that entries make: a deeper entry is inside the one before it; another kind begins another list."""
    out: list[Block] = []
    at = 0
    while at < len(entries):
        level, ordered = entries[at].level, entries[at].ordered
        items: list[Item] = []
        while at < len(entries) and (entries[at].level > level or _same(entries[at], level, ordered=ordered)):
            inside: list[Block] = [Paragraph(entries[at].spans, ())]
            end = at + 1
            while end < len(entries) and entries[end].level > entries[at].level:
                end += 1
            inside += lists_of(entries[at + 1 : end])
            items.append(Item(f"{len(items) + 1}." if ordered else "•", tuple(inside)))
            at = end
        out.append(List(tuple(items), (), ordered=ordered))
    return out


def _same(entry: Entry, level: int, *, ordered: bool) -> bool:
    return entry.level == level and entry.ordered == ordered
