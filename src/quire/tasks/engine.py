"""The class `Tasks`: submit, look, wait, delete; and the worker's side. The only importer of the task engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import sqlalchemy as sa

from quire.clock import Clock, SystemClock
from quire.store.files import Files
from quire.tasks.status import NewTask, Task, TaskStatus


@dataclass(frozen=True, slots=True)
class Capacity:
    """What a worker process may use.

    Attributes:
        slots: documents at the same time; each has its own process.
        seconds: cap on the wall-clock time of one attempt.
        memory: cap in bytes on the resident memory of one slot.
        scratch: a local directory for files in work; each worker makes its own folder in it and removes it.
        recycle: a slot's process is replaced after so many tasks.
        grace: seconds that running tasks get to end when the worker is closed.
    """

    slots: int
    seconds: float
    memory: int
    scratch: Path
    recycle: int = 200
    grace: float = 20.0


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker process that was heard of."""

    executor: str
    host: str
    pid: int
    slots: int
    started: datetime
    heard: datetime


def migrate(url: str) -> None:
    """Bring the task engine's own tables in the database at `url` to the present version."""
    raise NotImplementedError


class Tasks:
    """The tasks of an installation, as one process sees them.

    Every process of an installation makes one with the same database and files. Methods block (run them in a thread
    from async code), except `wait`. One process has at most one launched `Tasks` at a time.

    Args:
        engine: from `quire.store.database.connect`, after `quire.store.migrate(url)` and `migrate(url)` of this module.
        files: where uploads and results lie.
        retention: how long results are kept after the end.
        keep_uploads: how long uploads are kept after the end; zero deletes them with the end.
        clock: the time.
    """

    def __init__(
        self,
        engine: sa.Engine,
        files: Files,
        *,
        retention: timedelta = timedelta(days=7),
        keep_uploads: timedelta = timedelta(0),
        clock: Clock | None = None,
    ) -> None:
        self._engine = engine
        self._files = files
        self._retention = retention
        self._keep_uploads = keep_uploads
        self._clock = clock or SystemClock()

    def submit(self, new: NewTask) -> Task:
        """The task, pending, safe against any crash from now on.

        With `new.idempotency_key`: the task that the same owner submitted under this key in the last 24 hours, if kind,
        options and content are the same.

        Raises:
            Conflict: the key was used for something else.
        """
        raise NotImplementedError

    def get(self, task_id: str, *, owner: str | None) -> Task:
        """The task; `owner` None is an administrator.

        Raises:
            NotFound: no such task, or another owner's.
        """
        raise NotImplementedError

    def list(
        self,
        owner: str | None,
        *,
        kind: str | None = None,
        status: TaskStatus | None = None,
        limit: int = 100,
        offset: int = 0,
    ) -> tuple[list[Task], int]:
        """The newest tasks first, and how many there are in all; `kind` also takes the part before the dot."""
        raise NotImplementedError

    def position(self, task_id: str) -> int:
        """Place in the queue, 1 is next; 0 when the task is not pending."""
        raise NotImplementedError

    def delete(self, task_id: str, *, owner: str | None) -> None:
        """Cancel the task if it has not ended, and remove its row and files.

        Raises:
            NotFound: no such task, or another owner's.
        """
        raise NotImplementedError

    async def wait(self, task_id: str, *, owner: str | None, seconds: float) -> Task:
        """The task when it has ended, or as it is after `seconds`.

        Raises:
            NotFound: no such task, or another owner's; also when it is deleted meanwhile.
        """
        raise NotImplementedError

    def result_file(self, task: Task) -> str:
        """The stored name of the result of a done task.

        Raises:
            NotReady: it has not ended, or has failed (then the sentence is its error).
            Gone: it has expired.
        """
        raise NotImplementedError

    def image_file(self, task: Task, name: str) -> str:
        """The stored name of an image of a done task; `name` as in `Task.images`.

        Raises:
            NotFound: no such image. NotReady, Gone: as for `result_file`.
        """
        raise NotImplementedError

    def counts(self) -> Mapping[TaskStatus, int]:
        """How many tasks are in each state."""
        raise NotImplementedError

    def workers(self) -> Sequence[Worker]:
        """The workers that are alive."""
        raise NotImplementedError

    def launch(self, handlers: Mapping[str, str], capacity: Capacity) -> None:
        """Make this process a worker: slots, queue, reaper. Returns when it is taking tasks.

        Args:
            handlers: kind -> ``module:function`` of `run(request, report)`; see `quire.tasks.inside`.
            capacity: what it may use.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Stop taking tasks, let the running ones end within the grace time, put the others back; idempotent."""
        raise NotImplementedError
