"""Sets that are like one another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quire.wiki.set_similarity import SimilarSets

sets = st.frozensets(st.integers(0, 12), max_size=10)


@given(st.lists(sets, max_size=12), sets, st.sampled_from([0.0, 0.2, 0.38, 0.44, 0.5, 0.9, 1.0]))
def test_every_set_that_is_like_it_is_found(known: list[frozenset[int]], new: frozenset[int], share: float):
    likes = SimilarSets()
    for one in known:
        likes.add(one)
    assert likes.like(new, share) == any(len(one & new) > share * len(one | new) for one in known)


def test_equal_sets_are_alike():
    likes = SimilarSets()
    likes.add(frozenset("abc"))
    assert likes.like(frozenset("abc"), 0.99)
    assert not likes.like(frozenset("xyz"), 0.1)
    assert not likes.like(frozenset(), 0.0)
