"""Opened wikis, kept in memory: the most recently read ones, opened anew when their pages change."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from weakref import WeakValueDictionary

from quire.clock import Clock
from quire.wiki.opened_wiki import OpenedWiki
from quire.wiki.search.passage_ranking import SemanticVectors
from quire.wiki.wiki_folder import Wiki

MAX_OPEN_WIKIS = 32
"""Wikis kept open; one with a thousand pages takes about 10 MB with its book."""

REUSE_SECONDS = 1.0
"""Seconds for which a wiki counts as unchanged: reading the times of a thousand files takes 5 ms."""


class WikiSummary(NamedTuple):
    """What a list of wikis says of one."""

    pages: int
    coverage: float
    latest_review: str | None  # UTC, ISO 8601


class WikiCache:
    """The opened wikis of one process; for threads.

    Args:
        clock: the time.
        kept: how many stay open.
        meaning: makes the embeddings of a wiki's passages and of queries; None searches by words only.
    """

    def __init__(
        self, clock: Clock, kept: int = MAX_OPEN_WIKIS, *, meaning: Callable[[Path], SemanticVectors] | None = None
    ) -> None:
        self._clock = clock
        self._meaning = meaning
        self._kept = kept
        self._lock = threading.Lock()
        self._turns: WeakValueDictionary[Path, threading.Lock] = (
            WeakValueDictionary()
        )  # one opens, the others wait for it
        self._opened: OrderedDict[Path, tuple[OpenedWiki, float]] = OrderedDict()
        self._outlines: dict[Path, tuple[str, int, float]] = {}

    def open(self, folder: Path) -> OpenedWiki:
        """The wiki in a folder, as it is now or was within the last second.

        Raises:
            NotFound: there is none.
        """
        with self._lock:
            found = self._fresh(folder)
            turn = self._turns.setdefault(folder, threading.Lock())
        if found is not None:
            return found
        with turn:
            with self._lock:
                found = self._fresh(folder)
                old, _ = self._opened.get(folder, (None, 0.0))
            if found is not None:
                return found
            now = self._clock.monotonic()
            wiki = OpenedWiki(folder, self._meaning) if old is None or old.wiki.stamp() != old.stamp else old
            with self._lock:
                self._opened[folder] = (wiki, now)
                self._opened.move_to_end(folder)
                while len(self._opened) > self._kept:
                    self._opened.popitem(last=False)
            return wiki

    def _fresh(self, folder: Path) -> OpenedWiki | None:
        """The wiki if it was looked at within the last second; the lock is held."""
        found = self._opened.get(folder)
        if found is None or self._clock.monotonic() - found[1] >= REUSE_SECONDS:
            return None
        self._opened.move_to_end(folder)
        return found[0]

    def outline(self, folder: Path) -> WikiSummary:
        """What a list says of the wiki in a folder; it is remembered also when the wiki is closed again.

        Raises:
            NotFound: there is none.
        """
        wiki = Wiki.open(folder)
        stamp = wiki.stamp()
        found = self._outlines.get(folder)
        if found is None or found[0] != stamp:
            opened = self.open(folder)
            found = self._outlines[folder] = (stamp, len(opened.metadata), opened.coverage)
        return WikiSummary(found[1], found[2], max((one.created_at for one in wiki.reviews()), default=None))
