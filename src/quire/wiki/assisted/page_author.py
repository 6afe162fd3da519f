"""Subject pages in a model's words, from their evidence only; None where the page made by rules has to stay."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from quire.llm.asker import Answer, Prompt
from quire.wiki.aspects import ASPECTS, aspect_heading
from quire.wiki.assisted.prompt_template import passages_of, prompt
from quire.wiki.assisted.sentence_filter import SENTENCES, Draft, SentenceFilter
from quire.wiki.assisted.sentence_verification import Assignment
from quire.wiki.book import Book
from quire.wiki.citation_support import is_literary
from quire.wiki.cited_sentence import CitedSentence
from quire.wiki.mentions import MentionFinder
from quire.wiki.page_composition import PageComposer
from quire.wiki.page_plan import Entry, Plan
from quire.wiki.page_types import PageType
from quire.wiki.passage import Passage
from quire.wiki.sentence_split import Sentence, fold, is_quotable

__all__ = ["PageAuthor"]

_SECTIONS: Mapping[str, tuple[str, ...]] = {
    PageType.PERSON: ("life", "with", "said"),
    PageType.PLACE: ("there",),
    PageType.EVENT: ("life", "with"),
    PageType.GROUP: ("life", "with"),
}
"""Aspects of a page of each type; all others have those of a term."""

_TERM = ("what", "use", "how", "compare", "care", "example")

_EVIDENCE = {"en": 9_000, "zh": 3_600}
"""Characters of passages that are shown for one page: some 2,300 tokens, enough for two dozen sentences."""

_MOST_PARTS = 8
"""Calls that the page of one subject is written in, at most: the main character of a long novel is named everywhere."""

_LONG = 2.0
"""Text that names a subject, over what one call shows, from which on its page is written in parts."""

_MOST_SENTENCES = 24
"""Sentences of a page that one call writes; one written in parts has up to twice as many."""

_FEW_PASSAGES = 4
"""Passages below which a page is shown others that name its subject."""

_LEAD = {"en": 40, "zh": 15}
"""Letters of a lead that says something."""

_EARLY = {"en": 60, "zh": 24}
"""Letters of the first sentence among which the subject has to be named."""

_MOST_DROPPED = 0.4
"""Share of an answer's sentences that may fall before the rest is not trusted either."""

_WORTH = 0.5
"""Least length of a written page over that of the page made by rules, up to `_FULL`: no stub takes a page's place."""

_LEAST = {"en": 200, "zh": 60}
"""Letters of a page that is worth opening, unless the book gives less."""

_FULL = {"en": 900, "zh": 320}
_LINKED = 30
_MOST_TOKENS = 2400


