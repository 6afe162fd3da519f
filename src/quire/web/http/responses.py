"""Makes response bodies: JSON, and every error in the shape that its service and its client expect.

Documents and company data: ``{"detail": "..."}``. Everything below ``/api/v1``: ``{"ok": false, "error": "...",
"detail": "..."}``. A client whose ``Accept`` names ``application/problem+json`` gets RFC 9457 problem details.
``X-Error-Code`` says the error's code word; where a file's type is refused, ``X-Accepted-Types`` lists those that are
taken, and problem details have them as ``accepted``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from urllib.parse import quote

from starlette.responses import Response
from starlette.types import Scope

from quire.errors import DocumentError, NotAuthenticated, NotReady, QuireError, Unavailable, UnsupportedType
from quire.web.http.operation import Json

WIKI_PREFIX = "/api/v1"
PROBLEM = "application/problem+json"

WARNINGS = "X-Warnings"
"""The header with sentences about what may be wrong."""

_MAX_WARNINGS = 2000
"""Bytes of the header with the warnings; proxies refuse headers beyond 4 to 8 KiB in all."""

_PLAIN = " !#$&'()*+,/:;=?@[]{}<>\"^`|~"
"""Characters of a header's value, beside letters and digits, that stand as they are; the rest is percent-encoded."""

_Headers = Iterable[tuple[str, str]]

_STATUSES = frozenset(HTTPStatus)  # 460 is one of tus, not of HTTP


def json_response(body: Json | Mapping[str, Json], *, status: int = 200, headers: _Headers = ()) -> Response:
    """A JSON response in UTF-8, without escapes."""
    return bytes_response(json_bytes(body), "application/json", status=status, headers=headers)


def json_bytes(body: Json | Mapping[str, Json]) -> bytes:
    """Compact JSON in UTF-8, without escapes; half of a surrogate pair becomes a question mark."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode("utf-8", "replace")


def bytes_response(content: bytes, media_type: str, *, status: int = 200, headers: _Headers = ()) -> Response:
    """A response with these bytes; caches do not store it unless `headers` say otherwise."""
    response = Response(content, status, media_type=None)
    response.headers["content-type"] = media_type
    response.headers["cache-control"] = "no-store"
    for name, value in headers:
        response.headers[name] = value
    return response


def error_response(error: QuireError, scope: Scope, *, headers: _Headers = ()) -> Response:
    """The response for an error, in the shape for its path and ``Accept``."""
    status = 400 if isinstance(error, DocumentError) else error.status  # a document's fault inside a request
    sentence = str(error)
    media_type = "application/json"
    body: dict[str, Json]
    if wants_problem(scope):
        media_type = PROBLEM
        title = HTTPStatus(status).phrase if status in _STATUSES else str(error)
        body = {"type": "about:blank", "title": title, "status": status, "detail": sentence, "code": error.code}
    elif is_wiki_path(str(scope["path"])):
        body = {"ok": False, "error": sentence, "detail": sentence}
    else:
        body = {"detail": sentence}
    accepted = error.accepted if isinstance(error, UnsupportedType) and "ok" not in body else ()
    if accepted and media_type == PROBLEM:
        body["accepted"] = [*accepted]
    response = json_response(body, status=status, headers=headers)
    if accepted:
        response.headers["x-accepted-types"] = ", ".join(accepted)
    response.headers["content-type"] = media_type
    response.headers["x-error-code"] = error.code
    if isinstance(error, NotAuthenticated):
        response.headers["www-authenticate"] = 'Bearer realm="quire"'
    if isinstance(error, NotReady | Unavailable):
        response.headers["retry-after"] = "2"
    return response


def is_wiki_path(path: str) -> bool:
    """Whether a path belongs to the wiki API."""
    return path == WIKI_PREFIX or path.startswith(WIKI_PREFIX + "/")


def wants_problem(scope: Scope) -> bool:
    """Whether ``Accept`` asks for RFC 9457 problem details."""
    for name, value in scope["headers"]:
        if name == b"accept" and PROBLEM.encode() in value.lower():
            choices = (choice.partition(b";") for choice in value.lower().split(b","))
            return any(
                kind.strip() == PROBLEM.encode() and rest.replace(b" ", b"").removesuffix(b".0") != b"q=0"
                for kind, _, rest in choices
            )
    return False


def warnings_line(sentences: Iterable[str]) -> str:
    """The sentences with `` | `` between them, percent-encoded (UTF-8) where a header cannot hold a character."""
    line = ""
    for sentence in sentences:
        whole = f"{line} | {quote(sentence, safe=_PLAIN)}" if line else quote(sentence, safe=_PLAIN)
        if len(whole) > _MAX_WARNINGS:
            return line or quote("The warnings are too long for a header.", safe=_PLAIN)
        line = whole
    return line
