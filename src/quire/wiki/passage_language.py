"""The language of a paragraph: books hold untranslated passages, manuals the same text in two languages.

Detected by script first (Chinese characters against words of Latin letters); a paragraph in Latin letters in a Chinese
book also has to look like prose, so that names, commands and addresses between paragraphs do not count as English.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from quire.wiki.tokenization import HAN, STOP, tokens

__all__ = ["LANGUAGES", "is_foreign", "language_of", "main_language"]

LANGUAGES = ("zh", "en")
"""Those that are distinguished; every text in Latin letters is read by the rules of English."""

_CHINESE = 0.3
"""Least share of Chinese characters, among these and the words of Latin letters, of a Chinese paragraph: technical
ones are full of names in Latin letters."""

_FEWEST_HAN, _FEWEST_WORDS = 4, 6
"""Chinese characters and words of Latin letters that are a paragraph; fewer are a name."""

_FUNCTION = 0.15
"""Share of function words in English prose; text has two or three times that, lists of names and commands have none."""

_SMALL = 0.6
"""Share of words in small letters in prose of other languages, which ends in a full stop."""

_PER_WORD = 1.7
"""Chinese characters that say what a word says in English."""

_WORDS = re.compile(r"[A-Za-zÀ-ɏ]{2,}")
_OTHER = re.compile(r"[^\W\d_A-Za-zÀ-ɏ\u3400-\u9fff\uf900-\ufaff]")
"""Letters that are neither Latin nor Chinese."""
_SAMPLE = 400
"""Paragraphs by which the language of a book is doubted."""
_SMALL_WORDS = 0.5
"""Share of words in small letters in prose of any language in Latin letters; German sets its nouns in capitals."""


def language_of(text: str, lang: str) -> str:
    """The language of a paragraph, "zh" or "en"; `lang`, the book's, where too little tells."""
    if lang == "zh":
        wide = len(text.encode("utf-8", "surrogatepass")) - len(text)  # two for each Chinese character
        return lang if wide > len(text) // 3 or not _is_latin(text) else "en"
    if text.isascii():
        return lang
    han = len(HAN.findall(text))
    return "zh" if han >= _FEWEST_HAN and han > _CHINESE * (han + len(_WORDS.findall(text))) else lang


def main_language(paragraphs: Iterable[str]) -> str:
    """The language in which a book says most: one of `LANGUAGES`."""
    said: Counter[str] = Counter()
    for text in paragraphs:
        han, words = len(HAN.findall(text)), len(_WORDS.findall(text))
        said["zh" if han > _CHINESE * (han + words) else "en"] += round(han / _PER_WORD) + words
    return "zh" if said["zh"] > said["en"] else "en"


def is_foreign(paragraphs: Sequence[str]) -> bool:
    """Whether most prose of a book is in none of `LANGUAGES`.

    It is in other letters then, or in Latin ones without the words that make English sentences.
    """
    foreign = known = 0
    for text in paragraphs[:: -(-len(paragraphs) // _SAMPLE) or 1]:
        words = tokens(text)
        if 2 * len(_OTHER.findall(text)) > sum(map(str.isalpha, text)):
            foreign += len(text)
        elif len(HAN.findall(text)) > _CHINESE / 2 * len(words):
            known += len(text)
        elif _ends(text) and len(words) >= _FEWEST_WORDS and _small(words) >= _SMALL_WORDS:
            english = sum(word.lower() in STOP for word in words) >= _FUNCTION * len(words)
            foreign, known = foreign + len(text) * (not english), known + len(text) * english
    return foreign > known


def _is_latin(text: str) -> bool:
    """Whether a paragraph of a Chinese book is prose in Latin letters."""
    words = tokens(text)
    if len(words) < _FEWEST_WORDS or len(HAN.findall(text)) > _CHINESE / 2 * len(words):
        return False
    if sum(word.lower() in STOP for word in words) >= _FUNCTION * len(words):
        return True
    return _ends(text) and _small(words) >= _SMALL


def _ends(text: str) -> bool:
    return text.rstrip('"”’)').endswith((".", "!", "?"))


def _small(words: Sequence[str]) -> float:
    return sum(map(str.islower, words)) / max(1, len(words))
