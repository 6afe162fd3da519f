"""Files in a bucket of an object store, by obstore. Which stores there are says `quire.store.file_store`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import obstore
from obstore.exceptions import BaseError

from quire.errors import NotFound
from quire.store.directory_store import unavailable
from quire.store.stored_file import Stat, checked

if TYPE_CHECKING:
    from obstore.store import ObjectStore

DELETE_BATCH = 1000
"""Names in one request to delete: the most that S3 takes."""

TRIES = 2
"""Times that obstore repeats a failed request by itself. Its own default (10 times in 3 minutes) would hold a client of
ours for minutes; tasks wait for the store by themselves."""

TRY_SECONDS = timedelta(seconds=10)
"""No further try after this time."""


def retries() -> Any:  # noqa: ANN401 - obstore's `RetryConfig`, which it does not export at run time
    """How obstore repeats requests that fail."""
    return {"max_retries": TRIES, "retry_timeout": TRY_SECONDS}


class ObjectFiles:
    """Files in a bucket.

    Args:
        address: such as ``s3://bucket/prefix``; ``memory://`` for tests.
        options: configuration of the store, such as ``access_key_id`` or ``endpoint``; what is not given is read from
            the environment by obstore.

    Raises:
        ValueError: the store cannot be used as it is configured; the text says why.
    """

    def __init__(self, address: str, options: Mapping[str, str]) -> None:
        from obstore.store import from_url

        configuration: dict[str, Any] = {"config": dict(options)} if options else {}
        if not address.startswith("memory:"):
            # no client_options: they would replace what the environment says of the client (AWS_ALLOW_HTTP ...)
            configuration["retry_config"] = retries()
        try:
            self._store: ObjectStore = from_url(address, **configuration)
        except BaseError as problem:
            raise ValueError(str(problem).partition("\n")[0]) from problem

    def put_file(self, path: Path, name: str) -> None:
        """See `Files.put_file`; large files go up in parts and appear when the last one has arrived."""
        with _storage_errors():
            obstore.put(self._store, checked(name), path)

    def fetch(self, name: str, path: Path) -> None:
        """See `Files.fetch`."""
        pieces = self.open(name)
        with _storage_errors(), path.open("xb") as file:
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
        with _storage_errors():
            answer = obstore.get(self._store, checked(name), options=wanted)

        def pieces() -> Iterator[bytes]:
            with _storage_errors():
                for piece in answer.stream():
                    yield bytes(piece)

        return pieces()

    def stat(self, name: str) -> Stat:
        """See `Files.stat`."""
        with _storage_errors():
            meta = obstore.head(self._store, checked(name))
        modified: datetime = meta["last_modified"]
        etag = meta["e_tag"] or f'"{modified.timestamp():.6f}-{meta["size"]:x}"'
        return Stat(meta["size"], etag.removeprefix("W/"), modified)

    def delete(self, prefix: str) -> None:
        """See `Files.delete`."""
        names = [checked(prefix), *(name for name, _ in self.names(prefix))]
        for start in range(0, len(names), DELETE_BATCH):
            with contextlib.suppress(NotFound), _storage_errors():
                obstore.delete(self._store, names[start : start + DELETE_BATCH])

    def names(self, prefix: str) -> Iterator[tuple[str, datetime]]:
        """See `Files.names`."""
        with _storage_errors():
            for batch in obstore.list(self._store, checked(prefix) + "/"):
                for meta in batch:
                    yield meta["path"], meta["last_modified"]


@contextlib.contextmanager
def _storage_errors() -> Iterator[None]:
    """Turn a name that is missing into `NotFound`, and every other failure of the store into `StorageUnavailable`."""
    try:
        yield
    except FileNotFoundError:
        raise NotFound from None
    except (BaseError, OSError) as problem:
        raise unavailable(problem) from problem
