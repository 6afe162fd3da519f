"""Memory given back to the system after much of it was used.

The allocator of glibc keeps what was freed in pieces: after a page was recognised 190 of 340 MB are held for nothing, and
more with every size of page. Elsewhere nothing happens.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache


def give_back() -> bool:
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
