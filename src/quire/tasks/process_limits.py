"""Caps on the processes that read documents: time, memory, and a death that takes nothing else along.

A document may loop for ever, ask for all the memory there is, or abort the process that reads it. So documents are
read in child processes only: `run_limited` forks one for a single call (the command line), `slots` keeps some warm
(the service). Both prepare the child by `confine` and watch it by `session_usage`.

What each cap does:
    time        the whole process group is killed at the cap (`OutOfTime`; later on a busy machine, see `time_limit`)
    memory      a watchdog adds up what the child's session holds resident (`OutOfMemory`); RLIMIT_AS stops a single
                huge request before it is made (`MemoryError` in the child, which is `OutOfMemory` too)
    parent      the kernel kills the child when the parent dies (PR_SET_PDEATHSIG; on Linux)
    machine     when the machine runs out of memory the kernel takes the child first (oom_score_adj)
    disk        no core dumps, and a cap on the size of a file (RLIMIT_FSIZE)

Only the standard library is imported here and nothing heavy: the command line forks before anything is loaded.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import pickle
import select
import signal
import struct
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Any, NamedTuple, NoReturn, TypeVar

from quire.errors import (
    DocumentError,
    OutOfMemory,
    OutOfTime,
    QuireError,
    StorageUnavailable,
    Unavailable,
    WorkerDied,
    from_code,
    missing_extra,
)
from quire.tasks.malloc_settings import keep_freed_memory
from quire.tasks.proc_stat import CPU_TICKS, RESIDENT, SESSION, columns
from quire.tasks.progress_throttle import throttled
from quire.tasks.time_limit import is_up

T = TypeVar("T")
Progress = Callable[[int, int], None]

TICK = 0.05
"""Seconds between two looks at the child; memory can grow by about 100 MB in that time."""

ADDRESS_ROOM = 1 << 30
"""Address space above twice the memory cap: libraries map far more than they touch, and the watchdog counts what is
touched."""

SESSION_CHECK_EVERY = 10
"""Every so many looks the whole session is added up (a walk over /proc, about 10 us a process of the machine); the
looks between see the child and its own children."""

MAX_PROCESSES = 64
"""Processes of one session: a long document is shared by at most eight, and RLIMIT_NPROC counts those of a user."""

MAX_FILE_BYTES = 4 << 30
"""Bytes that one file may grow to: a picture that unpacks without end fills a disk otherwise."""

NEAR_CAP_SHARE = 0.8
"""A child that aborts at this share of its memory cap has run out of memory: C libraries abort when malloc fails."""

DISK_ERRORS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.ENFILE})
"""Errors of the machine's disks that a child meets wherever it writes; never the document's fault."""

_PLAIN_CLASSES = frozenset(
    {
        *(("builtins", name) for name in ("set", "frozenset", "complex", "bytearray", "slice", "range")),
        *(("datetime", name) for name in ("date", "datetime", "time", "timedelta", "timezone")),
        *(("pathlib", name) for name in ("PurePosixPath", "PosixPath", "PurePath", "Path")),
        ("decimal", "Decimal"),
        ("collections", "OrderedDict"),
    }
)
"""Classes that a child's answer may have beside our own records."""

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE = 1, 4  # linux/prctl.h
_HEAD = struct.Struct("!I")


class Room(NamedTuple):
    """What a child that reads a document keeps of the machine, beside the program: files to read, folders to write."""

    read: tuple[str, ...]
    write: tuple[str, ...]


class _Inside(NamedTuple):
    """What a forked child is told: where it answers, its cap, its parent, the signals' mask, and its room."""

    sending: int
    memory: int
    parent: int
    mask: set[int | signal.Signals]
    room: Room | None


class RemoteFailure(Exception):
    """The traceback of an unexpected exception in a child, as text."""


