"""How likely a phrase of a technical book is a term: all evidence weighed together by a learned model.

A logistic regression for each language. The finders (`terms_en`, `terms_zh`) bring the evidence; no single piece of it
decides. The weights stand in `term_weights.json` and `term_weights_zh.json`, with the books that they were learned on
(`make learn-terms`, `make learn-terms-zh`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cache

from quire.wiki.subjects.learned_model import learned_weights, log_odds
from quire.wiki.tokenization import singular, word_list

__all__ = [
    "LEAST_PROBABLE",
    "LEAST_PROBABLE_ZH",
    "LEAST_TOLD",
    "chinese_term_score",
    "common_words",
    "frequency_en",
    "salience",
    "term_score",
]

_RAREST = 3.5
"""Zipf level of a word that the table does not have; its lowest level is 3.7."""

LEAST_PROBABLE = -1.5
"""Log odds from which on a phrase has a page: chosen on the books that the weights were learned on, each left out in
turn, where recall and precision are about the same."""

LEAST_TOLD = -1.54
"""How far below that a phrase may be that has a page if a sentence says what it is: as `page_worth.py` allows."""

LEAST_PROBABLE_ZH = -0.5
"""The same of a Chinese phrase."""


def chinese_term_score(evidence: Mapping[str, float]) -> float:
    """The log odds that a reader would look up a phrase of a Chinese book.

    Args:
        evidence: as of `term_score`.
    """
    return log_odds(learned_weights("term_weights_zh"), evidence)


def term_score(evidence: Mapping[str, float]) -> float:
    """The log odds that an index or a glossary of the book lists a phrase.

    Args:
        evidence: values by name; those that the model does not know count nothing, those left out are 0.
    """
    return log_odds(learned_weights("term_weights"), evidence)


def common_words(levels: Iterable[float]) -> dict[str, float]:
    """Evidence from how often the words of a phrase stand in texts of all kinds, by their Zipf levels."""
    found = [*levels]
    return {
        "rarest word": min(found),
        "commonest word": max(found),
        "last word": found[-1],
        "single common word": max(0.0, found[0] - 4.0) if len(found) == 1 else 0.0,
    }


def salience(count: int, words: int, level: float) -> float:
    """How many times as often as elsewhere a word stands in the book: a decimal logarithm, from -2 to 4.

    Args:
        count: of the word in the book.
        words: of the book.
        level: of the word elsewhere, on the Zipf scale.
    """
    here = math.log10((count + 0.5) / (words + 1) * 1e9)
    return max(-2.0, min(4.0, here - level))


def frequency_en(word: str) -> float:
    """The Zipf level of an English word in small letters, in the singular or as it stands, whichever is higher."""
    levels = _levels()
    return max(levels.get(word, _RAREST), levels.get(singular(word), _RAREST))


@cache
def _levels() -> Mapping[str, float]:
    return {
        word: float(level)
        for level, *words in (line.split(" ") for line in reversed(word_list("frequency.en.txt")))
        for word in words
    }
