"""Whose task is next."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from quire.tasks.queue_order import Line, Waiting, next_line, queue_position

NOW = datetime(2026, 3, 6, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def test_the_owner_with_the_fewest_running_is_next():
    lines = [Line("ann", "k1", NOW), Line("bob", "k2", NOW + SECOND)]
    assert next_line(lines, {}, dict).owner == "ann"
    assert next_line(lines, {("ann", "k1"): 1}, dict).owner == "bob"
    assert next_line(lines, {("ann", "k9"): 1}, dict).owner == "bob"
    assert next_line(lines, {}, lambda: {"ann": NOW}).owner == "bob"
    assert next_line(lines, {}, lambda: {"ann": NOW, "bob": NOW + SECOND}).owner == "ann"
    assert next_line([], {}, dict) is None


def test_the_keys_of_an_owner_share_a_line():
    lines = [Line("ann", "k2", NOW + SECOND), Line("ann", "k1", NOW)]
    assert next_line(lines, {("ann", "k1"): 3}, dict).key_id == "k1"
    assert next_line(lines, {("ann", "k1"): 3}, dict, per_key=3).key_id == "k2"
    assert next_line(lines, {("ann", "k1"): 3, ("ann", "k2"): 3}, dict, per_key=3) is None


@given(st.integers(1, 60), st.integers(1, 20), st.integers(1, 4))
def test_a_crowd_passes_a_newcomer_at_most_once_for_each_task(crowd, newcomers, slots):
    """Bob has tasks beside a crowd of ann: with any number of slots he is passed once for each of his own."""
    left = Counter(ann=crowd, bob=newcomers)
    since, served, running, order = {"ann": NOW, "bob": NOW + SECOND}, {}, [], []
    while left.total():
        lines = [Line(owner, owner, since[owner]) for owner, count in left.items() if count]
        held = Counter((owner, owner) for owner in running)
        owner = next_line(lines, held, lambda: served).owner
        left[owner] -= 1
        order.append(owner)
        served[owner] = NOW + len(order) * SECOND
        running = [*running, owner][-(slots - 1) :] if slots > 1 else []
    for at, place in enumerate([place for place, owner in enumerate(order) if owner == "bob"]):
        assert order[:place].count("ann") <= at + slots


def test_places():
    second = NOW + SECOND
    assert queue_position(0, NOW, {}) == 1
    assert queue_position(4, NOW, {}) == 5
    assert queue_position(0, second, {"ann": Waiting(1000, NOW)}) == 2
    assert queue_position(0, NOW, {"ann": Waiting(1000, second)}) == 1
    assert queue_position(5, second, {"ann": Waiting(2, NOW), "eve": Waiting(9, NOW)}) == 6 + 2 + 6
