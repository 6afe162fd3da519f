"""The worker's side: claims jobs and butlers' rounds, runs each in its own thread and slot, recovers lost ones."""

from __future__ import annotations

import contextlib
import logging
import shutil
import threading
import time
from typing import Protocol

from quire.errors import Conflict
from quire.tasks.builds.build_hooks import BuildHooks, Limits
from quire.tasks.builds.butler_round import ButlerRound
from quire.tasks.builds.butler_table import ButlerConfig, Butlers
from quire.tasks.builds.job_run import JobRun
from quire.tasks.builds.job_transitions import Builds, Missing, UnsettledJob
from quire.tasks.periodic_task import PeriodicTask
from quire.tasks.reaper import signed_on

log = logging.getLogger(__name__)

POLL = 0.25
"""Seconds between two looks for work."""

PASS = 1.0
"""Seconds between two looks for lost jobs."""


class _Work(Protocol):
    def __call__(self) -> None:
        """Do it."""

    def close(self, grace: float) -> None:
        """Have it end."""


class Runner:
    """Runs jobs and rounds until it is closed.

    Args:
        builds, butlers: the rows.
        craft: how wikis are made.
        limits: what it may use.
        executor: the id under which this process is signed on as a worker; its heartbeat is the task engine's.
    """

    def __init__(self, builds: Builds, butlers: Butlers, craft: BuildHooks, limits: Limits, *, executor: str) -> None:
        self._parts = (builds, butlers)
        self._craft = craft
        self._limits = limits
        self._executor = executor
        self._lock = threading.Lock()
        self._jobs: dict[int, _Work] = {}
        self._rounds: dict[int, _Work] = {}
        self._threads: set[threading.Thread] = set()
        self._next_pass = 0.0
        self._duty = PeriodicTask("builds", self.turn, POLL)

    def start(self) -> None:
        """Begin."""
        self._limits.scratch.mkdir(parents=True, exist_ok=True)
        self._duty.start()

    def close(self, grace: float) -> None:
        """Take nothing more; what runs gets `grace` seconds to end at its next unit, and is queued again."""
        self._duty.close()
        with self._lock:
            running = [*self._jobs.values(), *self._rounds.values()]
            threads = [*self._threads]
        for one in running:
            one.close(grace)
        for thread in threads:
            thread.join()
        shutil.rmtree(self._limits.scratch, ignore_errors=True)

    def turn(self) -> None:
        """Look once for lost jobs and for work."""
        if time.monotonic() >= self._next_pass:
            self._next_pass = time.monotonic() + PASS
            self._look_after()
        while self._take_job():
            pass
        while self._take_round():
            pass

    def _look_after(self) -> None:
        builds, butlers = self._parts
        # what this worker holds is noted before it is asked who holds what: the other way a new claim looks lost
        with self._lock:
            jobs, rounds = set(self._jobs), set(self._rounds)

        def alive() -> set[str]:
            return {one.executor for one in signed_on(builds.engine)}

        for job_id in builds.interrupt_lost(alive, self._executor, jobs):
            log.warning("job %d lost its worker", job_id)
        butlers.free_lost(alive, self._executor, rounds)
        builds.return_interrupted()
        if (yielding := builds.yield_place(self._limits.capacity)) is not None:
            log.info("job %d gives its place to another owner", yielding)
        for one in builds.left_ready():
            self._settle(one)

    def _settle(self, left: UnsettledJob) -> None:
        """Give a job that is ready what it lacks."""
        builds, butlers = self._parts
        if left.lack is Missing.DONE:
            builds.rest(left.job_id)
        elif left.lack is Missing.BUTLER and self._limits.rounds:
            with contextlib.suppress(Conflict):  # somebody has just asked for one
                butlers.start(left.wiki_id, ButlerConfig(rounds=self._limits.rounds, interval_s=0), asked=False)
        else:
            builds.complete(left.job_id)

    def _take_job(self) -> bool:
        builds, _ = self._parts
        if len(self._jobs) >= self._limits.capacity:
            return False
        found = builds.claim(self._executor, self._limits.capacity)
        if found is None:
            return False
        self._run(self._jobs, found[0].id, JobRun(builds, self._craft, self._limits, *found))
        return True

    def _take_round(self) -> bool:
        _, butlers = self._parts
        if len(self._rounds) >= self._limits.capacity:
            return False
        found = butlers.claim(self._executor, self._limits.capacity)
        if found is None:
            return False
        self._run(self._rounds, found[0].wiki_id, ButlerRound(self._parts, self._craft, self._limits, *found))
        return True

    def _run(self, running: dict[int, _Work], number: int, work: _Work) -> None:
        """Do the work in a thread of its own, which lives as long as its slot."""

        def run() -> None:
            try:
                work()
            finally:
                with self._lock:
                    running.pop(number, None)
                    self._threads.discard(threading.current_thread())

        thread = threading.Thread(target=run, name=f"build-{number}", daemon=True)
        with self._lock:
            running[number] = work
            self._threads.add(thread)
        thread.start()
