"""Likeness and edit distance by bit parallelism, against their definitions."""

from __future__ import annotations

import functools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quality.text_match import common_length, distance, likeness, pairs

short = st.text("abc中", max_size=9)


def subsequence(first: str, second: str) -> int:
    """Longest common subsequence by its recursion."""

    @functools.cache
    def at(i: int, j: int) -> int:
        if i == len(first) or j == len(second):
            return 0
        return 1 + at(i + 1, j + 1) if first[i] == second[j] else max(at(i + 1, j), at(i, j + 1))

    return at(0, 0)


def edits(first: str, second: str) -> int:
    """Levenshtein distance by its recursion."""

    @functools.cache
    def at(i: int, j: int) -> int:
        if i == len(first) or j == len(second):
            return len(first) - i + len(second) - j
        return min(at(i + 1, j) + 1, at(i, j + 1) + 1, at(i + 1, j + 1) + (first[i] != second[j]))

    return at(0, 0)


@given(short, short)
def test_common_length_is_that_of_the_longest_common_subsequence(first: str, second: str):
    assert common_length(first, second) == subsequence(first, second)


@given(short, short)
def test_distance_is_levenshtein_s(first: str, second: str):
    assert distance(first, second) * max(len(first), len(second)) == pytest.approx(edits(first, second))


def test_likeness():
    assert likeness("", "") == 1
    assert likeness("ab", "") == 0
    assert likeness("abcd", "abxd") == pytest.approx(0.75)


def test_pairs_use_each_text_once_and_forgive_a_lost_mark():
    assert pairs(["total", "total"], ["total"]) == [(0, 0)]
    assert pairs(["the long heading of it"], ["other", "the long heading of it."]) == [(0, 1)]
    assert pairs(["costs"], ["income"]) == []
