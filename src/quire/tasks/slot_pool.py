"""Tasks as a kind of work: taken when a slot is free, run in it."""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Callable, Collection, Sequence

from quire.tasks.claims import Claim
from quire.tasks.forked_workers import processes_within
from quire.tasks.outage import fault_of, pauses
from quire.tasks.slots import Caps, Slot, Slots
from quire.tasks.task_run import TaskRunner
from quire.tasks.task_states import Task

log = logging.getLogger(__name__)


class SlotPool:
    """Does tasks, as many at once as there are slots.

    Args:
        work: how a task is done; its `scratch` folder is made here and removed at the end.
        size, caps, warm: of the slots.
        cores: that the tasks share.
        per_key: how many tasks of one key run at the same time in the whole installation; 0 is no limit.
    """

    name = "tasks"
    pause = 0.0

    def __init__(
        self,
        work: TaskRunner,
        size: int,
        caps: Caps,
        warm: Sequence[str] = (),
        *,
        cores: int = 1,
        per_key: int = 0,
    ) -> None:
        self.runner = work
        self._cores, self._memory, self._size, self._per_key = cores, caps.memory, size, per_key
        self.runner.scratch.mkdir(parents=True)
        self.slots = Slots(size, caps, warm, work.scratch)

    def room(self, in_hand: int) -> bool:
        """Whether a slot is free; one that does not come up is not, and its tasks are for other workers."""
        return in_hand < self._size and self.slots.free > 0

    def take(self, worker: str) -> TaskWork | None:
        """The task whose turn it is."""
        taken = self.runner.ledger.take(worker, per_key=self._per_key)
        return TaskWork(self, *taken) if taken else None

    def take_back(self, alive: Callable[[], Collection[str]], mine: str, in_hand: Collection[str]) -> None:
        """Put tasks of lost workers back, or fail them at the second loss."""
        ledger = self.runner.ledger
        for claim in ledger.lost(alive, mine, in_hand):
            if state := ledger.lose(claim):  # not if it has ended since it was asked for
                log.warning("task %s lost its worker %s and is %s", claim.key, claim.worker, state)

    def share(self, running: int) -> int:
        """The cores for one of so many tasks."""
        return processes_within(max(1, self._cores // max(1, running)), self._memory)

    def pids(self) -> list[int]:
        """The processes of the slots."""
        return self.slots.pids()

    @property
    def running(self) -> int:
        """How many slots are at work, about."""
        return self._size - self.slots.free

    @property
    def healthy(self) -> bool:
        """Whether at least one slot can do tasks."""
        return self.slots.healthy

    def close(self) -> None:
        """End the slots; after the tasks."""
        self.slots.close()
        shutil.rmtree(self.runner.scratch, ignore_errors=True)


class TaskWork:
    """A task that was taken."""

    def __init__(self, pool: SlotPool, task: Task, claim: Claim[str]) -> None:
        self._pool, self._task, self._claim = pool, task, claim
        self._stop = threading.Event()
        self._end_at: threading.Timer | None = None

    @property
    def key(self) -> str:
        """The task's id."""
        return self._claim.key

    def close(self, grace: float) -> None:
        """Kill the slot when the task has not ended in time; it goes back and has lost no attempt."""
        if grace <= 0:
            self._stop.set()
            return
        self._end_at = threading.Timer(grace, self._stop.set)
        self._end_at.daemon = True
        self._end_at.start()

    def __call__(self) -> None:
        """Run it in the free slot."""
        try:
            self._pool.slots.submit(self._run).result()
        except Exception as problem:
            fault = fault_of(problem)
            if fault is None:
                raise
            log.warning("the end of task %s could not be written (%s)", self.key, type(problem).__name__)
            self._give_back()
        finally:
            if self._end_at is not None:
                self._end_at.cancel()

    def _run(self, slot: Slot) -> None:
        if self._stop.is_set():
            self._pool.runner.give_back(self._claim)
            return
        self._pool.runner.run(self._task, self._claim, slot, self._stop, cores=self._pool.share(self._pool.running))

    def _give_back(self) -> None:
        """Put the task back as soon as the database answers: the fault was not the task's."""
        for pause in pauses():
            if self._stop.wait(pause):
                return  # the next worker finds it without one
            try:
                self._pool.runner.give_back(self._claim)
            except Exception as problem:
                if fault_of(problem) is None:
                    raise
            else:
                return
