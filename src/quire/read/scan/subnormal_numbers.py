"""Numbers nearer to zero than 1.2e-38 taken for zero while a model runs.

On blank paper the layers of the detector give such numbers (subnormal ones, IEEE 754), for which the processor takes
many times as long. ONNX Runtime can have them taken for zero, but for the thread that loads the first model alone, and
for good, which would change the arithmetic of whoever calls. So it is done here, around each run, by the control word
of the vector unit (Intel 64 Architectures Software Developer's Manual, volume 1, 10.2.3).
"""

from __future__ import annotations

import ctypes
import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

_SIZE = 32  # bytes of fenv_t on x86-64, in glibc and musl
_CONTROL = 28  # bytes: the place of the control word in it
_ZERO = 0x8040  # flush to zero; denormals are zeros

_Environment = ctypes.c_ubyte * _SIZE


@contextmanager
def subnormals_as_zero() -> Iterator[None]:
    """This thread takes subnormal numbers for zero; nothing happens on other machines than Linux on x86-64."""
    calls = _calls()
    if calls is None:
        yield
        return
    get, put = calls
    before = _Environment()
    get(before)
    within = _Environment.from_buffer_copy(before)
    word = int.from_bytes(bytes(within[_CONTROL:]), "little") | _ZERO
    within[_CONTROL:] = list(word.to_bytes(_SIZE - _CONTROL, "little"))
    put(within)
    try:
        yield
    finally:
        put(before)


@cache
def _calls() -> tuple[Callable[..., int], Callable[..., int]] | None:
    """The functions fegetenv(3) and fesetenv."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return None
    try:
        library = ctypes.CDLL("libm.so.6")
        calls = library.fegetenv, library.fesetenv
    except (AttributeError, OSError):
        return None
    return calls
