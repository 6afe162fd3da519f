"""What a worker must know of books, which this layer does not know; `app.py` hands it in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from quire.store.database import Condition
from quire.tasks.builds.butler_table import ButlerConfig
from quire.tasks.builds.job_states import Job, JobStatus

SAVE_SECONDS = 60.0
"""Between two snapshots of a wiki that is being worked on: as much work is lost at most when its machine is."""

MIB = 1 << 20
"""Bytes."""


class BuildHooks(Protocol):
    """How wikis are made."""

    handler: str
    """``module:function`` of ``run(request, report) -> dict``; see `quire.tasks.slot_process`. The request has what
    `request` gives and ``phase``, ``journal`` (path), ``stop`` (path of a file that appears when the run shall end
    at its next unit) and, for a butler, ``rounds``. The value has ``status`` (done, stopped) and may have
    ``gained``, ``settled`` (of a butler: nothing more is to be gained), and ``spent`` when it stopped because the
    budget does not allow more."""

    network: bool
    """Whether slots need the network, for a model; the phase that reads the book never does."""

    def folder(self, slug: str) -> Path:
        """The wiki's folder."""

    def bring(self, slug: str) -> None:
        """Bring the local copy of the wiki's folder up to date.

        Raises:
            ServiceFault: the file store does not answer.
        """

    def save(self, slug: str, guard: Condition) -> bool:
        """Make the local copy the wiki's present state, if `guard` holds in the database; whether it does.

        Raises:
            ServiceFault: the file store does not answer, or is full.
        """

    def request(self, slug: str, phase: str, orders: ButlerConfig | None) -> dict[str, Any]:
        """What the handler is asked, JSON-able."""

    def ended(self, job: Job, phase: str, value: Mapping[str, Any]) -> JobStatus | None:
        """Look at what a phase made: None to continue; the job's new state if an earlier result was taken over."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a worker may use.

    Attributes:
        capacity: jobs that run at the same time in the whole installation; butlers have as many places of their own.
        phase_seconds: deadline of one phase, or of one round of a butler.
        memory: cap in bytes on the resident memory of one run.
        budget_micros: a job that has cost so much is paused; 0 is no limit.
        rounds: of the butler that follows a job; 0 is none.
        grace: seconds that a run gets to end at its next unit when it is stopped.
        cpu_seconds: processor time that one phase may take, whatever the size of its book; 0 is no limit.
        cpu_seconds_per_mib: and so much more for each MiB of the book's file.
        patience: seconds that a phase waits for the end of faults of our own side, such as a full disk.
        scratch: a local folder for the files that stop a run.
        sandbox: whether a run gives up all but its wiki's folder (see `quire.tasks.sandbox`).
    """

    capacity: int
    phase_seconds: float
    memory: int
    scratch: Path
    budget_micros: int = 0
    rounds: int = 3
    sandbox: bool = True
    grace: float = 10.0
    cpu_seconds: float = 0.0
    cpu_seconds_per_mib: float = 0.0
    patience: float = 86400.0

    def cpu_cap(self, input_bytes: int) -> float:
        """Processor seconds that one phase over a book of that size may take; 0 is no limit."""
        return self.cpu_seconds and self.cpu_seconds + self.cpu_seconds_per_mib * input_bytes / MIB
