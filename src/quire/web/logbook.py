"""The access log: one line a request, without secrets.

A query string keeps the values of the parameters in `SHOWN` and loses all others; no header is written. A line names
the caller by the id of the key.
"""

from __future__ import annotations

import logging
from urllib.parse import parse_qsl, urlencode

from starlette.types import Scope

SHOWN = frozenset({"wait", "status", "kind", "limit", "offset", "lang", "include", "expires"})
"""Parameters whose values are words and numbers of our own."""

_log = logging.getLogger("quire.access")
_LONGEST = 400


def line(scope: Scope, *, status: int, size: int, seconds: float, request_id: str, key_id: str) -> None:
    """Write the line of one request."""
    if not _log.isEnabledFor(logging.INFO):
        return
    client = scope.get("client")
    _log.info(
        '%s "%s %s" %d %d %.1fms %s %s',
        client[0] if client else "-",
        scope["method"],
        target(scope),
        status,
        size,
        seconds * 1000,
        request_id,
        key_id or "-",
    )


def target(scope: Scope) -> str:
    """The path as it was sent and the redacted query string; both cut at a length that fits a line."""
    raw = scope.get("raw_path") or str(scope["path"]).encode("utf-8", "replace")
    path = "".join(c if c.isprintable() and c != '"' else "?" for c in raw.decode("latin-1"))[:_LONGEST]
    query = redacted(scope.get("query_string", b""))
    return f"{path}?{query}" if query else path


def redacted(query: bytes) -> str:
    """The query string with the value of every parameter that is not in `SHOWN` replaced."""
    if not query:
        return ""
    try:
        pairs = parse_qsl(query.decode("latin-1"), keep_blank_values=True, max_num_fields=50)
    except ValueError:
        return "..."
    shown = [(name, value if name in SHOWN else "...") for name, value in pairs]
    return urlencode([(name if name.isidentifier() else "...", value) for name, value in shown], safe=".")[:_LONGEST]
