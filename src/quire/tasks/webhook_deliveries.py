"""The rows of deliveries: who is notified of the end of a task, which process does it, and how that went.

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
from quire.store.schema import deliveries as rows
from quire.store.schema import tasks
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
    """A delivery as it is now."""

    id: str
    task_id: str
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
        """The deliveries of a task."""
        wanted = sa.select(rows).where(rows.c.task_id == task_id).order_by(rows.c.created, rows.c.id)
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
        """The deliveries of a task, which are made again.

        Raises:
            NotFound: the task has none.
        """
        values = {"state": DeliveryState.WAITING.value, "due": self._clock.now(), "attempts": 0}
        with write(self._engine) as connection:
            if not connection.execute(sa.update(rows).where(rows.c.task_id == task_id).values(values)).rowcount:
                raise NotFound("The task has no callback.")
        return self.of(task_id)

    def take(self, worker: str) -> tuple[Delivery, Claim[str]] | None:
        """The delivery that is due for longest, of a task that has ended; now the worker's."""
        now = self._clock.now()
        ended = [TaskStatus.DONE.value, TaskStatus.FAILED.value]
        is_waiting = rows.c.state == DeliveryState.WAITING.value
        wanted = (
            sa.select(rows.c.id)
            .join(tasks, tasks.c.id == rows.c.task_id)
            .where(is_waiting, rows.c.due <= now, _CLAIMS.free, tasks.c.status.in_(ended))
            .order_by(rows.c.due)
            .limit(1)
        )
        with read(self._engine) as connection:
            if connection.execute(wanted).first() is None:
                return None
        with _CLAIMS.taking(self._engine) as connection:
            found = connection.execute(wanted).scalar()
            values = {"due": now + BEFORE_ONE_MECHANISM}
            row = None if found is None else _CLAIMS.take(connection, found, worker, is_waiting, values=values)
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
    connection.execute(
        sa.insert(rows).values(
            id=f"msg_{uuid.uuid4().hex}",
            task_id=task.id,
            url=url,
            state=DeliveryState.WAITING.value,
            created=task.created,
            due=task.created,
            attempts=0,
            log=[],
        )
    )


def _delivery(row: sa.RowMapping) -> Delivery:
    log: Sequence[dict[str, Any]] = row["log"]
    return Delivery(
        row["id"],
        row["task_id"],
        row["url"],
        DeliveryState(row["state"]),
        row["created"],
        row["due"],
        row["attempts"],
        tuple(Attempt(**each) for each in log),
    )
