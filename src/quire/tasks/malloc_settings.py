"""How a process that reads documents holds its memory.

Each page of a document takes some megabytes and frees them again. The allocator of glibc gives such memory back to the
system at once and asks for it again at the next page, and the system fills every 4 kB of it with zeros: a twentieth
of the time of a report with pictures. Here it is kept until the process has much more than it needs.
"""

from __future__ import annotations

import contextlib
import sys

KEPT = 64 << 20
"""Bytes free at the end of the heap that are kept: several pages' worth."""

FROM_HEAP = 32 << 20
"""Bytes from which a piece of memory is asked of the system by itself and given back when freed; glibc allows no
more."""

STEP = 1 << 20
"""Bytes by which the heap grows."""

_M_TRIM_THRESHOLD, _M_TOP_PAD, _M_MMAP_THRESHOLD = -1, -2, -3  # malloc.h of glibc


def keep_freed_memory() -> bool:
    """Whether the allocator now keeps freed memory (mallopt(3)); False without glibc."""
    if sys.platform != "linux":
        return False
    import ctypes

    with contextlib.suppress(AttributeError, OSError):
        libc = ctypes.CDLL(None)
        libc.gnu_get_libc_version  # noqa: B018 - another library's numbers may mean something else
        wanted = ((_M_TRIM_THRESHOLD, KEPT), (_M_MMAP_THRESHOLD, FROM_HEAP), (_M_TOP_PAD, STEP))
        return all(libc.mallopt(name, value) for name, value in wanted)
    return False
