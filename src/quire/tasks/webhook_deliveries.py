"""The rows of deliveries: who is notified of the end of a task or a batch, which process does it, and how that went.

    waiting ----> delivered     the receiver answered with 2xx
       |  '-----> failed        it never did, or it said 410: nobody wants this any more
       '<-------- replayed by the owner, from either

A sender holds a delivery as other work is held (`quire.tasks.claims`), and one that dies is followed by another. A
receiver may therefore be told twice; the id of the message is the same then.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

import sqlalchemy as sa

from quire.clock import Clock
from quire.errors import NotFound
from quire.store.database import read, write
from quire.store.schema import batches, tasks
from quire.store.schema import deliveries as rows
from quire.tasks.claims import Claim, Claims
from quire.tasks.task_states import Task, TaskStatus

RETRIES = tuple(
    timedelta(seconds=seconds) for seconds in (5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600)
)
"""Pauses before the further attempts, as Standard Webhooks recommends; after the last one it has failed."""

BEFORE_ONE_MECHANISM = timedelta(seconds=60)
"""Senders of the release that held a delivery by its `due` leave it alone for so long; this goes with that release."""

DELIVERY_LOCK = 7_117_478
"""PostgreSQL's advisory lock under which deliveries are taken."""

KEPT = 20
"""Attempts that the log keeps."""


_CLAIMS: Claims[str] = Claims(rows.c.id, rows.c.runner, rows.c.attempt, lock=DELIVERY_LOCK)
_ENDED = (TaskStatus.DONE.value, TaskStatus.FAILED.value)


class DeliveryState(StrEnum):
    """Where a delivery is in its life."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt: when, the receiver's status (0 without an answer), a sentence when it failed, seconds."""

    at: str
    status: int
    error: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Delivery:
    """A delivery as it is now: of a task, or of a batch when `batch_id` is set; `pages` are those done so far."""

    id: str
    task_id: str | None
    batch_id: str | None
    pages: int | None
    url: str
    state: DeliveryState
    created: datetime
    due: datetime
    attempts: int
    log: tuple[Attempt, ...]


