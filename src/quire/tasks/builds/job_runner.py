"""Builds as two kinds of work, jobs and butlers' rounds: each runs in a thread and a slot of its own."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Collection

from quire.errors import Conflict
from quire.tasks.builds.build_hooks import BuildHooks, Limits
from quire.tasks.builds.butler_round import ButlerRound
from quire.tasks.builds.butler_table import ButlerConfig, Butlers
from quire.tasks.builds.job_run import JobRun
from quire.tasks.builds.job_transitions import Builds, Missing, UnsettledJob

log = logging.getLogger(__name__)

LOOK_SECONDS = 0.25
"""Between two looks for jobs and rounds."""


class JobKind:
    """The jobs.

    Args:
        builds, butlers: the rows.
        craft: how wikis are made.
        limits: what a job may use.
    """

    name = "jobs"
    pause = LOOK_SECONDS

    def __init__(self, builds: Builds, butlers: Butlers, craft: BuildHooks, limits: Limits) -> None:
        self._builds, self._butlers = builds, butlers
        self._craft, self._limits = craft, limits
        limits.scratch.mkdir(parents=True, exist_ok=True)

    def room(self, in_hand: int) -> bool:
        """The capacity is that of the whole installation, and so at most that of this worker."""
        return in_hand < self._limits.capacity

    def take(self, worker: str) -> JobRun | None:
        """The job whose turn it is."""
        found = self._builds.claim(worker, self._limits.capacity)
        return None if found is None else JobRun(self._builds, self._craft, self._limits, *found)

    def take_back(self, alive: Callable[[], Collection[str]], mine: str, in_hand: Collection[int]) -> None:
        """Interrupt lost jobs, queue what was interrupted, have a job make room, and settle what is ready."""
        builds = self._builds
        for job_id in builds.interrupt_lost(alive, mine, in_hand):
            log.warning("job %d lost its worker", job_id)
        builds.return_interrupted()
        if (yielding := builds.yield_place(self._limits.capacity)) is not None:
            log.info("job %d gives its place to another owner", yielding)
        for one in builds.left_ready():
            self._settle(one)

    def _settle(self, left: UnsettledJob) -> None:
        """Give a job that is ready what it lacks."""
        if left.lack is Missing.DONE:
            self._builds.rest(left.job_id)
        elif left.lack is Missing.BUTLER and self._limits.rounds:
            with contextlib.suppress(Conflict):  # somebody has just asked for one
                self._butlers.start(left.wiki_id, ButlerConfig(rounds=self._limits.rounds, interval_s=0), asked=False)
        else:
            self._builds.complete(left.job_id)


class RoundKind:
    """The butlers' rounds; arguments as of `JobKind`."""

    name = "rounds"
    pause = LOOK_SECONDS

    def __init__(self, builds: Builds, butlers: Butlers, craft: BuildHooks, limits: Limits) -> None:
        self._parts = (builds, butlers)
        self._craft, self._limits = craft, limits

    def room(self, in_hand: int) -> bool:
        """As of jobs."""
        return in_hand < self._limits.capacity

    def take(self, worker: str) -> ButlerRound | None:
        """The round that is due for longest."""
        found = self._parts[1].claim(worker, self._limits.capacity)
        return None if found is None else ButlerRound(self._parts, self._craft, self._limits, *found)

    def take_back(self, alive: Callable[[], Collection[str]], mine: str, in_hand: Collection[int]) -> None:
        """Let rounds of lost workers go; they are due."""
        self._parts[1].free_lost(alive, mine, in_hand)


def build_kinds(builds: Builds, butlers: Butlers, craft: BuildHooks, limits: Limits) -> tuple[JobKind, RoundKind]:
    """Both kinds; arguments as of `JobKind`."""
    return JobKind(builds, butlers, craft, limits), RoundKind(builds, butlers, craft, limits)
