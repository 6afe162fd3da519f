"""Imports and checks of companies: files to the catalogue that is served, in this process and its workers."""

from __future__ import annotations

import multiprocessing
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from pathlib import Path

from quire.company import sparql_engine
from quire.company.catalogue import Catalogue
from quire.company.document_differences import Change
from quire.company.edition import companies_named, keep_worthy_index
from quire.company.importers import read
from quire.company.importers.import_context import Context
from quire.company.part_spool import Rejected
from quire.company.publish import Plan, Summary, publish
from quire.company.representations import checked_base
from quire.company.verify import Fault, verify
from quire.errors import NotFound

ADDRESS_SPACE = 4 << 30
"""Bytes of address space that an import and each of its workers may use: files that others made are unpacked there."""

NICE = 10
"""Priority of an import: on a busy machine the service that answers meanwhile comes first."""

_BATCH = 64
"""Companies that a check verifies at a time."""

_FEWEST_WORKERS = 2
"""Workers from which on other processes verify; below, this process does."""

_FEWEST_BATCHES = 2
"""Batches from which on other processes verify; below, this process does."""


@dataclass(frozen=True, slots=True)
class Import:
    """What is imported, and how.

    Attributes:
        paths: Files and folders.
        base: The service's public address; "" for the default base of the IRIs.
        keep: Earlier versions kept of each document, and of the whole.
        moment: Now, UTC.
        context: What the importers are told beside the files.
        workers: Processes; 0 = one for each core.
        reject: Is given each rejected row.
        reading: Is told the name of each file that is begun.
        progress: Is told the companies that are done, and all of them.
        dry_run: Publish nothing.
        change: Is given each value that a dry run would change.
    """

    paths: Sequence[Path]
    base: str
    keep: int
    moment: datetime
    context: Context = field(default_factory=Context)
    workers: int = 0
    reject: Callable[[Rejected], None] = lambda _: None
    reading: Callable[[str], None] = lambda _: None
    progress: Callable[[int, int], None] = lambda *_: None
    dry_run: bool = False
    change: Callable[[Change], None] = lambda _: None


def import_companies(folder: Path, wish: Import) -> Summary:
    """Bring files into the companies of `folder`.

    Raises:
        BadSetting: the base cannot be one.
        Conflict: another import is running.
    """
    base = checked_base(wish.base)
    _know(folder, wish.context)
    workers = wish.workers or len(os.sched_getaffinity(0))
    plan = Plan(
        base,
        wish.keep,
        workers,
        wish.moment,
        reject=wish.reject,
        progress=wish.progress,
        dry_run=wish.dry_run,
        change=wish.change,
        prepare=_build_store,
    )
    summary = publish(folder, read(wish.paths, wish.context, wish.reading), plan)
    if summary.published:
        keep_worthy_index(folder)
    return summary


def _build_store(folder: Path, name: str) -> None:
    """Build the graph store of an edition that needs one, so that queries find it when the edition is switched on.

    A failure is no reason to refuse the edition: the service builds the store then, while the former one answers.
    """
    with Catalogue(folder, name) as catalogue:
        if not sparql_engine.needs_store(catalogue):
            return
    command = [sys.executable, "-m", "quire.company.sparql_engine", str(folder), name, str(os.getpid()), "build"]
    subprocess.run(command, check=False)  # noqa: S603 - this program


def verify_companies(folder: Path, workers: int, progress: Callable[[int, int], None]) -> Iterator[Fault]:
    """What is wrong with the documents of the present edition, one after the other.

    Raises:
        NotFound: nothing was imported yet.
    """
    with Catalogue.open(folder) as catalogue:
        keys = [(entry.dataset, entry.key) for entry in catalogue.names()]
        name = catalogue.name
    batches = [keys[at : at + _BATCH] for at in range(0, len(keys), _BATCH)]
    if workers < _FEWEST_WORKERS or len(batches) < _FEWEST_BATCHES:
        with Catalogue(folder, name) as catalogue:
            for done, batch in enumerate(batches, 1):
                yield from _faults(catalogue, batch)
                progress(min(done * _BATCH, len(keys)), len(keys))
        return
    with multiprocessing.get_context("spawn").Pool(workers, _open, (folder, name)) as pool:
        for done, faults in enumerate(pool.imap(_verify, batches), 1):
            yield from faults
            progress(min(done * _BATCH, len(keys)), len(keys))


_opened: list[Catalogue] = []
"""The edition that this process verifies; a worker opens it once."""


def _open(folder: Path, name: str) -> None:
    _opened[:] = [Catalogue(folder, name)]


def _verify(keys: list[tuple[str, str]]) -> list[Fault]:
    return _faults(_opened[0], keys)


def _faults(catalogue: Catalogue, keys: list[tuple[str, str]]) -> list[Fault]:
    entries = (catalogue.by_id(key) for key in keys)
    return [fault for entry in entries if entry is not None for fault in verify(catalogue, entry)]


def _know(folder: Path, context: Context) -> None:
    """Give the importers the symbols that are known by CIK, and the companies that a code or name means."""
    context.find = cache(lambda text: companies_named(folder, text))
    with suppress(NotFound), Catalogue.open(folder) as catalogue:
        for entry in catalogue.names():
            if entry.dataset == "us" and "cik" in entry.facets:
                context.learn(entry.facets["cik"], [entry.key])


def confine() -> None:
    """Lower the caps and the priority of this process and of the workers that it starts; for a command that imports."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = ADDRESS_SPACE if hard == resource.RLIM_INFINITY else min(hard, ADDRESS_SPACE)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    os.nice(max(0, NICE - os.nice(0)))
