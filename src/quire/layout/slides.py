"""Titles of slides: they stand where running titles do, at one height and in one size, and some go on over several slides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from statistics import median

from quire.layout.lines import Row
from quire.model.page import Line, Page

# Slides are wider than high by so much, there are several, and half of them have no more lines than this.
_WIDER, _PAGES, _LINES = 1.2, 3, 30
# A title is larger than the text by so much, and not on more of the slides: that would be the title of the talk.
_LARGER, _MOST = 1.12, 0.4


def titles(
    rows: Collection[tuple[Page, Row]], pages: Sequence[Page], lines: Sequence[Sequence[Line]], body_size: float
) -> frozenset[int]:
    """The identities of the rows that are titles of slides.

    Args:
        rows: rows at the top of pages that seem to be running titles.
        pages: of the document.
        lines: of each page.
        body_size: the size of most text, points.
    """
    if not rows or len(pages) < _PAGES or any(page.width < _WIDER * page.height for page in pages):
        return frozenset()
    if median(map(len, lines)) > _LINES:
        return frozenset()
    count = Counter(row.text for _, row in rows)
    most = max(_MOST * len(pages), 1)
    large = [(page, row) for page, row in rows if row.size > _LARGER * body_size and count[row.text] <= most]
    largest: dict[int, float] = {}
    for page, row in large:
        largest[page.number] = max(largest.get(page.number, 0.0), row.size)
    return frozenset(
        id(row) for page, row in large if row.size == largest[page.number] and any(map(str.isalpha, row.text))
    )
