"""What a backup is: a folder with the rows, the files, and a list of all of it with checksums.

    manifest.json       when and by which version it was made, the schema's revision, rows by table, what was missing
    files.jsonl         {path, size, sha256} of everything below
    database.sqlite3    the rows, whatever database they came from
    files/...           stored files, by their stored name: of tasks, and the wikis
    companies/...       the present edition of the companies

Nothing in a backup is changed afterwards.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from quire.errors import QuireError

MANIFEST, LISTING, DATABASE, FILES = "manifest.json", "files.jsonl", "database.sqlite3", "files"
FORMAT = 1
"""Rises when an older program could not read a backup any more."""

PIECE_BYTES = 1 << 20
"""Bytes read at once."""


class BackupError(QuireError):
    """A backup cannot be made, read or restored; the sentence says why."""

    code = "backup_error"


@dataclass(frozen=True, slots=True)
class Manifest:
    """The head of a backup.

    Attributes:
        format: see `FORMAT`.
        created: UTC, ISO 8601.
        version: of Quire.
        revision: of the database's schema.
        rows: by table.
        missing: files that rows name and that the store did not have.
    """

    format: int
    created: str
    version: str
    revision: str
    rows: dict[str, int]
    missing: list[str]


@dataclass(frozen=True, slots=True)
class BackupFile:
    """A file of a backup: path below its folder, bytes, SHA-256 in hex."""

    path: str
    size: int
    sha256: str


def copy_pieces(pieces: Iterable[bytes], folder: Path, path: str) -> BackupFile:
    """Write a file of a backup, for its owner only."""
    target, size, digest = folder / path, 0, hashlib.sha256()
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as file:
        for piece in pieces:
            file.write(piece)
            digest.update(piece)
            size += len(piece)
    return BackupFile(path, size, digest.hexdigest())


def pieces_of(path: Path) -> Iterator[bytes]:
    """The bytes of a local file, in pieces."""
    with path.open("rb") as file:
        while piece := file.read(PIECE_BYTES):
            yield piece


def write_contents(folder: Path, manifest: Manifest, listing: Iterable[BackupFile]) -> None:
    """Write list and manifest, the manifest last."""
    lines = (json.dumps(asdict(one), ensure_ascii=False) + "\n" for one in listing)
    (folder / LISTING).write_text("".join(lines), encoding="utf-8")
    (folder / MANIFEST).write_text(json.dumps(asdict(manifest), indent=1) + "\n", encoding="utf-8")


def read_contents(folder: Path) -> tuple[Manifest, list[BackupFile]]:
    """Manifest and list of a backup.

    Raises:
        BackupError: the folder holds no backup, or one of a later format.
    """
    try:
        manifest = Manifest(**json.loads((folder / MANIFEST).read_text(encoding="utf-8")))
        lines = (folder / LISTING).read_text(encoding="utf-8").splitlines()
        listing = [BackupFile(**json.loads(line)) for line in lines]
    except (OSError, ValueError, TypeError):
        raise BackupError(f"{folder} does not contain a complete backup.") from None
    if manifest.format > FORMAT:
        raise BackupError("The backup was made by a later version of Quire.")
    return manifest, listing


def listed(folder: Path, path: str) -> BackupFile:
    """A file that lies in a backup already, as its list shows it."""
    digest, size = hashlib.sha256(), 0
    for piece in pieces_of(folder / path):
        digest.update(piece)
        size += len(piece)
    return BackupFile(path, size, digest.hexdigest())


def faults_of(folder: Path, listing: Iterable[BackupFile]) -> Iterator[str]:
    """A sentence for each file of the list that is missing or differs."""
    for one in listing:
        try:
            if listed(folder, one.path) != one:
                yield f"{one.path} is damaged."
        except OSError:
            yield f"{one.path} is missing."
