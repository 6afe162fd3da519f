"""What speaks against a list of chapters: lost numbers, a long opening, headings left inside, sections, empty parts.

Nothing is known of the file here, only the chapters that were found and the text below them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import groupby, pairwise
from statistics import fmean

from quire.heading_numbers import NUMERAL, chapter_number, heading_number
from quire.wiki.book_headings import OPENINGS, number_form
from quire.wiki.passage import Passage

__all__ = ["chapter_doubts", "ways_doubts"]

_LOST_SHARE, _FEWEST_LOST, _WIDEST_GAP = 0.1, 3, 30
"""Chapters that the numbers of the others lack, as a share of these and at least, and numbers that can be lost at once;
a greater step is one of years."""
_IN_ORDER = 0.8
"""Share of the steps from number to number that go up, where chapters are numbered."""
_LATEST_FIRST = 15
"""Number of the first chapter, up to which those before it are lost; beyond, the book is a later volume of a work."""
_SECTION = re.compile(r"(?:第\s*)?[\dA-Z]{1,3}[.．-]\d")
"""The number of a section: “3.1”."""
_FEWEST_SECTIONS, _SECTIONED = 4, 0.2
"""Sections of a book of one chapter that could be chapters; share of the chapters that are numbered like sections."""
_VOLUME_END = re.compile(r"[:：]\s?")
"""What stands between a volume's name and that of its chapter."""
_FEWEST_INSIDE = 3
"""Headings of the kind of the chapters that stand inside others."""
_AGAIN, _AGAIN_SHARE, _FEWEST_AMONG = 4, 0.04, 30
"""Chapters without a number whose titles come again (“Exercises”), at least and as a share of all, and how many these
are at least: files of a manual that all begin at one level."""
_EMPTY, _EMPTY_SHARE, _FEWEST_EMPTY = 0.05, 0.2, 4
"""Size of a chapter that holds hardly anything, as a share of the mean one; how many of them at least, and as a share
of all."""
_FRONT, _MOST_FRONT = 0.1, 0.5
"""Share of a book before its first heading, from which on headings are missing; beyond the second it is told that most
of the book is in one chapter. Of 176 books of 53 owners six had more than a tenth, all of them wrong."""
_MANY_WAYS = 7
"""Different lists of chapters that the headings of a book allow, from which on the one in use is in doubt."""
_UNSEEN = 10
"""Lines like headings in a book of one chapter."""
_LINE = re.compile(r"(?=[A-Z\u4e00-\u9fff\d“\"])[^\n]+(?<![.,;:!?。，；：！？、…”\"—)])")
_ENDED = re.compile(r"[.:!?。：！？”)]\W*$")
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_LONGEST_LINE, _SHORTEST_BELOW = (60, 20), (90, 30)
"""Characters of a line like a heading, and of the paragraph below it, in English and in Chinese."""


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
    sections = [name for name in names if _SECTION.match(name)]
    if len(sections) >= max(_FEWEST_SECTIONS, _SECTIONED * len(names)):
        example = sections[len(sections) // 2]
        out.append(
            f"{len(sections)} chapters are numbered like sections, such as “{example}”: headings may be missing."
        )
    inside = _inside(passages)
    if len(inside) >= _FEWEST_INSIDE:
        out.append(
            f"{len(inside)} headings like theirs stand inside chapters, such as “{inside[0]}”: chapters may be missing."
        )
    again = Counter(name for name, number in zip(names, row, strict=True) if not number)
    twice = [name for name, count in again.most_common() if count > 1]
    shared = sum(again[name] for name in twice)
    if shared >= max(_AGAIN, _AGAIN_SHARE * len(names)) and len(names) >= _FEWEST_AMONG:
        out.append(f"{shared} chapters have titles that come again, such as “{twice[0]}”: they may be sections.")
    if len(names) == 1:
        out += _alone(passages)
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


def ways_doubts(ways: int) -> list[str]:
    """What speaks against the chapters of a book whose headings allow many lists of them, in words."""
    out: list[str] = []
    if ways >= _MANY_WAYS:
        out.append(f"The headings of the file allow {ways} different lists of chapters: this one may be wrong.")
    return out


def _lost(row: Sequence[int]) -> int:
    """How many numbers a row lacks between its own, if many; none of one that does not go up.

    Those are not lost for which as many chapters without a number stand there, and a last number that is more than
    twice those before is none of the row: “Annex A: 40 Milestones” behind ten chapters.
    """
    places = [(at, row[at], after, row[after]) for at, after in pairwise(at for at, one in enumerate(row) if one)]
    steps = [(end - at - 1, one, after) for at, one, end, after in places if after != 1]
    if sum(after > one for _, one, after in steps) < _IN_ORDER * len(steps):
        return 0
    ends = [*(after <= one for _, one, after in steps[1:]), True][: len(steps)]
    lost = sum(
        after - one - 1
        for (between, one, after), ends_here in zip(steps, ends, strict=True)
        if between + 1 < after - one <= _WIDEST_GAP and not (ends_here and after > 2 * one)
    )
    return lost if lost >= max(_FEWEST_LOST, _LOST_SHARE * len(row)) else 0


def _inside(passages: Sequence[Passage]) -> list[str]:
    """Headings inside a chapter that are called as it is but have another number: “Act 2, Scene 1” in “Act 1”."""
    found: dict[str, None] = {}
    for path in dict.fromkeys(one.headings for one in passages):
        own = _called(_VOLUME_END.split(path[0])[-1]) if path else None
        for heading in path[1:]:
            called = _called(heading)
            if own and own[0][0] and called[0] == own[0] and 0 < called[1] != own[1] and not _SECTION.match(heading):
                found[heading] = None
    return list(found)


def _called(heading: str) -> tuple[tuple[str, str], int]:
    """The word of a heading's first number and the sign behind it, and the number."""
    word, _, sign = number_form(heading)
    hit = NUMERAL.search(heading)
    return (word, sign), heading_number(hit.group()) if hit else 0


def _alone(passages: Sequence[Passage]) -> list[str]:
    """What speaks against the only chapter of a book: its sections, or short lines above paragraphs."""
    out = []
    inner = {one.headings for one in passages if len(one.headings) > 1}
    paragraphs = [paragraph for one in passages for paragraph in one.text.split("\n\n")]
    unseen = sum(_is_above(line, below) for line, below in pairwise(paragraphs))
    if len(inner) >= _FEWEST_SECTIONS:
        out.append(f"The whole book is one chapter, with {len(inner)} sections: these may be its chapters.")
    elif unseen >= _UNSEEN:
        out.append(f"The whole book is one chapter, but {unseen} lines look like headings.")
    return out


def _is_above(line: str, paragraph: str) -> bool:
    """Whether a line looks like the heading of the paragraph below it."""
    if len(line) > max(_LONGEST_LINE) or not _LINE.fullmatch(line):
        return False
    chinese = _CHINESE.search(line) is not None
    lengths = len(line) <= _LONGEST_LINE[chinese] and len(paragraph) > _SHORTEST_BELOW[chinese]
    return lengths and _ENDED.search(paragraph) is not None
