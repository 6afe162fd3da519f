"""Other processes of this machine: whether one lives, and whether it is still the one that was meant."""

from __future__ import annotations

import contextlib
import socket
from pathlib import Path

from quire.tasks.proc_stat import BORN, STATE, columns


def machine_id() -> str:
    """What two processes share when they can see each other's process ids: host name, boot, and pid namespace."""
    parts = [socket.gethostname()]
    with contextlib.suppress(OSError):
        parts.append(Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()[:8])
        parts.append(str(Path("/proc/self/ns/pid").stat().st_ino))
    return ":".join(parts)


def is_alive(pid: int) -> bool:
    """Whether a process of that id is there and no zombie."""
    found = columns(pid)
    if not found:
        return not Path("/proc/self").exists()  # without /proc nobody is known to be dead
    return found[STATE] not in {b"Z", b"X"}


def start_time(pid: int) -> str:
    """When a process began, in the kernel's count; "" when there is none. With it an id that came again is noticed."""
    found = columns(pid)
    return found[BORN].decode() if found else ""
