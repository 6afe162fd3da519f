"""Titles of chapters: a number and a name that are two headings of the file are one title."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

__all__ = ["named_chapters"]

_NUMBER_ALONE = re.compile(
    r"(?:chapter|letter|canto|act|stave|volume|book|part|lecture|lesson|unit)?\s*(?:\d{1,3}|[IVXLC]+)\W*"
    r"|第\s*[0-9〇零一二三四五六七八九十百千两]+\s*[章回节節讲講卷部篇课課]\W*|[〇零一二三四五六七八九十百]{1,5}\W*",
    re.IGNORECASE,
)
"""A heading that is nothing but the number of a chapter."""
_FEWEST = 3


def named_chapters(paths: Sequence[tuple[str, ...]], lang: str) -> list[tuple[str, ...]]:
    """Paths in which the number of a chapter and the name below it are one title: “Chapter I: The Road”.

    Where most chapters with nothing but a number have one heading over all of their text.

    Args:
        paths: headings of the parts of the book, the highest first.
        lang: of the book.
    """
    below: defaultdict[str, set[str]] = defaultdict(set)
    for path in paths:
        if _NUMBER_ALONE.fullmatch(path[0]):
            below[path[0]].add(path[1] if len(path) > 1 else "")
    named = {number: next(iter(inner)) for number, inner in below.items() if len(inner) == 1 and "" not in inner}
    if len(named) < max(_FEWEST, len(below) / 2):
        return list(paths)
    gap = "　" if lang == "zh" else ": "
    return [(f"{path[0].rstrip(' .:：、')}{gap}{path[1]}", *path[2:]) if path[0] in named else path for path in paths]
