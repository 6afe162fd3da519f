"""Reranking of pages and passages: scores by words, then features of the match, one result of each section first.

The words alone (see `full_text`) bring up pages on a general word of the question, pages that mention the answer in
passing, and several pages on one section before any of another. So the best of them are judged again by a weighted
sum of few features, and every further page on the section of a better one stands back. `bench/search_weights.py`
finds the weights: multinomial logistic regression over the pages of a question, learned on books that it is not
measured on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

__all__ = [
    "FEATURES",
    "MOST_RERANKED",
    "WEIGHTS",
    "PageCandidate",
    "page_features",
    "rerank_pages",
    "rerank_passages",
    "term_share",
]

MOST_RERANKED = 40
"""Best pages by words that are judged again."""

FEATURES = ("words", "begins", "headings", "special", "early")

WEIGHTS = (1.0, 0.35, 0.4, 0.25, 0.2)
"""Of the features, in their order; chosen over 17 books in two languages, the same for both."""

_SAME_SECTION = 0.75
"""What something keeps of its score for every better one in its section: if that is the wrong one, so are all in it."""


_HEADED = 0.2
"""Of the best score, for a passage whose headings say all of the question."""


class PageCandidate(NamedTuple):
    """A page that shares words with a question.

    Attributes:
        row: of the page in the index.
        words: its score by words, 0 and more.
        begins: score of the passage that it cites first, against the best passage of the book, 0..1.
        place: of its best passage among those that it cites, from 0.
        title: tokens of its title, with spaces between.
        headings: tokens of all headings above the passage that it cites first; none where it cites nothing.
        section: what it answers from, of which every further page stands back; none where it cites nothing.
        answer: row of the best passage that it cites, -1 for none.
    """

    row: int
    words: float
    begins: float
    place: int
    title: str
    headings: str
    section: str = ""
    answer: int = -1


def page_features(one: PageCandidate, rarity: Mapping[str, float]) -> tuple[float, ...]:
    """What a page is judged by, in the order of `FEATURES`: its words, and four shares from 0 to 1.

    Args:
        one: the page.
        rarity: of the question's terms.
    """
    title = one.title.split()
    general = sum(term in rarity for term in title) / (len(title) or 1)
    return one.words, one.begins, term_share(one.headings, rarity), 1 - general, 1 / (1 + one.place)


def term_share(tokens: str, rarity: Mapping[str, float]) -> float:
    """How much of a question stands in a text, 0..1: each term counts as much as it is rare."""
    total = sum(rarity.values()) or 1.0
    return sum(rarity.get(term, 0.0) for term in set(tokens.split())) / total


def rerank_pages(found: Iterable[PageCandidate], rarity: Mapping[str, float]) -> list[tuple[int, float]]:
    """(row, score) of pages, the best first; of those on one section the others stand back."""
    return _spread((one.row, _score(page_features(one, rarity)), one.section) for one in found)


def rerank_passages(
    found: Sequence[tuple[int, float, str, int]], rarity: Mapping[str, float]
) -> list[tuple[int, float]]:
    """(row, score) of passages, the best first.

    Args:
        found: row, score by words, tokens of the headings above, and the section, -1 for one that is no answer as a
            whole, such as the chapter of a story.
        rarity: of the question's terms.
    """
    best = max((score for _, score, _, _ in found), default=0.0)
    return _spread(
        (row, score + _HEADED * best * term_share(headings, rarity), str(section) if section >= 0 else "")
        for row, score, headings, section in found
    )


def _spread(found: Iterable[tuple[int, float, str]]) -> list[tuple[int, float]]:
    """(row, score), the best first, from (row, score, section); an empty section is one of its own."""
    ahead: Counter[str] = Counter()
    out = []
    for row, score, section in sorted(found, key=lambda one: (-one[1], one[0])):
        out.append((row, score * _SAME_SECTION ** ahead[section]))
        if section:
            ahead[section] += 1
    return sorted(out, key=lambda pair: (-pair[1], pair[0]))


def _score(values: tuple[float, ...]) -> float:
    return sum(weight * value for weight, value in zip(WEIGHTS, values, strict=True))
