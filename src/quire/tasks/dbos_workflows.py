"""The queue of tasks and the work on them as DBOS keeps them: a workflow for each task. The only importer of DBOS.

What is particular about DBOS here:
    one database       its tables lie beside ours and it uses our connections, so that a task's row and its place in the
                       queue are one transaction, and SQLite runs in WAL mode
    JSON               arguments are JSON, never pickles
    application_version is a constant: a new release goes on with the old one's tasks
    executor id        is unique for each process; lost ones are the reaper's
    workflow id        is the task's id, so the same task cannot be queued twice
    one workflow       of one asynchronous step, which is cancelled (and kills its slot) when its workflow is
    priority           is a task's turn (`quire.tasks.queue_order`): owners take turns
    claims             about twice the slots; the slots limit what runs, and the row stays pending until it does
    time               is capped by the slot; workflows have no timeout
    one for a process  DBOS is a singleton, so one `Tasks` at a time can be launched in a process
"""

from __future__ import annotations

import json
import logging
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import sqlalchemy as sa
from dbos import DBOS, DBOSClient, EnqueueOptions, Serializer, error

from quire.clock import Clock
from quire.store.database import connect, write
from quire.tasks.queue_order import FIRST
from quire.tasks.slot_pool import SlotPool

log = logging.getLogger(__name__)

APPLICATION, VERSION, NAME, WORKFLOW = "quire", "1", "documents", "quire.task"

POLL_SECONDS = 0.25
"""Between two looks into the queue: half of it is the mean wait of a task when a slot is free."""

RECORD_RETENTION = timedelta(hours=1)
"""DBOS's records of work that ended so long ago are deleted; our rows say all there is to say."""

BATCH = 500
"""Records listed or deleted at once."""


def migrate(url: str) -> None:
    """Bring the task engine's own tables in the database at `url` to the present version; after `store.migrate`."""
    _hush()
    DBOS.migrate(connect(url).url.render_as_string(hide_password=False))


class Queue:
    """The tasks that wait for a worker, and those that workers hold: DBOS as `Tasks` and the reaper see it.

    Args:
        engine: the database.
        clock: the time.
    """

    def __init__(self, engine: sa.Engine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock
        self._client = DBOSClient(
            system_database_engine=engine, serializer=_Json(), application_name=APPLICATION, lazy=True
        )

    def register(self, claims: int) -> None:
        """Make the queue known, of which each worker takes at most so many tasks."""
        self._client.register_queue(NAME, worker_concurrency=claims, polling_interval_sec=POLL_SECONDS)

    def put(self, connection: sa.Connection, task_id: str, turn: int) -> None:
        """Put a task into the queue, inside the caller's transaction; lower turns go first."""
        self._client.enqueue_in_transaction(connection, _order(task_id, turn), task_id)

    def turns(self, task_ids: Collection[str]) -> dict[str, int]:
        """The turns of those tasks that the engine knows."""
        if not task_ids:
            return {}
        known = self._client.list_workflows(workflow_ids=[*task_ids], load_input=False, load_output=False)
        return {work.workflow_id: work.priority or 0 for work in known}

    def cancel(self, task_id: str) -> None:
        """Take a task out of the queue, or end the work on it; nothing when there is none."""
        self._client.cancel_workflows([task_id])

    def executors(self) -> set[str]:
        """Who holds work now."""
        held = self._client.list_workflows(status="PENDING", load_input=False, load_output=False)
        return {work.executor_id for work in held if work.executor_id}

    def held(self, executor: str) -> set[str]:
        """The tasks that one worker holds, as far as the engine knows."""
        held = self._client.list_workflows(
            status="PENDING", executor_id=executor, queue_name=NAME, load_input=False, load_output=False
        )
        return {work.workflow_id for work in held}

    def give_back(self, executors: Collection[str]) -> None:
        """Put the work of lost executors into the queue again."""
        DBOS._recover_pending_workflows([*executors])  # noqa: SLF001 - the only private name of DBOS that is used; a test holds it

    def drop(self, task_ids: Collection[str]) -> None:
        """Forget the work on tasks that have ended; an execution that is still under way notices it and ends."""
        self._client.delete_workflows([*task_ids])

    def put_again(self, task_ids: Collection[str], *, dropped: Collection[str] = ()) -> None:
        """Put those tasks into the queue that are not in it, and that nobody holds.

        Args:
            task_ids: pending tasks.
            dropped: those that the engine takes for held, though the worker that holds them does nothing about them.
        """
        ids = [*task_ids]
        known = self._client.list_workflows(workflow_ids=ids, load_input=False, load_output=False)
        going = {work.workflow_id for work in known if work.status in {"PENDING", "ENQUEUED", "DELAYED"}}
        going -= {work.workflow_id for work in known if work.status == "PENDING" and work.workflow_id in dropped}
        for task_id in (each for each in ids if each not in going):
            log.warning("task %s was not in the queue", task_id)
            self._client.delete_workflows([task_id])
            with write(self._engine) as connection:
                self.put(connection, task_id, FIRST)  # it has waited long enough

    def forget(self) -> None:
        """Delete DBOS's records of work that has ended."""
        before = (self._clock.now() - RECORD_RETENTION).isoformat()
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


def begin(pool: SlotPool, engine: sa.Engine, executor: str) -> None:
    """Take tasks from the queue to a slot pool. DBOS starts in a thread: it would use the caller's event loop.

    Raises:
        Exception: what DBOS raised; the usual one is that its tables are not migrated. `end` is called as ever.
    """
    global _pool  # noqa: PLW0603 - DBOS is one for a process, and so is its worker
    _pool = pool
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
    DBOS.listen_queues([NAME])
    with ThreadPoolExecutor(max_workers=1) as starter:
        starter.submit(DBOS.launch).result()


def end() -> None:
    """Take no further tasks; waits for the work on those that were taken."""
    global _pool  # noqa: PLW0603 - as above
    DBOS.destroy()
    _pool = None


def is_busy() -> bool:
    """Whether this process takes tasks already."""
    return _pool is not None


_pool: SlotPool | None = None
"""What the workflow of this process works on: DBOS finds workflows by name, not by object."""


@DBOS.step(preemptible=True)
async def _do(task_id: str) -> None:
    if _pool is None:
        raise RuntimeError("no worker in this process")
    await _pool.do(task_id)


@DBOS.workflow(name=WORKFLOW, max_recovery_attempts=None)
async def _workflow(task_id: str) -> None:
    await _do(task_id)


def _order(task_id: str, turn: int) -> EnqueueOptions:
    """How a task is queued: under its own id, for every release, in its turn."""
    return {
        "workflow_name": WORKFLOW,
        "queue_name": NAME,
        "workflow_id": task_id,
        "app_version": VERSION,
        "priority": turn,
    }


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
