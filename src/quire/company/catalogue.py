"""The catalogue lists the companies, their names and where each body lies, in one SQLite file per edition.

    <folder>/CURRENT                    the name of the catalogue that is served, replaced in one rename
    <folder>/catalogue-000007.sqlite3   an edition: complete and never changed once CURRENT has named it
    <folder>/pack-000003.pack           bodies; an edition may point into several packs

Readers open the file that CURRENT names and keep it as long as they like: a later import writes new files, and a
removed file stays readable for a process that has it open. `Catalogue.stale` says whether a newer edition exists.
`Draft` writes an edition: it fills a copy of the present catalogue and names it in CURRENT only at the end, so a crash
before that leaves CURRENT unchanged.

Data sets are ``cn`` (key: the stock code) and ``us`` (key: the symbol, in capitals, share classes with a dash).
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from quire.company.pack import Pack, Places
from quire.errors import NotFound

CURRENT = "CURRENT"
"""The file that names the catalogue in use."""

_SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE entries (
    number INTEGER PRIMARY KEY, dataset TEXT NOT NULL, key TEXT NOT NULL, market TEXT NOT NULL, name TEXT NOT NULL,
    short TEXT NOT NULL, aliases TEXT NOT NULL, sections TEXT NOT NULL, facets TEXT NOT NULL, about TEXT NOT NULL,
    version INTEGER NOT NULL, modified TEXT NOT NULL, pack INTEGER NOT NULL, offset INTEGER NOT NULL,
    places BLOB NOT NULL, UNIQUE (dataset, key));
CREATE TABLE versions (
    entry INTEGER NOT NULL, version INTEGER NOT NULL, modified TEXT NOT NULL, pack INTEGER NOT NULL,
    offset INTEGER NOT NULL, places BLOB NOT NULL, PRIMARY KEY (entry, version)) WITHOUT ROWID;
CREATE INDEX entries_by_place ON entries (pack, offset);
CREATE INDEX versions_by_place ON versions (pack, offset);
CREATE TABLE origins (entry INTEGER PRIMARY KEY, origins TEXT NOT NULL);
CREATE TABLE items (section TEXT NOT NULL, item TEXT NOT NULL, PRIMARY KEY (section, item)) WITHOUT ROWID;
"""
_ENTRY = "number, dataset, key, market, name, short, aliases, sections, facets, version, modified, pack, offset, places"


class Entry(NamedTuple):
    """What the catalogue knows of one company.

    `aliases`: former and foreign names. `sections`: the keys of the JSON document that hold something, in its order.
    `facets`: short values to filter by, e.g. 省份, 行业分类, 主办券商, cik. `version` counts the changes of the
    document from 1; `modified` is when it last changed, UTC. `market`: nyse, nasdaq, "" for the Chinese data set.
    """

    number: int
    dataset: str
    key: str
    market: str
    name: str
    short: str
    aliases: tuple[str, ...]
    sections: tuple[str, ...]
    facets: Mapping[str, str]
    version: int
    modified: datetime
    places: Places

    @property
    def path(self) -> str:
        """The path of the company's IRI below the base, e.g. ``/id/cn/838006``, ``/id/us/nyse/BRK-B``."""
        return f"/id/{self.dataset}/{self.market}/{self.key}" if self.market else f"/id/{self.dataset}/{self.key}"


class Version(NamedTuple):
    """One version of a document: its number, since when it stood, where its bodies lie."""

    version: int
    modified: datetime
    places: Places


