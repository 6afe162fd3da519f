"""A wiki's folder in the file store: immutable snapshots, of which every machine keeps a local copy.

    wikis/<key>/<number>-<random>.json    every file of the snapshot: size, time, SHA-256, and the pack that holds it
    wikis/<key>/<number>-<random>.pack    the files that the snapshot before does not hold: a tar file, gzip

    <root>/.copies/<slug>.known           the snapshots that the local copy holds at least, one a line
    <root>/.copies/<slug>.base.json       the last of them, as its .json file

A local copy may be ahead of its snapshot: a phase writes there, and people may. It is behind when the wiki's row names
a snapshot that it has never held.
"""

from __future__ import annotations

import contextlib
import fcntl
import gzip
import hashlib
import io
import json
import os
import secrets
import shutil
import tarfile
import tempfile
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import IO, NamedTuple

from quire.store.directory_store import Files
from quire.store.stored_file import checked
from quire.wiki.folder_files import files_of

COPIES = ".copies"
"""Folder beside the local copies."""

MOST_PACKS = 24
"""Packs of one snapshot; with more, the next one holds everything again."""

OLD = timedelta(hours=1)
"""Files of earlier snapshots stay so long: somebody may be reading them."""

_LEVEL = 1
"""Of compression: text becomes a third at 100 MB/s, and pictures stay what they are anyway."""


class SnapshotFile(NamedTuple):
    """A file of a snapshot: bytes, time of the last change in ns, SHA-256 in hex, stored name of its pack."""

    size: int
    mtime_ns: int
    sha256: str
    pack: str


Contents = dict[str, SnapshotFile]
"""The files of a snapshot, by their path below the wiki's folder."""


