"""The class `Tasks`: submit, look, wait, delete; and the worker's side. The only importer of the task engine (DBOS).

What is particular about DBOS here:
    one database       its tables lie beside ours and it uses our connections, so that a task's row and its place in the
                       queue are one transaction, and SQLite runs in WAL mode
    JSON               arguments are JSON, never pickles
    application_version is a constant: a new release goes on with the old one's tasks
    executor id        is unique for each process; lost ones are the reaper's
    workflow id        is the task's id, so the same task cannot be queued twice
    one workflow       of one asynchronous step, which is cancelled (and kills its slot) when its workflow is
    claims             about twice the slots; the slots limit what runs, and the row stays pending until it does
    time               is capped by the slot; workflows have no timeout
    one for a process  DBOS is a singleton, so one `Tasks` at a time can be launched in a process
"""

from __future__ import annotations

import asyncio
import json
import logging
import uuid
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

import sqlalchemy as sa
from dbos import DBOS, DBOSClient, EnqueueOptions, Serializer, error
from sqlalchemy.exc import OperationalError

from quire.clock import Clock, SystemClock
from quire.errors import Gone, NotFound, NotReady
from quire.store.database import connect, read, write
from quire.store.files import Files
from quire.tasks import idempotency
from quire.tasks.deliveries import insert_delivery
from quire.tasks.events import Waiters
from quire.tasks.floor import Floor
from quire.tasks.ledger import Ledger, insert_task
from quire.tasks.limits import hide
from quire.tasks.processes import machine
from quire.tasks.reaper import Reaper, Self, signed_on
from quire.tasks.slots import Caps
from quire.tasks.status import NewTask, Task, TaskStatus, Worker
from quire.tasks.work import Work

log = logging.getLogger(__name__)

APPLICATION, VERSION, QUEUE, WORKFLOW = "quire", "1", "documents", "quire.task"

POLL_SECONDS = 0.25
"""Between two looks into the queue: half of it is the mean wait of a task when a slot is free."""

CLAIMS = 2
"""Tasks that a worker takes from the queue for each slot: the next is at hand when one ends, the rest stays for others."""

ENDED = timedelta(hours=1)
"""DBOS's records of work that ended so long ago are deleted; our rows say all there is to say."""

BATCH = 500
"""Records listed or deleted at once."""


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


