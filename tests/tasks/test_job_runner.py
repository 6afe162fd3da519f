"""The worker's side of builds: phases in slots, told events, and whatever can come between."""

from __future__ import annotations

import json
import os
import signal
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from quire.clock import SystemClock
from quire.errors import Conflict, NotFound, Unavailable
from quire.store.database import insert, write
from quire.store.schema import wikis, workers
from quire.tasks import outage, sandbox
from quire.tasks.builds import job_transitions
from quire.tasks.builds.butler_table import ButlerConfig, Butlers
from quire.tasks.builds.cpu_cap import SENTENCE
from quire.tasks.builds.job_events import JobEvents
from quire.tasks.builds.job_run import SPENT, JobRun
from quire.tasks.builds.job_runner import build_kinds
from quire.tasks.builds.job_states import JobStatus
from quire.tasks.builds.job_transitions import Builds
from quire.tasks.claims import Claim
from quire.tasks.work_loop import WorkLoop
from quire.tasks.worker_registry import WorkerRegistry
from tests.tasks.conftest import until
from tests.tasks.test_slots import can_leave_network
from tests.tasks.wikis import FakeCraft, add_job, limits

S = JobStatus


@pytest.fixture
def database(request):
    """SQLite alone: the rows behave the same on both (test_builds), and each test here starts processes."""
    return request.getfixturevalue("sqlite")


@pytest.fixture
def clock():
    return SystemClock()


@pytest.fixture
def builds(engine, clock):
    return Builds(engine, clock)


@pytest.fixture
def stopping(engine, clock):
    """The jobs as an API process sees them, which waits for the end of processes."""
    return Builds(engine, clock, stop_seconds=60)


@pytest.fixture
def butlers(engine, clock):
    return Butlers(engine, clock)


@pytest.fixture
def craft(tmp_path):
    return FakeCraft(tmp_path / "wikis")


@pytest.fixture
def sign_on(engine, clock):
    """`sign_on()` makes the worker "me" known, which is this process."""

    def sign_on():
        row = {
            "executor": "me",
            "host": "h",
            "pid": os.getpid(),
            "slots": 1,
            "started": clock.now(),
            "heard": clock.now(),
        }
        with write(engine) as connection:
            writing = insert(connection, workers).values(row)
            connection.execute(writing.on_conflict_do_update(index_elements=["executor"], set_={"heard": clock.now()}))

    return sign_on


@pytest.fixture
def work(builds, butlers, craft, tmp_path, engine, clock):
    """`work()` starts a worker that is signed on as "me"; it is closed at the end."""
    started = []

    def work(**more):
        kinds = build_kinds(builds, butlers, craft, limits(tmp_path, **({"rounds": 0} | more)))
        loop = WorkLoop(engine, WorkerRegistry(engine, clock, "me", 1), kinds)
        started.append(loop)
        loop.start()
        return loop

    yield work
    for runner in started:
        runner.close(0.5)


def make(craft, slug, name, **content):
    folder = craft.folder(slug)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(json.dumps(content))


def status(builds, job_id):
    return builds.find(job_id).status


def events(engine, job_id):
    found = JobEvents(engine).after(job_id, 0, 1000)
    assert [event.number for event in found] == [*range(1, len(found) + 1)]
    return [(event.kind, dict(event.data)) for event in found]


def paid(craft, slug="w1"):
    return Counter((craft.folder(slug) / "paid").read_text().split())


def test_a_job_runs_through_its_phases_and_tells_them(builds, engine, clock, craft, work):
    job_id = add_job(engine, clock)
    work()
    until(lambda: status(builds, job_id) is S.COMPLETED)
    told = events(engine, job_id)
    phases = [(data["phase"], data["status"]) for kind, data in told if kind == "phase"]
    assert phases == [(phase, state) for phase in ("egg", "boot", "grow") for state in ("started", "ended")]
    assert told[-1] == ("done", {"status": "completed"})
    job = builds.find(job_id)
    assert (job.tokens, job.cost_micros, job.runner) == (135, 9000, None)
    assert set(paid(craft).values()) == {1}


def test_a_butler_of_a_few_rounds_follows_and_ends_the_job(builds, butlers, engine, clock, craft, work):
    job_id = add_job(engine, clock)
    make(craft, "w1", "gain", gained=0.1)
    work(rounds=2)
    until(lambda: status(builds, job_id) is S.COMPLETED)
    found = butlers.find(1)
    assert (found.round, found.running, found.asked, found.tokens) == (2, False, False, 30)
    told = events(engine, job_id)
    assert [data["status"] for kind, data in told if data.get("phase") == "butler" and kind == "phase"] == [
        "started",
        "ended",
    ] * 2
    assert builds.find(job_id).phase == "butler"


