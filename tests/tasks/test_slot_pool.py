"""Tasks as a kind of work: taken when a slot is free, stopped, and put back."""

from __future__ import annotations

import threading
import time
from datetime import timedelta

import pytest
from sqlalchemy.exc import OperationalError

from quire.tasks import slot_pool as module
from quire.tasks.slot_pool import SlotPool
from quire.tasks.slots import Caps
from tests.tasks.conftest import until


class FakeWork:
    """Each task runs until it is let go or stopped."""

    def __init__(self, scratch, ledger):
        self.scratch, self.ledger = scratch, ledger
        self.begun = []
        self.cores = []
        self.given_back = []
        self.let_go = threading.Event()
        self.trouble = None

    def run(self, task, claim, slot, stop, *, cores):
        self.cores.append(cores)
        self.begun.append(task.id)
        if self.trouble:
            raise self.trouble
        until(lambda: self.let_go.is_set() or stop.is_set())

    def give_back(self, claim):
        if len(self.given_back) < 2 and self.trouble:
            self.given_back.append(None)
            raise OperationalError("s", {}, Exception())
        self.given_back.append(claim.key)


@pytest.fixture
def database(sqlite):
    return sqlite


@pytest.fixture
def work(tmp_path, ledger):
    return FakeWork(tmp_path / "scratch" / "me", ledger)


@pytest.fixture
def open_pool(work):
    """`open_pool(size, ...)` is a pool whose slots have come up."""
    pools = []

    def open_pool(size=1, memory=400 << 20, **more):
        pool = SlotPool(work, size, Caps(seconds=60, memory=memory), **more)
        pools.append(pool)
        until(lambda: pool.slots.free == size)
        return pool

    yield open_pool
    for pool in pools:
        pool.close()
    assert not work.scratch.exists()


def start(work):
    thread = threading.Thread(target=work)
    thread.start()
    return thread


def test_there_is_room_while_a_slot_is_free(open_pool, work, add):
    pool = open_pool()
    add("a")
    add("b")
    assert pool.room(0)
    running = start(pool.take("me"))
    until(lambda: work.begun == ["a"])
    assert not pool.room(1)
    work.let_go.set()
    running.join(60)
    until(lambda: pool.room(0))
    assert pool.healthy


def test_nothing_is_taken_when_nothing_waits(open_pool):
    assert open_pool().take("me") is None


@pytest.mark.parametrize("grace", [0, 0.05])
def test_stop_reaches_a_running_task(open_pool, work, add, grace):
    add("a")
    taken = open_pool().take("me")
    running = start(taken)
    until(lambda: work.begun == ["a"])
    taken.close(grace)
    running.join(60)
    assert not running.is_alive()


def test_a_grace_waits_for_what_ends_in_time(open_pool, work, add):
    add("a")
    taken = open_pool().take("me")
    running = start(taken)
    until(lambda: work.begun == ["a"])
    began = time.monotonic()
    taken.close(3600)
    work.let_go.set()
    running.join(60)
    assert time.monotonic() - began < 60


def test_a_task_that_is_stopped_before_it_begins_goes_back(open_pool, work, add):
    add("a")
    taken = open_pool().take("me")
    taken.close(0)
    taken()
    assert (work.begun, work.given_back) == ([], ["a"])


def test_a_task_whose_end_cannot_be_written_goes_back_when_the_database_answers(open_pool, work, add, monkeypatch):
    monkeypatch.setattr(module, "pauses", lambda: iter([0.0] * 9))
    work.trouble = OperationalError("s", {}, Exception())
    add("a")
    open_pool().take("me")()
    assert work.given_back == [None, None, "a"]


def test_another_fault_is_told_and_the_task_taken_back(open_pool, work, add, ledger):
    work.trouble = ValueError()
    add("a")
    pool = open_pool()
    with pytest.raises(ValueError):  # noqa: PT011 - the fault itself
        pool.take("me")()
    pool.take_back(lambda: {"me"}, "me", ())
    assert ledger.find("a").status == "pending"


def test_tasks_of_lost_workers_are_taken_back_and_the_second_loss_fails_them(open_pool, add, ledger):
    pool = open_pool()
    for task_id in ("a", "b", "c"):
        add(task_id)
    for _ in range(2):
        assert ledger.claim("a", "gone")
        ledger.claim("b", "there")
        ledger.claim("c", "me")
        pool.take_back(lambda: {"me", "there"}, "me", {"c"})
    assert (ledger.find("a").status, ledger.find("a").error_code) == ("failed", "worker_died")
    assert {ledger.find(task_id).status for task_id in "bc"} == {"processing"}


@pytest.mark.parametrize(("memory", "shares"), [(4096 << 20, [4, 2]), (300 << 20, [1, 1])])
def test_tasks_share_the_cores_as_far_as_their_memory_goes(open_pool, work, add, clock, memory, shares):
    pool = open_pool(2, memory=memory, cores=4)
    add("a")
    clock.advance(timedelta(seconds=1).total_seconds())
    add("b")
    first = start(pool.take("me"))
    until(lambda: work.begun == ["a"])
    second = start(pool.take("me"))
    until(lambda: work.begun == ["a", "b"])
    work.let_go.set()
    first.join(60)
    second.join(60)
    assert work.cores == shares
