"""Titles of slides: at one height and size like running titles, and some are the same on several slides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from quire.layout.rounding import median

# Slides are wider than high by so much, there are several, and half of them have no more lines than this.
_WIDER, _PAGES, _LINES = 1.2, 3, 30
# A title is larger than the text by so much, and not on more of the slides: that would be the title of the talk.
_LARGER, _MOST = 1.12, 0.4


class Slide(NamedTuple):
    """A page that may be one."""

    width: float
    height: float
    lines: int


class TopRow(NamedTuple):
    """A row at the top of a page that seems to be a running title."""

    page: int  # its index
    text: str
    size: float


def slide_title_indices(rows: Sequence[TopRow], pages: Sequence[Slide], body_size: float) -> list[int]:
    """The indices of the rows that are titles of slides.

    Args:
        rows: in any order.
        pages: of the document.
        body_size: the size of most text, points.
    """
    if not rows or len(pages) < _PAGES or any(page.width < _WIDER * page.height for page in pages):
        return []
    if median([page.lines for page in pages]) > _LINES:
        return []
    count = Counter(row.text for row in rows)
    most = max(_MOST * len(pages), 1)
    large = [n for n, row in enumerate(rows) if row.size > _LARGER * body_size and count[row.text] <= most]
    largest: dict[int, float] = {}
    for n in large:
        row = rows[n]
        largest[row.page] = max(largest.get(row.page, 0.0), row.size)
    return [n for n in large if rows[n].size == largest[rows[n].page] and any(map(str.isalpha, rows[n].text))]
