"""What a tool's argument `file` may name: a local file below the allowed folders, or a URL with a public address."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import anyio.to_thread

from quire.errors import BadRequest
from quire.fetch import Fetch, Fetcher

MAX_BYTES = 50 * 1024 * 1024
"""Of a file at a URL; the service's limit for documents."""


@dataclass(frozen=True)
class Inputs:
    """Where files may come from.

    Attributes:
        roots: folders, resolved; none of them: no local files at all, as over HTTP.
        fetch: gets files from URLs, guarded.
    """

    roots: tuple[Path, ...]
    fetch: Fetch = field(default_factory=lambda: Fetcher(MAX_BYTES))

    @contextlib.asynccontextmanager
    async def opened(self, file: str) -> AsyncIterator[tuple[Path, str]]:
        """The path and the name of a file; a fetched one is deleted when the context ends.

        Raises:
            BadRequest: it is not allowed, or not there. TooLarge: more than `MAX_BYTES`.
        """
        if not file.startswith(("http://", "https://")):
            path = self.local(file)
            yield path, path.name
            return
        with TemporaryDirectory(prefix="quire-mcp-") as folder:
            target = Path(folder) / "file"
            fetched = await anyio.to_thread.run_sync(self.fetch, file, target, abandon_on_cancel=True)
            yield target, Path(fetched.filename).name or "document"

    def local(self, file: str) -> Path:
        """The path of a local file.

        Raises:
            BadRequest: it is not allowed, or not there.
        """
        if not self.roots:
            raise BadRequest("Give the file as an http or https URL: local files cannot be read over HTTP.")
        path = (self.roots[0] / Path(file).expanduser()).resolve()
        if not any(path.is_relative_to(root) for root in self.roots):
            raise BadRequest(f"Only files below {', '.join(map(str, self.roots))} can be read.")
        if not path.is_file():
            raise BadRequest(f"{path}: there is no such file.")
        return path
