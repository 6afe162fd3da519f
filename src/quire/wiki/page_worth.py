"""Which subjects have a page: those of which the book says something, not only names them."""

from __future__ import annotations

from collections.abc import Mapping

from quire.wiki.lead_model import SAYS_WHAT
from quire.wiki.page_types import PROPER, PageType
from quire.wiki.subjects.subject_candidates import Candidate

__all__ = ["LISTED", "has_page"]

LISTED = frozenset({"index", "glossary", "emphasis"})
"""What the book itself lists as a subject."""

_LEAST_MENTIONS = 2
"""Sentences that name a subject before it becomes a page, unless the only one says what it is."""

_NAMED = frozenset({"index", "glossary", "model"})
"""What makes a term a subject whatever else is said: lists of the book, and a model that has read it."""

_LEAST_TOLD, _MOST_TOLD = {"en": -4.0, "zh": -3.0}, {"en": 1.4, "zh": 1.3}
"""Between which values the log odds count that a sentence says what a term is, beside those that it is a term at all.
The two are added: so more of the indexes of five books is found with as many pages than by either alone."""

_COUNTS_TOLD = {"en": 0.5, "zh": 1.0}
"""How much the first count: authors mark for their indexes much that they define nowhere; Chinese manuals have headings
for all they do, and few of them name a subject."""

_LEAST = {"en": -0.3, "zh": -0.8}
"""The least sum of a term with a page: of the English ones just above it six in seven are what a reader would look up,
of those below it to -0.5 two in three; of the Chinese ones just above it nine in ten."""


def has_page(one: Candidate, mentions: int, odds: Mapping[int, float], lang: str) -> bool:
    """Whether a subject has a page.

    Args:
        one: the subject.
        mentions: sentences that name it and can be quoted.
        odds: of those that may be its lead, the log odds that they say what it is.
        lang: of the book.
    """
    best = max(odds.values(), default=-9.0)
    listed = not (LISTED | {"abbreviation"}).isdisjoint(one.reasons)
    once = best >= SAYS_WHAT or one.type == PageType.PERSON or listed
    if mentions < (1 if once else _LEAST_MENTIONS):
        return False
    if one.type in PROPER or not _NAMED.isdisjoint(one.reasons):
        return True
    told = _COUNTS_TOLD[lang] * max(_LEAST_TOLD[lang], min(_MOST_TOLD[lang], best))
    return one.score + told >= _LEAST[lang]
