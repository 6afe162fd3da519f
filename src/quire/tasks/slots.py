"""Slots: processes of our own in which documents are read, one document at a time each.

A slot is a fresh interpreter (not a fork: the worker has threads), kept warm, confined (`limits.confine`), without
network where the kernel allows it, without our environment (no secrets to steal), and replaced after so many requests.
Each slot belongs to one thread of the worker, which starts it, talks to it, watches its memory and kills it. The thread
lives as long as its slot: the kernel's "die with the parent" means the thread that started the child.

The process pools of the standard library cannot kill on a timeout, and others broke when workers died at random.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from quire.errors import (
    Cancelled,
    DocumentError,
    MemoryUnavailable,
    OutOfTime,
    QuireError,
    WorkerDied,
    WorkerUnavailable,
)
from quire.tasks.process_limits import (
    TICK,
    Progress,
    Watch,
    cpu_seconds,
    error_from_text,
    has_ended,
    kill_group,
    oom_kills,
)
from quire.tasks.slot_process import HEAD, MAX_MESSAGE, Message, send
from quire.tasks.time_limit import is_up

T = TypeVar("T")

READ, WRITE = "read", "write"
"""The folders of a slot: a source may be a link to the stored upload, so the slot must not be able to change it."""

START_SECONDS = 60.0
"""A new interpreter is ready within this time even on a machine that is very busy."""

BEAT_SECONDS = 0.5
"""Seconds between two calls of `on_beat` while a request runs."""

RESTART_SECONDS = 10.0
"""Seconds after which a process that did not come up is started again, also when nothing waits for it."""

REPLACE_SHARE = 0.5
"""A slot that still holds this share of its memory cap after a request is replaced: it leaks, or caches too much."""

_BOOT = (
    "import sys, json; settings = json.loads(sys.argv[1]); sys.path[:] = settings['path']; "
    "from quire.tasks.slot_process import main; main(settings)"
)


@dataclass(frozen=True, slots=True)
class Caps:
    """What each request may use.

    Attributes:
        seconds: time (`quire.tasks.time_limit`).
        memory: resident bytes.
        recycle: requests that one process serves.
        network: whether the slot keeps the network.
        sandbox: whether the slot gives up all that a document does not need (see `quire.tasks.sandbox`).
    """

    seconds: float
    memory: int
    recycle: int = 200
    network: bool = False
    sandbox: bool = True


class Places(NamedTuple):
    """The folders and files that a process of a slot sees beside the program.

    Attributes:
        read: what it may read.
        write: what it may change, too; the first one is also for temporary files.
    """

    read: tuple[Path, ...]
    write: tuple[Path, ...]


class Slot:
    """One process, started at the first request and again whenever it was killed. For one thread.

    Args:
        caps: Of each request.
        warm: Modules that a new process imports before its first request.
        folder: Where the process finds its requests' sources (`read`) and puts what it makes (`write`); it sees no
            other files then.
        places: What it sees instead, when its requests name folders of their own; with neither it sees all files.
    """

    def __init__(
        self, caps: Caps, warm: Sequence[str] = (), folder: Path | None = None, places: Places | None = None
    ) -> None:
        self.caps = caps
        self.folder = folder
        self._places = Places((folder / READ,), (folder / WRITE,)) if folder else places
        self._warm = list(warm)
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._served = 0
        self.broken = False  # whether the last process did not come up

    @property
    def pid(self) -> int | None:
        """The process now in the slot."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Have a living process, ready for a request.

        Raises:
            WorkerUnavailable: it did not come up.
        """
        if self._process is not None:
            if not has_ended(self._process.pid):
                return
            self.kill()
        try:
            self._begin()
        except BaseException as problem:
            self.broken = True
            self.kill()
            if isinstance(problem, DocumentError | OSError):
                raise WorkerUnavailable from problem
            raise
        self.broken = False

    def run(self, function: str, request: Mapping[str, object], run: Run | None = None) -> Message:
        """The value of the handler `function` ("module:name") for the request.

        Args:
            function: dotted path of the handler.
            request: JSON-able.
            run: deadline, progress and stop; None means the caps' time and neither.

        Raises:
            OutOfTime, OutOfMemory, WorkerDied, Cancelled: the process was killed, or died. A new one comes up at the
                next request.
            MemoryUnavailable: the kernel killed it because the machine ran out of memory.
            WorkerUnavailable: no process could be started.
            QuireError: what the handler raised.
        """
        self.start()
        run = run or Run(time.monotonic() + self.caps.seconds, seconds=self.caps.seconds)
        try:
            try:
                send(self._alive(), {"function": function, "request": dict(request)})
            except OSError:  # it died while it was idle; nothing has begun
                self.kill()
                self.start()
                send(self._alive(), {"function": function, "request": dict(request)})
            before = cpu_seconds(self.pid or 0)
            try:
                answer = self._follow(run, awaited="value", used=lambda: self._used(before))
            finally:
                run.cpu_seconds = self._used(before)
        except BaseException:
            self.kill()
            raise
        self._served += 1
        self._replace_if_due()
        if "error" in answer:
            raise error_from_text(*answer["error"])
        return answer["value"]  # type: ignore[no-any-return]

    def _used(self, before: float) -> float:
        """Processor seconds of the process since it had used `before`."""
        return max(0.0, cpu_seconds(self.pid or 0) - before)

    def kill(self) -> None:
        """Kill the process and everything in its group; nothing there is no error."""
        process, self._process = self._process, None
        if process is not None:
            kill_group(process.pid)
            process.wait()
        line, self._line = self._line, None
        if line is not None:
            line.close()

    def _alive(self) -> socket.socket:
        if self._line is None:
            raise WorkerDied
        return self._line

    def _begin(self) -> None:
        ours, theirs = socket.socketpair()
        self._line = ours
        read, write = self._places or ((), None)
        if self.folder is not None:
            for place in (*read, *(write or ())):
                place.mkdir(parents=True, exist_ok=True)
        settings = {
            "socket": theirs.fileno(),
            "parent": os.getpid(),
            "memory": self.caps.memory,
            "network": self.caps.network,
            "sandbox": self.caps.sandbox,
            "read": [str(place) for place in read],
            "write": None if write is None else [str(place) for place in write],
            "warm": self._warm,
            "path": sys.path,
        }
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and our own text
                [sys.executable, "-c", _BOOT, json.dumps(settings)],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=_environment(write[0] if write else None),
                start_new_session=True,
            )
        self._served = 0
        self._follow(Run(time.monotonic() + START_SECONDS), awaited="ready")

    def _replace_if_due(self) -> None:
        if self._process is None:
            return
        watch = Watch(self._process.pid, memory=0)
        watch.check()
        if self._served >= self.caps.recycle or watch.peak > REPLACE_SHARE * self.caps.memory:
            self.kill()

    def _follow(self, run: Run, awaited: str, used: Callable[[], float] = lambda: 0.0) -> Message:
        """The message that ends the run."""
        line = self._alive()
        watch = Watch(self.pid or 0, memory=self.caps.memory)
        before = oom_kills()
        buffer = bytearray()
        poll = select.poll()  # select() fails when the server has a thousand connections open
        poll.register(line, select.POLLIN)
        next_look = 0.0
        while True:
            run.check(used)
            if (now := time.monotonic()) >= next_look:
                watch.check()
                next_look = now + TICK
            if not poll.poll(1000 * TICK):
                if has_ended(watch.pid) and not poll.poll(0):  # a child of its own may hold the line open
                    raise _verdict(watch, before)
                continue
            piece = _receive(line)
            if not piece:
                raise _verdict(watch, before)
            buffer += piece
            for message in _messages(buffer):
                if awaited in message or "error" in message:
                    return message
                if "progress" in message and run.on_progress:
                    run.on_progress(*message["progress"])


class Run:
    """What surrounds one request: its deadline, who hears of its progress, and what may stop it.

    Args:
        deadline: on `time.monotonic`.
        seconds: that a document may take up to its deadline, which a busy machine delays (`quire.tasks.time_limit`);
            0 for a deadline that nothing delays.
        on_progress: called with (done, total).
        on_beat: called twice a second; it may raise to end the run.
        stop: when set, the run ends as `Cancelled`.

    `cpu_seconds` is the processor time that the request took, once it has ended in whatever way.
    """

    def __init__(
        self,
        deadline: float,
        *,
        seconds: float = 0.0,
        on_progress: Progress | None = None,
        on_beat: Callable[[], None] | None = None,
        stop: threading.Event | None = None,
    ) -> None:
        self.deadline = deadline
        self._seconds = seconds
        self.on_progress = on_progress
        self.cpu_seconds = 0.0
        self._on_beat = on_beat
        self._stop = stop
        self._next_beat = time.monotonic() + BEAT_SECONDS

    def check(self, used: Callable[[], float] = lambda: 0.0) -> None:
        """Nothing, while the run may go on.

        Args:
            used: its processor seconds so far.

        Raises:
            OutOfTime, Cancelled: it may not.
        """
        if self._stop is not None and self._stop.is_set():
            raise Cancelled
        now = time.monotonic()
        if is_up(self._seconds, now - self.deadline + self._seconds, used):
            raise OutOfTime
        if self._on_beat and now >= self._next_beat:
            self._next_beat = now + BEAT_SECONDS
            self._on_beat()


class Slots:
    """A fixed number of slots, each with its thread; jobs wait in order for a free one.

    Args:
        size: how many.
        caps: of each.
        warm: modules that a new process imports before its first request.
        folder: each slot has a folder of its own in it; see `Slot`.
    """

    def __init__(self, size: int, caps: Caps, warm: Sequence[str] = (), folder: Path | None = None) -> None:
        self._jobs: queue.SimpleQueue[tuple[Callable[[Slot], object], Future[Any]] | None] = queue.SimpleQueue()
        self._slots = [Slot(caps, warm, folder and folder / f"slot-{number}") for number in range(size)]
        self._idle: set[Slot] = set()
        self._threads = [
            threading.Thread(target=self._serve, args=(slot,), name=f"slot-{number}", daemon=True)
            for number, slot in enumerate(self._slots)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, job: Callable[[Slot], T]) -> Future[T]:
        """The future value of ``job(slot)``, called in the thread of the first free slot."""
        future: Future[T] = Future()
        self._jobs.put((job, future))
        return future

    @property
    def free(self) -> int:
        """How many slots wait for a job, with a process that came up."""
        return len(self._idle)

    def pids(self) -> list[int]:
        """The processes now in the slots."""
        return [slot.pid for slot in self._slots if slot.pid is not None]

    @property
    def healthy(self) -> bool:
        """Whether at least one slot does requests: its thread lives, and its last process came up."""
        return any(
            thread.is_alive() and not slot.broken for slot, thread in zip(self._slots, self._threads, strict=True)
        )

    def close(self) -> None:
        """End the threads when their jobs have ended (stop those first), and kill the processes."""
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def _serve(self, slot: Slot) -> None:
        """A slot's thread: warm, then one job after the other."""
        _warm(slot)
        while (item := self._next(slot)) is not None:
            job, future = item
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(job(slot))
                except BaseException as error:  # noqa: BLE001 - it belongs to whoever waits for the future
                    future.set_exception(error)
            del item, job, future  # they hold the last request while the thread waits for the next
            _warm(slot)
        slot.kill()

    def _next(self, slot: Slot) -> tuple[Callable[[Slot], object], Future[Any]] | None:
        """The next job; while it waits, a slot whose process did not come up tries again."""
        while slot.broken:
            try:
                return self._jobs.get(timeout=RESTART_SECONDS)
            except queue.Empty:
                _warm(slot)
        self._idle.add(slot)
        try:
            return self._jobs.get()
        finally:
            self._idle.discard(slot)


