"""Abbreviations with the words that they stand for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.wiki.subjects.abbreviations import abbreviations


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It is written in TOML (Tom’s Obvious, Minimal Language).", {"TOML": "Tom’s Obvious, Minimal Language"}),
        ("This is called last in, first out (LIFO).", {"LIFO": "last in, first out"}),
        ("Use a write-ahead log (WAL) for it.", {"WAL": "write-ahead log"}),
        ("The graphical user interfaces (GUIs) differ.", {"GUI": "graphical user interfaces"}),
        ("A request for comments (RFC, see below) is sent.", {"RFC": "request for comments"}),
        ("It runs on a board (USB) of ours.", {}),
        ("See NASA (the agency) for more.", {}),
        ("f(X) and (AB)", {}),
    ],
)
def test_abbreviations_are_those_whose_letters_begin_the_words(text: str, found: dict[str, str]) -> None:
    assert abbreviations([text]) == found


def test_the_words_are_those_that_the_book_writes_most() -> None:
    texts = ["a garbage collector (GC)", "garbage collection (GC)", "the garbage collection (GC)"]
    assert abbreviations(texts) == {"GC": "garbage collection"}


@given(st.text(alphabet="aA(-) ,.’", max_size=400))
def test_any_text_is_read(text: str) -> None:
    abbreviations([text, "a-" * 2000 + "(AB)"])
