"""Copies all rows of an installation from one database to another, of either kind, as they were at one moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import sqlalchemy as sa

from quire.store.database import write
from quire.store.schema import metadata, previews, workers

OF_PROCESSES = frozenset({workers.name, previews.name})
"""Tables about processes that run: no process survives in a copy."""

BATCH = 500
"""Rows in one INSERT."""


@contextmanager
def one_moment(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A connection that sees all tables as they were when the context began; it holds up no writer."""
    isolated = engine.dialect.name == "postgresql"
    options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True} if isolated else {}
    with engine.connect().execution_options(**options) as connection:
        if not isolated:
            connection.exec_driver_sql("BEGIN")
        connection.execute(sa.text("SELECT count(*) FROM quire_settings"))  # the moment is that of the first question
        yield connection


def copy_rows(source: sa.Connection, target: sa.Engine) -> dict[str, int]:
    """Copy the rows of all tables but those about processes, in one transaction; return how many by table."""
    counts = {}
    with write(target) as connection:
        for table in metadata.sorted_tables:
            if table.name in OF_PROCESSES:
                continue
            found = source.execution_options(yield_per=BATCH).execute(sa.select(table)).mappings()
            counts[table.name] = 0
            for batch in found.partitions():
                connection.execute(sa.insert(table), [dict(row) for row in batch])
                counts[table.name] += len(batch)
        _set_last_ids(connection, last_ids(source))
    return counts


def delete_rows(engine: sa.Engine) -> None:
    """Delete the rows of all tables."""
    with write(engine) as connection:
        for table in reversed(metadata.sorted_tables):
            connection.execute(sa.delete(table))


def has_rows(engine: sa.Engine) -> bool:
    """Whether the database holds anything that a person or a program has put there."""
    with engine.connect() as connection:
        kept = [table for table in metadata.sorted_tables if table.name not in {*OF_PROCESSES, "quire_settings"}]
        return any(connection.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first() for table in kept)


def last_ids(connection: sa.Connection) -> dict[str, int]:
    """The last id that each table with counted ids has given, also to a row that is gone: none is given twice."""
    if connection.dialect.name == "sqlite":
        rows = connection.exec_driver_sql("SELECT name, seq FROM sqlite_sequence").all()
        return {str(name): int(last) for name, last in rows if name in metadata.tables}
    wanted = "SELECT coalesce(last_value, 0) FROM pg_sequences WHERE sequencename = :name"
    names = [table.name for table in metadata.sorted_tables if table.autoincrement_column is not None]
    found = {name: connection.execute(sa.text(wanted), {"name": f"{name}_id_seq"}).scalar() for name in names}
    return {name: int(last) for name, last in found.items() if last}


def _set_last_ids(connection: sa.Connection, last: Mapping[str, int]) -> None:
    for name, number in last.items():
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("DELETE FROM sqlite_sequence WHERE name = ?", (name,))
            connection.exec_driver_sql("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (name, number))
        else:
            connection.execute(sa.text("SELECT setval(:name, :last)"), {"name": f"{name}_id_seq", "last": number})
