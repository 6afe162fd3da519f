"""Paragraphs that are numbered and set as headings of the document are: where 1.1 and 1.3 are headings, so is 1.2.

Siblings share a numbering and its depth ("1.2"), or a word that is counted ("Phase 2"), and their style. Where enough
of them are headings by their own evidence, the others are too: what decided against them is the place where they
happen to be, at the top of a page or below a figure.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from quire.layout.headings.heading_levels import scheme_of
from quire.layout.rounding import half_points
from quire.layout.text.block_drafts import Draft, Kind

# Rows and characters of a sibling at most.
_ROWS, _CHARS = 2, 110
# Headings among siblings that make all of them headings, and their share.
_LEAST, _SHARE = 2, 0.4
_COUNTED = re.compile(r"^([^\W\d_]{2,14})\s+(?:\d{1,2}|[IVX]{1,4})\b")
_STOPS = frozenset(".。;；,，、!！")
# Numbers of lists, too: clauses and items are set alike and behave alike.
_LISTED = frozenset({"(1)", "1、", "letter", "(han)"})


class Siblings(NamedTuple):
    """What numbered paragraphs of one kind share."""

    numbering: tuple[str, int]
    size: float
    bold: bool
    italic: bool
    color: int


class SiblingCount(NamedTuple):
    """How many of them are headings, and how many there are."""

    headings: int
    all: int


def count_siblings(drafts: Iterable[Draft]) -> dict[Siblings, SiblingCount]:
    """How many siblings of each kind there are among drafts with headings marked."""
    every: Counter[Siblings] = Counter()
    headings: Counter[Siblings] = Counter()
    for draft in drafts:
        group = _group(draft)
        if group is not None:
            every[group] += 1
            headings[group] += draft.kind is Kind.HEADING
    return {group: SiblingCount(headings[group], count) for group, count in every.items()}


def heading_siblings(counts: Iterable[Mapping[Siblings, SiblingCount]]) -> frozenset[Siblings]:
    """The kinds of siblings that are headings, by the counts of the page ranges of a document."""
    headings: Counter[Siblings] = Counter()
    every: Counter[Siblings] = Counter()
    for own in counts:
        for group, count in own.items():
            headings[group] += count.headings
            every[group] += count.all
    return frozenset(
        group for group, some in headings.items() if some >= _LEAST and _SHARE * every[group] <= some < every[group]
    )


def mark_siblings(drafts: Iterable[Draft], wanted: frozenset[Siblings]) -> None:
    """Mark the drafts that are siblings of headings."""
    for draft in drafts if wanted else ():
        if draft.kind is not Kind.HEADING and _group(draft) in wanted:
            draft.kind = Kind.HEADING
            draft.marker = None


def _group(draft: Draft) -> Siblings | None:
    """The siblings of a short numbered paragraph; None for others."""
    if draft.kind not in (Kind.TEXT, Kind.ITEM, Kind.HEADING) or not 0 < len(draft.rows) <= _ROWS:
        return None
    text = draft.text.strip()
    if len(text) > _CHARS or text[-1:] in _STOPS or len(draft.rows[0].lines) > 1:
        return None
    numbering = scheme_of(text)
    if numbering is None:
        counted = _COUNTED.match(text)
        numbering = (counted[1], 0) if counted else None
    if numbering is None or numbering[0] in _LISTED or numbering == ("decimal", 1):
        return None
    style = draft.style
    return Siblings(numbering, half_points(style.size), draft.bold, style.italic, style.color)
