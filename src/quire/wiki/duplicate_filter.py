"""Which pages are different enough from those before them to be two for their reader."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from quire.wiki.page_plan import Entry
from quire.wiki.passage import Passage
from quire.wiki.sentence_split import Sentence, fold
from quire.wiki.set_similarity import SimilarSets
from quire.wiki.subjects.subject_candidates import Candidate
from quire.wiki.tokenization import tokens

__all__ = ["SHORT_TEXT", "DuplicateFilter", "stock_sentences"]

SHORT_TEXT = 60
"""Sentences of a text so short that its pages cannot but share them."""

_ALIKE = 0.38
"""Shared pairs of words from which on two pages are one to their reader, who calls .45 a duplicate: rounds of the
butler add sentences to both."""

_TWINS = 0.44
"""The same for what the book marks as terms, which may share more: just below what a reader calls a duplicate."""

_MARKED = frozenset({"emphasis", "glossary", "english"})
_SHARED, _SHARED_MARKED = 0.4, 0.7
"""Share of sentences in common; what the book marks as a term is told by a few sentences, shared or not."""


_STOCK = 3
"""Chapters with a sentence from which on it tells nothing of any: “This notebook is part of ...”."""


def stock_sentences(sentences: Iterable[Sentence], passages: Sequence[Passage]) -> set[str]:
    """The sentences that many chapters have, as they are written."""
    chapters = {(one.text, passages[one.passage].chapter) for one in sentences}
    times = Counter(text for text, _ in chapters)
    return {text for text, count in times.items() if count >= _STOCK}


class DuplicateFilter:
    """The pages taken so far.

    Args:
        sentences: of the book.
        before_code: passage with program text to the sentence that a page shows before it.
    """

    def __init__(self, sentences: Sequence[Sentence], before_code: Mapping[int, int]) -> None:
        self._sentences = sentences
        self._before_code = before_code
        self._many = len(sentences) > SHORT_TEXT
        self._owners: dict[int, list[int]] = defaultdict(list)
        self._sizes: list[int] = []
        self._similar = SimilarSets()

    def shown_sentences(self) -> set[int]:
        """Numbers of the sentences that the pages show."""
        return set(self._owners)

    def accept(self, one: Entry, candidate: Candidate) -> bool:
        """Whether a page differs from all accepted ones; if so it is accepted, perhaps without its program text."""
        mine = {*one.lead, *(number for found in one.aspects.values() for number in found)}
        marked = bool(_MARKED & set(candidate.reasons))
        limit = _TWINS if marked else _ALIKE
        code = self._before_code.get(one.code)
        pairs = self._pairs(mine | ({code} if code is not None else set()))
        if one.code >= 0 and self._many and self._similar.has_similar(pairs, limit):
            one.code = -1
            pairs = self._pairs(mine)
        if not mine or (self._many and (self._shares(mine, marked=marked) or self._similar.has_similar(pairs, limit))):
            return False
        for number in mine:
            self._owners[number].append(len(self._sizes))
        self._sizes.append(len(mine))
        self._similar.add(pairs)
        return True

    def _shares(self, mine: set[int], *, marked: bool) -> bool:
        shared = Counter(other for number in mine for other in self._owners.get(number, ()))
        most = _SHARED_MARKED if marked else _SHARED
        return any(count > most * (len(mine) + self._sizes[other] - count) for other, count in shared.items())

    def _pairs(self, numbers: Iterable[int]) -> frozenset[tuple[str, str]]:
        """What two pages have in common is counted in: neighbouring words, or characters."""
        out: set[tuple[str, str]] = set()
        for number in numbers:
            one = self._sentences[number]
            text = one.text.lower()
            out.update(itertools.pairwise(fold(text) if one.lang == "zh" else tokens(text)))
        return frozenset(out)
