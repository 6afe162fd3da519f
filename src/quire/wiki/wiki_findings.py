"""Whether what a phase found can be a book: figures that real books have, and what is said where they are not met.

A wiki of which every sentence is cited may be broken all the same, because its book was read wrongly. The bounds are
wide: they come from some sixty books in two languages, of which every one keeps to them that was read rightly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from quire.heading_numbers import chapter_number
from quire.wiki.book_headings import is_volume
from quire.wiki.chapter_doubts import chapter_doubts
from quire.wiki.page_types import PageType
from quire.wiki.passage import Passage
from quire.wiki.passage_building import LONGEST_PASSAGE
from quire.wiki.passage_language import is_foreign
from quire.wiki.wiki_page import Page

__all__ = [
    "CANDIDATES",
    "LOST_PARTS",
    "READING_DOUBTS",
    "Finding",
    "book_findings",
    "part_findings",
    "person_findings",
    "plausible_share",
    "reading_findings",
    "subject_findings",
]

CANDIDATES = "candidates.json"
"""Work file of the subjects that were found, a row each."""

LOST_PARTS = "lost_parts.json"
"""Work file of the pages that a model wrote in parts of which some failed: id to [title, lost parts, parts]."""

READING_DOUBTS = "reading_doubts.json"
"""Work file of what the reader of the file doubts: a list of sentences."""

_SHORT_BOOK = 60_000
"""Characters up to which a book may be one chapter, or most of one."""
_SHORT_TEXT = 20_000
"""Characters up to which a text is no book whose chapters could be wrong."""
_MOST_OF_BOOK, _NEARLY_ALL = 0.5, 0.8
"""Share of a book that one of its chapters has at most, and from which its other headings hardly count."""
_FEWEST_OF_ROW, _FEWEST_SECTIONS = 3, 4
"""Numbered chapters that make a row, and headings inside a long one of them, at least."""
_MANY_CHAPTERS, _MANY_NUMBERED, _FEW_CHAPTERS = 66.0, 130.0, 0.1
"""Chapters per 100,000 characters, and where most have a number; short tales have 60, histories in long books 0.3."""
_FEWEST_MANY = 10
"""Chapters, the least of which can be too many."""
_ALIKE, _FEWEST_ALIKE = 0.2, 5
"""Share of the chapters that bear the name of another one, and how many at least."""
_LONG_PASSAGES = 0.05
"""Share of a book in passages of the greatest length, which have no ends of sentences."""
_NEAR_LONGEST = 0.9
_PEOPLED = 100_000
"""Characters of a story that has persons."""
_FEWEST_PERSONS = 3
_PERSONS_PER_CHAPTER = 25
"""Persons with a page per chapter, at most; 三国演义 has six."""
_FEWEST_NAMED, _NAMED_TWICE = 30, 0.05
"""Persons, at least, of whom some have a second name, and their share at least; of 三国演义 a third have one."""
_FEWEST_SUBJECTS = 20
_SAME_LEAD = 0.1
"""Share of the subjects that begin with the sentence of another one."""
_TOLD_PARTS = 5
"""Pages with lost parts that are named, those that lost most; the others are counted."""
_GRAVE, _SLIGHT = 0.4, 0.8
"""What is left of a wiki's score for each finding."""


class Finding(NamedTuple):
    """What cannot be, in words, and what is left of the score, 0..1."""

    text: str
    left: float


def plausible_share(findings: Sequence[Finding]) -> float:
    """What all findings leave of a score, 0..1."""
    left = 1.0
    for one in findings:
        left *= one.left
    return left


def reading_findings(doubts: object) -> tuple[Finding, ...]:
    """What the reader of the file doubts of the chapters; `doubts`: what the work file `READING_DOUBTS` holds."""
    return tuple(Finding(str(one), _SLIGHT) for one in doubts) if isinstance(doubts, list) else ()


def book_findings(passages: Sequence[Passage]) -> tuple[Finding, ...]:
    """What is wrong with the chapters and passages of a book."""
    sizes: Counter[str] = Counter()
    for one in passages:
        sizes[one.chapter] += len(one.text)
    whole = sum(sizes.values())
    out = [Finding(text, _SLIGHT) for text in chapter_doubts(passages)] if whole > _SHORT_TEXT else []
    if is_foreign([one.text for one in passages]):
        out.append(
            Finding("Most of the book is neither English nor Chinese: its subjects cannot be recognised.", _GRAVE)
        )
    rate = len(sizes) * 100_000 / max(1, whole)
    numbered = 2 * sum(map(bool, map(chapter_number, sizes))) > len(sizes)
    if rate > (_MANY_NUMBERED if numbered else _MANY_CHAPTERS) and len(sizes) >= _FEWEST_MANY and whole > _SHORT_TEXT:
        text = f"{len(sizes)} chapters in {whole:,} characters: lines or sections were taken for chapters."
        out.append(Finding(text, _SLIGHT))
    if whole <= _SHORT_BOOK:
        return tuple(out)
    name, most = sizes.most_common(1)[0]
    if len(sizes) == 1:
        out.append(Finding("The whole book is one chapter: its headings were not recognised.", _GRAVE))
    elif most > _MOST_OF_BOOK * whole and not _is_of_row(name, passages):
        left = _GRAVE if most > _NEARLY_ALL * whole else _SLIGHT
        out.append(
            Finding(f"{most / whole:.0%} of the book is in one chapter, “{name}”: headings may be missing.", left)
        )
    elif rate < _FEW_CHAPTERS:
        out.append(Finding(f"Only {len(sizes)} chapters in {whole:,} characters: headings are missing.", _SLIGHT))
    names = [name for name, _ in groupby(one.chapter for one in passages)]
    alike = len(names) - len(set(names))
    if alike >= max(_FEWEST_ALIKE, _ALIKE * len(names)):
        out.append(Finding(f"{alike} chapters bear the name of another one: the works were not told apart.", _SLIGHT))
    long = sum(len(one.text) for one in passages if len(one.text) >= _NEAR_LONGEST * LONGEST_PASSAGE)
    if long > _LONG_PASSAGES * whole:
        out.append(
            Finding(f"{long / whole:.0%} of the book has no ends of sentences: its text may be damaged.", _GRAVE)
        )
    return tuple(out)


