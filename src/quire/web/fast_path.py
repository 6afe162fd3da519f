"""The fast path: sends a ready company document without the machinery that other requests need.

It answers only requests that it fully understands: ``GET`` of a path whose document is ready, with a head of header
fields that the parser has read before, letter for letter, and found plain (no range, no body, no date to compare), by a
valid key within its rate; and only with the whole document (200) or "you have it" (304). Everything else takes the long
way through the guard, which makes every error. So the fast path repeats the guard's checks, never its refusals, and
both ways send the same bytes; a test compares them.

What it saves: parsing (a client sends the same fields again and again, only ``If-None-Match`` differs), the task, the
scope and the messages of ASGI, a copy of the body (it goes from the page cache to the socket by sendfile), and a
logging record for each line of the access log.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from random import getrandbits
from typing import NamedTuple

from quire.access.keys import Key, secret_hash
from quire.access.permissions import Scope
from quire.errors import QuireError
from quire.web.company.company_routes import GATE
from quire.web.guard import check_headers
from quire.web.http import access_log
from quire.web.http.conditional_requests import content_coding
from quire.web.http.credentials import credential
from quire.web.http.raw_send import RawConnection
from quire.web.rate_limits import READ, rate_of
from quire.web.state.company_bodies import CODINGS
from quire.web.state.site import Site

MAX_HEADS = 4096
"""Heads that are remembered; one takes about 1 kB."""

MAX_HEAD = 4096
"""Bytes of a head that is remembered."""

LOG_DELAY = 0.25
"""Seconds that a line of the access log may wait for others."""

_Fields = Sequence[tuple[bytes, bytes]]

_LONG_WAY = frozenset(
    name.encode()
    for name in (
        *("content-length", "transfer-encoding", "expect", "upgrade", "te", "trailer"),
        *("range", "if-range", "if-match", "if-modified-since", "if-unmodified-since"),
        "x-request-id",
    )
)
"""Fields that change the answer, or its line in the log, in a way that the lane does not know."""

_TAG = re.compile(rb'"[!#-~]*"')
_CONDITIONS = (b"\r\nIf-None-Match: ", b"\r\nif-none-match: ")
_OK, _UNCHANGED = b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 304 Not Modified\r\n"
_GET, _VERSION, _END = b"GET ", b" HTTP/1.1\r\n", b"\r\n\r\n"
_FARTHEST = 1024  # bytes in which the path ends


class KnownHead(NamedTuple):
    """What a head says: the hash of the secret it carries, the content coding it wants, and who asks."""

    hashed: str
    coding: str
    peer: str = ""  # whose head this is, when a proxy says in it for whom it asks; then
    client: str = ""  # that client


class FastPath:
    """The fast lane of a site; `named` tells whom a proxy at some address asks for by the fields of a head."""

    def __init__(self, site: Site, named: Callable[[str, _Fields], str] = lambda peer, _: peer) -> None:
        self._site, self._named = site, named
        self._heads: dict[bytes, KnownHead] = {}
        self._log = access_log.LogBatch()

    def serve(self, data: bytes, wire: RawConnection, date: bytes) -> bool:
        """Answer the request that is exactly `data`; False when it goes the long way, then nothing was sent or counted.

        Args:
            data: what came from the connection since the request before.
            wire: where to send the answer.
            date: the fields that the server adds to every answer, as they stand on the wire.
        """
        split = _split(data)
        if split is None:
            return False
        path, head, tag = split
        site = self._site
        began = site.clock.monotonic()
        site.companies.look()
        document = site.companies.ready.get(path)
        known = self._heads.get(head)
        if document is None or known is None or known.peer not in {"", wire.client}:
            return False
        variant = document.coded(known.coding)
        if tag and tag != variant.tag:
            return False
        key = site.keys.remembered(known.hashed)
        if key is None or Scope.COMPANY not in key.scopes:
            return False
        rate = self._rate(key)
        if rate is None:
            return False
        name = f"{getrandbits(128):032x}"
        status, lines = (304, _UNCHANGED) if tag else (200, _OK)
        fields = variant.unchanged_lines if tag else variant.whole_lines
        own = b"x-request-id: %b\r\nx-content-type-options: nosniff\r\n%b\r\n" % (name.encode(), rate)
        wire.send(b"".join((lines, date, fields, own)), None if tag else variant.body)
        seconds = site.clock.monotonic() - began
        site.metrics.request_served("GET", document.route, status, seconds)
        if self._log.enabled:
            size = 0 if tag else variant.length
            who = (known.client or wire.client, key.id)
            line = access_log.log_line(who, document.shown, status, size=size, seconds=seconds, request_id=name)
            if self._log.add(line):
                asyncio.get_running_loop().call_later(LOG_DELAY, self._log.write)
        return True

    def learn(self, data: bytes, fields: _Fields, peer: str) -> None:
        """Remember the head of a request, which came as `data`, when it is plain.

        Args:
            data: the bytes of the request, from its first to the last of its head.
            fields: its header fields as the parser read them, names in lower case.
            peer: the address of the other end of the connection.
        """
        split = _split(data) if _is_one_head(data) else None
        if split is None or not 0 < len(split[1]) <= MAX_HEAD or split[1] in self._heads:
            return
        known = _known(fields, has_tag=bool(split[2]))
        if known is not None:
            if any(name.startswith(b"x-forwarded") for name, _ in fields):
                known = known._replace(peer=peer, client=self._named(peer, fields))
            if len(self._heads) >= MAX_HEADS:
                self._heads.pop(next(iter(self._heads)))
            self._heads[split[1]] = known

    def _rate(self, key: Key) -> bytes | None:
        """Take a token of the key; the fields that tell of it, None when there was none."""
        rate = rate_of(self._site, key, READ)
        if not rate.limit:
            return b""
        taken = self._site.buckets.take(key.id, rate)
        if not taken.allowed:
            return None
        return "".join([f"{name.lower()}: {value}\r\n" for name, value in taken.headers]).encode()


def _split(data: bytes) -> tuple[bytes, bytes, bytes] | None:
    """The path, the head without its ``If-None-Match``, and the tag of that; None for what is not one plain GET."""
    end = data.find(_VERSION, 4, _FARTHEST)
    if end < 0 or data[:4] != _GET or not data.endswith(_END):
        return None
    head = data[end + len(_VERSION) - 2 :]
    for line in _CONDITIONS:
        at = head.find(line)
        if at >= 0:
            after = head.index(b"\r\n", at + 2)
            return data[4:end], head[:at] + head[after:], head[at + len(line) : after]
    return data[4:end], head, b""


def _is_one_head(data: bytes) -> bool:
    """Whether there is one head and nothing else, in lines that end as they should."""
    lines = data.count(b"\r\n")
    return data.count(_END) == 1 and data.endswith(_END) and data.count(b"\r") == data.count(b"\n") == lines


def _known(fields: _Fields, *, has_tag: bool) -> KnownHead | None:
    """What the fields say; None when the lane does not understand them all."""
    names = [name for name, _ in fields]
    tags = [value for name, value in fields if name == b"if-none-match"]
    if not _LONG_WAY.isdisjoint(names) or len(tags) != has_tag or any(not _TAG.fullmatch(tag) for tag in tags):
        return None
    if any(value.lower() != b"keep-alive" for name, value in fields if name == b"connection"):
        return None
    scope = {"method": "GET", "path": "/", "query_string": b"", "http_version": "1.1", "headers": fields}
    try:
        check_headers(scope, GATE)
        secret = credential(scope, GATE.carriers)
    except QuireError:
        return None
    wanted = b",".join(value for name, value in fields if name == b"accept-encoding")
    return KnownHead(secret_hash(secret), content_coding(wanted.decode("latin-1"), CODINGS)) if secret else None
