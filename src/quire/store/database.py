"""Engines and transactions: SQLite and PostgreSQL behind one address.

SQLite runs in WAL mode with ``synchronous=NORMAL`` (a power cut may lose the last commits but corrupts nothing), and
every writing transaction starts with ``BEGIN IMMEDIATE``: deferred ones met "database is locked" in 274 of 400 writes.
The file must lie on a local disk.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

Engine = sa.Engine
"""For signatures in layers that know no SQL."""

Condition = sa.ColumnElement[bool]
"""What must hold in the database for a change, for the same layers."""

BUSY_SECONDS = 30
"""How long a writer waits for the other writers of a SQLite file."""

LOOK_AGAIN_SECONDS = 0.02
"""Between two tries at what SQLite refuses without waiting."""

PROBE_SECONDS = 2
"""How long a look at whether the database takes writes waits for the other writers."""

POOL_SIZE, POOL_OVERFLOW = 10, 20
"""Connections kept and added under load: a worker's threads and the web's."""


def connect(url: str) -> sa.Engine:
    """The engine for a database address.

    Args:
        url: ``sqlite:///relative.db``, ``sqlite:////absolute.db`` or ``postgresql://user:password@host/name``
            (``postgres://`` and ``postgresql+psycopg://`` are the same).

    Raises:
        ValueError: another kind of address, or an in-memory SQLite database, which no other process can share.
    """
    address = sa.make_url(url)
    backend = address.get_backend_name()
    if backend in {"postgresql", "postgres"}:
        return sa.create_engine(
            address.set(drivername="postgresql+psycopg"),
            pool_size=POOL_SIZE,
            max_overflow=POOL_OVERFLOW,
            pool_pre_ping=True,
        )
    if backend != "sqlite":
        raise ValueError("the database must be sqlite:///... or postgresql://...")
    if not address.database or address.database == ":memory:":
        raise ValueError("the SQLite database needs a file")
    Path(address.database).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(address, pool_size=POOL_SIZE, max_overflow=POOL_OVERFLOW)
    sa.event.listen(engine, "connect", _set_up_sqlite)
    return engine


@contextmanager
def write(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A connection inside a writing transaction, committed at the end, rolled back on an exception.

    On SQLite the write lock is taken at once, so what is read inside stays true until the commit.
    """
    with engine.begin() as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        yield connection


@contextmanager
def read(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A connection for reading."""
    with engine.connect() as connection:
        yield connection


def check_writable(engine: sa.Engine) -> None:
    """Check that the database takes writes, without writing anything.

    Raises:
        OperationalError: it is read-only (a standby, a file system), or another writer holds it for `PROBE_SECONDS`.
    """
    with engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql(f"PRAGMA busy_timeout={PROBE_SECONDS * 1000}")
            try:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            finally:
                connection.exec_driver_sql(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}")
                connection.rollback()
        elif connection.exec_driver_sql("SHOW transaction_read_only").scalar() == "on":
            raise sa.exc.OperationalError("SHOW transaction_read_only", {}, Exception("the database is read-only"))


def insert(connection: sa.Connection, table: sa.Table) -> postgresql.Insert | sqlite.Insert:
    """An INSERT that knows ``on_conflict_do_nothing`` and ``on_conflict_do_update`` on both databases.

    A RETURNING clause tells whether it wrote; PostgreSQL gives no reliable count of rows for it.
    """
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)


def is_unavailable(problem: BaseException) -> bool:
    """Whether the database cannot be used now: not reached, locked for too long, its disk full, every connection taken.

    For layers that know no SQL, which tell a client to come back later.
    """
    return isinstance(problem, OperationalError | PoolTimeout)


def _set_up_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    """Pragmas of every new connection.

    The driver itself begins immediate transactions before a change, which the task engine relies on.
    """
    connection.isolation_level = "IMMEDIATE"
    connection.execute(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}")
    _keep_a_write_ahead_log(connection)
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.execute("PRAGMA foreign_keys=ON")


def _keep_a_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Switch the file to WAL, once the connections that write to it without one have ended.

    The busy timeout does not hold here: beside a writer SQLite refuses the switch at once, lest two switches wait for
    each other. It is met where several processes open a new file together.
    """
    for _ in range(int(BUSY_SECONDS / LOOK_AGAIN_SECONDS)):
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
        else:
            return
        time.sleep(LOOK_AGAIN_SECONDS)
    connection.execute("PRAGMA journal_mode=WAL")
