"""The two clients; what they can do is in `operations`."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator
from typing import Self

import anyio
import httpx

from quire_client.events import Event, EventStream
from quire_client.operation import Awaiting, Blocking
from quire_client.operations import WAIT, Operations
from quire_client.requests import Retries, error_of

TIMEOUT = httpx.Timeout(WAIT + 30.0, connect=10.0)
"""Longer than the service holds a request."""


class Client(Operations, Blocking):
    """A client that blocks; usable from several threads.

    Args:
        address: of the service, such as ``https://quire.example.org``.
        key: an access key.
        retries: how persistent it is.
        http: a client of httpx instead of a new one, for proxies, certificates, tests; it gets address and key.
    """

    def __init__(
        self, address: str, key: str, *, retries: Retries | None = None, http: httpx.Client | None = None
    ) -> None:
        super().__init__(address, retries or Retries())
        self._http = http or httpx.Client(timeout=TIMEOUT)
        _point(self._http, address, key)

    def events(self, job_id: int) -> Iterator[Event]:
        """The events of a wiki's job from the first on, as they happen; ends after ``done``.

        Raises:
            ApiError: there is no such job. ConnectionLost: the service does not answer, also after the retries.
        """
        stream = EventStream(job_id, self._retries)
        while True:
            error: httpx.TransportError | None = None
            try:
                with self._http.stream("GET", stream.call.path, headers=stream.headers) as response:
                    if response.is_error:
                        response.read()
                        raise error_of(response)
                    for line in response.iter_lines():
                        event = stream.feed(line)
                        if event is not None:
                            yield event
                            if event.type == "done":
                                return
            except httpx.TransportError as problem:
                error = problem
            time.sleep(stream.lost(error))

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncClient(Operations, Awaiting):
    """The same for asyncio and trio; arguments as `Client`."""

    def __init__(
        self, address: str, key: str, *, retries: Retries | None = None, http: httpx.AsyncClient | None = None
    ) -> None:
        super().__init__(address, retries or Retries())
        self._http = http or httpx.AsyncClient(timeout=TIMEOUT)
        _point(self._http, address, key)

    async def events(self, job_id: int) -> AsyncIterator[Event]:
        """As `Client.events`."""
        stream = EventStream(job_id, self._retries)
        while True:
            error: httpx.TransportError | None = None
            try:
                async with self._http.stream("GET", stream.call.path, headers=stream.headers) as response:
                    if response.is_error:
                        await response.aread()
                        raise error_of(response)
                    async for line in response.aiter_lines():
                        event = stream.feed(line)
                        if event is not None:
                            yield event
                            if event.type == "done":
                                return
            except httpx.TransportError as problem:
                error = problem
            await anyio.sleep(stream.lost(error))

    async def close(self) -> None:
        """Close the connections."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


def _point(http: httpx.Client | httpx.AsyncClient, address: str, key: str) -> None:
    """Every request goes to the service, with the key."""
    http.base_url = httpx.URL(address)
    http.headers["authorization"] = f"Bearer {key}"
    http.headers["user-agent"] = "quire-client"
