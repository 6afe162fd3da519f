"""Claims: how the rows of a table become work that exactly one worker has, whoever dies when.

Everything durable is a row with two columns, who has it and in which attempt: tasks, builds of wikis, rounds of
butlers, deliveries of webhooks, the duties of the installation. A row is the queue, too; there is no other list that
could disagree with it. A worker takes a row in one conditional UPDATE, and every later change requires its claim in the
WHERE clause: a worker that was given up for lost cannot publish over the one that came after it. Who is lost is known
from the heartbeats (`worker_registry`); `work_loop` takes, runs and takes back.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import sqlalchemy as sa

from quire.store.database import read, write

Key = TypeVar("Key", str, int)


@dataclass(frozen=True, slots=True)
class Claim(Generic[Key]):
    """The right of one worker to change one row, in one attempt."""

    key: Key
    worker: str
    attempt: int


class Claims(Generic[Key]):
    """The claims on the rows of one table.

    Args:
        key, worker, attempt: the columns; `attempt` counts how often a row was taken.
        held: when a row is held; without it, when it names a worker, and letting go clears the name.
        lock: PostgreSQL's advisory lock under which rows are taken, so that who takes sees what others took.
    """

    def __init__(
        self,
        key: sa.Column[Any],
        worker: sa.Column[Any],
        attempt: sa.Column[Any],
        *,
        lock: int,
        held: sa.ColumnElement[bool] | None = None,
    ) -> None:
        self._key, self._worker, self._attempt = key, worker, attempt
        self._table = key.table
        self._lock = lock
        self.held = worker.is_not(None) if held is None else held
        self.free = sa.not_(self.held)

    @contextmanager
    def taking(self, engine: sa.Engine) -> Iterator[sa.Connection]:
        """A transaction in which nobody else takes a row; on SQLite every writing one is."""
        with write(engine) as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(self._lock)))
            yield connection

    def take(
        self,
        connection: sa.Connection,
        key: Key,
        worker: str,
        *conditions: sa.ColumnElement[bool],
        values: Mapping[str, Any],
    ) -> sa.RowMapping | None:
        """The row, now the worker's, with `values`; None when it is not free or does not meet the conditions."""
        taken = {self._worker.name: worker, self._attempt.name: self._attempt + 1}
        update = sa.update(self._table).where(self._key == key, self.free, *conditions)
        return connection.execute(update.values({**taken, **values}).returning(self._table)).mappings().first()

    def take_first(
        self,
        engine: sa.Engine,
        wanted: sa.Select[Any],
        worker: str,
        *conditions: sa.ColumnElement[bool],
        values: Mapping[str, Any],
    ) -> sa.RowMapping | None:
        """The row of the first key that `wanted` selects, taken as by `take`; without one, None and no lock."""
        with read(engine) as connection:
            if connection.execute(wanted).first() is None:
                return None
        with self.taking(engine) as connection:
            key = connection.execute(wanted).scalar()
            return None if key is None else self.take(connection, key, worker, *conditions, values=values)

    def is_of(self, claim: Claim[Key]) -> list[sa.ColumnElement[bool]]:
        """The conditions under which a row is still the claim's."""
        return [self._key == claim.key, self.held, self._worker == claim.worker, self._attempt == claim.attempt]

    def is_held(self, engine: sa.Engine, claim: Claim[Key], *conditions: sa.ColumnElement[bool]) -> bool:
        """Whether the claim still holds."""
        with read(engine) as connection:
            found = connection.execute(sa.select(self._key).where(*self.is_of(claim), *conditions))
            return found.first() is not None

    def change(self, connection: sa.Connection, claim: Claim[Key], values: Mapping[str, Any]) -> bool:
        """Change the row; whether the claim held."""
        return connection.execute(sa.update(self._table).where(*self.is_of(claim)).values(values)).rowcount == 1

    def let_go(self, connection: sa.Connection, claim: Claim[Key], values: Mapping[str, Any] | None = None) -> bool:
        """Change the row and let it go; whether the claim held."""
        return self.change(connection, claim, {self._worker.name: None, **(values or {})})

    def all(self, engine: sa.Engine) -> list[Claim[Key]]:
        """Every claim that holds."""
        wanted = sa.select(self._key, self._worker, self._attempt).where(self.held)
        with read(engine) as connection:
            return [Claim(key, worker or "", attempt) for key, worker, attempt in connection.execute(wanted)]

    def lost(
        self, engine: sa.Engine, alive: Callable[[], Collection[str]], mine: str, in_hand: Collection[Key]
    ) -> list[Claim[Key]]:
        """The claims of workers that are gone, and of this one those that it does nothing about.

        Args:
            engine: the database.
            alive: gives the workers that are signed on; asked after the claims, so that the first claim of a worker
                that has just signed on is not misread.
            mine: this worker, in the thread that takes.
            in_hand: what it works on.
        """
        held = self.all(engine)
        there = alive() if held else ()
        return [one for one in held if (one.key not in in_hand if one.worker == mine else one.worker not in there)]