class Catalogue:
    """One edition, opened for reading; made by `Catalogue.open`. Use one per thread, or only from one."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder
        self.name = name
        self._db = _connect(folder / name, "mode=ro&immutable=1")
        self._packs: dict[int, Pack] = {}
        self.meta: dict[str, str] = dict(self._db.execute("SELECT name, value FROM meta"))
        try:
            for number in packs_of(folder / name):
                self._packs[number] = Pack(folder / pack_name(number))
        except BaseException:
            self.close()
            raise

    @classmethod
    def open(cls, folder: Path) -> Catalogue:
        """Open the present edition of `folder`.

        Raises:
            NotFound: no import has published an edition there yet.
        """
        for _ in range(10):  # an import may replace and remove the edition between the two steps
            name = current(folder)
            if name is None:
                break
            with contextlib.suppress(FileNotFoundError, sqlite3.OperationalError):
                return cls(folder, name)
        raise NotFound("No companies have been imported yet.")

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Close the files."""
        self._db.close()
        for pack in self._packs.values():
            pack.close()

    def stale(self) -> bool:
        """Return whether an import has published a newer edition; then open that one and close this one when idle."""
        return current(self.folder) not in {None, self.name}

    @property
    def edition(self) -> int:
        """The number of the edition; each import that changes something adds one."""
        return int(self.meta["edition"])

    @property
    def base(self) -> str:
        """The base of all IRIs in the bodies, without a slash at the end."""
        return self.meta["base"]

    @property
    def published(self) -> datetime:
        """When the edition was made, UTC."""
        return _moment(self.meta["published"])

    def count(self, dataset: str | None = None) -> int:
        """Return the number of companies, in all or in one data set."""
        query = "SELECT count(*) FROM entries WHERE ?1 IS NULL OR dataset = ?1"
        return int(self._db.execute(query, (dataset,)).fetchone()[0])

    def by_id(self, identity: str | tuple[str, str]) -> Entry | None:
        """Return the company of an IRI (absolute, or its path such as ``/id/cn/838006``) or of ``(dataset, key)``.

        Returns None when no company matches, also when the market in the IRI is not the company's.
        """
        if isinstance(identity, tuple):
            return self._one(*identity)
        path = identity.removeprefix(self.base).partition("#")[0]
        parts = path.strip("/").split("/")
        entry = self._one(parts[1], parts[-1]) if len(parts) in {3, 4} and parts[0] == "id" else None
        return entry if entry is not None and entry.path == path else None

    def names(self) -> Iterator[Entry]:
        """Return all companies in the order in which they were first imported."""
        for row in self._db.execute(f"SELECT {_ENTRY} FROM entries ORDER BY number"):  # noqa: S608 - a constant
            yield _entry(row)

    def changed(self, since: datetime, dataset: str | None, after: tuple[str, int], most: int) -> list[Entry]:
        """Return the companies whose document changed after a moment, the oldest change first.

        `after` is the moment (ISO, UTC) and the number of the last company on the page before, ("", 0) for the first
        page.
        """
        query = (
            f"SELECT {_ENTRY} FROM entries WHERE modified > ?1 AND (?2 IS NULL OR dataset = ?2)"  # noqa: S608 - a constant
            " AND (modified, number) > (?3, ?4) ORDER BY modified, number LIMIT ?5"
        )
        moment = since.astimezone(UTC).isoformat()
        return [_entry(row) for row in self._db.execute(query, (moment, dataset, *after, most))]

    def body(self, entry: Entry | Version, form: str, encoding: str = "identity") -> bytes:
        """Return a ready body, in one read; its ETag is in `entry.places`.

        Raises:
            KeyError: the format is not in `pack.FORMATS`, or the encoding not in `pack.ENCODINGS`.
        """
        place = entry.places.place(form, encoding)
        return self._packs[place.pack].read(place.offset, place.length)

    def located(self, entry: Entry | Version, form: str, encoding: str = "identity") -> tuple[int, int, int, str]:
        """Return the descriptor of the pack, and a body's offset, length and ETag, for sendfile and own caches."""
        place = entry.places.place(form, encoding)
        return self._packs[place.pack].fd, place.offset, place.length, place.etag

    def history(self, entry: Entry) -> list[Version]:
        """Return the versions of a document that are still kept, the present one first."""
        query = "SELECT version, modified, pack, offset, places FROM versions WHERE entry = ? ORDER BY version DESC"
        older = [Version(row[0], _moment(row[1]), Places(*row[2:])) for row in self._db.execute(query, (entry.number,))]
        return [Version(entry.version, entry.modified, entry.places), *older]

    def origins(self, entry: Entry) -> dict[str, object]:
        """Return the source of each part of a document, and earlier values of its figures; see `record.Origins`."""
        row = self._db.execute("SELECT origins FROM origins WHERE entry = ?", (entry.number,)).fetchone()
        found: dict[str, object] = json.loads(row[0]) if row else {}
        return found

    def about(self, entry: Entry) -> dict[str, object]:
        """Return the facts kept beside the document, e.g. market, cik, former names; see `record.Record.about`."""
        row = self._db.execute("SELECT about FROM entries WHERE number = ?", (entry.number,)).fetchone()
        found: dict[str, object] = json.loads(row[0])
        return found

    def items(self) -> list[tuple[str, str]]:
        """Return every key that is a graph property: line items with their section, fields with `vocabulary.FIELD`."""
        return list(self._db.execute("SELECT section, item FROM items ORDER BY section, item"))

    def _one(self, dataset: str, key: str) -> Entry | None:
        query = f"SELECT {_ENTRY} FROM entries WHERE dataset = ? AND key = ?"  # noqa: S608 - a constant
        row = self._db.execute(query, (dataset, key)).fetchone()
        return _entry(row) if row else None


class Listing(NamedTuple):
    """What a draft writes of one company; the fields are those of `Entry`, `about` and `origins` are JSON."""

    dataset: str
    key: str
    market: str
    name: str
    short: str
    aliases: Sequence[str]
    sections: Sequence[str]
    facets: Mapping[str, str]
    about: str
    origins: str
    items: Sequence[tuple[str, str]] = ()


