"""A guess of the document's language from its letters and its smallest words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_HAN = re.compile("[\u4e00-\u9fff\u3400-\u4dbf]")
_SCRIPTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("ja", re.compile("[\u3041-\u30ff]")),
    ("ko", re.compile("[\uac00-\ud7af]")),
    ("ru", re.compile("[\u0400-\u04ff]")),
    ("ar", re.compile("[\u0600-\u06ff]")),
    ("he", re.compile("[\u0590-\u05ff]")),
    ("el", re.compile("[\u0370-\u03ff]")),
    ("th", re.compile("[\u0e00-\u0e7f]")),
    ("hi", re.compile("[\u0900-\u097f]")),
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
# Characters that are enough to tell.
_SAMPLE = 20_000


def language_of(texts: Iterable[str]) -> str:
    """A BCP 47 tag, "" when there are no letters to judge by."""
    sample = _sample(texts)
    letters = sum(char.isalpha() for char in sample)
    if not letters:
        return ""
    for tag, script in _SCRIPTS:
        share = len(script.findall(sample)) / letters
        if share > (0.05 if tag == "ja" else 0.25):
            return tag
    if len(_HAN.findall(sample)) / letters > 0.2:
        return "zh"
    words = re.findall(r"[^\W\d_]+", sample.lower())
    counts = {tag: sum(word in known for word in words) for tag, known in _WORDS.items()}
    best = max(counts, key=counts.__getitem__)
    return best if counts[best] > 0.02 * len(words) else ""


def _sample(texts: Iterable[str]) -> str:
    parts: list[str] = []
    size = 0
    for text in texts:
        parts.append(text)
        size += len(text) + 1
        if size > _SAMPLE:
            break
    return " ".join(parts)
