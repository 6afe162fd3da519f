"""The sandbox of a slot: what a process that reads documents gives up before the first byte of one.

A document may make a library run what its author wants. So the process may read the program and its own folder, write
its own folder, and nothing else: no other file, no network, no other program, no signal to or memory of another
process, no privilege, no new namespace. What the kernel does not offer is missing from the answer of `enter`; the
service says so (`quire.web.state.isolation`) and, with ``QUIRE_SANDBOX=required``, does not start.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import struct
import sys
from collections.abc import Sequence

from quire.tasks import landlock, seccomp

NETWORK, FILES, SIGNALS, CALLS, PRIVILEGES = "network", "files", "signals", "system calls", "privileges"
PARTS = (NETWORK, FILES, SIGNALS, CALLS, PRIVILEGES)
"""What a slot gives up, where the kernel offers it."""

OPEN_FILES = 1024
"""Descriptors that a slot may hold: a document takes a few dozen."""

_PROGRAM = (
    *("/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/fonts", "/etc/localtime", "/etc/mime.types"),
    *("/dev/urandom", "/dev/random", "/dev/zero", "/sys/devices/system/cpu"),
    *("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/loadavg", "/proc/stat"),
)
"""Beside Python and its packages: the system's libraries and fonts, and what libraries ask about the machine."""

_CONNECTING = ("/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/gai.conf", "/etc/ssl", "/etc/pki")
"""What connections need: addresses and certificates."""

PROBE_SECONDS = 20.0
"""In which a fresh interpreter has tried it, also on a busy machine."""

_PROBE = (
    "import json, sys; from quire.tasks.sandbox import enter; print(json.dumps(enter(sys.argv[1:], network=False)))"
)
_NOWHERE = "/dev/null"
_PR_SET_NO_NEW_PRIVS, _PR_CAPBSET_DROP, _PR_CAP_AMBIENT, _CLEAR_ALL = 38, 24, 47, 4  # linux/prctl.h
_CAPABILITIES = 64  # numbers of capabilities that the interface has room for
_CAPSET_VERSION = 0x20080522  # linux/capability.h
_CLONE_NEWNET, _CLONE_NEWUSER = 0x40000000, 0x10000000  # linux/sched.h


def enter(writable: Sequence[str] | None, *, network: bool, readable: Sequence[str] = ()) -> tuple[str, ...]:
    """Give up all that a slot does not need, for good; call it while this process has one thread.

    Args:
        writable: The only folders that may be changed; None leaves all files as they are.
        network: Whether the network stays.
        readable: Files and folders that may be read beside the program.

    Returns:
        The parts of `PARTS` that were given up.
    """
    if sys.platform != "linux":
        return ()
    held = []
    if not network and leave_network():
        held.append(NETWORK)
    _limit_open_files()
    if _drop_privileges():
        held.append(PRIVILEGES)
    if writable is not None:
        held += _leave_files(writable, network=network, readable=readable)
    if seccomp.restrict(sockets=network):
        held.append(CALLS)
    return tuple(part for part in PARTS if part in held)


@functools.cache
def missing_here() -> tuple[str, ...]:
    """The parts of `PARTS` that this machine does not offer; tried once, in a process of its own."""
    import json
    import subprocess
    import tempfile

    with tempfile.TemporaryDirectory(prefix="quire-sandbox-") as folder:
        try:
            done = subprocess.run(  # noqa: S603 - our own interpreter and a fixed text
                [sys.executable, "-c", _PROBE, folder],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=PROBE_SECONDS,
                check=True,
            )
            held = json.loads(done.stdout)
        except (OSError, subprocess.SubprocessError, ValueError):
            held = []
    return tuple(part for part in PARTS if part not in held)


def leave_network() -> bool:
    """Whether this process now has no network but a loopback of its own that is down.

    It needs a kernel that lets this process make a network namespace: as root, or through a user namespace of its own.
    Many container hosts forbid both; then the slot keeps the network, and a firewall has to do it.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    if not hasattr(libc, "unshare"):
        return False
    if libc.unshare(_CLONE_NEWNET) == 0:
        return True
    user, group = os.getuid(), os.getgid()
    if libc.unshare(_CLONE_NEWUSER | _CLONE_NEWNET) != 0:
        return False
    # Without these maps the process could not create files: its own user would be unknown to it (user_namespaces(7)).
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with contextlib.suppress(OSError), open(f"/proc/self/{name}", "w") as file:  # noqa: PTH123
            file.write(text)
    return True


def program_paths(writable: Sequence[str]) -> list[str]:
    """Where Python, its packages and this program lie; never a folder that one of `writable` lies in."""
    inside = [os.path.realpath(folder) + os.sep for folder in writable]
    found = dict.fromkeys(os.path.realpath(path) for path in (*sys.path, sys.prefix, sys.base_prefix) if path)
    return [path for path in found if not any(one.startswith(path.rstrip(os.sep) + os.sep) for one in inside)]


def _leave_files(writable: Sequence[str], *, network: bool, readable: Sequence[str]) -> list[str]:
    places = [*_PROGRAM, *program_paths(writable), *readable, *(_CONNECTING if network else ())]
    try:
        version = landlock.restrict(places, (*writable, _NOWHERE), tcp=network)
    except OSError:
        return []
    return [FILES] * bool(version) + [SIGNALS] * (version >= landlock.SCOPES)


def _drop_privileges() -> bool:
    """Whether this process has no capability and can never gain one; a program with its owner's rights gives none."""
    libc = ctypes.CDLL(None, use_errno=True)
    for number in range(_CAPABILITIES):
        libc.prctl(_PR_CAPBSET_DROP, number, 0, 0, 0)
    libc.prctl(_PR_CAP_AMBIENT, _CLEAR_ALL, 0, 0, 0)
    head, nothing = struct.pack("=Ii", _CAPSET_VERSION, 0), bytes(24)
    dropped = libc.capset(ctypes.c_char_p(head), ctypes.c_char_p(nothing)) == 0
    return bool(libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 and dropped)


def _limit_open_files() -> None:
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
