"""Which workers there are: each writes a heartbeat, and whoever listens finds out which ones are lost."""

from __future__ import annotations

import os
from datetime import timedelta

import sqlalchemy as sa

from quire.clock import Clock
from quire.store.database import insert, read, write
from quire.store.schema import workers
from quire.tasks.process_identity import is_alive, machine_id
from quire.tasks.task_states import Worker

HEARTBEAT = 5.0
"""Seconds between two signs of life."""

SILENCE_SECONDS = 30.0
"""A worker that was silent for so many seconds, by the clock of whoever listens, is lost."""

BLIND_SECONDS = 10.0
"""Whoever could not look for so many seconds (the database was away, the machine asleep) begins to listen anew: it
would take everybody for silent."""

LONG_SILENCE = timedelta(minutes=10)
"""A sign of life older than this by the wall clock, met at our own start, is from a worker that is lost, without
listening first; longer than the clocks of two machines may differ. Later it may be the database that was away."""


class WorkerRegistry:
    """The workers' rows, as one of them sees them.

    Args:
        engine: the database.
        clock: the time.
        executor: this worker.
        slots: how many documents it does at the same time.
    """

    def __init__(self, engine: sa.Engine, clock: Clock, executor: str, slots: int) -> None:
        self._engine, self._clock = engine, clock
        self.executor, self._slots = executor, slots
        self._host = machine_id()
        self._started = clock.now()
        self._heard: dict[str, tuple[object, float]] = {}
        self._looked = clock.monotonic()
        self._began = False

    def beat(self) -> None:
        """Sign on, or write a heartbeat; a worker that was taken for lost signs on again."""
        now = self._clock.now()
        row = {
            "executor": self.executor,
            "host": self._host,
            "pid": os.getpid(),
            "slots": self._slots,
            "started": self._started,
            "heard": now,
        }
        with write(self._engine) as connection:
            writing = insert(connection, workers).values(row)
            connection.execute(writing.on_conflict_do_update(index_elements=["executor"], set_={"heard": now}))

    def lost(self) -> set[str]:
        """The workers that are dead for sure, or silent for too long; called again and again, as it listens."""
        known, now = signed_on(self._engine), self._clock.monotonic()
        if now - self._looked > BLIND_SECONDS:
            self._heard.clear()
        self._looked = now
        first, self._began = not self._began, True
        return {worker.executor for worker in known if self._is_lost(worker, first=first)}

    def sign_off(self, executor: str) -> None:
        """Remove a worker that has ended or is lost, after its claims were taken back."""
        self._heard.pop(executor, None)
        with write(self._engine) as connection:
            connection.execute(sa.delete(workers).where(workers.c.executor == executor))

    def _is_lost(self, worker: Worker, *, first: bool) -> bool:
        """Whether a worker is lost; `first` is our first look."""
        if worker.executor == self.executor:
            return False
        if worker.host == self._host and not is_alive(worker.pid):
            return True
        now = self._clock.monotonic()
        said, since = self._heard.get(worker.executor, (None, now))
        if said != worker.heard:
            self._heard[worker.executor] = (worker.heard, now)
            return first and worker.heard < self._clock.now() - LONG_SILENCE
        return now - since > SILENCE_SECONDS


def signed_on(engine: sa.Engine) -> list[Worker]:
    """Every worker that has signed on and not off."""
    with read(engine) as connection:
        return [Worker(**row) for row in connection.execute(sa.select(workers)).mappings()]