def _is_of_row(chapter: str, passages: Sequence[Passage]) -> bool:
    """Whether a long chapter is one of those that numbers count without a gap, with sections: no heading is lost."""
    names = [name for name, _ in groupby(one.chapter for one in passages)]
    row = [number for number in map(chapter_number, names) if number]
    sections = {one.headings for one in passages if one.chapter == chapter and len(one.headings) > 1}
    whole = len(row) >= _FEWEST_OF_ROW and row == [*range(1, len(row) + 1)]
    return whole and chapter_number(chapter) > 0 and not is_volume(chapter) and len(sections) >= _FEWEST_SECTIONS


def subject_findings(
    pages: Sequence[Page], passages: Sequence[Passage], config: Mapping[str, str]
) -> tuple[Finding, ...]:
    """What is wrong with the subjects of a wiki.

    Args:
        pages: all pages.
        passages: of the book.
        config: of the wiki: MODE is the kind of book, as Planning found it ("fiction", "history" or "technical"), and
            MODE_IN_DOUBT whether it is in doubt.
    """
    mode = config.get("MODE", "")
    chapters = len({one.chapter for one in passages})
    size = sum(len(one.text) for one in passages)
    persons = sum(one.type == PageType.PERSON for one in pages)
    subjects = [one for one in pages if one.subject]
    out = []
    if config.get("MODE_IN_DOUBT") == "true":
        text = "Whether the book tells of persons or explains a subject is in doubt: persons and terms were looked for."
        out.append(Finding(text, 1.0))
    if mode == "fiction" and size > _PEOPLED and persons < _FEWEST_PERSONS:
        out.append(
            Finding(f"A story of {size:,} characters with {persons} persons: names were not recognised.", _GRAVE)
        )
    if persons > _PERSONS_PER_CHAPTER * max(1, chapters):
        out.append(Finding(f"{persons} persons in {chapters} chapters: words were taken for names.", _SLIGHT))
    twice = sum(one.type == PageType.PERSON and bool(one.aliases) for one in pages)
    if mode == "fiction" and persons >= _FEWEST_NAMED and twice < _NAMED_TWICE * persons:
        text = f"{twice} of {persons} persons have a second name: names of one person may have pages of their own."
        out.append(Finding(text, _SLIGHT))
    if size > _PEOPLED and not subjects:
        out.append(Finding("No subject was found in the book.", _GRAVE))
    leads = Counter(one.summary for one in subjects if one.summary)
    shared = sum(count for count in leads.values() if count > 1)
    if len(subjects) >= _FEWEST_SUBJECTS and shared > _SAME_LEAD * len(subjects):
        out.append(
            Finding(f"{shared / len(subjects):.0%} of the subjects begin with the same words as others.", _SLIGHT)
        )
    return tuple(out)


def person_findings(pages: Sequence[Page], candidates: object) -> tuple[Finding, ...]:
    """Persons with a page each who may be one.

    Args:
        pages: all pages.
        candidates: what the work file `CANDIDATES` holds; anything else is none.
    """
    titles = {one.title for one in pages if one.type == PageType.PERSON}
    rows = candidates if isinstance(candidates, list) else []
    pairs = [(row["title"], other) for row in rows for other in row.get("perhaps", ())]
    return tuple(
        Finding(f"“{one}” and “{other}” may be one person.", 1.0) for one, other in pairs if {one, other} <= titles
    )


def part_findings(lost: object) -> tuple[Finding, ...]:
    """The pages that lack parts which the model did not write, those with the most first.

    Args:
        lost: what the work file `LOST_PARTS` holds; anything else is none.
    """
    rows = [(str(title), int(some), int(all_)) for title, some, all_ in lost.values()] if isinstance(lost, dict) else []
    rows.sort(key=lambda row: (-row[1] / row[2], row[0]))
    out = [
        Finding(f"{some} of {all_} parts of “{title}” could not be written: the page says nothing of them.", 1.0)
        for title, some, all_ in rows[:_TOLD_PARTS]
    ]
    if len(rows) > _TOLD_PARTS:
        out.append(Finding(f"{len(rows) - _TOLD_PARTS} more pages lack parts that could not be written.", 1.0))
    if out:
        whole = 1 - sum(row[1] for row in rows) / sum(row[2] for row in rows)
        out[0] = out[0]._replace(left=max(_SLIGHT, whole))
    return tuple(out)
