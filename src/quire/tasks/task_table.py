"""The rows of the tasks: every question and every move, each move one conditional UPDATE.

A row that is `processing` is held by a worker (`quire.tasks.claims`); every move out of that state requires its claim.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from quire.clock import Clock
from quire.errors import NotFound, QuireError, ServiceFault, WorkerDied
from quire.store import usage_log
from quire.store.database import read, write
from quire.store.schema import idempotency, reviews
from quire.store.schema import tasks as rows
from quire.store.usage_log import Amount, Consumer
from quire.tasks.claims import Claim, Claims
from quire.tasks.outage import FIRST_PAUSE, LONGEST_PAUSE
from quire.tasks.queue_order import Line, Waiting, next_line, queue_position
from quire.tasks.review_log import APPROVED
from quire.tasks.task_states import MAX_ATTEMPTS, Task, TaskFilter, TaskStatus

CHUNK = 500
"""Ids in one IN list: far below every database's limit on parameters."""

ERROR_LENGTH = 500
"""Characters of an error sentence that are kept."""

_OUR_FAULTS: tuple[type[QuireError], ...] = (QuireError, ServiceFault, *ServiceFault.__subclasses__())

SERVICE_FAULT_CODES = tuple(kind.code for kind in _OUR_FAULTS)
"""Code words of tasks that failed through a fault of ours: their uploads stay as long as a result would."""


QUEUE_LOCK = 7_117_476
"""PostgreSQL's advisory lock under which tasks are taken."""

