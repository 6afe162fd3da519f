"""Restores a backup into an installation, of either kind of database and store, and checks backups."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import sqlalchemy as sa

from quire import store
from quire.clock import Clock
from quire.store.backup_contents import DATABASE, FILES, BackupError, Manifest, faults_of, read_contents
from quire.store.database import connect, read
from quire.store.installation_backup import Installation
from quire.store.row_copy import copy_rows, delete_rows, has_rows, one_moment
from quire.store.schema import workers

HEARD = timedelta(seconds=45)
"""A worker that was heard of within this time runs."""

MOST_TOLD = 5
"""Faults of a backup that are told at most."""


def verify(folder: Path) -> Manifest:
    """The head of a backup of which every file is there and unchanged.

    Raises:
        BackupError: it is not complete, or damaged; the sentence names what.
    """
    manifest, listing = read_contents(folder)
    faults = [*faults_of(folder, listing)]
    if faults:
        more = f" (and {len(faults) - MOST_TOLD} more)" if len(faults) > MOST_TOLD else ""
        raise BackupError("The backup is damaged: " + " ".join(faults[:MOST_TOLD]) + more)
    return manifest


def restore(
    folder: Path,
    target: Installation,
    *,
    clock: Clock,
    replace: bool = False,
    report: Callable[[int, int], None] | None = None,
) -> Manifest:
    """Put a backup into an installation whose service does not run, and return the backup's head.

    Rows come last: a restore that died left none. Tasks that waited or ran then are queued by the first worker.

    Args:
        folder: the backup.
        target: its database has the present schema.
        clock: the time.
        replace: delete what the installation holds; otherwise it must be empty.
        report: told how many files of the store are written, and of how many.

    Raises:
        BackupError: the backup is damaged, the installation is not empty, or its service runs.
        StorageUnavailable: the file store does not answer, or is full.
    """
    manifest = verify(folder)
    _check_target(target, clock, replace=replace)
    delete_rows(target.engine)  # the secret of links, where there is nothing else
    for name, place in target.folders.items():
        if place.exists():
            shutil.rmtree(place)
        if (folder / name).is_dir():
            shutil.copytree(folder / name, place)
    names = [one.path.removeprefix(FILES + "/") for one in read_contents(folder)[1] if one.path.startswith(FILES + "/")]
    for done, name in enumerate(names):
        target.files.put_file(folder / FILES / name, name)
        if report:
            report(done + 1, len(names))
    with _rows(folder) as rows, one_moment(rows) as moment:
        copy_rows(moment, target.engine)
    return manifest


def _check_target(target: Installation, clock: Clock, *, replace: bool) -> None:
    with read(target.engine) as connection:
        heard = connection.execute(sa.select(sa.func.max(workers.c.heard))).scalar()
    if heard is not None and heard > clock.now() - HEARD:
        raise BackupError("A worker of the service is running. Stop the service first, everywhere.")
    full = [str(place) for place in target.folders.values() if place.is_dir() and any(place.iterdir())]
    stored = any(next(target.files.names(folder), None) for folder in ("tasks", "wikis"))
    if not replace and (full or stored or has_rows(target.engine)):
        raise BackupError("The installation is not empty. Use --replace to delete what it holds.")


@contextmanager
def _rows(folder: Path) -> Iterator[sa.Engine]:
    """The rows of a backup with the present schema: in a copy, as nothing in a backup is changed."""
    with tempfile.TemporaryDirectory() as place:
        shutil.copyfile(folder / DATABASE, Path(place, DATABASE))
        url = f"sqlite:///{Path(place, DATABASE)}"
        store.migrate(url)
        engine = connect(url)
        try:
            yield engine
        finally:
            engine.dispose()
