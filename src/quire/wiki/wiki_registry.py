"""The shelf: which wikis exist, whose they are, where they lie, and which book was built before."""

from __future__ import annotations

import contextlib
import os
import shutil
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

import sqlalchemy as sa

from quire.clock import Clock
from quire.errors import BadRequest, Conflict, NotFound
from quire.store import usage_log
from quire.store.database import Condition, read, write
from quire.store.deletion_hold import are_deletions_held
from quire.store.directory_store import Files
from quire.store.schema import butlers, jobs
from quire.store.schema import wikis as rows
from quire.store.usage_log import Amount, Consumer
from quire.tasks.builds.event_journal import log_event
from quire.tasks.builds.job_states import PHASES, JobStatus, NewJob
from quire.tasks.builds.job_table import insert_job
from quire.tasks.expiry import BIN_RETENTION
from quire.wiki.text_fingerprint import SAME_WORK, resemblance
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_names import LONGEST_SLUG, checked_name, checked_slug, slug_of
from quire.wiki.wiki_snapshots import Snapshots

LANGUAGES = ("zh", "en")

_MOST_TRIES = 10_000
_OWN = ("local", "log")
"""What a wiki never takes over from another one, beside the book's file."""
_OF_BOOK = ("TITLE", "AUTHOR", "COVER", "FINGERPRINT", "SOURCE_LANG", "MODE", "MODE_IN_DOUBT")
"""What the configuration holds of the book, and not of its owner's wiki."""


class DedupScope(StrEnum):
    """Whose earlier results may be taken over."""

    GLOBAL = "global"
    OWNER = "owner"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class WikiEntry:
    """A wiki on the shelf.

    Attributes:
        slug: its name in addresses, and of its folder.
        filename: of the upload, cleaned; sha256 and input_bytes are of its bytes.
        fresh: the owner wants no copy of an earlier result.
        ready: it may be shown.
        snapshot: stored name of its folder's present state; None when the folder on one machine is all there is.
        binned: when it was put in the bin, where nobody finds it; None when it is not there.
    """

    id: int
    slug: str
    name: str
    owner: str
    lang: str
    filename: str
    input_bytes: int
    sha256: str
    fresh: bool
    ready: bool
    created: datetime
    snapshot: str | None
    binned: datetime | None


@dataclass(frozen=True, slots=True)
class NewWiki:
    """What is asked for; "" for name and slug takes the file's name."""

    owner: str
    filename: str
    sha256: str
    name: str = ""
    slug: str = ""
    lang: str = "zh"
    start: bool = True
    fresh: bool = False
    key_id: str = ""  # that sends it


@dataclass(frozen=True, slots=True)
class AddedWiki:
    """A wiki that was put on the shelf, its job, and how that begins."""

    entry: WikiEntry
    job_id: int
    status: JobStatus


