"""Signs of life, lost workers, and what expires."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta

import pytest
import sqlalchemy as sa

from quire.errors import DamagedDocument, NotFound, QuireError, StorageUnavailable
from quire.store.database import insert, read, write
from quire.store.file_store import FakeFiles
from quire.store.schema import idempotency, workers
from quire.tasks import reaper as module
from quire.tasks.reaper import Reaper, ThisWorker, machine_id, signed_on
from quire.tasks.task_table import Outcome

OUTCOME = Outcome("tasks/a/1/result.md", "a.md", [], 1, [], 1.0)


class FakeQueue:
    """The engine as a set of executors, and notes of what was asked."""

    def __init__(self):
        self.holding: set[str] = set()
        self.given_back: list[set[str]] = []
        self.mine: set[str] = set()
        self.again: list[tuple[set[str], set[str]]] = []
        self.dropped: list[set[str]] = []
        self.forgot = 0

    def executors(self):
        return set(self.holding)

    def give_back(self, executors):
        self.given_back.append(set(executors))
        self.holding -= set(executors)

    def held(self, executor):
        return set(self.mine)

    def drop(self, task_ids):
        self.dropped.append(set(task_ids))

    def put_again(self, task_ids, *, dropped=()):
        self.again.append((set(task_ids), set(dropped)))

    def forget(self):
        self.forgot += 1


@pytest.fixture
def queue():
    return FakeQueue()


@pytest.fixture
def store():
    return FakeFiles()


@pytest.fixture
def in_hand():
    return set()


@pytest.fixture
def reaper(ledger, store, queue, clock, tmp_path, in_hand):
    me = ThisWorker("me", 2, tmp_path, lambda: in_hand)
    reaper = Reaper(me, ledger, store, queue, clock=clock, keep_uploads=timedelta(hours=1))
    reaper.sign_on()
    return reaper


@pytest.fixture
def sign_on(ledger, clock):
    def sign_on(executor, *, pid=1, host="elsewhere"):
        row = {"executor": executor, "host": host, "pid": pid, "slots": 1, "started": clock.now(), "heard": clock.now()}
        with write(ledger.engine) as connection:
            connection.execute(insert(connection, workers).values(row))

    return sign_on


def names(ledger):
    return {worker.executor for worker in signed_on(ledger.engine)}


def test_signing_on_beating_and_off(reaper, ledger, clock):
    assert [(worker.executor, worker.pid, worker.slots) for worker in signed_on(ledger.engine)] == [
        ("me", os.getpid(), 2)
    ]
    clock.advance(60)
    reaper.beat()
    assert signed_on(ledger.engine)[0].heard == clock.now()
    reaper.close()
    assert names(ledger) == set()


def test_a_silent_worker_is_lost_after_half_a_minute_of_listening(reaper, ledger, clock, queue, sign_on, add):
    sign_on("far")
    add("a")
    ledger.claim("a", "far")
    queue.holding = {"far", "me"}
    for _ in range(7):
        reaper.recover()
        clock.advance(5)
        assert ledger.find("a").status == "processing"
    reaper.recover()
    assert ledger.find("a").status == "pending"
    assert queue.given_back == [{"far"}]
    assert names(ledger) == {"me"}


def test_a_worker_that_speaks_is_not_lost(reaper, ledger, clock, sign_on, add):
    sign_on("far")
    add("a")
    ledger.claim("a", "far")
    for _ in range(8):
        reaper.recover()
        clock.advance(9)
        with write(ledger.engine) as connection:
            connection.execute(sa.update(workers).where(workers.c.executor == "far").values(heard=clock.now()))
    assert ledger.find("a").status == "processing"


def test_a_clock_that_goes_wrong_by_minutes_kills_nobody(reaper, ledger, clock, sign_on):
    sign_on("far")
    behind = clock.now() - timedelta(minutes=3)
    for _ in range(8):
        behind += timedelta(seconds=5)
        with write(ledger.engine) as connection:
            connection.execute(sa.update(workers).where(workers.c.executor == "far").values(heard=behind))
        reaper.recover()
        clock.advance(5)
    assert names(ledger) == {"far", "me"}


def test_who_could_not_look_takes_nobody_for_silent(reaper, ledger, clock, sign_on):
    sign_on("far")
    reaper.recover()
    for _ in range(9):
        clock.advance(60)
        reaper.recover()
    assert names(ledger) == {"far", "me"}


def test_who_was_taken_for_lost_signs_on_again(reaper, ledger):
    with write(ledger.engine) as connection:
        connection.execute(sa.delete(workers))
    reaper.beat()
    assert names(ledger) == {"me"}


def test_a_sign_of_life_from_yesterday_is_not_waited_for(reaper, ledger, clock, sign_on):
    sign_on("far")
    clock.advance(86400)
    reaper.recover()
    assert names(ledger) == {"me"}


def test_a_dead_neighbour_is_lost_at_once_and_its_folder_goes(reaper, ledger, queue, sign_on, add, tmp_path):
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        pass
    sign_on("near", pid=process.pid, host=machine_id())
    sign_on("alive", pid=os.getpid(), host=machine_id())
    (tmp_path / "near").mkdir()
    add("a")
    ledger.claim("a", "near")
    queue.holding = {"near"}
    reaper.recover()
    assert ledger.find("a").status == "pending"
    assert names(ledger) == {"me", "alive"}
    assert queue.given_back == [{"near"}]
    assert not (tmp_path / "near").exists()


def test_work_of_nobody_is_given_back(reaper, ledger, queue, add):
    add("a")
    ledger.claim("a", "never signed on")
    queue.holding = {"signed off"}
    reaper.recover()
    assert ledger.find("a").status == "pending"
    assert queue.given_back == [{"signed off"}]


def test_what_this_worker_dropped_is_taken_back_and_what_it_has_is_not(reaper, ledger, queue, in_hand, add):
    for task_id in ("a", "b"):
        add(task_id)
        ledger.claim(task_id, "me")
    in_hand.add("b")
    queue.holding = {"me"}
    reaper.recover()
    assert (ledger.find("a").status, ledger.find("b").status) == ("pending", "processing")
    assert queue.given_back == []


def test_the_second_death_fails_the_task(reaper, ledger, add):
    add("a")
    for _ in range(2):
        ledger.claim("a", "gone")
        reaper.recover()
    assert (ledger.find("a").status, ledger.find("a").error_code) == ("failed", "worker_died")


def test_expiry_in_three_steps(reaper, ledger, store, clock, add):
    store.kept = {"tasks/a/source": b"", "tasks/a/1/result.md": b"", "tasks/b/source": b""}
    add("a", source_file="tasks/a/source")
    add("b", source_file="tasks/b/source")
    ledger.finish(ledger.claim("a", "me")[1], OUTCOME)
    reaper.expire()
    assert len(store.kept) == 3
    clock.advance(3600)
    reaper.expire()
    assert set(store.kept) == {"tasks/a/1/result.md", "tasks/b/source"}
    clock.advance(7 * 86400)
    reaper.expire()
    assert set(store.kept) == {"tasks/b/source"}
    assert ledger.find("a").status == "done"
    clock.advance(30 * 86400)
    reaper.expire()
    with pytest.raises(NotFound):
        ledger.find("a")
    assert ledger.find("b").status == "pending"


def test_a_store_that_fails_is_asked_again(ledger, queue, clock, tmp_path, add):
    store = FakeFiles(fail={"delete": 1})
    store.kept = {"tasks/a/1/result.md": b""}
    reaper = Reaper(ThisWorker("me", 1, tmp_path, set), ledger, store, queue, clock=clock, keep_uploads=timedelta(0))
    add("a")
    ledger.fail(ledger.claim("a", "w")[1], QuireError(), 0.0)
    clock.advance(8 * 86400)
    with pytest.raises(StorageUnavailable):
        reaper.expire()
    reaper.expire()
    assert store.kept == {}


def test_a_store_that_is_away_holds_up_nothing_else(ledger, queue, clock, tmp_path, add):
    store = FakeFiles(fail={"delete": range(1, 100), "names": range(1, 100)})
    reaper = Reaper(ThisWorker("me", 1, tmp_path, set), ledger, store, queue, clock=clock, keep_uploads=timedelta(0))
    add("a")
    ledger.finish(ledger.claim("a", "me")[1], OUTCOME)
    clock.advance(8 * 86400)
    for _ in range(60):
        reaper.turn()
        clock.advance(1)
    assert store.calls["delete"] == store.calls["names"] + 1 == 2
    assert queue.forgot == 2
    assert ledger.find("a").expires


def test_uploads_of_tasks_that_failed_through_our_fault_stay_as_long_as_a_result(reaper, ledger, store, clock, add):
    for task_id, error in (("ours", QuireError()), ("store", StorageUnavailable()), ("theirs", DamagedDocument())):
        store.kept[f"tasks/{task_id}/source"] = b""
        add(task_id, source_file=f"tasks/{task_id}/source")
        ledger.fail(ledger.claim(task_id, "me")[1], error, 0.0)
    clock.advance(86400)
    reaper.expire()
    assert set(store.kept) == {"tasks/ours/source", "tasks/store/source"}
    clock.advance(7 * 86400)
    reaper.expire()
    assert store.kept == {}


def test_idempotency_keys_go_after_a_day(reaper, ledger, clock, add):
    add("a")
    with write(ledger.engine) as connection:
        row = {"owner": "ann", "idempotency_key": "k", "fingerprint": "f", "task_id": "a", "created": clock.now()}
        connection.execute(sa.insert(idempotency).values(row))
    for seconds, left in ((86399, 1), (2, 0)):
        clock.advance(seconds)
        reaper.expire()
        with read(ledger.engine) as connection:
            assert len(connection.execute(sa.select(idempotency)).all()) == left


def test_what_has_been_pending_for_long_is_queued_unless_it_is(reaper, queue, clock, add):
    add("a")
    reaper.reconcile()
    clock.advance(21)
    add("b")
    reaper.reconcile()
    assert queue.again == [({"a"}, set())]


def test_what_the_engine_says_is_held_here_and_is_not_is_mended_at_the_second_look(reaper, queue, ledger, in_hand, add):
    for task_id in ("waits", "ended", "works"):
        add(task_id)
    ledger.finish(ledger.claim("ended", "me")[1], OUTCOME)
    queue.mine = {"waits", "ended", "gone", "works"}
    in_hand.add("works")
    reaper.reconcile()
    assert (queue.again, queue.dropped) == ([], [])
    reaper.reconcile()
    assert queue.dropped == [{"ended", "gone"}]
    assert queue.again == [({"waits"}, {"waits"})]


def test_work_that_was_only_just_taken_is_not_dropped(reaper, queue, in_hand, add):
    add("a")
    queue.mine = {"a"}
    reaper.reconcile()
    in_hand.add("a")
    reaper.reconcile()
    in_hand.clear()
    reaper.reconcile()
    assert (queue.again, queue.dropped) == ([], [])


def test_a_database_that_was_away_for_long_makes_nobody_lost(reaper, ledger, clock, sign_on, add):
    """Whoever is back first must not take the others for dead, which could not write either."""
    sign_on("far")
    add("a")
    ledger.claim("a", "far")
    reaper.recover()
    clock.advance(3600)
    reaper.recover()
    clock.advance(5)
    with write(ledger.engine) as connection:
        connection.execute(sa.update(workers).where(workers.c.executor == "far").values(heard=clock.now()))
    reaper.recover()
    assert (ledger.find("a").status, names(ledger)) == ("processing", {"far", "me"})


def test_sweep_deletes_old_files_of_no_task(reaper, store, clock, add):
    add("a")
    store.kept = {"tasks/a/source": b"", "tasks/lost/source": b"", "tasks/lost/1/result.md": b""}
    reaper.sweep()
    assert len(store.kept) == 3
    clock.advance(86401)
    reaper.sweep()
    assert set(store.kept) == {"tasks/a/source"}


def test_turns_do_each_duty_in_its_time(reaper, queue, ledger, clock):
    for _ in range(60):
        reaper.turn()
        clock.advance(1)
    assert queue.forgot == 60 / module.ROUND
    assert signed_on(ledger.engine)[0].heard >= clock.now() - timedelta(seconds=module.HEARTBEAT + 1)
