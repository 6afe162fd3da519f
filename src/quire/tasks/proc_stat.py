"""What the kernel tells of a process: the columns of /proc/PID/stat (proc(5)); only the standard library, and little of it."""

from __future__ import annotations

STATE, SESSION, BORN, RESIDENT = 0, 3, 19, 21
"""Columns after the name in brackets, which may hold spaces: 3 state, 6 session, 22 starttime, 24 rss (pages)."""


def columns(pid: int | str) -> list[bytes]:
    """The columns after the name; [] when there is no such process, or no /proc."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123 - hot: of every process, several times a second
            return file.read().rpartition(b")")[2].split()
    except OSError:
        return []
