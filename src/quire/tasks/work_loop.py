"""A worker: takes work of every kind, runs each piece in a thread of its own, and takes back what lost workers had."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Collection, Sequence
from typing import Any, Protocol

from sqlalchemy.exc import DBAPIError, IntegrityError

from quire import telemetry
from quire.store.database import Engine
from quire.tasks.periodic_task import PeriodicTask
from quire.tasks.worker_registry import HEARTBEAT, WorkerRegistry, signed_on

log = logging.getLogger(__name__)

LOOK_SECONDS = 0.1
"""Between two looks for work: half of it is the mean wait of what another process submitted when there is room."""

PASS_SECONDS = 1.0
"""Between two looks for lost workers."""


class Work(Protocol):
    """A piece of work that this worker has taken."""

    @property
    def key(self) -> Any:  # noqa: ANN401 - a task's id is a text, a job's a number
        """Of its row."""

    def __call__(self) -> None:
        """Do it, and let its row go; if that fails, it is taken back."""

    def close(self, grace: float) -> None:
        """Have it end within `grace` seconds; from another thread, which does not wait."""


class WorkKind(Protocol):
    """A kind of work: its rows, and how one is done."""

    @property
    def name(self) -> str:
        """For threads and the log."""

    @property
    def pause(self) -> float:
        """Seconds between two looks for work of this kind."""

    def room(self, in_hand: int) -> bool:
        """Whether this worker can do another piece beside those that it has in hand."""

    def take(self, worker: str) -> Work | None:
        """The next piece, now this worker's; None when there is none."""

    def take_back(self, alive: Callable[[], Collection[str]], mine: str, in_hand: Collection[Any]) -> None:
        """Free what lost workers had; see `Claims.lost` for the arguments."""


class WorkLoop:
    """Takes and runs work until it is closed; the heartbeat has a thread of its own.

    Args:
        engine: the database.
        registry: the workers, with this one.
        kinds: what it does.
        on_lost: called with a worker that is lost, when its work is taken back.
    """

    def __init__(
        self,
        engine: Engine,
        registry: WorkerRegistry,
        kinds: Sequence[WorkKind],
        on_lost: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._engine, self._registry = engine, registry
        self.executor = registry.executor
        self._kinds, self._on_lost = kinds, on_lost
        self._lock = threading.Lock()
        self._in_hand: dict[str, dict[Any, Work]] = {kind.name: {} for kind in kinds}
        self._threads: set[threading.Thread] = set()
        self._next = dict.fromkeys((kind.name for kind in kinds), 0.0)
        self._next_pass = 0.0
        self._wake = threading.Event()
        self._closing = False
        self._away = False
        self._heartbeat = PeriodicTask("heartbeat", self._registry.beat, HEARTBEAT)
        self._thread = threading.Thread(target=self._loop, name="work", daemon=True)

    def start(self) -> None:
        """Sign on, and begin."""
        self._registry.beat()
        self._heartbeat.start()
        self._thread.start()

    def close(self, grace: float) -> None:
        """Take nothing more; what runs gets `grace` seconds, and goes back if it has not ended. Signs off."""
        self._closing = True
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()
        with self._lock:
            running = [work for works in self._in_hand.values() for work in works.values()]
            threads = [*self._threads]
        for work in running:
            work.close(grace)
        for thread in threads:
            thread.join()
        self._heartbeat.close()
        self._registry.sign_off(self.executor)

    def wake(self) -> None:
        """Look for work now: this process has just written some."""
        self._wake.set()

    def stop(self, kind: str, key: object) -> None:
        """End a piece of work at once if it is here."""
        with self._lock:
            work = self._in_hand[kind].get(key)
        if work is not None:
            work.close(0)

    def in_hand(self, kind: str) -> set[Any]:
        """The keys of what this worker has taken and not ended."""
        with self._lock:
            return set(self._in_hand[kind])

    def turn(self) -> None:
        """Take back what is lost, if it is time to look, and take what there is room for."""
        if self._closing:
            return
        now = time.monotonic()
        if now >= self._next_pass:
            self._next_pass = now + PASS_SECONDS
            self.take_back()
        for kind in self._kinds:
            if now >= self._next[kind.name]:
                self._next[kind.name] = now + kind.pause
                try:
                    self._take_all(kind)
                except DBAPIError:
                    raise
                except Exception:  # a fault of one kind holds up no other
                    log.exception("%s: no work could be taken", kind.name)

    def take_back(self) -> None:
        """Free the work of lost workers, and what this one has dropped; rows first, the worker's own row last."""
        lost = self._registry.lost()

        def alive() -> set[str]:
            return {worker.executor for worker in signed_on(self._engine)} - lost

        for kind in self._kinds:
            kind.take_back(alive, self.executor, self.in_hand(kind.name))
        for executor in lost:
            log.warning("the worker %s is lost", executor)
            self._on_lost(executor)
            self._registry.sign_off(executor)

    def _take_all(self, kind: WorkKind) -> None:
        while not self._closing and kind.room(len(self._in_hand[kind.name])):
            work = kind.take(self.executor)
            if work is None:
                return
            self._begin(kind, work)

    def _begin(self, kind: WorkKind, work: Work) -> None:
        """Do the work in a thread of its own."""

        def run() -> None:
            try:
                with telemetry.work(kind.name, str(work.key)):
                    work()
            except Exception:  # its row still names us: it is taken back
                log.exception("%s %s could not be ended", kind.name, work.key)
            finally:
                with self._lock:
                    self._in_hand[kind.name].pop(work.key, None)
                    self._threads.discard(threading.current_thread())
                self._next[kind.name] = 0.0
                self._wake.set()

        thread = threading.Thread(target=run, name=f"{kind.name}-{work.key}", daemon=True)
        with self._lock:
            self._in_hand[kind.name][work.key] = work
            self._threads.add(thread)
        thread.start()

    def _loop(self) -> None:
        while not self._closing:
            self._wake.wait(LOOK_SECONDS)
            if self._wake.is_set():
                self._wake.clear()
                self._next = dict.fromkeys(self._next, 0.0)
            try:
                self.turn()
                self._away = False
            except Exception as error:  # whatever it is, the next turn should be done
                if not isinstance(error, DBAPIError) or isinstance(error, IntegrityError):
                    log.exception("work: a turn failed")
                    continue
                if not self._away:  # said once for each absence
                    log.warning("work: the database is not available (%s)", type(error.orig).__name__)
                self._away = True
