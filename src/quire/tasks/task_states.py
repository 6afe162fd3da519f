"""The states of a task and the moves between them.

    pending ----> processing ----> done
                      | |
                      | '------> failed      it cannot be processed, nothing can run it, or its worker died twice
                      '--------> pending     its worker died or was stopped, or a part of the service is not available

`done` and `failed` are final. Deleting is no state: the row is gone. Every API maps these four to its own words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path


class TaskStatus(StrEnum):
    """Where a task is in its life."""

    PENDING = "pending"
    PROCESSING = "processing"
    DONE = "done"
    FAILED = "failed"

    @property
    def final(self) -> bool:
        """Whether nothing follows."""
        return not TRANSITIONS[self]


TRANSITIONS: dict[TaskStatus, frozenset[TaskStatus]] = {
    TaskStatus.PENDING: frozenset({TaskStatus.PROCESSING}),
    TaskStatus.PROCESSING: frozenset({TaskStatus.DONE, TaskStatus.FAILED, TaskStatus.PENDING}),
    TaskStatus.DONE: frozenset(),
    TaskStatus.FAILED: frozenset(),
}

MAX_ATTEMPTS = 2
"""A task is started at most twice: a document that kills two workers would kill a third."""


@dataclass(frozen=True, slots=True)
class NewTask:
    """What is asked for.

    Attributes:
        owner: who may see the task.
        key_id: the key it was asked with.
        kind: what is to be done; a key of the handlers, such as ``parse.md``.
        filename: name of the upload, already cleaned for showing.
        source: a local file with the upload, which stays the caller's: it is linked or copied, never changed. None for
            a task without an upload.
        options: parameters for the handler, as text.
        client_ref: the caller's own reference, given back as it is.
        idempotency_key: see `Tasks.submit`.
        sha256: of the upload, hex, when the caller knows it; spares a second reading.
        callback_url: where to tell of the end; None for nowhere.
        password: opens a locked document; "" for none. It is kept sealed until the task has ended, and no part of what
            `Task` says.
    """

    owner: str
    key_id: str
    kind: str
    filename: str
    source: Path | None
    options: Mapping[str, str] = field(default_factory=dict)
    client_ref: str | None = None
    idempotency_key: str | None = None
    sha256: str | None = None
    callback_url: str | None = None
    password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Task:
    """A task as it is now.

    Attributes:
        created, started, finished: moments in UTC; `started` is of the last attempt.
        duration: seconds of processing of the last attempt, without the queue; None until the end.
        pages_done, pages_total: progress; 0 of 0 before the first report.
        error, error_code: a public sentence and its code word, of a failed task.
        result_name: the name under which the result is offered, such as ``Report.md``; None until done.
        images: names inside the result, such as ``images/p1-1.png``.
        warnings: public sentences about a done task.
        expires: when the result goes, or went.
        attempts: how often it was started.
        input_bytes: size of the upload.
        waiting_for: the part of the service that it waits for, such as ``storage``; None when nothing is missing.
        waiting_since: when it met the first of the faults that it waits for; None when there was none.
        binned: when it was put in the bin, where nobody finds it; None when it is not there.
        failed_checks: checks that failed and warnings, of a result that people can look at; None of any other.
        low_values: values in doubt, the same.
    """

    id: str
    owner: str
    key_id: str
    kind: str
    status: TaskStatus
    filename: str
    created: datetime
    started: datetime | None = None
    finished: datetime | None = None
    duration: float | None = None
    pages_done: int = 0
    pages_total: int = 0
    error: str | None = None
    error_code: str | None = None
    result_name: str | None = None
    result_file: str | None = None
    images: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    client_ref: str | None = None
    expires: datetime | None = None
    attempts: int = 0
    input_bytes: int = 0
    source_file: str = ""
    executor: str | None = None
    waiting_for: str | None = None
    waiting_since: datetime | None = None
    binned: datetime | None = None
    failed_checks: int | None = None
    low_values: int | None = None


@dataclass(frozen=True, slots=True)
class TaskFilter:
    """Which tasks are looked for; what is None or empty narrows nothing.

    Attributes:
        owner: whose; None is everybody's.
        kind: a kind, or the part before its dot for a whole service.
        status: in this state.
        text: stands in the file's name or in the caller's reference; letter case does not count.
        client_ref: the caller's reference itself.
        ids: only these tasks.
        binned: those in the bin instead of the others.
    """

    owner: str | None
    kind: str | None = None
    status: TaskStatus | None = None
    text: str = ""
    client_ref: str = ""
    ids: tuple[str, ...] = ()
    binned: bool = False


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker process that was heard of."""

    executor: str
    host: str
    pid: int
    slots: int
    started: datetime
    heard: datetime
