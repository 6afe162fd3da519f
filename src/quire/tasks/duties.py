"""Duties: what the installation does again and again, each by one worker at a time."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Mapping
from datetime import timedelta
from typing import NamedTuple

import sqlalchemy as sa

from quire.clock import Clock
from quire.errors import ServiceFault
from quire.store.database import insert, write
from quire.store.schema import duties as rows
from quire.tasks.claims import Claim, Claims

log = logging.getLogger(__name__)

DUTY_LOCK = 7_117_477
"""PostgreSQL's advisory lock under which duties are taken."""

LOOK_SECONDS = 1.0
"""Between two looks for duties that are due."""

_CLAIMS: Claims[str] = Claims(rows.c.name, rows.c.runner, rows.c.attempt, lock=DUTY_LOCK)


class Duty(NamedTuple):
    """What is done, and how long after it has ended it is done again."""

    do: Callable[[], None]
    every: timedelta


class Duties:
    """The duties as a kind of work.

    Args:
        engine, clock: the database and the time.
        known: the duties by name.
    """

    name = "duties"
    pause = LOOK_SECONDS

    def __init__(self, engine: sa.Engine, clock: Clock, known: Mapping[str, Duty]) -> None:
        self._engine, self._clock, self._known = engine, clock, known
        self._written = False

    def room(self, in_hand: int) -> bool:
        """One at a time in a worker."""
        return in_hand == 0

    def take(self, worker: str) -> DutyWork | None:
        """The duty that is due for longest."""
        if not self._written:
            self._write()
        # a moment that no interval leads to is from a clock that was put back since
        now = self._clock.now()
        late = [sa.and_(rows.c.name == name, rows.c.due > now + 2 * duty.every) for name, duty in self._known.items()]
        due = (rows.c.name.in_([*self._known]), _CLAIMS.free, sa.or_(rows.c.due <= now, *late))
        wanted = sa.select(rows.c.name).where(*due).order_by(rows.c.due).limit(1)
        row = _CLAIMS.take_first(self._engine, wanted, worker, values={})
        return None if row is None else DutyWork(self, Claim(row["name"], worker, row["attempt"]))

    def take_back(self, alive: Callable[[], Collection[str]], mine: str, in_hand: Collection[str]) -> None:
        """Let duties of lost workers go; they are due."""
        for claim in _CLAIMS.lost(self._engine, alive, mine, in_hand):
            with write(self._engine) as connection:
                _CLAIMS.let_go(connection, claim)

    def do(self, claim: Claim[str]) -> None:
        """Do a duty, and plan the next time; a part of the service that is not available makes it wait for that."""
        duty = self._known[claim.key]
        began = time.monotonic()
        try:
            duty.do()
        except ServiceFault as fault:
            log.warning("%s waits for %s", claim.key, fault.waits_for)
        except Exception:
            log.exception("%s failed after %.1f s", claim.key, time.monotonic() - began)
        with write(self._engine) as connection:
            _CLAIMS.let_go(connection, claim, {"due": self._clock.now() + duty.every})

    def _write(self) -> None:
        """Make the rows of duties that were never done."""
        with write(self._engine) as connection:
            for name, duty in self._known.items():
                row = {"name": name, "due": self._clock.now() + duty.every, "runner": None, "attempt": 0}
                adding = insert(connection, rows).values(row)
                connection.execute(adding.on_conflict_do_nothing(index_elements=["name"]))
        self._written = True


class DutyWork:
    """A duty that was taken."""

    def __init__(self, duties: Duties, claim: Claim[str]) -> None:
        self._duties, self._claim = duties, claim

    @property
    def key(self) -> str:
        """Its name."""
        return self._claim.key

    def __call__(self) -> None:
        """Do it."""
        self._duties.do(self._claim)

    def close(self, grace: float) -> None:
        """Nothing: each is short, and is ended."""
