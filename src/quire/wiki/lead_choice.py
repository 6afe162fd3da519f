"""Which sentences a subject page begins with: the best definition that the book has, or an honest first mention."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from quire.wiki.definitions import INTRODUCES, SCORES, introduction_score, opening_score, place_score
from quire.wiki.index_mining import is_glossary_heading
from quire.wiki.lead_model import SAYS_WHAT, lead_odds, sentence_evidence
from quire.wiki.page_types import PROPER, PageType
from quire.wiki.passage import Passage
from quire.wiki.sentence_split import Sentence, fold, holds_quotation, is_signpost
from quire.wiki.subjects.subject_candidates import Candidate

__all__ = ["LeadChoice", "points_elsewhere"]

_BROUGHT, _IN_FULL = 2.0, 0.8
"""What the first sentence with a person or place counts for as its lead (the next half of it, and so on), and one with
the full name: a story brings somebody in when it first names him."""

_AT_FIRST, _SPEECH, _SAYS_LITTLE = 3.2, 2.5, 3.0
"""What somebody's lead gains at the beginning of the book (nothing at its end), and loses by speech and shortness."""

_LEANS = 4.0
"""What a sentence counts less as somebody's lead that needs the one before it."""

_LISTED = 8.0
"""Log odds that a term's lead gains if a glossary of the book has it."""

_EARLY = 6
"""First mentions of a term that may be its lead though their words tell nothing of it."""

_HEAD_WORDS = re.compile(
    r"^什么是|^(?:(?:what (?:is|are)|introducing|introduction to)\s+)?(?:(?:the|an?)\s+)?|(?:简介|概述|介绍|是什么)$",
    re.IGNORECASE,
)
"""Words of a heading around the name of its subject."""

_RELATION = 4.0
"""`introduction_score` or `place_score` from which on a lead says who somebody or what a place is."""

_LEAD_ALONE = 3
"""Sentences of a subject up to which its lead is one sentence."""

_SPOKEN = ("“", "「", "『", '"')
_SHORT = {"en": 45, "zh": 16}
"""Letters and digits below which a sentence says too little to begin a page."""