def migrate(url: str) -> None:
    """Bring the task engine's own tables in the database at `url` to the present version; after `store.migrate`."""
    _hush()
    DBOS.migrate(connect(url).url.render_as_string(hide_password=False))


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
        self._keep_uploads = keep_uploads
        self._clock = clock or SystemClock()
        self._ledger = Ledger(engine, self._clock, retention)
        self._waiters = Waiters(self._ledger.ended)
        self._client = DBOSClient(
            system_database_engine=engine, serializer=_Json(), application_name=APPLICATION, lazy=True
        )
        self._worker: _Worker | None = None

    def submit(self, new: NewTask) -> Task:
        """The task, pending, safe against any crash from now on.

        With `new.idempotency_key`: the task that the same owner submitted under this key in the last 24 hours, if kind,
        options, name and content are the same.

        Raises:
            Conflict: the key was used for something else.
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
            self._files.delete(folder)
            return self._recall(new, print_) or self.submit(new)
        except OperationalError:  # the commit may have happened though its answer was lost; if not, the sweep deletes
            raise
        except BaseException:
            self._files.delete(folder)
            raise
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

    def list(
        self,
        owner: str | None,
        *,
        kind: str | None = None,
        status: TaskStatus | None = None,
        limit: int = 100,
        offset: int = 0,
    ) -> tuple[list[Task], int]:
        """The newest tasks first, and how many there are in all; `kind` may be the part before the dot."""
        return self._ledger.page(owner, kind, status, limit=limit, offset=offset)

    def position(self, task_id: str) -> int:
        """Place in the queue, 1 is next; 0 when the task is not pending."""
        return self._ledger.position(task_id)

    def delete(self, task_id: str, *, owner: str | None) -> None:
        """Cancel the task if it has not ended, and remove its row and files.

        Raises:
            NotFound: no such task, or another owner's.
        """
        self._ledger.delete(task_id, owner)
        self._client.cancel_workflows([task_id])
        if self._worker:
            self._worker.floor.stop(task_id)
        self._waiters.notify(task_id)
        self._files.delete(f"tasks/{task_id}")

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
        return self._worker.executor if self._worker else ""

    @property
    def well(self) -> bool:
        """Whether the slots of this process can do tasks; True where it is no worker."""
        return self._worker is None or self._worker.floor.well

    def launch(self, handlers: Mapping[str, str], capacity: Capacity) -> None:
        """Make this process a worker: slots, queue, reaper. Returns when it is taking tasks.

        Args:
            handlers: kind -> ``module:function`` of `run(request, report)`; see `quire.tasks.inside`.
            capacity: what it may use.
        """
        global _floor  # noqa: PLW0603 - DBOS is one for a process, and so is its worker
        if _floor is not None:
            raise RuntimeError("this process is a worker already")
        hide()
        executor = f"{machine().split(':', maxsplit=1)[0]}-{uuid.uuid4().hex}"
        work = Work(
            ledger=self._ledger,
            files=self._files,
            handlers=handlers,
            executor=executor,
            scratch=capacity.scratch / executor,
            seconds=capacity.seconds,
            drop_uploads=not self._keep_uploads,
            on_end=self._waiters.notify,
            extras=capacity.extras,
        )
        self._client.register_queue(
            QUEUE, worker_concurrency=CLAIMS * capacity.slots, polling_interval_sec=POLL_SECONDS
        )
        caps = Caps(capacity.seconds, capacity.memory, capacity.recycle, network=capacity.network)
        floor = Floor(work, capacity.slots, caps, capacity.warm, cores=capacity.cores)
        reaper = Reaper(
            Self(executor, capacity.slots, capacity.scratch, floor.in_hand),
            self._ledger,
            self._files,
            _Queue(self._client, self._engine, self._clock),
            clock=self._clock,
            keep_uploads=self._keep_uploads,
        )
        self._worker = _Worker(executor, floor, reaper, capacity.grace)
        reaper.sign_on()
        _floor = floor
        try:
            _launch_dbos(self._engine, executor)
        except BaseException:
            self.close()
            raise
        reaper.start()

    def close(self) -> None:
        """Stop taking tasks, let the running ones end within the grace time, put the others back; idempotent."""
        global _floor  # noqa: PLW0603 - DBOS is one for a process, and so is its worker
        worker, self._worker = self._worker, None
        if worker is None:
            return
        worker.floor.wind_down(worker.grace)
        DBOS.destroy()
        worker.floor.close()
        worker.reaper.close()
        _floor = None

    def _recall(self, new: NewTask, print_: str) -> Task | None:
        with read(self._engine) as connection:
            known = idempotency.recall(connection, new, print_, self._clock)
        return self._ledger.find(known, new.owner) if known else None

    def _record(self, new: NewTask, task: Task, print_: str) -> None:
        """Row, idempotency key and place in the queue, in one transaction."""
        with write(self._engine) as connection:
            insert_task(connection, task)
            if print_ and not idempotency.remember(connection, new, print_, task.id, self._clock):
                raise _AnotherWasFasterError
            if new.callback_url:
                insert_delivery(connection, task, new.callback_url)
            self._client.enqueue_in_transaction(connection, _order(task.id), task.id)


class _Worker(NamedTuple):
    """The worker's side of a launched `Tasks`."""

    executor: str
    floor: Floor
    reaper: Reaper
    grace: float


