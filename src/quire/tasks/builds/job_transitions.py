"""The rows of the jobs: every question and every move, each move in a transaction that holds the job's row."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from enum import Enum
from typing import NamedTuple

import sqlalchemy as sa

from quire.clock import Clock
from quire.errors import Cancelled, Conflict, QuireError, Unavailable
from quire.store import usage_log
from quire.store.database import Condition, read, write
from quire.store.schema import butlers, job_events, wikis
from quire.store.schema import jobs as rows
from quire.tasks.builds import job_events as story
from quire.tasks.builds.event_journal import JournalEvent, log_event
from quire.tasks.builds.job_states import (
    ACTIVE,
    MAX_REQUEUES,
    RESTING,
    STARTABLE,
    TRANSITIONS,
    Job,
    JobStatus,
)
from quire.tasks.builds.job_table import (
    CLAIMS,
    IN_SIGHT,
    found_job,
    in_turn,
    is_held,
    job_of,
    locked,
    locking,
    select_jobs,
    words,
)
from quire.tasks.claims import Claim
from quire.tasks.process_identity import is_alive, machine_id
from quire.tasks.task_states import Worker
from quire.tasks.worker_registry import signed_on

LOOK_AGAIN = 0.1
"""Seconds between two looks whether a process has ended."""

MIN_TURN = timedelta(seconds=30)
"""A job runs for so long before it can be asked to give its place to another owner: starting costs about a second."""

HEARTBEAT_AGE = timedelta(seconds=45)
"""A worker heard of within this time lives, as far as readers can tell: nine of its heartbeats may be late."""

ERROR_LENGTH = 500


class Queue(NamedTuple):
    """What runs, and what waits in the order in which it will start."""

    running: list[Job]
    waiting: list[Job]


class Missing(Enum):
    """What a ready job lacks: a butler; its end, as its butler has come to its own; or the end of its story alone."""

    BUTLER = 1
    END = 2
    DONE = 3


class UnsettledJob(NamedTuple):
    """A ready job for which nothing is planned."""

    job_id: int
    wiki_id: int
    lack: Missing


class Builds:
    """The jobs of an installation. All methods block.

    Args:
        engine: the database.
        clock: the time.
        stop_seconds: how long `pause` and `delete` wait for the end of the job's process; 0 does not wait, for tests.
    """

    def __init__(self, engine: sa.Engine, clock: Clock, *, stop_seconds: float = 0.0) -> None:
        self.engine = engine
        self.clock = clock
        self._stop_seconds = stop_seconds

    # Questions

    def find(self, job_id: int) -> Job:
        """The job.

        Raises:
            NotFound: there is none.
        """
        with read(self.engine) as connection:
            return found_job(connection.execute(select_jobs().where(rows.c.id == job_id)).mappings().first())

    def of_wiki(self, wiki_id: int) -> Job | None:
        """The newest job of a wiki; None when its jobs were deleted."""
        wanted = select_jobs().where(rows.c.wiki_id == wiki_id).order_by(rows.c.id.desc()).limit(1)
        with read(self.engine) as connection:
            row = connection.execute(wanted).mappings().first()
        return job_of(row) if row else None

    def page(self, owner: str | None, status: JobStatus | None, *, limit: int, offset: int) -> tuple[list[Job], int]:
        """A page of the jobs, newest first, and how many there are; `owner` None is everybody's."""
        conditions = [IN_SIGHT] if owner is None else [IN_SIGHT, rows.c.owner == owner]
        conditions += [] if status is None else [rows.c.status == status.value]
        wanted = select_jobs().where(*conditions).order_by(rows.c.id.desc()).limit(limit).offset(offset)
        with read(self.engine) as connection:
            found = [job_of(row) for row in connection.execute(wanted).mappings()]
            total = connection.execute(sa.select(sa.func.count()).select_from(rows).where(*conditions)).scalar_one()
        return found, total

    def counts(self, owner: str | None = None) -> dict[JobStatus, int]:
        """How many jobs are in each state."""
        wanted = sa.select(rows.c.status, sa.func.count()).where(IN_SIGHT).group_by(rows.c.status)
        if owner is not None:
            wanted = wanted.where(rows.c.owner == owner)
        with read(self.engine) as connection:
            found = {row[0]: row[1] for row in connection.execute(wanted)}
        return {status: found.get(status.value, 0) for status in JobStatus}

    def used(self, owner: str | None = None) -> tuple[int, int]:
        """Tokens and millionths of a dollar of all jobs."""
        wanted = sa.select(sa.func.sum(rows.c.tokens), sa.func.sum(rows.c.cost_micros))
        if owner is not None:
            wanted = wanted.where(rows.c.owner == owner)
        with read(self.engine) as connection:
            tokens, micros = connection.execute(wanted).one()
        return int(tokens or 0), int(micros or 0)

    def queue(self) -> Queue:
        """What runs and what waits."""
        busy = [JobStatus.QUEUED.value, *words(ACTIVE)]
        with read(self.engine) as connection:
            found = [job_of(row) for row in connection.execute(select_jobs().where(rows.c.status.in_(busy))).mappings()]
            ordered = [one.job_id for one in in_turn(connection, found)]
        by_id = {job.id: job for job in found}
        running = sorted((job for job in found if job.status.active), key=lambda job: job.started or job.created)
        return Queue(running, [by_id[job_id] for job_id in ordered])

    def living(self) -> set[str]:
        """The workers that live, as far as this process can tell."""
        return {one.executor for one in signed_on(self.engine) if _is_alive(one, self.clock.now())}

    # Moves that people ask for

    def start(self, job_id: int) -> Job:
        """Queue a job that rests.

        Raises:
            NotFound, Conflict: there is none; or it waits, runs, or has ended well.
        """
        with write(self.engine) as connection:
            job = locked(connection, job_id)
            if job.status not in STARTABLE:
                raise Conflict(f"The job is {job.status}; only a stopped job can be started.")
            self._enqueue(connection, job, "The job was started.")
            return locked(connection, job_id)

    def reset(self, job_id: int) -> Job:
        """Queue a job that rests or is stuck; what runs of a stuck one is killed by its worker.

        Raises:
            NotFound, Conflict: there is none; or it waits, runs well, or has ended well.
        """
        living = self.living()
        with write(self.engine) as connection:
            job = locked(connection, job_id)
            if job.status.active and job.stale(self.clock.now(), living=job.runner in living):
                self._move(connection, job, JobStatus.INTERRUPTED, [log_event("The job was stuck and is reset.")])
                job = locked(connection, job_id)
            if job.status not in STARTABLE:
                raise Conflict(f"The job is {job.status}; only a stuck or stopped job can be reset.")
            self._enqueue(connection, job, "The job was reset.")
            return locked(connection, job_id)

    def pause(self, job_id: int) -> Job:
        """Pause a running job, and return when its process has ended: at its next unit, or killed after the grace time.

        Raises:
            NotFound, Conflict: there is none; or it does not run.
            Unavailable: the job is paused, but its process has not ended in time; pausing again waits again.
        """
        with write(self.engine) as connection:
            job = locked(connection, job_id)
            if job.status is not JobStatus.PAUSED or job.runner is None:
                if JobStatus.PAUSED not in TRANSITIONS[job.status]:
                    raise Conflict(f"The job is {job.status}; only a running job can be paused.")
                self._move(connection, job, JobStatus.PAUSED, [log_event("The job was paused.")])
        self._await_end(job_id)
        return self.find(job_id)

    def delete(self, job_id: int, *, force: bool) -> Job:
        """Remove the job's record when its process, if it has one, is killed; the wiki stays. The job as it was.

        Raises:
            NotFound, Conflict: there is none; or it runs and `force` is not set.
            Unavailable: its process has not ended in time; the job is stopped, and deleting again waits again.
        """
        with write(self.engine) as connection:
            job = locked(connection, job_id)
            if job.status.active and not force:
                raise Conflict(f"The job is {job.status}; pause it first, or delete it with force=true.")
            if job.status.active:
                to = JobStatus.PAUSED if JobStatus.PAUSED in TRANSITIONS[job.status] else JobStatus.INTERRUPTED
                # its runner sees the code and kills the process at once; it is not queued again by itself
                cancelled: dict[str, object] = {"error_code": Cancelled.code, "interruptions": MAX_REQUEUES + 1}
                self._move(connection, job, to, [log_event("The job was deleted.")], cancelled)
        self._await_end(job_id)
        with write(self.engine) as connection:
            connection.execute(sa.delete(rows).where(rows.c.id == job_id))
        return job

    def _await_end(self, job_id: int) -> None:
        """Return when no process works on the job any more; at once when its worker is dead.

        Raises:
            Unavailable: one still does after `stop_seconds`.
        """
        until = time.monotonic() + self._stop_seconds
        while self._stop_seconds:
            runner = self.find(job_id).runner
            if runner is None or runner not in self.living():
                return
            if time.monotonic() >= until:
                raise Unavailable("The process of the job has not ended yet. Please try again.")
            time.sleep(LOOK_AGAIN)

    # Moves of the workers

    def claim(self, runner: str, capacity: int) -> tuple[Job, Claim[int]] | None:
        """The job whose turn it is, now starting and ours; None when nothing waits or the capacity is used up."""
        waiting = (rows.c.status == JobStatus.QUEUED.value, CLAIMS.free, IN_SIGHT)
        with read(self.engine) as connection:
            if connection.execute(sa.select(rows.c.id).where(*waiting).limit(1)).first() is None:
                return None
        with CLAIMS.taking(self.engine) as connection:
            busy = [JobStatus.QUEUED.value, *words(ACTIVE)]
            found = [job_of(row) for row in connection.execute(select_jobs().where(rows.c.status.in_(busy))).mappings()]
            # a job that was just taken off still uses its process until its worker lets it go
            ending = sa.select(sa.func.count()).where(rows.c.runner.is_not(None), rows.c.status.not_in(words(ACTIVE)))
            used = sum(job.status.active for job in found) + connection.execute(ending).scalar_one()
            free = {job.id for job in found if job.runner is None}
            following = next((one for one in in_turn(connection, found) if one.job_id in free), None)
            if used >= capacity or following is None:
                return None
            job = locked(connection, following.job_id)
            values = {"started": self.clock.now(), "finished": None, "error": None, "error_code": None}
            CLAIMS.take(connection, job.id, runner, values=values)
            self._move(connection, job, JobStatus.STARTING, [])
            return locked(connection, job.id), Claim(job.id, runner, job.attempt + 1)

    def yield_place(self, capacity: int) -> int | None:
        """Have a job give its place to an owner without any; its id, None when there is no need or no such job.

        When every place is taken and an owner waits who has none, the job that was started last of the owner who has
        most places, at least two, goes back into the queue and goes on later from its last unit. So two books that take
        for ever do not stop the books of everybody else.
        """
        waits = sa.select(rows.c.id).where(rows.c.status == JobStatus.QUEUED.value).limit(1)
        with read(self.engine) as connection:
            if connection.execute(waits).first() is None:
                return None
        with CLAIMS.taking(self.engine) as connection:
            busy = [JobStatus.QUEUED.value, *words(ACTIVE)]
            found = [job_of(row) for row in connection.execute(select_jobs().where(rows.c.status.in_(busy))).mappings()]
            ending = sa.select(sa.func.count()).where(rows.c.runner.is_not(None), rows.c.status.not_in(words(ACTIVE)))
            active = [job for job in found if job.status.active]
            places = Counter(job.owner for job in active)
            waiting = {job.owner for job in found if job.status is JobStatus.QUEUED} - set(places)
            if not waiting or len(active) < capacity or connection.execute(ending).scalar_one():
                return None
            settled = self.clock.now() - MIN_TURN
            several = [
                (places[job.owner], job.started, job)
                for job in active
                if job.status is JobStatus.RUNNING and places[job.owner] > 1 and job.started and job.started <= settled
            ]
            if not several:
                return None
            *_, job = max(several, key=lambda one: one[:2])
            self._move(
                connection,
                job,
                JobStatus.INTERRUPTED,
                [log_event("It is another owner's turn; this job continues later.")],
            )
            return job.id

    def is_cancelled(self, job_id: int) -> bool:
        """Whether a job is deleted, or is being deleted: nothing that its process still does is wanted."""
        with read(self.engine) as connection:
            code = connection.execute(sa.select(rows.c.error_code).where(rows.c.id == job_id)).first()
        return code is None or code[0] == Cancelled.code

    def holds(self, claim: Claim[int]) -> bool:
        """Whether the claim still holds."""
        with read(self.engine) as connection:
            return is_held(connection, claim)

    def has_folder(self, claim: Claim[int]) -> Condition:
        """What holds while the wiki's folder is the run's, also when the job is paused meanwhile."""
        return sa.exists().where(*CLAIMS.is_of(claim))

    def begin(self, claim: Claim[int], phase: str) -> bool:
        """Note that a phase begins, and with the first one that the job runs; whether the claim held."""
        with self._claimed(claim) as (connection, job):
            if job is None:
                return False
            if job.status is JobStatus.STARTING:
                self._move(connection, job, JobStatus.RUNNING, [])
            values = {"phase": phase} | ({} if phase == job.phase else {"interruptions": 0})
            connection.execute(sa.update(rows).where(rows.c.id == job.id).values(values))
            return True

    def note(self, claim: Claim[int], events: Sequence[JournalEvent], read_to: int) -> bool:
        """Add what the journal tells up to a byte, once; whether the claim held."""
        with self._claimed(claim) as (connection, job):
            if job is None:
                return False
            if read_to > job.read_to:
                self._tell(connection, job, events, {"read_to": read_to})
                tokens, micros = story.total_usage([data for kind, data in events if kind == "token"])
                used = usage_log.Amount(tokens=tokens, cost_micros=micros)
                usage_log.count_for_wiki(connection, self.clock.now().date(), job.wiki_id, used)
            return True

    def count_cpu(self, wiki_id: int, seconds: float) -> None:
        """Count processor time that a wiki took."""
        used = usage_log.Amount(cpu_ms=round(seconds * 1000))
        with write(self.engine) as connection:
            usage_log.count_for_wiki(connection, self.clock.now().date(), wiki_id, used)

    def end(
        self,
        claim: Claim[int],
        status: JobStatus,
        *,
        error: QuireError | None = None,
        events: Sequence[JournalEvent] = (),
    ) -> bool:
        """Move a running job to where its run leads, and let its folder go; whether the claim held."""
        with self._claimed(claim) as (connection, job):
            if job is None:
                return False
            values: dict[str, object] = {"runner": None}
            if error is not None:
                values |= {"error": str(error)[:ERROR_LENGTH], "error_code": error.code}
            if status is JobStatus.INTERRUPTED:
                self._interrupt(connection, job, events, values)
            else:
                self._move(connection, job, status, events, values)
            return True

    def let_go(self, claim: Claim[int]) -> None:
        """Note that no process of this worker touches the job's folder any more."""
        with write(self.engine) as connection:
            CLAIMS.let_go(connection, claim)

    def complete(self, job_id: int) -> None:
        """Move a ready job to completed: nothing of it is left to do."""
        with write(self.engine) as connection:
            row = connection.execute(locking(job_id)).mappings().first()
            if row is not None and row["status"] == JobStatus.READY.value:
                self._move(connection, job_of(row), JobStatus.COMPLETED, [])

    def rest(self, job_id: int) -> None:
        """Let the story of a ready job come to an end: what follows has no end of its own."""
        with write(self.engine) as connection:
            row = connection.execute(locking(job_id)).mappings().first()
            if row is not None and row["status"] == JobStatus.READY.value:
                self._tell(connection, job_of(row), [(story.DONE, {"status": JobStatus.READY.value})], {})

    def left_ready(self) -> list[UnsettledJob]:
        """The ready jobs for which nothing is planned, and what is to be done about each."""
        alone = sa.or_(butlers.c.wiki_id.is_(None), butlers.c.rounds == 0, butlers.c.running.is_(False))
        last = sa.and_(job_events.c.job_id == rows.c.id, job_events.c.number == rows.c.events)
        wanted = sa.select(rows.c.id, rows.c.wiki_id, butlers.c.rounds, job_events.c.kind)
        wanted = wanted.join_from(rows, butlers, butlers.c.wiki_id == rows.c.wiki_id, isouter=True)
        wanted = wanted.join(job_events, last, isouter=True)
        with read(self.engine) as connection:
            found = connection.execute(wanted.where(rows.c.status == JobStatus.READY.value, alone, IN_SIGHT)).all()
        settled = [
            UnsettledJob(
                row.id,
                row.wiki_id,
                Missing.BUTLER if row.rounds is None else Missing.END if row.rounds else Missing.DONE,
            )
            for row in found
        ]
        over = {row.id for row in found if row.kind == story.DONE}
        return [one for one in settled if one.lack is not Missing.DONE or one.job_id not in over]

    def tell(self, job_id: int, events: Sequence[JournalEvent]) -> None:
        """Add events to the story of a job that is ready; nothing, when it is gone or its story is over."""
        with write(self.engine) as connection:
            row = connection.execute(locking(job_id)).mappings().first()
            if row is not None and row["status"] == JobStatus.READY.value:
                self._tell(connection, job_of(row), events, {"phase": "butler"})

    # What the workers look after

    def interrupt_lost(self, alive: Callable[[], Collection[str]], mine: str, in_hand: Collection[int]) -> list[int]:
        """Interrupt the jobs whose worker is gone; their ids. See `Claims.lost` for the arguments."""
        lost = CLAIMS.lost(self.engine, alive, mine, in_hand)
        for claim in lost:
            with write(self.engine) as connection:
                row = connection.execute(locking(claim.key)).mappings().first()
                if is_held(connection, claim):
                    lost_it = [log_event("The worker was lost.", "warning")]
                    self._interrupt(connection, found_job(row), lost_it, {"runner": None})
                else:
                    CLAIMS.let_go(connection, claim)
        return [claim.key for claim in lost]

    def return_interrupted(self) -> list[int]:
        """Queue again what was interrupted not too often; the ids."""
        waiting = (rows.c.status == JobStatus.INTERRUPTED.value, rows.c.interruptions <= MAX_REQUEUES)
        with read(self.engine) as connection:
            found = connection.execute(sa.select(rows.c.id).where(*waiting)).scalars().all()
        for job_id in found:
            with write(self.engine) as connection:
                row = connection.execute(locking(job_id)).mappings().first()
                if row is not None and row["status"] == JobStatus.INTERRUPTED.value:
                    self._enqueue(connection, job_of(row), "The job continues by itself.", by_itself=True)
        return [*found]

    # Inside of transactions

    def _interrupt(
        self, connection: sa.Connection, job: Job, events: Sequence[JournalEvent], values: dict[str, object]
    ) -> None:
        count = job.interruptions + 1
        for_good = count > MAX_REQUEUES
        values = values | {"interruptions": count}
        if for_good:
            values |= {"error": "The job was interrupted too often.", "error_code": "interrupted"}
            events = [*events, (story.DONE, {"status": JobStatus.INTERRUPTED.value})]
        self._move(connection, job, JobStatus.INTERRUPTED, events, values)

    def _enqueue(self, connection: sa.Connection, job: Job, sentence: str, *, by_itself: bool = False) -> None:
        values: dict[str, object] = {"error": None, "error_code": None, "finished": None}
        if not by_itself:
            values |= {"queued": self.clock.now(), "interruptions": 0}
        self._move(connection, job, JobStatus.QUEUED, [log_event(sentence)], values)

    def _move(
        self,
        connection: sa.Connection,
        job: Job,
        to: JobStatus,
        events: Sequence[JournalEvent],
        values: dict[str, object] | None = None,
    ) -> None:
        """The one place where a status changes."""
        if to not in TRANSITIONS[job.status]:
            raise Conflict(f"The job is {job.status} and cannot be {to} now.")
        now = self.clock.now()
        changes: dict[str, object] = {"status": to.value}
        if job.status.active and not to.active:
            changes |= {"finished": now, "spent_ms": job.elapsed_ms(now)}
        if to is JobStatus.READY:
            connection.execute(sa.update(wikis).where(wikis.c.id == job.wiki_id).values(ready=True))
        if to in RESTING:
            events = [*events, (story.DONE, {"status": to.value})]
        self._tell(connection, job, events, changes | (values or {}))

    def _tell(
        self, connection: sa.Connection, job: Job, events: Sequence[JournalEvent], values: dict[str, object]
    ) -> None:
        changes = values | story.append_events(connection, job.id, job.events, events, self.clock.now())
        connection.execute(sa.update(rows).where(rows.c.id == job.id).values(changes))

    @contextmanager
    def _claimed(self, claim: Claim[int]) -> Iterator[tuple[sa.Connection, Job | None]]:
        """A transaction that holds the job's row, and the job when the claim holds."""
        with write(self.engine) as connection:
            row = connection.execute(locking(claim.key)).mappings().first()
            yield connection, found_job(row) if is_held(connection, claim) else None


def _is_alive(worker: Worker, now: datetime) -> bool:
    if worker.host == machine_id() and not is_alive(worker.pid):
        return False
    return now - worker.heard < HEARTBEAT_AGE
