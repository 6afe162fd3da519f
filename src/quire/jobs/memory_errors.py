"""Running out of memory told as an error of the document; in a module of its own, which costs nothing to load."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from quire.errors import OutOfMemory


@contextlib.contextmanager
def memory_errors() -> Iterator[None]:
    """Running out of memory anywhere is an error of the document, said as one."""
    try:
        yield
    except MemoryError:
        raise OutOfMemory from None
