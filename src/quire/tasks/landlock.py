"""Landlock (Linux): what files, networks and processes this process may still reach, for the rest of its life.

Only for a process of one thread: the kernel restricts the calling thread and those that it starts later.
Source of all numbers: linux/landlock.h; landlock(7). The system calls have the same numbers on every architecture.
"""

from __future__ import annotations

import ctypes
import errno
import os
import stat
import struct
from collections.abc import Iterable
from contextlib import suppress

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_ASK_VERSION = 1  # LANDLOCK_CREATE_RULESET_VERSION
_PATH_BENEATH = 1  # LANDLOCK_RULE_PATH_BENEATH

_WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 1, 1 << 2, 1 << 3
_REMOVE_DIR, _REMOVE_FILE, _MAKE_DIR, _MAKE_FILE = 1 << 4, 1 << 5, 1 << 7, 1 << 8
_REFER, _TRUNCATE, _IOCTL = 1 << 13, 1 << 14, 1 << 15
_RIGHTS_OF_FIRST = (1 << 13) - 1
"""The rights of version 1. None of our rules grants the execution of files, devices, sockets, or symbolic links."""

_READ = _READ_FILE | _READ_DIR
_WRITE = _READ | _WRITE_FILE | _REMOVE_DIR | _REMOVE_FILE | _MAKE_DIR | _MAKE_FILE | _REFER | _TRUNCATE
_OF_FILES = _WRITE_FILE | _READ_FILE | _TRUNCATE

_RENAMING, _TRUNCATING, _NETWORK, _IOCTLS, SCOPES = 2, 3, 4, 5, 6
"""Versions of the interface from which on the kernel knows: moving between folders, truncating, TCP, ioctl on devices,
scopes of signals and abstract sockets."""

_ALL_TCP = 0b11  # bind, connect
_ALL_SCOPES = 0b11  # abstract sockets, signals


def version() -> int:
    """The version of the interface; 0 where the kernel has none, or has it switched off."""
    return max(0, _call(_CREATE, None, 0, _ASK_VERSION))


def restrict(readable: Iterable[str], writable: Iterable[str], *, tcp: bool) -> int:
    """Give up all files but those below some paths, signals to others and, without `tcp`, TCP; for good.

    Args:
        readable: Files and folders that may be read; those that do not exist are passed over.
        writable: Files and folders that may be changed, too.
        tcp: Whether TCP stays.

    Returns:
        The version of the interface that restricts now; 0 when nothing does.

    Raises:
        OSError: the kernel refused; something may be given up already.
    """
    kernel = version()
    if not kernel:
        return 0
    handled = _handled(kernel)
    fields = [handled]
    if kernel >= _NETWORK:
        fields.append(0 if tcp else _ALL_TCP)
    if kernel >= SCOPES:
        fields.append(_ALL_SCOPES)
    attributes = struct.pack(f"={len(fields)}Q", *fields)
    ruleset = _checked(_call(_CREATE, attributes, len(attributes), 0))
    try:
        for paths, rights in ((readable, _READ), (writable, _WRITE)):
            for path in paths:
                with suppress(FileNotFoundError, NotADirectoryError, PermissionError):
                    _allow(ruleset, path, rights & handled)
        _checked(_call(_RESTRICT, ruleset, 0))
    finally:
        os.close(ruleset)
    return kernel


def _handled(kernel: int) -> int:
    rights = _RIGHTS_OF_FIRST
    for since, right in ((_RENAMING, _REFER), (_TRUNCATING, _TRUNCATE), (_IOCTLS, _IOCTL)):
        if kernel >= since:
            rights |= right
    return rights


def _allow(ruleset: int, path: str, rights: int) -> None:
    place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not stat.S_ISDIR(os.fstat(place).st_mode):
            rights &= _OF_FILES
        _checked(_call(_ADD, ruleset, _PATH_BENEATH, struct.pack("=Qi", rights, place), 0))
    finally:
        os.close(place)


def _call(number: int, *arguments: int | bytes | None) -> int:
    libc = ctypes.CDLL(None, use_errno=True)
    given = [ctypes.c_long(one) if isinstance(one, int) else ctypes.c_char_p(one) for one in arguments]
    libc.syscall.restype = ctypes.c_long
    return int(libc.syscall(ctypes.c_long(number), *given))


def _checked(result: int) -> int:
    if result < 0:
        code = ctypes.get_errno() or errno.EINVAL
        raise OSError(code, f"Landlock: {os.strerror(code)}")
    return result
