"""What the kernel says about a process: the columns of /proc/PID/stat (proc(5)). Imports nothing: it is hot."""

from __future__ import annotations

STATE, SESSION, BORN, RESIDENT = 0, 3, 19, 21
"""Columns after the name in brackets, which may hold spaces: 3 state, 6 session, 22 starttime, 24 rss (pages)."""

CPU_TICKS = (11, 12, 13, 14)
"""Columns with processor time, in clock ticks: 14 utime, 15 stime, 16 cutime, 17 cstime (the last two of ended
children)."""


def columns(pid: int | str) -> list[bytes]:
    """The columns after the name; [] when there is no such process, or no /proc."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123 - hot: of every process, several times a second
            return file.read().rpartition(b")")[2].split()
    except OSError:
        return []