class WikiRegistry:
    """The wikis of an installation. All methods block.

    Args:
        engine: the database.
        clock: the time.
        root: the folder of this machine's copies of the wikis' folders.
        scope: whose earlier results may be taken over.
        files: the file store, which all machines of an installation share.
    """

    def __init__(
        self, engine: sa.Engine, clock: Clock, root: Path, scope: DedupScope = DedupScope.GLOBAL, *, files: Files
    ) -> None:
        self._engine = engine
        self._clock = clock
        self._root = root
        self._scope = scope
        self._snapshots = Snapshots(files, root)

    def check(self) -> None:
        """Nothing, when wikis can be put on the shelf.

        Raises:
            OSError: the folder of the wikis cannot be made or written to.
        """
        self._root.mkdir(parents=True, exist_ok=True)
        if not os.access(self._root, os.W_OK | os.X_OK):
            raise PermissionError("the folder of the wikis cannot be written to")

    def folder(self, slug: str) -> Path:
        """Where the local copy of a wiki's folder is, or would be."""
        return self._root / slug

    def local(self, entry: WikiEntry) -> Path:
        """The local copy of a wiki's folder, brought up to date.

        Raises:
            ServiceFault: the file store does not answer.
        """
        if entry.snapshot is not None:
            self._snapshots.bring(entry.slug, entry.snapshot)
        elif Wiki(self.folder(entry.slug)).config:  # of an installation that kept wikis on one machine
            self.save(entry.slug)
        return self.folder(entry.slug)

    def save(self, slug: str, guard: Condition | None = None) -> bool:
        """Make the local copy the wiki's present state; whether it is.

        Args:
            slug: the wiki.
            guard: must still hold in the database; it says that its folder is ours.

        Raises:
            ServiceFault: the file store does not answer, or is full.
        """
        while True:
            entry = self._entry(rows.c.slug == slug)
            saved = self._snapshots.save(slug, entry.snapshot)
            if saved == entry.snapshot:
                return True
            same = rows.c.snapshot.is_(None) if entry.snapshot is None else rows.c.snapshot == entry.snapshot
            mine = (rows.c.id == entry.id, guard if guard is not None else sa.true())
            with write(self._engine) as connection:
                done = connection.execute(sa.update(rows).where(*mine, same).values(snapshot=saved)).rowcount == 1
                if not done and connection.execute(sa.select(rows.c.id).where(*mine)).first() is None:
                    return False
            if done:
                if not are_deletions_held(self._engine, self._clock):
                    self._snapshots.delete_old(saved, self._clock.now())
                return True

    def save_all(self) -> None:
        """Make what people changed in local copies the present state of wikis that nobody works on; for backups."""
        idle = [
            sa.not_(sa.exists().where(table.c.wiki_id == rows.c.id, table.c.runner.is_not(None)))
            for table in (jobs, butlers)
        ]
        for entry in [*self.all(), *self.all(binned=True)]:
            if self._snapshots.has_copy(entry.slug, entry.snapshot):
                self.save(entry.slug, sa.and_(*idle))

    def find(self, slug: str, *, binned: bool = False) -> WikiEntry:
        """The wiki; `binned` one in the bin.

        Raises:
            NotFound: there is none.
        """
        return self._entry(rows.c.slug == slug, _there(binned=binned))

    def _entry(self, *conditions: Condition) -> WikiEntry:
        with read(self._engine) as connection:
            row = connection.execute(_select().where(*conditions)).mappings().first()
        if row is None:
            raise NotFound("There is no such wiki.")
        return WikiEntry(**row)

    def all(self, owner: str | None = None, *, binned: bool = False) -> list[WikiEntry]:
        """The wikis, the newest first; `owner` None is everybody's; `binned` those in the bin."""
        wanted = _select().where(_there(binned=binned)).order_by(rows.c.id.desc())
        if owner is not None:
            wanted = wanted.where(rows.c.owner == owner)
        with read(self._engine) as connection:
            return [WikiEntry(**row) for row in connection.execute(wanted).mappings()]

    def rename(self, entry: WikiEntry, name: str) -> None:
        """Give a wiki another display name.

        Raises:
            BadRequest: a name that cannot be.
        """
        shown = checked_name(name)
        with write(self._engine) as connection:
            connection.execute(sa.update(rows).where(rows.c.id == entry.id).values(name=shown))
        Wiki.open(self.local(entry)).configure(NAME=shown)
        self.save(entry.slug)

    def move_to_bin(self, entry: WikiEntry, *, back: bool = False) -> None:
        """Put a wiki that nothing works on where nobody finds it, to be deleted a day later; or take it `back`."""
        with write(self._engine) as connection:
            values = {"binned": None if back else self._clock.now()}
            connection.execute(sa.update(rows).where(rows.c.id == entry.id, _there(binned=back)).values(values))

    def empty_bin(self) -> None:
        """Delete the wikis that have been in the bin for their time; none while a backup holds deletions back."""
        if are_deletions_held(self._engine, self._clock):
            return
        for entry in self.all(binned=True):
            if entry.binned is not None and entry.binned <= self._clock.now() - BIN_RETENTION:
                self.delete(entry)

    def delete(self, entry: WikiEntry) -> None:
        """Delete a wiki for good: its rows, those of its jobs, its snapshots, and this machine's copy.

        What works on it must have ended (`Builds.delete`, `Butlers.stop`). While a backup holds deletions back, its
        snapshots stay; so do copies on other machines, which nothing reads.
        """
        with write(self._engine) as connection:
            connection.execute(sa.delete(rows).where(rows.c.id == entry.id))
        if entry.snapshot is not None and not are_deletions_held(self._engine, self._clock):
            self._snapshots.delete_all(entry.snapshot)
        self._snapshots.delete_copy(entry.slug)

    def add(self, new: NewWiki, source: Path, suffix: str) -> AddedWiki:
        """Put a wiki on the shelf with its job, in one transaction; a book that was built before is taken over at once.

        Args:
            new: what is asked for.
            source: the book's file, which stays the caller's.
            suffix: of the book's file in the wiki: ``.epub``, ``.pdf``, ``.md`` or ``.txt``.

        Raises:
            BadRequest: a slug, name or language that cannot be.
        """
        name = _name(new)
        if new.lang not in LANGUAGES:
            raise BadRequest("lang must be zh or en.")
        twin = self._twin_of_file(new)
        with self._folder(checked_slug(new.slug) if new.slug else slug_of(name)) as (slug, folder):
            book = folder / "source" / f"book{suffix}"
            book.parent.mkdir()
            shutil.copyfile(source, book)
            Wiki.create(folder, book, name=name, lang=new.lang, SLUG=slug)
            if twin is not None:
                copy_result(self.local(twin), folder)
            values = {
                "slug": slug,
                "snapshot": self._snapshots.save(slug, None),
                "name": name,
                "owner": new.owner,
                "lang": new.lang,
                "filename": new.filename,
                "input_bytes": book.stat().st_size,
                "sha256": new.sha256,
                "fresh": new.fresh,
            }
            return self._write(values, new, twin)

    def keep_sketch(self, wiki_id: int, sketch: Sequence[int]) -> None:
        """Remember the sketch of a wiki's text."""
        with write(self._engine) as connection:
            connection.execute(sa.update(rows).where(rows.c.id == wiki_id).values(sketch=list(sketch)))

    def same_work(self, wiki_id: int, sketch: Sequence[int]) -> WikiEntry | None:
        """A ready wiki of the same work, within the scope; None when there is none, or none is wanted."""
        with read(self._engine) as connection:
            row = connection.execute(_select().where(rows.c.id == wiki_id)).mappings().first()
            if row is None or row["fresh"] or not sketch:
                return None
            entry = WikiEntry(**row)
            wanted = sa.select(*_COLUMNS, rows.c.sketch).where(
                *self._candidates(entry.owner, entry.lang), rows.c.sketch.is_not(None), rows.c.id != wiki_id
            )
            best, found = SAME_WORK, None
            for other in connection.execute(wanted.order_by(rows.c.id)).mappings():
                alike = resemblance(sketch, other["sketch"])
                if alike >= best:
                    best, found = alike, WikiEntry(**{name: other[name] for name in WikiEntry.__dataclass_fields__})
        return found

    def clone(self, wiki_id: int, twin: WikiEntry) -> None:
        """Take over the result of `twin` for a wiki whose job runs, and note that no butler follows."""
        with read(self._engine) as connection:
            slug = connection.execute(sa.select(rows.c.slug).where(rows.c.id == wiki_id)).scalar_one()
        copy_result(self.local(twin), self.folder(slug))
        self.save(slug)
        with write(self._engine) as connection:
            status = _status_of(connection, twin.id)
            connection.execute(sa.update(rows).where(rows.c.id == wiki_id).values(cloned_from=twin.id, ready=True))
            _settle(connection, wiki_id, status, self._clock.now())

    def _twin_of_file(self, new: NewWiki) -> WikiEntry | None:
        """A ready wiki of the very same file."""
        if new.fresh or not new.start:
            return None
        wanted = _select().where(*self._candidates(new.owner, new.lang), rows.c.sha256 == new.sha256)
        with read(self._engine) as connection:
            for row in connection.execute(wanted.order_by(rows.c.id)).mappings():
                if (self.local(WikiEntry(**row)) / "pages").is_dir():
                    return WikiEntry(**row)
        return None

    def _candidates(self, owner: str, lang: str) -> list[sa.ColumnElement[bool]]:
        conditions = [rows.c.ready.is_(True), rows.c.lang == lang, _there(binned=False)]
        if self._scope is DedupScope.OFF:
            return [sa.false()]
        return conditions if self._scope is DedupScope.GLOBAL else [*conditions, rows.c.owner == owner]

    def _write(self, values: dict[str, object], new: NewWiki, twin: WikiEntry | None) -> AddedWiki:
        """The rows of a wiki and its job."""
        now = self._clock.now()
        with write(self._engine) as connection:
            status = JobStatus.QUEUED if new.start else JobStatus.PAUSED
            if twin is not None:
                status = _status_of(connection, twin.id)
                sketch = connection.execute(sa.select(rows.c.sketch).where(rows.c.id == twin.id)).scalar()
                values = values | {"cloned_from": twin.id, "sketch": sketch}
            values = values | {"ready": twin is not None, "created": now, "key_id": new.key_id}
            usage_log.count(
                connection, now.date(), Consumer(new.key_id, new.owner, usage_log.WIKI), Amount(documents=1)
            )
            writing = sa.insert(rows).values(values).returning(*_COLUMNS)
            entry = WikiEntry(**connection.execute(writing).mappings().one())
            phase = PHASES[0] if twin is None else PHASES[-1] if status is JobStatus.COMPLETED else PHASES[2]
            sentence = (
                "The wiki was created." if twin is None else "This book was built before; its result was taken over."
            )
            job_id = insert_job(connection, NewJob(entry.id, entry.owner, status, phase), now, [log_event(sentence)])
            if status is JobStatus.READY:
                _settle(connection, entry.id, status, now)
        return AddedWiki(entry, job_id, status)

    @contextlib.contextmanager
    def _folder(self, wanted: str) -> Iterator[tuple[str, Path]]:
        """A new folder named by the slug, with the first free suffix if it is taken; removed again on an error."""
        self._root.mkdir(parents=True, exist_ok=True)
        for number in range(1, _MOST_TRIES):
            slug = wanted if number == 1 else f"{wanted[: LONGEST_SLUG - 6].rstrip('-')}-{number}"
            folder = self._root / slug
            with read(self._engine) as connection:
                if connection.execute(sa.select(rows.c.id).where(rows.c.slug == slug)).first() is not None:
                    continue
            try:
                folder.mkdir()
                break
            except FileExistsError:
                continue
        else:
            raise Conflict("Too many wikis have this name.")
        try:
            yield slug, folder
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise


