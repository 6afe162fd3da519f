"""Events and the timeline of a story or a history, added to its plan.

An event that a chapter's title names becomes a page of the passage that tells it. The timeline takes from every
chapter the sentences that tell most of what happened, in the order of the book, with the dates that stand in them.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property

from quire.wiki.mentions import MentionFinder
from quire.wiki.page_composition import PageComposer, escape_markdown
from quire.wiki.page_plan import Appearance, ChapterPlan, Entry, Plan, SectionPlan
from quire.wiki.page_types import PageType
from quire.wiki.passage import Passage
from quire.wiki.sentence_split import Sentence, fold, holds_speech, inside_speech, is_quotable, stands_alone
from quire.wiki.step_progress import Progress, no_progress, sub_progress, with_progress
from quire.wiki.subjects.named_events import couplet_of, date_of, event_score, reign_names
from quire.wiki.wiki_page import Page, page_id, summary_of

__all__ = ["add_timeline", "sentence_dates", "timeline_id", "timeline_page"]

_PER_ENTRY = {"en": 4500, "zh": 1600}
"""Characters of a chapter for one entry of the timeline."""

_MOST_PER_CHAPTER = 5
_MOST = 400
"""Entries of a timeline: a book of 120 chapters gives three each; more is no overview."""

_LEAST = 2.0
"""What a sentence of the timeline has to tell (see `told`), with half a point for each person, or a date."""

_READ = {"en": 160, "zh": 60}
"""Characters that are read at a glance: longer sentences lose half a point for each such length."""

_SPREAD = 0.25
"""Share of the chapters that a timeline tells of, at least: with fewer it would be no overview."""

_APART = 3
"""Sentences between two entries: neighbours tell the same."""

_HELD = 0.35
"""Share of a verse, by the rarity of its characters and pairs, that a passage has to hold to be what it speaks of."""

_TWICE = 0.3
"""Shared sentences from which on an event has nothing of its own to tell beside another page."""

_LINKED = 12
"""Pages that a chapter of the timeline links to."""

_TITLE = {"en": "Timeline", "zh": "大事年表"}
_PERSONS, _IN_ORDER = 0.25, 0.1
"""Weights of the verse's persons, and of the place in its chapter, beside the share of the verse in a passage."""

_SHORTEST_EVENT, _LONGEST_EVENT = 3, 5
"""Sentences of an event's page: below the first, those of the next passage are added."""

_RELATED, _WITH = 6, 3
"""Pages that an event names as related, and persons beside whom its first line tells it."""

_SAID = 1.5
"""What a sentence that holds speech counts less, in characters and pairs of a verse, as the beginning of its event."""


def add_timeline(
    plan: Plan, passages: Sequence[Passage], sentences: Sequence[Sentence], lang: str, tick: Progress = no_progress
) -> None:
    """Add event pages and the timeline to a plan; chapters list their events."""
    teller = _Teller(plan, passages, sentences, lang)
    teller.add_events(sub_progress(tick, 0.0, 0.6))
    plan.timeline = teller.timeline(sub_progress(tick, 0.6, 1.0))


def sentence_dates(sections: Iterable[SectionPlan], sentences: Sequence[Sentence], lang: str) -> dict[int, str]:
    """Number of each sentence of a timeline that tells a date, with the date."""
    reigns = reign_names("\n".join(one.text for one in sentences)) if lang == "zh" else frozenset()
    numbers = (number for one in sections for number in one.sentences)
    return {number: date for number in numbers if (date := date_of(sentences[number].text, lang, reigns))}


def timeline_page(plan: Plan, composer: PageComposer, sentences: Sequence[Sentence], lang: str) -> Page:
    """The timeline as a list page: a heading for each chapter, a cited sentence for each entry, dates in front."""
    told_on = sentence_dates(plan.timeline, sentences, lang)
    blocks = []
    for section in plan.timeline:
        linked = {section.page}
        lines = []
        for number in section.sentences:
            when = f"**{told_on[number]}** — " if number in told_on else ""
            lines.append(f"- {when}{composer.cited(number, linked, most=_LINKED)}")
        blocks += [f"## {composer.link(section.page)}", "\n".join(lines)]
    first = sentences[plan.timeline[0].sentences[0]].text
    return Page(
        timeline_id(plan), _TITLE[lang], PageType.INDEX, "\n\n".join(blocks), summary=summary_of(escape_markdown(first))
    )


