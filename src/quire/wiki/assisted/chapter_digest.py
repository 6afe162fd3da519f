"""Chapter pages in a model's words.

Every passage that the page of the rules tells of is told: in the model's sentence where one cites it, in the book's own
where none does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import partial

from quire.llm.asker import Answer, Prompt
from quire.wiki.assisted.prompt_template import passages_of, prompt
from quire.wiki.assisted.sentence_filter import SENTENCES, Draft, SentenceFilter
from quire.wiki.assisted.sentence_verification import Assignment
from quire.wiki.book import Book
from quire.wiki.citation_support import is_literary
from quire.wiki.cited_sentence import CitedSentence, PageSentence
from quire.wiki.page_plan import ChapterPlan, Plan
from quire.wiki.passage import Passage
from quire.wiki.sentence_split import Sentence

__all__ = ["ChapterAuthor"]

_GROUP = {"en": 10_000, "zh": 4_000}
"""Characters of passages that are digested in one call; longer ones make models skip their middle."""

_MOST_DROPPED = 0.5
_MOST_LEAD = 2
_MOST_TOKENS = 2400


class ChapterAuthor:
    """Digests the chapters of one book."""

    def __init__(self, book: Book, plan: Plan, sentences: Sequence[Sentence]) -> None:
        self._book = book
        self._sentences = sentences
        self.sieve = SentenceFilter(
            plan.entries, book.lang, literary=is_literary([one.text for one in book.passages], book.lang)
        )

    def groups(self, chapter: ChapterPlan) -> list[dict[str, Passage]]:
        """The passages that the page tells of, in reading order, in groups for one call each."""
        places = sorted({self._sentences[number].passage for part in chapter.sections for number in part.sentences})
        size = sum(len(self._book.passages[place].text) for place in places)
        each = size / max(1, -(-size // _GROUP[self._book.lang]))
        out: list[dict[str, Passage]] = []
        filled = each
        for place in places:
            one = self._book.passages[place]
            if filled + len(one.text) / 2 > each:
                out.append({})
                filled = 0
            out[-1][one.id] = one
            filled += len(one.text)
        return out

    def first(self, passages: Mapping[str, Passage]) -> dict[str, Passage]:
        """As many of these passages as one call takes."""
        room = _GROUP[self._book.lang]
        out: dict[str, Passage] = {}
        for one in passages.values():
            if room > 0:
                out[one.id] = one
            room -= len(one.text)
        return out

    def prompt(
        self, chapter: ChapterPlan, group: Mapping[str, Passage], rules: str = "", name: str = "grow.chapter"
    ) -> Prompt:
        """The call for one group."""
        values = {
            "title": " ".join(chapter.title.split())[:120] or "-",
            "rules": rules,
            "most": str(len(group) + 1),
            "passages": passages_of(group.values()),
        }
        return prompt(
            name,
            template="chapter",
            lang=self._book.lang,
            schema=SENTENCES,
            values=values,
            most_tokens=_MOST_TOKENS,
        )

    def assignment(
        self, chapter: ChapterPlan, group: Mapping[str, Passage], rules: str = "", name: str = "grow.chapter"
    ) -> Assignment:
        """The call for one group, and how its answer is read; arguments as `prompt`."""
        asked = self.prompt(chapter, group, rules, name)
        return Assignment(asked, (), group, partial(self.draft, group), self.assess)

    def draft(self, group: Mapping[str, Passage], answer: Answer) -> Draft:
        """What stands of an answer; refused when most of it falls."""
        draft = self.sieve.read(answer, group)
        self.assess(draft)
        return draft

    @staticmethod
    def assess(draft: Draft) -> None:
        """Refuse a draft of which most has fallen; again after sentences were dropped."""
        if not draft.kept or draft.dropped > _MOST_DROPPED * (len(draft.kept) + draft.dropped):
            draft.refuse("many", "Too few sentences are sound.")

    def told(
        self, chapter: ChapterPlan, drafts: Sequence[Draft]
    ) -> tuple[list[CitedSentence], list[list[PageSentence]]]:
        """The lead of the page, and for each of its sections what it tells, in the order of the book."""
        said = [one for draft in drafts for one in draft.kept]
        lead = [one for one in drafts[0].kept if one.section.strip().lower() == "lead"][:_MOST_LEAD] if drafts else []
        rest = [one for one in said if one not in lead]
        cited = {id_ for one in rest for id_ in one.cites}
        homes = {
            self._book.passages[self._sentences[number].passage].id: at
            for at, part in enumerate(chapter.sections)
            for number in part.sentences
        }
        out: dict[int, list[PageSentence]] = defaultdict(list)
        for one in rest:
            out[homes[min(one.cites, key=_number)]].append(one)
        for at, part in enumerate(chapter.sections):
            for number in part.sentences:
                if self._book.passages[self._sentences[number].passage].id not in cited:
                    out[at].append(number)
        return lead, [sorted(out[at], key=self._place) for at in range(len(chapter.sections))]

    def _place(self, told: PageSentence) -> int:
        return self._sentences[told].passage if isinstance(told, int) else min(map(_number, told.cites)) - 1


def _number(id_: str) -> int:
    return int(id_[1:])
