"""Files in an S3-compatible store, by obstore."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import obstore

from quire.errors import NotFound
from quire.store.stored_file import Stat, checked

if TYPE_CHECKING:
    from obstore.store import ObjectStore


class ObjectFiles:
    """Files in a bucket.

    Args:
        address: ``s3://bucket/prefix`` (also ``gs://``, ``az://``), or ``memory://`` for tests.
        options: configuration of the store, such as ``access_key_id`` or ``endpoint``.
    """

    def __init__(self, address: str, options: Mapping[str, str]) -> None:
        from obstore.store import from_url

        configuration: dict[str, Any] = {"config": dict(options)} if options else {}
        self._store: ObjectStore = from_url(address, **configuration)

    def put_file(self, path: Path, name: str) -> None:
        """See `Files.put_file`; large files go up in parts, and appear when the last has arrived."""
        obstore.put(self._store, checked(name), path)

    def fetch(self, name: str, path: Path) -> None:
        """See `Files.fetch`."""
        pieces = self.open(name)
        with path.open("xb") as file:
            for piece in pieces:
                file.write(piece)

    def open(self, name: str, start: int = 0, end: int | None = None) -> Iterator[bytes]:
        """See `Files.open`."""
        wanted: Any = None
        if end is not None:
            if end <= start:
                self.stat(name)
                return iter(())
            wanted = {"range": (start, end)}
        elif start:
            wanted = {"range": {"offset": start}}
        with _missing_is_not_found():
            answer = obstore.get(self._store, checked(name), options=wanted)
        return (bytes(piece) for piece in answer.stream())

    def stat(self, name: str) -> Stat:
        """See `Files.stat`."""
        with _missing_is_not_found():
            meta = obstore.head(self._store, checked(name))
        modified: datetime = meta["last_modified"]
        etag = meta["e_tag"] or f'"{modified.timestamp():.6f}-{meta["size"]:x}"'
        return Stat(meta["size"], etag.removeprefix("W/"), modified)

    def delete(self, prefix: str) -> None:
        """See `Files.delete`."""
        names = [checked(prefix), *(name for name, _ in self.names(prefix))]
        for start in range(0, len(names), 1000):  # S3 deletes at most 1000 names in one request
            with contextlib.suppress(FileNotFoundError):
                obstore.delete(self._store, names[start : start + 1000])

    def names(self, prefix: str) -> Iterator[tuple[str, datetime]]:
        """See `Files.names`."""
        for batch in obstore.list(self._store, checked(prefix) + "/"):
            for meta in batch:
                yield meta["path"], meta["last_modified"]


@contextlib.contextmanager
def _missing_is_not_found() -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        raise NotFound from None
