"""Counts of pieces: those of `str.count`."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quire.wiki.subjects.substring_counts import SubstringCounts


@given(st.text("aab曹操，", max_size=60), st.lists(st.text("ab曹操，", min_size=1, max_size=4), max_size=12))
def test_counts_are_those_of_the_text(text: str, pieces: list[str]):
    tally = SubstringCounts(text)
    assert [tally.count(one) for one in pieces] == [text.count(one) for one in pieces]
    assert [tally.count(one) for one in pieces] == [text.count(one) for one in pieces]