class Snapshots:
    """Local copies below a folder, and their snapshots in a file store. All methods block and may raise `ServiceFault`.

    Args:
        files: the file store.
        root: the folder of the local copies; machines do not share it, processes of one machine do.
    """

    def __init__(self, files: Files, root: Path) -> None:
        self._files = files
        self._root = root
        self._current: dict[str, str] = {}

    def bring(self, slug: str, snapshot: str) -> None:
        """Make the local copy hold a snapshot; nothing when it does, or is ahead of it."""
        if self._current.get(slug) == snapshot:
            return
        with self._alone(slug):
            if snapshot not in self._known(slug):
                wanted = self._contents(snapshot)
                self._note(slug, [], wanted)  # a copy that is torn holds nothing
                self._write(slug, {path: one for path, one in wanted.items() if not self._is_there(slug, path, one)})
                for path in files_of(self._root / slug):
                    if _inner(path, self._root / slug) not in wanted:
                        path.unlink(missing_ok=True)
                self._note(slug, [snapshot], wanted)
        self._current[slug] = snapshot

    def save(self, slug: str, former: str | None) -> str:
        """Store the local copy; the name of its snapshot, which is `former` when nothing has changed.

        When `former` came from another machine, what only that one has changed is taken over first.

        Args:
            slug: the wiki.
            former: the snapshot that the wiki's row names; None for none.
        """
        with self._alone(slug):
            known, base = self._known(slug), self._base(slug)
            if former is None:
                known, base = [], {}
            elif former not in known:
                base = self._merge(slug, base, self._contents(former))
            key, number = _parts(former)
            name = f"wikis/{key}/{number + 1:06}-{secrets.token_hex(4)}"
            full = len({one.pack for one in base.values()}) >= MOST_PACKS
            with tempfile.TemporaryDirectory(dir=self._copies()) as scratch:
                contents, packed = self._pack(slug, {} if full else base, Path(scratch, "pack"), f"{name}.pack")
                if former and not full and not packed and contents.keys() == base.keys():
                    self._note(slug, [*known, former], contents)
                    return former
                if packed:
                    self._files.put_file(Path(scratch, "pack"), f"{name}.pack")
                listing = Path(scratch, "contents")
                listing.write_text(json.dumps(contents, ensure_ascii=False), encoding="utf-8")
                self._files.put_file(listing, f"{name}.json")
            self._note(slug, [*known, *([former] if former else []), f"{name}.json"], contents)
            return f"{name}.json"

    def has_copy(self, slug: str, snapshot: str | None) -> bool:
        """Whether the local copy holds the snapshot, or there is no snapshot and the folder is all there is."""
        return (self._root / slug).is_dir() and (snapshot is None or snapshot in self._known(slug))

    def delete_old(self, snapshot: str, now: datetime) -> None:
        """Delete files of earlier snapshots that this one does not need and nobody reads any more."""
        needed = {snapshot, *stored_files(self._files, snapshot)}
        for name, written in self._files.names(f"wikis/{_parts(snapshot)[0]}"):
            if name not in needed and written < now - OLD:
                self._files.delete(name)

    def delete_all(self, snapshot: str) -> None:
        """Delete every file of the wiki of which this is a snapshot."""
        self._files.delete(f"wikis/{_parts(snapshot)[0]}")

    def delete_copy(self, slug: str) -> None:
        """Delete the local copy."""
        with self._alone(slug):
            self._current.pop(slug, None)
            shutil.rmtree(self._root / slug, ignore_errors=True)
            for name in ("known", "base.json"):
                (self._copies() / f"{slug}.{name}").unlink(missing_ok=True)

    def _pack(self, slug: str, base: Contents, target: Path, pack: str) -> tuple[Contents, bool]:
        """What the copy holds, and whether a pack of what `base` lacks was written."""
        contents: Contents = {}
        packed = False
        folder = self._root / slug
        with (
            target.open("wb") as raw,
            gzip.GzipFile(fileobj=raw, mode="wb", compresslevel=_LEVEL) as compressed,
            tarfile.open(fileobj=compressed, mode="w|") as archive,
        ):
            for path in files_of(folder):
                inner = _inner(path, folder)
                with contextlib.suppress(FileNotFoundError), path.open("rb") as file:
                    status = os.fstat(file.fileno())
                    old = base.get(inner)
                    if old and (old.size, old.mtime_ns) == (status.st_size, status.st_mtime_ns):
                        contents[inner] = old
                        continue
                    reader = _Hashing(file, status.st_size)
                    member = tarfile.TarInfo(inner)
                    member.size = status.st_size
                    archive.addfile(member, reader)
                    contents[inner] = SnapshotFile(status.st_size, status.st_mtime_ns, reader.hexdigest(), pack)
                    packed = True
        return contents, packed

    def _merge(self, slug: str, base: Contents, theirs: Contents) -> Contents:
        """Take over the files that they have changed since `base` and we have not; return the new base."""
        wanted = {
            path: one
            for path, one in theirs.items()
            if base.get(path) != one and (path not in base or self._is_there(slug, path, base[path]))
        }
        free = [path for path in wanted if path in base or not (self._root / slug / path).exists()]
        self._write(slug, {path: wanted[path] for path in free})
        for path in base.keys() - theirs.keys():
            if self._is_there(slug, path, base[path]):
                (self._root / slug / path).unlink(missing_ok=True)
        return theirs

    def _write(self, slug: str, wanted: Mapping[str, SnapshotFile]) -> None:
        """Get files from their packs into the copy."""
        packs: defaultdict[str, set[str]] = defaultdict(set)
        for path, one in wanted.items():
            packs[one.pack].add(checked(path))
        for pack, paths in packs.items():
            with self._opened(pack) as archive:
                for member in archive:
                    content = archive.extractfile(member) if member.name in paths else None
                    if content is not None:
                        self._replace(self._root / slug / member.name, content, wanted[member.name])

    @contextlib.contextmanager
    def _opened(self, pack: str) -> Iterator[tarfile.TarFile]:
        with tempfile.TemporaryFile(dir=self._copies()) as local:
            for piece in self._files.open(pack):
                local.write(piece)
            local.seek(0)
            with tarfile.open(fileobj=local, mode="r|gz") as archive:
                yield archive

    def _replace(self, path: Path, content: IO[bytes], wanted: SnapshotFile) -> None:
        """Write a file whole, with its time: copies on two machines look alike.

        Raises:
            OSError: its content is not what the snapshot says.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f".{uuid.uuid4().hex}.part")
        digest = hashlib.sha256()
        with part.open("wb") as file:
            while piece := content.read(1 << 18):
                digest.update(piece)
                file.write(piece)
        if digest.hexdigest() != wanted.sha256:
            part.unlink()
            raise OSError(f"{path.name} is damaged in the file store")
        os.utime(part, ns=(wanted.mtime_ns, wanted.mtime_ns))
        part.replace(path)

    def _is_there(self, slug: str, path: str, wanted: SnapshotFile) -> bool:
        try:
            status = (self._root / slug / path).stat()
        except OSError:
            return False
        return (status.st_size, status.st_mtime_ns) == (wanted.size, wanted.mtime_ns)

    def _contents(self, snapshot: str) -> Contents:
        return _contents(self._files.open(snapshot))

    def _copies(self) -> Path:
        (self._root / COPIES).mkdir(parents=True, exist_ok=True)
        return self._root / COPIES

    @contextlib.contextmanager
    def _alone(self, slug: str) -> Iterator[None]:
        """No other thread or process of this machine changes what is noted about the copy."""
        with (self._copies() / f"{slug}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _known(self, slug: str) -> list[str]:
        try:
            return (self._root / COPIES / f"{slug}.known").read_text(encoding="utf-8").split("\n")
        except FileNotFoundError:
            return []

    def _base(self, slug: str) -> Contents:
        try:
            return _contents([(self._root / COPIES / f"{slug}.base.json").read_bytes()])
        except (FileNotFoundError, ValueError, TypeError):
            return {}

    def _note(self, slug: str, known: Iterable[str], base: Contents) -> None:
        """Write down what the copy holds; while a snapshot is being published, both it and the one before."""
        for name, text in (
            ("base.json", json.dumps(base, ensure_ascii=False)),
            ("known", "\n".join(dict.fromkeys(known))),
        ):
            part = self._copies() / f".{slug}.{uuid.uuid4().hex}.part"
            part.write_text(text, encoding="utf-8")
            part.replace(self._copies() / f"{slug}.{name}")


def stored_files(files: Files, snapshot: str) -> list[str]:
    """The stored names of all that a snapshot needs, itself first."""
    return [snapshot, *sorted({one.pack for one in _contents(files.open(snapshot)).values()})]


def _contents(pieces: Iterable[bytes]) -> Contents:
    return {path: SnapshotFile(*row) for path, row in json.loads(b"".join(pieces)).items()}


def _parts(snapshot: str | None) -> tuple[str, int]:
    """Key of the wiki and number of the snapshot; a new key and 0 for None."""
    if snapshot is None:
        return uuid.uuid4().hex, 0
    _, key, name = snapshot.split("/")
    return key, int(name.partition("-")[0])


def _inner(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()


class _Hashing(io.RawIOBase):
    """The first bytes of a file, hashed as they are read; what a file grows meanwhile is the next snapshot's."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        super().__init__()
        self._file = file
        self._left = size
        self._digest = hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        """Some bytes."""
        piece = self._file.read(self._left if size < 0 else min(size, self._left))
        self._left -= len(piece)
        self._digest.update(piece)
        return piece

    def hexdigest(self) -> str:
        """Of what was read."""
        return self._digest.hexdigest()