def test_a_book_that_cannot_be_read_fails_with_its_reason(builds, engine, clock, craft, work):
    job_id = add_job(engine, clock)
    make(craft, "w1", "trouble", boot="damaged")
    work()
    until(lambda: status(builds, job_id) is S.FAILED)
    assert builds.find(job_id).error_code == "damaged_document"
    assert events(engine, job_id)[-1] == ("done", {"status": "failed"})
    make(craft, "w1", "trouble")
    builds.start(job_id)
    until(lambda: status(builds, job_id) is S.COMPLETED)
    assert set(paid(craft).values()) == {1}


def test_a_phase_that_hangs_times_out(builds, engine, clock, craft, work):
    job_id = add_job(engine, clock)
    make(craft, "w1", "trouble", egg="hang")  # the first one: a slow machine would be late in it too
    work(phase_seconds=3)
    until(lambda: status(builds, job_id) is S.TIMEOUT)
    assert builds.find(job_id).phase == "egg"
    assert events(engine, job_id)[-1] == ("done", {"status": "timeout"})


def test_a_book_that_kills_its_process_each_time_has_failed(builds, engine, clock, craft, work):
    job_id = add_job(engine, clock)
    make(craft, "w1", "trouble", egg="die")
    work()
    until(lambda: status(builds, job_id) is S.FAILED)
    assert (builds.find(job_id).attempt, builds.find(job_id).error_code) == (4, "worker_died")


def test_a_pause_ends_at_the_next_unit_and_nothing_is_paid_twice(builds, engine, clock, craft, work):
    job_id = add_job(engine, clock)
    make(craft, "w1", "pause", seconds=0.2)
    work()
    until((craft.folder("w1") / "done" / "egg-0").exists)
    assert builds.pause(job_id).status is S.PAUSED
    until(lambda: builds.find(job_id).runner is None)
    assert not (craft.folder("w1") / "done" / "boot-0").exists()
    with pytest.raises(Conflict):
        builds.pause(job_id)
    make(craft, "w1", "pause", seconds=0)
    builds.start(job_id)
    until(lambda: status(builds, job_id) is S.COMPLETED)
    assert set(paid(craft).values()) == {1}
    assert [kind for kind, _ in events(engine, job_id)].count("done") == 1


def test_who_does_not_end_in_its_grace_is_killed(builds, engine, clock, craft, work):
    job_id = add_job(engine, clock)
    make(craft, "w1", "trouble", egg="hang")
    work(grace=0.3)
    until(lambda: status(builds, job_id) is S.RUNNING)
    builds.pause(job_id)
    until(lambda: builds.find(job_id).runner is None)
    assert status(builds, job_id) is S.PAUSED


def slots():
    """The processes of slots that this process has started."""
    return {pid for pid in _children(os.getpid()) if "quire.tasks.slot_process" in _command(pid)}


@pytest.fixture
def hanging(builds, stopping, engine, clock, craft, work):
    """`hanging(**limits)` starts a job that neither ends nor stops when it is asked to; its id and its processes."""

    def hanging(**more):
        job_id = add_job(engine, clock)
        make(craft, "w1", "trouble", egg="hang")
        before = slots()
        work(**more)
        until(lambda: status(builds, job_id) is S.RUNNING and slots() - before)
        return job_id, slots() - before

    return hanging


def test_a_pause_answers_when_the_process_has_ended(stopping, hanging):
    job_id, processes = hanging(grace=0.3)
    assert stopping.pause(job_id).status is S.PAUSED
    assert not processes & slots()
    assert stopping.find(job_id).runner is None


def test_a_deleted_job_is_killed_at_once_and_before_the_answer(stopping, hanging):
    job_id, processes = hanging(grace=60)
    stopping.delete(job_id, force=True)
    assert not processes & slots()
    with pytest.raises(NotFound):
        stopping.find(job_id)


def test_a_pause_that_the_worker_does_not_follow_says_so(builds, engine, clock, sign_on):
    job_id = add_job(engine, clock)
    sign_on()
    builds.claim("me", 1)
    claim = Claim(job_id, "me", 1)
    builds.begin(claim, "egg")
    hasty = Builds(engine, clock, stop_seconds=0.01)
    for _ in range(2):
        with pytest.raises(Unavailable):
            hasty.pause(job_id)
        assert status(builds, job_id) is S.PAUSED
    builds.let_go(claim)
    with pytest.raises(Conflict):
        hasty.pause(job_id)