def copy_result(source: Path, target: Path) -> None:
    """Put the content of one wiki's folder in place of another's; the other's book, settings and logs stay its own.

    Settings that describe the book (title, author, cover) are copied, too. Repeating it after a crash gives the same.
    """
    part = target / f".part-{uuid.uuid4().hex[:8]}"
    shutil.copytree(source, part, ignore=_not_content(source))
    try:
        for path in sorted(part.iterdir()):
            if path.name == "source":
                for inner in path.iterdir():
                    inner.replace(target / "source" / inner.name)
                continue
            old = target / path.name
            if old.is_dir():
                shutil.rmtree(old)
            path.rename(old)
    finally:
        shutil.rmtree(part, ignore_errors=True)
        for left in target.glob(".part-*"):
            shutil.rmtree(left, ignore_errors=True)
    said = Wiki(source).config
    if found := {key: said[key] for key in _OF_BOOK if said.get(key)}:
        Wiki(target).configure(**found)


def _not_content(source: Path) -> Callable[[str, list[str]], set[str]]:
    """The filter of `take_over`: what is the other owner's own, and what is being written just now."""

    def ignored(folder: str, names: list[str]) -> set[str]:
        own = {name for name in names if name.endswith(".part") or name.startswith(".part-")}
        if Path(folder) == source:
            own |= set(_OWN)
        if Path(folder) == source / "source":
            own |= {name for name in names if name.startswith("book.")}
        return own

    return ignored


