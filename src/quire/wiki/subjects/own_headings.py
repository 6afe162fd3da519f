"""Headings that name what their section is about, and not what part it has in a chapter (“Example”, 基本原理)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from quire.wiki.passage import Passage

__all__ = ["own_headings"]

_MOST = 2
"""Different sections above a heading, at most: what stands in three of them is a part that each has."""

_NUMBER = re.compile(r"[\d.、]+\s*")


def own_headings(passages: Iterable[Passage]) -> list[str]:
    """The headings of a book that say something of it, each once, in its order."""
    above: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    titles: dict[str, None] = {}
    for headings in dict.fromkeys(one.headings for one in passages):
        for depth, title in enumerate(headings):
            above[_bare(title)].add(headings[:depth])
            titles[title] = None
    return [title for title in titles if len(above[_bare(title)]) <= _MOST]


def _bare(title: str) -> str:
    number = _NUMBER.match(title)
    return title[number.end() :].lower() if number else title.lower()
