"""Sets that are like one another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quire.wiki.set_similarity import SimilarSets

sets = st.frozensets(st.integers(0, 12), max_size=10)


@given(st.lists(sets, max_size=12), sets, st.sampled_from([0.0, 0.2, 0.38, 0.44, 0.5, 0.9, 1.0]))
def test_every_set_that_is_like_it_is_found(known: list[frozenset[int]], new: frozenset[int], share: float):
    similar = SimilarSets()
    for one in known:
        similar.add(one)
    assert similar.has_similar(new, share) == any(len(one & new) > share * len(one | new) for one in known)


def test_equal_sets_are_alike():
    similar = SimilarSets()
    similar.add(frozenset("abc"))
    assert similar.has_similar(frozenset("abc"), 0.99)
    assert not similar.has_similar(frozenset("xyz"), 0.1)
    assert not similar.has_similar(frozenset(), 0.0)
