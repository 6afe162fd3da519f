"""Where the subjects of a plan are named, and beside whom: counted over all sentences of the book."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from quire.wiki.page_plan import Appearance, ChapterPlan, Entry
from quire.wiki.page_types import PROPER, PageType
from quire.wiki.passage import Passage
from quire.wiki.sentence_split import Sentence, fold
from quire.wiki.subjects.abbreviations import words_of_short
from quire.wiki.tokenization import singular

__all__ = ["Appearances", "Kinds", "related_pages"]

_BESIDE = 3
"""Subjects that are told beside another."""

_MOSTLY, _ALSO = 0.5, 0.2
"""Share of the sentences that name a term, from which on it is told under which heading they stand; and share that is
enough for a heading which names it."""

_PASSAGES = 3
"""Passages that show it: the first that names the subject, and those that name it with the others."""


class Appearances:
    """The appearances of subjects in one book.

    Args:
        sentences: of the book.
        pages: of each sentence, the ids of the subjects that it names.
        named: id of a subject to the numbers of the sentences that name it, in order.
        chapters: of the plan, with their sections.
        passages: of the book, for the headings under which terms are spoken of.
    """

    def __init__(
        self,
        sentences: Sequence[Sentence],
        pages: Sequence[Collection[str]],
        named: Mapping[str, Collection[int]],
        chapters: Sequence[ChapterPlan],
        passages: Sequence[Passage] = (),
    ) -> None:
        self._sentences, self._pages, self._named, self._passages = sentences, pages, named, passages
        spans = [(at, one) for at, one in enumerate(chapters)]
        self._part = {place: at for at, one in spans for place in range(one.first, one.end)}
        self._chapter = {place: at for at, one in spans if not one.parent for place in range(one.first, one.end)}

    def of(self, entry: Entry, types: Mapping[str, str]) -> Appearance | None:
        """Where a subject is named; None where no chapter names it.

        Args:
            entry: its page.
            types: id of every subject that has a page to its type.
        """
        numbers = [one for one in self._named[entry.id] if self._sentences[one].passage in self._chapter]
        if not numbers:
            return None
        proper = entry.type in PROPER
        ends = [self._sentences[number].passage for number in (numbers[0], numbers[-1])]
        first, last = ((self._chapter if proper else self._part)[place] for place in ends)
        beside = self._beside(entry, numbers, types)
        under, place = ("", ends[0]) if proper or not self._passages else self._under(entry, numbers)
        short = "" if proper else words_of_short(entry.title, entry.aliases)
        shown = list(dict.fromkeys((self._explained(short, numbers, place), place)))
        for other in beside:
            both = next(self._sentences[number].passage for number in numbers if other in self._pages[number])
            if both not in shown and len(shown) < _PASSAGES:
                shown.append(both)
        chapters = {self._chapter[self._sentences[number].passage] for number in numbers}
        told = Appearance(len(chapters), first, last, beside, shown[:_PASSAGES], stands_for=short)
        if under:
            told.under, told.part = under, self._part[place]
        return told

    def _under(self, entry: Entry, numbers: Sequence[int]) -> tuple[str, int]:
        """The heading under which a term is spoken of, or has its place, and the first passage there that names it.

        That of a section which names the term, the one above where it is the term itself; else that of the section in
        which most sentences name it. No heading: the first passage of all.
        """
        headings = Counter(self._passages[self._sentences[number].passage].headings for number in numbers)
        names = [fold(name) for name in (entry.title, *entry.aliases)]
        headed = {one: bool(one) and _names(one[-1], names) for one in headings}
        told = max(headings, key=lambda one: (headings[one] * (1 + headed[one]), headed[one]))
        if not told or headings[told] < (_ALSO if headed[told] else _MOSTLY) * max(len(numbers), 2 - headed[told]):
            return "", self._sentences[numbers[0]].passage
        place = next(p for n in numbers if self._passages[p := self._sentences[n].passage].headings == told)
        above = [one for one in told if fold(one) not in names]
        return above[-1] if above else "", place

    def _explained(self, short: str, numbers: Sequence[int], place: int) -> int:
        """The first passage that has the words of an abbreviation; the other one where it has none."""
        inside = (one for one in numbers if short and short.lower() in self._sentences[one].text.lower())
        return next((self._sentences[one].passage for one in inside), place)

    def _beside(self, entry: Entry, numbers: Sequence[int], types: Mapping[str, str]) -> list[str]:
        """The subjects that are named most in one sentence with another: persons with persons and places."""
        proper = entry.type in PROPER
        together = Counter(page for number in numbers for page in self._pages[number] if page != entry.id)
        wanted = {one for one in together if one in types and (not proper or types[one] == PageType.PERSON)}
        weight = {one: together[one] / (1.0 if proper else math.sqrt(len(self._named[one]) + 3)) for one in wanted}
        return sorted(wanted, key=lambda one: (-weight[one], one))[:_BESIDE]


def _names(heading: str, names: Sequence[str]) -> bool:
    """Whether a heading has one of the names, all in letters and digits alone."""
    return any(name in fold(heading) for name in names)


class Kinds:
    """What terms are kinds of by the end of their names: a "native histogram" is a histogram, 静态变量 a 变量.

    Args:
        entries: of the plan; those count that say what their subject is.
    """

    def __init__(self, entries: Sequence[Entry]) -> None:
        told = [one for one in entries if one.introduced and one.lead and one.type == PageType.CONCEPT]
        self._named = {_key(name): one for one in reversed(told) for name in (one.title, *one.aliases)}

    def of(self, entry: Entry) -> Entry | None:
        """The page of what a term is a kind of; None where its name tells none that has one."""
        title = entry.title
        if re.fullmatch(r"[\u3400-\u9fff]+", title):
            ends = [title[at:] for at in range(1, len(title) - 1)]
        else:
            words = title.split()
            ends = [" ".join(words[at:]) for at in range(1, len(words))] if entry.type == PageType.CONCEPT else []
        found = (self._named.get(_key(one)) for one in ends)
        return next((one for one in found if one and one.id != entry.id), None)


def _key(name: str) -> str:
    before, space, last = name.lower().rpartition(" ")
    return f"{before}{space}{singular(last)}"


def related_pages(
    id_: str,
    kept: Collection[str],
    named: Mapping[str, Collection[int]],
    pages: Sequence[Collection[str]],
    *,
    most: int,
) -> list[str]:
    """Ids of the pages that are named with a subject, those of its sentences before those of the same passages.

    Args:
        id_: of its page.
        kept: ids of all pages.
        named: id of a subject to the numbers of the sentences that name it.
        pages: of each sentence, the ids of the subjects that it names.
        most: pages at most; sentences beside it are looked at where fewer than half of them share one with it.
    """
    together: Counter[str] = Counter()
    for number in named[id_]:
        for page in pages[number]:
            if page != id_ and page in kept:
                together[page] += 1

    def weight(page: str) -> float:
        return together[page] / math.sqrt(len(named[page]) + 3)

    ranked = sorted(together, key=lambda page: (-weight(page), page))
    if len(ranked) < most // 2:  # those of the same passages
        near = Counter(
            page
            for number in named[id_]
            for other in range(max(0, number - 4), min(len(pages), number + 5))
            for page in pages[other]
            if page != id_ and page in kept and page not in together
        )
        ranked += sorted(near, key=lambda page: (-near[page], page))
    return ranked[:most]
