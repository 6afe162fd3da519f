"""The access log: one line a request, without secrets.

A query string keeps the values of the parameters in `SHOWN` and loses all others; no header is written. A line names
the caller by the id of the key.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlencode

from starlette.types import Scope

SHOWN_PARAMETERS = frozenset({"wait", "status", "kind", "limit", "offset", "lang", "include", "expires"})
"""Parameters whose values are words and numbers of our own."""

_log = logging.getLogger("quire.access")
_LONGEST = 400


def log_request(scope: Scope, *, status: int, size: int, seconds: float, request_id: str, key_id: str) -> None:
    """Write the line of one request."""
    if not _log.isEnabledFor(logging.INFO):
        return
    client = scope.get("client")
    request = f"{scope['method']} {logged_target(scope)}"
    who = (client[0] if client else "-", key_id or "-")
    text = log_line(who, request, status, size=size, seconds=seconds, request_id=request_id)
    _log.info("%s", text)


class LogBatch:
    """Lines of the access log that are written together.

    A record for each line costs more than the whole answer to a request for a document. The lines of a batch carry the
    time of its writing and look like all others.
    """

    def __init__(self) -> None:
        self._lines: list[str] = []

    def add(self, line: str) -> bool:
        """Take a line; True for the first of a batch, whose caller must see to `write`."""
        self._lines.append(line)
        return len(self._lines) == 1

    @property
    def enabled(self) -> bool:
        """Whether anybody reads the log."""
        return _log.isEnabledFor(logging.INFO)

    def write(self) -> None:
        """Write what was taken."""
        lines, self._lines = self._lines, []
        for handler in _handlers() if lines else ():
            if type(handler) is logging.StreamHandler:
                before, _, after = handler.format(_record("\0")).partition("\0")
                text = "".join(f"{before}{line}{after}{handler.terminator}" for line in lines)
                with contextlib.suppress(OSError, ValueError), _held(handler):  # nobody reads the log any more
                    handler.stream.write(text)
                    handler.flush()
            else:
                for line in lines:
                    handler.handle(_record(line))


def log_line(who: tuple[str, str], request: str, status: int, *, size: int, seconds: float, request_id: str) -> str:
    """The text of a line; `who` is the client's address and the id of its key, `request` the method and the target."""
    return f'{who[0]} "{request}" {status} {size} {seconds * 1000:.1f}ms {request_id} {who[1]}'


def _record(text: str) -> logging.LogRecord:
    return _log.makeRecord(_log.name, logging.INFO, __file__, 0, text, (), None)


def _handlers() -> Iterator[logging.Handler]:
    """The handlers that a record of the access log reaches."""
    logger: logging.Logger | None = _log
    while logger is not None:
        yield from (handler for handler in logger.handlers if handler.level <= logging.INFO)
        logger = logger.parent if logger.propagate else None


@contextlib.contextmanager
def _held(handler: logging.Handler) -> Iterator[None]:
    handler.acquire()
    try:
        yield
    finally:
        handler.release()


def logged_target(scope: Scope) -> str:
    """The path as it was sent and the redacted query string; both cut at a length that fits a line."""
    raw = scope.get("raw_path") or str(scope["path"]).encode("utf-8", "replace")
    path = "".join(c if c.isprintable() and c != '"' else "?" for c in raw.decode("latin-1"))[:_LONGEST]
    query = redacted_query(scope.get("query_string", b""))
    return f"{path}?{query}" if query else path


def redacted_query(query: bytes) -> str:
    """The query string with the value of every parameter that is not in `SHOWN` replaced."""
    if not query:
        return ""
    try:
        pairs = parse_qsl(query.decode("latin-1"), keep_blank_values=True, max_num_fields=50)
    except ValueError:
        return "..."
    shown = [(name, value if name in SHOWN_PARAMETERS else "...") for name, value in pairs]
    return urlencode([(name if name.isidentifier() else "...", value) for name, value in shown], safe=".")[:_LONGEST]
