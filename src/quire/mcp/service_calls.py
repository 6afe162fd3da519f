"""Calls of the service on behalf of one tool: progress to the agent, and a cancelled call ends its task."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

import anyio
import anyio.to_thread
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError, ToolError

from quire.errors import QuireError
from quire.mcp.inputs import Inputs
from quire_client import ApiError, AsyncClient, ClientError, Converted, Statements, StillRunning, Task

LOOK = 2.0
"""Seconds between two reports of progress."""

CANCEL_SECONDS = 5.0
"""For telling the service that a task is not wanted any more."""


@dataclass(frozen=True)
class Service:
    """The service as tools see it.

    Attributes:
        connect: a client with the key of whoever calls.
        inputs: where files may come from.
    """

    connect: Callable[[], AbstractAsyncContextManager[AsyncClient]]
    inputs: Inputs

    @contextlib.asynccontextmanager
    async def client(self) -> AsyncIterator[AsyncClient]:
        """A client; errors inside the context become errors of the tool, in one sentence."""
        try:
            async with self.connect() as client:
                yield client
        except (ClientError, QuireError) as error:
            raise ToolError(_sentence(error)) from None

    @contextlib.asynccontextmanager
    async def reader(self) -> AsyncIterator[AsyncClient]:
        """A client; errors inside the context become errors of the resource, in the same sentence."""
        try:
            async with self.connect() as client:
                yield client
        except (ClientError, QuireError) as error:
            kind = ResourceNotFoundError if _has(error, HTTPStatus.NOT_FOUND) else ResourceError
            raise kind(_sentence(error)) from None

    async def made(
        self, context: Context, file: str, to: str, pages: str = "", password: str = ""
    ) -> tuple[Task, Converted | Statements]:
        """The task of a file, and its result. The same file with the same options is one task a day."""
        async with self.client() as client, self.inputs.opened(file) as (path, name):
            digest = await anyio.to_thread.run_sync(_digest, path)
            key = hashlib.sha256(f"mcp\0{to}\0{pages}\0{name}\0{digest}\0{password}".encode()).hexdigest()
            task = await client.submit(path, to, filename=name, pages=pages, password=password, idempotency_key=key)
            return task, await self._wait(context, client, task)

    async def _wait(self, context: Context, client: AsyncClient, task: Task) -> Converted | Statements:
        latest = (0, 0)

        def note(done: int, total: int) -> None:
            nonlocal latest
            latest = (done, total)

        try:
            while True:
                try:
                    return await client.wait(task, timeout=LOOK, progress=note)
                except StillRunning:
                    await context.report_progress(latest[0], latest[1] or None, "pages read")
        except anyio.get_cancelled_exc_class():
            with anyio.move_on_after(CANCEL_SECONDS, shield=True), contextlib.suppress(ClientError):
                await client.delete(task)
            raise


def _sentence(error: Exception) -> str:
    refused = _has(error, HTTPStatus.UNAUTHORIZED)
    return f"{error}. Check the access key of this server (QUIRE_KEY)." if refused else str(error)


def _has(error: Exception, status: HTTPStatus) -> bool:
    return isinstance(error, ApiError) and error.status == status


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
