"""One run of a job on a worker, in the slot's own thread: phase by phase, with its events copied from the journal."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy.exc import DBAPIError

from quire.errors import Cancelled, OutOfTime, QuireError, WorkerDied
from quire.tasks.builds import event_journal
from quire.tasks.builds.build_hooks import SAVE_SECONDS, BuildHooks, Limits
from quire.tasks.builds.cpu_cap import CpuCap
from quire.tasks.builds.event_journal import JournalEvent, log_event
from quire.tasks.builds.job_events import total_usage
from quire.tasks.builds.job_states import BUILDING, MAX_REQUEUES, Job, JobStatus
from quire.tasks.builds.job_transitions import Builds
from quire.tasks.builds.phase_progress import Progress, note
from quire.tasks.builds.stop_request import StopRequest
from quire.tasks.claims import Claim
from quire.tasks.outage import fault_of, pauses
from quire.tasks.slots import BEAT_SECONDS, Caps, Run, Slot
from quire.tasks.task_run import retry_database

log = logging.getLogger(__name__)

JOURNAL = "log/events.jsonl"
"""The journal of a job's phases, below the wiki's folder."""

SPENT = "The budget of the job is spent. Raise it and start the job again: it continues, and nothing is paid for twice."

LATE = "The job took too long in its phase {phase}."


class JobRun:
    """One run.

    Args:
        builds: the rows.
        craft: how wikis are made.
        limits: what the run may use.
        job, claim: what it is about.
    """

    def __init__(self, builds: Builds, craft: BuildHooks, limits: Limits, job: Job, claim: Claim[int]) -> None:
        self._builds = builds
        self._craft = craft
        self._limits = limits
        self._job = job
        self._claim = claim
        self._folder: Path = craft.folder(job.slug)
        self._journal = self._folder / JOURNAL
        self._read_to = job.read_to
        self._spent = job.cost_micros
        self._held = True
        self._closing = False
        self._progress = self._noted = Progress(job.phase, 0, 0)
        self._next_save = 0.0
        self.halt = StopRequest(limits.scratch, limits.grace)

    @property
    def key(self) -> int:
        """The job's id."""
        return self._claim.key

    def close(self, grace: float) -> None:
        """Have the run end, because the worker ends; from another thread."""
        self._closing = True
        self.halt.ask(grace)

    def __call__(self) -> None:
        """Run; at the end the job has moved on, and its folder is let go."""
        caps = Caps(self._limits.phase_seconds, self._limits.memory, sandbox=self._limits.sandbox)
        slot = Slot(caps, places=self.halt.places(self._folder))
        try:
            status, error, events = self._outcome(slot)
            slot.kill()  # before the folder is anybody else's
            retry_database(self._copy_all)
            self._save_or_report()
            if not retry_database(lambda: self._builds.end(self._claim, status, error=error, events=events)):
                retry_database(lambda: self._builds.let_go(self._claim))
        except Exception:  # the database is away for long: whoever looks after lost jobs does the rest
            log.exception("job %d could not be ended", self._job.id)
        finally:
            slot.kill()
            self.halt.forget()

    def _outcome(self, slot: Slot) -> tuple[JobStatus, QuireError | None, list[JournalEvent]]:
        """Where the run leads, why, and the events that report it."""
        phase = self._job.phase
        try:
            for phase in self._phases():
                if not retry_database(lambda name=phase: self._builds.begin(self._claim, name)):  # type: ignore[misc]
                    raise Cancelled  # noqa: TRY301 - the same end as when it is noticed later
                value = self._run_patiently(slot, phase)
                if value.get("status") != "done":
                    return self._stopped()
                taken = self._craft.ended(self._job, phase, value)
                if taken is not None:
                    return taken, None, []
        except Exception as error:  # noqa: BLE001 - each kind has its end
            return self._end_by(error, phase)
        return JobStatus.READY, None, []

    def _fit(self, slot: Slot, phase: str) -> None:
        """Have a process that may run the phase: the one that reads the book has no network and runs no other phase."""
        network = self._craft.network and phase != BUILDING[0]
        if network != slot.caps.network:
            slot.kill()
            slot.caps = replace(slot.caps, network=network)
        slot.start()

    def _end_by(self, error: Exception, phase: str) -> tuple[JobStatus, QuireError | None, list[JournalEvent]]:
        """Where an exception leads."""
        if isinstance(error, Cancelled):
            return self._stopped()
        if isinstance(error, OutOfTime):
            late = OutOfTime(LATE.format(phase=phase))
            return JobStatus.TIMEOUT, late, [log_event(str(late), "error")]
        if isinstance(error, WorkerDied):
            return self._died(error)
        if isinstance(error, QuireError):
            if error.__cause__ is not None:
                log.error("job %d: %s", self._job.id, error.__cause__)
            return JobStatus.FAILED, error, [log_event(str(error), "error")]
        log.error("job %d failed on our side", self._job.id, exc_info=error)
        return self._died(QuireError())

    def _phases(self) -> tuple[str, ...]:
        """What is left to do."""
        phase = self._job.phase
        return BUILDING[BUILDING.index(phase) :] if phase in BUILDING else BUILDING[-1:]

    def _run_patiently(self, slot: Slot, phase: str) -> Mapping[str, Any]:
        """What the phase made, begun again after each fault of our own side: it goes on from its last unit.

        Raises:
            ServiceFault: the fault lasts for longer than the patience.
        """
        until = time.monotonic() + self._limits.patience
        for pause in pauses():
            try:
                return self._run(slot, phase)
            except Exception as problem:
                fault = fault_of(problem)
                if fault is None or time.monotonic() >= until:
                    raise
                log.warning("job %d waits for %s", self._job.id, fault.waits_for)
                self._wait(pause)
        raise AssertionError("pauses have no end")

    def _wait(self, seconds: float) -> None:
        """Wait, and look meanwhile whether the run is still wanted.

        Raises:
            Cancelled: it is not.
        """
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self._beat()
            if self.halt.asked:
                raise Cancelled
            time.sleep(min(left, BEAT_SECONDS))

    def _run(self, slot: Slot, phase: str) -> Mapping[str, Any]:
        request = self._craft.request(self._job.slug, phase, None)
        request |= {"phase": phase, "journal": str(self._journal), "stop": str(self.halt.path)}

        def report(done: int, total: int) -> None:
            self._progress = Progress(phase, done, total)

        self._craft.bring(self._job.slug)
        event_journal.pad(self._journal, self._read_to)
        self._fit(slot, phase)
        cpu = CpuCap(slot.pid or 0, self._limits.cpu_cap(self._job.input_bytes), phase)

        def beat() -> None:
            cpu.check()
            self._beat()

        self._next_save = time.monotonic() + SAVE_SECONDS
        run = Run(time.monotonic() + self._limits.phase_seconds, on_progress=report, on_beat=beat)
        try:
            value = slot.run(self._craft.handler, request, run)
        finally:
            with contextlib.suppress(DBAPIError):  # figures of use are no reason to do the work again
                self._builds.count_cpu(self._job.wiki_id, run.cpu_seconds)
        self._save()
        return value

    def _save(self) -> None:
        """Make the folder the wiki's present state.

        Raises:
            Cancelled: it is not ours any more.
            ServiceFault: the file store does not answer.
        """
        self._next_save = time.monotonic() + SAVE_SECONDS
        if not self._craft.save(self._job.slug, self._builds.has_folder(self._claim)):
            raise Cancelled

    def _save_or_report(self) -> None:
        """Save what is there; if that fails, the work since the last snapshot stays on this machine."""
        try:
            self._save()
        except Cancelled:
            pass
        except Exception as problem:
            if fault_of(problem) is None:
                raise
            log.warning("job %d: the wiki could not be saved: %s", self._job.id, problem)

    def _beat(self) -> None:
        """Twice a second: copy what is new, and see whether the run is still wanted."""
        if self._progress != self._noted:
            self._noted = self._progress
            note(self._folder, self._progress)
        try:
            self._copy()
            self._held = self._held and self._builds.holds(self._claim)
        except DBAPIError as error:  # the database may be back at the next beat; the work need not stop
            log.warning("events could not be noted: %s", type(error).__name__)
        if time.monotonic() >= self._next_save:
            self._save_or_report()
        if not self._held or self._is_spent():
            self.halt.ask(0 if self._is_cancelled() else None)
        self.halt.check()

    def _copy(self) -> bool:
        """Copy a piece of the journal; whether there was one."""
        piece = event_journal.read(self._journal, self._read_to)
        if piece.end == self._read_to:
            return False
        self._held = self._builds.note(self._claim, piece.events, piece.end) and self._held
        self._read_to = piece.end
        self._spent += total_usage([data for kind, data in piece.events if kind == "token"])[1]
        return True

    def _copy_all(self) -> None:
        while self._copy():
            pass

    def _is_spent(self) -> bool:
        return 0 < self._limits.budget_micros <= self._spent

    def _is_cancelled(self) -> bool:
        """Whether the job is deleted; then it needs no orderly end."""
        try:
            return not self._held and self._builds.is_cancelled(self._job.id)
        except DBAPIError:
            return False

    def _stopped(self) -> tuple[JobStatus, QuireError | None, list[JournalEvent]]:
        """The end of a run that was asked to end, or that ended by itself before its work was done."""
        if self._closing:
            return JobStatus.INTERRUPTED, None, [log_event("The worker was stopped.", "warning")]
        return JobStatus.PAUSED, None, [log_event(SPENT, "warning")]

    def _died(self, error: QuireError) -> tuple[JobStatus, QuireError | None, list[JournalEvent]]:
        """The end of a run whose process died: it is tried again, but a book that kills it each time has failed."""
        if self._closing or self._job.interruptions < MAX_REQUEUES:
            return JobStatus.INTERRUPTED, None, [log_event("The process of the job died.", "warning")]
        return JobStatus.FAILED, error, [log_event(str(error), "error")]
