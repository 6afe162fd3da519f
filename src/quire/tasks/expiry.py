"""What is deleted when its time has come: the bin, uploads, results, rows, keys of idempotency, files of nobody."""

from __future__ import annotations

import logging
from datetime import timedelta

import sqlalchemy as sa

from quire.clock import Clock
from quire.store.database import write
from quire.store.deletion_hold import are_deletions_held
from quire.store.file_store import Files
from quire.store.schema import idempotency
from quire.tasks.batches import delete_old_batches
from quire.tasks.idempotency import KEY_LIFETIME
from quire.tasks.task_table import TaskTable

log = logging.getLogger(__name__)

BIN_RETENTION = timedelta(days=1)
"""What people delete can be restored for so long."""

ROW_RETENTION = timedelta(days=30)
"""The row of an expired task stays so long, so that a reader can be told that it is gone."""

ORPHAN_AGE = timedelta(hours=24)
"""A file without a task is deleted when it is older: an upload lies there before its row is written."""


class Expiry:
    """Deletes what is due. Each step may be done again after a crash in the middle.

    Args:
        ledger, files: what it looks after.
        clock: the time.
        keep_uploads: how long uploads stay after the end.
    """

    def __init__(self, ledger: TaskTable, files: Files, clock: Clock, keep_uploads: timedelta) -> None:
        self._ledger, self._files, self._clock = ledger, files, clock
        self._keep_uploads = keep_uploads

    def expire(self) -> None:
        """Delete what lies in the bin, uploads, results, rows and idempotency keys whose time has come."""
        if are_deletions_held(self._ledger.engine, self._clock):  # else the backup is not over
            return
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

    def sweep(self) -> None:
        """Delete old files whose task has no row: their process died between the file and the row."""
        oldest = self._clock.now() - ORPHAN_AGE
        old = {name.split("/")[1] for name, written in self._files.names("tasks") if written < oldest}
        for task_id in old - self._ledger.existing(old):
            self._files.delete(f"tasks/{task_id}")
