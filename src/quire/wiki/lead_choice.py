"""Which sentences a subject page begins with: the best definition that the book has, or an honest first mention."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from quire.wiki.definitions import DEFINES, INTRODUCES, introduction_score, opening_score, place_score
from quire.wiki.index_mining import is_glossary_heading
from quire.wiki.page_types import PROPER, PageType
from quire.wiki.passage import Passage
from quire.wiki.sentence_split import Sentence, fold, is_signpost
from quire.wiki.subjects.subject_candidates import Candidate

__all__ = ["LeadChoice", "points_elsewhere"]

_BROUGHT, _IN_FULL = 2.0, 0.8
"""What the first sentence with a person or place counts for as its lead (the next half of it, and so on), and one with
the full name: a story brings somebody in when it first names him."""

_LEANS, _DEFINED = 4.0, 8.0
"""What a sentence counts less as a lead that needs the one before it, and more if a glossary of the book has it."""

_CLEAR = 1.0
"""What a term's lead gains for each point of its definition above `_TELLS`, so that a definition at the end of a
sentence wins against a sentence that only begins with the name."""

_TELLS = 2.0

_HEADED, _OPENS = 1.0, 1.5
"""What a sentence gains below a heading that is the subject's name, and more if it is the first one there."""

_TASK = 3.0
"""What a sentence loses that sets the reader a task: goals of a lesson, exercises."""

_SETS_TASK = re.compile(
    r"(?:Describe|Explain|Evaluate|Identify|Discuss|Define|Compare|Analy[sz]e|List|Distinguish|Summari[sz]e|Outline|Consider"
    r"|Articulate|Recogni[sz]e|Apply|Assess|Calculate|Understand|Learn|Give|Name)\s[a-z]"
    r"|(?:了解|理解|掌握|学习|学会|描述|解释|说明|列出|识别|讨论|评估|熟悉|思考)(?!了)"
)

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
        alone: by number of the sentence, whether it needs nothing before it.
        spoken: numbers of the sentences inside somebody's speech.
    """

    def __init__(
        self,
        sentences: Sequence[Sentence],
        passages: Sequence[Passage],
        *,
        alone: Sequence[bool],
        spoken: Collection[int],
    ) -> None:
        self._sentences, self._size = sentences, max(1, len(passages))
        self._alone, self._spoken = alone, spoken
        before: tuple[str, ...] = ()
        self._opening: set[int] = set()  # positions of passages that open a section
        for one in passages:
            if one.headings != before:
                self._opening.add(one.position)
            before = one.headings
        self._heads = [fold(_HEAD_WORDS.sub("", one.headings[-1])) if one.headings else "" for one in passages]
        self._glossary = {one.position for one in passages if any(map(is_glossary_heading, one.headings))}

    def lead(self, scores: Mapping[int, float], defined: Mapping[int, float], one: Candidate) -> list[int]:
        """The first sentences of a page: the best definition, or of a person the best early sentence.

        Args:
            scores: number of each sentence that names the subject to its worth for the page.
            defined: the same to its `definition_score`, of a subject without a proper name.
            one: the subject.
        """
        if not scores:
            return []
        proper = one.type in PROPER
        turn = {number: at for at, number in enumerate(sorted(scores))} if proper else {}
        worth = {number: scores[number] + self._worth(number, one, turn) for number in scores}
        if not proper:
            heads = {fold(name) for name in one.names}
            for number in worth:
                worth[number] += self._evidence(number, defined.get(number, 0.0), heads)
        best = max(scores, key=lambda number: (worth[number], -number))
        after = best + 1
        near = after in scores and self._sentences[after].passage == self._sentences[best].passage
        longer = near and len(scores) > _LEAD_ALONE and best not in self._entries(one, scores)
        return [best, after] if longer and (proper or not points_elsewhere(self._sentences[after])) else [best]

    def says_what(self, lead: Sequence[int], defined: Mapping[int, float], one: Candidate) -> bool:
        """Whether the first sentence of a page says what its subject is."""
        if not lead:
            return False
        if one.type not in PROPER:
            return defined.get(lead[0], 0.0) >= DEFINES or bool(self._entries(one, lead[:1]))
        return self._about(lead[0], one) >= _RELATION

    def _about(self, number: int, one: Candidate) -> float:
        """How much a sentence introduces a person, or says where a place is."""
        sentence = self._sentences[number]
        if one.type == PageType.PERSON:
            return introduction_score(sentence.text, one.names, sentence.lang)
        return place_score(sentence.text, one.names, sentence.lang) if one.type == PageType.PLACE else 0.0

    def _evidence(self, number: int, defined: float, heads: Collection[str]) -> float:
        """What a term's lead gains by a clear definition and by its place below a heading of that name."""
        sentence = self._sentences[number]
        value = _CLEAR * max(0.0, defined - _TELLS) - _TASK * bool(_SETS_TASK.match(sentence.text))
        if self._heads[sentence.passage] in heads:
            value += _HEADED + _OPENS * (sentence.at == 0 and sentence.passage in self._opening)
        return value

    def _worth(self, number: int, one: Candidate, turn: dict[int, int]) -> float:
        """What the beginning of a page gains by a sentence, beside its worth anywhere on it."""
        sentence, proper = self._sentences[number], one.type in PROPER
        text, lang = sentence.text, sentence.lang
        about = self._about(number, one)
        first = 2.0 * (1 - sentence.passage / self._size) * (1.6 if proper else 0.7)
        speech = 2.5 if number in self._spoken or re.search(r"[“”「」『』]", text) else 0.0
        value = opening_score(text, one.names) + first + about - (speech if proper else speech / 2)
        if proper:
            value += _BROUGHT / (1 + turn[number]) + _IN_FULL * (one.title in text)
        if not about and len(fold(text)) < _SHORT[lang]:
            value -= 3.0
        leans = not self._alone[number] or text.startswith(_SPOKEN)
        if leans and about < INTRODUCES:
            value -= _LEANS
        return value + _DEFINED * bool(self._entries(one, [number]))

    def _entries(self, one: Candidate, numbers: Collection[int]) -> list[int]:
        """Those of the sentences that a glossary of the book has for a subject: they begin with its name."""
        names = tuple(name.lower() for name in one.names)
        return [
            number
            for number in numbers
            if self._sentences[number].passage in self._glossary
            and self._sentences[number].text.lower().startswith(names)
        ]


def points_elsewhere(sentence: Sentence) -> bool:
    """Whether a sentence only points to other places of the book."""
    return is_signpost(sentence.text, sentence.lang)
