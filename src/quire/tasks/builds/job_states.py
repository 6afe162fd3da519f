"""The states of a build and the moves between them.

    paused <------ (created, not to start by itself)
      |
      v                                 .--> ready -----> completed      grow has ended; and the butler, if any
    queued --> starting --> running ----+--> paused                      somebody asked, or the budget is spent
      ^            |                    |--> timeout                     a phase took longer than its deadline
      |            '---> interrupted <--|                                the worker stopped, or was lost
      |                      |          '--> failed                      the book cannot be processed
      '--- start, reset, or by itself (interrupted) --- paused, failed, timeout, interrupted

A job that is a copy of an earlier result begins as `ready` or `completed`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum


class JobStatus(StrEnum):
    """Where a job is in its life; the words are also those of the interface."""

    QUEUED = "queued"
    STARTING = "starting"
    RUNNING = "running"
    READY = "ready"
    COMPLETED = "completed"
    FAILED = "failed"
    PAUSED = "paused"
    TIMEOUT = "timeout"
    INTERRUPTED = "interrupted"

    @property
    def active(self) -> bool:
        """Whether a run of the phases is under way, so that it counts against the capacity."""
        return self in ACTIVE

    @property
    def shown(self) -> bool:
        """Whether the wiki can be looked at."""
        return self in {JobStatus.READY, JobStatus.COMPLETED}


_S = JobStatus

TRANSITIONS: dict[JobStatus, frozenset[JobStatus]] = {
    _S.QUEUED: frozenset({_S.STARTING}),
    _S.STARTING: frozenset({_S.RUNNING, _S.INTERRUPTED}),
    _S.RUNNING: frozenset({_S.READY, _S.PAUSED, _S.TIMEOUT, _S.INTERRUPTED, _S.FAILED}),
    _S.READY: frozenset({_S.COMPLETED}),
    _S.COMPLETED: frozenset(),
    _S.FAILED: frozenset({_S.QUEUED}),
    _S.PAUSED: frozenset({_S.QUEUED}),
    _S.TIMEOUT: frozenset({_S.QUEUED}),
    _S.INTERRUPTED: frozenset({_S.QUEUED}),
}

INITIAL = frozenset({_S.QUEUED, _S.PAUSED, _S.READY, _S.COMPLETED})
"""What a new job may be."""

ACTIVE = frozenset({_S.STARTING, _S.RUNNING})

STARTABLE = frozenset(state for state, following in TRANSITIONS.items() if _S.QUEUED in following)
"""What start and reset lead out of."""

RESTING = frozenset({_S.COMPLETED, _S.FAILED, _S.PAUSED, _S.TIMEOUT})
"""States after which nothing comes by itself: the story ends with `done`. `ready` and `interrupted` rest only at
times."""

PHASES = ("egg", "boot", "grow", "butler")
"""In the order in which they run; the last one runs outside of the queue."""

BUILDING = PHASES[:-1]

MAX_REQUEUES = 3
"""Times that an interrupted job is queued again by itself, counted anew when a phase has ended."""

STALE_AGE = timedelta(minutes=5)
"""A running job without an event for so long looks stuck."""


@dataclass(frozen=True, slots=True)
class NewJob:
    """A job to be written: whose, for which wiki, and how it begins."""

    wiki_id: int
    owner: str
    status: JobStatus = JobStatus.QUEUED
    phase: str = PHASES[0]


@dataclass(frozen=True, slots=True)
class Job:
    """A job as it is now.

    Attributes:
        slug: of its wiki.
        queued: since when it waits, or waited last; None when it never did.
        started, finished: of the present or last run.
        spent_ms: milliseconds of the runs before the present one.
        runner: the worker whose process may touch the wiki's folder; None is nobody.
        attempt: number of the run, 0 before the first.
        interruptions: of the present phase.
        error, error_code: a public sentence and its code word, when it failed, timed out or was interrupted for good.
        tokens, cost_micros: used so far; millionths of a US dollar.
        events: number of the last event; `last_event` its moment.
        read_to: bytes of the journal that are among the events.
        input_bytes: size of the book's file.
    """

    id: int
    wiki_id: int
    slug: str
    owner: str
    status: JobStatus
    phase: str
    created: datetime
    queued: datetime | None
    started: datetime | None
    finished: datetime | None
    spent_ms: int
    runner: str | None
    attempt: int
    interruptions: int
    error: str | None
    error_code: str | None
    tokens: int
    cost_micros: int
    events: int
    last_event: datetime
    read_to: int
    input_bytes: int = 0

    def elapsed_ms(self, now: datetime) -> int:
        """Milliseconds of all runs, the present one included."""
        running = self.status.active and self.started is not None
        since = _milliseconds(now - self.started) if running and self.started else 0
        return self.spent_ms + since

    def event_age_ms(self, now: datetime) -> int:
        """Milliseconds since the last event."""
        return _milliseconds(now - self.last_event)

    def stale(self, now: datetime, *, living: bool) -> bool:
        """Whether it looks stuck; `living` says whether its worker lives."""
        return self.status.active and (not living or now - self.last_event > STALE_AGE)


@dataclass(frozen=True, slots=True)
class JobEvent:
    """An event of a job: its number (1, 2, 3 ...), kind, JSON object and moment."""

    number: int
    kind: str
    data: Mapping[str, str | int | float]
    created: datetime


def _milliseconds(span: timedelta) -> int:
    return max(0, span // timedelta(milliseconds=1))
