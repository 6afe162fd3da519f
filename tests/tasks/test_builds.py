"""The rows of jobs: every move from every state, claims, the queue, the story."""

from __future__ import annotations

from datetime import timedelta

import pytest
import sqlalchemy as sa

from quire.errors import Conflict, DamagedDocument, NotFound
from quire.store.database import insert, write
from quire.store.schema import jobs, wikis, workers
from quire.tasks.builds.job_events import Head, JobEvents
from quire.tasks.builds.job_states import (
    ACTIVE,
    INITIAL,
    MAX_REQUEUES,
    PHASES,
    RESTING,
    STALE_AGE,
    STARTABLE,
    TRANSITIONS,
    JobStatus,
)
from quire.tasks.builds.job_transitions import Builds, Missing
from quire.tasks.claims import Claim
from quire.tasks.process_identity import machine_id
from tests.tasks.wikis import add_job

S = JobStatus
LOG = ("log", {"level": "info", "msg": "hello"})


@pytest.fixture
def builds(engine, clock):
    return Builds(engine, clock)


@pytest.fixture
def story(engine):
    return JobEvents(engine)


@pytest.fixture
def sign_on(engine, clock):
    """`sign_on("w")` makes a worker of another machine known."""

    def sign_on(executor):
        row = {
            "executor": executor,
            "host": "other",
            "pid": 1,
            "slots": 1,
            "started": clock.now(),
            "heard": clock.now(),
        }
        with write(engine) as connection:
            writing = insert(connection, workers).values(row)
            connection.execute(writing.on_conflict_do_update(index_elements=["executor"], set_={"heard": clock.now()}))

    return sign_on


@pytest.fixture
def be(engine):
    """`be(job, status)` puts a job into a state by force."""

    def be(job_id, status, **more):
        with write(engine) as connection:
            values = {"status": status.value, **more}
            connection.execute(sa.update(jobs).where(jobs.c.id == job_id).values(values))

    return be


def test_the_table_of_moves_is_the_contracts():
    assert {state: sorted(following) for state, following in TRANSITIONS.items()} == {
        S.QUEUED: ["starting"],
        S.STARTING: ["interrupted", "running"],
        S.RUNNING: ["failed", "interrupted", "paused", "ready", "timeout"],
        S.READY: ["completed"],
        S.COMPLETED: [],
        S.FAILED: ["queued"],
        S.PAUSED: ["queued"],
        S.TIMEOUT: ["queued"],
        S.INTERRUPTED: ["queued"],
    }
    assert {S.QUEUED, S.PAUSED, S.READY, S.COMPLETED} == INITIAL
    reached = set().union(*TRANSITIONS.values()) | INITIAL
    assert reached == set(S)
    assert not RESTING & ACTIVE
    assert {S.FAILED, S.PAUSED, S.TIMEOUT, S.INTERRUPTED} == STARTABLE


def test_the_phases_are_the_builders():
    from quire.wiki import phases

    assert phases.PHASES == PHASES


@pytest.mark.parametrize("status", list(S))
def test_what_people_may_ask_for_in_each_state(builds, clock, engine, be, status):
    asked = {"start": builds.start, "reset": builds.reset, "pause": builds.pause}
    expected = {
        "start": S.QUEUED if status in STARTABLE else None,
        "reset": S.QUEUED if status in STARTABLE | ACTIVE else None,  # without a living worker an active one is stuck
        "pause": S.PAUSED if status is S.RUNNING else None,
    }
    for name, ask in asked.items():
        job_id = add_job(engine, clock)
        be(job_id, status, started=clock.now())
        if expected[name] is None:
            with pytest.raises(Conflict):
                ask(job_id)
            assert builds.find(job_id).status is status
        else:
            assert ask(job_id).status is expected[name]


@pytest.mark.parametrize("status", list(S))
def test_deleting_in_each_state(builds, clock, engine, be, status):
    job_id = add_job(engine, clock)
    be(job_id, status)
    if status in ACTIVE:
        with pytest.raises(Conflict):
            builds.delete(job_id, force=False)
    assert builds.delete(job_id, force=status in ACTIVE).status is status
    with pytest.raises(NotFound):
        builds.find(job_id)
    with engine.connect() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(wikis)).scalar() == 1
    assert add_job(engine, clock) > job_id  # an id is never given twice


