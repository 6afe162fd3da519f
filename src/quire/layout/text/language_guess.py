"""The document's language, guessed from its letters and function words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

# First and last characters of scripts. No regular expressions: to compile them would take 3 ms of each start.
_HAN = (("\u4e00", "\u9fff"), ("\u3400", "\u4dbf"))
_SCRIPTS: tuple[tuple[str, str, str], ...] = (
    ("ja", "\u3041", "\u30ff"),
    ("ko", "\uac00", "\ud7af"),
    ("ru", "\u0400", "\u04ff"),
    ("ar", "\u0600", "\u06ff"),
    ("he", "\u0590", "\u05ff"),
    ("el", "\u0370", "\u03ff"),
    ("th", "\u0e00", "\u0e7f"),
    ("hi", "\u0900", "\u097f"),
)
# Function words that are frequent in one language and rare in the others.
_WORDS: Mapping[str, frozenset[str]] = {
    "en": frozenset({"the", "of", "and", "to", "is", "for", "with", "that", "are", "by"}),
    "de": frozenset({"der", "die", "und", "das", "von", "mit", "ist", "für", "den", "nicht"}),
    "fr": frozenset({"le", "la", "les", "des", "et", "est", "dans", "pour", "une", "du"}),
    "es": frozenset({"el", "los", "las", "del", "y", "una", "para", "por", "que", "con"}),
    "it": frozenset({"il", "di", "che", "della", "per", "gli", "non", "sono", "una", "dei"}),
    "pt": frozenset({"o", "os", "da", "do", "dos", "uma", "não", "para", "com", "em"}),
    "nl": frozenset({"het", "een", "van", "en", "zijn", "voor", "niet", "met", "op", "dat"}),
    "pl": frozenset({"i", "w", "na", "się", "nie", "jest", "do", "oraz", "przez", "są"}),
    "sv": frozenset({"och", "att", "är", "som", "för", "på", "med", "av", "till", "inte"}),
    "tr": frozenset({"ve", "bir", "bu", "için", "ile", "olarak", "daha", "olan", "gibi", "çok"}),
}
# Characters that are enough for a guess.
_SAMPLE = 20_000
# Shares of letters that decide for a script; Japanese text is mostly Han, so a few kana decide.
_SCRIPT_SHARE, _KANA_SHARE, _HAN_SHARE = 0.25, 0.05, 0.2
# Share of words that are function words of a language.
_WORD_SHARE = 0.02


def language_of(texts: Iterable[str]) -> str:
    """A BCP 47 tag; "" when there are no letters or no language is likely."""
    sample = " ".join(sample_of(texts))
    times = Counter(sample)
    letters = sum([number for char, number in times.items() if char.isalpha()])
    if not letters:
        return ""
    for tag, first, last in _SCRIPTS:
        share = _count(times, first, last) / letters
        if share > (_KANA_SHARE if tag == "ja" else _SCRIPT_SHARE):
            return tag
    if sum(_count(times, first, last) for first, last in _HAN) / letters > _HAN_SHARE:
        return "zh"
    words = re.findall(r"[^\W\d_]+", sample.lower())
    often = Counter(words)
    counts = {tag: sum([often[word] for word in known]) for tag, known in _WORDS.items()}
    best = max(counts, key=counts.__getitem__)
    return best if counts[best] > _WORD_SHARE * len(words) else ""


def _count(times: Mapping[str, int], first: str, last: str) -> int:
    """How many of the characters lie between these two."""
    return sum([number for char, number in times.items() if first <= char <= last])


def sample_of(texts: Iterable[str]) -> list[str]:
    """The first texts, up to `_SAMPLE` characters; the sample of several samples, in order, is that of all texts."""
    parts: list[str] = []
    size = 0
    for text in texts:
        parts.append(text)
        size += len(text) + 1
        if size > _SAMPLE:
            break
    return parts