def test_a_butler_that_is_stopped_has_ended(builds, butlers, engine, clock, craft, work):
    add_job(engine, clock, status=S.COMPLETED)
    make(craft, "w1", "trouble", butler="hang")
    butlers.start(1, ButlerConfig(rounds=0, interval_s=0), asked=True)
    before = slots()
    work(grace=0.3)
    until(lambda: butlers.find(1).runner and slots() - before)
    processes = slots() - before
    assert Butlers(engine, clock, stop_seconds=60).stop(1)
    assert not processes & slots()


def test_a_phase_has_a_cap_on_processor_time_by_the_size_of_its_book(builds, engine, clock, craft, work):
    job_id = add_job(engine, clock)
    with write(engine) as connection:
        connection.execute(sa.update(wikis).values(input_bytes=1 << 19))
    make(craft, "w1", "trouble", egg="burn")
    work(cpu_seconds=0.5, cpu_seconds_per_mib=1)
    until(lambda: status(builds, job_id) is S.FAILED)
    found = builds.find(job_id)
    assert found.error_code == "out_of_cpu_time"
    assert found.error == SENTENCE.format(seconds=1, phase="egg")


def test_a_full_disk_is_waited_out(builds, engine, clock, craft, work, monkeypatch):
    monkeypatch.setattr(outage, "FIRST_PAUSE", 0.01)
    job_id = add_job(engine, clock)
    make(craft, "w1", "trouble", boot="full")
    work()
    until(lambda: builds.find(job_id).phase == "boot")
    until(lambda: sum(data.get("phase") == "boot" for kind, data in events(engine, job_id)) >= 3)
    assert status(builds, job_id) is S.RUNNING
    make(craft, "w1", "trouble")
    until(lambda: status(builds, job_id) is S.COMPLETED)
    assert (builds.find(job_id).attempt, builds.find(job_id).interruptions) == (1, 0)


def test_a_full_disk_beyond_the_patience_fails_with_its_reason(builds, engine, clock, craft, work):
    job_id = add_job(engine, clock)
    make(craft, "w1", "trouble", egg="full")
    work(patience=0)
    until(lambda: status(builds, job_id) is S.FAILED)
    assert builds.find(job_id).error_code == "storage_unavailable"


def test_an_owner_with_two_endless_books_gives_one_place_to_another(builds, engine, clock, craft, work, monkeypatch):
    monkeypatch.setattr(job_transitions, "MIN_TURN", timedelta(0))
    first, second = (add_job(engine, clock, owner="ann") for _ in range(2))
    for slug in ("w1", "w2"):
        make(craft, slug, "trouble", egg="hang")
    work(grace=0.1)
    until(
        lambda: all(("phase", {"phase": "egg", "status": "started"}) in events(engine, one) for one in (first, second))
    )
    make(craft, "w2", "trouble")  # it hangs already; the next time it will not
    other = add_job(engine, clock, owner="bob")
    until(lambda: status(builds, other) is S.COMPLETED)
    until(lambda: status(builds, second) is S.COMPLETED)
    assert status(builds, first) is S.RUNNING
    assert (builds.find(first).attempt, builds.find(second).interruptions) == (1, 0)


def test_a_spent_budget_pauses(builds, engine, clock, craft, work):
    job_id = add_job(engine, clock)
    make(craft, "w1", "trouble", egg="spend", boot="wait")
    work(budget_micros=1_000_000)
    until(lambda: status(builds, job_id) is S.PAUSED)
    assert builds.find(job_id).cost_micros >= 1_000_000
    assert ("log", {"level": "warning", "msg": SPENT}) in events(engine, job_id)


def test_a_stopped_worker_gives_its_job_back(builds, engine, clock, craft, work):
    job_id = add_job(engine, clock)
    make(craft, "w1", "trouble", egg="wait")
    runner = work()
    until(lambda: status(builds, job_id) is S.RUNNING)
    runner.close(5)
    assert (status(builds, job_id), builds.find(job_id).runner) == (S.INTERRUPTED, None)
    make(craft, "w1", "trouble")
    work()
    until(lambda: status(builds, job_id) is S.COMPLETED)
    assert set(paid(craft).values()) == {1}


def test_a_killed_slot_goes_on_from_its_last_unit(builds, engine, clock, craft, work):
    job_id = add_job(engine, clock)
    make(craft, "w1", "trouble", boot="wait")
    runner = work()
    until(lambda: (craft.folder("w1") / "boot-waits").exists() and builds.find(job_id).phase == "boot")
    (thread,) = list(runner._threads)
    children = [int(pid) for pid in _children(os.getpid())]
    make(craft, "w1", "trouble")
    for pid in children:
        if "quire.tasks.slot_process" in _command(pid):
            os.kill(pid, signal.SIGKILL)
    until(lambda: status(builds, job_id) is S.COMPLETED)
    assert set(paid(craft).values()) == {1}
    assert builds.find(job_id).attempt == 2
    assert not thread.is_alive()


