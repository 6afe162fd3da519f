"""The table of the jobs: a row written, rows found, held and read, those that wait in the order of their turns."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

import sqlalchemy as sa

from quire.errors import NotFound
from quire.store.schema import jobs as rows
from quire.store.schema import wikis
from quire.tasks.builds import fair_queue, job_events
from quire.tasks.builds.event_journal import JournalEvent
from quire.tasks.builds.job_states import ACTIVE, Job, JobStatus, NewJob
from quire.tasks.claims import Claim, Claims

__all__ = [
    "CLAIMS",
    "IN_SIGHT",
    "found_job",
    "in_turn",
    "insert_job",
    "is_held",
    "job_of",
    "locked",
    "locking",
    "select_jobs",
    "words",
]

QUEUE_LOCK = 7_117_474
"""PostgreSQL's advisory lock under which a place in the capacity is taken."""

CLAIMS: Claims[int] = Claims(rows.c.id, rows.c.runner, rows.c.attempt, lock=QUEUE_LOCK)
"""Who may touch a job's folder. A job that was paused is held until its process has ended."""

IN_SIGHT = sa.not_(sa.exists().where(wikis.c.id == rows.c.wiki_id, wikis.c.binned.is_not(None)).correlate(rows))
"""Holds for the jobs of wikis that are not in the bin."""

_COLUMNS = [wikis.c.slug, wikis.c.input_bytes, *rows.c]


def insert_job(connection: sa.Connection, new: NewJob, now: datetime, events: Sequence[JournalEvent] = ()) -> int:
    """Write a new job's row and first events inside the caller's transaction; its id."""
    values = {
        "wiki_id": new.wiki_id,
        "owner": new.owner,
        "status": new.status.value,
        "phase": new.phase,
        "created": now,
        "queued": now if new.status is JobStatus.QUEUED else None,
        "finished": now if new.status.shown else None,
        "last_event": now,
    }
    zero = dict.fromkeys(("spent_ms", "attempt", "interruptions", "tokens", "cost_micros", "events", "read_to"), 0)
    job_id = int(connection.execute(sa.insert(rows).values(values | zero).returning(rows.c.id)).scalar_one())
    if new.status.shown:
        events = [*events, (job_events.DONE, {"status": new.status.value})]
    if changes := job_events.append_events(connection, job_id, 0, events, now):
        connection.execute(sa.update(rows).where(rows.c.id == job_id).values(changes))
    return job_id


def in_turn(connection: sa.Connection, found: Sequence[Job]) -> list[fair_queue.Waiting]:
    """The waiting ones of `found` in the order of their turns; `found` has all that wait or run."""
    waiting = [
        fair_queue.Waiting(job.id, job.owner, job.queued or job.created)
        for job in found
        if job.status is JobStatus.QUEUED
    ]
    if not waiting:
        return []
    running: dict[str, int] = {}
    for job in found:
        running[job.owner] = running.get(job.owner, 0) + job.status.active
    owners = {one.owner for one in waiting}
    latest = sa.select(rows.c.owner, sa.func.max(rows.c.started)).where(rows.c.started.is_not(None))
    served = {row[0]: row[1] for row in connection.execute(latest.group_by(rows.c.owner)) if row[0] in owners}
    return fair_queue.order(waiting, running, served)


def select_jobs() -> sa.Select[tuple[object, ...]]:
    """Every job, but of wikis in the bin, with its wiki's slug; `job_of` reads the rows."""
    return sa.select(*_COLUMNS).join_from(rows, wikis, wikis.c.id == rows.c.wiki_id).where(wikis.c.binned.is_(None))


def locking(job_id: int) -> sa.Select[tuple[object, ...]]:
    """The job's row, held until the end of the transaction (on SQLite the transaction itself holds everything)."""
    return select_jobs().where(rows.c.id == job_id).with_for_update(of=rows)


def locked(connection: sa.Connection, job_id: int) -> Job:
    """The job, its row held as `locking` says.

    Raises:
        NotFound: there is none.
    """
    return found_job(connection.execute(locking(job_id)).mappings().first())


def is_held(connection: sa.Connection, claim: Claim[int]) -> bool:
    """Whether the job is still the claim's, and is to go on."""
    mine = sa.select(rows.c.id).where(*CLAIMS.is_of(claim), rows.c.status.in_(words(ACTIVE)))
    return connection.execute(mine).first() is not None


def found_job(row: sa.RowMapping | None) -> Job:
    """The job of a row that was looked for.

    Raises:
        NotFound: there is no row.
    """
    if row is None:
        raise NotFound("There is no such job.")
    return job_of(row)


def job_of(row: sa.RowMapping) -> Job:
    """The job of a row."""
    return Job(status=JobStatus(row["status"]), **{name: row[name] for name in _PLAIN})


_PLAIN = [name for name in Job.__dataclass_fields__ if name != "status"]  # the columns have the names of the fields


def words(statuses: Collection[JobStatus]) -> list[str]:
    """States as the table has them."""
    return [status.value for status in statuses]
