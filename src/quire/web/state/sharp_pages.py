"""Sharp pictures of pages for who has zoomed in: drawn from the upload in one confined process, kept for a while.

The process starts with the first picture and ends when nobody asks for another one. Keys take turns.
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import threading
from collections import OrderedDict
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, NamedTuple

from quire.clock import Clock
from quire.store.file_store import Files
from quire.web.state.fair_turns import Turns

if TYPE_CHECKING:  # importing it is start-up time
    from quire.tasks.slots import Slot, Slots

HANDLER = "quire.jobs.page_images:draw_sharp"

SECONDS, MEMORY = 20.0, 1 << 30
"""What one picture may take."""

IDLE_SECONDS = 60.0
"""After which the process is ended."""

KEPT_BYTES = 48 << 20
"""Pictures that are kept in memory: about a hundred."""

MAX_WAITING, WAITING_TOGETHER = 12, 60
"""Pictures that one key, and all keys, may wait for."""

SUFFIX = "-sharp"
"""What the names of the working folders end with."""

_STALE = 86_400.0
"""Seconds after which a folder belongs to a process that was killed."""


class SharpPage(NamedTuple):
    """A page: its task, the stored name of the upload, its number and its size in points."""

    task_id: str
    source: str
    number: int
    width: float
    height: float


class SharpPages:
    """Draws pages.

    Args:
        files: has the uploads.
        folder: where the process gets a folder of its own.
        clock: the time.
        sandbox: whether the process is locked in.
    """

    def __init__(self, files: Files, folder: Path, clock: Clock, *, sandbox: bool = True) -> None:
        self._files, self._folder, self._clock, self._sandbox = files, folder, clock, sandbox
        self._turns = Turns(1, held=1, waiting=MAX_WAITING, waiting_together=WAITING_TOGETHER)
        self._kept: OrderedDict[SharpPage, bytes] = OrderedDict()
        self._bytes = 0
        self._slots: Slots | None = None
        self._place: Path | None = None
        self._resting: asyncio.TimerHandle | None = None
        self._lock = threading.Lock()  # of the process, which starts and ends in threads

    async def picture(self, page: SharpPage, key: str) -> bytes:
        """The page as PNG; `key` is who asks.

        Raises:
            TooManyRequests: too many are waiting.
            QuireError: the page cannot be drawn, or no sharper.
        """
        if page not in self._kept:
            place = await self._turns.take(key)
            try:
                if self._resting:
                    self._resting.cancel()
                if page not in self._kept:  # another request may have had it drawn meanwhile
                    self._keep(page, await asyncio.to_thread(self._drawn, page))
            finally:
                self._turns.give(place, key)
                loop = asyncio.get_running_loop()
                self._resting = loop.call_later(IDLE_SECONDS, lambda: loop.run_in_executor(None, self.rest))
        self._kept.move_to_end(page)
        return self._kept[page]

    def rest(self) -> None:
        """End the process and delete its folder; the next picture starts another one. Blocks."""
        with self._lock:
            slots, self._slots = self._slots, None
            if slots is not None:
                slots.close()
            if self._place is not None:
                shutil.rmtree(self._place, ignore_errors=True)
                self._place = None

    def _keep(self, page: SharpPage, picture: bytes) -> None:
        self._kept[page] = picture
        self._bytes += len(picture)
        while self._bytes > KEPT_BYTES and len(self._kept) > 1:
            self._bytes -= len(self._kept.popitem(last=False)[1])

    def _drawn(self, page: SharpPage) -> bytes:
        from quire.tasks.slots import Caps, Slots

        with self._lock:
            if self._slots is None:
                self._folder.mkdir(parents=True, exist_ok=True)
                _remove_left(self._folder, self._clock.now().timestamp())
                self._place = Path(mkdtemp(suffix=SUFFIX, dir=self._folder))
                self._slots = Slots(1, Caps(SECONDS, MEMORY, sandbox=self._sandbox), folder=self._place)
            return self._slots.submit(lambda slot: self._in_slot(slot, page)).result()

    def _in_slot(self, slot: Slot, page: SharpPage) -> bytes:
        from quire.tasks.slots import READ, WRITE

        slot.start()  # makes its folders
        folder = slot.folder or Path()
        source, target = folder / READ / page.task_id, folder / WRITE / "page.png"
        if not source.exists():  # the last upload stays: who reads asks for the next page of the same one
            for old in (folder / READ).iterdir():
                old.unlink()
            self._files.fetch(page.source, source)
        size = {"width": page.width, "height": page.height}
        slot.run(HANDLER, {"source": str(source), "page": page.number, "target": str(target), **size})
        return target.read_bytes()


def _remove_left(folder: Path, now: float) -> None:
    """Delete folders whose process was killed; those that are used are young."""
    for old in folder.glob(f"*{SUFFIX}"):
        with contextlib.suppress(OSError):
            if old.stat().st_mtime < now - _STALE:
                shutil.rmtree(old, ignore_errors=True)