class Deliveries:
    """The deliveries' rows.

    Args:
        engine: the database.
        clock: the time.
    """

    def __init__(self, engine: sa.Engine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock

    def of(self, task_id: str) -> list[Delivery]:
        """The deliveries of a task or a batch."""
        wanted = sa.select(rows).where(_about(task_id)).order_by(rows.c.created, rows.c.id)
        with read(self._engine) as connection:
            return [_delivery(row) for row in connection.execute(wanted).mappings()]

    def recent(self, limit: int, state: DeliveryState | None = None) -> list[Delivery]:
        """The newest deliveries of all tasks, at most `limit`; of one state when it is given."""
        wanted = sa.select(rows).order_by(rows.c.created.desc(), rows.c.id).limit(limit)
        if state is not None:
            wanted = wanted.where(rows.c.state == state.value)
        with read(self._engine) as connection:
            return [_delivery(row) for row in connection.execute(wanted).mappings()]

    def counts(self) -> dict[DeliveryState, int]:
        """How many deliveries are in each state."""
        wanted = sa.select(rows.c.state, sa.func.count()).group_by(rows.c.state)
        with read(self._engine) as connection:
            found = {row[0]: row[1] for row in connection.execute(wanted)}
        return {state: found.get(state.value, 0) for state in DeliveryState}

    def replay(self, task_id: str) -> list[Delivery]:
        """The deliveries of a task or a batch; the message about its end is sent again.

        Raises:
            NotFound: there is none.
        """
        values = {"state": DeliveryState.WAITING.value, "due": self._clock.now(), "attempts": 0}
        with write(self._engine) as connection:
            if not connection.execute(
                sa.update(rows).where(_about(task_id), rows.c.pages.is_(None)).values(values)
            ).rowcount:
                raise NotFound("There is no callback.")
        return self.of(task_id)

    def take(self, worker: str) -> tuple[Delivery, Claim[str]] | None:
        """The delivery that is due for longest, of what has ended; now the worker's."""
        now = self._clock.now()
        is_waiting = rows.c.state == DeliveryState.WAITING.value
        wanted = (
            sa.select(rows.c.id)
            .outerjoin(tasks, tasks.c.id == rows.c.task_id)
            .outerjoin(batches, batches.c.id == rows.c.batch_id)
            .where(is_waiting, rows.c.due <= now, _CLAIMS.free)
            .where(sa.or_(rows.c.pages.is_not(None), tasks.c.status.in_(_ENDED), _batch_has_ended()))
            .order_by(rows.c.due)
            .limit(1)
        )
        values = {"due": now + BEFORE_ONE_MECHANISM}
        row = _CLAIMS.take_first(self._engine, wanted, worker, is_waiting, values=values)
        return None if row is None else (_delivery(row), Claim(row["id"], worker, row["attempt"]))

    def free_lost(self, alive: Callable[[], Collection[str]], mine: str, in_hand: Collection[str]) -> None:
        """Let go what lost workers, and this one, do not send any more; arguments as `Claims.lost`."""
        for claim in _CLAIMS.lost(self._engine, alive, mine, in_hand):
            self.give_back(claim)

    def give_back(self, claim: Claim[str]) -> None:
        """Let a delivery go that was not made; it is due."""
        with write(self._engine) as connection:
            _CLAIMS.let_go(connection, claim, {"due": self._clock.now()})

    def delivered(self, one: Delivery, claim: Claim[str], attempt: Attempt) -> None:
        """The receiver has it."""
        self._note(one, claim, attempt, {"state": DeliveryState.DELIVERED.value})

    def refused(self, one: Delivery, claim: Claim[str], attempt: Attempt, *, final: bool) -> None:
        """The receiver has it not; it is tried again later unless this is `final` or was the last attempt."""
        if final or one.attempts >= len(RETRIES):
            self._note(one, claim, attempt, {"state": DeliveryState.FAILED.value})
        else:
            self._note(one, claim, attempt, {"due": self._clock.now() + RETRIES[one.attempts]})

    def _note(self, one: Delivery, claim: Claim[str], attempt: Attempt, values: dict[str, Any]) -> None:
        kept = [asdict(each) for each in [*one.log, attempt][-KEPT:]]
        with write(self._engine) as connection:
            _CLAIMS.let_go(connection, claim, values | {"attempts": one.attempts + 1, "log": kept})


def insert_delivery(connection: sa.Connection, task: Task, url: str) -> None:
    """Write a new delivery's row inside the transaction that makes its task."""
    connection.execute(sa.insert(rows).values(_new(url, task.created, task_id=task.id)))


def insert_batch_delivery(connection: sa.Connection, batch_id: str, url: str, now: datetime) -> None:
    """Write a new delivery's row inside the transaction that completes its batch."""
    connection.execute(sa.insert(rows).values(_new(url, now, batch_id=batch_id)))


def insert_progress_delivery(connection: sa.Connection, task_id: str, pages: int, now: datetime) -> None:
    """Write a delivery about the pages that are done, unless one about as many is there, or nobody is to be told."""
    known = sa.select(rows.c.url, rows.c.pages).where(rows.c.task_id == task_id)
    found = connection.execute(known).all()
    url = next((row.url for row in found if row.pages is None), None)
    if url is not None and max((row.pages or 0 for row in found), default=0) < pages:
        connection.execute(sa.insert(rows).values(_new(url, now, task_id=task_id, pages=pages)))


def _new(url: str, now: datetime, **about: str | int) -> dict[str, Any]:
    """The values of a new row."""
    waiting = {"state": DeliveryState.WAITING.value, "created": now, "due": now, "attempts": 0, "log": []}
    return {"id": f"msg_{uuid.uuid4().hex}", "url": url, **waiting, **about}


def _about(task_or_batch: str) -> sa.ColumnElement[bool]:
    return sa.or_(rows.c.task_id == task_or_batch, rows.c.batch_id == task_or_batch)


def _batch_has_ended() -> sa.ColumnElement[bool]:
    """Whether no task of a delivery's batch waits or runs."""
    other = tasks.alias()
    going = other.c.status.not_in(_ENDED)
    mine = sa.and_(other.c.client_ref == batches.c.id, other.c.owner == batches.c.owner)
    return sa.and_(batches.c.id.is_not(None), ~sa.select(other.c.id).where(mine, going).exists())


def _delivery(row: sa.RowMapping) -> Delivery:
    log: Sequence[dict[str, Any]] = row["log"]
    return Delivery(
        row["id"],
        row["task_id"],
        row["batch_id"],
        row["pages"],
        row["url"],
        DeliveryState(row["state"]),
        row["created"],
        row["due"],
        row["attempts"],
        tuple(Attempt(**each) for each in log),
    )
