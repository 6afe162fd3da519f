"""Where pages are named in a text: the longest name at each place wins."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from typing import NamedTuple

from quire.wiki.page_types import PROPER, PageType
from quire.wiki.tokenization import HAN, is_single_character_word, singular

__all__ = ["Mention", "MentionFinder"]

_LETTER = r"[^\W\u2e80-\u9fff]"
_WORD = re.compile(rf"[A-Za-z0-9_À-ɏ]{_LETTER}*(?:['’-]{_LETTER}+)*")
"""A word of letters: Chinese, which stands against it without a space, is none."""
_CODE = re.compile(r"`([^`\n]+)`")
_LOOSE = 4
"""Letters between two words of one name: a space, a hyphen, "Mr. Darcy"."""


class Mention(NamedTuple):
    """A name in a text, [start, end)."""

    start: int
    end: int
    page: str


class MentionFinder:
    """All names of a wiki; a name that two pages bear belongs to the first of them."""

    def __init__(self, pages: Iterable[tuple[str, str, Iterable[str]]]) -> None:
        """`pages` gives (page id, type, names), the important ones first."""
        self._words: dict[tuple[str, ...], str] = {}
        self._cased: dict[tuple[str, ...], str] = {}
        self._codes: dict[str, str] = {}
        self._han: dict[str, str] = {}
        for page, type_, names in pages:
            for at, name in enumerate(names):
                self._add(page, type_, name, alias=at > 0)
        sizes: dict[str, set[int]] = {}
        for key in [*self._words, *self._cased]:
            sizes.setdefault(key[0], set()).add(len(key))
        self._first = sizes  # first word of names to how many words they have
        self._han_first: dict[str, int] = {}  # the first two characters, or the only one, to the longest such name
        for name in self._han:
            self._han_first[name[:2]] = max(self._han_first.get(name[:2], 0), len(name))
        begins = "".join(sorted({re.escape(name[0]) for name in self._han}))
        self._han_begin = re.compile(f"[{begins}]" if begins else "(?!)")

    def _add(self, page: str, type_: str, name: str, *, alias: bool) -> None:
        if HAN.search(name):
            self._han.setdefault(name, page)
            return
        if type_ == PageType.CODE:
            self._codes.setdefault(name.split(" ", maxsplit=1)[0] if not alias else name, page)
        words = tuple(_WORD.findall(name))
        if not words or (type_ == PageType.CODE and alias):
            return
        if type_ in PROPER:
            self._cased.setdefault(words, page)
        else:
            self._words.setdefault(_key(words), page)

    def find(self, text: str) -> list[Mention]:
        """All mentions in order, none overlapping."""
        found = self._find_han(text) if self._han else []
        spans = [(one.start(), one.end(), self._codes.get(one.group(1).strip())) for one in _CODE.finditer(text)]
        found += [Mention(start, end, page) for start, end, page in spans if page]
        if self._first:
            taken = [(one.start, one.end) for one in found]
            found += [one for one in self._find_words(text) if not any(a < one.end and one.start < b for a, b in taken)]
        return sorted(found)

    def _find_words(self, text: str) -> list[Mention]:
        words = list(_WORD.finditer(text))
        out, at = [], 0
        while at < len(words):
            hit = self._longest(text, words, at)
            if hit:
                size, page = hit
                out.append(Mention(words[at].start(), _without_s(words[at + size - 1]), page))
                at += size
            else:
                at += 1
        return out

    def _longest(self, text: str, words: list[re.Match[str]], at: int) -> tuple[int, str] | None:
        first = words[at].group()
        low = first.lower()
        sizes: set[int] = set()
        for word in {first, low, singular(low), first[:-2] if first.endswith(("'s", "’s")) else first}:
            sizes |= self._first.get(word, set())
        for size in sorted(sizes, reverse=True):
            if size > len(words) - at:
                continue
            run = words[at : at + size]
            if any(
                b.start() - a.end() > _LOOSE or "`" in text[a.end() : b.start()] for a, b in itertools.pairwise(run)
            ):
                continue
            key = tuple(one.group() for one in run)
            proper = (*key[:-1], re.sub(r"['’]s?$", "", key[-1]))
            page = self._cased.get(proper) or self._words.get(_key(key))
            if page:
                return size, page
        return None

    def _find_han(self, text: str) -> list[Mention]:
        out, end = [], 0
        for begin in self._han_begin.finditer(text):
            at = begin.start()
            most = max(self._han_first.get(text[at : at + 2], 0), text[at] in self._han_first)
            for size in range(min(most, len(text) - at), 0, -1) if at >= end else ():
                page = self._han.get(text[at : at + size])
                if page and (size > 1 or is_single_character_word(text, at)):
                    end = at + size
                    out.append(Mention(at, end, page))
                    break
        return out


def _key(words: tuple[str, ...]) -> tuple[str, ...]:
    low = [word.lower().replace("’", "'") for word in words]
    return (*low[:-1], singular(low[-1]))


def _without_s(word: re.Match[str]) -> int:
    return word.end() - 2 if re.search(r"['’]s$", word.group()) else word.end()
