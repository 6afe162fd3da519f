"""Bytes to a client past the server library: a head and a body in one system call, without a copy in this process.

The library's transport joins or queues what it is given. Here the kernel takes the head and the body, which is in a
mapped file, in one call; what it does not take at once goes to the transport, in the right order. (sendfile took half
as much CPU again for bodies that do not begin at a page boundary.)
"""

from __future__ import annotations

import asyncio
import os
import socket


class RawConnection:
    """A connection; `client` is the address of its other end.

    The socket is a second descriptor of the connection, so that closing one of them never closes a stranger's.
    """

    def __init__(self, transport: asyncio.Transport, client: str) -> None:
        self.client = client
        self._transport = transport
        self._socket: socket.socket | None = None
        found = transport.get_extra_info("socket")
        if found is not None and transport.get_extra_info("sslcontext") is None:
            self._socket = socket.socket(fileno=os.dup(found.fileno()))
            self._socket.settimeout(0)

    @property
    def is_writable(self) -> bool:
        """Whether all that was sent before has left, and more can follow."""
        return self._transport.get_write_buffer_size() == 0 and not self._transport.is_closing()

    def send(self, head: bytes, body: memoryview | None) -> None:
        """Send a head, and a body; only while `is_writable`."""
        parts: list[bytes | memoryview] = [head] if body is None else [head, body]
        try:
            sent = self._socket.sendmsg(parts) if self._socket is not None else 0
        except BlockingIOError:
            sent = 0
        except OSError:  # the client is gone
            self._transport.abort()
            return
        for part in parts:
            if sent < len(part):
                self._transport.write(part[sent:])
            sent = max(0, sent - len(part))

    def close(self) -> None:
        """Give the second descriptor back."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None
