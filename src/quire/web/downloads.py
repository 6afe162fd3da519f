"""Stored files over HTTP: whole or in part, with ETags, in pieces of bounded size."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from quire.errors import QuireError
from quire.store.files import Files
from quire.store.stored import Stat
from quire.web.filenames import disposition
from quire.web.replies import failure, reply
from quire.web.site import site

_RANGE = re.compile(r"bytes=\s*(\d{0,99})\s*-\s*(\d{0,99})\s*", re.ASCII)
_SANDBOX = "default-src 'none'; sandbox"
"""A result may be HTML made from a stranger's file: it never runs as a page of this host."""


class RangeNotSatisfiable(QuireError):
    """The range lies outside the file."""

    status = 416
    code = "range_not_satisfiable"
    sentence = "The range lies outside the file."


async def stored(request: Request, name: str, media_type: str, *, filename: str | None) -> Response:
    """The stored file `name`; saved as `filename` where one is given, else shown in its place.

    ``Range`` (one range, of a GET), ``If-Range``, ``If-None-Match`` and ``If-Modified-Since`` work as in RFC 9110; of
    several ranges the whole is sent.

    Raises:
        NotFound: there is no such file.
    """
    files = site(request).files
    stat = await run_in_threadpool(files.stat, name)
    headers = _headers(stat, media_type, filename)
    if _is_known(request.headers, stat):
        return reply(b"", media_type, status=304, headers=[(n, v) for n, v in headers if n != "Content-Type"])
    wanted = _wanted(request.headers, stat) if request.method == "GET" else None  # RFC 9110, section 14.2
    if wanted is None:
        return _Pieces(files, name, 0, stat.size, headers=[*headers, ("Content-Length", str(stat.size))])
    start, end = wanted
    if start >= end:
        return failure(RangeNotSatisfiable(), request.scope, headers=[("Content-Range", f"bytes */{stat.size}")])
    part = [("Content-Range", f"bytes {start}-{end - 1}/{stat.size}"), ("Content-Length", str(end - start))]
    return _Pieces(files, name, start, end, headers=[*headers, *part], status=206)


class _Pieces(Response):
    """Sends a stored file piece by piece; each is read in a thread, so a slow store stops nobody else."""

    def __init__(
        self, files: Files, name: str, start: int, end: int, *, headers: list[tuple[str, str]], status: int = 200
    ) -> None:
        self._open = lambda: files.open(name, start, end)
        self.status_code = status
        self.background = None
        self.raw_headers = [(n.lower().encode("latin-1"), v.encode("latin-1")) for n, v in headers]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - ASGI's signature
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
        headers.append(("Content-Disposition", disposition(filename)))
    return headers


def _is_known(headers: Headers, stat: Stat) -> bool:
    """Whether the client has the file as it is; an ``If-None-Match`` makes the date meaningless (section 13.1.3)."""
    tags = headers.get("if-none-match")
    if tags is not None:
        return _matches(tags, stat.etag)
    since = _moment(headers.get("if-modified-since", ""))
    return since is not None and stat.modified.replace(microsecond=0) <= since


def _matches(header: str, etag: str) -> bool:
    tags = [tag.strip().removeprefix("W/") for tag in header.split(",")]
    return header.strip() == "*" or etag in tags


def _wanted(headers: Headers, stat: Stat) -> tuple[int, int] | None:
    """The start and end (exclusive) that are asked for, empty when they lie outside; None for the whole."""
    found = _RANGE.fullmatch(headers.get("range", "").strip().lower())
    if found is None or not _unchanged(headers.get("if-range", ""), stat):
        return None
    first, last = found.groups()
    if first:
        end = min(int(last) + 1, stat.size) if last else stat.size
        return None if last and int(last) < int(first) else (int(first), end)
    if not last:
        return None
    return (max(0, stat.size - int(last)), stat.size)


def _unchanged(if_range: str, stat: Stat) -> bool:
    if not if_range or if_range == stat.etag:
        return True
    if if_range.startswith(('"', "W/")):
        return False
    return stat.modified.replace(microsecond=0) == _moment(if_range)


def _moment(header: str) -> datetime | None:
    """The moment of a date in HTTP; None when it is none."""
    try:
        found = parsedate_to_datetime(header)
    except (ValueError, TypeError):
        return None
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found
