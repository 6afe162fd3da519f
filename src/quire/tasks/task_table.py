"""The rows of the tasks: every question and every move, each move one conditional UPDATE.

A worker holds a `Claim`: which attempt of which task, by which worker. Every move out of `processing` requires the
claim in its WHERE clause, so that a worker which was given up for lost cannot publish over the one that came after
it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from quire.clock import Clock
from quire.errors import NotFound, QuireError, ServiceFault, WorkerDied
from quire.store.database import read, write
from quire.store.schema import idempotency
from quire.store.schema import tasks as rows
from quire.tasks.queue_order import OwnerQueue, Waiting, queue_position
from quire.tasks.task_states import MAX_ATTEMPTS, Task, TaskFilter, TaskStatus

CHUNK = 500
"""Ids in one IN list: far below every database's limit on parameters."""

ERROR_LENGTH = 500
"""Characters of an error sentence that are kept."""

_OUR_FAULTS: tuple[type[QuireError], ...] = (QuireError, ServiceFault, *ServiceFault.__subclasses__())

SERVICE_FAULT_CODES = tuple(kind.code for kind in _OUR_FAULTS)
"""Code words of tasks that failed through a fault of ours: their uploads stay as long as a result would."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The right of one worker to end one attempt of a task."""

    task_id: str
    executor: str
    attempt: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a done task left: stored name of the result, the name to offer, images, pages, warnings, seconds."""

    result_file: str
    result_name: str
    images: Sequence[str]
    pages: int
    warnings: Sequence[str]
    seconds: float


class TaskTable:
    """The tasks' rows.

    Args:
        engine: the database.
        clock: the time.
        retention: how long a result is kept; an ended task's `expires` is set from it.
    """

    def __init__(self, engine: sa.Engine, clock: Clock, retention: timedelta) -> None:
        self.engine = engine
        self.clock = clock
        self.retention = retention

    # Questions

    def find(self, task_id: str, owner: str | None = None) -> Task:
        """The task; `owner` None sees every task.

        Raises:
            NotFound: no such task, or another owner's, or it is in the bin.
        """
        wanted = sa.select(rows).where(rows.c.id == task_id, rows.c.binned.is_(None))
        with read(self.engine) as connection:
            row = connection.execute(wanted).mappings().first()
        if row is None or (owner is not None and row["owner"] != owner):
            raise NotFound("Task not found")
        return _task(row)

    def page(self, wanted: TaskFilter, *, limit: int, offset: int) -> tuple[list[Task], int]:
        """A page of the tasks, newest first, and how many there are in all."""
        conditions = _wanted(wanted)
        query = sa.select(rows).where(*conditions).order_by(rows.c.created.desc(), rows.c.id).limit(limit)
        with read(self.engine) as connection:
            found = connection.execute(query.offset(offset)).mappings().all()
            total = connection.execute(sa.select(sa.func.count()).select_from(rows).where(*conditions)).scalar_one()
        return [_task(row) for row in found], total

    def line(self, owner: str) -> OwnerQueue:
        """What a new task of `owner` is put behind."""
        pending = sa.select(rows.c.id).where(rows.c.status == TaskStatus.PENDING.value)
        mine = sa.select(rows.c.id, rows.c.status).where(rows.c.owner == owner).order_by(rows.c.created.desc())
        running = sa.select(rows.c.id).where(rows.c.status == TaskStatus.PROCESSING.value)
        with read(self.engine) as connection:
            last = connection.execute(mine.limit(1)).first()
            present = connection.execute(running.order_by(rows.c.started.desc()).limit(1)).scalar()
            if present is None:
                present = connection.execute(pending.order_by(rows.c.created, rows.c.id).limit(1)).scalar()
        if last is None:
            return OwnerQueue(None, waits=False, present=present)
        return OwnerQueue(last.id, waits=last.status == TaskStatus.PENDING.value, present=present)

    def position(self, task_id: str) -> int:
        """Place among the pending tasks, of which owners take turns, 1 is next; 0 when it is not pending."""
        is_pending = rows.c.status == TaskStatus.PENDING.value
        mine = sa.select(rows.c.created, rows.c.owner).where(rows.c.id == task_id, is_pending)
        lines = sa.select(rows.c.owner, sa.func.count(), sa.func.min(rows.c.created)).where(is_pending)
        with read(self.engine) as connection:
            found = connection.execute(mine).first()
            if found is None:
                return 0
            created, owner = found
            earlier = sa.or_(rows.c.created < created, sa.and_(rows.c.created == created, rows.c.id < task_id))
            before = sa.select(sa.func.count()).select_from(rows).where(is_pending, rows.c.owner == owner, earlier)
            others = lines.where(rows.c.owner != owner).group_by(rows.c.owner)
            waiting = {row[0]: Waiting(row[1], row[2]) for row in connection.execute(others)}
            return queue_position(int(connection.execute(before).scalar_one()), created, waiting)

    def counts(self) -> dict[TaskStatus, int]:
        """How many tasks are in each state."""
        wanted = sa.select(rows.c.status, sa.func.count()).group_by(rows.c.status)
        with read(self.engine) as connection:
            found = {row[0]: row[1] for row in connection.execute(wanted)}
        return {status: found.get(status.value, 0) for status in TaskStatus}

    def ended(self, ids: Collection[str]) -> set[str]:
        """Which of these tasks have ended or are gone."""
        going = _values(TaskStatus.PENDING, TaskStatus.PROCESSING)
        left = set(ids)
        with read(self.engine) as connection:
            for chunk in _chunks(ids):
                wanted = sa.select(rows.c.id).where(rows.c.id.in_(chunk), rows.c.status.in_(going))
                left.difference_update(connection.execute(wanted).scalars())
        return left

    def existing(self, ids: Collection[str]) -> set[str]:
        """Which of these ids have a row."""
        found: set[str] = set()
        with read(self.engine) as connection:
            for chunk in _chunks(ids):
                found.update(connection.execute(sa.select(rows.c.id).where(rows.c.id.in_(chunk))).scalars())
        return found

    def pending(self, *, before: datetime, limit: int = 1000) -> list[str]:
        """The oldest pending tasks that were submitted before a moment."""
        wanted = sa.select(rows.c.id).where(rows.c.status == TaskStatus.PENDING.value, rows.c.created < before)
        with read(self.engine) as connection:
            return [*connection.execute(wanted.order_by(rows.c.created).limit(limit)).scalars()]

    def pending_among(self, ids: Collection[str]) -> set[str]:
        """Which of these tasks are pending."""
        found: set[str] = set()
        with read(self.engine) as connection:
            for chunk in _chunks(ids):
                is_pending = rows.c.status == TaskStatus.PENDING.value
                found.update(connection.execute(sa.select(rows.c.id).where(rows.c.id.in_(chunk), is_pending)).scalars())
        return found

    def held(self) -> list[Claim]:
        """The claims of all tasks that are processing."""
        wanted = sa.select(rows.c.id, rows.c.executor, rows.c.attempts)
        with read(self.engine) as connection:
            found = connection.execute(wanted.where(rows.c.status == TaskStatus.PROCESSING.value))
            return [Claim(row.id, row.executor or "", row.attempts) for row in found]

    # Moves

    def claim(self, task_id: str, executor: str, *, again: bool = False) -> tuple[Task, Claim] | None:
        """The task, now processing and ours; None when it is not pending any more.

        Args:
            task_id: the task.
            executor: the worker that claims it.
            again: take up our own claim, too, if it is still there because its end could not be written.
        """
        if again:
            with write(self.engine) as connection:
                ours = (rows.c.status == TaskStatus.PROCESSING.value, rows.c.executor == executor)
                back = {"status": TaskStatus.PENDING.value, "attempts": rows.c.attempts - 1}
                connection.execute(sa.update(rows).where(rows.c.id == task_id, *ours).values(back))
        update = (
            sa.update(rows)
            .where(rows.c.id == task_id, rows.c.status == TaskStatus.PENDING.value)
            .values(
                status=TaskStatus.PROCESSING.value,
                executor=executor,
                attempts=rows.c.attempts + 1,
                started=self.clock.now(),
                pages_done=0,
                pages_total=0,
                waiting_for=None,
            )
            .returning(rows)
        )
        with write(self.engine) as connection:
            row = connection.execute(update).mappings().first()
        if row is None:
            return None
        task = _task(row)
        return task, Claim(task_id, executor, task.attempts)

    def progress(self, claim: Claim, done: int, total: int) -> bool:
        """Note the progress; whether the claim still holds."""
        return self._move(claim, {"pages_done": done, "pages_total": total})

    def arrived(self, claim: Claim, filename: str, size: int) -> bool:
        """Note the name and the bytes of a document that was fetched; whether the claim still holds."""
        return self._move(claim, {"filename": filename, "input_bytes": size})

    def holds(self, claim: Claim) -> bool:
        """Whether the claim still holds."""
        with read(self.engine) as connection:
            return connection.execute(sa.select(rows.c.id).where(*_held(claim))).first() is not None

    def finish(self, claim: Claim, outcome: Outcome) -> bool:
        """Processing -> done; whether the claim still held."""
        return self._move(
            claim,
            self._ending(TaskStatus.DONE, outcome.seconds)
            | {
                "result_file": outcome.result_file,
                "result_name": outcome.result_name,
                "images": list(outcome.images),
                "warnings": list(outcome.warnings),
                "pages_done": outcome.pages,
                "pages_total": outcome.pages,
            },
        )

    def fail(self, claim: Claim, error: QuireError, seconds: float) -> bool:
        """Processing -> failed; whether the claim still held."""
        return self._move(claim, self._ending(TaskStatus.FAILED, seconds, error))

    def release(self, claim: Claim) -> bool:
        """Processing -> pending as if it had not been started: the worker is being stopped."""
        return self._move(claim, {"status": TaskStatus.PENDING.value, "attempts": rows.c.attempts - 1})

    def postpone(self, claim: Claim, waits_for: str) -> bool:
        """Processing -> pending as if it had not been started: a part of the service is not available."""
        values = {"status": TaskStatus.PENDING.value, "attempts": rows.c.attempts - 1}
        return self._move(claim, values | self._waiting(waits_for))

    def wait_for(self, claim: Claim, part: str) -> bool:
        """Note what a processing task waits for; whether the claim still holds."""
        return self._move(claim, self._waiting(part))

    def lose(self, claim: Claim) -> TaskStatus | None:
        """The state after the worker died: pending the first time, failed the second; None: it did not hold.

        The moves are one conditional UPDATE each, so of several that notice the death one counts.
        """
        if claim.attempt < MAX_ATTEMPTS:
            return TaskStatus.PENDING if self._move(claim, {"status": TaskStatus.PENDING.value}) else None
        return TaskStatus.FAILED if self.fail(claim, WorkerDied(), 0.0) else None

    def delete(self, task_id: str, owner: str | None) -> None:
        """Remove the row.

        Raises:
            NotFound: no such task, or another owner's.
        """
        removal = sa.delete(rows).where(rows.c.id == task_id)
        if owner is not None:
            removal = removal.where(rows.c.owner == owner)
        with write(self.engine) as connection:
            if connection.execute(removal).rowcount == 0:
                raise NotFound("Task not found")

    def move_to_bin(self, task_id: str, owner: str | None, *, back: bool = False) -> None:
        """Put an ended task in the bin, or take it out again.

        Raises:
            NotFound: no such task there, or another owner's, or it has not ended.
        """
        ended = rows.c.status.in_(_values(TaskStatus.DONE, TaskStatus.FAILED))
        there = rows.c.binned.is_not(None) if back else rows.c.binned.is_(None)
        change = sa.update(rows).where(rows.c.id == task_id, ended, there)
        if owner is not None:
            change = change.where(rows.c.owner == owner)
        with write(self.engine) as connection:
            if connection.execute(change.values(binned=None if back else self.clock.now())).rowcount == 0:
                raise NotFound("Task not found")
            if not back:  # the same submission makes a new task from now on
                connection.execute(sa.delete(idempotency).where(idempotency.c.task_id == task_id))

    # Expiry

    def bin_to_empty(self, *, binned_before: datetime, limit: int = 200) -> list[Task]:
        """Tasks that have been in the bin long enough."""
        return self._due(rows.c.binned <= binned_before, limit=limit)

    def uploads_to_drop(self, *, ended_before: datetime, limit: int = 200) -> list[Task]:
        """Ended tasks whose uploads are due to go; not those that failed through our fault and may be tried again."""
        theirs = sa.or_(rows.c.error_code.is_(None), rows.c.error_code.not_in(SERVICE_FAULT_CODES))
        return self._due(rows.c.finished <= ended_before, rows.c.source_file > "", theirs, limit=limit)

    def results_to_drop(self, limit: int = 200) -> list[Task]:
        """Ended tasks that have expired and still have their files."""
        return self._due(rows.c.expires <= self.clock.now(), rows.c.purged.is_(None), limit=limit)

    def rows_to_drop(self, *, purged_before: datetime, limit: int = 200) -> list[Task]:
        """Tasks whose files went long ago."""
        return self._due(rows.c.purged <= purged_before, limit=limit)

    def upload_dropped(self, task_id: str) -> None:
        """Note that the upload is deleted."""
        with write(self.engine) as connection:
            connection.execute(sa.update(rows).where(rows.c.id == task_id).values(source_file=""))

    def result_dropped(self, task_id: str) -> None:
        """Note that all files are deleted."""
        with write(self.engine) as connection:
            values = {"source_file": "", "purged": self.clock.now()}
            connection.execute(sa.update(rows).where(rows.c.id == task_id).values(values))

    def _due(self, *conditions: sa.ColumnElement[bool], limit: int) -> list[Task]:
        ended = rows.c.status.in_(_values(TaskStatus.DONE, TaskStatus.FAILED))
        with read(self.engine) as connection:
            found = connection.execute(sa.select(rows).where(ended, *conditions).limit(limit)).mappings().all()
        return [_task(row) for row in found]

    def _move(self, claim: Claim, values: Mapping[str, Any]) -> bool:
        with write(self.engine) as connection:
            return connection.execute(sa.update(rows).where(*_held(claim)).values(values)).rowcount == 1

    def _waiting(self, part: str) -> dict[str, Any]:
        return {"waiting_for": part, "waiting_since": sa.func.coalesce(rows.c.waiting_since, self.clock.now())}

    def _ending(self, status: TaskStatus, seconds: float, error: QuireError | None = None) -> dict[str, Any]:
        now = self.clock.now()
        return {
            "status": status.value,
            "finished": now,
            "duration": seconds,
            "expires": now + self.retention,
            "error": str(error)[:ERROR_LENGTH] if error else None,
            "error_code": error.code if error else None,
            "waiting_for": None,
        }


def insert_task(connection: sa.Connection, task: Task) -> None:
    """Write a new task's row inside the caller's transaction."""
    connection.execute(
        sa.insert(rows).values(
            id=task.id,
            owner=task.owner,
            key_id=task.key_id,
            kind=task.kind,
            status=task.status.value,
            filename=task.filename,
            options=dict(task.options),
            client_ref=task.client_ref,
            source_file=task.source_file,
            input_bytes=task.input_bytes,
            created=task.created,
            pages_done=0,
            pages_total=0,
            images=[],
            warnings=[],
            attempts=0,
        )
    )


def _wanted(wanted: TaskFilter) -> list[sa.ColumnElement[bool]]:
    conditions: list[sa.ColumnElement[bool]] = [
        rows.c.binned.is_not(None) if wanted.binned else rows.c.binned.is_(None)
    ]
    if wanted.owner is not None:
        conditions.append(rows.c.owner == wanted.owner)
    if wanted.kind is not None:
        of_service = rows.c.kind.startswith(wanted.kind + ".", autoescape=True)
        conditions.append(sa.or_(rows.c.kind == wanted.kind, of_service))
    if wanted.status is not None:
        conditions.append(rows.c.status == wanted.status.value)
    if wanted.text:
        named = (column.icontains(wanted.text, autoescape=True) for column in (rows.c.filename, rows.c.client_ref))
        conditions.append(sa.or_(*named))
    if wanted.client_ref:
        conditions.append(rows.c.client_ref == wanted.client_ref)
    if wanted.ids:
        conditions.append(rows.c.id.in_(wanted.ids))
    return conditions


def _held(claim: Claim) -> list[sa.ColumnElement[bool]]:
    return [
        rows.c.id == claim.task_id,
        rows.c.status == TaskStatus.PROCESSING.value,
        rows.c.executor == claim.executor,
        rows.c.attempts == claim.attempt,
    ]


def _task(row: sa.RowMapping) -> Task:
    values = {name: row[name] for name in _PLAIN}
    return Task(
        status=TaskStatus(row["status"]), images=tuple(row["images"]), warnings=tuple(row["warnings"]), **values
    )


_PLAIN = [
    name for name in Task.__dataclass_fields__ if name not in {"status", "images", "warnings"}
]  # the columns have the names of the fields


def _values(*statuses: TaskStatus) -> list[str]:
    return [status.value for status in statuses]


def _chunks(ids: Collection[str]) -> list[list[str]]:
    every = [*ids]
    return [every[start : start + CHUNK] for start in range(0, len(every), CHUNK)]
