"""The sentences of a book, who is named in them, and the choice of those a page is made of."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from quire.wiki import chapter_choice
from quire.wiki import page_budget as budget
from quire.wiki.appearances import Appearances, Kinds, related_pages
from quire.wiki.aspects import aspect_of, grouped, story_aspect
from quire.wiki.centrality import sentence_centrality, words_of
from quire.wiki.definitions import SCORES
from quire.wiki.duplicate_filter import SHORT_TEXT, DuplicateFilter, stock_sentences
from quire.wiki.lead_choice import LeadChoice, points_elsewhere
from quire.wiki.lead_model import MAY_SAY_WHAT
from quire.wiki.mentions import MentionFinder
from quire.wiki.page_plan import ChapterPlan, Entry, Plan, SectionPlan
from quire.wiki.page_types import PROPER, PageType
from quire.wiki.page_worth import LISTED, has_page
from quire.wiki.passage import Passage
from quire.wiki.relations import tells_relation
from quire.wiki.sentence_split import (
    Sentence,
    fold,
    holds_quotation,
    holds_speech,
    inside_speech,
    is_quotable,
    only_says,
    split_by_language,
    stands_alone,
)
from quire.wiki.step_progress import Progress, no_progress, sub_progress, with_progress
from quire.wiki.stressed_phrases import StressedPhrases
from quire.wiki.subjects.named_events import event_score
from quire.wiki.subjects.subject_candidates import Candidate
from quire.wiki.wiki_page import page_id

__all__ = ["all_sentences", "make_plan"]

_RELATED = 6
_CHAPTERS = 6
_APPEARANCES = 12
"""Chapters that a person's or a place's page lists, those that name it most."""

_POINTS, _ASKS = 1.2, 2.0
"""What a sentence counts less for a page if it only points to other places of the book, or asks."""

_HAPPENS, _EVENTFUL, _RELATES = 0.8, 2.0, 1.0
"""What a person's page gains by a sentence for each point of `event_score`, and the most points that count: of each
part of a story it tells what was done, not that somebody smiled. And what by one that tells whose kin, spouse, friend
or servant somebody is."""

_PER_PASSAGE = 2
"""Sentences that a page takes from one passage."""

_LEAST_SCORE = 0.2
"""Score that a sentence needs to be shown."""

_SUMMARY = 3
"""Main subjects of a chapter whose definitions stand before its sections."""

_UNGROUPED = 3
"""Sentences of a page that are not grouped by aspects."""


def all_sentences(passages: Sequence[Passage], lang: str, tick: Progress = no_progress) -> list[Sentence]:
    """Every sentence of the book in order; its number in this list names it in plans."""
    return [
        Sentence(text, one.position, at, own)
        for one in with_progress(passages, tick)
        for at, (text, own) in enumerate(split_by_language(one.text, lang))
    ]


def make_plan(  # noqa: PLR0913 - one plan, what is optional keyword-only
    passages: Sequence[Passage],
    chapters: Sequence[ChapterPlan],
    candidates: Sequence[Candidate],
    lang: str,
    *,
    sentences: Sequence[Sentence] = (),
    stressed: StressedPhrases | None = None,
    tick: Progress = no_progress,
) -> Plan:
    """Pages with their sentences; candidates without enough sentences are left out.

    Args:
        passages: of the book.
        chapters: the pages of its chapters, without sentences.
        candidates: subjects, the most important first.
        lang: of the book.
        sentences: all of them, where they are at hand.
        stressed: what the book sets in italics or bold.
        tick: progress.
    """
    sentences = sentences or all_sentences(passages, lang)
    return _Planner((passages, sentences, stressed), chapters, candidates, lang, tick).plan()


class _Planner:
    def __init__(
        self,
        book: tuple[Sequence[Passage], Sequence[Sentence], StressedPhrases | None],
        chapters: Sequence[ChapterPlan],
        candidates: Sequence[Candidate],
        lang: str,
        tick: Progress,
    ) -> None:
        self._passages, self._sentences, stressed = book
        self._lang, self._tick = lang, tick
        self._chapters = list(chapters)
        self._chapter_of = {place: at for at, one in enumerate(chapters) for place in range(one.first, one.end)}
        self._used, self._covered = Counter[int](), set[int]()
        self._headed = chapter_choice.HeadedSections(chapters)
        self._ids: set[str] = {one.id for one in chapters}
        self._candidates = [(self._id(one), one) for one in candidates]
        names = MentionFinder((id_, one.type, one.names) for id_, one in self._candidates)
        self._named: dict[str, dict[int, float]] = defaultdict(dict)  # page to sentence and place of the name, 0..1
        self._pages: list[list[str]] = []
        self._defining: set[int] = set()  # sentences that say what a term is
        for number, sentence in enumerate(with_progress(self._sentences, sub_progress(tick, 0.0, 0.3))):
            found: dict[str, float] = {}
            for hit in names.find(sentence.text):
                found.setdefault(hit.page, hit.start / max(1, len(sentence.text)))
            self._pages.append(list(found))
            for page, place in found.items():
                self._named[page][number] = place
        known = stock_sentences(self._sentences, self._passages)
        self._good = [one.text not in known and is_quotable(one.text, one.lang) for one in self._sentences]
        self._alone = [stands_alone(one.text, one.lang) for one in self._sentences]
        self._spoken = inside_speech(self._sentences)
        self._said = {at for at, one in enumerate(self._sentences) if at in self._spoken or only_says(one.text)}
        held = {"good": self._good, "alone": self._alone}
        self._leads = LeadChoice(self._sentences, self._passages, **held, spoken=self._spoken, stressed=stressed)
        self._kinds: dict[str, dict[int, str]] = {}  # page of a term to its sentences and what they say of it
        self._odds: dict[str, dict[int, float]] = {}  # page of a term to its leads and how likely they say what it is
        starts, self._starts = Counter(one.passage for one in self._sentences), [0]
        for place in range(len(self._passages)):
            self._starts.append(self._starts[-1] + starts[place])
        self._size = sum(len(one.text) for one in self._passages)
        self._room = int(budget.SUBJECTS * self._size)
        self._share = self._size  # characters that the page that is planned may show

    def _id(self, one: Candidate) -> str:
        base = page_id(one.title)
        name, count = base, 2
        while name in self._ids:
            name = f"{base}-{one.type}" if count == 2 else f"{base}-{count}"
            count += 1
        self._ids.add(name)
        return name

    def plan(self) -> Plan:
        """The whole plan: subjects in the order of their weight, then chapters over what is left."""
        kept = [(id_, one) for id_, one in self._candidates if self._worth(id_, one)]
        names = {name for name, _ in kept}
        entries = self._distinct(self._entries(kept, names), names)
        self._room += int((budget.COPIED - budget.SUBJECTS) * self._size)
        known = {one.id for one in entries}
        for one in entries:
            one.related = [name for name in one.related if name in known][:_RELATED]
        self._add_appearances(entries)
        self._defining = {one.lead[0] for one in entries if one.introduced and one.lead and one.type not in PROPER}
        for chapter in with_progress(self._chapters, sub_progress(self._tick, 0.8, 1.0), each=1):
            self._plan_chapter(chapter, entries)
        self._relieve()
        self._adopt(entries)
        return Plan(entries, self._chapters)

    def _add_appearances(self, entries: Sequence[Entry]) -> None:
        """Where each person and place is named, and each term whose page does not begin with what it is."""
        found = Appearances(self._sentences, self._pages, self._named, self._chapters, self._passages)
        types = {one.id: one.type for one in entries}
        kinds = Kinds(entries)
        for one in entries:
            if one.type in PROPER or not one.introduced:
                one.appearance = found.of(one, types)
            if one.appearance and one.type not in PROPER and (kind := kinds.of(one)):
                one.appearance.kind, one.appearance.kind_said = kind.id, kind.lead[0]

    def _entries(self, kept: Sequence[tuple[str, Candidate]], names: set[str]) -> Iterator[tuple[Entry, Candidate]]:
        """The subjects while there is room: a short text that has many would be repeated as a whole."""
        few = len(self._sentences) <= SHORT_TEXT
        short = not few and self._room < budget.ROOMY * budget.ENOUGH[self._lang] * len(kept)
        for made, (id_, one) in enumerate(with_progress(kept, sub_progress(self._tick, 0.4, 0.8), each=1)):
            mean = self._room // (len(kept) - made)
            generous = self._size if few else max(budget.GENEROUS * mean, budget.ENOUGH[self._lang])
            self._share = mean if short else generous
            if short and made >= budget.FEWEST_SUBJECTS and self._room < -budget.SPENT * self._size:
                return
            yield self._entry(id_, one, names), one

    def _distinct(self, entries: Iterable[tuple[Entry, Candidate]], names: set[str]) -> list[Entry]:
        """Entries without those that would say nearly the same as an earlier one and cannot be told otherwise."""
        before_code = {place: end - 1 for place, end in enumerate(self._starts[1:]) if end > self._starts[place]}
        distinct = DuplicateFilter(self._sentences, before_code)
        out: list[Entry] = []
        for one, candidate in entries:
            kept = one if distinct.accept(one, candidate) else None
            if kept is None:
                others = self._retold(one, candidate, names, distinct.shown_sentences())
                kept = next((other for other in others if distinct.accept(other, candidate)), None)
            if kept:
                out.append(kept)
        return out

    def _retold(self, one: Entry, candidate: Candidate, names: set[str], shown: set[int]) -> Iterator[Entry]:
        """Persons and what the book lists by other sentences, then persons and unshown entries of the index by one."""
        person = candidate.type == PageType.PERSON
        if person or LISTED & set(candidate.reasons):
            yield self._entry(one.id, candidate, names, shown)
        if person or ("index" in candidate.reasons and shown.isdisjoint(one.lead[:1])):
            yield replace(one, lead=one.lead[:1], aspects={})

    def _worth(self, id_: str, one: Candidate) -> bool:
        good = self._leads.quotable(self._named[id_], one)
        if one.type not in PROPER:
            self._kinds[id_] = self._leads.kinds(self._named[id_], one)
            self._odds[id_] = self._leads.odds(self._kinds[id_], one)
        odds = self._odds.get(id_, {})
        if not has_page(one, len(good), odds, self._lang):
            return False
        return one.type in PROPER or max(odds.values(), default=-9.0) >= MAY_SAY_WHAT or not self._headed.tell(one)

    def _entry(self, id_: str, one: Candidate, kept: set[str], told: Container[int] = ()) -> Entry:
        """A page to be; `told` are sentences that it must not be made of."""
        numbers = self._leads.quotable((number for number in self._named[id_] if number not in told), one)
        proper = one.type in PROPER
        kinds = {} if proper else {number: self._kinds[id_][number] for number in numbers}
        odds = {number: value for number, value in self._odds.get(id_, {}).items() if number not in told}
        scores = {number: self._score(number, id_, one, SCORES[kinds.get(number, "")]) for number in numbers}
        most = max(3, min(16, 3 + len(numbers) // (5 if proper else 3)))
        lead = self._leads.lead(scores, odds, one)
        introduced = self._leads.says_what(lead, odds, one)
        doubtful = self._leads.may_say_what(lead, odds, one)
        values = {at: scores[at] + self._deed(at, one) for at in numbers} if one.type == PageType.PERSON else scores
        chosen = self._choose(values, lead, most, whole=proper)
        chosen = self._within(self._share - self._length(lead), chosen, scores)
        if self._share < self._size and self._room < -budget.SCARCE * self._size:
            lead = lead[:1] if lead[0] in scores else lead  # what a definition leans on does without it, not it alone
        elif self._share >= budget.ENOUGH[self._lang]:
            lead = self._longer(lead, chosen, defined=(introduced or doubtful) and not proper)
        story = grouped(chosen, lambda at: story_aspect(self._sentences[at], one)) if proper else None
        aspects = self._aspects(chosen) if story is None else story
        for number in (*lead, *chosen):
            self._used[number] += 1
            self._covered.add(self._sentences[number].passage)
            self._room -= len(self._sentences[number].text)
        weights: Counter[int] = Counter(self._chapter_of[self._sentences[n].passage] for n in self._named[id_])
        ranked = sorted(weights, key=lambda at: (-weights[at], at))[: _APPEARANCES if proper else _CHAPTERS]
        chapters = sorted(ranked)
        return Entry(
            id_,
            one.title,
            one.type,
            list(one.aliases),
            lead,
            aspects,
            related_pages(id_, kept, self._named, self._pages, most=2 * _RELATED),
            chapters,
            chapter_choice.example_passage([self._sentences[n].passage for n in self._named[id_]], self._passages, one),
            [weights[at] for at in chapters] if proper else [],
            introduced,
            doubtful,
        )

    def _deed(self, number: int, one: Candidate) -> float:
        """What a sentence of somebody's story gains by telling what happened, or whose kin or friend one is."""
        sentence = self._sentences[number]
        happens = _HAPPENS * min(_EVENTFUL, event_score(sentence.text, sentence.lang))
        return happens + _RELATES * tells_relation(sentence.text, one.names, sentence.lang)

    def _score(self, number: int, id_: str, one: Candidate, defined: float) -> float:
        sentence = self._sentences[number]
        place = self._named[id_][number]
        score = 1.5 * (1 - place) + 1.2 * self._alone[number] - 1.3 * self._used[number]
        headings = " ".join(self._passages[sentence.passage].headings[-2:]).lower()
        if one.type not in PROPER:
            score += 0.8 * defined
            score += 1.5 * any(name.lower() in headings for name in one.names)
        size = len(sentence.text)
        ideal = (25, 90) if sentence.lang == "zh" else (60, 230)
        score += 0.6 if ideal[0] <= size <= ideal[1] else -0.4
        score -= 0.25 * max(0, len(self._pages[number]) - 5)
        if one.type not in PROPER:
            score -= _POINTS * points_elsewhere(sentence) + _ASKS * sentence.text.endswith(("?", "？"))
        return score - (1.5 if number in self._spoken else 0.8 if holds_speech(sentence.text) else 0)

    def _within(self, room: int, chosen: Sequence[int], scores: Mapping[int, float]) -> list[int]:
        """The best of the chosen sentences that have room together, in the order of the book."""
        kept = []
        for number in sorted(chosen, key=lambda one: (-scores[one], one)):
            room -= len(self._sentences[number].text)
            if room < 0:
                break
            kept.append(number)
        return sorted(kept)

    def _longer(self, lead: list[int], chosen: Sequence[int], *, defined: bool) -> list[int]:
        """A lead with the sentences after it in its passage, while a page would be too short to read.

        Those before it, too, unless it is a definition, with which the page begins.
        """
        enough = budget.ENOUGH[self._lang]
        size = sum(len(self._sentences[number].text) for number in (*lead, *chosen))
        place = self._sentences[lead[0]].passage if lead else -1
        before = () if defined or not lead else range(lead[0] - 1, lead[0] - 3, -1)
        for near in (*range(lead[-1] + 1, lead[-1] + 4), *before) if lead else ():
            inside = 0 <= near < len(self._sentences) and self._sentences[near].passage == place
            begins = near > lead[0] or self._begins(near)
            if size < enough and inside and begins and self._good[near] and near not in chosen:
                lead = sorted([*lead, near])
                size += len(self._sentences[near].text)
        return lead

    def _begins(self, number: int) -> bool:
        """Whether a page may begin with a sentence: it leans on no other, and nobody speaks in it."""
        return self._alone[number] and number not in self._spoken and not holds_quotation(self._sentences[number].text)

    def _choose(self, scores: dict[int, float], lead: Sequence[int], most: int, *, whole: bool) -> list[int]:
        """The further sentences, spread over the passages, in the order of the book; `whole`: over all of it."""
        chosen: list[int] = []
        seen = Counter(self._sentences[number].passage for number in lead)
        folded = {fold(self._sentences[number].text)[:60] for number in lead}
        ranked = sorted(scores, key=lambda one: (-scores[one], one))
        if whole:  # somebody's story is told to its end: the best of each part first
            parts = {number: at * most // len(scores) for at, number in enumerate(sorted(scores))}
            best = {parts[number]: number for number in reversed(ranked)}
            ranked.sort(key=lambda one: best[parts[one]] != one)
        for number in ranked:
            if len(chosen) >= most or self._room <= 0:
                break
            sentence = self._sentences[number]
            start = fold(sentence.text)[:60]
            if (
                number in lead
                or seen[sentence.passage] >= _PER_PASSAGE
                or start in folded
                or scores[number] < _LEAST_SCORE
            ):
                continue
            seen[sentence.passage] += 1
            folded.add(start)
            chosen.append(number)
        return sorted(chosen)

    def _aspects(self, chosen: Sequence[int]) -> dict[str, list[int]]:
        groups = grouped(chosen, lambda at: aspect_of(self._sentences[at].text, self._sentences[at].lang))
        classical = 2 * len(groups.get("notes", ())) >= len(chosen)
        if len(chosen) <= _UNGROUPED or classical:
            return {"notes" if classical else "how": list(chosen)} if chosen else {}
        return groups

    def _plan_chapter(self, chapter: ChapterPlan, entries: Sequence[Entry]) -> None:
        """The best sentence of each passage, by sections; a section with a page of its own is told by one sentence."""
        own = {one.first: one for one in self._chapters if one.parent == chapter.id}
        inside = {place for one in own.values() for place in range(one.first, one.end)}
        options = self._options(chapter)
        weights = self._central([number for found in options.values() for number in found])
        depth = chapter.depth
        fewest = budget.FEWEST[depth > 2]
        chapter.sections = []
        best_of = {
            place: max((self._value(number, weights), -number) for number in found)
            for place, found in options.items()
            if place not in inside
        }
        said = {place: worth for place, (worth, best) in best_of.items() if -best in self._said}
        left_out = chapter_choice.only_said(said, {place: len(self._passages[place].text) for place in best_of})
        for place in range(chapter.first, chapter.end):
            if place in own:
                chapter.sections.append(self._told(own[place], options, weights))
            if place not in best_of or place in left_out:
                continue
            best = -best_of[place][1]
            shown = sum(len(one.sentences) for one in chapter.sections)
            if self._room <= 0 and place in self._covered and shown >= fewest:
                continue
            headings = self._passages[place].headings
            title = headings[depth] if len(headings) > depth else ""
            if not chapter.sections or chapter.sections[-1].title != title or chapter.sections[-1].page:
                chapter.sections.append(SectionPlan(title, []))
            chapter.sections[-1].sentences.append(best)
            self._used[best] += 1
            self._covered.add(place)
            self._room -= len(self._sentences[best].text)
        self._list_subjects(chapter, entries)
        if len(chapter.sections) > 1:
            numbers = range(self._starts[chapter.first], self._starts[chapter.end])
            begins = {one for one in numbers if self._good[one] and self._alone[one]}
            chapter_choice.open_with_own_summary(chapter, numbers, self._sentences, self._passages, begins)
            self._room -= self._length(chapter.summary)
        if not chapter.summary and chapter.sections and chapter.sections[0].page:
            chapter.summary = self._summary(chapter, entries)

    def _summary(self, chapter: ChapterPlan, entries: Sequence[Entry]) -> list[int]:
        """Sentences before the sections of a chapter: what its main subjects are, each of another section first."""
        inside = [one for one in entries if one.introduced and chapter.first <= self._at(one) < chapter.end]
        inside = [one for one in inside if one.type not in PROPER and self._alone[one.lead[0]]]
        parts = [one for one in self._chapters if one.parent == chapter.id]
        section = {place: at for at, part in enumerate(parts) for place in range(part.first, part.end)}
        order = {id_: at for at, id_ in enumerate(chapter.subjects)}
        best = chapter_choice.spread_over_sections(inside, lambda one: section.get(self._at(one), -1), order)
        chosen: list[int] = []
        for one in best[:_SUMMARY]:
            if self._room > 0 or not chosen:
                chosen += [number for number in one.lead[:1] if number not in chosen]
                self._room -= self._length(one.lead[:1])
        return sorted(chosen) or [part.sentences[0] for part in chapter.sections if part.sentences][:1]

    def _at(self, one: Entry) -> int:
        """The passage that a page begins with."""
        return self._sentences[one.lead[0]].passage if one.lead else -1

    def _relieve(self) -> None:
        """Drop subsections from pages above them, the longest first, while pages repeat more than a digest may."""
        told = [
            part
            for chapter in self._chapters
            if chapter.depth > 1
            for part in [one for one in chapter.sections if one.page and one.sentences][1:]
        ]
        for part in sorted(told, key=lambda one: -self._length(one.sentences)):
            if self._room >= -budget.OVERDRAWN * self._size:
                return
            self._room += self._length(part.sentences)
            part.sentences = []
        self._shorten()

    def _shorten(self) -> None:
        """Drop the longest sentences of chapters and sections above their minimum, if pages still repeat too much."""
        left = {one.id: sum(len(part.sentences) for part in one.sections) for one in self._chapters}
        told = [(one, part, number) for one in self._chapters for part in one.sections for number in part.sentences]
        for one, part, number in sorted(told, key=lambda row: (-self._length([row[2]]), row[2])):
            if self._room >= -budget.CROWDED * self._size:
                return
            if left[one.id] > budget.FEWEST[one.depth > 2]:
                part.sentences.remove(number)
                left[one.id] -= 1
                self._room += self._length([number])

    def _length(self, numbers: Iterable[int]) -> int:
        return sum(len(self._sentences[number].text) for number in numbers)

    def _options(self, chapter: ChapterPlan) -> dict[int, list[int]]:
        """Passage to its sentences that can be shown."""
        found: dict[int, list[int]] = defaultdict(list)
        for number in range(self._starts[chapter.first], self._starts[chapter.end]):
            if self._good[number]:
                found[self._sentences[number].passage].append(number)
        if not found and self._starts[chapter.end] > self._starts[chapter.first]:  # only titles and fragments
            numbers = range(self._starts[chapter.first], self._starts[chapter.end])
            best = max(numbers, key=lambda number: (len(self._sentences[number].text), -number))
            found[self._sentences[best].passage].append(best)
        return found

    def _told(self, section: ChapterPlan, options: dict[int, list[int]], weights: dict[int, float]) -> SectionPlan:
        """The sentence that tells of a section: an early one, or the definition of a subject."""
        inside = [number for place in range(section.first, section.end) for number in options.get(place, ())]
        likely = [*inside[:12], *(number for number in inside[12:] if number in self._defining)]
        alone = [number for number in likely if self._alone[number]] or likely
        words = words_of(section.title, self._lang)

        def telling(one: int) -> tuple[float, int]:
            told = chapter_choice.tells_of_section(self._sentences[one], words, defines=one in self._defining)
            return weights[one] + told, -one

        best = max(alone, key=telling, default=None)
        if best is not None:
            self._used[best] += 1
            self._room -= len(self._sentences[best].text)
        return SectionPlan(section.title, [best] if best is not None else [], section.id)

    def _value(self, number: int, weights: Mapping[int, float]) -> float:
        one = self._sentences[number]
        astray = number in self._said or points_elsewhere(one) or one.text.endswith(("?", "？"))
        return weights[number] + 1.0 * self._alone[number] - 0.8 * self._used[number] - 0.6 * astray

    def _list_subjects(self, chapter: ChapterPlan, entries: Sequence[Entry]) -> None:
        """The subjects that a chapter speaks of more than others do."""
        counts: Counter[str] = Counter()
        for number in range(self._starts[chapter.first], self._starts[chapter.end]):
            counts.update(self._pages[number])
        chapter.subjects = chapter_choice.most_spoken_of(counts, self._named, {one.id for one in entries})

    def _central(self, numbers: Sequence[int]) -> dict[int, float]:
        named = {number: len(self._pages[number]) for number in numbers}
        return sentence_centrality({number: self._sentences[number] for number in numbers}, named)

    def _adopt(self, entries: Sequence[Entry]) -> None:
        """Every subject is listed by the chapter that speaks most of it."""
        listed = {name for chapter in self._chapters for name in chapter.subjects}
        for one in entries:
            if one.id not in listed and one.chapters:
                self._chapters[one.chapters[0]].subjects.append(one.id)