def _verdict(watch: Watch, oom_kills_before: int) -> QuireError:
    """The error for a process that ended without an answer."""
    found = watch.verdict()
    if isinstance(found, WorkerDied) and oom_kills() > oom_kills_before:
        return MemoryUnavailable()
    return found


def _warm(slot: Slot) -> None:
    with contextlib.suppress(WorkerUnavailable):  # the next request tries again and tells
        slot.start()


def _environment(write: Path | None) -> dict[str, str]:
    """The whole environment of a slot. Ours has secrets in it; and a document needs one core, not a thread on each."""
    place = {"TMPDIR": str(write)} if write else {}
    return {"PATH": os.defpath, "LANG": "C.UTF-8", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", **place}


def _receive(line: socket.socket) -> bytes:
    try:
        return line.recv(1 << 16)
    except ConnectionError:
        return b""


def _messages(buffer: bytearray) -> list[Message]:
    """The complete messages at the head of `buffer`, which are taken away from it.

    Raises:
        WorkerDied: it is not a message of ours; the process is out of its mind, or in somebody's hands.
    """
    found = []
    while len(buffer) >= HEAD.size:
        (length,) = HEAD.unpack_from(buffer)
        if length > MAX_MESSAGE:
            raise WorkerDied
        end = HEAD.size + length
        if len(buffer) < end:
            break
        try:
            message = json.loads(buffer[HEAD.size : end])
        except ValueError:
            raise WorkerDied from None
        if not isinstance(message, dict):
            raise WorkerDied
        found.append(message)
        del buffer[:end]
    return found
