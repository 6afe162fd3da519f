"""How much a sentence says of what its chapter is about."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

from quire.wiki.sentence_split import Sentence
from quire.wiki.tokenization import GENERIC, singular, tokens

__all__ = ["sentence_centrality", "words_of"]


def sentence_centrality(sentences: Mapping[int, Sentence], named: Mapping[int, int]) -> dict[int, float]:
    """The weight of each sentence: words shared with the others, and subjects named (at most four count)."""
    bags = {number: words_of(one.text, one.lang) for number, one in sentences.items()}
    counts = Counter(word for bag in bags.values() for word in bag)
    out = {}
    for number, bag in bags.items():
        weight = math.fsum(math.log1p(counts[word]) for word in bag) / (6 + len(bag))
        out[number] = weight + 0.35 * min(4, named[number])
    return out


def words_of(text: str, lang: str) -> set[str]:
    """The words of a text that say something, in Chinese its pairs of characters."""
    if lang == "zh":
        return {text[at : at + 2] for at in range(len(text) - 1) if text[at].isalpha() and text[at + 1].isalpha()}
    return {singular(word.lower()) for word in tokens(text) if word.lower() not in GENERIC}
