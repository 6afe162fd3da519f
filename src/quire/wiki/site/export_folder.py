"""Writing an export into a folder that holds nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from quire.errors import BadRequest

__all__ = ["replace_folder"]

_LIST = ".quire-export"
"""Names of the files that the last export wrote: what the next one may replace or remove."""


def replace_folder(folder: Path, files: Iterable[tuple[str, bytes]]) -> int:
    """Write files into a folder, remove those of an earlier export that are no more, and say how many there are.

    Raises:
        BadRequest: the folder holds something that no export wrote.
    """
    listed = folder / _LIST
    if folder.is_dir() and any(folder.iterdir()) and not listed.is_file():
        raise BadRequest("The folder for the export is not empty.")
    folder.mkdir(parents=True, exist_ok=True)
    listed.touch()  # an export that is cut short can be made again
    before = set(listed.read_text(encoding="utf-8").split("\n"))
    names = []
    for name, data in files:
        path = folder.joinpath(*_inside(name))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        names.append(name)
    for name in sorted(before - set(names) - {""}):
        parts = _inside(name)
        if parts:
            folder.joinpath(*parts).unlink(missing_ok=True)
    listed.write_text("\n".join(sorted(names)) + "\n", encoding="utf-8")
    return len(names)


def _inside(name: str) -> tuple[str, ...]:
    """The parts of a relative path; none when it would leave the folder."""
    path = PurePosixPath(name)
    return () if path.is_absolute() or ".." in path.parts else path.parts
