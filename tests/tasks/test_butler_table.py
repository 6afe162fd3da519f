"""Butlers as rows: rounds that are due, claimed, done; their ends."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from quire.errors import Conflict
from quire.tasks.builds.butler_table import MAX_FAILURES, MAX_IDLE, ButlerConfig, Butlers
from tests.tasks.wikis import add_job


@pytest.fixture
def butlers(engine, clock):
    for _ in range(3):
        add_job(engine, clock)
    return Butlers(engine, clock)


def do(butlers, clock, *, done=True, gained=True):
    """Do the round that is due; whether one was."""
    found = butlers.claim("w", 9)
    if found is None:
        return False
    butlers.end_round(found[1], done=done, gained=gained)
    return True


def test_rounds_are_done_one_by_one_until_their_number(butlers, clock):
    butlers.start(1, ButlerConfig(rounds=2, interval_s=10), asked=True)
    assert do(butlers, clock)
    assert not do(butlers, clock)
    clock.advance(10)
    assert do(butlers, clock)
    found = butlers.find(1)
    assert (found.round, found.running, found.runner) == (2, False, None)
    clock.advance(100)
    assert not do(butlers, clock)


def test_a_second_start_is_refused_and_a_third_after_the_end_is_not(butlers, clock):
    butlers.start(1, ButlerConfig(rounds=1), asked=False)
    butlers.start(1, ButlerConfig(rounds=5), asked=True)
    for asked in (True, False):
        with pytest.raises(Conflict):
            butlers.start(1, ButlerConfig(), asked=asked)
    assert butlers.stop(1)
    assert not butlers.stop(1)
    butlers.start(1, ButlerConfig(rounds=7), asked=True)
    assert (butlers.find(1).orders.rounds, butlers.find(1).round) == (7, 0)


def test_of_many_that_start_a_butler_together_one_does(engine, clock):
    threads = 8
    butlers, together = Butlers(engine, clock), threading.Barrier(threads)

    def start(wiki_id):
        together.wait(60)
        try:
            butlers.start(wiki_id, ButlerConfig(rounds=1), asked=False)
        except Conflict:
            return 0
        return 1

    with ThreadPoolExecutor(threads) as pool:
        for _ in range(5):
            assert sum(pool.map(start, [add_job(engine, clock)] * threads)) == 1  # a wiki and its job share a number


def test_who_waited_longest_is_next_and_the_capacity_holds(butlers, clock):
    for wiki_id in (2, 1, 3):
        butlers.start(wiki_id, ButlerConfig(), asked=True)
        clock.advance(1)
    claimed = [butlers.claim("w", 2) for _ in range(3)]
    assert [one and one[0].wiki_id for one in claimed] == [2, 1, None]
    butlers.give_back(claimed[0][1])
    assert butlers.claim("v", 2)[0].wiki_id == 2


def test_without_gain_an_end_comes_early_or_the_rest_grows(butlers, clock):
    butlers.start(1, ButlerConfig(rounds=100, interval_s=1), asked=True)
    butlers.start(2, ButlerConfig(rounds=0, interval_s=1), asked=True)
    butlers.start(3, ButlerConfig(rounds=100, auto=False, interval_s=1), asked=True)
    for _ in range(MAX_IDLE):
        while do(butlers, clock, gained=False):
            pass
        clock.advance(1)
    assert not butlers.find(1).running
    assert butlers.find(2).running
    assert butlers.find(3).running
    assert (butlers.find(2).due - clock.now()).total_seconds() > 5
    clock.advance(3600)
    assert do(butlers, clock, gained=True)
    assert butlers.find(3).idle + butlers.find(2).idle == MAX_IDLE


def test_a_butler_with_rounds_ends_after_the_first_that_gains_nothing(butlers, clock):
    butlers.start(1, ButlerConfig(rounds=3, interval_s=0), asked=False)
    assert do(butlers, clock, gained=True)
    assert butlers.find(1).running
    assert do(butlers, clock, gained=False)
    assert (butlers.find(1).running, butlers.find(1).round) == (False, 2)


def test_failures_end_it(butlers, clock):
    butlers.start(1, ButlerConfig(interval_s=0), asked=True)
    for _ in range(MAX_FAILURES):
        assert do(butlers, clock, done=False)
        clock.advance(3600)
    assert (butlers.find(1).running, butlers.find(1).round) == (False, 0)


def test_its_budget_ends_it_and_is_counted_once(butlers, clock):
    butlers.start(1, ButlerConfig(rounds=9, max_cost_micros=100), asked=True)
    _, turn = butlers.claim("w", 1)
    assert butlers.note(turn, tokens=7, micros=100, read_to=50)
    assert not butlers.note(turn, tokens=7, micros=100, read_to=50)
    butlers.end_round(turn, done=True, gained=True)
    assert (butlers.find(1).running, butlers.find(1).tokens, butlers.find(1).cost_micros) == (False, 7, 100)
    assert butlers.used({1, 2}) == (7, 100)


def test_a_round_that_was_stopped_or_taken_away_counts_for_nothing(butlers, clock):
    butlers.start(1, ButlerConfig(rounds=5), asked=True)
    _, turn = butlers.claim("w", 1)
    butlers.stop(1)
    assert not butlers.holds(turn)
    butlers.end_round(turn, done=True, gained=True)
    assert (butlers.find(1).round, butlers.find(1).runner) == (0, None)
    butlers.start(1, ButlerConfig(rounds=5), asked=True)
    _, turn = butlers.claim("w", 1)
    butlers.free_lost(lambda: {"me"}, "me", ())
    _, again = butlers.claim("me", 1)
    butlers.end_round(turn, done=True, gained=True)
    assert butlers.holds(again)
    assert butlers.find(1).round == 0


def test_other_orders_hold_from_the_next_round(butlers, clock):
    butlers.configure(2, ButlerConfig(rounds=3, interval_s=9))
    assert (butlers.find(2).running, butlers.find(2).orders.interval_s) == (False, 9)
    butlers.start(1, ButlerConfig(rounds=5, interval_s=0), asked=True)
    do(butlers, clock)
    do(butlers, clock)
    butlers.configure(1, ButlerConfig(rounds=2))
    assert not butlers.find(1).running
    assert set(butlers.all({1, 2, 3})) == {1, 2}
