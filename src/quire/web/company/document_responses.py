"""The answer to a request for a company document: conditions first, then the whole or a part of the body."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from quire.web.downloads import RangeNotSatisfiable
from quire.web.http.conditional_requests import is_unmodified, requested_range
from quire.web.http.responses import error_response
from quire.web.state.company_bodies import Document, Variant


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
        if is_unmodified(self._asked, found.etag, found.modified):
            await _send(send, 304, list(found.unchanged), b"")
            return
        wanted = _range(scope, self._asked, found)
        if wanted is None:
            body = b"" if scope["method"] == "HEAD" else bytes(found.body)
            await _send(send, 200, list(found.whole), body)
            return
        start, end = wanted
        if start >= end:
            outside = [("Content-Range", f"bytes */{found.length}")]
            await error_response(RangeNotSatisfiable(), scope, headers=outside)(scope, receive, send)
            return
        part = [field for field in found.whole if field[0] != b"content-length"]
        part.append((b"content-length", b"%d" % (end - start)))
        part.append((b"content-range", b"bytes %d-%d/%d" % (start, end - 1, found.length)))
        await _send(send, 206, part, bytes(found.body[start:end]))


def _range(scope: Scope, headers: Headers, found: Variant) -> tuple[int, int] | None:
    if scope["method"] != "GET":  # RFC 9110, section 14.2
        return None
    return requested_range(headers, found.length, found.etag, found.modified)


async def _send(send: Send, status: int, fields: list[tuple[bytes, bytes]], body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": fields})
    await send({"type": "http.response.body", "body": body, "more_body": False})
