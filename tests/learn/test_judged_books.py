"""Weights learned from books with judged cases."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from learn.judged_books import as_written, books_with, evidence_names, weights_of


@dataclass
class Book:
    evidence: list[dict[str, float]]
    right: list[float]


def test_books_are_those_with_judgements(tmp_path: Path):
    for name in ("a.zh.md", "a.terms.txt", "b.txt", "c.pdf", "c.terms.txt"):
        (tmp_path / name).write_text("")
    found = [(name, book.name, judged.name) for name, book, judged in books_with(tmp_path, ".terms.txt")]
    assert found == [("a", "a.zh.md", "a.terms.txt"), ("c", "c.pdf", "c.terms.txt")]


def test_judgements_without_their_book(tmp_path: Path):
    (tmp_path / "a.terms.txt").write_text("")
    with pytest.raises(FileNotFoundError, match="is missing"):
        [*books_with(tmp_path, ".terms.txt")]


def test_each_book_counts_the_same():
    long, short = Book([{}] * 90, [1.0] * 90), Book([{}] * 10, [0.0] * 10)
    (bias,) = weights_of([long, short], [], equal=50, penalty=1.0, scaled=False)
    assert bias == pytest.approx(0.0, abs=1e-4)


def test_given_weights_are_not_learned_but_written():
    books = [Book([{"a": 1.0, "listed": 1.0}], [1.0]), Book([{"b": 1.0}], [0.0])]
    names = evidence_names(books, {"listed": 6.0})
    assert names == ["a", "b"]
    assert as_written(np.array([0.5, -0.25, 0.125]), names, {"listed": 6.0}) == {
        "bias": 0.125,
        "a": 0.5,
        "b": -0.25,
        "listed": 6.0,
    }
