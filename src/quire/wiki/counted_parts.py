"""Chapters that are counted on from part to part, whatever the parts are called."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from quire.heading_numbers import NUMERAL, chapter_number, heading_number
from quire.wiki.book_headings import number_depth, number_form, with_epigraphs

__all__ = ["chapters_counted_on"]

_FEWEST, _MEAN = 6, {"en": 3000, "zh": 1500}
"""Headings, at least, that are counted on from part to part, and their characters on average: chapters, no sections."""
_FEWEST_PARTS = 2
_MOST = 0.8
"""Share of the text of such parts that stands below the counted headings."""


def chapters_counted_on(paths: Sequence[tuple[str, ...]], sizes: Sequence[int], lang: str) -> list[tuple[str, ...]]:
    """Paths whose first part is the chapter, where chapters are counted on from part to part: [3], [4] of “— II —”.

    The parts may have any name but that of a chapter, and any size.

    Args:
        paths: headings of the parts of the book, the highest first.
        sizes: characters of each part.
        lang: of the book.
    """
    below: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for path, size in zip(paths, sizes, strict=True):
        if path[0] and not chapter_number(path[0]) and not number_depth(path[0]):
            below[path[0]][path[1] if len(path) > 1 else ""] += size
    rows: defaultdict[tuple[str, str, str], list[tuple[str, int, int]]] = defaultdict(list)
    for top, inner in below.items():
        for title, size in inner.items():
            hit = NUMERAL.search(title)
            if hit and (number := heading_number(hit.group())) and number_depth(title) < 2:
                rows[number_form(title)].append((top, number, size))
    for row in rows.values():
        parts = {top for top, _, _ in row}
        held = sum(size for _, _, size in row)
        steps = [after[1] == one[1] + 1 for one, after in pairwise(row)]
        whole = sum(below[top].total() for top in parts)
        large = len(row) >= _FEWEST and held >= _MEAN[lang] * len(row) and held >= _MOST * whole
        if len(parts) >= _FEWEST_PARTS and large and all(steps):
            opened = [path[1:] if path[0] in parts and len(path) > 1 else path for path in paths]
            return with_epigraphs(paths, opened, sizes)
    return list(paths)
