"""Groups are joined where the whole of them speaks for it."""

from __future__ import annotations

from quire.wiki.subjects.alias_clustering import joined, near_joins


def _sorted(groups: list[list[int]]) -> list[list[int]]:
    return sorted(sorted(one) for one in groups)


def test_the_likeliest_join_comes_first_and_a_strong_no_keeps_a_group_away():
    odds = {(0, 1): 2.0, (1, 2): 1.0, (0, 2): -4.0}
    assert _sorted(joined([[0], [1], [2]], odds, lambda _one, _two: 0.0)) == [[0, 1], [2]]


def test_pairs_without_odds_count_too():
    odds = {(0, 1): 2.0, (1, 2): 1.0}
    assert _sorted(joined([[0], [1], [2]], odds, lambda _one, _two: 0.0)) == [[0, 1, 2]]
    assert _sorted(joined([[0], [1], [2]], odds, lambda _one, _two: -2.0)) == [[0, 1], [2]]


def test_the_first_groups_stay_apart():
    odds = {(0, 1): 5.0, (0, 2): 1.0, (1, 2): 0.5}
    assert _sorted(joined([[0], [1], [2]], odds, lambda _one, _two: 0.0, apart=2)) == [[0, 2], [1]]


def test_joins_that_were_hardly_not_made_are_told_the_nearest_first():
    odds = {(0, 1): -0.5, (0, 2): -0.2, (1, 2): -3.0}
    assert near_joins([[0], [1], [2]], odds, lambda _one, _two: 0.0, -1.0) == [(0, 2), (0, 1)]
    assert near_joins([[0, 1], [2]], odds, lambda _one, _two: 0.0, -1.0) == []
