"""Faults of the service itself: which exceptions are such faults, and the pauses between tries until they are over.

A fault of our own side (file store, database, disk, memory of the machine) is no fault of the document: the task goes
back to `pending`, keeps its attempt and its upload, and is tried again after a pause that grows.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator

from quire.errors import MemoryUnavailable, ServiceFault, StorageUnavailable
from quire.store.database import is_unavailable

FIRST_PAUSE = 1.0
"""Seconds before the first new try: a restart of a store takes about that long."""

LONGEST_PAUSE = 60.0
"""Seconds at most between two tries: so late, at worst, does work go on after the end of an outage."""

HOLD_PAUSES = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0, 60.0, 60.0, 60.0, 60.0, 60.0, 60.0, 60.0, 60.0)
"""Seconds between tries to store a finished result, 11 minutes in all: after that the slot is given to other tasks, and
the result is made again when the store is back."""

_STORAGE = frozenset(
    {
        errno.ENOSPC,
        errno.EDQUOT,
        errno.EIO,
        errno.EROFS,
        errno.EACCES,
        errno.EPERM,
        errno.ESTALE,
        errno.ENODEV,
        errno.ENXIO,
        errno.EMFILE,
        errno.ENFILE,
        errno.ENOTCONN,
        errno.ETIMEDOUT,
        errno.ECONNREFUSED,
        errno.ECONNRESET,
        errno.ENETUNREACH,
        errno.EHOSTUNREACH,
    }
)
"""What a worker's own files meet when a disk or a network share fails or is full; other errors are bugs."""

_MEMORY = frozenset({errno.ENOMEM, errno.EAGAIN})
"""What starting a process meets when the machine has no memory, or no process ids, left."""


def fault_of(problem: BaseException) -> ServiceFault | None:
    """The fault of our own side that an exception in a worker stands for; None for anything else."""
    if isinstance(problem, ServiceFault):
        return problem
    if isinstance(problem, MemoryError) or (isinstance(problem, OSError) and problem.errno in _MEMORY):
        return MemoryUnavailable()
    if is_unavailable(problem) or (isinstance(problem, OSError) and problem.errno in _STORAGE):
        return StorageUnavailable()
    return None


def pauses() -> Iterator[float]:
    """Seconds before each new try, without end: each twice the one before, up to `LONGEST_PAUSE`."""
    pause = FIRST_PAUSE
    while True:
        yield pause
        pause = min(2 * pause, LONGEST_PAUSE)