def run_limited(
    function: Callable[..., T],
    args: Sequence[object] = (),
    *,
    seconds: float,
    memory: int,
    on_progress: Progress | None = None,
    room: Room | None = None,
) -> T:
    """The value of ``function(*args, progress=report)``, computed in a forked child that has caps.

    Args:
        function: called in the child with the keyword `progress`, a callable that takes (done, total). Its value
            comes back by pickle.
        args: positional arguments; nothing is copied, the child is a fork.
        seconds: cap on the time (`quire.tasks.time_limit`).
        memory: cap in bytes on the resident memory of the child and its own children together.
        on_progress: called in the parent for the first and the last report, and for others as they are `throttled`.
        room: what of the machine the child keeps (see `quire.tasks.sandbox`); None is all of it.

    Raises:
        OutOfTime, OutOfMemory, WorkerDied: a cap was met, or the child ended without an answer.
        QuireError: what the function itself raised. Any other exception of the function becomes a `DocumentError`
            with a `RemoteFailure` (the traceback) as its cause.
    """
    receiving, sending = os.pipe()
    parent = os.getpid()
    sys.stdout.flush()
    sys.stderr.flush()
    # An interrupt that comes while the process is copied would end up, and be lost, in what logging does after a fork.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        child = os.fork()
        if child == 0:
            os.close(receiving)
            inside = _Inside(sending, memory, parent, before, room)
            _in_child(function, args, inside)
    except OSError:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        os.close(receiving)
        os.close(sending)
        raise
    os.close(sending)
    watch = Watch(child, memory=memory)
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return _follow(receiving, watch, seconds, on_progress)  # type: ignore[no-any-return]
    finally:
        kill_group(child)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(child, 0)
        os.close(receiving)


def confine(*, memory: int, parent: int) -> None:
    """Make the calling process a confined child; call it first thing after the fork or the start.

    Args:
        memory: resident cap in bytes, from which the address-space cap is derived; 0 sets no cap.
        parent: process id of the parent, whose death ends this process.
    """
    if os.getsid(0) != os.getpid():
        os.setsid()
    die_with(parent)
    keep_freed_memory()
    if sys.platform == "linux":
        with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:  # noqa: PTH123 - pathlib is start-up time
            file.write("1000")
    import resource

    caps = {resource.RLIMIT_CORE: 0, resource.RLIMIT_FSIZE: MAX_FILE_BYTES}
    if memory:
        caps[resource.RLIMIT_AS] = 2 * memory + ADDRESS_ROOM
    for limit, wanted in caps.items():
        _, hard = resource.getrlimit(limit)
        cap = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(ValueError, OSError):  # systems without this limit: the watchdog remains
            resource.setrlimit(limit, (cap, cap))


