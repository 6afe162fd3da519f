"""Time as a seam: both clocks keep the same promises."""

from __future__ import annotations

from datetime import timedelta

import pytest

from quire.access.permissions import Buckets, Rate
from quire.clock import Clock, FakeClock, SystemClock
from quire.store.database import connect
from quire.store.deletion_hold import are_deletions_held, hold_deletions
from quire.store.file_store import FakeFiles
from quire.tasks.engine import Tasks
from quire.tasks.task_states import NewTask, TaskStatus
from quire.tasks.task_table import Outcome, TaskTable
from quire.web.state.wrong_keys import WRONG_KEYS, WrongKeys

DAY = 86_400


@pytest.mark.parametrize("clock", [SystemClock(), FakeClock()])
def test_moments_are_aware_and_time_never_goes_back(clock: Clock) -> None:
    first, second = clock.now(), clock.now()
    assert first.utcoffset() == timedelta(0)
    assert first <= second
    assert clock.monotonic() <= clock.monotonic()


def test_the_fake_moves_only_when_told() -> None:
    clock = FakeClock()
    moment, ticks = clock.now(), clock.monotonic()
    assert (clock.now(), clock.monotonic()) == (moment, ticks)
    clock.advance(1.5)
    assert clock.now() - moment == timedelta(seconds=1.5)
    assert clock.monotonic() - ticks == 1.5


@pytest.mark.parametrize("step", [DAY, -DAY])
def test_a_step_of_the_wall_clock_lifts_no_limit(step: int) -> None:
    clock = FakeClock()
    buckets, guesses = Buckets(clock), WrongKeys(clock)
    rate = Rate.of("read", 3)
    while buckets.take("key", rate).allowed:
        pass
    for number in range(WRONG_KEYS.burst):
        guesses.wrong("192.0.2.1", str(number))
    clock.step(step)
    assert not buckets.take("key", rate).allowed
    assert guesses.wait("192.0.2.1", "another") > 0


@pytest.mark.parametrize("step", [DAY, -DAY])
def test_a_step_of_the_wall_clock_loses_no_task(step: int, sqlite, tmp_path) -> None:
    clock = FakeClock()
    engine = connect(sqlite.fresh())
    tasks = Tasks(engine, FakeFiles(), clock=clock)
    ledger = TaskTable(engine, clock, timedelta(days=7))
    upload = tmp_path / "upload"
    upload.write_bytes(b"x")
    first = tasks.submit(NewTask("ann", "k", "parse.md", "a.pdf", source=upload))
    _, claim = ledger.claim(first.id, "worker")
    clock.step(step)
    second = tasks.submit(NewTask("ann", "k", "parse.md", "b.pdf", source=upload))
    assert ledger.take("worker")[0].id == second.id
    assert ledger.release(ledger.held()[-1] if ledger.held()[-1].key == second.id else ledger.held()[0])
    assert ledger.finish(claim, Outcome("tasks/r/1/a.md", "a.md", [], 1, [], 0.5))
    done = tasks.get(first.id, owner="ann")
    assert (done.status, done.duration) == (TaskStatus.DONE, 0.5)
    assert done.expires - clock.now() == timedelta(days=7)
    assert tasks.result_file(done) == "tasks/r/1/a.md"
    assert tasks.position(second.id) == 1
    engine.dispose()


def test_a_step_back_ends_no_backup(sqlite) -> None:
    clock, engine = FakeClock(), connect(sqlite.fresh())
    with hold_deletions(engine, clock):
        clock.step(-DAY)
        assert are_deletions_held(engine, clock)
    assert not are_deletions_held(engine, clock)
    engine.dispose()
