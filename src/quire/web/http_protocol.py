"""HTTP/1.1 on a connection, with the limits that the server library lacks: on size and time of a request's head.

uvicorn's parser collects headers without a limit and waits for them for ever. Here a head has at most `HEAD_BYTES`
bytes (else 431) and `HEAD_SECONDS` seconds from the first byte, or from the connection, to its end (else the connection
is closed). The body's bounds are the guard's.
"""

from __future__ import annotations

import asyncio
from urllib.parse import quote

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from quire.web.fast_path import FastPath
from quire.web.http.raw_send import RawConnection

HEAD_BYTES = 64 * 1024
HEAD_SECONDS = 20.0

_ASCII = bytes(range(128)).decode()

_known_lines: tuple[list[tuple[bytes, bytes]], bytes] = ([], b"")


class Protocol(HttpToolsProtocol):
    """One connection."""

    _head_bytes = 0
    _in_head = True
    _is_too_large = False
    _timer: asyncio.TimerHandle | None = None
    _first = b""  # the bytes with which the present head began
    _wire: RawConnection | None = None
    _idle_since = 0.0
    fast_path: FastPath | None = None
    """What answers plain requests for company documents; None sends all to the application."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as the library does
        """A client has connected."""
        super().connection_made(transport)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        self._stop_waiting()
        if self._wire is not None:
            self._wire.close()
            self._wire = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take bytes in."""
        if self._in_head:
            if not self._head_bytes:
                if self.fast_path is not None and self._is_served(data, self.fast_path):
                    return
                data = self._first = _encoded(data)
            self._head_bytes += len(data)
            if self._timer is None:
                self._wait_for_head()
        super().data_received(data)
        if self._in_head and self._head_bytes > HEAD_BYTES and not self.transport.is_closing():
            self._refuse(431, "The headers are too large.", "headers_too_large")

    def on_headers_complete(self) -> None:
        """The head of a request is whole.

        Raises:
            ValueError: it came in one piece and is too large; the parser stops and says so to `send_400_response`.
        """
        if self._head_bytes > HEAD_BYTES and sum(len(n) + len(v) for n, v in self.headers) > HEAD_BYTES:
            self._is_too_large = True
            raise ValueError("the head is too large")
        if self.fast_path is not None and self._head_bytes == len(self._first):
            self.fast_path.learn(self._first, self.headers, self._peer)
        self._in_head, self._head_bytes, self._first = False, 0, b""
        self._stop_waiting()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The body of a request is whole; the next bytes are another head."""
        self._in_head = True
        super().on_message_complete()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection that was idle for its time; answers from the lane do not set the timer anew."""
        left = self._idle_since + self.timeout_keep_alive - self.loop.time()
        if left > 0 and not self.transport.is_closing():
            self.timeout_keep_alive_task = self.loop.call_later(left, self.timeout_keep_alive_handler)
            return
        super().timeout_keep_alive_handler()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - the library's signature
        """Answer to what is no HTTP, or to a head that is too large."""
        if self._is_too_large:
            self._refuse(431, "The headers are too large.", "headers_too_large")
            return
        self._refuse(400, "The request is not valid HTTP.", "bad_request")

    def _is_served(self, data: bytes, lane: FastPath) -> bool:
        """Whether the lane has answered; it may when no other answer is under way."""
        if (self.cycle is not None and not self.cycle.response_complete) or self.pipeline:
            return False
        wire = self._wire
        if wire is None:
            wire = self._wire = RawConnection(self.transport, self._peer)
        if not wire.is_writable or not lane.serve(data, wire, self._default_lines()):
            return False
        self._idle_since = self.loop.time()
        self._stop_waiting()
        if self.timeout_keep_alive_task is None:
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )
        self.server_state.total_requests += 1
        return True

    @property
    def _peer(self) -> str:
        return self.client[0] if self.client else "-"

    def _default_lines(self) -> bytes:
        """The fields that the server adds to every answer, as they stand on the wire; they change once a second."""
        global _known_lines  # noqa: PLW0603 - the server has one set of them
        fields = self.server_state.default_headers
        if _known_lines[0] is not fields:
            _known_lines = (fields, b"".join(b"%s: %s\r\n" % field for field in fields))
        return _known_lines[1]

    def _refuse(self, status: int, sentence: str, code: str) -> None:
        body = b'{"detail":"%s"}' % sentence.encode()
        head = (
            b"content-type: application/json\r\nx-error-code: %s\r\nconnection: close\r\ncontent-length: %d\r\n\r\n"
            % (code.encode(), len(body))
        )
        self.transport.write(STATUS_LINE[status] + head + body)
        self.transport.close()

    def _wait_for_head(self) -> None:
        self._timer = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._timer = None
        if not self.transport.is_closing():
            self.transport.close()


def _encoded(data: bytes) -> bytes:
    """The beginning of a request; bytes of its target that a client should have percent-encoded are, as if it had."""
    if data.isascii():
        return data
    line, end, rest = data.partition(b"\r\n")
    return quote(line, safe=_ASCII).encode() + end + rest
