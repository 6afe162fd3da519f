"""Repetition of running lines: one text, or one height, on page after page.

`furniture_decision` weighs the evidence found here with what each page says about its own rows.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from quire.layout.furniture import running_text
from quire.layout.furniture.end_rows import EndRow
from quire.layout.rounding import round_half_even

# Points by which a header may move from page to page.
_MOVES = 7.0
# Evidence of one text, and of one height with several texts, on several pages; the share of pages at least, and the
# share of different texts at most.
_SAME_TEXT, _SAME_HEIGHT, _LEVEL_SHARE, _TEXTS = 4.0, 2.0, 0.15, 0.75
# The share of rows at one height that have white inwards, at least: first lines of text have none on most pages.
_APART_SHARE = 0.9
# Evidence of words whose numbers alone differ from page to page: "Exercise 1", "Exercise 2" is rather a title, unless
# the number counts with the pages on this share of them and the row is neither large nor bold.
_SAME_WORDS, _COUNTED = 1.0, 0.6
# A row at one height on so many pages is repeated; on one fewer in a document of at most so many pages.
_REPEATS, _FEW_PAGES = 3, 6
# A row is inside pages at least so often if it is no running title; and what speaks against it then.
_INSIDE, _CONTENT = 3, -10.0

_NUMBERS = re.compile(r"\d{1,6}")

Evidence = list[float | None]
"""By the rows of a page in the order of its traces; None for a row that is not repeated."""

SoughtLine = tuple[str, str, float]
"""The first word, the text and the size of a line that is looked for inside pages."""


def repetition_evidence(pages: Sequence[Sequence[EndRow]]) -> list[Evidence]:
    """The evidence of repetition for the rows of each page."""
    if len(pages) < 2:
        return [[None] * len(own) for own in pages]
    same: dict[tuple[bool, str], list[tuple[int, int]]] = defaultdict(list)
    level: dict[tuple[bool, int, float], list[tuple[int, int]]] = defaultdict(list)
    for number, own in enumerate(pages):
        for at, row in enumerate(own):
            same[row.top, row.signature].append((number, at))
            level[row.top, round_half_even(row.baseline / 2), row.size].append((number, at))
    found: list[Evidence] = [[None] * len(own) for own in pages]
    for places in same.values():
        rows = [pages[number][at] for number, at in places]
        heights = sorted(row.baseline for row in rows)
        times = Counter(row.text for row in rows)
        counting = len(times) > 1 and _count_with_pages([(number, pages[number][at].text) for number, at in places])
        for (number, at), row in zip(places, rows, strict=True):
            count = bisect_right(heights, row.baseline + _MOVES) - bisect_left(heights, row.baseline - _MOVES)
            if count >= _REPEATS or (count == _REPEATS - 1 and len(pages) <= _FEW_PAGES):
                same_text = times[row.text] > 1 or (counting and not row.title)
                _add(found, number, at, _SAME_TEXT if same_text else _SAME_WORDS)
    _add_level(found, level.values(), pages)
    return found


def _count_with_pages(texts: Sequence[tuple[int, str]]) -> bool:
    """Whether a number in most of the texts grows with the index of their page."""
    offsets = Counter(
        offset for index, text in texts for offset in {int(own) - index for own in _NUMBERS.findall(text)}
    )
    return bool(offsets) and max(offsets.values()) >= _COUNTED * len(texts)


def _add(found: Sequence[Evidence], number: int, at: int, weight: float) -> None:
    found[number][at] = (found[number][at] or 0.0) + weight


def _add_level(
    found: Sequence[Evidence], levels: Iterable[Sequence[tuple[int, int]]], pages: Sequence[Sequence[EndRow]]
) -> None:
    """Evidence for rows of one height and size on many pages, some of them with the same text at one of their ends."""
    for places in levels:
        if len(places) >= max(_REPEATS, _LEVEL_SHARE * len(pages)):
            rows = [pages[number][at] for number, at in places]
            texts = min(len({row.text for row in rows}), *(len({row.pieces[end] for row in rows}) for end in (0, -1)))
            apart = sum(row.apart for row in rows)
            if texts <= _TEXTS * len(places) and apart >= _APART_SHARE * len(places):
                for number, at in places:
                    _add(found, number, at, _SAME_HEIGHT)


# --- content that repeats --------------------------------------------------------------------------


def sought_lines(pages: Sequence[Sequence[EndRow]], found: Sequence[Evidence]) -> frozenset[SoughtLine]:
    """The lines of repeated rows, but for page numbers: they may be content if they are inside pages too."""
    return frozenset((first, text, row.size) for row in _repeated(pages, found) for first, text in row.pieces)


def without_content(
    pages: Sequence[Sequence[EndRow]], found: Sequence[Evidence], inside: Mapping[tuple[str, float], int]
) -> list[Evidence]:
    """The evidence, against rows that are as often inside pages: headings and heads of tables, there by chance.

    Each text of such a row is found inside, in its size, as often as the row at the edges.

    Args:
        pages: The rows.
        found: The evidence by repetition.
        inside: How often texts are in the inner parts of pages, by text and size.
    """
    times = Counter((row.text, row.size) for row in _repeated(pages, found))
    return [
        [
            _CONTENT if known is not None and _is_content(row, times, inside) else known
            for row, known in zip(own, evidences, strict=True)
        ]
        for own, evidences in zip(pages, found, strict=True)
    ]


def _is_content(row: EndRow, times: Mapping[tuple[str, float], int], inside: Mapping[tuple[str, float], int]) -> bool:
    if (row.text, row.size) not in times:  # the number of a page
        return False
    least = max(times[row.text, row.size], _INSIDE)
    return all(inside.get((text, row.size), 0) >= least for _, text in row.pieces)


def _repeated(pages: Sequence[Sequence[EndRow]], found: Sequence[Evidence]) -> list[EndRow]:
    return [
        row
        for own, evidences in zip(pages, found, strict=True)
        for row, known in zip(own, evidences, strict=True)
        if known is not None and not running_text.is_number(row.text)
    ]
