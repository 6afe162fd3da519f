"""The headings of the data of sellers and buyers, and what stands under each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from quire.invoice.label_kinds import kinds_of
from quire.invoice.parties import heads_buyer
from quire.invoice.phrases import PagePhrases, Phrase

_REACH = 16.0  # heights from the heading of a party to what still belongs to it
_PARTIES = frozenset({"buyer", "delivery", "seller"})
_DIGIT = re.compile(r"\d")
_LIKELY = 0.5  # how likely a text is the heading of a party that no lexicon has
_EDGE = 30  # points: what stands under a heading begins within it of the heading, or right of it


class Heading(NamedTuple):
    """The heading of a party's data."""

    phrase: Phrase
    buyer: bool
    right: float  # x at which what stands beside it begins
    known: bool  # the lexicon has its words


def party_headings(prints: PagePhrases) -> list[Heading]:
    """The phrases that are nothing but a label of a party, from top to bottom."""
    found = []
    for phrase in prints.phrases:
        buyer = heads_party(phrase.text)
        if buyer is not None:
            beside = prints.right(phrase)
            known = heads_buyer(phrase.text) is not None
            found.append(Heading(phrase, buyer, beside[0].box.x0 if beside else prints.width, known))
    return found


def heads_party(text: str) -> bool | None:
    """Whether a text heads the data of the buyer; None where it heads no party's."""
    known = heads_buyer(text)
    if known is not None:
        return known
    kinds = kinds_of(text)
    best = max(kinds, key=lambda kind: kinds[kind], default="")
    return best != "seller" if best in _PARTIES and kinds[best] > _LIKELY and not _DIGIT.search(text) else None


def section_of(headings: Sequence[Heading], phrase: Phrase) -> Heading | None:
    """The heading that a phrase stands under: the nearest above whose column it is in."""
    over = [
        head
        for head in headings
        if head.phrase.number != phrase.number
        and 0 <= phrase.box.y0 - head.phrase.box.y0 < _REACH * phrase.box.height
        and head.phrase.box.x0 - _EDGE <= phrase.box.x0 < head.right
    ]
    return max(over, key=lambda head: (head.phrase.box.y0, head.phrase.box.x0), default=None)