@pytest.mark.parametrize("status", list(S))
@pytest.mark.parametrize("to", list(S))
def test_a_run_ends_only_where_a_move_leads(builds, clock, engine, be, status, to):
    job_id = add_job(engine, clock)
    _job, claim = builds.claim("w", 1)
    be(job_id, status)
    if status not in ACTIVE:
        assert not builds.end(claim, to)
        assert builds.find(job_id).status is status
    elif to in TRANSITIONS[status]:
        assert builds.end(claim, to)
        assert builds.find(job_id).status is to
    else:
        with pytest.raises(Conflict):
            builds.end(claim, to)


def test_a_healthy_job_cannot_be_reset(builds, clock, engine, sign_on):
    job_id = add_job(engine, clock)
    sign_on("w")
    _, claim = builds.claim("w", 1)
    builds.begin(claim, "egg")
    with pytest.raises(Conflict):
        builds.reset(job_id)
    clock.advance(STALE_AGE.total_seconds() + 1)
    sign_on("w")
    assert builds.find(job_id).stale(clock.now(), living=True)
    assert builds.reset(job_id).status is S.QUEUED
    assert not builds.holds(claim)
    assert builds.claim("v", 1) is None  # its folder is still in other hands
    builds.let_go(claim)
    assert builds.claim("v", 1) is not None


def test_the_capacity_is_that_of_the_whole_installation(builds, clock, engine):
    ids = [add_job(engine, clock) for _ in range(3)]
    assert [builds.claim(worker, 2)[0].id for worker in ("v", "w")] == ids[:2]
    assert builds.claim("x", 2) is None
    running, waiting = builds.queue()
    assert ([job.id for job in running], [job.id for job in waiting]) == (ids[:2], ids[2:])


def test_a_paused_job_uses_its_place_until_its_process_is_gone(builds, clock, engine):
    first, second = add_job(engine, clock), add_job(engine, clock)
    _, claim = builds.claim("w", 1)
    builds.begin(claim, "egg")
    builds.pause(first)
    assert not builds.holds(claim)
    assert not builds.end(claim, S.READY)
    assert builds.claim("w", 1) is None
    builds.let_go(claim)
    assert builds.claim("w", 1)[0].id == second


def test_a_claim_of_another_attempt_is_none(builds, clock, engine):
    add_job(engine, clock)
    _, claim = builds.claim("w", 1)
    older = Claim(claim.key, "w", claim.attempt - 1)
    assert not builds.begin(older, "egg")
    assert not builds.note(older, [LOG], 10)
    assert not builds.end(older, S.FAILED)
    assert builds.holds(claim)


def test_what_the_journal_tells_is_noted_once(builds, story, clock, engine):
    job_id = add_job(engine, clock)
    _, claim = builds.claim("w", 1)
    used = ("token", {"phase": "egg", "input": 3, "output": 4, "cost": 0.25})
    assert builds.note(claim, [LOG, used], 100)
    assert builds.note(claim, [LOG, used], 100)
    job = builds.find(job_id)
    assert (job.tokens, job.cost_micros, job.events, job.read_to) == (7, 250_000, 2, 100)
    assert [(event.number, event.kind) for event in story.after(job_id, 0, 10)] == [(1, "log"), (2, "token")]
    assert builds.used("ann") == (7, 250_000)
    assert builds.used("bob") == (0, 0)


def test_a_story_ends_with_done_and_only_there(builds, story, clock, engine):
    job_id = add_job(engine, clock)
    _, claim = builds.claim("w", 1)
    builds.begin(claim, "egg")
    builds.pause(job_id)
    builds.let_go(claim)
    assert story.heads([job_id]) == {job_id: Head(2, over=True)}
    builds.start(job_id)
    assert not story.heads([job_id])[job_id].over
    assert [event.kind for event in story.after(job_id, 0, 10)] == ["log", "log", "log"]
    _, claim = builds.claim("w", 1)
    builds.begin(claim, "egg")
    builds.end(claim, S.FAILED, error=DamagedDocument())
    events = story.after(job_id, 0, 10)
    assert [event.number for event in events] == [*range(1, len(events) + 1)]
    assert events[-1].data == {"status": "failed"}
    assert [event.kind for event in events].count("done") == 1
    assert (builds.find(job_id).error_code, builds.find(job_id).error) == ("damaged_document", str(DamagedDocument()))
    lines, total = story.log(job_id, 1)
    assert (len(lines), total) == (1, events[-1].number)
    assert lines[0].endswith("INFO done status=failed")


