"""Whose task is next."""

from __future__ import annotations

import heapq
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from quire.tasks.queue_order import FIRST, LAST, OwnerQueue, Waiting, queue_position, turn_of_new_task

NOW = datetime(2026, 3, 6, tzinfo=UTC)


def test_turns():
    assert turn_of_new_task(OwnerQueue(None, waits=False, present=None), {}) == FIRST
    assert turn_of_new_task(OwnerQueue("a9", waits=True, present="a1"), {"a9": 9, "a1": 1}) == 10
    assert turn_of_new_task(OwnerQueue(None, waits=False, present="a4"), {"a4": 4}) == 4
    assert (
        turn_of_new_task(OwnerQueue("b2", waits=False, present="a7"), {"b2": 2, "a7": 7}) == 7
    )  # nobody saves up turns
    assert turn_of_new_task(OwnerQueue("b7", waits=False, present="a7"), {"b7": 7, "a7": 7}) == 8
    assert (
        turn_of_new_task(OwnerQueue("b500", waits=False, present="a7"), {"b500": 500, "a7": 7}) == 8
    )  # nor pays long for former ones
    assert turn_of_new_task(OwnerQueue("gone", waits=True, present="gone"), {}) == FIRST
    assert turn_of_new_task(OwnerQueue("z", waits=True, present=None), {"z": LAST}) == LAST


def test_places():
    second = NOW + timedelta(seconds=1)
    assert queue_position(0, NOW, {}) == 1
    assert queue_position(4, NOW, {}) == 5
    assert queue_position(0, second, {"ann": Waiting(1000, NOW)}) == 2
    assert queue_position(0, NOW, {"ann": Waiting(1000, second)}) == 1
    assert queue_position(5, second, {"ann": Waiting(2, NOW), "eve": Waiting(9, NOW)}) == 6 + 2 + 6


class Counter:
    """A queue with one worker."""

    def __init__(self) -> None:
        self.queue: list[tuple[int, int, str]] = []
        self.turns: dict[str, int] = {}
        self.last: dict[str, str] = {}
        self.present: str | None = None
        self.submitted = 0

    def submit(self, owner: str) -> None:
        waits = any(one[2] == owner for one in self.queue)
        oldest = min(self.queue, key=lambda one: one[1], default=None)
        present = self.present or (str(oldest[1]) if oldest else None)
        self.submitted += 1
        task = str(self.submitted)
        self.turns[task] = turn_of_new_task(OwnerQueue(self.last.get(owner), waits=waits, present=present), self.turns)
        self.last[owner] = task
        heapq.heappush(self.queue, (self.turns[task], self.submitted, owner))

    def serve(self) -> tuple[str, int]:
        """The owner of the next task and its number."""
        _, number, owner = heapq.heappop(self.queue)
        self.present = str(number)
        return owner, number


@given(st.integers(1, 60), st.integers(0, 60), st.integers(1, 20))
def test_a_crowd_passes_a_newcomer_at_most_once_for_each_task(crowd, served, newcomers):
    counter = Counter()
    for _ in range(crowd):
        counter.submit("ann")
    for _ in range(min(served, crowd)):
        counter.serve()
    for _ in range(newcomers):
        counter.submit("bob")
    order = [counter.serve()[0] for _ in range(len(counter.queue))]
    for at, place_ in enumerate([place_ for place_, owner in enumerate(order) if owner == "bob"]):
        assert order[:place_].count("ann") <= at + 1


@given(st.integers(2, 40))
def test_a_steady_stream_starves_nobody(crowd):
    """Bob submits his next task whenever one of his has been done, while the crowd of ann waits."""
    counter = Counter()
    for _ in range(crowd):
        counter.submit("ann")
    counter.submit("bob")
    served = []
    for _ in range(2 * crowd):
        owner = counter.serve()[0]
        served.append(owner)
        if owner == "bob":
            counter.submit("bob")
    assert abs(served.count("ann") - served.count("bob")) <= 2


@given(st.lists(st.sampled_from(["ann", "bob", "eve", ""]), max_size=80))
def test_each_owners_tasks_go_in_their_order(steps):
    """The empty word is the worker, who takes the next task."""
    counter, last = Counter(), dict.fromkeys(("ann", "bob", "eve"), 0)
    for owner in [*steps, *[""] * len(steps)]:
        if owner:
            counter.submit(owner)
        elif counter.queue:
            whose, number = counter.serve()
            assert number > last[whose]
            last[whose] = number
