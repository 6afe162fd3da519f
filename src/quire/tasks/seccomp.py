"""A seccomp filter (Linux): the system calls that a process which reads documents never needs fail with EPERM.

Source: seccomp(2), linux/seccomp.h, linux/filter.h; numbers of calls: the tables of each architecture in the kernel.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct

_DENIED: dict[str, tuple[int | None, int | None]] = {
    # name: numbers on x86_64 and aarch64
    # other programs, other processes
    "execve": (59, 221),
    "execveat": (322, 281),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    "move_pages": (279, 239),
    "migrate_pages": (256, 238),
    # out of the session that is killed and counted as a whole
    "setsid": (112, 157),
    "setpgid": (109, 154),
    # other namespaces, other roots
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "mknod": (133, None),
    "mknodat": (259, 33),
    # parts of the kernel that programs like ours have no use for, and where most of its faults were found
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "modify_ldt": (154, None),
    "personality": (135, 92),
    # the machine
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "adjtimex": (159, 171),
    "clock_adjtime": (305, 266),
    "acct": (163, 89),
    "quotactl": (179, 60),
    "syslog": (103, 116),
    "vhangup": (153, 58),
    "iopl": (172, None),
    "ioperm": (173, None),
}
_SOCKETS: dict[str, tuple[int, int]] = {
    # `socketpair` stays: it reaches nobody but the process itself and its children
    "socket": (41, 198),
    "connect": (42, 203),
    "bind": (49, 200),
    "listen": (50, 201),
    "accept": (43, 202),
    "accept4": (288, 242),
}
_CLONE, _CLONE3, _PRLIMIT = (56, 220), (435, 435), (302, 261)
_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
"""Column of the tables, and AUDIT_ARCH (linux/audit.h)."""

_NEW_NAMESPACES = 0x7E020000
"""CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET."""

_X32 = 0x40000000
"""From this number on: calls of the x32 interface of x86_64, which has the same calls under other numbers."""

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06  # BPF_LD|W|ABS, JMP|JEQ, JGE, JSET, RET
_NUMBER, _MACHINE, _FIRST_ARGUMENT = 0, 4, 16  # offsets in struct seccomp_data; the low half of the argument
_ALLOW, _FAIL, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_PR_SET_SECCOMP, _MODE_FILTER = 22, 2


def is_known() -> bool:
    """Whether there is a filter for this machine's architecture."""
    return os.uname().machine in _MACHINES and ctypes.sizeof(ctypes.c_void_p) == struct.calcsize("Q")


def restrict(*, sockets: bool) -> bool:
    """Deny the calls to this process and all that it starts, for good; it needs ``no_new_privs``.

    Args:
        sockets: Whether it may still make sockets and connect them.

    Returns:
        Whether the kernel has taken the filter.
    """
    if not is_known():
        return False
    program = _program(*_MACHINES[os.uname().machine], sockets=sockets)
    code = ctypes.create_string_buffer(program, len(program))
    head = struct.pack("@HP", len(program) // 8, ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    return int(libc.prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.c_char_p(head), 0, 0)) == 0


def _program(column: int, machine: int, *, sockets: bool) -> bytes:
    """The filter: another architecture kills, calls of the list fail, all others pass."""
    names = _DENIED if sockets else _DENIED | _SOCKETS
    numbers = sorted({number for row in names.values() if (number := row[column]) is not None})
    denied = _FAIL | errno.EPERM
    steps: list[tuple[int, int, int, int]] = [
        (_LOAD, 0, 0, _MACHINE),
        (_EQUAL, 1, 0, machine),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
    ]
    if machine == _MACHINES["x86_64"][1]:
        steps += [(_AT_LEAST, 0, 1, _X32), (_RETURN, 0, 0, denied)]
    for number in numbers:
        steps += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, denied)]
    # The C library falls back to `clone`, whose flags a filter can see, when the newer call does not exist.
    steps += [(_EQUAL, 0, 1, _CLONE3[column]), (_RETURN, 0, 0, _FAIL | errno.ENOSYS)]
    steps += [
        (_EQUAL, 0, 3, _CLONE[column]),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_ANY_BIT, 0, 1, _NEW_NAMESPACES),
        (_RETURN, 0, 0, denied),
        (_LOAD, 0, 0, _NUMBER),
    ]
    # limits of other processes; 0 is this one
    steps += [
        (_EQUAL, 0, 3, _PRLIMIT[column]),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_EQUAL, 1, 0, 0),
        (_RETURN, 0, 0, denied),
        (_RETURN, 0, 0, _ALLOW),
    ]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)
