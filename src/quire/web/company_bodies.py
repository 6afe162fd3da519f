"""A company document as an answer: its headers made once, its body sent from the pack as it lies there."""

from __future__ import annotations

import os
from datetime import datetime
from email.utils import format_datetime

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from quire.company.catalogue import Catalogue, Entry, Version
from quire.company.pack import MEDIA_TYPES
from quire.web.conditions import coding, is_known, wanted_range
from quire.web.downloads import RangeNotSatisfiable
from quire.web.replies import failure

Fields = tuple[tuple[bytes, bytes], ...]

CODINGS = ("br", "zstd", "gzip", "identity")
"""The content codings that are stored, in the order in which they are chosen where a client wants them equally: the
smallest first."""

CACHE = b"private, max-age=3600"


class Variant:
    """One representation in one content coding.

    Attributes:
        descriptor, offset, length: where its bytes lie.
        etag: its strong tag, with quotes.
        modified: since when it is what it is.
        whole: the header fields of a 200.
        unchanged: those of a 304 (RFC 9110, section 15.4.5, and ``Last-Modified`` for caches that know only it).
    """

    __slots__ = ("descriptor", "etag", "length", "modified", "offset", "unchanged", "whole")

    def __init__(self, located: tuple[int, int, int, str], modified: datetime, form: str, name: str) -> None:
        self.descriptor, self.offset, self.length, self.etag = located
        self.modified = modified
        validators: Fields = (
            (b"etag", self.etag.encode()),
            (b"last-modified", format_datetime(modified, usegmt=True).encode()),
            (b"cache-control", CACHE),
            (b"vary", b"Accept-Encoding"),
        )
        encoded: Fields = () if name == "identity" else ((b"content-encoding", name.encode()),)
        self.unchanged = validators
        self.whole = (
            (b"content-type", media_type(form).encode()),
            (b"content-length", b"%d" % self.length),
            *encoded,
            *validators,
            (b"accept-ranges", b"bytes"),
        )

    def read(self, start: int = 0, end: int | None = None) -> bytes:
        """The bytes from `start` to `end`, the whole without them."""
        return os.pread(self.descriptor, (self.length if end is None else end) - start, self.offset + start)


class Document:
    """One representation of a company, or of an earlier version, in all content codings.

    Attributes:
        route: the path of the operation that serves it, for the numbers of the service.
    """

    def __init__(self, catalogue: Catalogue, entry: Entry | Version, form: str, *, route: str) -> None:
        self.route = route
        self._catalogue, self._entry, self._form = catalogue, entry, form
        self._variants: dict[str, Variant] = {}

    def variant(self, accept: str) -> Variant:
        """The variant for an ``Accept-Encoding``."""
        name = coding(accept, CODINGS)
        found = self._variants.get(name)
        if found is None:
            located = self._catalogue.located(self._entry, self._form, name)
            found = self._variants[name] = Variant(located, self._entry.modified, self._form, name)
        return found


class DocumentAnswer(Response):
    """The answer to a request for a document: 304 before any byte of the body is touched, 206, or the whole."""

    def __init__(self, request: Request, document: Document) -> None:
        self.background = None
        headers = request.headers
        self._variant = document.variant(",".join(headers.getlist("accept-encoding")))
        self._asked = headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        found = self._variant
        if is_known(self._asked, found.etag, found.modified):
            await _send(send, 304, list(found.unchanged), b"")
            return
        wanted = _range(scope, self._asked, found)
        if wanted is None:
            body = b"" if scope["method"] == "HEAD" else found.read()
            await _send(send, 200, list(found.whole), body)
            return
        start, end = wanted
        if start >= end:
            outside = [("Content-Range", f"bytes */{found.length}")]
            await failure(RangeNotSatisfiable(), scope, headers=outside)(scope, receive, send)
            return
        part = [field for field in found.whole if field[0] != b"content-length"]
        part.append((b"content-length", b"%d" % (end - start)))
        part.append((b"content-range", b"bytes %d-%d/%d" % (start, end - 1, found.length)))
        await _send(send, 206, part, found.read(start, end))


def media_type(form: str) -> str:
    """The ``Content-Type`` of a format; JSON is UTF-8 by definition (RFC 8259), Turtle says so."""
    kind = MEDIA_TYPES[form]
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


def _range(scope: Scope, headers: Headers, found: Variant) -> tuple[int, int] | None:
    if scope["method"] != "GET":  # RFC 9110, section 14.2
        return None
    return wanted_range(headers, found.length, found.etag, found.modified)


async def _send(send: Send, status: int, fields: list[tuple[bytes, bytes]], body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": fields})
    await send({"type": "http.response.body", "body": body, "more_body": False})
