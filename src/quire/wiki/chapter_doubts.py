"""What speaks against a list of chapters: lost numbers, a long opening, headings left in the text, empty parts.

Nothing is known of the file here, only the chapters that were found and the text below them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from statistics import fmean

from quire.heading_numbers import PLAIN_NUMERAL, chapter_number, heading_number
from quire.wiki.book_headings import OPENINGS
from quire.wiki.passage import Passage

__all__ = ["chapter_doubts"]

_LOST_SHARE, _FEWEST_LOST, _WIDEST_GAP = 0.1, 3, 30
"""Chapters that the numbers of the others lack, as a share of these and at least, and numbers that can be lost at once;
a greater step is one of years."""
_IN_ORDER = 0.8
"""Share of the steps from number to number that go up, where chapters are numbered."""
_LATEST_FIRST = 15
"""Number of the first chapter, up to which those before it are lost; beyond, the book is a later volume of a work."""
_FEWEST_BETWEEN = 3
"""Headings without a number between numbered chapters, which are sections of these."""
_EMPTY, _EMPTY_SHARE, _FEWEST_EMPTY = 0.05, 0.2, 4
"""Size of a chapter that holds hardly anything, as a share of the mean one; how many of them at least, and as a share
of all."""
_FEWEST_HIDDEN, _HIDDEN_SHARE, _APART = 6, 2, 800
"""Numbered lines in the text that look like headings, at least and for each chapter, and characters between them."""
_STEP = 3
"""By how much their numbers go up at most, where some are not seen."""
_FRONT, _MOST_FRONT = 0.1, 0.5
"""Share of a book before its first heading, from which on headings are missing; beyond the second it is told that most
of the book is in one chapter. Of 176 books of 53 owners six had more than a tenth, all of them wrong."""
_FEWEST_SECTIONS = 4
"""Headings in a book of one chapter that could be chapters."""
_HEADING = re.compile(
    r"[_*]{0,3}(?P<word>chapter|letter|canto|act|scene|stave|lecture|lesson|book|part|第|卷)?\s{0,4}"
    rf"(?P<number>{PLAIN_NUMERAL})"
    r"(?P<unit>[章回卷部篇编編讲講节節折出]?)(?:[.:：、．·—–\s].{0,60})?[_*]{0,3}",
    re.IGNORECASE,
)
_BARE = re.compile(rf"[_*]{{0,3}}(?:{PLAIN_NUMERAL})[.．、]?[_*]{{0,3}}")


def chapter_doubts(passages: Sequence[Passage]) -> list[str]:
    """What speaks against the chapters of a book, in words."""
    names = [name for name, _ in groupby(one.chapter for one in passages)]
    row = [chapter_number(name) for name in names]
    out = []
    if lost := _lost(row):
        out.append(f"The numbers of the chapters lack {lost}: headings were not recognised.")
    known = [one for one in row if one]
    if 2 * len(known) > len(row) and 1 < known[0] <= _LATEST_FIRST and known[0] + 1 in known[1:2]:
        out.append(f"The numbers of the chapters begin at {known[0]}: earlier headings may be missing.")
    between = sum(after - at - 1 for at, after in _neighbours(row))
    if between >= _FEWEST_BETWEEN:
        out.append(f"{between} headings without a number stand between numbered chapters: they may be sections.")
    hidden = _hidden(passages)
    if hidden >= max(_FEWEST_HIDDEN, _HIDDEN_SHARE * len(names)):
        out.append(f"{hidden} numbered lines in the text look like headings: chapters may be missing.")
    inner = {one.headings for one in passages if len(one.headings) > 1}
    if len(names) == 1 and len(inner) >= _FEWEST_SECTIONS:
        out.append(f"The whole book is one chapter, with {len(inner)} sections: these may be its chapters.")
    sizes = Counter(dict.fromkeys(names, 0))
    for one in passages:
        sizes[one.chapter] += len(one.text)
    front = sizes[names[0]] / max(1, sizes.total()) if names[0] in OPENINGS.values() else 0.0
    if _FRONT < front <= _MOST_FRONT:
        out.append(f"{front:.0%} of the book stands before its first heading: headings may be missing.")
    hold = [size >= _EMPTY * fmean(sizes.values()) for size in sizes.values()]
    empty = len(hold) - sum(hold) - hold.index(True) - hold[::-1].index(True)  # none of the front and back matter
    if empty >= max(_FEWEST_EMPTY, _EMPTY_SHARE * len(sizes)):
        out.append(f"{empty} chapters hold hardly any text: lines may have been taken for headings.")
    return out


def _lost(row: Sequence[int]) -> int:
    """How many numbers a row lacks between its own, if many; none of one that does not go up.

    Those are not lost for which as many chapters without a number stand there.
    """
    places = [(at, row[at], after, row[after]) for at, after in pairwise(at for at, one in enumerate(row) if one)]
    steps = [(end - at - 1, one, after) for at, one, end, after in places if after != 1]
    if sum(after > one for _, one, after in steps) < _IN_ORDER * len(steps):
        return 0
    lost = sum(after - one - 1 for between, one, after in steps if between + 1 < after - one <= _WIDEST_GAP)
    return lost if lost >= max(_FEWEST_LOST, _LOST_SHARE * len(row)) else 0


def _neighbours(row: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Places of a number and of the next one, where that is one more."""
    for at, after in pairwise(at for at, one in enumerate(row) if one):
        if row[after] == row[at] + 1:
            yield at, after


def _hidden(passages: Sequence[Passage]) -> int:
    """Headings of the longest row of one kind that stand in the text as paragraphs and go up one by one, far apart."""
    rows: dict[tuple[str, str], tuple[int, int, int]] = {}  # to how many, the last number and its place
    place = 0
    for one in passages:
        for paragraph in one.text.split("\n\n"):
            place += len(paragraph)
            found = _HEADING.fullmatch(paragraph)
            worded = found and (found["word"] or found["unit"])
            if not found or not (worded or _BARE.fullmatch(paragraph)):
                continue
            kind = (found["word"] or "").lower(), found["unit"]
            count, last, before = rows.get(kind, (0, 0, -_APART))
            value = heading_number(found["number"])
            if (value == 1 or 0 < value - last <= _STEP) and place - before >= _APART:
                rows[kind] = (count + 1, value, place)
    return max((count for count, _, _ in rows.values()), default=0)
