"""The time that a document may take, longer where other processes hold the cores.

A scan of a hundred pages that fits into its time on a free machine would otherwise stop half-way on a busy one. What
waits for something else than a core (a lock, a device) is not owed any time.
"""

from __future__ import annotations

from collections.abc import Callable

PATIENCE = 4.0
"""Times its seconds that a document may take at most, however busy the machine."""

_LEAST_SHARE = 0.1
"""Of the time that it took, as processor time: work that had less is not kept waiting by the machine, it hangs."""


def is_up(seconds: float, taken: float, used: Callable[[], float]) -> bool:
    """Whether the time of a document is up.

    Args:
        seconds: that it may take.
        taken: by the clock, so far.
        used: processor seconds of its processes so far, asked only past `seconds`; 0 where nobody can tell.
    """
    if taken < seconds:
        return False
    return taken >= PATIENCE * seconds or not _LEAST_SHARE * taken <= used() < seconds
