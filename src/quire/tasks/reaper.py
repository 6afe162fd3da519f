"""What every worker does beside its tasks: heartbeats, lost workers, reconciliation, and what has expired.

Each duty may be done by several workers at once, and again after a crash in the middle: every move is conditional,
and a lost worker's row goes last.
"""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Protocol

import sqlalchemy as sa

from quire.clock import Clock
from quire.errors import ServiceFault
from quire.store.database import insert, read, write
from quire.store.deletion_hold import are_deletions_held
from quire.store.file_store import Files
from quire.store.schema import idempotency, workers
from quire.tasks.batches import delete_old_batches
from quire.tasks.idempotency import KEY_LIFETIME
from quire.tasks.periodic_task import PeriodicTask
from quire.tasks.process_identity import is_alive, machine_id
from quire.tasks.task_states import Worker
from quire.tasks.task_table import TaskTable

log = logging.getLogger(__name__)

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

PASS, RECONCILIATION, ROUND, SWEEP = 2.0, 10.0, 30.0, 3600.0
"""Seconds between two looks for lost workers; two comparisons of our rows with the engine's records, so that a
disagreement is mended within a minute; two rounds of expiry; two sweeps of orphaned files."""

BIN_RETENTION = timedelta(days=1)
"""What people delete can be restored for so long."""

ROW_RETENTION = timedelta(days=30)
"""The row of an expired task stays so long, so that a reader can be told that it is gone."""

ORPHAN_AGE = timedelta(hours=24)
"""A file without a task is deleted when it is older: an upload lies there before its row is written."""

STUCK_AGE = timedelta(seconds=20)
"""A task that is pending for longer must be in the engine's queue; if it is not, it is put there again. Row and
place in the queue are one transaction, so younger ones need no look."""


class Queue(Protocol):
    """What the reaper needs of the task engine."""

    def executors(self) -> set[str]:
        """Who holds work now."""

    def held(self, executor: str) -> set[str]:
        """The tasks that one worker holds, as far as the engine knows."""

    def give_back(self, executors: Collection[str]) -> None:
        """Put the work of lost executors into the queue again."""

    def drop(self, task_ids: Collection[str]) -> None:
        """Forget the work on tasks that have ended."""

    def put_again(self, task_ids: Collection[str], *, dropped: Collection[str] = ()) -> None:
        """Put those tasks into the queue that are not in it, and that nobody holds; `dropped` are held in name only."""

    def forget(self) -> None:
        """Delete the engine's records of work that has ended."""


@dataclass(frozen=True)
class ThisWorker:
    """This worker: its id, where it runs, how many slots, and which tasks it has in hand."""

    executor: str
    slots: int
    scratch: Path
    in_hand: Callable[[], set[str]]


