"""Batches: many documents of one kind sent in one call, and one message when the last of them has ended.

The id of a batch is the `client_ref` of its tasks, so lists, filters and archives of tasks know it without asking here.
A batch is first written open, then its items become tasks one by one, each under an idempotency key made of the batch
and its place, and then it is written complete. Whoever repeats a call that was cut off, under the same idempotency
key, goes on with the open batch: no document becomes two tasks.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime

import sqlalchemy as sa

from quire.clock import Clock
from quire.errors import Conflict, NotFound
from quire.store.database import insert, read, write
from quire.store.schema import batches as rows
from quire.store.schema import tasks
from quire.tasks.idempotency import KEY_LIFETIME
from quire.tasks.task_states import TaskStatus
from quire.tasks.webhook_deliveries import insert_batch_delivery


@dataclass(frozen=True, slots=True)
class BatchItem:
    """One document of a batch: its name, and its task or, if it was refused, a sentence."""

    name: str
    task_id: str | None = None
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch as it was asked for; how far it is, its tasks say.

    Attributes:
        kind: of its tasks, as the caller named it.
        items: in the order of the call; none while the batch is open.
        complete: whether every item has become a task or was refused.
    """

    id: str
    owner: str
    kind: str
    created: datetime
    items: tuple[BatchItem, ...] = ()
    complete: bool = False

    @property
    def task_ids(self) -> tuple[str, ...]:
        """The tasks, in the order of the call."""
        return tuple(item.task_id for item in self.items if item.task_id)


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """How far a batch is.

    Attributes:
        counts: tasks by state.
        deleted: tasks that are gone.
        finished: when the last task ended; None before that, and when all are gone.
    """

    counts: dict[TaskStatus, int]
    deleted: int
    finished: datetime | None

    @property
    def done(self) -> bool:
        """Whether nothing waits or runs."""
        return not any(self.counts[status] for status in TaskStatus if not status.final)


class Batches:
    """The batches' rows.

    Args:
        engine: the database.
        clock: the time.
    """

    def __init__(self, engine: sa.Engine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock

    def open(self, owner: str, kind: str, fingerprint: str, idempotency_key: str | None = None) -> Batch:
        """A new open batch, or the one that the owner sent under this key in the last 24 hours.

        Args:
            owner: who may see it.
            kind: of its tasks.
            fingerprint: of all that is asked for, as a hash.
            idempotency_key: of the call.

        Raises:
            Conflict: the key was used for something else.
        """
        now = self._clock.now()
        batch_id = f"batch-{now:%Y%m%dT%H%M%S}-{uuid.uuid4().hex[:12]}"
        values: dict[str, object] = {"id": batch_id, "owner": owner, "kind": kind, "idempotency_key": idempotency_key}
        values |= {"fingerprint": fingerprint, "created": now, "items": [], "complete": False}
        mine = (rows.c.owner == owner, rows.c.idempotency_key == idempotency_key)
        with write(self._engine) as connection:
            if idempotency_key is not None:
                old = sa.update(rows).where(*mine, rows.c.created < now - KEY_LIFETIME)
                connection.execute(old.values(idempotency_key=None))
            writing = insert(connection, rows).values(values).on_conflict_do_nothing()
            if connection.execute(writing.returning(rows.c.id)).first() is not None:
                return Batch(batch_id, owner, kind, now)
            known = connection.execute(sa.select(rows).where(*mine)).mappings().one()
        if known["fingerprint"] != fingerprint:
            raise Conflict("This Idempotency-Key was used for a different request.")
        return _batch(known)

    def complete(self, batch: Batch, items: Sequence[BatchItem], callback_url: str | None) -> Batch:
        """The batch with its items; its message is sent when the last of its tasks has ended."""
        with write(self._engine) as connection:
            change = sa.update(rows).where(rows.c.id == batch.id, rows.c.complete.is_(sa.false()))
            changed = connection.execute(change.values(items=[asdict(item) for item in items], complete=True))
            if changed.rowcount and callback_url:
                insert_batch_delivery(connection, batch.id, callback_url, self._clock.now())
        return replace(batch, items=tuple(items), complete=True)

    def discard(self, batch: Batch) -> None:
        """Remove a batch of which nothing was accepted."""
        with write(self._engine) as connection:
            connection.execute(sa.delete(rows).where(rows.c.id == batch.id))

    def find(self, batch_id: str, owner: str | None = None) -> Batch:
        """The batch; `owner` None sees every batch.

        Raises:
            NotFound: no such batch, or another owner's.
        """
        with read(self._engine) as connection:
            row = connection.execute(sa.select(rows).where(rows.c.id == batch_id)).mappings().first()
        if row is None or (owner is not None and row["owner"] != owner):
            raise NotFound("Batch not found")
        return _batch(row)

    def progress(self, batch: Batch) -> BatchProgress:
        """How far the batch is."""
        wanted = (
            sa.select(tasks.c.status, sa.func.count(), sa.func.max(tasks.c.finished))
            .where(tasks.c.id.in_(batch.task_ids), tasks.c.binned.is_(None))
            .group_by(tasks.c.status)
        )
        with read(self._engine) as connection:
            found = {row[0]: (row[1], row[2]) for row in connection.execute(wanted)}
        counts = {status: found[status.value][0] if status.value in found else 0 for status in TaskStatus}
        ends = [finished for _, finished in found.values() if finished is not None]
        known = BatchProgress(counts, len(batch.task_ids) - sum(counts.values()), None)
        return replace(known, finished=max(ends)) if known.done and ends else known


def delete_old_batches(connection: sa.Connection, before: datetime) -> None:
    """Remove the batches from before a moment of which no task is left."""
    left = sa.select(tasks.c.id).where(tasks.c.client_ref == rows.c.id).exists()
    connection.execute(sa.delete(rows).where(rows.c.created < before, ~left))


def _batch(row: sa.RowMapping) -> Batch:
    items = tuple(BatchItem(**item) for item in row["items"])
    return Batch(row["id"], row["owner"], row["kind"], row["created"], items, row["complete"])
