"""Orders of passages and pages fused by reciprocal ranks, that of passages with plain BM25.

What reranking knows of sections and headings can be wrong for a question; plain BM25 is wrong in other ways. The sum
of both reciprocal ranks keeps what either puts first near the top; it may still be below one of them. Pages are ordered
by the passages that they hold, so that the answer is not lost where no page is about it: each of the best passages
brings in a page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

__all__ = ["AnsweringPage", "fused_with_plain", "pages_of_answers"]

_PLAIN = 0.3
"""Share of plain BM25 in the order of passages. Chosen on the development books: from .2 to .35 their means differ by
.002; from .4 on the sections of manuals are lost."""

_OWN = 0.3
"""Share of the order of pages by themselves, against that of the passages that they hold; from .2 to .4 the mean of
nine books differs by .005."""

_ANSWERS = 2
"""Passages that one page answers with at most: the chapter of a story often holds both the best and the next, which may
be shown by another page, too."""

_WORTH, _BEGINS, _EARLY = 0.5, 0.3, 0.2
"""What decides which page shows a passage: the page's own score, that it begins with it, and how early it cites it."""


class AnsweringPage(NamedTuple):
    """A page of an answer."""

    row: int
    score: float
    answers: tuple[int, ...]
    """Rows of the passages that it answers with, the best first; none where only the page itself speaks for it."""


def fused_with_plain(ranked: Sequence[tuple[int, float]], plain: Sequence[int]) -> list[tuple[int, float]]:
    """(row, score) by the reciprocal ranks of both orders; the scores are those of `ranked`, in falling order.

    Args:
        ranked: row and score, the best first.
        plain: rows by plain BM25, the best first.
    """
    value = {row: (1 - _PLAIN) / at for at, (row, _) in enumerate(ranked, 1)}
    for at, row in enumerate(plain, 1):
        value[row] = value.get(row, 0.0) + _PLAIN / at
    order = sorted(value, key=lambda row: (-value[row], row))
    scores = [score for _, score in ranked]
    least = scores[-1] if scores else 0.0
    return [(row, scores[at] if at < len(scores) else least) for at, row in enumerate(order)]


def pages_of_answers(
    ranked: Sequence[tuple[int, float]],
    passages: Sequence[int],
    held_by: Mapping[int, Sequence[tuple[int, int]]],
    named: Mapping[int, float],
) -> list[AnsweringPage]:
    """Pages, the best first, each with the passages that it answers with; their scores fall.

    Args:
        ranked: row and score of pages by themselves, the best first.
        passages: rows of the best passages, the best first.
        held_by: passage to the rows of the pages that hold it, each with its place there, from 0.
        named: bonus of the pages that bear the name that is asked for, which come first.
    """
    own = dict(ranked)
    best = max(own.values(), default=0.0) or 1.0
    answers: dict[int, list[int]] = {}
    value: dict[int, float] = {}

    def worth(page: int, place: int) -> float:
        return _WORTH * own.get(page, 0.0) / best + _BEGINS * (not place) + _EARLY / (1 + place)

    for at, passage in enumerate(passages, 1):
        holding = dict(reversed(held_by.get(passage, ())))  # the first place of a page stays
        for page in holding.keys() & answers.keys():
            answers[page] += [passage] if len(answers[page]) < _ANSWERS else []
        if free := holding.keys() - answers.keys():
            page = max(free, key=lambda one: (worth(one, holding[one]), -one))
            answers[page], value[page] = [passage], (1 - _OWN) / at
    for at, (page, _) in enumerate(ranked, 1):
        value[page] = value.get(page, 0.0) + _OWN / at
    for page, bonus in named.items():
        value[page] = value.get(page, 0.0) + bonus
    order = sorted(value, key=lambda page: (-value[page], page))
    return [AnsweringPage(page, value[page], tuple(answers.get(page, ()))) for page in order]
