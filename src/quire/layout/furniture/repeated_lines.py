"""Repetition of running lines: one text, or one height, on page after page.

Each page reports the rows at its ends (`EndRow`) and those that it takes as furniture (`ChosenRow`). The evidence found
here goes back to the pages, which decide about their own rows (`furniture_detection.PageEnds`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from quire.layout.furniture import running_text, slide_titles
from quire.layout.rounding import round_half_even

# Points by which a header may move from page to page.
_MOVES = 7.0
# Evidence of one text, and of one height with several texts, on several pages; the share of pages at least, and the
# share of different texts at most.
_SAME_TEXT, _SAME_HEIGHT, _LEVEL_SHARE, _TEXTS = 4.0, 2.0, 0.15, 0.75
# A row at one height on so many pages is repeated; on one fewer in a document of at most so many pages.
_REPEATS, _FEW_PAGES = 3, 6
# A row is inside pages at least so often if it is no running title; and what speaks against it then.
_INSIDE, _CONTENT = 3, -10.0

Evidence = list[float | None]
"""By the rows of a page in the order of its traces; None for a row that is not repeated."""

SoughtLine = tuple[str, str, float]
"""The first word, the text and the size of a line that is looked for inside pages."""


class EndRow(NamedTuple):
    """A row at an end of a page."""

    top: bool  # at the head of the page
    text: str
    signature: str  # the text with its numbers folded
    baseline: float
    size: float
    pieces: tuple[tuple[str, str], ...]  # the first word and the text of each of its lines


class ChosenRow(NamedTuple):
    """A row that a page takes as furniture."""

    top: bool
    text: str
    size: float
    part: str  # the folded text of what may be the title of a part, "" for other rows


class PageChoice(NamedTuple):
    """The rows that a page takes as furniture, with the facts by which slides are recognised."""

    width: float
    height: float
    lines: int
    taken: tuple[ChosenRow, ...]


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
        baselines = [pages[number][at].baseline for number, at in places]
        heights = sorted(baselines)
        for (number, at), baseline in zip(places, baselines, strict=True):
            count = bisect_right(heights, baseline + _MOVES) - bisect_left(heights, baseline - _MOVES)
            if count >= _REPEATS or (count == _REPEATS - 1 and len(pages) <= _FEW_PAGES):
                _add(found, number, at, _SAME_TEXT)
    _add_level(found, level.values(), pages)
    return found


def _add(found: Sequence[Evidence], number: int, at: int, weight: float) -> None:
    found[number][at] = (found[number][at] or 0.0) + weight


def _add_level(
    found: Sequence[Evidence], levels: Iterable[Sequence[tuple[int, int]]], pages: Sequence[Sequence[EndRow]]
) -> None:
    """Evidence for rows of one height and size on many pages, some of them with the same text."""
    for places in levels:
        if len(places) >= max(_REPEATS, _LEVEL_SHARE * len(pages)):
            texts = {pages[number][at].signature for number, at in places}
            if len(texts) <= _TEXTS * len(places):
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


# --- titles that are given back --------------------------------------------------------------------


def rows_kept_back(pages: Sequence[PageChoice], body_size: float) -> list[frozenset[int]]:
    """By page, the rows taken that stay in the flow: the first title of each part, and the titles of slides."""
    back = [set(own) for own in _titles_of_parts(pages)]
    rest = [
        (number, at, row)
        for number, page in enumerate(pages)
        for at, row in enumerate(page.taken)
        if row.top and at not in back[number]
    ]
    shown = [slide_titles.Slide(page.width, page.height, page.lines) for page in pages]
    tops = [slide_titles.TopRow(number, row.text, row.size) for number, _, row in rest]
    for index in slide_titles.slide_title_indices(tops, shown, body_size):
        number, at, _ = rest[index]
        back[number].add(at)
    return [frozenset(own) for own in back]


def _titles_of_parts(pages: Sequence[PageChoice]) -> list[list[int]]:
    """The first of the large titles that the pages of a part repeat: there it is the title of the part."""
    seen: set[str] = set()
    found: list[list[int]] = []
    for page in pages:
        own: list[int] = []
        for at, row in enumerate(page.taken):
            if row.part:
                if row.part not in seen and not running_text.is_continued(row.text):
                    own.append(at)
                seen.add(row.part)
        found.append(own)
    return found
