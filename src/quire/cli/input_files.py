"""The input files of a command: files as given, and those inside given folders."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from quire.errors import BadRequest


def expand_folders(files: Sequence[Path], suffixes: Collection[str]) -> list[Path]:
    """The given files, and those with one of the suffixes inside given folders, in order.

    Args:
        files: as typed.
        suffixes: lower case, with the dot.

    Raises:
        BadRequest: a folder has no such file.
    """
    found: list[Path] = []
    for file in files:
        if not file.is_dir():
            found.append(file)
            continue
        inside = sorted(path for path in file.rglob("*") if path.suffix.lower() in suffixes and path.is_file())
        if not inside:
            raise BadRequest(f"The folder {file} contains no supported file ({kinds(suffixes)}).")
        found += inside
    return found


def kinds(suffixes: Collection[str]) -> str:
    """The suffixes as words for people: "JPG, PDF"."""
    return ", ".join(sorted(suffix[1:].upper() for suffix in suffixes))
