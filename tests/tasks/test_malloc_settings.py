"""How a process holds its memory."""

from __future__ import annotations

import subprocess
import sys

import pytest

from quire.tasks import malloc_settings

_SCRIPT = """
import ctypes, resource, sys
from quire.tasks.malloc_settings import keep_freed_memory
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.malloc.argtypes, libc.free.argtypes = ctypes.c_void_p, [ctypes.c_size_t], [ctypes.c_void_p]
told = sys.argv[1] == "told" and keep_freed_memory()
faults = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for turn in range(20):
    if turn == 1:
        before = faults()
    pieces = [libc.malloc(100_000) for _ in range(80)]
    for piece in pieces:
        ctypes.memset(piece, 1, 100_000)
    for piece in pieces:
        libc.free(piece)
print(told, faults() - before)
"""


def _faults(word: str) -> tuple[bool, int]:
    """Whether it was told, and how often the system had to give a page of memory again."""
    done = subprocess.run([sys.executable, "-c", _SCRIPT, word], capture_output=True, text=True, check=True)
    told, faults = done.stdout.split()
    return told == "True", int(faults)


@pytest.mark.skipif(sys.platform != "linux", reason="the allocator of glibc")
def test_memory_that_was_freed_is_used_again() -> None:
    told, few = _faults("told")
    if not told:
        pytest.skip("another C library than glibc")
    assert few <= _faults("untold")[1] / 4


def test_another_system_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(malloc_settings.sys, "platform", "darwin")
    assert malloc_settings.keep_freed_memory() is False
