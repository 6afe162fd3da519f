"""Duties: each by one worker at a time, again after its interval, whoever dies."""

from __future__ import annotations

from datetime import timedelta

import pytest

from quire.errors import StorageUnavailable
from quire.tasks.duties import Duties, Duty


@pytest.fixture
def done():
    return []


@pytest.fixture
def duties(engine, clock, done):
    known = {
        "often": Duty(lambda: done.append("often"), timedelta(seconds=30)),
        "seldom": Duty(lambda: done.append("seldom"), timedelta(hours=1)),
    }
    return Duties(engine, clock, known)


def do_all(duties):
    while (work := duties.take("me")) is not None:
        work()


def test_each_is_done_in_its_time(duties, clock, done):
    for _ in range(121):
        do_all(duties)
        clock.advance(30)
    assert (done.count("often"), done.count("seldom")) == (120, 1)


def test_one_worker_has_it_and_a_lost_one_loses_it(duties, clock, done):
    do_all(duties)
    clock.advance(30)
    work = duties.take("me")
    assert (work.key, duties.room(1)) == ("often", False)
    assert duties.take("you") is None
    duties.take_back(lambda: {"me", "you"}, "you", ())
    assert duties.take("you") is None
    duties.take_back(lambda: {"you"}, "you", ())
    assert duties.take("you").key == "often"
    work()  # the lost one ends it too late: the other's claim stays
    assert duties.take("me") is None


@pytest.mark.parametrize("trouble", [StorageUnavailable(), ValueError()])
def test_one_that_fails_is_done_again(engine, clock, trouble):
    calls = []

    def failing():
        calls.append(1)
        raise trouble

    duties = Duties(engine, clock, {"often": Duty(failing, timedelta(seconds=30))})
    for _ in range(4):
        do_all(duties)
        clock.advance(30)
    assert len(calls) == 3


def test_a_clock_that_is_put_back_stops_none(duties, clock, done):
    do_all(duties)
    clock.step(-86400)
    do_all(duties)
    assert sorted(done) == ["often", "seldom"]
