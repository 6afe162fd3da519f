"""Signs of life, and which workers are lost."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta

import pytest
import sqlalchemy as sa

from quire.store.database import insert, write
from quire.store.schema import workers
from quire.tasks.process_identity import machine_id
from quire.tasks.worker_registry import WorkerRegistry, signed_on


@pytest.fixture
def registry(engine, clock):
    registry = WorkerRegistry(engine, clock, "me", 2)
    registry.beat()
    return registry


@pytest.fixture
def sign_on(engine, clock):
    def sign_on(executor, *, pid=1, host="elsewhere"):
        row = {"executor": executor, "host": host, "pid": pid, "slots": 1, "started": clock.now(), "heard": clock.now()}
        with write(engine) as connection:
            connection.execute(insert(connection, workers).values(row))

    return sign_on


@pytest.fixture
def speak(engine):
    def speak(executor, heard):
        with write(engine) as connection:
            connection.execute(sa.update(workers).where(workers.c.executor == executor).values(heard=heard))

    return speak


def test_signing_on_beating_and_off(registry, engine, clock):
    assert [(one.executor, one.pid, one.slots) for one in signed_on(engine)] == [("me", os.getpid(), 2)]
    clock.advance(60)
    registry.beat()
    assert signed_on(engine)[0].heard == clock.now()
    registry.sign_off("me")
    assert signed_on(engine) == []
    registry.beat()  # who was taken for lost signs on again
    assert [one.executor for one in signed_on(engine)] == ["me"]


def test_a_silent_worker_is_lost_after_half_a_minute_of_listening(registry, clock, sign_on):
    sign_on("far")
    for _ in range(7):
        assert registry.lost() == set()
        clock.advance(5)
    assert registry.lost() == {"far"}


def test_a_worker_that_speaks_is_not_lost(registry, clock, sign_on, speak):
    sign_on("far")
    for _ in range(8):
        assert registry.lost() == set()
        clock.advance(9)
        speak("far", clock.now())


def test_a_clock_that_goes_wrong_by_minutes_kills_nobody(registry, clock, sign_on, speak):
    sign_on("far")
    behind = clock.now() - timedelta(minutes=3)
    for _ in range(8):
        behind += timedelta(seconds=5)
        speak("far", behind)
        assert registry.lost() == set()
        clock.advance(5)


def test_who_could_not_look_takes_nobody_for_silent(registry, clock, sign_on):
    """As when the database was away for long: the others could not write either."""
    sign_on("far")
    assert registry.lost() == set()
    for _ in range(9):
        clock.advance(60)
        assert registry.lost() == set()


def test_a_sign_of_life_from_yesterday_is_not_waited_for(registry, clock, sign_on):
    sign_on("far")
    clock.advance(86400)
    assert registry.lost() == {"far"}


def test_a_dead_neighbour_is_lost_at_once(registry, sign_on):
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        pass
    sign_on("near", pid=process.pid, host=machine_id())
    sign_on("alive", pid=os.getpid(), host=machine_id())
    assert registry.lost() == {"near"}
