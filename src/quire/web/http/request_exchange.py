"""One request and its answer on the wire: what is counted, what is added, and how a refused upload ends.

A server that closes a connection while the client still sends makes the kernel reset it, and the client may never see
the answer. So after an answer that came before the end of the body, the rest is read and dropped within the bounds
below, and then the connection is closed (nginx calls it lingering close). Nothing of it is parsed or kept.
"""

from __future__ import annotations

import asyncio
import contextlib

from starlette.types import Message, Receive, Send

from quire.clock import Clock
from quire.errors import RequestStalled, TooLarge

LINGER_BYTES = 128 * 1024 * 1024
LINGER_SECONDS = 10.0
LINGER_IDLE = 2.0

SLOW_AFTER = 30.0
MIN_UPLOAD_RATE = 4096
"""Bytes a second: an upload that is slower on average after the first `SLOW_AFTER` seconds is refused."""


class Exchange:
    """The `receive` and `send` that the rest of the application gets."""

    def __init__(self, receive: Receive, send: Send, clock: Clock, *, idle: float) -> None:
        self._receive = receive
        self._send = send
        self._clock = clock
        self._idle = idle
        self._began = 0.0
        self.limit = 0  # most bytes of the body
        self.has_body = False
        self.waits_for_continue = False  # the client sends nothing before it is asked to
        self.got = 0
        self.sent = 0
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []  # added to the answer
        self.gone = False  # the client has closed the connection
        self._read_all = False

    async def receive(self) -> Message:
        """The next piece of the body.

        Raises:
            TooLarge: the body has more bytes than `limit`.
            Stalled: nothing came for the idle time, or too little in all.
        """
        if self._read_all:
            return await self._receive()  # now it can only be the end of the connection
        now = self._clock.monotonic()
        self._began = self._began or now
        try:
            async with asyncio.timeout(self._idle):
                message = await self._receive()
        except TimeoutError:
            raise RequestStalled from None
        self._note(message)
        if self.got > self.limit:
            raise TooLarge.over(self.limit)
        spent = self._clock.monotonic() - self._began
        if not self._read_all and spent > SLOW_AFTER and self.got < spent * MIN_UPLOAD_RATE:
            raise RequestStalled
        return message

    async def send(self, message: Message) -> None:
        """Send a piece of the answer, with the added headers; the last piece waits for the rest of the body."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = [*message.get("headers", ()), *self.headers]
            if self._unread:
                message["headers"].append((b"connection", b"close"))
        elif message["type"] == "http.response.body":
            self.sent += len(message.get("body", b""))
            if self._unread and not message.get("more_body", False):
                await self._send({**message, "more_body": True})
                await self._linger()
                message = {"type": "http.response.body", "body": b"", "more_body": False}
        await self._send(message)

    @property
    def _unread(self) -> bool:
        return self.has_body and not self._read_all and not self.gone

    def _note(self, message: Message) -> None:
        if message["type"] == "http.disconnect":
            self.gone = True
        else:
            self.got += len(message.get("body", b""))
            self._read_all = not message.get("more_body", False)

    async def _linger(self) -> None:
        if self.waits_for_continue and self.got == 0:
            return
        dropped_from = self.got
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LINGER_SECONDS):
                while self._unread and self.got - dropped_from < LINGER_BYTES:
                    async with asyncio.timeout(LINGER_IDLE):
                        self._note(await self._receive())
