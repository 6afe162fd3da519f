"""Tries, inside a slot, what no document may do: the self-test of the sandbox.

    quire check

runs a slot as the service does and has it make every attempt of `ATTEMPTS`; each must be refused. No attempt does harm
where it is not.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import shutil
import socket
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from quire.tasks.sandbox import CALLS, FILES, NETWORK, PRIVILEGES, SIGNALS
from quire.tasks.slots import Caps, Slot

HANDLER = "quire.tasks.sandbox_probe:attempt_all"
SECONDS = 60.0
MEMORY = 512 << 20

_X86, _ARM = "x86_64", "aarch64"
_NUMBERS = {
    # seccomp.py has the same numbers; these stand apart so that a wrong one is noticed on either side
    "ptrace": {_X86: 101, _ARM: 117},
    "process_vm_readv": {_X86: 310, _ARM: 270},
    "bpf": {_X86: 321, _ARM: 280},
    "perf_event_open": {_X86: 298, _ARM: 241},
    "add_key": {_X86: 248, _ARM: 217},
    "io_uring_setup": {_X86: 425, _ARM: 425},
    "userfaultfd": {_X86: 323, _ARM: 282},
    "unshare": {_X86: 272, _ARM: 97},
    "mount": {_X86: 165, _ARM: 40},
    "chroot": {_X86: 161, _ARM: 51},
    "prlimit64": {_X86: 302, _ARM: 261},
}
_PTRACE_SEIZE, _NEW_USER_NAMESPACE, _OWN_KEYS = 0x4206, 0x10000000, -1
"""To trace without stopping; CLONE_NEWUSER; the keyring of the thread, which ends with it."""

_REFUSALS = frozenset({errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EXDEV, errno.ENETUNREACH})
"""Errors that mean "no". Others, such as of a wrong argument, come from behind the gate."""

Attempt = Callable[[str, int], object]
"""It is given a folder outside of the slot's with a file ``secret``, and the process id of the worker; it returns when
it could do the forbidden, and raises `OSError` with one of `_REFUSALS` when it could not."""


def _call(name: str, *arguments: int | bytes) -> None:
    number = _NUMBERS[name].get(os.uname().machine)
    if number is None:
        raise OSError(errno.ENOSYS, f"the number of {name} is not known here")
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    given = [ctypes.c_char_p(one) if isinstance(one, bytes) else ctypes.c_long(one) for one in arguments]
    if libc.syscall(ctypes.c_long(number), *given) < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


def _in_child(step: Callable[[], object], words: str) -> None:
    """Make an attempt in a process of its own, which it changes.

    Raises:
        PermissionError: it failed there.
    """
    child = os.fork()
    if not child:
        with contextlib.suppress(OSError):
            step()
            os._exit(0)
        os._exit(1)
    if os.waitpid(child, 0)[1]:
        raise PermissionError(errno.EPERM, words)


def _run_program(_folder: str, _worker: int) -> None:
    _in_child(lambda: os.execv("/bin/true", ["true"]), "it does not run")  # noqa: S606 - the attempt


def _leave_session(_folder: str, _worker: int) -> None:
    _in_child(os.setsid, "it cannot leave")  # only in a child: the leader of a session may never begin another one


def _user_namespace(_folder: str, _worker: int) -> None:
    _in_child(lambda: _call("unshare", _NEW_USER_NAMESPACE), "there is no other namespace")


def _connect(kind: int) -> Attempt:
    def attempt(folder: str, _worker: int) -> None:
        address: Any = str(Path(folder, "line")) if kind == socket.AF_UNIX else ("127.0.0.1", 9)
        with socket.socket(kind, socket.SOCK_STREAM) as made:
            made.settimeout(1)
            with contextlib.suppress(ConnectionRefusedError):  # somebody has answered
                made.connect(address)

    return attempt


def _send_datagram(_folder: str, _worker: int) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as made:
        made.sendto(b"x", ("127.0.0.1", 9))


def _link_out(folder: str, _worker: int) -> None:
    os.link(Path(folder, "secret"), Path(tempfile.gettempdir(), "taken"))


def _mount(folder: str, _worker: int) -> None:
    place = str(Path(folder, "mount")).encode()
    _call("mount", b"none", place, b"tmpfs", 0, 0)
    ctypes.CDLL(None).umount2(ctypes.c_char_p(place), 0)


def _raise_limit(_folder: str, _worker: int) -> None:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard + 1))
    except ValueError as refused:
        raise PermissionError(errno.EPERM, "it is not allowed") from refused


ATTEMPTS: tuple[tuple[str, str, Attempt], ...] = (
    (FILES, "read a file of the service", lambda folder, _: Path(folder, "secret").read_bytes()),
    (FILES, "list a folder of the service", lambda folder, _: next(Path(folder).iterdir())),
    (FILES, "change a file of the service", lambda folder, _: Path(folder, "secret").open("ab").close()),
    (FILES, "make a file elsewhere", lambda folder, _: Path(folder, "new").write_bytes(b"x")),
    (FILES, "delete a file of the service", lambda folder, _: Path(folder, "doomed").unlink()),
    (FILES, "link a file of the service into its folder", _link_out),
    (FILES, "read the users of the machine", lambda _, __: Path("/etc/passwd").read_bytes()),
    (FILES, "read the environment of the worker", lambda _, pid: Path(f"/proc/{pid}/environ").read_bytes()),
    (NETWORK, "connect over TCP", _connect(socket.AF_INET)),
    (NETWORK, "send a datagram", _send_datagram),
    (NETWORK, "connect to a socket of the machine", _connect(socket.AF_UNIX)),
    (SIGNALS, "signal the worker", lambda _, pid: os.kill(pid, 0)),
    (CALLS, "run a program", _run_program),
    (CALLS, "trace the worker", lambda _, pid: _call("ptrace", _PTRACE_SEIZE, pid, 0, 0)),
    (CALLS, "read the memory of the worker", lambda _, pid: _call("process_vm_readv", pid, 0, 0, 0, 0, 0)),
    (CALLS, "limit the worker", lambda _, pid: _call("prlimit64", pid, 7, 0, 0)),
    (CALLS, "leave its session", _leave_session),
    (CALLS, "make a user namespace", _user_namespace),
    (CALLS, "mount a file system", _mount),
    (CALLS, "change its root", lambda _, __: _call("chroot", b"/")),
    (CALLS, "keep a key in the kernel", lambda _, __: _call("add_key", b"user", b"quire", b"x", 1, _OWN_KEYS)),
    (CALLS, "load a program into the kernel", lambda _, __: _call("bpf", 0, bytes(128), 128)),
    (CALLS, "count events of the processor", lambda _, __: _call("perf_event_open", bytes(128), 0, -1, -1, 0)),
    (CALLS, "queue calls past the filter", lambda _, __: _call("io_uring_setup", 1, bytes(256))),
    (CALLS, "handle its own page faults", lambda _, __: _call("userfaultfd", 1)),
    (PRIVILEGES, "change its groups", lambda _, __: os.setgroups([])),
    (PRIVILEGES, "raise a limit", _raise_limit),
)
"""The part of the sandbox that must refuse, the attempt in words, and the attempt."""


def attempt_all(request: Mapping[str, Any], report: Callable[[int, int], None]) -> dict[str, list[bool]]:
    """Make every attempt, in a slot; {"refused": for each of `ATTEMPTS` whether it failed}."""
    refused = []
    for done, (_, _, attempt) in enumerate(ATTEMPTS, 1):
        try:
            attempt(request["folder"], request["worker"])
        except OSError as error:
            refused.append(error.errno in _REFUSALS)
        else:
            refused.append(False)
        report(done, len(ATTEMPTS))
    return {"refused": refused}


def probe(*, network: bool = False) -> list[tuple[str, str, bool]]:
    """Each attempt with its part, in words, and whether a slot of this machine was refused it.

    Args:
        network: Whether slots keep the network; the attempts of that part are left out then.

    Raises:
        QuireError: no slot could be started.
    """
    outside = Path(tempfile.mkdtemp(prefix="quire-check-"))
    try:
        (outside / "secret").write_bytes(b"secret")
        (outside / "doomed").write_bytes(b"x")
        (outside / "mount").mkdir()
        with socket.socket(socket.AF_UNIX) as line:
            line.bind(str(outside / "line"))
            line.listen()
            slot = Slot(Caps(SECONDS, MEMORY, network=network), folder=outside / "slot")
            try:
                said = slot.run(HANDLER, {"folder": str(outside), "worker": os.getpid()})
            finally:
                slot.kill()
    finally:
        shutil.rmtree(outside, ignore_errors=True)
    rows = zip(ATTEMPTS, said["refused"], strict=True)
    return [(part, words, bool(refused)) for (part, words, _), refused in rows if not (network and part == NETWORK)]
