"""The language of a paragraph: books hold untranslated passages, manuals the same text in two languages.

Detected by script first (Chinese characters against words of Latin letters); a paragraph in Latin letters in a Chinese
book also has to look like prose, so that names, commands and addresses between paragraphs do not count as English.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from quire.wiki.tokenization import HAN, STOP, tokens

__all__ = ["LANGUAGES", "language_of", "main_language"]

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


def _is_latin(text: str) -> bool:
    """Whether a paragraph of a Chinese book is prose in Latin letters."""
    words = tokens(text)
    if len(words) < _FEWEST_WORDS or len(HAN.findall(text)) > _CHINESE / 2 * len(words):
        return False
    if sum(word.lower() in STOP for word in words) >= _FUNCTION * len(words):
        return True
    return text.rstrip('"”’)').endswith((".", "!", "?")) and sum(map(str.islower, words)) >= _SMALL * len(words)
