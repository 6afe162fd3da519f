"""What running lines of a document show only together: one text, or one height, on page after page.

Each page tells of the rows at its ends (`Trace`) and of those that it takes for furniture (`Taken`); what is decided here
goes back to the pages, each of which then judges its own rows (`furniture.Ends`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from quire.layout.furniture import running_text, slide_titles
from quire.layout.rounding import whole

# Points by which a header may move from page to page.
_WANDER = 7.0
# A row stands inside of pages at least so often if it is no running title; and what speaks against it then.
_INSIDE, _CONTENT = 3, -10.0

Evidence = list[float | None]
"""By the rows of a page in the order of its traces; None for a row that is not repeated."""

Sought = tuple[str, str, float]
"""The first word, the text and the size of a line that is looked for inside of pages."""


class Trace(NamedTuple):
    """A row at an end of a page."""

    top: bool  # at the head of the page
    text: str
    signature: str  # the text with its numbers folded
    baseline: float
    size: float
    pieces: tuple[tuple[str, str], ...]  # the first word and the text of each of its lines


class Taken(NamedTuple):
    """A row that a page takes for furniture."""

    top: bool
    text: str
    size: float
    part: str  # the folded text of what may be the title of a part, "" for other rows


class Outer(NamedTuple):
    """What a page takes for furniture before it knows of the others, and what of it tells slides."""

    width: float
    height: float
    lines: int
    taken: tuple[Taken, ...]


def evidence(pages: Sequence[Sequence[Trace]]) -> list[Evidence]:
    """By repetition, for the rows of each page."""
    if len(pages) < 2:
        return [[None] * len(own) for own in pages]
    same: dict[tuple[bool, str], list[tuple[int, int]]] = defaultdict(list)
    level: dict[tuple[bool, int, float], list[tuple[int, int]]] = defaultdict(list)
    for number, own in enumerate(pages):
        for at, row in enumerate(own):
            same[row.top, row.signature].append((number, at))
            level[row.top, whole(row.baseline / 2), row.size].append((number, at))
    found: list[Evidence] = [[None] * len(own) for own in pages]
    for places in same.values():
        baselines = [pages[number][at].baseline for number, at in places]
        heights = sorted(baselines)
        for (number, at), baseline in zip(places, baselines, strict=True):
            count = bisect_right(heights, baseline + _WANDER) - bisect_left(heights, baseline - _WANDER)
            if count >= 3 or (count == 2 and len(pages) <= 6):
                _add(found, number, at, 4.0)
    _add_level(found, level.values(), pages)
    return found


def _add(found: Sequence[Evidence], number: int, at: int, weight: float) -> None:
    found[number][at] = (found[number][at] or 0.0) + weight


def _add_level(
    found: Sequence[Evidence], levels: Iterable[Sequence[tuple[int, int]]], pages: Sequence[Sequence[Trace]]
) -> None:
    """Evidence for rows of one height and size on many pages, some of them with the same text."""
    for places in levels:
        if len(places) >= max(3, 0.15 * len(pages)):
            texts = {pages[number][at].signature for number, at in places}
            if len(texts) <= 0.75 * len(places):
                for number, at in places:
                    _add(found, number, at, 2.0)


# --- content that repeats --------------------------------------------------------------------------


def sought(pages: Sequence[Sequence[Trace]], found: Sequence[Evidence]) -> frozenset[Sought]:
    """The lines of repeated rows, but for page numbers: they may be content if they stand inside of pages too."""
    return frozenset((first, text, row.size) for row in _repeated(pages, found) for first, text in row.pieces)


def without_content(
    pages: Sequence[Sequence[Trace]], found: Sequence[Evidence], inside: Mapping[tuple[str, float], int]
) -> list[Evidence]:
    """The evidence, against rows that stand as often inside of pages: headings and heads of tables, there by chance.

    Each text of such a row is found inside, in its size, as often as the row at the edges.

    Args:
        pages: The rows.
        found: The evidence by repetition.
        inside: How often texts stand in the inner parts of pages, by text and size.
    """
    times = Counter((row.text, row.size) for row in _repeated(pages, found))
    return [
        [
            _CONTENT if known is not None and _is_content(row, times, inside) else known
            for row, known in zip(own, evidences, strict=True)
        ]
        for own, evidences in zip(pages, found, strict=True)
    ]


def _is_content(row: Trace, times: Mapping[tuple[str, float], int], inside: Mapping[tuple[str, float], int]) -> bool:
    if (row.text, row.size) not in times:  # the number of a page
        return False
    least = max(times[row.text, row.size], _INSIDE)
    return all(inside.get((text, row.size), 0) >= least for _, text in row.pieces)


def _repeated(pages: Sequence[Sequence[Trace]], found: Sequence[Evidence]) -> list[Trace]:
    return [
        row
        for own, evidences in zip(pages, found, strict=True)
        for row, known in zip(own, evidences, strict=True)
        if known is not None and not running_text.is_number(row.text)
    ]


# --- titles that are given back --------------------------------------------------------------------


def kept_back(pages: Sequence[Outer], body_size: float) -> list[frozenset[int]]:
    """By page, the rows taken that stay in the flow: the first title of each part, and the titles of slides."""
    back = [set(own) for own in _titles_of_parts(pages)]
    rest = [
        (number, at, row)
        for number, page in enumerate(pages)
        for at, row in enumerate(page.taken)
        if row.top and at not in back[number]
    ]
    shown = [slide_titles.Slide(page.width, page.height, page.lines) for page in pages]
    tops = [slide_titles.Top(number, row.text, row.size) for number, _, row in rest]
    for index in slide_titles.titles(tops, shown, body_size):
        number, at, _ = rest[index]
        back[number].add(at)
    return [frozenset(own) for own in back]


def _titles_of_parts(pages: Sequence[Outer]) -> list[list[int]]:
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
