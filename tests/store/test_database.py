"""Engines: addresses, pragmas, and writers that take turns."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone

import pytest
import sqlalchemy as sa

from quire.store import database as database_module
from quire.store.database import check_writable, connect, insert, read, write
from quire.store.schema import settings

NOW = datetime(2026, 3, 1, 12, 30, 15, 123456, tzinfo=UTC)


@pytest.fixture
def engine(database):
    engine = connect(database.fresh())
    yield engine
    engine.dispose()


def put(connection, name, value, created=NOW):
    connection.execute(sa.insert(settings).values(name=name, value=value, created=created))


@pytest.mark.parametrize("url", ["mysql://x/y", "sqlite://", "sqlite:///:memory:"])
def test_other_addresses_are_refused(url):
    with pytest.raises(ValueError, match=r"database|SQLite"):
        connect(url)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_spelling_of_postgresql_is_one(scheme):
    assert connect(f"{scheme}://u:p@host/name").url.drivername == "postgresql+psycopg"


def test_sqlite_is_set_up(sqlite):
    engine = connect(sqlite.fresh())
    with engine.connect() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    engine.dispose()
    assert pragmas == {"journal_mode": "wal", "synchronous": 1, "foreign_keys": 1, "busy_timeout": 30000}


def test_a_new_file_is_opened_beside_a_writer_without_a_log(tmp_path):
    path = tmp_path / "new.db"
    writer = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    writer.execute("CREATE TABLE first (x)")
    writer.execute("BEGIN IMMEDIATE")
    ending = threading.Timer(0.2, writer.rollback)
    ending.start()
    engine = connect(f"sqlite:///{path}")
    try:
        with read(engine) as connection:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    finally:
        ending.join()
        engine.dispose()
        writer.close()


def test_a_file_that_stays_locked_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(database_module, "BUSY_SECONDS", 0.1)
    path = tmp_path / "held.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("CREATE TABLE first (x)")
        writer.execute("BEGIN IMMEDIATE")
        engine = connect(f"sqlite:///{path}")
        with pytest.raises(sa.exc.OperationalError, match="locked"):
            engine.connect()
        engine.dispose()


def test_moments_come_back_aware_and_in_utc(engine):
    east = NOW.astimezone(timezone(timedelta(hours=8)))
    with write(engine) as connection:
        put(connection, "a", "1", east)
    with read(engine) as connection:
        found = connection.execute(sa.select(settings.c.created)).scalar_one()
    assert found == NOW
    assert found.utcoffset() == timedelta(0)
    with pytest.raises(sa.exc.StatementError, match="zone"), write(engine) as connection:
        put(connection, "b", "1", NOW.replace(tzinfo=None))


def test_an_exception_rolls_back(engine):
    def fail():
        with write(engine) as connection:
            put(connection, "a", "1")
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    with read(engine) as connection:
        assert connection.execute(sa.select(settings)).all() == []


def test_insert_knows_conflicts(engine):
    with write(engine) as connection:
        put(connection, "a", "1")
        again = insert(connection, settings).values(name="a", value="2", created=NOW).on_conflict_do_nothing()
        assert connection.execute(again.returning(settings.c.name)).first() is None
        assert connection.execute(sa.select(settings.c.value)).scalar_one() == "1"


def test_what_is_read_inside_a_write_stays_true_on_sqlite(sqlite):
    engine = connect(sqlite.fresh())
    with write(engine) as connection:
        put(connection, "n", "0")

    def add():
        for _ in range(25):
            with write(engine) as connection:
                value = int(connection.execute(sa.select(settings.c.value)).scalar_one())
                connection.execute(sa.update(settings).values(value=str(value + 1)))

    threads = [threading.Thread(target=add) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with read(engine) as connection:
        assert connection.execute(sa.select(settings.c.value)).scalar_one() == "200"
    engine.dispose()


def test_a_database_that_takes_writes(engine):
    check_writable(engine)
    with write(engine) as connection:  # nothing is held, nothing was left behind
        put(connection, "a", "1")
        if connection.dialect.name == "sqlite":
            assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() == 30000


def test_a_database_that_is_held_or_read_only(sqlite, monkeypatch):
    monkeypatch.setattr(database_module, "PROBE_SECONDS", 0)
    address = sqlite.fresh()
    engine, other = connect(address), connect(address)
    with write(other) as connection:
        put(connection, "a", "1")
        with pytest.raises(sa.exc.OperationalError):
            check_writable(engine)
    check_writable(engine)
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA query_only=ON")
    with pytest.raises(sa.exc.OperationalError):
        check_writable(engine)
    engine.dispose()
    other.dispose()
