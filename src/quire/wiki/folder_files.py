"""The files of a wiki's folder in an order in which they can be copied while a phase writes them."""

from __future__ import annotations

from pathlib import Path

from quire.wiki.wiki_folder import WORK_FOLDER


def files_of(folder: Path) -> list[Path]:
    """The files below a folder, without those being written; what says how far a phase is comes first.

    So a copy never claims a unit done whose pages it lacks: a unit is noted when its files are there.
    """
    found = []
    for path in folder.rglob("*"):
        inner = path.relative_to(folder)
        unfinished = path.name.endswith(".part") or any(part.startswith(".part-") for part in inner.parts)
        if path.is_file() and not path.is_symlink() and not unfinished:
            found.append((WORK_FOLDER not in inner.parts, inner.as_posix(), path))
    return [path for *_, path in sorted(found)]
