"""Checks every request before a byte of its body is read.

In this order: 401 (no key, a wrong one, or two), 403 (the key lacks the scope), 429 (rate or quota exceeded), 404 and
405 (the path, so that only clients with a key learn which ones exist), 413 (``Content-Length`` above the limit of the
path), 400 (invalid headers). The guard also completes every response: request id, rate headers, the access log, and
errors in the right shape, without a traceback.
"""

from __future__ import annotations

import errno
import logging
import re
import uuid
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send

from quire import telemetry
from quire.access.keys import Key, secret_hash
from quire.errors import (
    BadRequest,
    MethodNotAllowed,
    NotAllowed,
    NotAuthenticated,
    NotFound,
    QuireError,
    TooLarge,
    Unavailable,
)
from quire.store.audit_log import AuditEntry, AuditLog
from quire.store.database import is_unavailable
from quire.web.http import access_log
from quire.web.http.credentials import credential
from quire.web.http.operation import Door, Gate
from quire.web.http.request_exchange import Exchange
from quire.web.http.responses import error_response
from quire.web.http.router import Match, Router
from quire.web.rate_limits import check_rate, find_key
from quire.web.state import metrics
from quire.web.state.site import Site

_log = logging.getLogger("quire.web")

_REQUEST_ID = re.compile(rb"[A-Za-z0-9._-]{8,64}")
_HOST = re.compile(r"(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_Headers = list[tuple[str, str]]
_READING = frozenset({"GET", "HEAD", "OPTIONS", "-"})
"""Methods that change nothing (RFC 9110, 9.2.1), and none that is known."""


MAX_LENGTH_DIGITS = 19
"""Digits of a ``Content-Length``: more than 64 bits hold is no length."""


class Guard:
    """An ASGI application in front of `application`, which gets ``quire.site``, ``quire.key`` and ``quire.match``."""

    def __init__(self, application: ASGIApp, router: Router, site: Site) -> None:
        self._application = application
        self._router = router
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        site = self._site
        began = site.clock.monotonic()
        exchange = Exchange(receive, send, site.clock, idle=site.idle_seconds)
        request_id = _request_id(scope)
        exchange.headers = [(b"x-request-id", request_id.encode()), (b"x-content-type-options", b"nosniff")]
        match = self._router.find(scope["method"], scope["path"])
        scope["quire.site"], scope["quire.match"], scope["quire.key"] = site, match, None
        site.metrics.request_started()
        try:
            await self._serve(scope, exchange, match, request_id)
        finally:
            seconds = site.clock.monotonic() - began
            route = match.operation.path if match.operation else metrics.NO_ROUTE
            method = scope["method"] if match.operation else "-"
            site.metrics.request_ended(method, route, exchange.status, seconds)
            if telemetry.is_on():
                telemetry.request(method, route, exchange.status, seconds, _header(scope, b"traceparent"))
            found: Key | None = scope["quire.key"]
            access_log.log_request(
                scope,
                status=exchange.status,
                size=exchange.sent,
                seconds=seconds,
                request_id=request_id,
                key_id=found.id if found else "",
            )
            if site.audit is not None and match.operation is not None and method not in _READING:
                await run_in_threadpool(self._note, site.audit, scope, match, exchange.status, request_id)

    def _note(self, log: AuditLog, scope: Scope, match: Match, status: int, request_id: str) -> None:
        """Add what was done to the audit log; that it cannot be written is in the log of the service."""
        found: Key | None = scope["quire.key"]
        name = match.operation.name if match.operation else ""
        done_to = scope.get("quire.object") or next(iter(scope.get("path_params", {}).values()), "")
        client = scope.get("client")
        who = (found.id, found.owner) if found else ("", "")
        entry = AuditEntry(*who, client[0] if client else "", name, str(done_to), status, request_id)
        try:
            log.add(entry)
        except Exception as problem:
            if not is_unavailable(problem):
                raise
            _log.error("audit: %s could not be noted: %s", entry, _first_line(problem))

    async def _serve(self, scope: Scope, exchange: Exchange, match: Match, request_id: str) -> None:
        headers: _Headers = []
        site = self._site
        try:
            exchange.limit = match.gate.body
            _measure(scope, exchange)
            scope["quire.key"] = await self._key(scope, match.gate, headers)
            if scope["quire.key"] is not None and match.gate.rate:
                check_rate(site, scope["quire.key"], match.gate.rate, headers)
            exchange.headers.extend((name.lower().encode(), value.encode()) for name, value in headers)
            headers = []  # they are in every answer now
            _check_path(match, headers)
            check_headers(scope, match.gate)
            await self._application(scope, exchange.receive, exchange.send)
        except ClientDisconnect:
            _log.info("The client disconnected during request %s.", request_id)
        except QuireError as error:
            await self._fail(error, scope, exchange, headers)
        except Exception as problem:  # noqa: BLE001 - whatever it is, the client gets a 500 without a trace and the log has it
            shown = _public(problem)
            if isinstance(
                shown, Unavailable
            ):  # the machine's fault: a traceback adds nothing, and there may be thousands
                _log.error("Request %s failed: %s", request_id, _first_line(problem))
            else:
                _log.exception("Request %s failed.", request_id)
            await self._fail(shown, scope, exchange, headers)

    async def _key(self, scope: Scope, gate: Gate, headers: _Headers) -> Key | None:
        """The key of the request, which has what `gate` asks for; None where none is needed."""
        if gate.door is Door.OPEN:
            return None
        keys = self._site.keys
        secret = credential(scope, gate.carriers)
        if secret is None:
            if gate.door is Door.PUBLIC and self._site.company_public:
                return None
            if gate.door is Door.FIRST and not await run_in_threadpool(keys.any):
                return None
            raise NotAuthenticated
        found = keys.remembered(secret_hash(secret))
        if found is None:
            found = await find_key(scope, self._site, secret, headers)
        if gate.scope is not None and not found.may(gate.scope):
            raise NotAllowed
        return found

    async def _fail(self, error: QuireError, scope: Scope, exchange: Exchange, headers: _Headers) -> None:
        if exchange.status:  # the answer is under way and cannot be changed: end the connection, the client sees a cut
            _log.warning("A response was cut short: %s", error)
            raise _Cut
        response = error_response(error, scope, headers=headers)
        await response(scope, exchange.receive, exchange.send)


def _public(problem: Exception) -> QuireError:
    """The error that a client sees for a fault of ours."""
    if isinstance(problem, OSError) and problem.errno in _FULL:
        return Unavailable("There is no storage space left. Please try again later.")
    if is_unavailable(problem):
        return Unavailable()
    return QuireError()


def _first_line(problem: Exception) -> str:
    """The first line of an error; a database error goes on with the statement and its values."""
    return f"{type(problem).__name__}: {str(problem).partition(chr(10))[0]}"


class _Cut(Exception):
    """Makes the server drop a connection whose response cannot be completed."""


def _request_id(scope: Scope) -> str:
    """The client's own id where it is harmless, else a new one."""
    for name, value in scope["headers"]:
        if name == b"x-request-id" and _REQUEST_ID.fullmatch(value):
            return bytes(value).decode()
    return uuid.uuid4().hex


def _header(scope: Scope, name: bytes) -> str:
    """The value of a header; "" without it."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def _measure(scope: Scope, exchange: Exchange) -> None:
    """Note what the headers say about the body."""
    for name, value in scope["headers"]:
        if name == b"content-length":
            exchange.has_body = exchange.has_body or value.strip() != b"0"
        elif name == b"transfer-encoding":
            exchange.has_body = True
        elif name == b"expect":
            exchange.waits_for_continue = True


def check_headers(scope: Scope, gate: Gate) -> None:
    """Refuse invalid headers and paths.

    Raises:
        TooLarge: ``Content-Length`` is above the limit.
        BadRequest: it is not a number, ``Host`` is missing or malformed, or the path has a NUL.
    """
    lengths = [value for name, value in scope["headers"] if name == b"content-length"]
    numbers = {int(value) for value in lengths if value.isdigit() and len(value) <= MAX_LENGTH_DIGITS}
    if numbers and max(numbers) > gate.body:
        raise TooLarge.over(gate.body)
    if len(numbers) < len(set(lengths)) or len(numbers) > 1:
        raise BadRequest("Content-Length must be a single whole number.")
    hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    if not hosts and scope["http_version"] != "1.0":  # RFC 9112, section 3.2
        raise BadRequest("The Host header is missing.")
    if len(hosts) > 1 or any(not _HOST.fullmatch(host) or not _port(host) for host in hosts):
        raise BadRequest("The Host header is not valid.")
    if "\0" in scope["path"]:
        raise BadRequest("The path is not valid.")


def _port(host: str) -> bool:
    """Whether the port of the host is valid."""
    try:
        urlsplit("//" + host).port  # noqa: B018 - reading it checks it
    except ValueError:
        return False
    return True


def _check_path(match: Match, headers: _Headers) -> None:
    if match.operation is None:
        if match.allowed:
            headers.append(("Allow", ", ".join(match.allowed)))
            raise MethodNotAllowed
        raise NotFound
