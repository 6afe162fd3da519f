"""Which subjects have a page: those of which the book says something, not only names them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from quire.wiki.definitions import DEFINES, definition_score
from quire.wiki.page_types import PROPER
from quire.wiki.passage import Passage
from quire.wiki.sentence_split import Sentence, fold
from quire.wiki.subjects.own_headings import own_headings
from quire.wiki.subjects.subject_candidates import Candidate

__all__ = ["LISTED", "PageWorth"]

LISTED = frozenset({"index", "glossary", "emphasis"})
"""What the book itself lists as a subject."""

_LEAST_MENTIONS = 2
"""Sentences that name a subject before it becomes a page."""

_NAMED = frozenset({"index", "glossary", "model"})
"""What makes a term a subject though no sentence defines it: lists of the book, and a model that has read it."""

_SURE = {"en": 1.2, "zh": 7.0}
"""Score from which on a term has a page though no sentence defines it and no section is headed by its name. Below it,
one in five of such terms was an entry of the index or glossary in the books that the weights of terms were learned on;
of those defined or above it, more than half."""

_TRANSLATED = 3.0
"""What a Chinese term needs more that has its English behind it: many words have, and it tells nothing of them."""


class PageWorth:
    """The choice of subjects over one book.

    Args:
        sentences: of the book.
        passages: of the book.
    """

    def __init__(self, sentences: Sequence[Sentence], passages: Sequence[Passage]) -> None:
        self._sentences = sentences
        self._heads = {fold(title) for title in own_headings(passages)}

    def worth(self, one: Candidate, good: Collection[int], lang: str) -> bool:
        """Whether a subject has a page.

        Args:
            one: the subject.
            good: numbers of the sentences that name it and can be quoted.
            lang: of the book.
        """
        fewest = 1 if (LISTED | {"abbreviation"}) & set(one.reasons) else _LEAST_MENTIONS
        if len(good) < fewest:
            return False
        return (
            one.type in PROPER
            or one.score >= _SURE[lang] + _TRANSLATED * ("english" in one.reasons)
            or not _NAMED.isdisjoint(one.reasons)
            or any(fold(name) in self._heads for name in one.names)
            or self._is_defined(one, good)
        )

    def _is_defined(self, one: Candidate, numbers: Iterable[int]) -> bool:
        told = (self._sentences[number] for number in numbers)
        return any(definition_score(each.text, name, each.lang) >= DEFINES for each in told for name in one.names)
