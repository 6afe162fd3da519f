"""What every file store offers, a store in a directory, and a fake for tests.

A stored name is a relative path with ``/``: ``tasks/<id>/1/result.md``. A file appears whole or not at all, and is
never changed afterwards.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import shutil
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from quire.errors import NotFound, StorageUnavailable
from quire.store.stored_file import Stat, checked

log = logging.getLogger(__name__)

PIECE_BYTES = 1 << 18
"""Bytes read at once when a file is sent: large enough that the number of calls does not matter."""

PARTIAL = ".partial-"
"""Beginning of the names of files that are being written; no stored name may begin so."""


MARK = ".quire-files"
"""An empty file at the top of a directory store. Where it is missing, the directory is not the store but the empty
place where a disk or a network share was mounted, and nothing may be taken for deleted, or written there."""

FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
"""Errors that say that a disk, or our share of it, is full."""


class Files(Protocol):
    """A place for files. Reading a name that does not exist raises `NotFound`.

    Every method raises `StorageUnavailable` when the store does not answer, is full or refuses us.
    """

    def put_file(self, path: Path, name: str) -> None:
        """Store a local file under `name`; the local file stays. An older file of that name is replaced."""

    def fetch(self, name: str, path: Path) -> None:
        """Make the stored file readable at the local `path`, which must not exist; it is never written to."""

    def open(self, name: str, start: int = 0, end: int | None = None) -> Iterator[bytes]:
        """The bytes from `start` up to but without `end` (None: to the last), in pieces.

        A missing file is noticed at the call, not at the first piece.
        """

    def stat(self, name: str) -> Stat:
        """What is known about a stored file."""

    def delete(self, prefix: str) -> None:
        """Remove the file, or everything below the folder, of that name; nothing there is no error."""

    def names(self, prefix: str) -> Iterator[tuple[str, datetime]]:
        """Every stored name below the folder `prefix`, with its time of writing."""


class LocalFiles:
    """Files in a directory of this machine (or of a network share that every process sees)."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir(parents=True, exist_ok=True)
        mark = root / MARK
        if not mark.exists():  # a read-only store has its mark already
            mark.touch()

    def put_file(self, path: Path, name: str) -> None:
        """See `Files.put_file`. On one file system this is a hard link, so it costs nothing."""
        target = self._path(name)
        partial = target.parent / f"{PARTIAL}{uuid.uuid4().hex}"
        with self._storage_errors(path):
            self._check_mark()
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                _link_or_copy(path, partial)
                partial.replace(target)
            finally:
                partial.unlink(missing_ok=True)  # left by an error, or by replacing a file with another link to itself

    def fetch(self, name: str, path: Path) -> None:
        """See `Files.fetch`."""
        with self._storage_errors():
            _link_or_copy(self._path(name), path)

    def open(self, name: str, start: int = 0, end: int | None = None) -> Iterator[bytes]:
        """See `Files.open`."""
        with self._storage_errors():
            file = self._path(name).open("rb")

        def pieces() -> Iterator[bytes]:
            with file:
                file.seek(start)
                left = os.fstat(file.fileno()).st_size - start if end is None else end - start
                while left > 0 and (piece := file.read(min(PIECE_BYTES, left))):
                    left -= len(piece)
                    yield piece

        return pieces()

    def stat(self, name: str) -> Stat:
        """See `Files.stat`."""
        with self._storage_errors():
            status = self._path(name).stat()
        etag = f'"{status.st_mtime_ns:x}-{status.st_size:x}"'
        return Stat(status.st_size, etag, datetime.fromtimestamp(status.st_mtime, UTC))

    def delete(self, prefix: str) -> None:
        """See `Files.delete`."""
        path = self._path(prefix)
        with contextlib.suppress(NotFound), self._storage_errors():
            if path.is_dir():
                _remove_folder(path)
            else:
                path.unlink()

    def names(self, prefix: str) -> Iterator[tuple[str, datetime]]:
        """See `Files.names`; what was left half-written is listed too, so that it can be swept."""
        with self._storage_errors():
            self._check_mark()
        for folder, _, files in os.walk(self._path(prefix)):
            for file in files:
                path = Path(folder, file)
                with contextlib.suppress(FileNotFoundError):
                    moment = datetime.fromtimestamp(path.stat().st_mtime, UTC)
                    yield path.relative_to(self.root).as_posix(), moment

    def _path(self, name: str) -> Path:
        return self.root / checked(name)

    def _check_mark(self) -> None:
        """Nothing, if this is the store.

        Raises:
            OSError: it is not mounted, or cannot be looked into.
        """
        (self.root / MARK).stat()

    @contextlib.contextmanager
    def _storage_errors(self, local: Path | None = None) -> Iterator[None]:
        """Turn a missing stored file into `NotFound`, and failures of the store into `StorageUnavailable`.

        A missing `local` file is the caller's fault and passes as it is.
        """
        try:
            yield
        except (FileNotFoundError, NotADirectoryError, IsADirectoryError) as problem:
            try:
                self._check_mark()
            except OSError:
                raise unavailable(problem) from problem
            if local is not None:
                raise
            raise NotFound from None
        except OSError as problem:
            raise unavailable(problem) from problem


