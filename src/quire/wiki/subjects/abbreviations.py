"""Abbreviations that a book explains at their first use: "TOML (Tom's Obvious, Minimal Language)"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from quire.wiki.subjects.lexicon import word_list

__all__ = ["abbreviations", "words_of_short"]

_BEFORE = re.compile(r"\b([A-Z][A-Za-z]{0,5}[A-Z])s?\s\(([^()]{6,70})\)")
_AFTER = re.compile(r"(?<=[ \n])\(([A-Z][A-Za-z]{0,5}[A-Z])s?(?:[,;][^()]{0,40})?\)")
_SHORT = re.compile(r"[A-Z][A-Za-z]{0,5}[A-Z]")
_REACH = 80
"""Characters before an abbreviation in brackets that may hold its words."""
_WORD = re.compile(r"[A-Za-z][a-z’']*")
_SMALL = frozenset(word_list("en", "without_initials"))


def abbreviations(texts: Iterable[str]) -> dict[str, str]:
    """Each abbreviation with the words that it stands for, as the book writes them most often."""
    found: dict[str, Counter[str]] = {}
    for text in texts:
        if "(" not in text:
            continue
        for hit in _BEFORE.finditer(text):
            _keep(found, hit[1], _long_form(hit[2], hit[1], whole=True))
        for hit in _AFTER.finditer(text):
            before = text[max(0, hit.start() - _REACH) : hit.start()]
            _keep(found, hit[1], _long_form(re.split(r"[.;:()]\s", before)[-1], hit[1], whole=False))
    return {short: max(sorted(forms), key=lambda form: forms[form]) for short, forms in sorted(found.items())}


def words_of_short(name: str, others: Iterable[str]) -> str:
    """The first of other names whose first letters are a name: that of which it is short; "" where none is."""
    if not _SHORT.fullmatch(name):
        return ""
    return next((one for one in others if _long_form(one, name, whole=True)), "")


def _keep(found: dict[str, Counter[str]], short: str, long: str) -> None:
    if long:
        found.setdefault(short, Counter())[long] += 1


def _long_form(text: str, short: str, *, whole: bool) -> str:
    """The words at the end of a text, or all of it, whose first letters are the abbreviation; "" when they are not."""
    words = [*_WORD.finditer(text)]
    letters = short.lower()
    for at in range(len(words)) if not whole else (0,):
        if words and words[at].group().lower() not in _SMALL and _initials(words[at:], letters):
            return " ".join(text[words[at].start() :].strip(' ,”“"').split())
    return ""


def _initials(words: list[re.Match[str]], letters: str) -> bool:
    """Whether the first letters of words, small ones left out or not, are those letters."""
    all_of = "".join(word.group()[0].lower() for word in words)
    telling = "".join(word.group()[0].lower() for word in words if word.group().lower() not in _SMALL)
    return letters in {all_of, telling}
