"""Reports of progress as often as somebody looks at them.

A page takes milliseconds; a message about each, and another process that wakes up for it, cost as much as every
thirtieth page.
"""

from __future__ import annotations

import time
from collections.abc import Callable

Progress = Callable[[int, int], None]

MIN_INTERVAL = 0.1
"""Seconds between two reports; bars are not painted more often."""


def throttled(
    report: Progress, *, between: float = MIN_INTERVAL, clock: Callable[[], float] = time.monotonic
) -> Progress:
    """`report`, which hears the first and the last call, and of the others only as many as stand so many seconds apart.

    Args:
        report: takes (done, total).
        between: seconds.
        clock: seconds that only grow.
    """
    due = clock()

    def throttled_report(done: int, total: int) -> None:
        nonlocal due
        now = clock()
        if now >= due or done >= total:
            due = now + between
            report(done, total)

    return throttled_report
