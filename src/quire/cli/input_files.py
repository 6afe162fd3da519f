"""The documents that a command is asked to work on: files as they are named, and those in folders that are named."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from quire.errors import BadRequest


def documents(files: Sequence[Path], suffixes: Collection[str]) -> list[Path]:
    """The files that are named, and those with one of the suffixes in the folders that are named, in order.

    Args:
        files: as typed.
        suffixes: in small letters, with their dot.

    Raises:
        BadRequest: a folder has none.
    """
    found: list[Path] = []
    for file in files:
        if not file.is_dir():
            found.append(file)
            continue
        inside = sorted(path for path in file.rglob("*") if path.suffix.lower() in suffixes and path.is_file())
        if not inside:
            kinds = ", ".join(sorted(suffix[1:].upper() for suffix in suffixes))
            raise BadRequest(f"The folder {file} has no file of a kind that is read here ({kinds}).")
        found += inside
    return found
