"""Events of a task while it runs: its progress, written into its row, and its end, signalled to those who wait."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection

from sqlalchemy.exc import DBAPIError

from quire.errors import Cancelled
from quire.store.database import write
from quire.tasks.claims import Claim
from quire.tasks.task_table import TaskTable
from quire.tasks.webhook_deliveries import insert_progress_delivery

log = logging.getLogger(__name__)

POLL_SECONDS = 0.25
"""Between two looks for tasks that ended in another process; one query for all who wait."""


class ProgressWriter:
    """Notes the progress of one attempt, and notices when the attempt is not wanted any more.

    `report` only remembers; `beat`, twice a second, writes what is new with one UPDATE, or asks whether the claim still
    holds with one SELECT. So a document of a thousand pages does not write a thousand times.
    """

    def __init__(self, ledger: TaskTable, claim: Claim[str], *, tell_every: int = 0) -> None:
        self._ledger = ledger
        self._claim = claim
        self._latest: tuple[int, int] | None = None
        self._tell_every, self._told = tell_every, 0  # pages of one message about progress; 0 is none

    def report(self, done: int, total: int) -> None:
        """Remember the progress."""
        self._latest = (done, total)

    def beat(self) -> None:
        """Write what is new.

        Raises:
            Cancelled: the task was deleted, or given to another worker.
        """
        latest, self._latest = self._latest, None
        try:
            held = self._ledger.progress(self._claim, *latest) if latest else self._ledger.holds(self._claim)
            if latest and self._tell_every:
                self._tell(*latest)
        except DBAPIError as error:  # the database may be back at the next beat; the work need not stop
            log.warning("progress could not be noted: %s", type(error).__name__)
            return
        if not held:
            raise Cancelled

    def _tell(self, done: int, total: int) -> None:
        """Have a message sent about each range of pages that is done; the end has a message of its own."""
        ranges = done // self._tell_every
        if self._told < ranges and done < total:
            self._told = ranges
            with write(self._ledger.engine) as connection:
                now = self._ledger.clock.now()
                insert_progress_delivery(connection, self._claim.key, ranges * self._tell_every, now)


class Waiters:
    """Those who wait for the end of a task, in the event loops of this process.

    Args:
        ended: which of these tasks have ended or are gone; called in a thread.
    """

    def __init__(self, ended: Callable[[Collection[str]], set[str]]) -> None:
        self._ended = ended
        self._waiting: dict[asyncio.AbstractEventLoop, dict[str, set[asyncio.Future[None]]]] = {}
        self._pollers: dict[asyncio.AbstractEventLoop, asyncio.Task[None]] = {}

    async def wait(self, task_id: str, seconds: float) -> None:
        """Return when the task has ended or is gone, or after `seconds`."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        waiting = self._waiting.setdefault(loop, {})
        waiting.setdefault(task_id, set()).add(future)
        if loop not in self._pollers:
            self._pollers[loop] = loop.create_task(self._poll(loop))
        try:
            await asyncio.wait([future], timeout=seconds)
        finally:
            future.cancel()
            waiting.get(task_id, set()).discard(future)
            if not waiting.get(task_id):
                waiting.pop(task_id, None)

    def notify(self, task_id: str) -> None:
        """Tell the waiters of a task that it has ended; from any thread. It spares them the next look."""
        for loop in [*self._waiting]:
            with contextlib.suppress(RuntimeError):  # the loop has been closed
                loop.call_soon_threadsafe(self._tell, loop, task_id)

    async def _poll(self, loop: asyncio.AbstractEventLoop) -> None:
        """Look for ends until nobody waits."""
        waiting = self._waiting[loop]
        try:
            while waiting:
                await asyncio.sleep(POLL_SECONDS)
                try:
                    ended = await asyncio.to_thread(self._ended, [*waiting])
                except DBAPIError as error:
                    log.warning("ended tasks could not be asked for: %s", type(error).__name__)
                    continue
                for task_id in ended:
                    self._tell(loop, task_id)
        finally:
            del self._pollers[loop], self._waiting[loop]

    def _tell(self, loop: asyncio.AbstractEventLoop, task_id: str) -> None:
        for future in self._waiting.get(loop, {}).get(task_id, ()):
            if not future.done():
                future.set_result(None)
