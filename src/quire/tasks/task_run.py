"""One attempt at a task that a worker has taken: run in a slot, publish. Everything is synchronous, in one thread."""

from __future__ import annotations

import contextlib
import logging
import shutil
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path, PurePath
from typing import Any, NamedTuple, TypeVar

from sqlalchemy.exc import DBAPIError

from quire.errors import Cancelled, DocumentError, NotFound, QuireError, ServiceFault, WorkerDied
from quire.store.database import is_unavailable
from quire.store.deletion_hold import are_deletions_held
from quire.store.file_store import Files
from quire.store.sealed_text import unseal
from quire.store.stored_file import checked
from quire.tasks.claims import Claim
from quire.tasks.outage import HOLD_PAUSES, fault_of
from quire.tasks.slots import READ, WRITE, Run, Slot
from quire.tasks.task_events import ProgressWriter
from quire.tasks.task_states import MAX_ATTEMPTS, Task, TaskStatus
from quire.tasks.task_table import SERVICE_FAULT_CODES, Outcome, TaskTable

T = TypeVar("T")
log = logging.getLogger(__name__)

DATABASE_PAUSES = (0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Seconds between tries to write to a database that does not answer; after that the whole task waits."""

PATIENCE = timedelta(hours=24)
"""How long a task waits for the end of faults of our own side, unless it is set otherwise."""

TOO_LONG = "A part of the service was not available for too long. The upload is kept; please try the task again."
"""The error of a task that waited for longer than its patience."""

MAX_SUFFIX = 8
"""Letters of a suffix of an upload's name that are kept for the handler; longer ones are no suffix."""


class RunContext(NamedTuple):
    """Where and how an attempt runs: the handler, the claim, its folders, and what stops it."""

    handler: str
    claim: Claim[str]
    read: Path
    write: Path
    stop: threading.Event
    cores: int  # that it may take


class ArrivedSource(NamedTuple):
    """A document that was fetched: the name its server gives, "" for none, and its bytes."""

    filename: str
    size: int


FetchSource = Callable[[Mapping[str, str], Path], ArrivedSource]
"""Fetches the document of a task with these options to a path; raises a `QuireError` with a public sentence."""

_FOR_US = "source_"
"""Begins the options that are ours: addresses may hold secrets, and a slot may be in the hands of a document."""


class HandlerResult(NamedTuple):
    """What a handler made, checked: a slot may be in the hands of a document."""

    result: str
    filename: str
    images: tuple[str, ...]
    pages: int
    warnings: tuple[str, ...]
    doubts: tuple[int, int] | None = None

    @classmethod
    def read(cls, value: Mapping[str, Any], target: Path) -> HandlerResult:
        """The value of a handler.

        Raises:
            DocumentError: it is not of the form that `inside` describes, or names files outside of the folder.
        """
        try:
            result, images = str(value["result"]), tuple(str(name) for name in value.get("images", ()))
            for name in (result, *images):
                _inside(target, name)
            warnings = tuple(str(sentence) for sentence in value.get("warnings", ()))
            doubts = None
            if value.get("doubts"):
                failed, low = value["doubts"]
                doubts = int(failed), int(low)
            return cls(result, str(value["filename"]), images, int(value.get("pages", 0)), warnings, doubts)
        except (KeyError, TypeError, ValueError, OSError) as error:
            raise DocumentError from error


@dataclass(frozen=True)
class TaskRunner:
    """What a worker needs to do tasks.

    Attributes:
        ledger: the rows.
        files: uploads and results.
        handlers: kind -> ``module:function``.
        scratch: its folder for files in work.
        seconds: cap on one attempt.
        drop_uploads: whether an upload goes as soon as its task has ended.
        patience: how long a task waits for the end of faults of our own side before it fails.
        on_end: called with the id of a task that has ended.
        extras: kind -> what a handler is given beside the task; see `quire.tasks.engine.Capacity`.
        secret: opens sealed passwords.
        fetch: fetches documents by address; None where no task has one.
    """

    ledger: TaskTable
    files: Files
    handlers: Mapping[str, str]
    scratch: Path
    seconds: float
    drop_uploads: bool
    on_end: Callable[[str], None]
    patience: timedelta = PATIENCE
    extras: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, repr=False)
    secret: bytes = field(default=b"", repr=False)
    fetch: FetchSource | None = None

    def run(self, task: Task, claim: Claim[str], slot: Slot, stop: threading.Event, *, cores: int = 1) -> None:
        """Bring the attempt to its end: the task has ended, or it waits again, or was taken away.

        Args:
            task: what was taken.
            claim: with what right.
            slot: where it runs.
            stop: ends it when set.
            cores: that a long document may take.

        Raises:
            Exception: the end could not be written; the row still names this worker.
        """
        state = self._attempt(task, claim, slot, stop, cores=cores)
        if state is not None and state.final:
            self._end(task)

    def give_back(self, claim: Claim[str]) -> None:
        """Put a task back that has not begun, or whose end could not be written; its attempt does not count."""
        self._give_up(claim)

    def _attempt(
        self, task: Task, claim: Claim[str], slot: Slot, stop: threading.Event, *, cores: int
    ) -> TaskStatus | None:
        """The state that this attempt gave the task; None when the task is not ours any more."""
        began = time.monotonic()
        beat = ProgressWriter(self.ledger, claim, tell_every=int(task.options.get("callback_pages", "0")))
        run = Run(began + self.seconds, seconds=self.seconds, on_progress=beat.report, on_beat=beat.beat, stop=stop)
        try:
            handler = self._handler(task.kind)
            with self._folders(claim, slot) as (read, write):
                outcome = self._process(task, slot, run, RunContext(handler, claim, read, write, stop, cores))
                return self._publish(claim, outcome, stop)
        except Cancelled:
            return self._give_up(claim)
        except WorkerDied:
            return retry_database(lambda: self.ledger.lose(claim))
        except ServiceFault as fault:
            return self._postpone(task, claim, fault, began)
        except QuireError as error:
            return self._fail(claim, error, began, cpu=run.cpu_seconds)
        except Exception as problem:
            if ours := fault_of(problem):
                return self._postpone(task, claim, ours, began)
            log.exception("task %s failed on our side", task.id)  # a bug; perhaps it works at the second attempt
            if claim.attempt < MAX_ATTEMPTS:
                return retry_database(lambda: self.ledger.lose(claim))
            return self._fail(claim, QuireError(), began)

    def _process(self, task: Task, slot: Slot, run: Run, place: RunContext) -> Outcome:
        """Run the handler in the slot and put what it made into the store."""
        began, claim = time.monotonic(), place.claim
        filename, source = self._source(task, claim, place.read)
        target = place.write / "out"
        target.mkdir()
        request = {
            "task_id": task.id,
            "kind": task.kind,
            "filename": filename,
            "source": source,
            "target": str(target),
            "options": self._options(task),
            "seconds": self.seconds,
            "cores": place.cores,
            **self.extras.get(task.kind, {}),
        }
        run.deadline = began + self.seconds
        made = HandlerResult.read(slot.run(place.handler, request, run), target)
        folder = f"tasks/{task.id}/{claim.attempt}-{uuid.uuid4().hex[:8]}"
        for name in (*made.images, made.result):
            self._hold_on(
                lambda name=name: self.files.put_file(target / name, f"{folder}/{name}"),  # type: ignore[misc]
                claim,
                place.stop,
            )
        return Outcome(
            result_file=f"{folder}/{made.result}",
            result_name=made.filename,
            images=made.images,
            pages=made.pages,
            warnings=made.warnings,
            seconds=time.monotonic() - began,
            doubts=made.doubts,
            cpu=run.cpu_seconds,
        )

    def _options(self, task: Task) -> dict[str, str]:
        """The options that a handler sees, with the password where the task has one."""
        shown = {name: value for name, value in task.options.items() if not name.startswith(_FOR_US)}
        sealed = self.ledger.password(task.id)
        return shown | ({"password": unseal(self.secret, sealed, task.id)} if sealed else {})

    def _source(self, task: Task, claim: Claim[str], folder: Path) -> tuple[str, str]:
        """The name of the document, and the path of its file: "" for a task without one."""
        if task.source_file:
            source = folder / f"source{_suffix(task.filename)}"
            _fetch(self.files, task.source_file, source)
            return task.filename, str(source)
        if "source_url" not in task.options:
            return task.filename, ""
        if self.fetch is None:
            raise DocumentError("No worker can do this.")
        fetched = folder / "fetched"
        arrived = self.fetch(task.options, fetched)
        filename = arrived.filename or task.filename
        retry_database(lambda: self.ledger.arrived(claim, filename, arrived.size))
        source = folder / f"source{_suffix(filename)}"
        fetched.rename(source)
        return filename, str(source)

    def _handler(self, kind: str) -> str:
        if kind not in self.handlers:
            raise DocumentError("No worker can do this.")
        return self.handlers[kind]

    def _publish(self, claim: Claim[str], outcome: Outcome, stop: threading.Event) -> TaskStatus | None:
        if self._hold_on(lambda: self.ledger.finish(claim, outcome), claim, stop):
            return TaskStatus.DONE
        with contextlib.suppress(ServiceFault):  # the sweep deletes what is left
            self.files.delete(str(PurePath(outcome.result_file).parent))
        self._clear(claim)
        return None

    def _hold_on(self, step: Callable[[], T], claim: Claim[str], stop: threading.Event) -> T:
        """The value of `step`, tried again while a fault of our own side lasts, so that what is made is not made twice.

        Raises:
            Cancelled: the task is not wanted any more, or the worker stops.
            Exception: what `step` raised last.
        """
        for pause in HOLD_PAUSES:
            try:
                return step()
            except Exception as problem:
                fault = fault_of(problem)
                if fault is None:
                    raise
                log.warning("task %s waits for %s; again in %s s", claim.key, fault.waits_for, pause)
            with contextlib.suppress(DBAPIError):
                if not self.ledger.wait_for(claim, fault.waits_for):
                    raise Cancelled
            if stop.wait(pause):
                raise Cancelled
        return step()

    def _postpone(self, task: Task, claim: Claim[str], fault: ServiceFault, began: float) -> TaskStatus | None:
        """Give the task back at no cost, to be run again after a pause; after `patience` it has failed."""
        if task.waiting_since is not None and self.ledger.clock.now() - task.waiting_since >= self.patience:
            return self._fail(claim, type(fault)(TOO_LONG), began)
        log.warning("task %s waits for %s", claim.key, fault.waits_for)
        if retry_database(lambda: self.ledger.postpone(claim, task, fault.waits_for)):
            return TaskStatus.PENDING
        self._clear(claim)
        return None

    def _fail(self, claim: Claim[str], error: QuireError, began: float, *, cpu: float = 0.0) -> TaskStatus | None:
        if error.__cause__ is not None:
            log.error("task %s: %s", claim.key, error.__cause__)
        failed = retry_database(lambda: self.ledger.fail(claim, error, time.monotonic() - began, cpu=cpu))
        return TaskStatus.FAILED if failed else None

    def _give_up(self, claim: Claim[str]) -> TaskStatus | None:
        """The worker is being stopped, or the claim is lost: to another worker, or because the task was deleted."""
        if not retry_database(lambda: self.ledger.release(claim)):
            self._clear(claim)
        return None

    def _clear(self, claim: Claim[str]) -> None:
        """Delete what is left of a task that was deleted: its deletion may have come before our last file."""
        if not self.ledger.existing([claim.key]):
            with contextlib.suppress(ServiceFault):  # the sweep does it later
                self.files.delete(f"tasks/{claim.key}")

    def _end(self, task: Task) -> None:
        if self.drop_uploads and task.source_file:
            try:
                kept = self.ledger.find(task.id).error_code in SERVICE_FAULT_CODES
                if not kept and not are_deletions_held(self.ledger.engine, self.ledger.clock):
                    self.files.delete(task.source_file)
                    self.ledger.upload_dropped(task.id)
            except Exception:  # the duty of expiry does it later
                log.exception("the upload of task %s could not be deleted", task.id)
        self.on_end(task.id)

    @contextlib.contextmanager
    def _folders(self, claim: Claim[str], slot: Slot) -> Iterator[tuple[Path, Path]]:
        """Folders of an attempt for what the slot reads, and for what it writes."""
        place = slot.folder or self.scratch
        name = f"{claim.key}-{claim.attempt}-{uuid.uuid4().hex[:8]}"
        read, write = place / READ / name, place / WRITE / name
        try:
            read.mkdir(parents=True)
            write.mkdir(parents=True)
            yield read, write
        finally:
            shutil.rmtree(read, ignore_errors=True)
            shutil.rmtree(write, ignore_errors=True)


def _fetch(files: Files, name: str, path: Path) -> None:
    """Fetch an upload; that it is missing is our fault, not something to tell as "not found"."""
    try:
        files.fetch(name, path)
    except NotFound as error:
        raise FileNotFoundError(name) from error


def _inside(target: Path, name: str) -> None:
    """Nothing, when `name` is a real file in the folder.

    Raises:
        ValueError, OSError: it is not.
    """
    path = target / checked(name)
    if path.is_symlink() or not path.resolve(strict=True).is_relative_to(target.resolve()):
        raise ValueError("outside of the folder")


def retry_database(step: Callable[[], T]) -> T:
    """The value of `step`, tried again while the database does not answer."""
    for pause in DATABASE_PAUSES:
        try:
            return step()
        except Exception as problem:
            if not is_unavailable(problem):
                raise
            log.warning("the database does not answer (%s); again in %s s", type(problem).__name__, pause)
            time.sleep(pause)
    return step()


def _suffix(filename: str) -> str:
    """The suffix of an upload's name if it is plain, for handlers that look at it; else nothing."""
    suffix = PurePath(filename).suffix.lower()
    plain = suffix[1:].isascii() and suffix[1:].isalnum() and len(suffix) <= MAX_SUFFIX
    return suffix if plain else ""
