"""The companies as this process serves them: the present edition, its register, and answers that stand ready.

An import publishes a new edition by one rename; a look at one file, at most every `LOOK` seconds, notices it. From then
on documents come from the new edition at once, while its register of names is loaded in a thread (or made by a process
of its own, when the import left none) and the former one keeps answering. Who would get a 404 from a former register
waits for the new one. All methods belong to the event loop.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from pathlib import Path

import anyio.to_thread

from quire.clock import Clock
from quire.company.catalogue import CURRENT, Catalogue
from quire.company.edition import lacks_index, register_of
from quire.company.lookup import Register
from quire.company.representations import DEFAULT_BASE
from quire.errors import NotFound
from quire.web.state.company_bodies import Document, Edition, Packs
from quire.web.state.sparql_process import SparqlProcess

LOOK = 0.05
"""Seconds between two looks for a new edition."""

IMPORT_SECONDS = 15.0
"""Since an edition was published, in which the import that did it may still be making the index."""

READY = 20_000
"""Answers that stand ready; one takes about 1.5 kB."""

NOTHING = "No companies have been imported yet."

_log = logging.getLogger("quire.web")
_Stamp = tuple[int, int]


class Companies:
    """The catalogue in a folder; `base` is the public address of the service, "" when the setting is empty."""

    def __init__(self, folder: Path, clock: Clock, base: str = "") -> None:
        self.folder = folder
        self._base = base
        self.look_at_base()
        self.ready: dict[bytes, Document] = {}  # by the path as it was sent
        self.dumps = 0  # under way
        self.sparql = SparqlProcess(folder)
        self._clock = clock
        self._next_look = 0.0
        self._stamp: _Stamp | None = None
        self._edition: Edition | None = None
        self._register: Register | None = None
        self._loading: asyncio.Task[Register] | None = None

    def look_at_base(self) -> str:
        """What is wrong with the base of the IRIs, also logged; "" when they follow the public address."""
        try:
            with Catalogue.open(self.folder) as catalogue:
                stored = catalogue.base
        except Exception:  # noqa: BLE001 - no edition, or none that can be read: `_swap` logs that
            return ""
        wanted = (self._base or DEFAULT_BASE).rstrip("/")
        if stored == wanted:
            return ""
        found = (
            f"The IRIs of the companies begin with {stored}, but the address of the service is {wanted}. "
            "Import again with QUIRE_BASE_URL set to the address, so that they can be looked up."
        )
        _log.warning(found)
        return found

    def look(self) -> None:
        """Take the newest edition, if it is time to look for one."""
        now = self._clock.monotonic()
        if now < self._next_look:
            return
        self._next_look = now + LOOK
        stamp = _stamp(self.folder)
        if stamp != self._stamp:
            self._swap(stamp)

    def edition(self) -> Edition:
        """The present edition.

        Raises:
            NotFound: nothing was imported yet.
        """
        self.look()
        if self._edition is None:
            raise NotFound(NOTHING)
        return self._edition

    def catalogue(self) -> Catalogue:
        """The catalogue of the present edition.

        Raises:
            NotFound: nothing was imported yet.
        """
        return self.edition().catalogue

    async def register(self, *, newest: bool = False) -> Register:
        """The register of names; a former one while the present edition's is still loaded, unless `newest`.

        Raises:
            NotFound: nothing was imported yet.
        """
        self.catalogue()
        if self._loading is not None and (newest or self._register is None or self._loading.done()):
            loading = self._loading
            register = await asyncio.shield(loading)
            if self._loading is loading:
                self._register, self._loading = register, None
        assert self._register is not None  # noqa: S101 - for the type checker: one was there, or was awaited
        return self._register

    @property
    def is_loading(self) -> bool:
        """Whether the register of a newer edition is under way."""
        return self._loading is not None

    def keep(self, path: bytes, document: Document) -> None:
        """Have an answer stand ready for a path."""
        if len(self.ready) >= READY:
            self.ready.pop(next(iter(self.ready)))
        self.ready[path] = document

    async def close(self) -> None:
        """End what runs, and close the files."""
        await self.sparql.close()
        if self._loading is not None:
            self._loading.cancel()
        if self._edition is not None:
            self._edition.catalogue.close()
            self._edition = None

    def _swap(self, stamp: _Stamp | None) -> None:
        if stamp is None:  # the folder was emptied
            found = None
        else:
            try:
                found = Edition(Catalogue.open(self.folder), Packs())
            except Exception:  # noqa: BLE001 - whatever it is: the present edition is better than none, and the log says why
                _log.exception("The new edition of the companies cannot be opened.")
                return
        before, self._edition, self._stamp = self._edition, found, stamp
        self.ready = {}
        if before is not None:
            before.catalogue.close()
        if self._loading is not None:
            self._loading.cancel()
        self._loading = (
            None if found is None else asyncio.get_running_loop().create_task(_load(self.folder, self._clock))
        )
        if found is None:
            self._register = None


def _stamp(folder: Path) -> _Stamp | None:
    """What changes when another edition is named."""
    try:
        found = (folder / CURRENT).stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns


async def _load(folder: Path, clock: Clock) -> Register:
    """The register of the present edition."""
    while _lacks_index(folder):
        named = (folder / CURRENT).stat().st_mtime
        if not 0 <= clock.now().timestamp() - named <= IMPORT_SECONDS:
            await _make_index(folder)
            break
        await asyncio.sleep(LOOK)
    return await anyio.to_thread.run_sync(_register, folder)


def _lacks_index(folder: Path) -> bool:
    with Catalogue.open(folder) as catalogue:
        return lacks_index(folder, catalogue)


def _register(folder: Path) -> Register:
    """Runs in a thread, which opens and closes the catalogue itself: whoever cancels the load does not wait for it."""
    with Catalogue.open(folder) as catalogue:
        return register_of(folder, catalogue)


async def _make_index(folder: Path) -> None:
    """Have a process of its own make the index; a failure is logged, then this process makes it."""
    command = (sys.executable, "-m", "quire.company.edition", str(folder))
    process = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    try:
        _, said = await process.communicate()
    except asyncio.CancelledError:
        process.kill()
        await process.wait()
        raise
    if process.returncode:
        _log.warning("The index of the companies was not kept: %s", said.decode("utf-8", "replace").strip()[-500:])
