"""The story of a job: its events, numbered 1, 2, 3 ... without a gap, and whether it has come to its end.

`done` is always the last event: when a job that rested continues, its former `done` becomes a line of the log, so a
reader who replays the events does not stop in the middle.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa

from quire.clock import zulu
from quire.store.database import read
from quire.store.schema import job_events as rows
from quire.store.schema import jobs
from quire.tasks.builds.event_journal import JournalEvent, log_event
from quire.tasks.builds.job_states import JobEvent

DONE = "done"
MICROS = 1_000_000

CHUNK = 500
"""Rows written or asked for by one statement."""


class Head(NamedTuple):
    """How far a story is: the number of its last event, and whether that is `done`."""

    number: int
    over: bool


class Lines(NamedTuple):
    """The last lines of a log, and how many there are in all."""

    lines: list[str]
    total: int


def append_events(
    connection: sa.Connection, job_id: int, last: int, events: Sequence[JournalEvent], now: datetime
) -> dict[str, object]:
    """Add events to a job's story, inside the caller's transaction, which holds the job's row.

    Args:
        connection: of that transaction.
        job_id: the job.
        last: the number of its last event.
        events: what is added.
        now: the moment.

    Returns:
        The values that the job's row must get.
    """
    if not events:
        return {}
    former = sa.update(rows).where(rows.c.job_id == job_id, rows.c.number == last, rows.c.kind == DONE)
    kind, data = log_event("The job continues.")
    connection.execute(former.values(kind=kind, data=data))
    made = [
        {"job_id": job_id, "number": number, "kind": kind, "data": data, "created": now}
        for number, (kind, data) in enumerate(events, last + 1)
    ]
    for start in range(0, len(made), CHUNK):
        connection.execute(sa.insert(rows), made[start : start + CHUNK])
    values: dict[str, object] = {"events": last + len(events), "last_event": now}
    used = [data for kind, data in events if kind == "token"]
    if used:
        tokens, micros = total_usage(used)
        values |= {"tokens": jobs.c.tokens + tokens, "cost_micros": jobs.c.cost_micros + micros}
    return values


def total_usage(used: Sequence[Mapping[str, str | int | float]]) -> tuple[int, int]:
    """Tokens and millionths of a dollar of some token events together."""
    tokens = sum(int(one["input"]) + int(one["output"]) for one in used)
    return tokens, sum(round(float(one["cost"]) * MICROS) for one in used)


class JobEvents:
    """The readers' side."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def after(self, job_id: int, number: int, limit: int) -> list[JobEvent]:
        """The events that follow the one of that number, at most `limit`."""
        wanted = sa.select(rows).where(rows.c.job_id == job_id, rows.c.number > number)
        with read(self._engine) as connection:
            found = connection.execute(wanted.order_by(rows.c.number).limit(limit))
            return [JobEvent(row.number, row.kind, row.data, row.created) for row in found]

    def heads(self, job_ids: Collection[int]) -> dict[int, Head]:
        """How far the stories of these jobs are; a job that is gone is not among them."""
        ids = [*job_ids]
        last = sa.and_(rows.c.job_id == jobs.c.id, rows.c.number == jobs.c.events)
        wanted = sa.select(jobs.c.id, jobs.c.events, rows.c.kind).join_from(jobs, rows, last, isouter=True)
        found: dict[int, Head] = {}
        with read(self._engine) as connection:
            for start in range(0, len(ids), CHUNK):
                for row in connection.execute(wanted.where(jobs.c.id.in_(ids[start : start + CHUNK]))):
                    found[row.id] = Head(row.events, row.kind == DONE)
        return found

    def log(self, job_id: int, tail: int) -> Lines:
        """The last `tail` events of a job as lines of text."""
        wanted = sa.select(rows).where(rows.c.job_id == job_id).order_by(rows.c.number.desc()).limit(tail)
        total = sa.select(jobs.c.events).where(jobs.c.id == job_id)
        with read(self._engine) as connection:
            found = connection.execute(wanted).all()
            count = connection.execute(total).scalar() or 0
        return Lines([line(row.kind, row.data, row.created) for row in reversed(found)], count)


def line(kind: str, data: Mapping[str, str | int | float], moment: datetime) -> str:
    """An event as a line of a log."""
    stamp = zulu(moment)
    if kind == "log":
        text = " ".join(str(data.get("msg", "")).split())
        return f"{stamp} {str(data.get('level', 'info')).upper()} {text}"
    return f"{stamp} INFO {kind} " + " ".join(f"{name}={value}" for name, value in data.items())
