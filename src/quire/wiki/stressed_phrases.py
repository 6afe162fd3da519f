"""Phrases that a book sets in italics or bold, and the sentences that do: it stresses a term where it explains it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from quire.wiki.sentence_split import fold

__all__ = ["BEFORE", "StressedPhrases", "place_of"]

BEFORE = 20
"""Characters before a stressed phrase by which its sentence is known."""

_FEW, _MOST = 10, 0.002
"""Phrases that a book stresses, and for each of its characters, up to which they count in full: one that sets more in
bold stresses what matters in each sentence, and less its terms."""

_BRACKETS = re.compile(r"\s?[（(][^（）()]*[）)]")


def place_of(before: str, phrase: str) -> str:
    """A stressed phrase with what stands before it in its paragraph, as `StressedPhrases` takes it."""
    return re.sub(r"\s+", " ", before + phrase)[-BEFORE - len(phrase) :]


class StressedPhrases:
    """The stressed phrases of a book.

    Args:
        places: each phrase to its places, as `place_of` makes them.
        size: characters of the book.
    """

    def __init__(self, places: Mapping[str, Sequence[str]], size: int) -> None:
        self.weight = min(1.0, (_FEW + _MOST * size) / (len(places) or 1))
        self._places: dict[str, list[tuple[str, str]]] = {}
        for phrase, found in places.items():
            self._places.setdefault(_key(phrase), []).extend((phrase, place) for place in found)

    def stress(self, text: str, names: Iterable[str]) -> float:
        """How much a sentence stresses one of the names, 0 to 1: less in a book that stresses much."""
        found = (pair for name in names for pair in self._places.get(_key(name), ()))
        return self.weight * any(_holds(text, phrase, place) for phrase, place in found)


def _key(phrase: str) -> str:
    return fold(_BRACKETS.sub("", phrase)).removesuffix("s")


def _holds(text: str, phrase: str, place: str) -> bool:
    """Whether a phrase stands in a sentence at its place, of which the beginning may be the sentence's before."""
    at = text.find(phrase)
    while at >= 0 and not place.endswith(text[max(0, at - BEFORE) : at + len(phrase)]):
        at = text.find(phrase, at + 1)
    return at >= 0
