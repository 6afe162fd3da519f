"""The class `Tasks`: submit, find, wait, delete, and the worker's side, which does every kind of work."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from quire.clock import Clock, SystemClock
from quire.errors import Gone, NotFound, NotReady, ServiceFault
from quire.store.database import read, write
from quire.store.file_store import Files
from quire.store.sealed_text import seal
from quire.tasks import idempotency
from quire.tasks.duties import Duties, Duty
from quire.tasks.expiry import Expiry
from quire.tasks.process_identity import machine_id
from quire.tasks.process_limits import protect_memory
from quire.tasks.slot_pool import SlotPool
from quire.tasks.slots import Caps
from quire.tasks.task_events import Waiters
from quire.tasks.task_run import PATIENCE, FetchSource, TaskRunner
from quire.tasks.task_states import NewTask, Task, TaskFilter, TaskStatus, Worker
from quire.tasks.task_table import TaskTable, insert_task
from quire.tasks.webhook_deliveries import insert_delivery
from quire.tasks.work_loop import WorkKind, WorkLoop
from quire.tasks.worker_registry import WorkerRegistry, signed_on

EXPIRY, SWEEP = timedelta(seconds=30), timedelta(hours=1)
"""Between two rounds of expiry, and of looking for files of nobody."""


@dataclass(frozen=True, slots=True)
class Capacity:
    """What a worker process may use.

    Attributes:
        slots: documents at the same time; each has its own process.
        seconds: cap on the wall-clock time of one attempt.
        memory: cap in bytes on the resident memory of one slot.
        scratch: a local directory for files in work, best on the file system of the stored files; each worker makes its
            own folder in it and removes it.
        recycle: a slot's process is replaced after so many tasks.
        grace: seconds that running tasks get to end when the worker is closed.
        warm: modules that a slot imports before its first task.
        extras: kind -> what a handler of that kind is given beside the task, JSON-able; it is stored nowhere.
        network: whether slots keep the network, for what stands in `extras`.
        cores: that all tasks together may take; a long document has a share of them, at least one.
        patience: how long a task waits for the end of faults of our own side (see `outage`) before it fails.
        sandbox: whether slots give up all that a document does not need.
        per_key: how many tasks of one key run at the same time in the whole installation; 0 is no limit.
        fetch: fetches the documents of tasks that name an address; None where no task does.
    """

    slots: int
    seconds: float
    memory: int
    scratch: Path
    recycle: int = 200
    grace: float = 20.0
    warm: tuple[str, ...] = ()
    extras: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, repr=False)
    network: bool = False
    cores: int = 1
    patience: timedelta = PATIENCE
    sandbox: bool = True
    per_key: int = 0
    fetch: FetchSource | None = None


class Tasks:
    """The tasks of an installation, as one process sees them.

    Every process of an installation makes one with the same database and files. Methods block (run them in a thread
    from async code), except `wait`.

    Args:
        engine: from `quire.store.database.connect`, after `quire.store.migrate(url)`.
        files: where uploads and results lie.
        retention: how long results are kept after the end.
        keep_uploads: how long uploads are kept after the end; zero deletes them with the end.
        clock: the time.
        secret: of the installation; seals the passwords of documents. Without it a task with one is refused.
    """

    def __init__(
        self,
        engine: sa.Engine,
        files: Files,
        *,
        retention: timedelta = timedelta(days=7),
        keep_uploads: timedelta = timedelta(0),
        clock: Clock | None = None,
        secret: bytes = b"",
    ) -> None:
        self._engine = engine
        self._secret = secret
        self._files = files
        self._keep_uploads = keep_uploads
        self._clock = clock or SystemClock()
        self._ledger = TaskTable(engine, self._clock, retention)
        self._waiters = Waiters(self._ledger.ended)
        self._worker: _Worker | None = None

    def submit(self, new: NewTask) -> Task:
        """The task, pending, safe against any crash from now on.

        With `new.idempotency_key`: the task that the same owner submitted under this key in the last 24 hours, if kind,
        options, name and content are the same; its password does not count.

        Raises:
            Conflict: the key was used for something else.
            StorageUnavailable: the upload cannot be stored now.
        """
        if known := self.known(new):
            return known
        print_ = idempotency.fingerprint(new) if new.idempotency_key else ""
        task_id = str(uuid.uuid4())
        folder = f"tasks/{task_id}"
        source = f"{folder}/source" if new.source else ""
        try:
            if new.source:
                self._files.put_file(new.source, source)
            task = Task(
                id=task_id,
                owner=new.owner,
                key_id=new.key_id,
                kind=new.kind,
                status=TaskStatus.PENDING,
                filename=new.filename,
                created=self._clock.now(),
                options=dict(new.options),
                client_ref=new.client_ref,
                source_file=source,
                input_bytes=new.source.stat().st_size if new.source else 0,
            )
            self._record(new, task, print_)
        except _AnotherWasFasterError:
            self._discard(folder)
            return self._recall(new, print_) or self.submit(new)
        except OperationalError:  # the commit may have happened though its answer was lost; if not, the sweep deletes
            raise
        except BaseException:
            self._discard(folder)
            raise
        if self._worker:
            self._worker.loop.wake()
        return task

    def known(self, new: NewTask) -> Task | None:
        """The task that `submit` would give back instead of a new one; None when it would make one.

        Raises:
            Conflict: as `submit`.
        """
        return self._recall(new, idempotency.fingerprint(new)) if new.idempotency_key else None

    def get(self, task_id: str, *, owner: str | None) -> Task:
        """The task; `owner` None is an administrator.

        Raises:
            NotFound: no such task, or another owner's.
        """
        return self._ledger.find(task_id, owner)

    def to_check(self, *, owner: str | None, client_ref: str = "", limit: int = 100) -> tuple[list[Task], int]:
        """Results that nobody has approved, the most doubtful first; and how many are approved."""
        return self._ledger.to_check(owner, client_ref, limit=limit)

    def uncounted(self, names: Iterable[str], *, owner: str | None, limit: int = 100) -> Sequence[Task]:
        """The newest results with one of these files whose doubts an earlier release did not count."""
        return self._ledger.uncounted(owner, names, limit=limit)

    def list(self, wanted: TaskFilter, *, limit: int = 100, offset: int = 0) -> tuple[list[Task], int]:
        """The newest tasks first, and how many there are in all."""
        return self._ledger.page(wanted, limit=limit, offset=offset)

    def doubted(self, task_id: str, failed: int, low: int) -> None:
        """Note how many checks fail and how many values are in doubt after corrections."""
        self._ledger.doubted(task_id, failed, low)

    def position(self, task_id: str) -> int:
        """Place in the queue, 1 is next; 0 when the task is not pending."""
        return self._ledger.position(task_id)

    def delete(self, task_id: str, *, owner: str | None) -> None:
        """Cancel the task if it has not ended, and remove its row and files.

        Raises:
            NotFound: no such task, or another owner's.
        """
        self._ledger.delete(task_id, owner)
        if self._worker:
            self._worker.loop.stop(SlotPool.name, task_id)
        self._waiters.notify(task_id)
        self._discard(f"tasks/{task_id}")

    def move_to_bin(self, task_id: str, *, owner: str | None) -> None:
        """Put an ended task where nobody finds it; a day later it is deleted with its files.

        Raises:
            NotFound: no such task, or another owner's, or it has not ended.
        """
        self._ledger.move_to_bin(task_id, owner)

    def restore(self, task_id: str, *, owner: str | None) -> None:
        """Take a task out of the bin.

        Raises:
            NotFound: no such task there, or another owner's.
        """
        self._ledger.move_to_bin(task_id, owner, back=True)

    async def wait(self, task_id: str, *, owner: str | None, seconds: float) -> Task:
        """The task when it has ended, or as it is after `seconds`.

        Raises:
            NotFound: no such task, or another owner's; also when it is deleted meanwhile.
        """
        task = await asyncio.to_thread(self.get, task_id, owner=owner)
        if task.status.final or seconds <= 0:
            return task
        await self._waiters.wait(task_id, seconds)
        return await asyncio.to_thread(self.get, task_id, owner=owner)

    def result_file(self, task: Task) -> str:
        """The stored name of the result of a done task.

        Raises:
            NotReady: it has not ended, or has failed (then the sentence is its error).
            Gone: it has expired.
        """
        if task.status is TaskStatus.FAILED:
            raise NotReady(task.error)
        if task.status is not TaskStatus.DONE or task.result_file is None:
            raise NotReady
        if task.expires is not None and task.expires <= self._clock.now():
            raise Gone("The result has expired.")
        return task.result_file

    def image_file(self, task: Task, name: str) -> str:
        """The stored name of an image of a done task; `name` as in `Task.images`.

        Raises:
            NotFound: no such image. NotReady, Gone: as for `result_file`.
        """
        result = self.result_file(task)
        if name not in task.images:
            raise NotFound
        return str(PurePosixPath(result).parent / name)

    def counts(self) -> Mapping[TaskStatus, int]:
        """How many tasks are in each state."""
        return self._ledger.counts()

    def workers(self) -> Sequence[Worker]:
        """The workers that have signed on and were not found lost; `heard` tells how fresh that is."""
        return signed_on(self._engine)

    @property
    def executor(self) -> str:
        """The id under which this process is signed on as a worker; "" when it is none."""
        return self._worker.loop.executor if self._worker else ""

    @property
    def healthy(self) -> bool:
        """Whether the slots of this process can do tasks; True where it is no worker."""
        return self._worker is None or self._worker.pool.healthy

    def launch(
        self,
        handlers: Mapping[str, str],
        capacity: Capacity,
        more: Callable[[Path], Sequence[WorkKind]] = lambda _: (),
        chores: Mapping[str, Callable[[], None]] | None = None,
    ) -> None:
        """Make this process a worker. Returns when it is taking work.

        Args:
            handlers: kind -> ``module:function`` of `run(request, report)`; see `quire.tasks.slot_process`.
            capacity: what it may use.
            more: gives the kinds of work beside tasks and duties, and may use the worker's own folder, which is removed
                at the end.
            chores: what else is done as often as the expiry of tasks, by the name of its duty.
        """
        if self._worker:
            raise RuntimeError("this process is a worker already")
        protect_memory()
        executor = f"{machine_id().split(':', maxsplit=1)[0]}-{uuid.uuid4().hex}"
        runner = TaskRunner(
            ledger=self._ledger,
            files=self._files,
            handlers=handlers,
            scratch=capacity.scratch / executor,
            seconds=capacity.seconds,
            drop_uploads=not self._keep_uploads,
            on_end=self._waiters.notify,
            extras=capacity.extras,
            patience=capacity.patience,
            secret=self._secret,
            fetch=capacity.fetch,
        )
        caps = Caps(
            capacity.seconds, capacity.memory, capacity.recycle, network=capacity.network, sandbox=capacity.sandbox
        )
        pool = SlotPool(runner, capacity.slots, caps, capacity.warm, cores=capacity.cores, per_key=capacity.per_key)
        expiry = Expiry(self._ledger, self._files, self._clock, self._keep_uploads)
        duties = {"expiry": Duty(expiry.expire, EXPIRY), "sweep": Duty(expiry.sweep, SWEEP)}
        duties |= {name: Duty(do, EXPIRY) for name, do in (chores or {}).items()}
        try:
            kinds: tuple[WorkKind, ...] = (pool, Duties(self._engine, self._clock, duties), *more(runner.scratch))
            loop = WorkLoop(
                self._engine,
                WorkerRegistry(self._engine, self._clock, executor, capacity.slots),
                kinds,
                lambda lost: shutil.rmtree(capacity.scratch / lost, ignore_errors=True),
            )
            loop.start()
        except BaseException:
            pool.close()
            raise
        self._worker = _Worker(loop, pool, capacity.grace)

    def close(self) -> None:
        """Stop taking work, let what runs end within the grace time, put the rest back; idempotent."""
        worker, self._worker = self._worker, None
        if worker is None:
            return
        worker.loop.close(worker.grace)
        worker.pool.close()

    def _discard(self, folder: str) -> None:
        """Delete files of a task without a row; if the store is not available, the sweep does it later."""
        with contextlib.suppress(ServiceFault):
            self._files.delete(folder)

    def _recall(self, new: NewTask, print_: str) -> Task | None:
        with read(self._engine) as connection:
            known = idempotency.find_task(connection, new, print_, self._clock)
        return self._ledger.find(known, new.owner) if known else None

    def _record(self, new: NewTask, task: Task, print_: str) -> None:
        """Row, idempotency key and delivery, in one transaction; the row is the place in the queue, too."""
        with write(self._engine) as connection:
            password = seal(self._secret, new.password, task.id) if new.password else None
            insert_task(connection, task, password=password)
            if print_ and not idempotency.remember(connection, new, print_, task.id, self._clock):
                raise _AnotherWasFasterError
            if new.callback_url:
                insert_delivery(connection, task, new.callback_url)


class _Worker(NamedTuple):
    """The worker's side of a launched `Tasks`."""

    loop: WorkLoop
    pool: SlotPool
    grace: float


class _AnotherWasFasterError(Exception):
    """Another submission under the same idempotency key was written first."""
