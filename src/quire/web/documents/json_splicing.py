"""A JSON response around a stored array, which is sent piece by piece as it is stored and never parsed.

The figures of a long report are megabytes; the process that answers holds a piece of them at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from quire.store.file_store import Files
from quire.web.http.operation import Json
from quire.web.http.responses import json_bytes
from quire.web.state.site import site


async def spliced_json(
    request: Request,
    before: Mapping[str, Json],
    array: tuple[str, str],
    after: Mapping[str, Json],
    *,
    headers: Iterable[tuple[str, str]] = (),
) -> Response:
    """An object of the keys of `before`, then the stored array, then the keys of `after`.

    Args:
        request: whose site holds the file.
        before: at least one key.
        array: the key, and the stored name of a file that is one JSON value in UTF-8.
        after: may be empty.
        headers: of the answer.

    Raises:
        NotFound: there is no such file.
    """
    files, (name, stored) = site(request).files, array
    size = (await run_in_threadpool(files.stat, stored)).size
    start = json_bytes(before)[:-1] + b',"' + name.encode() + b'":'
    end = b"," + json_bytes(after)[1:] if after else b"}"
    length = ("content-length", str(len(start) + size + len(end)))
    fixed = [("content-type", "application/json"), ("cache-control", "no-store"), length]
    return _Spliced(files, stored, (start, end), [*fixed, *headers])


class _Spliced(Response):
    """Sends the start of the object, the stored file, and the end of the object."""

    def __init__(
        self, files: Files, stored: str, around: tuple[bytes, bytes], headers: Iterable[tuple[str, str]]
    ) -> None:
        self._open = lambda: files.open(stored)
        self._around = around
        self.status_code = 200
        self.background = None
        self.raw_headers = [(n.lower().encode("latin-1"), v.encode("latin-1")) for n, v in headers]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - ASGI's signature
        whole = scope["method"] != "HEAD"
        pieces: Iterator[bytes] = await run_in_threadpool(self._open) if whole else iter(())
        start, end = self._around if whole else (b"", b"")
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        if start:
            await send({"type": "http.response.body", "body": start, "more_body": True})
        while piece := await run_in_threadpool(next, pieces, b""):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": end, "more_body": False})
