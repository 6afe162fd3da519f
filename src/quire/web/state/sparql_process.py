"""The process that answers SPARQL queries, kept warm, killed when a query takes too long, renewed with the edition."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from pathlib import Path

import anyio.to_thread

from quire.company import sparql_engine
from quire.company.catalogue import Catalogue
from quire.errors import BadRequest, TooManyRequests, Unavailable

QUERY_SECONDS = 10.0
"""That a query may take."""

START_SECONDS = 20.0
"""That the process may take to load a small edition."""

MAX_WAITING = 16
"""Queries that may wait for their turn; the process answers one after the other."""

BUILDING = "The graph store of this edition is being built. Please try again later."
TOO_LONG = f"The query took longer than {QUERY_SECONDS:.0f} seconds. Make it more specific or add a LIMIT."

_LONGEST_LINE = 1 << 20


class SparqlProcess:
    """Queries over the present edition of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = asyncio.Lock()
        self._waiting = 0
        self._process: asyncio.subprocess.Process | None = None
        self._serves = ""  # the edition that the process answers for
        self._wants: dict[str, bool] = {}  # by edition, whether it needs a store on disk
        self._builder: asyncio.Task[None] | None = None

    async def query(self, edition: str, text: str, *, table: str, graph: str) -> tuple[str, bytes]:
        """The media type and the bytes of a result; `table` and `graph` are the types for the two kinds of results.

        Raises:
            BadRequest: the query is none, is refused, takes too long or gives too much; also while the store is built.
            TooManyRequests: too many are waiting.
            Unavailable: the store is still being built, or the process died.
        """
        if self._waiting >= MAX_WAITING:
            raise TooManyRequests("Too many queries are waiting. Please try again later.")
        self._waiting += 1
        try:
            async with self._lock:
                try:
                    process = await self._ready(edition)
                except Unavailable:
                    await self._parse(edition, text)  # what will never be answered is told at once
                    raise
                return await self._ask(process, {"query": text, "table": table, "graph": graph})
        finally:
            self._waiting -= 1

    async def close(self) -> None:
        """End the processes."""
        if self._builder is not None:
            self._builder.cancel()
        await self._stop()

    async def _ready(self, edition: str) -> asyncio.subprocess.Process:
        """A process that answers for the edition, or for an older one while the edition's store is made."""
        wanted = await self._available(edition)
        if self._process is not None and self._process.returncode is None and self._serves == wanted:
            return self._process
        await self._stop()
        command = (sys.executable, "-m", "quire.company.sparql_engine", str(self._folder), wanted, str(os.getpid()))
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=_LONGEST_LINE)
        self._process, self._serves = process, wanted
        assert process.stdout is not None  # noqa: S101 - for the type checker: it is a pipe
        try:
            async with asyncio.timeout(START_SECONDS):
                if not await process.stdout.readline():
                    raise Unavailable("The query process could not be started.")
        except TimeoutError:
            await self._stop()
            raise Unavailable(BUILDING) from None
        return process

    async def _available(self, edition: str) -> str:
        """The newest edition that can be queried; a large one without a store is begun to be built.

        Raises:
            Unavailable: there is none.
        """
        if edition not in self._wants:
            self._wants = {edition: await anyio.to_thread.run_sync(_needs_store, self._folder, edition)}
        if not self._wants[edition] or sparql_engine.store_path(self._folder, edition).is_dir():
            return edition
        if self._builder is None or self._builder.done():
            self._builder = asyncio.create_task(self._build(edition))
        if self._process is not None and self._process.returncode is None:
            return self._serves
        raise Unavailable(BUILDING)

    async def _build(self, edition: str) -> None:
        command = (
            sys.executable,
            "-m",
            "quire.company.sparql_engine",
            str(self._folder),
            edition,
            str(os.getpid()),
            "build",
        )
        process = await asyncio.create_subprocess_exec(*command)
        try:
            await process.wait()
        finally:
            if process.returncode is None:
                process.kill()

    async def _parse(self, edition: str, text: str) -> None:
        """Have a process of its own parse the query, which must not hold up the service.

        Raises:
            BadRequest: it is none.
        """
        command = (
            sys.executable,
            "-m",
            "quire.company.sparql_engine",
            str(self._folder),
            edition,
            str(os.getpid()),
            "parse",
        )
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
        try:
            async with asyncio.timeout(QUERY_SECONDS):
                said, _ = await process.communicate(json.dumps({"query": text}).encode() + b"\n")
        except TimeoutError:
            return  # whether it can be answered will be seen
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        found = json.loads(said or b"{}")
        if "error" in found:
            raise BadRequest(found["error"])

    async def _ask(self, process: asyncio.subprocess.Process, request: dict[str, str]) -> tuple[str, bytes]:
        assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018 - for the type checker: they are pipes
        try:
            async with asyncio.timeout(QUERY_SECONDS):
                process.stdin.write(json.dumps(request).encode() + b"\n")
                await process.stdin.drain()
                head = json.loads(await process.stdout.readline() or b"null")
                body = await process.stdout.readexactly(head.get("length", 0)) if head else b""
        except TimeoutError:
            await self._stop()
            raise BadRequest(TOO_LONG) from None
        except (ConnectionError, asyncio.IncompleteReadError):
            head = None
        except BaseException:  # the client is gone in the middle: the rest of the answer belongs to nobody
            await self._stop()
            raise
        if head is None:
            await self._stop()
            raise BadRequest("The query needs more memory than allowed.")
        if "error" in head:
            raise BadRequest(head["error"])
        return str(head["type"]), body

    async def _stop(self) -> None:
        process, self._process, self._serves = self._process, None, ""
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def _needs_store(folder: Path, edition: str) -> bool:
    with Catalogue(folder, edition) as catalogue:
        return sparql_engine.needs_store(catalogue)