def test_lost_jobs_come_back_three_times_and_then_rest(builds, story, clock, engine):
    job_id = add_job(engine, clock)
    for count in range(1, MAX_REQUEUES + 2):
        _, claim = builds.claim("w", 1)
        builds.begin(claim, "egg")
        assert builds.interrupt_lost(lambda: {"me"}, "me", ()) == [job_id]
        assert builds.find(job_id).interruptions == count
        assert builds.return_interrupted() == ([job_id] if count <= MAX_REQUEUES else [])
    assert builds.find(job_id).status is S.INTERRUPTED
    assert story.heads([job_id])[job_id].over
    assert builds.start(job_id).interruptions == 0


def test_a_phase_that_ends_gives_new_patience(builds, clock, engine, be):
    job_id = add_job(engine, clock)
    be(job_id, S.QUEUED, interruptions=3)
    _, claim = builds.claim("w", 1)
    builds.begin(claim, "egg")
    assert builds.find(job_id).interruptions == 3
    builds.begin(claim, "boot")
    assert (builds.find(job_id).interruptions, builds.find(job_id).phase) == (0, "boot")


def test_what_this_worker_has_dropped_is_lost_too(builds, clock, engine):
    job_id = add_job(engine, clock)
    builds.claim("me", 1)
    assert builds.interrupt_lost(lambda: {"me"}, "me", {job_id}) == []
    assert builds.interrupt_lost(lambda: {"me"}, "me", ()) == [job_id]


def test_a_paused_job_of_a_lost_worker_is_let_go(builds, clock, engine):
    job_id = add_job(engine, clock)
    _, claim = builds.claim("w", 1)
    builds.begin(claim, "egg")
    builds.pause(job_id)
    builds.interrupt_lost(set, "me", ())
    assert (builds.find(job_id).status, builds.find(job_id).runner) == (S.PAUSED, None)


def test_the_wiki_is_ready_with_its_job(builds, clock, engine):
    job_id = add_job(engine, clock)
    _, claim = builds.claim("w", 1)
    builds.begin(claim, "grow")
    builds.end(claim, S.READY)
    with engine.connect() as connection:
        assert connection.execute(sa.select(wikis.c.ready)).scalar() == 1
    assert [one.lack for one in builds.left_ready()] == [Missing.BUTLER]
    builds.complete(job_id)
    assert builds.find(job_id).status is S.COMPLETED
    assert builds.left_ready() == []


def test_time_is_counted_over_all_runs(builds, clock, engine):
    job_id = add_job(engine, clock)
    for _ in range(2):
        _, claim = builds.claim("w", 1)
        builds.begin(claim, "egg")
        clock.advance(2)
        builds.end(claim, S.PAUSED)
        clock.advance(100)
        builds.start(job_id)
    assert builds.find(job_id).elapsed_ms(clock.now()) == 4000
    builds.claim("w", 1)
    clock.advance(1)
    assert builds.find(job_id).elapsed_ms(clock.now()) == 5000


def test_who_lives(builds, clock, engine, sign_on):
    sign_on("w")
    row = {"host": machine_id(), "slots": 1, "started": clock.now(), "heard": clock.now()}
    with write(engine) as connection:
        connection.execute(sa.insert(workers).values(row | {"executor": "dead", "pid": 2**22 + 1}))
    assert builds.living() == {"w"}
    clock.advance(60)
    assert builds.living() == set()


def test_lists_and_counts_by_owner(builds, clock, engine, be):
    mine, other = add_job(engine, clock), add_job(engine, clock, owner="bob")
    be(mine, S.FAILED)
    assert [job.id for job in builds.page(None, None, limit=10, offset=0)[0]] == [other, mine]
    assert builds.page("ann", S.FAILED, limit=10, offset=0)[1] == 1
    assert builds.page("bob", S.FAILED, limit=10, offset=0) == ([], 0)
    assert builds.counts("bob")[S.QUEUED] == 1
    assert set(builds.counts()) == set(S)
    assert builds.of_wiki(builds.find(mine).wiki_id).id == mine
    assert builds.find(mine).queued - clock.now() == timedelta(0)