def timeline_id(plan: Plan) -> str:
    """The id of the timeline's page, which no other page has."""
    taken = {one.id for one in plan.entries} | {one.id for one in plan.chapters}
    return next(name for name in ("timeline", "timeline-list", "timeline-of-the-book") if name not in taken)


class _Teller:
    def __init__(self, plan: Plan, passages: Sequence[Passage], sentences: Sequence[Sentence], lang: str) -> None:
        self._plan = plan
        self._passages = passages
        self._sentences = sentences
        self._lang = lang
        self._names = MentionFinder((one.id, one.type, [one.title, *one.aliases]) for one in plan.entries)
        self._types = {one.id: one.type for one in plan.entries}
        self._reigns = reign_names("\n".join(one.text for one in sentences)) if lang == "zh" else frozenset()
        self._spoken = inside_speech(sentences)
        self._named_in: dict[int, set[str]] = {}
        self._in: dict[int, list[int]] = defaultdict(list)
        for number, one in enumerate(sentences):
            self._in[one.passage].append(number)

    def add_events(self, tick: Progress) -> None:
        """A page for each verse of the chapters' titles whose passage is found; no passage is told twice."""
        ids = {one.id for one in self._plan.entries} | {one.id for one in self._plan.chapters}
        told_of = [{*one.lead, *(at for found in one.aspects.values() for at in found)} for one in self._plan.entries]
        used: set[int] = set()
        for at, chapter in enumerate(with_progress(self._plan.chapters, tick, each=1)):
            for half, verse in enumerate(couplet_of(chapter.title) or ()):
                place = self._told_in(verse, chapter, half, used)
                id_ = page_id(verse)
                if place < 0 or id_ in ids:
                    continue
                event = self._event(id_, verse, place, at)
                shown = {*event.lead, *(number for found in event.aspects.values() for number in found)}
                if not shown or any(len(shown & other) > _TWICE * len(shown | other) for other in told_of):
                    continue
                ids.add(id_)
                used.add(place)
                self._plan.entries.append(event)
                chapter.subjects.append(id_)

    def _told_in(self, verse: str, chapter: ChapterPlan, half: int, used: set[int]) -> int:
        """Position of the passage that holds the most of a verse; -1 when none holds enough.

        Persons count under all their names: the verse says 玄德 where the passage may say 刘备. The first verse tells
        the first half of the chapter, the second one the other.
        """
        rare = {piece: self._rare(piece) * len(piece) for piece in _pieces(verse)}
        total = sum(rare.values())
        persons = {hit.page for hit in self._names.find(verse)}
        best, where = 0.0, -1
        for place in range(chapter.first, chapter.end):
            text = self._passages[place].text
            if place in used or not any(self._good(number) for number in self._in[place]):
                continue
            held = sum(weight for piece, weight in rare.items() if piece in text) / total
            named = len(persons & self._named(place)) / max(1, len(persons))
            part = (place - chapter.first) / max(1, chapter.end - chapter.first - 1)
            value = held + _PERSONS * named + _IN_ORDER * (part if half else 1 - part)
            if value > best and held + _PERSONS * named >= _HELD:
                best, where = value, place
        return where

    def _rare(self, piece: str) -> float:
        """How rare a character or a pair of them is in the book."""
        return math.log(1 + len(self._passages) / (1 + self._spread[piece]))

    @cached_property
    def _spread(self) -> Counter[str]:
        """Passages that hold each piece of the chapters' verses."""
        wanted = {
            piece for one in self._plan.chapters for verse in couplet_of(one.title) or () for piece in _pieces(verse)
        }
        out: Counter[str] = Counter()
        for one in self._passages:
            out.update(wanted.intersection(_pieces(one.text)))
        return out

    def _named(self, place: int) -> set[str]:
        if place not in self._named_in:
            self._named_in[place] = {hit.page for hit in self._names.find(self._passages[place].text)}
        return self._named_in[place]

    def _event(self, id_: str, verse: str, place: int, chapter: int) -> Entry:
        good = [number for number in self._in[place] if self._good(number)]
        after = [number for number in self._in.get(place + 1, ()) if self._good(number)]
        if place + 1 < self._plan.chapters[chapter].end and len(good) < _SHORTEST_EVENT:
            good += after[: _SHORTEST_EVENT - len(good)]
        start = max(range(len(good)), key=lambda at: (self._shared(verse, good[at]), -at))
        first = min(start, max(0, len(good) - _SHORTEST_EVENT))
        shown = good[first : first + _LONGEST_EVENT]
        related = Counter(hit.page for number in shown for hit in self._names.find(self._sentences[number].text))
        ranked = [one for one, _ in related.most_common(_RELATED)]
        persons = [one for one in ranked if self._types[one] == PageType.PERSON][:_WITH]
        told = {"life": shown[2:]} if shown[2:] else {}
        entry = Entry(id_, verse, PageType.EVENT, [], shown[:2], told, ranked, [chapter], introduced=False)
        entry.appearance = Appearance(1, chapter, chapter, persons, [place])
        return entry

    def _shared(self, verse: str, number: int) -> float:
        """How much of a verse a sentence holds; what somebody says tells less of what happens."""
        text = self._sentences[number].text
        shared = sum(char in text for char in verse) + sum(verse[at : at + 2] in text for at in range(len(verse) - 1))
        return shared - _SAID * holds_speech(text)

    def _good(self, number: int) -> bool:
        one = self._sentences[number]
        return is_quotable(one.text, one.lang) and number not in self._spoken

    def timeline(self, tick: Progress) -> list[SectionPlan]:
        """The sentences of each chapter that tell what happened, in order; none where few chapters have any."""
        top = [one for one in self._plan.chapters if one.type == PageType.CHAPTER]
        share = max(1, min(_MOST_PER_CHAPTER, _MOST // max(1, len(top))))
        seen: set[str] = set()
        out = []
        for chapter in with_progress(top, tick, each=1):
            chosen = self._of_chapter(chapter, share, seen)
            if chosen:
                out.append(SectionPlan(chapter.title, chosen, chapter.id))
        return out if len(out) >= _SPREAD * len(top) else []

    def _of_chapter(self, chapter: ChapterPlan, share: int, seen: set[str]) -> list[int]:
        numbers = [number for place in range(chapter.first, chapter.end) for number in self._in[place]]
        size = sum(len(self._passages[place].text) for place in range(chapter.first, chapter.end))
        most = min(share, max(1, round(size / _PER_ENTRY[self._lang])))
        values = {number: value for number in numbers if (value := self._value(number)) >= _LEAST}
        chosen: list[int] = []
        for number in sorted(values, key=lambda one: (-values[one], one)):
            text = fold(self._sentences[number].text)
            if len(chosen) == most:
                break
            if text not in seen and all(abs(number - other) > _APART for other in chosen):
                seen.add(text)
                chosen.append(number)
        return sorted(chosen)

    def _value(self, number: int) -> float:
        text, lang = self._sentences[number].text, self._sentences[number].lang
        if not self._good(number):
            return 0.0
        happens = event_score(text, lang)
        date = date_of(text, lang, self._reigns)
        if not happens and not date:
            return 0.0
        persons = {hit.page for hit in self._names.find(text) if self._types[hit.page] == PageType.PERSON}
        value = happens + 0.5 * min(3, len(persons)) + 1.5 * bool(date)
        return value + 0.5 * stands_alone(text, lang) - min(1.5, len(text) / _READ[lang] / 2)


def _pieces(text: str) -> list[str]:
    """The characters of a text and the pairs of them."""
    return [*text, *(text[at : at + 2] for at in range(len(text) - 1))]