def test_an_earlier_result_ends_the_run(builds, butlers, engine, clock, craft, work):
    job_id = add_job(engine, clock)
    craft.taken = {"egg": S.READY}
    work()
    until(lambda: status(builds, job_id) is S.COMPLETED)
    assert not (craft.folder("w1") / "done" / "boot-0").exists()


def test_a_butler_without_end_leaves_the_job_ready_and_lets_itself_be_stopped(
    builds, butlers, engine, clock, craft, work
):
    job_id = add_job(engine, clock)
    make(craft, "w1", "gain", gained=0.1)
    butlers.start(1, ButlerConfig(rounds=0, interval_s=0), asked=True)
    butlers.stop(1)
    work()
    until(lambda: status(builds, job_id) is S.READY)
    butlers.start(1, ButlerConfig(rounds=0, interval_s=0), asked=True)
    until(lambda: butlers.find(1).round >= 2)
    until(lambda: events(engine, job_id)[-1] == ("done", {"status": "ready"}))
    with pytest.raises(Conflict):
        butlers.start(1, ButlerConfig(rounds=1), asked=True)
    butlers.stop(1)
    until(lambda: butlers.find(1).runner is None)
    assert status(builds, job_id) is S.READY
    butlers.start(1, ButlerConfig(rounds=1), asked=True)
    until(lambda: status(builds, job_id) is S.COMPLETED)


def test_a_butler_that_fails_ends_and_says_why(builds, butlers, engine, clock, craft, work):
    job_id = add_job(engine, clock)
    make(craft, "w1", "trouble", butler="damaged")
    butlers.start(1, ButlerConfig(rounds=5, interval_s=0), asked=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("quire.tasks.builds.butler_table.INTERVAL", 0)
        work()
        until(lambda: status(builds, job_id) is S.COMPLETED and not butlers.find(1).running)
    assert butlers.find(1).round == 0
    assert "damaged" in (craft.folder("w1") / "log" / "butler.jsonl").read_text()


def test_what_reads_the_book_has_no_network(builds, engine, clock, craft, work):
    job_id = add_job(engine, clock)
    craft.network = True
    make(craft, "w1", "trouble", egg="network", boot="network")
    work()
    until(lambda: status(builds, job_id) is S.COMPLETED)
    where = json.loads((craft.folder("w1") / "networks").read_text())
    assert where["boot"] == str(Path("/proc/self/ns/net").readlink())
    if can_leave_network():
        assert where["egg"] != where["boot"]


def test_what_reads_the_book_sees_its_own_wiki_only(builds, engine, clock, craft, work):
    if sandbox.FILES in sandbox.missing_here():
        pytest.skip("this kernel has no Landlock")
    job_id = add_job(engine, clock)
    make(craft, "other", "page", secret=True)
    make(craft, "w1", "trouble", egg="peek")
    work()
    until(lambda: status(builds, job_id) is S.COMPLETED)
    assert json.loads((craft.folder("w1") / "refused").read_text()) == [True, True]


def test_a_butler_without_money_ends_and_a_job_pauses(builds, butlers, engine, clock, craft, work):
    job_id = add_job(engine, clock)
    make(craft, "w1", "trouble", butler="spent", grow="spent")
    butlers.start(1, ButlerConfig(rounds=0), asked=True)
    work()
    until(lambda: status(builds, job_id) is S.PAUSED and not butlers.find(1).running)
    until(lambda: butlers.find(1).runner is None)
    assert butlers.find(1).round == 0
    assert "budget" in (craft.folder("w1") / "log" / "butler.jsonl").read_text()
    assert ("log", {"level": "warning", "msg": SPENT}) in events(engine, job_id)
    make(craft, "w1", "trouble")
    builds.start(job_id)
    until(lambda: status(builds, job_id) in {S.READY, S.COMPLETED})


def test_a_run_needs_no_row_of_its_own(builds, engine, clock, craft, tmp_path):
    """A run whose job was deleted before it began ends without a word."""
    job_id = add_job(engine, clock)
    job, claim = builds.claim("me", 1)
    builds.delete(job_id, force=True)
    JobRun(builds, craft, limits(tmp_path), job, claim)()
    assert not (craft.folder("w1") / "done").exists()


def _children(pid):
    from pathlib import Path

    return [word for path in Path(f"/proc/{pid}/task").glob("*/children") for word in path.read_text().split()]


def _command(pid):
    from pathlib import Path

    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode()
    except OSError:
        return ""
