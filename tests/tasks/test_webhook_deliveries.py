"""The rows of deliveries, on both databases."""

from __future__ import annotations

from datetime import timedelta

import pytest

from quire.errors import DamagedDocument, NotFound
from quire.store.database import write
from quire.tasks.webhook_deliveries import KEPT, RETRIES, Attempt, Deliveries, DeliveryState, insert_delivery

URL = "https://example.org/hook"
GOOD, BAD = Attempt("2026-01-01T00:00:00Z", 204, "", 0.1), Attempt("2026-01-01T00:00:00Z", 500, "", 0.1)


@pytest.fixture
def deliveries(engine, clock):
    return Deliveries(engine, clock)


@pytest.fixture
def ended(ledger, add):
    """`ended("a")` has a task with a delivery that has failed."""

    def ended(task_id):
        waiting(ledger, add, task_id)
        _, claim = ledger.claim(task_id, "w")
        assert ledger.fail(claim, DamagedDocument(), 0.1)

    return ended


def waiting(ledger, add, task_id):
    task = add(task_id)
    with write(ledger.engine) as connection:
        insert_delivery(connection, task, URL)


def take(deliveries):
    """The next delivery and its claim; the first is None when there is none."""
    return deliveries.take("w") or (None, None)


def test_only_what_has_ended_is_told(deliveries, ledger, add, ended, clock):
    waiting(ledger, add, "a")
    assert deliveries.take("w") is None
    ended("b")
    one, _ = take(deliveries)
    assert (one.task_id, one.url, one.state, one.attempts, one.log) == ("b", URL, DeliveryState.WAITING, 0, ())


def test_one_sender_has_it_until_it_is_lost(deliveries, ended, clock):
    ended("a")
    one, claim = take(deliveries)
    clock.advance(10**6)
    assert deliveries.take("v") is None
    deliveries.free_lost(lambda: {"w", "v"}, "v", ())
    assert deliveries.take("v") is None
    deliveries.free_lost(lambda: {"v"}, "v", ())
    again, second = deliveries.take("v")
    assert again.id == one.id
    deliveries.delivered(one, claim, GOOD)  # who was lost says nothing any more
    assert deliveries.of("a")[0].state is DeliveryState.WAITING
    deliveries.delivered(again, second, GOOD)
    assert deliveries.of("a")[0].state is DeliveryState.DELIVERED


def test_delivered_is_the_end(deliveries, ended, clock):
    ended("a")
    one, claim = take(deliveries)
    deliveries.delivered(one, claim, GOOD)
    (kept,) = deliveries.of("a")
    assert (kept.state, kept.attempts, kept.log) == (DeliveryState.DELIVERED, 1, (GOOD,))
    clock.advance(10**6)
    assert deliveries.take("w") is None


def test_it_is_tried_for_three_days(deliveries, ended, clock):
    ended("a")
    began = clock.now()
    for number in range(len(RETRIES) + 1):
        one, claim = take(deliveries)
        deliveries.refused(one, claim, BAD, final=False)
        if number < len(RETRIES):
            clock.advance(RETRIES[number].total_seconds() - 1)
            assert deliveries.take("w") is None
            clock.advance(1)
    (kept,) = deliveries.of("a")
    assert (kept.state, kept.attempts) == (DeliveryState.FAILED, len(RETRIES) + 1)
    assert timedelta(days=2) < clock.now() - began < timedelta(days=3)
    assert deliveries.take("w") is None


def test_who_wants_nothing_is_not_asked_again(deliveries, ended):
    ended("a")
    one, claim = take(deliveries)
    deliveries.refused(one, claim, BAD, final=True)
    assert deliveries.of("a")[0].state is DeliveryState.FAILED


def test_a_replay_begins_anew_and_the_log_stays_short(deliveries, ended):
    ended("a")
    for _ in range(KEPT + 5):
        one, claim = take(deliveries)
        deliveries.delivered(one, claim, GOOD)
        (kept,) = deliveries.replay("a")
        assert (kept.state, kept.attempts) == (DeliveryState.WAITING, 0)
    assert len(kept.log) == KEPT
    with pytest.raises(NotFound):
        deliveries.replay("b")


def test_they_go_with_their_task(deliveries, ledger, ended):
    ended("a")
    ledger.delete("a", None)
    assert deliveries.of("a") == []