class PageAuthor:
    """Writes the subject pages of one book: section titles in the wiki's language, text in the book's."""

    def __init__(self, book: Book, plan: Plan, sentences: Sequence[Sentence], composer: PageComposer) -> None:
        self._book = book
        self._sentences = sentences
        self._composer = composer
        self.sieve = SentenceFilter(
            plan.entries, book.lang, literary=is_literary([one.text for one in book.passages], book.lang)
        )
        self._entries = {one.id: one for one in plan.entries}
        self._names = MentionFinder((one.id, one.type, [one.title, *one.aliases]) for one in plan.entries)
        self._spoken: dict[str, Counter[int]] = defaultdict(Counter)
        self._users = Counter(place for one in plan.entries for place in self._places(one))
        self._users.update(
            place
            for one in plan.chapters
            for place in {sentences[number].passage for part in one.sections for number in part.sentences}
        )

    def evidence(self, entry: Entry, more: Sequence[str] = ()) -> dict[str, Passage]:
        """The passages of a page, by id in reading order: those of the rules, then `more`, while there is room."""
        wanted = [*sorted(self._places(entry)), *(int(id_[1:]) - 1 for id_ in more)]
        if len(set(wanted)) < _FEW_PASSAGES:
            wanted += self._speaking(entry)
        room = _EVIDENCE[self._book.lang]
        chosen: list[int] = []
        for place in dict.fromkeys(wanted):
            if 0 <= place < len(self._book.passages) and (room > 0 or not chosen):
                chosen.append(place)
                room -= len(self._book.passages[place].text)
        return {self._book.passages[place].id: self._book.passages[place] for place in sorted(chosen)}

    def is_long(self, entry: Entry) -> bool:
        """Whether more passages name a subject than one call shows."""
        size = sum(len(self._book.passages[place].text) for place in self._naming(entry))
        return size >= _LONG * _EVIDENCE[self._book.lang]

    def parts(self, entry: Entry, more: Sequence[str] = ()) -> list[dict[str, Passage]]:
        """The passages of a page in groups, one for a call, in reading order: several for a subject of the whole book.

        Those of the rules come first, then those that name the subject most, from every chapter in turn.
        """
        if not self.is_long(entry):
            return [self.evidence(entry, more)]
        room, named = _EVIDENCE[self._book.lang], self._naming(entry)
        size = sum(len(self._book.passages[place].text) for place in named)
        chosen = {place for place in self._places(entry) if place < len(self._book.passages)}
        left = min(size, _MOST_PARTS * room) - sum(len(self._book.passages[place].text) for place in chosen)
        for place in self._in_turn(named):
            if left <= 0:
                break
            if place not in chosen:
                chosen.add(place)
                left -= len(self._book.passages[place].text)
        passages = [self._book.passages[place] for place in sorted(chosen)]
        each = sum(len(one.text) for one in passages) / -(-sum(len(one.text) for one in passages) // room)
        out: list[dict[str, Passage]] = [{}]
        filled = 0.0
        for one in passages:
            if out[-1] and filled + len(one.text) / 2 > each:
                out.append({})
                filled = 0
            out[-1][one.id] = one
            filled += len(one.text)
        return out

    def prompt(
        self,
        entry: Entry,
        evidence: Mapping[str, Passage],
        rules: str = "",
        name: str = "grow",
        parts: int = 1,
    ) -> Prompt:
        """The call for a page or for one of its `parts`; `rules` are those that the wiki has learned."""
        lang = self._book.lang
        sections = ", ".join(["lead", *(f"{one} ({aspect_heading(one, lang)})" for one in _sections(entry))])
        values = {
            "subject": entry.title,
            "names": ", ".join(entry.aliases) or "-",
            "sections": sections,
            "pages": ", ".join(self._linkable(entry, evidence)) or "-",
            "rules": rules,
            "few": str(min(_few(evidence), self.most_sentences(evidence, parts))),
            "most": str(self.most_sentences(evidence, parts)),
            "passages": passages_of(evidence.values()),
        }
        return prompt(name, template="grow", lang=lang, schema=SENTENCES, values=values, most_tokens=_MOST_TOKENS)

    def assignment(
        self, entry: Entry, evidence: Mapping[str, Passage], rules: str = "", name: str = "grow"
    ) -> Assignment:
        """The call for a page, and how its answer is read; arguments as `prompt`."""
        return Assignment(
            self.prompt(entry, evidence, rules, name),
            (entry.title, *entry.aliases),
            evidence,
            partial(self.draft, entry, evidence),
            partial(self.assess, entry, evidence),
        )

    def part_assignments(
        self, entry: Entry, parts: Sequence[Mapping[str, Passage]], rules: str = ""
    ) -> list[Assignment]:
        """The calls for the parts of a page."""
        names = (entry.title, *entry.aliases)
        return [
            Assignment(
                self.prompt(entry, one, rules, parts=len(parts)),
                names,
                one,
                partial(self.part, entry, one),
                self.assess_part,
            )
            for one in parts
        ]

    @staticmethod
    def most_sentences(evidence: Mapping[str, Passage], parts: int = 1) -> int:
        """How many sentences a page, or one of its parts, may have."""
        each = _MOST_SENTENCES if parts == 1 else max(4, 2 * _MOST_SENTENCES // parts)
        return min(each, 4 + 2 * len(evidence))

    def part(self, entry: Entry, evidence: Mapping[str, Passage], answer: Answer) -> Draft:
        """What stands of an answer to the call for one part of a page."""
        draft = self.sieve.read(answer, evidence, [entry.title, *entry.aliases])
        self.assess_part(draft)
        return draft

    @staticmethod
    def assess_part(draft: Draft) -> None:
        """Refuse a part of which most has fallen."""
        if not draft.kept or draft.dropped > _MOST_DROPPED * (len(draft.kept) + draft.dropped):
            draft.refuse("many", "Too few sentences are sound.")

    def joined(self, entry: Entry, parts: Sequence[dict[str, Passage]], drafts: Sequence[Draft | None]) -> Draft:
        """The parts of a page as one draft: the first lead is the page's; each sentence stands once."""
        out = Draft()
        seen: set[str] = set()
        for draft in drafts:
            if draft is None or draft.refused:
                continue
            led = any(_section(one, entry) == "lead" for one in out.kept)
            for one in draft.kept:
                said = one._replace(section="") if led and _section(one, entry) == "lead" else one
                if fold(said.text) not in seen:
                    seen.add(fold(said.text))
                    out.kept.append(said)
            out.faults += draft.faults
        self.assess(entry, {id_: one for part in parts for id_, one in part.items()}, out)
        return out

    def draft(self, entry: Entry, evidence: Mapping[str, Passage], answer: Answer) -> Draft:
        """What stands of an answer, with what is wrong with the whole where it cannot become a page."""
        draft = self.sieve.read(answer, evidence, [entry.title, *entry.aliases])
        self.assess(entry, evidence, draft)
        return draft

    def assess(self, entry: Entry, evidence: Mapping[str, Passage], draft: Draft) -> None:
        """Refuse a draft of which too little is left to make a page; again after sentences were dropped."""
        names = [entry.title, *entry.aliases]
        lead = [one for one in draft.kept if _section(one, entry) == "lead"]
        size = sum(len(fold(one.text)) for one in draft.kept)
        old = sum(len(fold(self._sentences[number].text)) for number in _numbers(entry))
        if not lead or not any(fold(name) in fold(lead[0].text)[: _EARLY[self._book.lang]] for name in names):
            draft.refuse("lead", f"The lead has no sound first sentence that begins with {entry.title}.")
        elif sum(len(fold(one.text)) for one in lead) < _LEAD[self._book.lang]:
            draft.refuse("lead", "The lead says too little.")
        if draft.dropped > _MOST_DROPPED * (len(draft.kept) + draft.dropped):
            draft.refuse("many", "Too many sentences are not sound.")
        least = max(min(old, _LEAST[self._book.lang]), _WORTH * min(old, _FULL[self._book.lang]))
        if len(draft.kept) < _few(evidence) or size < least:
            draft.refuse("short", "The page says too little of what the passages tell.")

    def page(self, entry: Entry, draft: Draft, only_here: Iterable[str] | None = None) -> tuple[str, str]:
        """Body and summary. A passage that no other page tells of keeps a sentence of the book.

        Args:
            entry: the page.
            draft: what it says.
            only_here: ids of the passages that no other page cites; None takes them from the plan.
        """
        sections: dict[str, list[CitedSentence]] = {"lead": []}
        sections |= {one: [] for one in ASPECTS}
        for one in draft.kept:
            sections[_section(one, entry)].append(one)
        if only_here is None:
            alone = {place for place in self._places(entry) if self._users[place] == 1}
        else:
            alone = {int(id_[1:]) - 1 for id_ in only_here}
        told = {int(id_[1:]) - 1 for id_ in draft.cites()}
        notes = sorted(number for place in alone - told if (number := self._sentence(entry, place)) is not None)
        return self._composer.written_subject(entry, {name: said for name, said in sections.items() if said}, notes)

    def _sentence(self, entry: Entry, place: int) -> int | None:
        """The sentence of a passage that its page has by the plan, else its first good one."""
        mine = [number for number in _numbers(entry) if self._sentences[number].passage == place]
        inside = [number for number, one in enumerate(self._sentences) if one.passage == place]
        good = [number for number in inside if is_quotable(self._sentences[number].text, self._sentences[number].lang)]
        return next(iter((*mine, *good, *inside)), None)

    def _speaking(self, entry: Entry) -> list[int]:
        """Positions of the passages that name a subject most, for a page of which the plan chose next to nothing."""
        return self._naming(entry)[:_FEW_PASSAGES]

    def _naming(self, entry: Entry) -> list[int]:
        """Positions of all passages that name a subject, those that name it most first."""
        if not self._spoken:
            for place, one in enumerate(self._book.passages):
                for hit in self._names.find(one.text):
                    self._spoken[hit.page][place] += 1
        counts = self._spoken[entry.id]
        return sorted(counts, key=lambda place: (-counts[place], place))

    def _in_turn(self, places: Sequence[int]) -> list[int]:
        """The same places, the first of each chapter before the second of any."""
        rank: Counter[str] = Counter()
        turns = []
        for order, place in enumerate(places):
            chapter = self._book.passages[place].chapter
            turns.append((rank[chapter], order, place))
            rank[chapter] += 1
        return [place for _, _, place in sorted(turns)]

    def _places(self, entry: Entry) -> set[int]:
        return {self._sentences[number].passage for number in _numbers(entry)}

    def _linkable(self, entry: Entry, evidence: Mapping[str, Passage]) -> list[str]:
        """Titles of the pages that the evidence names, the most named first."""
        found: Counter[str] = Counter()
        for one in evidence.values():
            found.update({hit.page for hit in self._names.find(one.text)})
        ranked = sorted((one for one in found if one != entry.id), key=lambda one: (-found[one], one))
        return [self._entries[one].title for one in ranked[:_LINKED]]


def _numbers(entry: Entry) -> list[int]:
    return sorted({*entry.lead, *(number for some in entry.aspects.values() for number in some)})


def _sections(entry: Entry) -> tuple[str, ...]:
    return _SECTIONS.get(entry.type, _TERM)


def _section(said: CitedSentence, entry: Entry) -> str:
    """The aspect that a model's word for a section means; the widest one for a word that is none."""
    offered = _sections(entry)
    word = said.section.strip().lower()
    if word in {"lead", *offered}:
        return word
    said_as = {aspect_heading(one, lang).lower(): one for one in offered for lang in ("en", "zh")}
    return said_as.get(word, "how" if "how" in offered else offered[0])


def _few(evidence: Mapping[str, Passage]) -> int:
    return max(2, min(5, len(evidence)))
