"""Sends stored files over HTTP: whole or in part, with ETags, in small pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from email.utils import format_datetime

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from quire.errors import QuireError
from quire.store.stored_file import Stat
from quire.web.http.conditional_requests import is_unmodified, requested_range
from quire.web.http.filenames import content_disposition
from quire.web.http.responses import bytes_response, error_response
from quire.web.state.site import site

_SANDBOX = "default-src 'none'; sandbox"
"""Content-Security-Policy of files: HTML made from a stranger's file must not run as a page of this host."""


class RangeNotSatisfiable(QuireError):
    """The range lies outside the file."""

    status = 416
    code = "range_not_satisfiable"
    sentence = "The range lies outside the file."


async def stored_file(request: Request, name: str, media_type: str, *, filename: str | None) -> Response:
    """The stored file `name`; saved as `filename` where one is given, else shown in its place.

    ``Range`` (one range, of a GET), ``If-Range``, ``If-None-Match`` and ``If-Modified-Since`` work as in RFC 9110; of
    several ranges the whole is sent.

    Raises:
        NotFound: there is no such file.
    """
    files = site(request).files
    stat = await run_in_threadpool(files.stat, name)
    headers = _headers(stat, media_type, filename)
    if is_unmodified(request.headers, stat.etag, stat.modified):
        return bytes_response(b"", media_type, status=304, headers=[(n, v) for n, v in headers if n != "Content-Type"])
    wanted = None
    if request.method == "GET":  # RFC 9110, section 14.2
        wanted = requested_range(request.headers, stat.size, stat.etag, stat.modified)
    if wanted is None:
        return StreamedResponse(lambda: files.open(name, 0, stat.size), [*headers, ("Content-Length", str(stat.size))])
    start, end = wanted
    if start >= end:
        return error_response(RangeNotSatisfiable(), request.scope, headers=[("Content-Range", f"bytes */{stat.size}")])
    part = [("Content-Range", f"bytes {start}-{end - 1}/{stat.size}"), ("Content-Length", str(end - start))]
    return StreamedResponse(lambda: files.open(name, start, end), [*headers, *part], status=206)


class StreamedResponse(Response):
    """Sends bytes piece by piece; each is read in a thread, so a slow store stops nobody else.

    Args:
        opened: gives the pieces; what it raises comes before the first header.
        headers: of the answer.
        status: of the answer.
    """

    def __init__(
        self, opened: Callable[[], Iterator[bytes]], headers: Sequence[tuple[str, str]], *, status: int = 200
    ) -> None:
        self._open = opened
        self.status_code = status
        self.background = None
        self.raw_headers = [(n.lower().encode("latin-1"), v.encode("latin-1")) for n, v in headers]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - ASGI's signature
        """Send the answer."""
        pieces: Iterator[bytes] = iter(())
        if scope["method"] != "HEAD":
            pieces = await run_in_threadpool(self._open)
        piece = await run_in_threadpool(next, pieces, b"")  # before the first header: a missing file is still a 404
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        while piece:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
            piece = await run_in_threadpool(next, pieces, b"")
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def _headers(stat: Stat, media_type: str, filename: str | None) -> list[tuple[str, str]]:
    headers = [
        ("Content-Type", media_type),
        ("ETag", stat.etag),
        ("Last-Modified", format_datetime(stat.modified, usegmt=True)),
        ("Accept-Ranges", "bytes"),
        ("Cache-Control", "private, no-cache"),
        ("Content-Security-Policy", _SANDBOX),
    ]
    if filename is not None:
        headers.append(("Content-Disposition", content_disposition(filename)))
    return headers