class LeadChoice:
    """The choice of leads over one book.

    Args:
        sentences: of the book.
        passages: of the book.
        good: by number of the sentence, whether it can be quoted.
        alone: by number of the sentence, whether it needs nothing before it.
        spoken: numbers of the sentences inside somebody's speech.
    """

    def __init__(
        self,
        sentences: Sequence[Sentence],
        passages: Sequence[Passage],
        *,
        good: Sequence[bool],
        alone: Sequence[bool],
        spoken: Collection[int],
    ) -> None:
        self._sentences, self._size = sentences, max(1, len(passages))
        self._good, self._alone, self._spoken = good, alone, spoken
        before: tuple[str, ...] = ()
        self._opening: set[int] = set()  # positions of passages that open a section
        for one in passages:
            if one.headings != before:
                self._opening.add(one.position)
            before = one.headings
        self._heads = [fold(_HEAD_WORDS.sub("", one.headings[-1])) if one.headings else "" for one in passages]
        self._glossary = {one.position for one in passages if any(map(is_glossary_heading, one.headings))}

    def lead(self, scores: Mapping[int, float], odds: Mapping[int, float], one: Candidate) -> list[int]:
        """The first sentences of a page: those that most likely say what a term is, or somebody's best early one.

        Args:
            scores: number of each sentence that names the subject to its worth for the page.
            odds: as `odds` gives them; empty for a subject with a proper name.
            one: the subject.
        """
        if not scores:
            return []
        proper = one.type in PROPER
        worth = odds or self._worths(scores, one)
        best = max(worth, key=lambda number: (worth[number], -number))
        if not proper and not self._alone[best] and self._has_context(best):
            return [best - 1, best]
        after = best + 1
        near = after in scores and self._sentences[after].passage == self._sentences[best].passage
        longer = near and len(scores) > _LEAD_ALONE and not self._listed(best, one)
        return [best, after] if longer and (proper or not points_elsewhere(self._sentences[after])) else [best]

    def odds(self, kinds: Mapping[int, str], one: Candidate) -> dict[int, float]:
        """The log odds that a sentence says what a term is, of those that may be its lead.

        Args:
            kinds: number of each sentence that names it to the clearest `definition_kind` of its names.
            one: the term.
        """
        turn = {number: at for at, number in enumerate(sorted(kinds))}
        likely = [number for number, kind in kinds.items() if SCORES[kind] or turn[number] < _EARLY]
        return {
            number: lead_odds(self.evidence(number, one, kinds[number], turn[number]), self._sentences[number].lang)
            + _LISTED * self._listed(number, one)
            for number in likely
        }

    def evidence(self, number: int, one: Candidate, kind: str, turn: int) -> dict[str, float]:
        """What speaks for and against a sentence as the one that says what a term is.

        Args:
            number: of the sentence.
            one: the term.
            kind: the clearest `definition_kind` of its names.
            turn: sentences with the term before it.
        """
        sentence = self._sentences[number]
        leans = not self._alone[number]
        headed = self._heads[sentence.passage] in {fold(name) for name in one.names}
        return sentence_evidence(sentence.text, one.names, kind, sentence.lang) | {
            "leans": leans,
            "dangles": leans and not self._has_context(number),
            "spoken": number in self._spoken or sentence.text.startswith(_SPOKEN),
            "headed": headed,
            "opens": headed and sentence.at == 0 and sentence.passage in self._opening,
            "first": turn == 0,
            "early": 1 / (1 + turn),
        }

    def says_what(self, lead: Sequence[int], odds: Mapping[int, float], one: Candidate) -> bool:
        """Whether the first sentences of a page say what its subject is."""
        if one.type not in PROPER:
            return any(number in odds and odds[number] >= SAYS_WHAT for number in lead[:2])
        return bool(lead) and self._about(lead[0], one) >= _RELATION

    def _has_context(self, number: int) -> bool:
        """Whether the sentence before one is what it leans on, and can be quoted with it."""
        before = number - 1
        return (
            before >= 0
            and self._sentences[before].passage == self._sentences[number].passage
            and self._good[before]
            and self._alone[before]
        )

    def _about(self, number: int, one: Candidate) -> float:
        """How much a sentence introduces a person, or says where a place is."""
        sentence = self._sentences[number]
        if one.type == PageType.PERSON:
            return introduction_score(sentence.text, one.names, sentence.lang)
        return place_score(sentence.text, one.names, sentence.lang) if one.type == PageType.PLACE else 0.0

    def _worths(self, scores: Mapping[int, float], one: Candidate) -> dict[int, float]:
        """What each sentence is worth as the beginning of a page on somebody or some place."""
        turns = {number: at for at, number in enumerate(sorted(scores))}
        return {number: scores[number] + self._worth(number, one, turns[number]) for number in scores}

    def _worth(self, number: int, one: Candidate, turn: int) -> float:
        """What the beginning of such a page gains by a sentence, beside its worth anywhere on it."""
        sentence = self._sentences[number]
        text = sentence.text
        about = self._about(number, one)
        value = opening_score(text, one.names) + _AT_FIRST * (1 - sentence.passage / self._size) + about
        value -= _SPEECH * (number in self._spoken or holds_quotation(text))
        value += _BROUGHT / (1 + turn) + _IN_FULL * (one.title in text)
        if not about and len(fold(text)) < _SHORT[sentence.lang]:
            value -= _SAYS_LITTLE
        leans = not self._alone[number] or text.startswith(_SPOKEN)
        return value - _LEANS * (leans and about < INTRODUCES)

    def _listed(self, number: int, one: Candidate) -> bool:
        """Whether a glossary of the book has a sentence for a subject: it begins with its name."""
        sentence = self._sentences[number]
        return sentence.passage in self._glossary and sentence.text.lower().startswith(
            tuple(name.lower() for name in one.names)
        )


def points_elsewhere(sentence: Sentence) -> bool:
    """Whether a sentence only points to other places of the book."""
    return is_signpost(sentence.text, sentence.lang)
