"""The processes that answer SPARQL queries: kept warm, killed when a query takes too long, renewed with the edition.

Each answers one query after the other. Keys take turns, and one key has at most one process at work, so that slow
queries of one leave room for those of others.
"""

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
from quire.errors import BadRequest, Unavailable
from quire.web.state.fair_turns import Turns

QUERY_SECONDS = 10.0
"""That a query may take."""

START_SECONDS = 20.0
"""That the process may take to load a small edition."""

PLACES = 2
"""Processes: one that a key may keep busy, and one for all others. Each takes the memory of a small edition."""

MAX_WAITING = 16
"""Queries of one key that may wait for their turn."""

WAITING_TOGETHER = 128
"""Queries of all keys that may wait for their turn."""

BUILDING = "The graph store of this edition is being built. Please try again later."
TOO_LONG = f"The query took longer than {QUERY_SECONDS:.0f} seconds. Make it more specific or add a LIMIT."

_LONGEST_LINE = 1 << 20


class SparqlProcess:
    """Queries over the present edition of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._turns = Turns(PLACES, held=PLACES - 1, waiting=MAX_WAITING, waiting_together=WAITING_TOGETHER)
        self._engines = [_Engine(folder) for _ in range(PLACES)]
        self._warming: asyncio.Task[None] | None = None
        self._wants: dict[str, bool] = {}  # by edition, whether it needs a store on disk
        self._builder: asyncio.Task[None] | None = None

    async def query(self, edition: str, text: str, *, table: str, graph: str, key: str = "") -> tuple[str, bytes]:
        """The media type and the bytes of a result; `table` and `graph` are the types for the two kinds of results.

        `key` is who asks: keys take turns.

        Raises:
            BadRequest: the query is none, is refused, takes too long or gives too much; also while the store is built.
            TooManyRequests: too many are waiting.
            Unavailable: the store is still being built, or the process died.
        """
        place = await self._turns.take(key)
        try:
            try:
                wanted = await self._available(edition)
            except Unavailable:
                await self._parse(edition, text)  # a query that can never be answered is refused at once
                raise
            found = await self._engines[place].ask(wanted, {"query": text, "table": table, "graph": graph})
            self._warm(place, wanted)
            return found
        finally:
            self._turns.give(place, key)

    async def close(self) -> None:
        """End the processes."""
        for task in (self._builder, self._warming):
            if task is not None:
                task.cancel()
                await asyncio.wait([task])
        for engine in self._engines:
            await engine.stop()

    def _warm(self, place: int, edition: str) -> None:
        """Start the other processes before they are needed."""
        idle = [one for at, one in enumerate(self._engines) if at != place and not one.is_ready(edition)]
        if idle and (self._warming is None or self._warming.done()):
            self._warming = asyncio.create_task(_start_all(idle, edition))

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
        former = await anyio.to_thread.run_sync(sparql_engine.former_store, self._folder, edition)
        running = next((one.serves for one in self._engines if one.serves), "")
        if former or running:
            return former or running
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


class _Engine:
    """One process that answers queries over one edition."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: asyncio.subprocess.Process | None = None
        self._serves = ""  # the edition that the process answers for
        self._starting = asyncio.Lock()

    def is_ready(self, edition: str) -> bool:
        """Whether the process runs and answers for the edition."""
        return self._process is not None and self._process.returncode is None and self._serves == edition

    @property
    def serves(self) -> str:
        """The edition that the process answers for; "" when none runs."""
        return self._serves if self._process is not None and self._process.returncode is None else ""

    async def ask(self, edition: str, request: dict[str, str]) -> tuple[str, bytes]:
        """The media type and the bytes of the answer.

        Raises:
            BadRequest: as for `Sparql.query`. Unavailable: the process does not start.
        """
        return await self._ask(await self.start(edition), request)

    async def start(self, wanted: str) -> asyncio.subprocess.Process:
        """The process that answers for an edition."""
        async with self._starting:
            return await self._start(wanted)

    async def _start(self, wanted: str) -> asyncio.subprocess.Process:
        if self._process is not None and self._process.returncode is None and self._serves == wanted:
            return self._process
        await self.stop()
        command = (sys.executable, "-m", "quire.company.sparql_engine", str(self._folder), wanted, str(os.getpid()))
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=_LONGEST_LINE)
        self._process, self._serves = process, wanted
        assert process.stdout is not None  # noqa: S101 - for the type checker: it is a pipe
        try:
            async with asyncio.timeout(START_SECONDS):
                if not await process.stdout.readline():
                    raise Unavailable("The query process does not start.")
        except TimeoutError:
            await self.stop()
            raise Unavailable(BUILDING) from None
        return process

    async def _ask(self, process: asyncio.subprocess.Process, request: dict[str, str]) -> tuple[str, bytes]:
        assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018 - for the type checker: they are pipes
        try:
            async with asyncio.timeout(QUERY_SECONDS):
                process.stdin.write(json.dumps(request).encode() + b"\n")
                await process.stdin.drain()
                head = json.loads(await process.stdout.readline() or b"null")
                body = await process.stdout.readexactly(head.get("length", 0)) if head else b""
        except TimeoutError:
            await self.stop()
            raise BadRequest(TOO_LONG) from None
        except (ConnectionError, asyncio.IncompleteReadError):
            head = None
        except BaseException:  # the client is gone in the middle: the rest of the answer belongs to nobody
            await self.stop()
            raise
        if head is None:
            await self.stop()
            raise BadRequest("The query needs more memory than is allowed.")
        if "error" in head:
            raise BadRequest(head["error"])
        return str(head["type"]), body

    async def stop(self) -> None:
        """End the process."""
        process, self._process, self._serves = self._process, None, ""
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _start_all(engines: list[_Engine], edition: str) -> None:
    for engine in engines:
        with contextlib.suppress(Unavailable):
            await engine.start(edition)


def _needs_store(folder: Path, edition: str) -> bool:
    with Catalogue(folder, edition) as catalogue:
        return sparql_engine.needs_store(catalogue)
