"""Work on many things at once in forked processes, each of which takes the next thing when it is free."""

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
_ATTEMPTS = 4  # interrupts before a lane is killed; one can be lost in a place that takes no exceptions
_LOOKS, _PAUSE = 50, 0.01  # how often, and after how many seconds each, a lane is looked at after an interrupt


def each(
    jobs: Sequence[J], work: Work[J, R], *, lanes: int, lost: R, on_progress: Callable[[int, int, int], None]
) -> Iterator[tuple[int, R]]:
    """The index and the value of ``work(job, progress)`` for every job, as they end.

    Args:
        jobs: what to work on.
        work: never raises but for an interrupt; its value crosses processes by pickle.
        lanes: how many at the same time; with one, the work is done in this process.
        lost: the value for a job whose lane was killed, and for jobs that no lane is left for.
        on_progress: called here with (index, done, total).

    Raises:
        KeyboardInterrupt: every lane has been interrupted and has ended.
    """
    if lanes == 1 or len(jobs) == 1:
        for at, job in enumerate(jobs):
            yield at, work(job, lambda done, total, at=at: on_progress(at, done, total))  # type: ignore[misc]
        return
    done: set[int] = set()
    for at, value in _spread(jobs, work, min(lanes, len(jobs)), on_progress):
        done.add(at)
        yield at, value
    for at in range(len(jobs)):
        if at not in done:
            yield at, lost


def _spread(
    jobs: Sequence[J], work: Work[J, R], lanes: int, on_progress: Callable[[int, int, int], None]
) -> Iterator[tuple[int, R]]:
    """What `each` yields, but for the jobs that were lost."""
    running: dict[socket.socket, int] = {}
    waiting = iter(range(len(jobs)))
    try:
        for _ in range(lanes):
            with _uninterrupted():  # a lane that is not yet in `running` would not be stopped
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
    """Interrupt the lanes and wait for them; one that does not end, whatever it is caught in, is killed.

    The channels are closed first: a lane may be waiting for us to read.
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
    """Whether a child ends within a moment."""
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
    """Interrupts wait until the end of the block."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start(jobs: Sequence[J], work: Work[J, R], others: Sequence[socket.socket]) -> tuple[socket.socket, int]:
    """A new lane: our end of its channel and its process id."""
    import socket  # start-up time: a single lane needs none

    ours, theirs = socket.socketpair()
    pid = os.fork()
    if pid == 0:
        _lane(jobs, work, theirs, (ours, *others))
    theirs.close()
    return ours, pid


def _lane(jobs: Sequence[J], work: Work[J, R], channel: socket.socket, others: Sequence[socket.socket]) -> NoReturn:
    """What a lane does until there is nothing left; it never returns into the caller's code."""
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
    with contextlib.suppress(BrokenPipeError):  # the other end is gone; its silence is noticed when reading
        channel.sendall(_HEAD.pack(len(body)) + body)


def _receive(channel: socket.socket) -> Any:  # noqa: ANN401 - whatever was sent
    """The next message; None at the end."""
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
