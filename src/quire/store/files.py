"""Where uploads and results lie: a directory, or a bucket of an S3-compatible store.

A stored name is a relative path with ``/``: ``tasks/<id>/1/result.md``. A file appears whole or not at all, and is never
changed afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Stat:
    """Size in bytes, strong ETag (quoted, as in HTTP) and time of writing of a stored file."""

    size: int
    etag: str
    modified: datetime


class Files(Protocol):
    """A place for files. Every method may raise `NotFound` for a name that is not there."""

    def put_file(self, path: Path, name: str) -> None:
        """Store a local file under `name`; the local file stays. An older file of that name is replaced."""

    def fetch(self, name: str, path: Path) -> None:
        """Make the stored file readable at the local `path`, which must not exist."""

    def open(self, name: str, start: int = 0, end: int | None = None) -> Iterator[bytes]:
        """The bytes from `start` up to but without `end` (None: to the last), in pieces. Fails before the first piece."""

    def stat(self, name: str) -> Stat:
        """What is known about a stored file."""

    def delete(self, prefix: str) -> None:
        """Remove the file or everything below the folder of that name; nothing there is no error."""

    def names(self, prefix: str) -> Iterator[tuple[str, datetime]]:
        """Every stored name below the folder `prefix`, with its time of writing."""
