"""Memory returned to the system after heavy use.

The allocator of glibc keeps freed fragments: after a page is recognised, 190 of 340 MB are held for nothing, and more
with every size of page. Other C libraries are left alone. Returned memory has to be requested again in pages of 4 kB,
which takes a seventh of the time of a picture. So a busy process keeps its memory and returns it when it is idle.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache


class IdleTask:
    """Runs an action once there was no work for a while, in a thread of its own.

    Args:
        seconds: without work.
        act: the action.
    """

    def __init__(self, seconds: float, act: Callable[[], object]) -> None:
        self._seconds, self._act = seconds, act
        self._done = 0  # pieces of work
        self._begin()

    @contextmanager
    def work(self) -> Iterator[None]:
        """Counts as work as long as it is open."""
        if self._process != os.getpid():
            self._begin()
        with self._lock:
            self._under_way += 1
        try:
            yield
        finally:
            with self._lock:
                self._under_way -= 1
                self._done += 1
                if self._timer is None:
                    atexit.register(self._end)
                    self._wait()

    def _begin(self) -> None:
        """Start without work; also in a forked child, without the parent's threads and with its lock held."""
        self._process = os.getpid()
        self._lock = threading.Lock()
        self._under_way = 0
        self._timer: threading.Timer | None = None

    def _wait(self) -> None:
        self._timer = threading.Timer(self._seconds, self._look, (self._done,))
        self._timer.daemon = True
        self._timer.start()

    def _look(self, done: int) -> None:
        with self._lock:
            if self._timer is None:  # the interpreter exits
                return
            if self._under_way or self._done > done:
                self._wait()
                return
            try:
                self._act()
            finally:
                self._timer = None
                atexit.unregister(self._end)

    def _end(self) -> None:
        """Cancel the action, or wait for its end: the interpreter exits.

        A thread that is still inside a C++ library when the interpreter ends aborts the process.
        """
        with self._lock:
            if self._timer:
                self._timer.cancel()
                self._timer = None


def release_memory() -> bool:
    """Return freed memory to the system (malloc_trim(3)), in milliseconds; whether any was returned."""
    trim = _trim()
    return bool(trim and trim(0))


@cache
def _trim() -> Callable[[int], int] | None:
    try:
        found = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # another C library, or none with symbols
        return None
    found.argtypes, found.restype = [ctypes.c_size_t], ctypes.c_int
    return found