class FakeFiles:
    """Files in memory that can fail, for tests.

    Args:
        fail: method name -> which calls of it (1 is the first) raise `StorageUnavailable`: one, or a range of them.
    """

    def __init__(self, fail: Mapping[str, int | range] | None = None) -> None:
        self.kept: dict[str, bytes] = {}
        self.fail = {
            method: range(calls, calls + 1) if isinstance(calls, int) else calls
            for method, calls in (fail or {}).items()
        }
        self.calls: Counter[str] = Counter()

    def put_file(self, path: Path, name: str) -> None:
        """See `Files.put_file`."""
        self._count("put_file")
        self.kept[checked(name)] = path.read_bytes()

    def fetch(self, name: str, path: Path) -> None:
        """See `Files.fetch`."""
        self._count("fetch")
        path.write_bytes(self._get(name))

    def open(self, name: str, start: int = 0, end: int | None = None) -> Iterator[bytes]:
        """See `Files.open`."""
        self._count("open")
        return iter([self._get(name)[start:end]])

    def stat(self, name: str) -> Stat:
        """See `Files.stat`."""
        self._count("stat")
        content = self._get(name)
        return Stat(len(content), f'"{hash(content):x}"', datetime(2026, 1, 1, tzinfo=UTC))

    def delete(self, prefix: str) -> None:
        """See `Files.delete`."""
        self._count("delete")
        for name in [*self.kept]:
            if name == prefix or name.startswith(prefix + "/"):
                del self.kept[name]

    def names(self, prefix: str) -> Iterator[tuple[str, datetime]]:
        """See `Files.names`."""
        self._count("names")
        return iter([(name, datetime(2026, 1, 1, tzinfo=UTC)) for name in self.kept if name.startswith(prefix + "/")])

    def _get(self, name: str) -> bytes:
        if name not in self.kept:
            raise NotFound
        return self.kept[name]

    def _count(self, method: str) -> None:
        self.calls[method] += 1
        if self.calls[method] in self.fail.get(method, ()):
            raise StorageUnavailable(f"The call {self.calls[method]} of {method} fails.")


def _link_or_copy(path: Path, target: Path) -> None:
    try:
        os.link(path, target)
    except FileNotFoundError:
        raise
    except OSError:  # another file system, or one without links
        shutil.copyfile(path, target)


def _remove_folder(path: Path, tries: int = 10) -> None:
    """Remove a folder, though somebody else may be writing or deleting in it."""
    for left in reversed(range(tries)):
        try:
            shutil.rmtree(path)
        except FileNotFoundError:
            # The folder itself, or a file in it that another deletion took: then the rest remains.
            if not path.exists():
                return
        except OSError as error:
            if error.errno != errno.ENOTEMPTY or not left:
                raise
        else:
            return


def unavailable(problem: Exception) -> StorageUnavailable:
    """The error for a store that failed with `problem`, which goes into the log and not to clients."""
    log.warning("the file store failed: %s: %s", type(problem).__name__, problem)
    if isinstance(problem, OSError) and problem.errno in FULL:
        return StorageUnavailable("There is no space left for the file. Please try again later.")
    return StorageUnavailable()
