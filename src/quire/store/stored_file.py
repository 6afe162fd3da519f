"""A stored file: which names there are, and what is known about one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePosixPath


@dataclass(frozen=True, slots=True)
class Stat:
    """Size in bytes, strong ETag (quoted, as in HTTP) and time of writing of a stored file."""

    size: int
    etag: str
    modified: datetime


def checked(name: str) -> str:
    """The stored name itself.

    Raises:
        ValueError: it is absolute, empty, or climbs.
    """
    parts = name.split("/")
    if not name or "\\" in name or "\0" in name or PurePosixPath(name).is_absolute():
        raise ValueError("not a stored name")
    if any(part in {"", ".", ".."} for part in parts):
        raise ValueError("not a stored name")
    return name
