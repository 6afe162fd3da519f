"""How many lists of chapters the headings of a file allow: where they are many, the one in use is in doubt.

The levels of its headings, the numbers, the names of parts, sizes and the file's own contents each say where chapters
begin. In books that are made well they say the same.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import groupby, pairwise
from statistics import median

from quire.heading_numbers import chapter_number
from quire.model.page import OutlineItem
from quire.wiki.book_headings import is_volume, number_form

__all__ = ["ways_to_part"]

Path = tuple[str, ...]
"""The headings above a part of a book, the highest first."""

_DEEPEST = 3
"""Levels of headings, and of the contents, that may be those of chapters."""
_LARGE_SHARE, _LARGE_TIMES = 0.12, 4
"""Share of the book, or times the middle one, from which on what stands under a heading may be more than a chapter."""
_FEWEST_BELOW = 3
_FEWEST_NUMBERED, _IN_ORDER = 4, 0.8
"""Headings of a numbered row, and share of its steps that go up by one."""


def ways_to_part(
    paths: Sequence[Path],
    used: Sequence[Path],
    marked: Sequence[Path],
    sizes: Sequence[int],
    outline: Sequence[OutlineItem],
) -> int:
    """How many different lists of chapters a book allows, the one in use counted.

    One where the list in use is a whole row of numbers and what the contents list at their top: both say the same.

    Args:
        paths: headings above each part of the book.
        used: the same, so that the first one is the chapter.
        marked: headings by the levels of the file, where numbers and parts have changed these.
        sizes: characters of each part.
        outline: the file's own contents.
    """
    if _is_settled(used, outline):
        return 1
    tops: Counter[str] = Counter()
    below: defaultdict[str, set[str]] = defaultdict(set)
    for path, size in zip(paths, sizes, strict=True):
        tops[path[0]] += size
        below[path[0]].update(path[1:2])
    several = {top for top in tops if len(below[top]) >= _FEWEST_BELOW}
    whole, usual = sum(sizes), median(tops.values()) if tops else 0.0
    large = {top for top in several if tops[top] > _LARGE_SHARE * whole}
    larger = {top for top in several if tops[top] > _LARGE_TIMES * usual}
    ways = [used, _opened(used, 1), *(_opened(paths, times) for times in range(_DEEPEST))]
    ways += [_opened(paths, 1, one.__contains__) for one in (large, larger)]
    ways += [_opened(paths, 1, is_volume), *(_opened(marked, times) for times in range(_DEEPEST - 1))]
    ways += [_numbered(one) for one in (paths, marked)]
    highest = min((one.level for one in outline), default=0)
    for depth in range(_DEEPEST if outline else 0):
        ways.append(_listed(paths, {_plain(one.title) for one in outline if one.level <= highest + depth}))
    return len({tuple(title for title, _ in groupby(path[0] for path in one)) for one in ways if one})


def _is_settled(used: Sequence[Path], outline: Sequence[OutlineItem]) -> bool:
    """Whether chapters are numbered from 1 on without a gap, and the contents list them and all others at their top."""
    names = [title for title, _ in groupby(path[0] for path in used)]
    numbers = [number for number in map(chapter_number, names) if number]
    highest = min((one.level for one in outline), default=0)
    listed = {_plain(one.title) for one in outline if one.level == highest}
    known = [bool({_plain(title), _plain(title).removeprefix("chapter")} & listed) for title in names]
    whole = len(numbers) >= _FEWEST_NUMBERED and numbers == [*range(1, len(numbers) + 1)]
    return whole and all(known[1:]) and not any(map(is_volume, names[1:]))  # the first one may be the title page


def _opened(paths: Sequence[Path], times: int, which: Callable[[str], bool] = bool) -> list[Path]:
    """Paths without the highest headings, or those that `which` says, where there are lower ones."""
    out = []
    for path in paths:
        inner = path
        for _ in range(times):
            inner = inner[1:] if len(inner) > 1 and which(inner[0]) else inner
        out.append(inner)
    return out


def _numbered(paths: Sequence[Path]) -> list[Path]:
    """Paths below the headings of the longest numbered row, wherever they stand; none without such a row."""
    rows: defaultdict[tuple[str, str, str], dict[str, int]] = defaultdict(dict)
    for title in dict.fromkeys(title for path in paths for title in path):
        if number := chapter_number(title):
            rows[number_form(title)][title] = number
    row = max(rows.values(), key=_steps, default={})
    if len(row) < _FEWEST_NUMBERED or _steps(row) < _IN_ORDER * (len(row) - 1):
        return []
    out: list[Path] = []
    last: Path = ()
    for path in paths:
        at = next((at for at, title in enumerate(path) if title in row), -1)
        last = path[at:] if at >= 0 else last
        out.append(last or path)
    return out


def _steps(row: dict[str, int]) -> int:
    return sum(after == one + 1 for one, after in pairwise(row.values()))


def _listed(paths: Sequence[Path], titles: set[str]) -> list[Path]:
    """Paths below the headings that the contents list."""
    out: list[Path] = []
    last: Path = ()
    for path in paths:
        at = max((at for at, title in enumerate(path) if _plain(title) in titles), default=-1)
        last = path[at:] if at >= 0 else last
        out.append(last or path)
    return out


def _plain(title: str) -> str:
    return re.sub(r"[\W_]+", "", title).lower()
