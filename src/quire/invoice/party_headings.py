"""The headings of the data of sellers and buyers, and what stands under each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from quire.invoice.parties import heads_buyer
from quire.invoice.phrases import PagePhrases, Phrase

_REACH = 16.0  # heights from the heading of a party to what still belongs to it
_EDGE = 30  # points: what stands under a heading begins within it of the heading, or right of it


class Heading(NamedTuple):
    """The heading of a party's data."""

    phrase: Phrase
    buyer: bool
    right: float  # x at which what stands beside it begins


def party_headings(prints: PagePhrases) -> list[Heading]:
    """The phrases that are nothing but a label of a party, from top to bottom."""
    found = []
    for phrase in prints.phrases:
        buyer = heads_buyer(phrase.text)
        if buyer is not None:
            beside = prints.right(phrase)
            found.append(Heading(phrase, buyer, beside[0].box.x0 if beside else prints.width))
    return found


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
