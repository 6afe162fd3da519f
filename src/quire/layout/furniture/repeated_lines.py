"""Repetition of the rows at the ends of pages: one text, or one height, on page after page.

`furniture_choice` weighs it with what each page says about its own rows.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from quire.layout.furniture import running_text
from quire.layout.furniture.end_rows import PageMargins
from quire.layout.rounding import round_half_even

# Points by which a header may move from page to page.
_MOVES = 7.0

# A piece of a row that is no title repeats it where so many rows at its height, and this share, have it at an end.
_SHARED, _MOSTLY = 4, 0.75

_NUMBERS = re.compile(r"\d{1,6}")

SoughtLine = tuple[str, str, float]
"""The first word, the text and the size of a line that is looked for inside pages."""

_Places = list[tuple[int, int]]
"""Indices of pages and their rows."""


class Repetition(NamedTuple):
    """How other pages repeat a row."""

    same: int  # of them have its text near its height
    alike: int  # have its text but for numbers near its height
    near: int  # of these are the page before and the page after
    counted: float  # share of the rows with its text but for numbers whose number counts with the pages as its own
    level: int  # have a row of its size at its height
    texts: float  # share of different texts among these rows
    apart: float  # share of these rows that white parts from the next row inwards


def repetitions(pages: Sequence[PageMargins]) -> list[list[Repetition]]:
    """The repetition of each row of each page."""
    alike: dict[tuple[bool, str], _Places] = defaultdict(list)
    level: dict[tuple[bool, int, float], _Places] = defaultdict(list)
    for number, page in enumerate(pages):
        for at, row in enumerate(page.rows):
            alike[row.top, row.signature].append((number, at))
            level[row.top, round_half_even(row.baseline / 2), row.size].append((number, at))
    found = [[Repetition(0, 0, 0, 0.0, 0, 1.0, 0.0)] * len(page.rows) for page in pages]
    for places in level.values():
        rows = [pages[number].rows[at] for number, at in places]
        ends = Counter(piece for row in rows for piece in {row.pieces[0], row.pieces[-1]})
        shared, times = ends.most_common(1)[0]
        texts = min(
            len({row.text for row in rows}),
            len(rows) + 1 - times,  # left pages mirror right ones
            *(len({row.pieces[end] for row in rows}) for end in (0, -1)),
        )
        apart = sum(row.apart for row in rows) / len(rows)
        common = times - 1 if times >= max(_SHARED, _MOSTLY * len(rows)) else 0
        for (number, at), row in zip(places, rows, strict=True):
            same = common if len(row.pieces) > 1 and shared in row.pieces and not row.title else 0
            found[number][at] = Repetition(same, same, min(same, 2), 0.0, len(places) - 1, texts / len(places), apart)
    for places in alike.values():
        if len(places) > 1:
            _add_alike(found, pages, places)
    return found


def _add_alike(found: Sequence[list[Repetition]], pages: Sequence[PageMargins], places: _Places) -> None:
    """Add the repetition of rows whose texts differ by numbers at most."""
    rows = [pages[number].rows[at] for number, at in places]
    heights = sorted(row.baseline for row in rows)
    same: dict[str, list[float]] = defaultdict(list)
    for row in sorted(rows, key=lambda own: own.baseline):
        same[running_text.mirrored(row.pieces)].append(row.baseline)
    offsets = [
        {int(own) - number for own in _NUMBERS.findall(row.text)} for (number, _), row in zip(places, rows, strict=True)
    ]
    times = Counter(offset for own in offsets for offset in own)
    by_page = {number: row.baseline for (number, _), row in zip(places, rows, strict=True)}
    for (number, at), row, own in zip(places, rows, offsets, strict=True):
        near = [by_page[n] for n in (number - 1, number + 1) if n in by_page]
        known = found[number][at]
        found[number][at] = known._replace(
            same=max(known.same, _near_height(same[running_text.mirrored(row.pieces)], row.baseline) - 1),
            alike=max(known.alike, _near_height(heights, row.baseline) - 1),
            near=max(known.near, sum(abs(baseline - row.baseline) <= _MOVES for baseline in near)),
            counted=max((times[offset] for offset in own), default=0) / len(places),
        )


def _near_height(heights: Sequence[float], height: float) -> int:
    return bisect_right(heights, height + _MOVES) - bisect_left(heights, height - _MOVES)


def sought_lines(pages: Sequence[PageMargins], found: Sequence[Sequence[Repetition]]) -> frozenset[SoughtLine]:
    """The lines of repeated rows, but for page numbers: they may be content if they are inside pages too."""
    rows = [
        row
        for page, own in zip(pages, found, strict=True)
        for row, repeated in zip(page.rows, own, strict=True)
        if repeated.alike and not running_text.is_number(row.text)
    ]
    return frozenset((first, text, row.size) for row in rows for first, text in row.pieces)