class Reaper:
    """The repeated work of a worker, and the thread that does it.

    Args:
        me: this worker.
        ledger, files, queue: what it looks after.
        clock: the time.
        keep_uploads: how long uploads stay after the end.
    """

    def __init__(
        self, me: ThisWorker, ledger: TaskTable, files: Files, queue: Queue, *, clock: Clock, keep_uploads: timedelta
    ) -> None:
        self._me = me
        self._ledger = ledger
        self._files = files
        self._queue = queue
        self._clock = clock
        self._keep_uploads = keep_uploads
        self._host = machine_id()
        self._started = clock.now()
        self._heard: dict[str, tuple[object, float]] = {}
        self._looked = clock.monotonic()
        self._began = False
        self._dropped: set[str] = set()
        self._next: dict[str, float] = {"sweep": clock.monotonic() + SWEEP}
        self._duty = PeriodicTask("reaper", self.turn, PASS)

    def sign_on(self) -> None:
        """Register this worker, before it takes its first task."""
        self.beat()

    def start(self) -> None:
        """Start the thread."""
        self._duty.start()

    def close(self) -> None:
        """End, and sign off."""
        self._duty.close()
        self._sign_off(self._me.executor)

    def turn(self) -> None:
        """Do everything that is due now; a file store that is not available holds up only what needs it."""
        if self._is_due("beat", HEARTBEAT):
            self.beat()
        self.recover()
        if self._is_due("reconciliation", RECONCILIATION):
            self.reconcile()
        if self._is_due("round", ROUND):
            self._queue.forget()
            if not are_deletions_held(self._ledger.engine, self._clock):  # else the backup is not over
                self._with_store(self.expire)
        if self._is_due("sweep", SWEEP):
            self._with_store(self.sweep)

    def beat(self) -> None:
        """Write a heartbeat; a worker that was taken for lost signs on again."""
        now = self._clock.now()
        row = {
            "executor": self._me.executor,
            "host": self._host,
            "pid": os.getpid(),
            "slots": self._me.slots,
            "started": self._started,
            "heard": now,
        }
        with write(self._ledger.engine) as connection:
            writing = insert(connection, workers).values(row)
            connection.execute(writing.on_conflict_do_update(index_elements=["executor"], set_={"heard": now}))

    def recover(self) -> None:
        """Take the tasks of lost workers, and those that this worker has dropped, back.

        Who is lost is asked first and who is there last, so that neither the last claim of a worker that died nor the
        first one of a worker that has just signed on is misread. Rows go back before the engine's work: otherwise the
        work could find its row still taken, and end.
        """
        known, now = signed_on(self._ledger.engine), self._clock.monotonic()
        if now - self._looked > BLIND_SECONDS:
            self._heard.clear()
        self._looked = now
        first, self._began = not self._began, True
        lost = {worker.executor for worker in known if self._is_lost(worker, first=first)}
        holders, claims = self._queue.executors(), self._ledger.held()
        alive = {worker.executor for worker in signed_on(self._ledger.engine)} - lost
        in_hand = self._me.in_hand()
        for claim in claims:
            mine = claim.executor == self._me.executor
            given_up = claim.task_id not in in_hand if mine else claim.executor not in alive
            if given_up and (state := self._ledger.lose(claim)):  # not if it has ended since it was asked for
                log.warning("task %s lost its worker %s and is %s", claim.task_id, claim.executor, state)
        if holders - alive:
            self._queue.give_back(holders - alive)
        for executor in lost:
            shutil.rmtree(self._me.scratch / executor, ignore_errors=True)
            self._sign_off(executor)

    def expire(self) -> None:
        """Delete what is due: what lies in the bin, uploads, results, rows, idempotency keys, the engine's records."""
        now = self._clock.now()
        for task in self._ledger.bin_to_empty(binned_before=now - BIN_RETENTION):
            self._ledger.delete(task.id, None)
            self._files.delete(f"tasks/{task.id}")
        for task in self._ledger.uploads_to_drop(ended_before=now - self._keep_uploads):
            self._files.delete(task.source_file)
            self._ledger.upload_dropped(task.id)
        for task in self._ledger.results_to_drop():
            self._files.delete(f"tasks/{task.id}")
            self._ledger.result_dropped(task.id)
        for task in self._ledger.rows_to_drop(purged_before=now - ROW_RETENTION):
            self._ledger.delete(task.id, None)
        with write(self._ledger.engine) as connection:
            connection.execute(sa.delete(idempotency).where(idempotency.c.created < now - KEY_LIFETIME))
            delete_old_batches(connection, now - ROW_RETENTION)

    def reconcile(self) -> None:
        """Compare our rows with the engine's records, and mend what disagrees; the rows are right.

        Pending, and the engine has no work on it (its records were restored or cut, or it failed): queued again.
        Pending, and the engine says that this worker holds it, which does not (the database failed when the work was to
        be ended or begun): queued again. Ended or gone, and held by this worker in name only: forgotten.

        Between taking work and having it in hand there is a moment, so it must look dropped twice in a row.
        """
        held = self._queue.held(self._me.executor)
        dropped = held - self._me.in_hand()
        sure, self._dropped = dropped & self._dropped, dropped
        ended = self._ledger.ended(sure) if sure else set()
        if ended:
            self._queue.drop(ended)
        waiting = {*self._ledger.pending(before=self._clock.now() - STUCK_AGE), *self._ledger.pending_among(sure)}
        if waiting:
            self._queue.put_again(waiting, dropped=sure - ended)

    def sweep(self) -> None:
        """Delete old files whose task has no row: their process died between the file and the row."""
        oldest = self._clock.now() - ORPHAN_AGE
        old = {name.split("/")[1] for name, written in self._files.names("tasks") if written < oldest}
        for task_id in old - self._ledger.existing(old):
            self._files.delete(f"tasks/{task_id}")

    def _is_due(self, duty: str, seconds: float) -> bool:
        """Whether a duty is to be done now; then it is due again after `seconds`."""
        now = self._clock.monotonic()
        if now < self._next.get(duty, now):
            return False
        self._next[duty] = now + seconds
        return True

    def _with_store(self, duty: Callable[[], None]) -> None:
        try:
            duty()
        except ServiceFault as fault:
            log.warning("%s waits for %s", getattr(duty, "__name__", "a duty"), fault.waits_for)

    def _is_lost(self, worker: Worker, *, first: bool) -> bool:
        """Whether a worker is dead for sure, or silent for too long; `first` is our first look."""
        if worker.executor == self._me.executor:
            return False
        if worker.host == self._host and not is_alive(worker.pid):
            return True
        now = self._clock.monotonic()
        said, since = self._heard.get(worker.executor, (None, now))
        if said != worker.heard:
            self._heard[worker.executor] = (worker.heard, now)
            return first and worker.heard < self._clock.now() - LONG_SILENCE
        return now - since > SILENCE_SECONDS

    def _sign_off(self, executor: str) -> None:
        self._heard.pop(executor, None)
        with write(self._ledger.engine) as connection:
            connection.execute(sa.delete(workers).where(workers.c.executor == executor))


def signed_on(engine: sa.Engine) -> list[Worker]:
    """Every worker that has signed on and not off."""
    with read(engine) as connection:
        return [Worker(**row) for row in connection.execute(sa.select(workers)).mappings()]
