"""Results appear whole or not at all: written beside their place first, then moved into it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from quire.errors import QuireError, StorageUnavailable
from quire.tasks.process_limits import DISK_ERRORS


def save(target: Path, body: bytes) -> None:
    """Write the file, which appears whole or not at all.

    Raises:
        QuireError: it cannot be written; the sentence says why. `StorageUnavailable` when a disk is full or fails.
    """
    with atomic_write(target) as part:
        part.write_bytes(body)


@contextlib.contextmanager
def atomic_write(target: Path) -> Iterator[Path]:
    """Where to write what becomes `target` when the block ends well; what an error leaves there is removed.

    Raises:
        QuireError: it cannot be written; the sentence says why. `StorageUnavailable` when a disk is full or fails.
    """
    part = partial_path(target)
    try:
        yield part
        part.replace(target)
    except OSError as error:
        kind = StorageUnavailable if error.errno in DISK_ERRORS else QuireError
        raise kind(f"The result cannot be written: {error.strerror or error}.") from error
    finally:
        with contextlib.suppress(OSError):
            part.unlink()


def partial_path(target: Path) -> Path:
    """Where a target grows before it is moved into place; a caller that kills a conversion removes it."""
    return target.with_name(f".{target.name}.part")
