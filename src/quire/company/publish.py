"""Imports parts into the next edition of pack and catalogue; writes no edition when they change nothing.

Only one import runs at a time (a lock in the folder). All new files have other names until the last rename, so a crash
at any moment leaves the edition that was served; the next import removes the files that the crash left.
"""

from __future__ import annotations

import contextlib
import fcntl
import gc
import multiprocessing
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from multiprocessing.pool import AsyncResult
from pathlib import Path
from types import TracebackType
from typing import Self

from quire.company import representations
from quire.company.catalogue import Catalogue, Draft, current, pack_name
from quire.company.document_differences import Change
from quire.company.edition_files import compact, sweep
from quire.company.pack import PackWriter, Places
from quire.company.part_spool import Raw, Rejected, Spool
from quire.company.record import Part
from quire.company.record_build import ADDED, CHANGED, REFUSED, Built, Job, Old, build
from quire.errors import Conflict, NotFound

IN_PROCESS = 64
"""Companies that are worked on without other processes: starting those takes longer."""

AHEAD = 4
"""Jobs that wait for each worker: enough to keep it busy, few enough that their bodies fit in memory."""

_FEWEST_WORKERS = 2
"""Workers from which on other processes build the companies; below, this process does."""


@dataclass
class Summary:
    """The result of an import: companies by outcome, parts read, rows refused, remarks on rows that were taken.

    `edition` is the one that is served now.
    """

    outcomes: Counter[str] = field(default_factory=Counter)
    parts: int = 0
    rejected: int = 0
    remarks: int = 0
    edition: int = 0
    published: bool = False

    @property
    def taken(self) -> int:
        """The number of companies of which something was taken, or was there already."""
        return self.outcomes.total() - self.outcomes[REFUSED]


@dataclass(frozen=True)
class Plan:
    """The settings of an import: base of the IRIs, earlier versions kept, workers, and the functions that get reports.

    `reject` gets each refused row and each remark, `progress` the number of companies done and of all. A dry run
    publishes nothing; `change` gets each value that it would change. `prepare` gets the folder and the file name of the
    new edition before readers switch to it.
    """

    base: str
    keep: int
    workers: int
    moment: datetime
    reject: Callable[[Rejected], None] = lambda _: None
    progress: Callable[[int, int], None] = lambda *_: None
    dry_run: bool = False
    change: Callable[[Change], None] = lambda _: None
    prepare: Callable[[Path, str], None] = lambda *_: None


def publish(folder: Path, parts: Iterable[Part | Raw | Rejected], plan: Plan) -> Summary:
    """Merge `parts` into the companies of `folder`, and publish the new edition.

    Raises:
        Conflict: another import is running there.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with _alone(folder):
        sweep(folder, plan.keep)
        spool = Spool(folder)
        try:
            return _import(folder, parts, spool, plan)
        finally:
            spool.close()


def _import(folder: Path, parts: Iterable[Part | Raw | Rejected], spool: Spool, plan: Plan) -> Summary:
    summary = Summary()

    def reject(row: Rejected) -> None:
        summary.remarks += row.taken
        summary.rejected += not row.taken
        plan.reject(row)

    for part in parts:
        if isinstance(part, Rejected):
            reject(part)
        else:
            summary.parts += 1
            spool.add(part)
    with contextlib.ExitStack() as stack:
        standing: Catalogue | None = None
        with contextlib.suppress(NotFound):
            standing = stack.enter_context(Catalogue.open(folder))
        work = stack.enter_context(_Work(folder, spool, standing, plan))
        for done, built in enumerate(work.results(), 1):
            for row in built.rejected:
                reject(row)
            for change in built.changes:
                plan.change(change)
            summary.outcomes[built.outcome] += 1
            work.enter(built)
            plan.progress(done, work.total)
        summary.published = work.finish()
    name = current(folder)
    summary.edition = int(name.split("-")[1].split(".")[0]) if name else 0
    return summary


class _Work:
    """The next edition while it grows; its files are made when the first company needs them."""

    def __init__(self, folder: Path, spool: Spool, standing: Catalogue | None, plan: Plan) -> None:
        self._folder = folder
        self._spool = spool
        self._standing = standing
        self._plan = plan
        self._draft: Draft | None = None
        self._writer: PackWriter | None = None
        self._anew = (
            standing is not None
            and not plan.dry_run
            and (standing.base != plan.base or standing.meta.get("written") != representations.EDITION)
        )
        self.total = len(spool)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for made in (self._writer, self._draft) if kind is not None else ():
            if made is not None:
                made.discard()

    def results(self) -> Iterator[Built]:
        """What became of each company, in the order in which they came."""
        jobs = self._jobs()
        first = [job for _, job in zip(range(IN_PROCESS + 1), jobs, strict=False)]
        if len(first) <= IN_PROCESS or self._plan.workers < _FEWEST_WORKERS:
            yield from map(build, _chain(first, jobs))
            return
        # Records hold no cycles, so that looking for some is lost time in the workers.
        with multiprocessing.get_context("spawn").Pool(self._plan.workers, gc.disable) as pool:
            waiting: deque[AsyncResult[Built]] = deque()
            for job in _chain(first, jobs):
                waiting.append(pool.apply_async(build, (job,)))
                if len(waiting) > AHEAD * self._plan.workers:
                    yield waiting.popleft().get()
            while waiting:
                yield waiting.popleft().get()

    def enter(self, built: Built) -> None:
        """Put what was built into the next edition."""
        if built.listing is None or built.bodies is None:
            return
        if self._draft is None or self._writer is None:
            self._draft = Draft(
                self._folder, base=self._plan.base, keep=self._plan.keep, written=representations.EDITION
            )
            self._writer = PackWriter(self._folder / pack_name(self._draft.pack))
        offset = self._writer.append(built.bodies.data)
        places = Places(self._draft.pack, offset, built.bodies.table)
        self._draft.put(built.listing, places, self._plan.moment, version=built.outcome in {ADDED, CHANGED})

    def finish(self) -> bool:
        """Publish the edition; False when there is nothing to publish."""
        if self._draft is None or self._writer is None:
            return False
        self._writer.close()
        compact(self._folder, self._draft)
        self._draft.publish(self._plan.moment, self._plan.prepare)
        sweep(self._folder, self._plan.keep)
        return True

    def _jobs(self) -> Iterator[Job]:
        seen = set()
        for (dataset, key), stored in self._spool.companies():
            seen.add((dataset, key))
            yield self._job(dataset, key, stored)
        if self._anew and self._standing is not None:
            self.total = len(seen) + sum((entry.dataset, entry.key) not in seen for entry in self._standing.names())
            for entry in self._standing.names():
                if (entry.dataset, entry.key) not in seen:
                    yield self._job(entry.dataset, entry.key, [])

    def _job(self, dataset: str, key: str, stored: list[tuple[bytes, bytes]]) -> Job:
        entry = self._standing.by_id((dataset, key)) if self._standing else None
        old = None
        if entry is not None and self._standing is not None:
            document = self._standing.body(entry, "json")
            about, origins = self._standing.about(entry), self._standing.origins(entry)
            old = Old(document, about, origins, entry.modified.isoformat())
        return Job(
            dataset, key, old, stored, self._plan.base, self._plan.moment.isoformat(), self._anew, self._plan.dry_run
        )


def _chain(first: Iterable[Job], rest: Iterator[Job]) -> Iterator[Job]:
    yield from first
    yield from rest


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    with (folder / "import.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Conflict("Another import is running.") from None
        yield