class Draft:
    """The next edition while it is written: a copy of the present one under another name."""

    def __init__(self, folder: Path, *, base: str, keep: int, written: str = "") -> None:
        """`base`: of the IRIs; `keep`: earlier versions of each document; `written`: the edition of the writers."""
        before = current(folder)
        self.folder = folder
        self.edition = int(before.split("-")[1].split(".")[0]) + 1 if before else 1
        self._name = f"catalogue-{self.edition:06}.sqlite3"
        self._part = folder / f"{self._name}.part"
        self._keep = keep
        self._part.unlink(missing_ok=True)
        if before:
            shutil.copyfile(folder / before, self._part)
        self._db = _connect(self._part, "mode=rwc")
        self._db.execute("PRAGMA journal_mode=OFF")  # a draft that is not finished is thrown away
        self._db.execute("PRAGMA synchronous=OFF")  # `publish` syncs the file
        if not before:
            self._db.executescript(_SCHEMA)
        self._db.execute("BEGIN")
        self._set(edition=str(self.edition), base=base, written=written, keep=str(keep))

    def put(self, listing: Listing, places: Places, moment: datetime, *, version: bool = True) -> None:
        """Enter a company, or replace it; `version` False leaves its version and moment (the content is the same)."""
        old = self._db.execute(
            "SELECT number, version, modified, pack, offset, places FROM entries WHERE dataset = ? AND key = ?",
            (listing.dataset, listing.key),
        ).fetchone()
        number, at, modified = (old[0], old[1], old[2]) if old else (None, 0, moment.isoformat())
        if version:
            at, modified = at + 1, moment.isoformat()
            if old:
                self._supersede(old)
        row = (
            *(number, listing.dataset, listing.key, listing.market, listing.name, listing.short),
            *(_dumps(listing.aliases), _dumps(listing.sections), _dumps(listing.facets), listing.about),
            *(at, modified, *places),
        )
        made = self._db.execute(f"REPLACE INTO entries VALUES ({','.join('?' * len(row))})", row)  # noqa: S608
        self._db.execute("REPLACE INTO origins VALUES (?, ?)", (made.lastrowid, listing.origins))
        self._db.executemany("INSERT OR IGNORE INTO items VALUES (?, ?)", listing.items)

    def move(self, moves: Mapping[tuple[int, int], tuple[int, int]]) -> None:
        """Replace each old place ``(pack, offset)`` by its new ``(pack, offset)``; compaction uses this."""
        rows = [(*new, *old) for old, new in moves.items()]
        for table in ("entries", "versions"):
            query = f"UPDATE {table} SET pack = ?, offset = ? WHERE pack = ? AND offset = ?"  # noqa: S608 - constants
            self._db.executemany(query, rows)

    def places(self) -> list[Places]:
        """Return the places of all documents and of their earlier versions that are kept."""
        query = "SELECT pack, offset, places FROM entries UNION SELECT pack, offset, places FROM versions"
        return [Places(*row) for row in self._db.execute(query)]

    @property
    def pack(self) -> int:
        """The number of the pack that an import writes; the one after it is for compaction."""
        return 2 * self.edition

    def publish(self, moment: datetime, prepare: Callable[[Path, str], None] = lambda *_: None) -> None:
        """Complete the file and name it in CURRENT: from then on readers open it.

        Before that, `publish` calls `prepare` with the folder and the name of the finished file, to make whatever must
        be ready by then.
        """
        self._set(published=moment.isoformat())
        self._db.execute("COMMIT")
        self._db.close()
        _sync(self._part)
        self._part.rename(self.folder / self._name)
        prepare(self.folder, self._name)
        pointer = self.folder / f"{CURRENT}.part"
        pointer.write_text(self._name, encoding="ascii")
        _sync(pointer)
        pointer.replace(self.folder / CURRENT)
        _sync(self.folder)

    def discard(self) -> None:
        """Throw the draft away."""
        self._db.close()
        self._part.unlink(missing_ok=True)

    def _supersede(self, old: tuple[object, ...]) -> None:
        self._db.execute("REPLACE INTO versions VALUES (?, ?, ?, ?, ?, ?)", old)
        query = (
            "DELETE FROM versions WHERE entry = ?1 AND version NOT IN "
            "(SELECT version FROM versions WHERE entry = ?1 ORDER BY version DESC LIMIT ?2)"
        )
        self._db.execute(query, (old[0], self._keep))

    def _set(self, **values: str) -> None:
        self._db.executemany("REPLACE INTO meta VALUES (?, ?)", values.items())


def current(folder: Path) -> str | None:
    """Return the name of the catalogue in use; None before the first import."""
    try:
        return (folder / CURRENT).read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return None


def packs_of(path: Path) -> set[int]:
    """Return the numbers of the packs that a catalogue points into."""
    with contextlib.closing(_connect(path, "mode=ro&immutable=1")) as database:
        return {row[0] for row in database.execute("SELECT pack FROM entries UNION SELECT pack FROM versions")}


def pack_name(number: int) -> str:
    """Return the file name of a pack."""
    return f"pack-{number:06}.pack"


def _connect(path: Path, options: str) -> sqlite3.Connection:
    return sqlite3.connect(
        f"{path.resolve().as_uri()}?{options}", uri=True, isolation_level=None, check_same_thread=False
    )


def _entry(row: Sequence[object]) -> Entry:
    number, dataset, key, market, name, short, aliases, sections, facets, version, modified, *place = row
    return Entry(
        int(str(number)), str(dataset), str(key), str(market), str(name), str(short),
        tuple(json.loads(str(aliases))), tuple(json.loads(str(sections))), json.loads(str(facets)),
        int(str(version)), _moment(str(modified)), Places(*place),  # type: ignore[arg-type]  # a row of the schema
    )  # fmt: skip


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
