"""Which words tell what kind of book a book is."""

from __future__ import annotations

from collections import Counter

import pytest

from learn.genres import PENALTY, Judged, left_out, mean_rates, weights_of


def _book(number: int, kind: str, he: int) -> Judged:
    return Judged(f"Book {number}", kind, Counter({"the": 2400, "he": 4 * he, f"name{number}": 4 * (400 - he)}))


BOOKS = [_book(at, "fiction", 90 + at) for at in range(8)] + [_book(at, "technical", 5 + at) for at in range(8, 16)]


def test_only_words_of_nearly_all_books_count_and_both_kinds_alike():
    assert mean_rates([*BOOKS[:2], *BOOKS[8:]]) == pytest.approx({"the": 600.0, "he": (90.5 + 16.5) / 2})


def test_a_book_is_told_by_the_others():
    for book, persons, _ in left_out(BOOKS, mean_rates(BOOKS), PENALTY):
        assert (persons > 0) == (book.kind == "fiction")


def test_a_book_of_another_kind_is_not_learned_from():
    means, told = mean_rates(BOOKS), {"fiction": 1.0, "technical": 0.0}
    odd = _book(99, "subjects", 390)
    assert weights_of([*BOOKS, odd], means, told, PENALTY) == pytest.approx(weights_of(BOOKS, means, told, PENALTY))
