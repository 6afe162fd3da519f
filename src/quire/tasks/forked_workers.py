"""Mates: forked copies of a process that work beside it on one document, and end with it.

A mate is forked from a process that has no threads (a copy has only the thread that forked, and what others held stays
locked for ever), talks to it over a socket of its own, and is in its session: what ends, watches and counts the process
(`limits`) ends, watches and counts the mate too. When the process dies the kernel kills the mate.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import select
import signal
import struct
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from quire.errors import DocumentError, OutOfMemory, WorkerDied
from quire.tasks.process_limits import NEAR_CAP_SHARE, die_with, memory_cap

if TYPE_CHECKING:
    import socket

MAX_WORKERS = 8
"""Processes that work on one document; each more gains less, and holds memory of its own."""

EACH = 256 << 20
"""Bytes of a document's memory cap for each process that works on it: twice what one takes for a long report."""

_HEAD = struct.Struct("!Q")
_PIECE = 1 << 20


class WorkerPipe:
    """One end of the connection between two processes: whole messages, pickled. Both are ours, with our rights."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end

    def fileno(self) -> int:
        """For `select`."""
        return self._end.fileno()

    def send(self, message: object) -> None:
        """Send a message; nothing happens when the other side has ended."""
        body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self._end.sendall(_HEAD.pack(len(body)))
            self._end.sendall(body)

    def receive(self) -> Any:  # noqa: ANN401 - whatever was sent
        """The next message.

        Raises:
            EOFError: the other side has ended.
        """
        (length,) = _HEAD.unpack(self._exactly(_HEAD.size))
        return pickle.loads(self._exactly(length))  # noqa: S301 - our own fork

    def close(self) -> None:
        """Hang up."""
        self._end.close()

    def _exactly(self, size: int) -> bytearray:
        data = bytearray(size)
        view, got = memoryview(data), 0
        while got < size:
            try:
                count = self._end.recv_into(view[got : got + _PIECE])
            except ConnectionResetError:
                count = 0
            if not count:
                raise EOFError
            got += count
        return data


class ForkedWorker(NamedTuple):
    """A process that works for this one."""

    pid: int
    line: WorkerPipe


def may_fork() -> bool:
    """Whether a copy of this process would be whole: it has one thread, and there is a way to fork it."""
    if not hasattr(os, "fork") or sys.platform != "linux":
        return False
    try:
        return len(os.listdir("/proc/self/task")) == 1  # noqa: PTH208 - threads of C libraries count, too
    except OSError:
        return False


def processes_within(wanted: int, memory: int) -> int:
    """How many processes may work on one document: those that are wanted, as far as its memory goes.

    Args:
        wanted: at least 1.
        memory: cap for the document, in bytes; 0 is none.
    """
    return max(1, min(wanted, MAX_WORKERS, memory // EACH if memory else MAX_WORKERS))


def free_cores(documents: int = 1) -> int:
    """Cores that this process may use and that nothing else uses now, itself included; at least 1.

    Args:
        documents: that are worked on at the same time, each with its share.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        with open("/proc/loadavg", encoding="ascii") as file:  # noqa: PTH123 - start-up time
            busy = int(file.read().split()[3].partition("/")[0]) - 1  # proc(5): runnable now, this one among them
    except (OSError, ValueError, IndexError):
        busy = 0
    return max(1, min(cores - max(busy, 0), cores // documents))


def fork_workers(number: int, work: Callable[[WorkerPipe], None]) -> list[ForkedWorker]:
    """New mates, as many as there is room for.

    Args:
        number: how many are wanted.
        work: what each does, with its line; when it returns, or its line ends, the mate ends.
    """
    mates: list[ForkedWorker] = []
    with contextlib.suppress(OSError):  # no more processes, or no memory for them
        for _ in range(number):
            mates.append(_mate(work, mates))
    return mates


def stop_workers(mates: Iterable[ForkedWorker]) -> None:
    """End mates, whatever they are at; never fails."""
    for mate in mates:
        mate.line.close()
        with contextlib.suppress(ProcessLookupError):
            os.kill(mate.pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(mate.pid, 0)


def ready(mates: Sequence[ForkedWorker], *, wait: bool) -> list[ForkedWorker]:
    """The mates that have said something, or have ended."""
    poll = select.poll()
    for mate in mates:
        poll.register(mate.line, select.POLLIN)
    said = {number for number, _ in poll.poll(None if wait else 0)}
    return [mate for mate in mates if mate.line.fileno() in said]


def verdict(mate: ForkedWorker) -> DocumentError:
    """The error for a mate that ended without an answer: what it would be for the process itself."""
    with contextlib.suppress(ChildProcessError):
        _, _, usage = os.wait4(mate.pid, 0)
        cap = memory_cap()
        if cap and usage.ru_maxrss * 1024 > NEAR_CAP_SHARE * cap:
            return OutOfMemory()
    return WorkerDied()


def _mate(work: Callable[[WorkerPipe], None], others: Sequence[ForkedWorker]) -> ForkedWorker:
    import socket  # start-up time: most documents are converted by one process

    ours, theirs = socket.socketpair()
    parent = os.getpid()
    try:
        pid = os.fork()
    except OSError:
        ours.close()
        theirs.close()
        raise
    if pid == 0:
        ours.close()
        _in_mate(work, WorkerPipe(theirs), others, parent)
    theirs.close()
    return ForkedWorker(pid, WorkerPipe(ours))


def _in_mate(
    work: Callable[[WorkerPipe], None], line: WorkerPipe, others: Sequence[ForkedWorker], parent: int
) -> NoReturn:
    """Everything that the copy does; it never returns into the code of the process."""
    try:
        die_with(parent)
        for other in others:
            other.line.close()
        with contextlib.suppress(EOFError):
            work(line)
    finally:
        os._exit(0)
