"""Makes a backup of an installation while it runs: rows of one moment, and every file that they name.

Deletions are held first, then the rows are read at one moment, then files are copied: a stored file never changes, so
each is what the rows mean. What was working then waits in the backup, as if it had not been started; what people
delete meanwhile is not in it.
"""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

import sqlalchemy as sa

from quire import store
from quire.clock import Clock, zulu
from quire.errors import NotFound
from quire.store.backup_contents import (
    DATABASE,
    FILES,
    FORMAT,
    BackupError,
    BackupFile,
    Manifest,
    copy_pieces,
    listed,
    pieces_of,
    write_contents,
)
from quire.store.database import connect, read, write
from quire.store.deletion_hold import PREFIX, hold_deletions
from quire.store.directory_store import Files
from quire.store.migrations import newest_revision, revision_of
from quire.store.row_copy import copy_rows, one_moment
from quire.store.schema import settings, tasks, uploads, wikis

FOLDER_TRIES = 5
"""Times that a folder is copied anew because a file of it went meanwhile."""

IDS = 500
"""Ids in one IN list."""


@dataclass(frozen=True)
class Installation:
    """What is backed up, or restored into.

    Attributes:
        engine: the database.
        files: the file store.
        folders: name in the backup -> local folder.
        contents: name of a folder -> its files that belong into a backup, in the order in which they are copied;
            of a folder that is not named none do: it is a cache.
        wiki_files: stored name of a wiki's snapshot -> the stored names of all that it needs.
    """

    engine: sa.Engine
    files: Files
    folders: Mapping[str, Path]
    contents: Mapping[str, Callable[[Path], Sequence[Path]]] = field(default_factory=dict)
    wiki_files: Callable[[str], Sequence[str]] = lambda name: (name,)


def back_up(
    source: Installation, folder: Path, *, clock: Clock, version: str, report: Callable[[int, int], None] | None = None
) -> Manifest:
    """Make a backup in `folder`, which appears when it is complete, and return its head.

    Args:
        source: what is backed up.
        folder: is made; it must not exist, or be empty.
        clock: the time.
        version: of Quire, noted in the backup.
        report: told how many files of the store are copied, and of how many.

    Raises:
        BackupError: the folder is not empty, or the database has another schema than this version.
        StorageUnavailable: the file store does not answer.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BackupError(f"{folder} is not empty.")
    if revision_of(source.engine) != newest_revision():
        raise BackupError("The database has the schema of another version. Run “quire migrate” first.")
    with _appearing(folder) as part, hold_deletions(source.engine, clock) as renew:
        created = clock.now()
        with _rows(part / DATABASE) as rows:
            with one_moment(source.engine) as moment:
                counts = copy_rows(moment, rows)
            _put_back(rows)
            wanted, listing, missing = sorted(_named(rows, source)), list[BackupFile](), list[str]()
            for done, name in enumerate(wanted):
                renew()
                try:
                    listing.append(copy_pieces(source.files.open(name), part, f"{FILES}/{name}"))
                except NotFound:
                    missing.append(name)
                if report:
                    report(done + 1, len(wanted))
            for name, contents in source.contents.items():
                listing += _copy_folder(source.folders[name], part, name, contents)
            missing = _settle(rows, source.engine, missing)
        manifest = Manifest(FORMAT, zulu(created), version, newest_revision(), counts, missing)
        listing.append(listed(part, DATABASE))
        write_contents(part, manifest, listing)
    return manifest


@contextmanager
def _appearing(folder: Path) -> Iterator[Path]:
    """A new folder for its owner only, that gets its name when all is well and is removed when not."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    part = folder.with_name(f".{folder.name}.{uuid.uuid4().hex[:8]}.part")
    part.mkdir(mode=0o700)
    try:
        yield part
        os.sync()  # what has its name survives a power cut
        part.rename(folder)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise


@contextmanager
def _rows(path: Path) -> Iterator[sa.Engine]:
    """A new SQLite database with our tables, which is one file at the end."""
    url = f"sqlite:///{path}"
    store.migrate(url)
    engine = connect(url)
    try:
        yield engine
        with closing(engine.raw_connection()) as connection:
            connection.cursor().execute("PRAGMA journal_mode=DELETE")
    finally:
        engine.dispose()


def _put_back(rows: sa.Engine) -> None:
    """Let what was working wait; forget holds on deletions, passwords of documents and files sent in parts."""
    back = {"status": "pending", "attempts": tasks.c.attempts - 1, "executor": None, "started": None}
    with write(rows) as connection:
        connection.execute(sa.update(tasks).where(tasks.c.status == "processing").values(back))
        connection.execute(sa.update(tasks).where(tasks.c.password.is_not(None)).values(password=None))
        connection.execute(sa.delete(settings).where(settings.c.name.startswith(PREFIX)))
        connection.execute(sa.delete(uploads))  # their parts are not in it


def _named(rows: sa.Engine, source: Installation) -> set[str]:
    """The stored names of all files that tasks and wikis name."""
    columns = (tasks.c.source_file, tasks.c.result_file, tasks.c.images)
    names: set[str] = set()
    with read(rows) as connection:
        for upload, result, images in connection.execute(sa.select(*columns).where(tasks.c.purged.is_(None))):
            names.update(name for name in (upload, result) if name)
            names.update(str(PurePosixPath(result).parent / image) for image in images if result)
        for snapshot in connection.execute(sa.select(wikis.c.snapshot).where(wikis.c.snapshot.is_not(None))).scalars():
            with suppress(NotFound):
                names.update(source.wiki_files(snapshot))
            names.add(snapshot)
    return names


def _settle(rows: sa.Engine, live: sa.Engine, missing: Collection[str]) -> list[str]:
    """Take out of the rows what was deleted meanwhile; return the files that should be there.

    An ended task whose upload was deleted just before lacks nothing; nor does an expired one whose result was.
    """
    owners = {name.split("/")[1] for name in missing if name.startswith("tasks/")}
    with read(live) as connection:
        there: set[str] = set()
        for chunk in (list(owners)[at : at + IDS] for at in range(0, len(owners), IDS)):
            there.update(connection.execute(sa.select(tasks.c.id).where(tasks.c.id.in_(chunk))).scalars())
    with write(rows) as connection:
        for task_id in owners - there:
            connection.execute(sa.delete(tasks).where(tasks.c.id == task_id))
        kept = connection.execute(sa.select(tasks).where(tasks.c.id.in_(there))).mappings().all() if there else []
        left = [name for name in missing if name.startswith("wikis/")]
        for row in kept:
            ended = row["finished"] is not None
            gone = [name for name in missing if name.split("/")[1] == row["id"]]
            if ended and row["source_file"] in gone:
                gone.remove(row["source_file"])
                connection.execute(sa.update(tasks).where(tasks.c.id == row["id"]).values(source_file=""))
            left += gone
    return sorted(left)


def _copy_folder(folder: Path, part: Path, name: str, contents: Callable[[Path], Sequence[Path]]) -> list[BackupFile]:
    """Copy a folder in which files are replaced whole, appended to, or removed meanwhile.

    Raises:
        BackupError: it changes all the time.
    """
    for _ in range(FOLDER_TRIES):
        if not folder.is_dir():
            return []
        before = contents(folder)
        with suppress(FileNotFoundError):
            listing = [copy_pieces(pieces_of(path), part, f"{name}/{_inner(path, folder)}") for path in before]
            if set(before) <= set(contents(folder)):  # else another edition came meanwhile
                return listing
        shutil.rmtree(part / name, ignore_errors=True)
    raise BackupError(f"The folder {folder} changes all the time. Try again later.")


def _inner(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()