def die_with(parent: int) -> None:
    """Ask the kernel for SIGKILL when the parent dies; it may have died before we asked."""
    if sys.platform != "linux":
        return
    import ctypes

    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def memory_cap() -> int:
    """The cap in bytes on the resident memory of this process, as `confine` was told it; 0 when there is none."""
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return 0 if soft == resource.RLIM_INFINITY else max(0, (soft - ADDRESS_ROOM) // 2)


def protect_memory() -> None:
    """Keep this process's memory and environment (its secrets) from its children, which run as the same user.

    The kernel then refuses them /proc/PID/environ, /proc/PID/mem and ptrace (prctl(2), PR_SET_DUMPABLE).
    """
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


class Watch:
    """The watchdog over one child: how much memory its session holds, and how it ended."""

    def __init__(self, pid: int, *, memory: int) -> None:
        self.pid = pid
        self.memory = memory
        self.peak = 0
        self._looks = 0

    def check(self) -> None:
        """Measure now.

        Raises:
            OutOfMemory: the session holds more than its cap.
            WorkerDied: it has more processes than a document needs.
        """
        self._looks += 1
        thorough = self._looks % SESSION_CHECK_EVERY == 0
        if thorough:
            held, processes = session_usage(self.pid)
            if processes > MAX_PROCESSES:
                raise WorkerDied
        else:
            held = _family_bytes(self.pid)
        self.peak = max(self.peak, held)
        if self.memory and self.peak > self.memory:
            raise OutOfMemory

    def verdict(self) -> DocumentError:
        """The error for a child that ended without an answer."""
        if self.memory and self.peak > NEAR_CAP_SHARE * self.memory:
            return OutOfMemory()
        return WorkerDied()


def session_usage(session: int) -> tuple[int, int]:
    """Resident memory in bytes of all processes of a session, and how many they are; zeros where there is no /proc."""
    try:
        names = [name for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208 - hot: 20 times a second
    except OSError:
        return 0, 0
    pages = processes = 0
    for name in names:
        found = columns(name)
        if found and int(found[SESSION]) == session:
            pages += int(found[RESIDENT])
            processes += 1
    return pages * os.sysconf("SC_PAGE_SIZE"), processes


def cpu_seconds(session: int) -> float:
    """Processor time that the processes of a session and their ended children have used; 0 where there is no /proc."""
    try:
        names = [name for name in os.listdir("/proc") if name.isdigit()]  # noqa: PTH208 - as in `resident_bytes`
    except OSError:
        return 0.0
    ticks = 0
    for name in names:
        found = columns(name)
        if found and int(found[SESSION]) == session:
            ticks += sum(int(found[column]) for column in CPU_TICKS)
    return ticks / os.sysconf("SC_CLK_TCK")


def oom_kills() -> int:
    """Processes that the kernel has killed for lack of memory since the machine or container started; 0 if unknown."""
    return max(_counter("/proc/vmstat"), _counter("/sys/fs/cgroup/memory.events"))


def _counter(path: str) -> int:
    """The number in the line ``oom_kill N`` of a file of counters; 0 where there is none."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 - pathlib is start-up time
            for line in file:
                if line.startswith(b"oom_kill "):
                    return int(line.split()[1])
    except OSError:
        pass
    return 0


def kill_group(leader: int) -> None:
    """Kill the process group that `leader` leads, and `leader` itself if it is not there yet; never fails."""
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            kill(leader, signal.SIGKILL)


def has_ended(child: int) -> bool:
    """Whether the child is dead; it stays a zombie, so that its id cannot be another process's when it is killed."""
    return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def error_to_text(error: BaseException) -> tuple[str, str, str]:
    """(code, public sentence, traceback text) of an exception that ended a child's work."""
    if isinstance(error, QuireError):  # one that came from another process brings its traceback
        return error.code, str(error), str(error.__cause__) if isinstance(error.__cause__, RemoteFailure) else ""
    if isinstance(error, MemoryError):
        return OutOfMemory.code, OutOfMemory.sentence, ""
    if isinstance(error, OSError) and error.errno in DISK_ERRORS:
        return StorageUnavailable.code, StorageUnavailable.sentence, ""
    if isinstance(error, ModuleNotFoundError) and (sentence := missing_extra(error)):
        return Unavailable.code, sentence, ""
    import traceback

    return DocumentError.code, DocumentError.sentence, "".join(traceback.format_exception(error))


def error_from_text(code: str, sentence: str, trace: str) -> QuireError:
    """The exception that `error_to_text` described."""
    error = from_code(code, sentence)
    if trace:
        error.__cause__ = RemoteFailure(trace)
    return error


def _family_bytes(pid: int) -> int:
    """Resident memory of a process and of the children of its first thread, in bytes; 0 where there is no /proc."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children", "rb") as file:  # noqa: PTH123 - hot
            children = file.read().split()
    except OSError:  # a kernel without it: the thorough looks remain
        children = []
    return _own_bytes(pid) + sum(_own_bytes(int(child)) for child in children)


def _own_bytes(pid: int) -> int:
    """Resident memory of one process, in bytes; 0 where there is no /proc, or no such process."""
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:  # noqa: PTH123 - hot
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def _in_child(function: Callable[..., object], args: Sequence[object], inside: _Inside) -> NoReturn:
    """All that the forked child does, once signals have their mask again; never returns into the parent's code."""
    sending, status = inside.sending, 1
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, inside.mask)
        confine(memory=inside.memory, parent=inside.parent)
        if inside.room is not None:
            _leave_the_rest(inside.room)
        _be_quiet()

        def report(done: int, total: int) -> None:
            _send(sending, ("progress", (done, total)))

        try:
            answer = ("value", function(*args, progress=throttled(report)))
            body = pickle.dumps(answer)
        except Exception as error:  # noqa: BLE001 - everything is told to the parent
            body = pickle.dumps(("error", error_to_text(error)))
        _send_bytes(sending, body)
        status = 0
    finally:
        os._exit(status)


class _Values(pickle.Unpickler):
    """Reads what a child has made: plain values and our own records.

    A child may be in the hands of a document, and a pickle names what is called; so nothing is called but classes that
    only hold values.
    """

    def find_class(self, module: str, name: str) -> object:
        """The class.

        Raises:
            WorkerDied: it is another kind of thing.
        """
        if (module, name) in _PLAIN_CLASSES:
            return super().find_class(module, name)
        if (module.startswith("quire.") or module in sys.modules) and "." not in name:
            found = super().find_class(module, name)
            if isinstance(found, type) and (hasattr(found, "__dataclass_fields__") or issubclass(found, tuple | Enum)):
                return found
        raise WorkerDied


def _leave_the_rest(room: Room) -> None:
    """Keep only the room; temporary files go into its first folder to write."""
    import tempfile

    from quire.tasks import sandbox

    tempfile.tempdir = room.write[0] if room.write else None
    sandbox.enter(room.write, network=False, readable=room.read)


def _be_quiet() -> None:
    """Libraries write about bad documents to stdout and stderr; nobody reads that."""
    import faulthandler

    faulthandler.disable()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def _send(sending: int, message: tuple[str, object]) -> None:
    _send_bytes(sending, pickle.dumps(message))


def _send_bytes(sending: int, body: bytes) -> None:
    data = memoryview(_HEAD.pack(len(body)) + body)
    while data:
        data = data[os.write(sending, data) :]


def _follow(receiving: int, watch: Watch, seconds: float, on_progress: Progress | None) -> Any:  # noqa: ANN401
    """The child's value, from its messages until its time is up."""
    buffer = bytearray()
    for piece in _pieces(receiving, watch, seconds):
        buffer += piece
        for kind, value in _messages(buffer):
            if kind == "value":
                return value
            if kind == "error":
                raise error_from_text(*value)
            if on_progress:
                on_progress(*value)
    raise watch.verdict()


def _pieces(receiving: int, watch: Watch, seconds: float) -> Iterator[bytes]:
    """What the child writes, until it ends.

    Raises:
        OutOfTime, OutOfMemory: a cap is met.
    """
    next_look, began = 0.0, time.monotonic()
    poll = select.poll()
    poll.register(receiving, select.POLLIN)
    while not is_up(seconds, (now := time.monotonic()) - began, lambda: cpu_seconds(watch.pid)):
        if now >= next_look:
            watch.check()
            next_look = now + TICK
        if poll.poll(1000 * TICK):
            piece = os.read(receiving, 1 << 20)
            if not piece:
                return
            yield piece
        elif has_ended(watch.pid) and not poll.poll(0):  # a child of its own, or of ours, may hold the pipe open
            return
    raise OutOfTime


def _messages(buffer: bytearray) -> list[tuple[str, Any]]:
    """The complete messages at the head of `buffer`, which are taken away from it."""
    found = []
    while len(buffer) >= _HEAD.size:
        (length,) = _HEAD.unpack_from(buffer)
        end = _HEAD.size + length
        if len(buffer) < end:
            break
        found.append(_Values(io.BytesIO(buffer[_HEAD.size : end])).load())
        del buffer[:end]
    return found