_CLAIMS: Claims[str] = Claims(
    rows.c.id, rows.c.executor, rows.c.attempts, lock=QUEUE_LOCK, held=rows.c.status == TaskStatus.PROCESSING.value
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a done task left: stored name of the result, the name to offer, images, pages, warnings, seconds.

    `cpu` is the processor time that was used, in seconds.
    """

    result_file: str
    result_name: str
    images: Sequence[str]
    pages: int
    warnings: Sequence[str]
    seconds: float
    doubts: tuple[int, int] | None = None  # failed checks and low values, of a result that people can look at
    cpu: float = 0.0


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

    def password(self, task_id: str) -> str:
        """The sealed password of a task that has not ended; "" where it has none."""
        with read(self.engine) as connection:
            return connection.execute(sa.select(rows.c.password).where(rows.c.id == task_id)).scalar() or ""

    def doubted(self, task_id: str, failed: int, low: int) -> None:
        """Note how much of a result is in doubt after corrections."""
        with write(self.engine) as connection:
            values = {"failed_checks": failed, "low_values": low}
            connection.execute(sa.update(rows).where(rows.c.id == task_id).values(values))

    def to_check(self, owner: str | None, client_ref: str, *, limit: int) -> tuple[list[Task], int]:
        """Results that nobody has approved, the most doubtful first; and how many are approved."""
        last = sa.select(sa.func.max(reviews.c.id)).where(reviews.c.place == "").group_by(reviews.c.task_id)
        approved = sa.select(reviews.c.task_id).where(reviews.c.id.in_(last), reviews.c.after == APPROVED)
        done = rows.c.status == TaskStatus.DONE.value
        conditions = [
            *_wanted(TaskFilter(owner, client_ref=client_ref)),
            done,
            rows.c.failed_checks.is_not(None),
            rows.c.purged.is_(None),
        ]
        query = sa.select(rows).where(*conditions, rows.c.id.not_in(approved))
        order = (rows.c.failed_checks.desc(), rows.c.low_values.desc(), rows.c.created)
        counted = sa.select(sa.func.count()).select_from(rows).where(*conditions, rows.c.id.in_(approved))
        with read(self.engine) as connection:
            found = connection.execute(query.order_by(*order).limit(limit)).mappings().all()
            return [_task(row) for row in found], connection.execute(counted).scalar_one()

    def uncounted(self, owner: str | None, names: Iterable[str], *, limit: int) -> list[Task]:
        """The newest results with one of these files beside them whose doubts an earlier release did not count."""
        beside = sa.or_(*(sa.cast(rows.c.images, sa.Text).contains(f'"{name}"', autoescape=True) for name in names))
        due = (rows.c.status == TaskStatus.DONE.value, rows.c.failed_checks.is_(None), rows.c.purged.is_(None), beside)
        query = sa.select(rows).where(*_wanted(TaskFilter(owner)), *due).order_by(rows.c.created.desc()).limit(limit)
        with read(self.engine) as connection:
            return [_task(row) for row in connection.execute(query).mappings().all()]

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

    def lost(self, alive: Callable[[], Collection[str]], mine: str, in_hand: Collection[str]) -> list[Claim[str]]:
        """The claims that nobody works on; see `Claims.lost`."""
        return _CLAIMS.lost(self.engine, alive, mine, in_hand)

    def held(self) -> list[Claim[str]]:
        """The claims of all tasks that are processing."""
        return _CLAIMS.all(self.engine)

    # Moves

    def take(self, executor: str, *, per_key: int = 0) -> tuple[Task, Claim[str]] | None:
        """The task whose turn it is, now processing and ours; None when none waits.

        Args:
            executor: the worker that takes it.
            per_key: how many tasks of one key run at the same time; 0 is no limit.
        """
        due = _is_due(self.clock.now())
        with read(self.engine) as connection:
            if connection.execute(sa.select(rows.c.id).where(due).limit(1)).first() is None:
                return None
        whose = (rows.c.owner, rows.c.key_id)
        with _CLAIMS.taking(self.engine) as connection:
            waiting = sa.select(*whose, sa.func.min(rows.c.created)).where(due).group_by(*whose)
            lines = [Line(*row) for row in connection.execute(waiting)]
            wanted = sa.select(rows.c.owner, rows.c.key_id, sa.func.count()).where(_CLAIMS.held)
            running = {(row[0], row[1]): row[2] for row in connection.execute(wanted.group_by(*whose))}
            line = next_line(lines, running, lambda: _served(connection), per_key=per_key)
            if line is None:
                return None
            of_line = (rows.c.owner == line.owner, rows.c.key_id == line.key_id)
            oldest = sa.select(rows.c.id).where(due, *of_line)
            task_id = connection.execute(oldest.order_by(rows.c.created, rows.c.id).limit(1)).scalar_one()
            return self._claimed(connection, task_id, executor)

    def claim(self, task_id: str, executor: str) -> tuple[Task, Claim[str]] | None:
        """One task, now processing and ours; None when it is not pending any more."""
        with _CLAIMS.taking(self.engine) as connection:
            return self._claimed(connection, task_id, executor)

    def _claimed(self, connection: sa.Connection, task_id: str, executor: str) -> tuple[Task, Claim[str]] | None:
        started = {"started": self.clock.now(), "pages_done": 0, "pages_total": 0, "waiting_for": None, "due": None}
        values = started | {"status": TaskStatus.PROCESSING.value}
        is_pending = rows.c.status == TaskStatus.PENDING.value
        row = _CLAIMS.take(connection, task_id, executor, is_pending, values=values)
        return None if row is None else (_task(row), Claim(task_id, executor, row["attempts"]))

    def progress(self, claim: Claim[str], done: int, total: int) -> bool:
        """Note the progress; whether the claim still holds."""
        return self._move(claim, {"pages_done": done, "pages_total": total})

    def arrived(self, claim: Claim[str], filename: str, size: int) -> bool:
        """Note the name and the bytes of a document that was fetched; whether the claim still holds."""
        return self._move(claim, {"filename": filename, "input_bytes": size})

    def holds(self, claim: Claim[str]) -> bool:
        """Whether the claim still holds."""
        return _CLAIMS.is_held(self.engine, claim)

    def finish(self, claim: Claim[str], outcome: Outcome) -> bool:
        """Processing -> done; whether the claim still held."""
        return self._end(
            claim,
            Amount(1, outcome.pages, round(outcome.cpu * 1000)),
            self._ending(TaskStatus.DONE, outcome.seconds)
            | {
                "result_file": outcome.result_file,
                "result_name": outcome.result_name,
                "images": list(outcome.images),
                "warnings": list(outcome.warnings),
                "failed_checks": outcome.doubts[0] if outcome.doubts else None,
                "low_values": outcome.doubts[1] if outcome.doubts else None,
                "pages_done": outcome.pages,
                "pages_total": outcome.pages,
            },
        )

    def fail(self, claim: Claim[str], error: QuireError, seconds: float, *, cpu: float = 0.0) -> bool:
        """Processing -> failed; whether the claim still held. `cpu` is the processor time used, in seconds."""
        return self._end(claim, Amount(1, 0, round(cpu * 1000)), self._ending(TaskStatus.FAILED, seconds, error))

    def release(self, claim: Claim[str]) -> bool:
        """Processing -> pending as if it had not been started: the worker is being stopped."""
        return self._move(claim, {"status": TaskStatus.PENDING.value, "attempts": rows.c.attempts - 1})

    def postpone(self, claim: Claim[str], task: Task, waits_for: str) -> bool:
        """Processing -> pending as if it had not been started: a part of the service is not available.

        It is due after as long as it has waited already, so that the pauses double.
        """
        now = self.clock.now()
        waited = (now - task.waiting_since).total_seconds() if task.waiting_since else 0.0
        values = {
            "status": TaskStatus.PENDING.value,
            "attempts": rows.c.attempts - 1,
            "due": now + timedelta(seconds=min(max(waited, FIRST_PAUSE), LONGEST_PAUSE)),
        }
        return self._move(claim, values | self._waiting(waits_for))

    def wait_for(self, claim: Claim[str], part: str) -> bool:
        """Note what a processing task waits for; whether the claim still holds."""
        return self._move(claim, self._waiting(part))

    def lose(self, claim: Claim[str]) -> TaskStatus | None:
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

    def _move(self, claim: Claim[str], values: Mapping[str, Any]) -> bool:
        with write(self.engine) as connection:
            return _CLAIMS.change(connection, claim, values)

    def _end(self, claim: Claim[str], used: Amount, values: Mapping[str, Any]) -> bool:
        """Move a task to its end, and count what it used."""
        update = sa.update(rows).where(*_CLAIMS.is_of(claim)).values(values)
        with write(self.engine) as connection:
            row = connection.execute(update.returning(rows.c.key_id, rows.c.owner, rows.c.kind)).first()
            if row is not None:
                consumer = Consumer(row.key_id, row.owner, row.kind.partition(".")[0])
                usage_log.count(connection, self.clock.now().date(), consumer, used)
            return row is not None

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
            "password": None,
        }


def insert_task(connection: sa.Connection, task: Task, *, password: str | None = None) -> None:
    """Write a new task's row inside the caller's transaction; the password is a sealed one."""
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
            password=password,
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


def _is_due(now: datetime) -> sa.ColumnElement[bool]:
    """Whether a task may begin now; a moment that no pause leads to is from a clock that was put back since."""
    never = rows.c.due > now + 2 * timedelta(seconds=LONGEST_PAUSE)
    return sa.and_(rows.c.status == TaskStatus.PENDING.value, sa.or_(rows.c.due.is_(None), rows.c.due <= now, never))


def _served(connection: sa.Connection) -> dict[str, datetime]:
    """When a task was started last of each owner with tasks that wait; each is one look into an index."""
    waiting = sa.select(rows.c.owner).where(rows.c.status == TaskStatus.PENDING.value).distinct().subquery()
    theirs = rows.alias()
    last = sa.select(sa.func.max(theirs.c.started)).where(theirs.c.owner == waiting.c.owner).scalar_subquery()
    return {owner: at for owner, at in connection.execute(sa.select(waiting.c.owner, last)) if at is not None}


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