class _Queue:
    """DBOS as the reaper sees it."""

    def __init__(self, client: DBOSClient, engine: sa.Engine, clock: Clock) -> None:
        self._client = client
        self._engine = engine
        self._clock = clock

    def executors(self) -> set[str]:
        """Who holds work now."""
        held = self._client.list_workflows(status="PENDING", load_input=False, load_output=False)
        return {work.executor_id for work in held if work.executor_id}

    def give_back(self, executors: Collection[str]) -> None:
        """Put the work of lost executors into the queue again."""
        _recover([*executors])

    def put_again(self, task_ids: Collection[str]) -> None:
        """Put those tasks into the queue that are not in it, and that nobody holds."""
        ids = [*task_ids]
        known = self._client.list_workflows(workflow_ids=ids, load_input=False, load_output=False)
        going = {work.workflow_id for work in known if work.status in {"PENDING", "ENQUEUED", "DELAYED"}}
        for task_id in (each for each in ids if each not in going):
            log.warning("task %s was not in the queue", task_id)
            self._client.delete_workflows([task_id])
            with write(self._engine) as connection:
                self._client.enqueue_in_transaction(connection, _order(task_id), task_id)

    def forget(self) -> None:
        """Delete DBOS's records of work that has ended."""
        before = (self._clock.now() - ENDED).isoformat()
        while True:
            ended = self._client.list_workflows(
                status=["SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"],
                completed_before=before,
                limit=BATCH,
                load_input=False,
                load_output=False,
            )
            if not ended:
                return
            self._client.delete_workflows([work.workflow_id for work in ended])


class _Json(Serializer):
    """Arguments and results as JSON."""

    def serialize(self, data: Any) -> str:  # noqa: ANN401 - DBOS's signature
        """The text; an exception becomes its name, as DBOS stores errors too."""
        return json.dumps(data, default=lambda value: {"error": type(value).__name__})

    def deserialize(self, serialized_data: str) -> Any:  # noqa: ANN401 - DBOS's signature
        """The value."""
        return json.loads(serialized_data)

    def name(self) -> str:
        """What DBOS notes beside the text."""
        return "quire_json"


class _Expected(logging.Filter):
    """Keeps DBOS from reporting what is meant to happen, with a traceback, when a task is deleted or a worker stops."""

    parts = ("no longer owned by this execution", "was cancelled during execution", "Asyncio task cancelled for")

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is news."""
        if record.exc_info and isinstance(record.exc_info[1], error.DBOSAwaitedWorkflowCancelledError):
            return False
        return not any(part in record.getMessage() for part in self.parts)


_EXPECTED = _Expected()


def _hush() -> None:
    """Let DBOS log warnings only, through our own handlers: with one of its own it would write to stderr as well."""
    logger = logging.getLogger("dbos")
    logger.setLevel(logging.WARNING)
    logger.addFilter(_EXPECTED)
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())


class _AnotherWasFasterError(Exception):
    """Another submission under the same idempotency key was written first."""


_floor: Floor | None = None
"""What the workflow of this process works on: DBOS finds workflows by name, not by object."""


@DBOS.step(preemptible=True)
async def _do(task_id: str) -> None:
    if _floor is None:
        raise RuntimeError("no worker in this process")
    await _floor.do(task_id)


@DBOS.workflow(name=WORKFLOW, max_recovery_attempts=None)
async def _workflow(task_id: str) -> None:
    await _do(task_id)


def _order(task_id: str) -> EnqueueOptions:
    """How a task is queued: under its own id, for every release."""
    return {"workflow_name": WORKFLOW, "queue_name": QUEUE, "workflow_id": task_id, "app_version": VERSION}


def _launch_dbos(engine: sa.Engine, executor: str) -> None:
    """Start DBOS, in a thread of its own: it would take the event loop of the calling thread for its work.

    Raises:
        Exception: what DBOS raised; the usual one is that its tables are not migrated.
    """
    _hush()
    DBOS(
        config={
            "name": APPLICATION,
            "system_database_engine": engine,
            "serializer": _Json(),
            "application_version": VERSION,
            "executor_id": executor,
            "run_migrations": False,
            "log_level": "WARNING",
            "notification_listener_polling_interval_sec": POLL_SECONDS,  # a thread that the end waits for
        }
    )
    DBOS.listen_queues([QUEUE])
    with ThreadPoolExecutor(max_workers=1) as starter:
        starter.submit(DBOS.launch).result()


def _recover(executors: list[str]) -> None:
    """Queue the work of lost executors again; the only use of a private name of DBOS, and a test holds it."""
    DBOS._recover_pending_workflows(executors)  # noqa: SLF001
