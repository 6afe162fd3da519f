"""A worker's slots and the tasks in hand, between the task engine and the work itself."""

from __future__ import annotations

import asyncio
import logging
import shutil
import threading
import time
from collections.abc import Sequence

from quire.tasks.forked_workers import processes_within
from quire.tasks.outage import fault_of, pauses
from quire.tasks.slots import Caps, Slot, Slots
from quire.tasks.task_run import TaskRunner

log = logging.getLogger(__name__)

CHECK_SECONDS = 0.5
"""Seconds between two looks whether a waiting task is still wanted."""


class SlotPool:
    """Does tasks, as many at once as there are slots; the others wait in order.

    Args:
        work: how a task is done; its `scratch` folder is made here and removed at the end.
        size, caps, warm: of the slots.
        cores: that the tasks share.
    """

    def __init__(self, work: TaskRunner, size: int, caps: Caps, warm: Sequence[str] = (), *, cores: int = 1) -> None:
        self._work = work
        self._cores, self._memory = cores, caps.memory
        self._work.scratch.mkdir(parents=True)
        self._slots = Slots(size, caps, warm, self._work.scratch)
        self._stops: dict[str, threading.Event] = {}
        self._running = 0
        self._changed = threading.Condition()
        self._closing = False

    async def do(self, task_id: str) -> None:
        """Do a task; returns at its end, or when it turns out to be somebody else's.

        When the pool is closed before that, it returns only by being cancelled: the engine must not take the task for
        done. Cancelling it kills the task's slot.
        """
        stop = self._stops[task_id] = threading.Event()
        rests = pauses()
        again = False
        try:
            while (ended := await self._try(task_id, stop, again=again)) is None:
                await self._rest(next(rests), stop)
                again = True
            if self._closing and not ended:
                await asyncio.Event().wait()
        finally:
            if self._stops.get(task_id) is stop:
                del self._stops[task_id]

    async def _try(self, task_id: str, stop: threading.Event, *, again: bool) -> bool | None:
        """The result of `TaskRunner.run`; None after a service fault: call it again after a pause."""
        job = self._slots.submit(lambda slot: self._run(task_id, slot, stop, again=again))
        done = asyncio.wrap_future(job)
        try:
            return await asyncio.shield(done)
        except asyncio.CancelledError:
            stop.set()
            if not job.cancel():
                await asyncio.wait([done])
                if not done.cancelled():
                    done.exception()  # nobody else asks for it
            raise
        except Exception as problem:
            if (fault := fault_of(problem)) is None:
                raise
            log.warning("task %s waits for %s (%s)", task_id, fault.waits_for, type(problem).__name__)
            return None

    async def _rest(self, seconds: float, stop: threading.Event) -> None:
        """Wait, without a slot, until a task is tried again, or is not wanted any more."""
        until = time.monotonic() + seconds
        while not (stop.is_set() or self._closing) and (left := until - time.monotonic()) > 0:
            await asyncio.sleep(min(left, CHECK_SECONDS))

    def stop(self, task_id: str) -> None:
        """Stop a task if it is here: its slot is killed."""
        stop = self._stops.get(task_id)
        if stop is not None:
            stop.set()

    def in_hand(self) -> set[str]:
        """The tasks that were taken and have not ended."""
        return set(self._stops)

    def pids(self) -> list[int]:
        """The processes of the slots."""
        return self._slots.pids()

    @property
    def healthy(self) -> bool:
        """Whether at least one slot can do tasks."""
        return self._slots.healthy

    def wind_down(self, grace: float) -> None:
        """Begin no other task, and give the running ones so many seconds; stop what is left."""
        self._closing = True
        with self._changed:
            self._changed.wait_for(lambda: self._running == 0, timeout=grace)
        for stop in [*self._stops.values()]:
            stop.set()

    def close(self) -> None:
        """End the slots; after `wind_down`."""
        self._slots.close()
        shutil.rmtree(self._work.scratch, ignore_errors=True)

    def _run(self, task_id: str, slot: Slot, stop: threading.Event, *, again: bool) -> bool:
        with self._changed:
            if self._closing:
                return False
            self._running += 1
            share = processes_within(max(1, self._cores // self._running), self._memory)
        try:
            return self._work.run(task_id, slot, stop, share, again=again)
        finally:
            with self._changed:
                self._running -= 1
                self._changed.notify_all()
