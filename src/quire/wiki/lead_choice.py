"""Which sentences a subject page begins with: the best definition that the book has, or an honest first mention."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from quire.wiki.definitions import INTRODUCES, introduction_score, opening_score
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
        self._glossary = {one.position for one in passages if any(map(is_glossary_heading, one.headings))}

    def lead(self, scores: dict[int, float], one: Candidate) -> list[int]:
        """The first sentences of a page: the best definition, or of a person the best early sentence.

        Args:
            scores: number of each sentence that names the subject to its worth for the page.
            one: the subject.
        """
        if not scores:
            return []
        proper = one.type in PROPER
        turn = {number: at for at, number in enumerate(sorted(scores))} if proper else {}
        worth = {number: scores[number] + self._worth(number, one, turn) for number in scores}
        best = max(scores, key=lambda number: (worth[number], -number))
        after = best + 1
        near = after in scores and self._sentences[after].passage == self._sentences[best].passage
        longer = near and len(scores) > _LEAD_ALONE and best not in self._entries(one, scores)
        return [best, after] if longer and (proper or not points_elsewhere(self._sentences[after])) else [best]

    def _worth(self, number: int, one: Candidate, turn: dict[int, int]) -> float:
        """What the beginning of a page gains by a sentence, beside its worth anywhere on it."""
        sentence, proper = self._sentences[number], one.type in PROPER
        text, lang = sentence.text, sentence.lang
        about = introduction_score(text, one.names, lang) if one.type == PageType.PERSON else 0.0
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
