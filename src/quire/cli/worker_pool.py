"""A pool of forked processes, each of which takes the next job when it is free."""

from __future__ import annotations

import contextlib
import os
import pickle
import select
import signal
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

if TYPE_CHECKING:
    import socket

J = TypeVar("J")
R = TypeVar("R")
Progress = Callable[[int, int], None]
Work = Callable[[J, Progress], R]

_HEAD = struct.Struct("!I")
_ATTEMPTS = 4  # interrupts before a worker is killed; one can be lost where exceptions are swallowed
_LOOKS, _PAUSE = 50, 0.01  # checks after an interrupt, and seconds between them


def run_parallel(
    jobs: Sequence[J], work: Work[J, R], *, workers: int, lost: R, on_progress: Callable[[int, int, int], None]
) -> Iterator[tuple[int, R]]:
    """The index and the value of ``work(job, progress)`` for every job, as they end.

    Args:
        jobs: the inputs of `work`.
        work: raises nothing but an interrupt; its result is pickled.
        workers: how many run at the same time; one runs in this process.
        lost: the result of a job whose worker was killed, and of jobs that no worker is left for.
        on_progress: called here with (index, done, total).

    Raises:
        KeyboardInterrupt: after every worker was interrupted and has ended.
    """
    if workers == 1 or len(jobs) == 1:
        for at, job in enumerate(jobs):
            yield at, work(job, lambda done, total, at=at: on_progress(at, done, total))  # type: ignore[misc]
        return
    done: set[int] = set()
    for at, value in _spread(jobs, work, min(workers, len(jobs)), on_progress):
        done.add(at)
        yield at, value
    for at in range(len(jobs)):
        if at not in done:
            yield at, lost


def _spread(
    jobs: Sequence[J], work: Work[J, R], workers: int, on_progress: Callable[[int, int, int], None]
) -> Iterator[tuple[int, R]]:
    """What `run_parallel` yields, without the lost jobs."""
    running: dict[socket.socket, int] = {}
    waiting = iter(range(len(jobs)))
    try:
        for _ in range(workers):
            with _uninterrupted():  # a worker that is not yet in `running` would not be stopped
                channel, pid = _start(jobs, work, list(running))
                running[channel] = pid
            _send(channel, next(waiting, None))
        while running:
            for channel in select.select(list(running), [], [])[0]:
                message = _receive(channel)
                if message is None:
                    channel.close()
                    _wait(running.pop(channel))
                elif message[0] == "progress":
                    on_progress(*message[1:])
                else:
                    yield message[1], message[2]
                    _send(channel, next(waiting, None))
    finally:
        _stop(running)


def _stop(running: Mapping[socket.socket, int]) -> None:
    """Interrupt the workers and wait for them; one that does not end is killed.

    The channels are closed first: a worker may be waiting for us to read.
    """
    for channel in running:
        channel.close()
    left = set(running.values())
    for attempt in range(_ATTEMPTS + 1):
        for pid in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGINT if attempt < _ATTEMPTS else signal.SIGKILL)
        left = {pid for pid in left if not _ended(pid)}
    for pid in left:
        _wait(pid)


def _ended(pid: int) -> bool:
    """Whether a child ends within half a second."""
    for _ in range(_LOOKS):
        try:
            if os.waitpid(pid, os.WNOHANG)[0]:
                return True
        except ChildProcessError:
            return True
        select.select([], [], [], _PAUSE)
    return False


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Delay interrupts until the end of the block."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start(jobs: Sequence[J], work: Work[J, R], others: Sequence[socket.socket]) -> tuple[socket.socket, int]:
    """Start a worker; return our end of its channel and its process id."""
    import socket  # start-up time: a single worker needs none

    ours, theirs = socket.socketpair()
    pid = os.fork()
    if pid == 0:
        _work_loop(jobs, work, theirs, (ours, *others))
    theirs.close()
    return ours, pid


def _work_loop(
    jobs: Sequence[J], work: Work[J, R], channel: socket.socket, others: Sequence[socket.socket]
) -> NoReturn:
    """A worker's loop until no job is left; never returns to the caller."""
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        for other in others:
            other.close()
        while (at := _receive(channel)) is not None:
            value = work(jobs[at], lambda done, total, at=at: _send(channel, ("progress", at, done, total)))  # type: ignore[misc]
            _send(channel, ("value", at, value))
    except (KeyboardInterrupt, ConnectionError):
        pass
    finally:
        os._exit(0)


def _send(channel: socket.socket, message: object) -> None:
    body = pickle.dumps(message)
    with contextlib.suppress(BrokenPipeError):  # the other end is gone, which the next read notices
        channel.sendall(_HEAD.pack(len(body)) + body)


def _receive(channel: socket.socket) -> Any:  # noqa: ANN401 - whatever was sent
    """The next message; None at the end of the stream."""
    head = _exactly(channel, _HEAD.size)
    if head is None:
        return None
    body = _exactly(channel, _HEAD.unpack(head)[0])
    return None if body is None else pickle.loads(body)  # noqa: S301 - our own fork, with our own rights


def _exactly(channel: socket.socket, size: int) -> bytes | None:
    data = b""
    while len(data) < size:
        try:
            piece = channel.recv(size - len(data))
        except ConnectionResetError:
            return None
        if not piece:
            return None
        data += piece
    return data


def _wait(pid: int) -> None:
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, 0)
