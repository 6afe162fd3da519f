"""What kind of book it is: the words that all books have, and how often each has them, tell how it is to be read.

Two logistic regressions a language say whether a book tells of persons, and whether it treats subjects. Their evidence
is how often those words (in Chinese characters) and marks stand that nearly every book has: who tells says "he" and
"had", who explains says "is" and "or". Classical Chinese counts as a language of its own. The weights are in
`genre_weights.json` (`make learn-genres`).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from quire.hanzi import simplified
from quire.wiki.book import Book
from quire.wiki.sentence_split import Sentence
from quire.wiki.subjects.classical_subjects_zh import is_classical
from quire.wiki.subjects.learned_model import learned_weights, log_odds
from quire.wiki.tokenization import HAN

__all__ = ["CLASSICAL", "Genre", "common_words", "genre_of", "language_of", "word_rates"]

CLASSICAL = "zh, classical"

_WORD = re.compile(r"[a-zà-ÿ]+|\d+|[\u3400-\u9fff]|[^\w\s]")
_SAMPLE = 4000
"""Sentences, spread over the book, whose words are counted."""
_SMOOTHED = 200
"""Words of a book of no kind that are added to those of the book: short texts say little."""
_IN_DOUBT = 1.0
"""Log odds below which it is in doubt whether a book tells of persons."""


class Genre(NamedTuple):
    """The kind of a book, "technical", "fiction" or "history", and whether it is in doubt that it tells of persons."""

    kind: str
    doubtful: bool = False


def genre_of(book: Book, sentences: Sequence[Sentence]) -> Genre:
    """How a book is read: for its subjects, for its persons, or, as a history or in doubt, for both."""
    lang = language_of(book, sentences)
    model = learned_weights("genre_weights")[lang]
    rates = word_rates(common_words(sentences, lang), model["means"])
    persons, subjects = log_odds(model["persons"], rates), log_odds(model["subjects"], rates)
    if abs(persons) < _IN_DOUBT:
        return Genre("history", doubtful=True)
    return Genre("technical" if persons < 0 else "history" if subjects > 0 else "fiction")


def language_of(book: Book, sentences: Sequence[Sentence]) -> str:
    """The language whose weights tell the kind of a book."""
    classical = book.lang == "zh" and is_classical("\n".join(one.text for one in sentences))
    return CLASSICAL if classical else book.lang


def common_words(sentences: Sequence[Sentence], lang: str) -> Counter[str]:
    """How often each word and mark stands; all numbers are one, and all words in Latin letters in a Chinese book.

    In classical Chinese the characters only: each edition has its own marks.
    """
    text = "\n".join(one.text for one in sentences[:: max(1, len(sentences) // _SAMPLE)]).lower()
    if lang == CLASSICAL:
        return Counter(HAN.findall(simplified(text)))
    counts: Counter[str] = Counter()
    for word, count in Counter(_WORD.findall(simplified(text) if lang == "zh" else text)).items():
        counts["0" if word.isdecimal() else "a" if lang == "zh" and "a" <= word[0] <= "ÿ" else word] += count
    return counts


def word_rates(counts: Mapping[str, int], means: Mapping[str, float]) -> dict[str, float]:
    """The square roots of how often each word stands in a thousand.

    Args:
        counts: of a book.
        means: how often in a thousand each word that counts stands in a book of no kind.
    """
    size = sum(counts.values()) + _SMOOTHED
    return {word: math.sqrt((1000 * counts.get(word, 0) + _SMOOTHED * mean) / size) for word, mean in means.items()}
