"""Memory given back to the system after much of it was used.

The allocator of glibc keeps what was freed in pieces: after a page was recognised 190 of 340 MB are held for nothing, and
more with every size of page. Elsewhere nothing happens. But what was given back has to be asked for again, page by page of
4 kB: that cost a seventh of the time of a picture. So a process that works keeps its memory, and gives it back when it rests.
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
    """Does something once there was no work for a while, in a thread of its own.

    Args:
        seconds: without work.
        act: what is done then.
    """

    def __init__(self, seconds: float, act: Callable[[], object]) -> None:
        self._seconds, self._act = seconds, act
        self._done = 0  # pieces of work
        self._begin()

    @contextmanager
    def work(self) -> Iterator[None]:
        """While it is open there is work."""
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
        """As nothing was under way; in a child too, where the parent's threads are not and its lock may be held for ever."""
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
            if self._timer is None:  # the interpreter ends
                return
            if self._under_way or self._done > done:
                self._wait()
                return
            atexit.unregister(self._end)
            self._timer = None
            self._act()

    def _end(self) -> None:
        """Nothing is done while the interpreter ends."""
        with self._lock:
            if self._timer:
                self._timer.cancel()
                self._timer = None


def release_memory() -> bool:
    """Whether freed memory was given back (malloc_trim(3)); takes milliseconds."""
    trim = _trim()
    return bool(trim and trim(0))


@cache
def _trim() -> Callable[[int], int] | None:
    try:
        found = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # another C library, or none that can be asked
        return None
    found.argtypes, found.restype = [ctypes.c_size_t], ctypes.c_int
    return found
