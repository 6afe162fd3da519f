"""A worker's loop: takes what there is room for, runs it, takes back what is lost."""

from __future__ import annotations

import threading

import pytest
from sqlalchemy.exc import OperationalError

from quire.store.database import insert, write
from quire.store.schema import workers
from quire.tasks.work_loop import WorkLoop
from quire.tasks.worker_registry import WorkerRegistry, signed_on
from tests.tasks.conftest import until


class FakeWork:
    def __init__(self, key, kind):
        self.key, self._kind = key, kind
        self.graces = []
        self.go = threading.Event()

    def __call__(self):
        self._kind.begun.append(self.key)
        assert self.go.wait(60)
        if self._kind.trouble:
            raise self._kind.trouble

    def close(self, grace):
        self.graces.append(grace)
        self.go.set()


class FakeKind:
    pause = 0.0

    def __init__(self, name, *keys, places=1):
        self.name, self._places = name, places
        self.waiting = [FakeWork(key, self) for key in keys]
        self.all = {work.key: work for work in self.waiting}
        self.begun, self.taken_back = [], []
        self.trouble = self.refusal = None

    def room(self, in_hand):
        return in_hand < self._places

    def take(self, worker):
        if self.refusal:
            raise self.refusal
        return self.waiting.pop(0) if self.waiting else None

    def take_back(self, alive, mine, in_hand):
        self.taken_back.append((set(alive()), mine, set(in_hand)))


@pytest.fixture
def database(sqlite):
    return sqlite


@pytest.fixture
def open_loop(engine, clock):
    loops = []

    def open_loop(*kinds, **more):
        loop = WorkLoop(engine, WorkerRegistry(engine, clock, "me", 1), kinds, **more)
        loops.append(loop)
        loop.start()
        return loop

    yield open_loop
    for loop in loops:
        loop.close(0)


def test_each_kind_has_its_places_and_the_next_follows_at_once(open_loop):
    first, second = FakeKind("a", 1, 2, 3, places=2), FakeKind("b", 1)
    loop = open_loop(first, second)
    until(lambda: (sorted(first.begun), second.begun) == ([1, 2], [1]))
    assert (loop.in_hand("a"), loop.in_hand("b")) == ({1, 2}, {1})
    first.all[1].go.set()
    until(lambda: sorted(first.begun) == [1, 2, 3])
    assert loop.in_hand("a") == {2, 3}


def test_what_is_written_here_is_looked_for_at_once(open_loop):
    kind = FakeKind("a")
    kind.pause = 3600
    loop = open_loop(kind)
    until(lambda: loop._next["a"] > 0)
    kind.waiting.append(FakeWork(7, kind))
    loop.wake()
    until(lambda: kind.begun == [7])


def test_stop_reaches_the_one_that_is_meant(open_loop):
    kind = FakeKind("a", 1, 2, places=2)
    loop = open_loop(kind)
    until(lambda: len(kind.begun) == 2)
    loop.stop("a", 1)
    loop.stop("a", "nobody")
    until(lambda: loop.in_hand("a") == {2})
    assert kind.all[2].graces == []


@pytest.mark.parametrize("trouble", [ValueError(), OperationalError("s", {}, Exception())])
def test_a_kind_that_fails_holds_up_no_other(open_loop, trouble):
    failing, other = FakeKind("a", 1), FakeKind("b", 1)
    failing.trouble = trouble
    failing.refusal = ValueError()
    loop = open_loop(failing, other)
    until(lambda: other.begun == [1])
    failing.refusal = None
    failing.all[1].go.set()
    until(lambda: failing.begun == [1])
    until(lambda: loop.in_hand("a") == set())  # its row still names this worker: it is taken back


def test_closing_gives_grace_and_signs_off(open_loop, engine):
    kind = FakeKind("a", 1)
    loop = open_loop(kind)
    until(lambda: kind.begun == [1])
    assert [one.executor for one in signed_on(engine)] == ["me"]
    loop.close(7.5)
    assert (kind.all[1].graces, loop.in_hand("a"), signed_on(engine)) == ([7.5], set(), [])


def test_the_work_of_lost_workers_is_taken_back_before_they_are_signed_off(open_loop, engine, clock):
    row = {"executor": "gone", "host": "far", "pid": 1, "slots": 1, "started": clock.now(), "heard": clock.now()}
    with write(engine) as connection:
        connection.execute(insert(connection, workers).values(row))
    clock.advance(86400)
    kind, lost = FakeKind("a", 1), []
    loop = open_loop(kind, on_lost=lost.append)
    until(lambda: lost == ["gone"])
    until(lambda: [one.executor for one in signed_on(engine)] == ["me"])
    assert kind.taken_back[0][:2] == ({"me"}, "me")
    until(lambda: kind.begun == [1])
    loop.take_back()
    assert kind.taken_back[-1] == ({"me"}, "me", {1})