def _name(new: NewWiki) -> str:
    return checked_name(" ".join(new.name.split()) or Path(new.filename).stem)


def _status_of(connection: sa.Connection, wiki_id: int) -> JobStatus:
    """What a copy of a ready wiki is: ready while the other one may still be worked on, else completed."""
    newest = sa.select(jobs.c.status).where(jobs.c.wiki_id == wiki_id).order_by(jobs.c.id.desc()).limit(1)
    status = connection.execute(newest).scalar()
    return JobStatus.READY if status == JobStatus.READY.value else JobStatus.COMPLETED


def _settle(connection: sa.Connection, wiki_id: int, status: JobStatus, now: datetime) -> None:
    """Note that no butler follows a copy by itself, because it was free and stays so: the row of one that has ended.

    One that had an end lets the job be completed; one without end leaves it ready.
    """
    if connection.execute(sa.select(butlers.c.wiki_id).where(butlers.c.wiki_id == wiki_id)).first() is None:
        rounds = 0 if status is JobStatus.READY else 1
        zero = dict.fromkeys(("interval_s", "tokens", "cost_micros", "idle", "failures", "attempt", "read_to"), 0)
        values = zero | {"wiki_id": wiki_id, "due": now, "model": "", "rounds": rounds, "round": rounds}
        connection.execute(sa.insert(butlers).values(values | {"running": False, "asked": False, "auto": True}))


_COLUMNS = [rows.c[name] for name in WikiEntry.__dataclass_fields__]


def _select() -> sa.Select[tuple[object, ...]]:
    return sa.select(*_COLUMNS)


def _there(*, binned: bool) -> sa.ColumnElement[bool]:
    return rows.c.binned.is_not(None) if binned else rows.c.binned.is_(None)
