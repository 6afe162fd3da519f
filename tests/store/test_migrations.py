"""The migrations lead to the schema, on both databases, whoever runs them and however often."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from quire import store
from quire.store.database import connect
from quire.store.schema import metadata


def test_migrations_give_the_schema(database):
    url = database.empty()
    store.migrate(url)
    engine = connect(url)
    with engine.connect() as connection:
        # On SQLite alembic takes the default '' for another '' (it strips the quotes of one side).
        defaults = connection.dialect.name == "postgresql"
        options = {"compare_type": True, "compare_server_default": defaults, "include_name": ours}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), metadata) == []
    engine.dispose()


def test_a_second_run_and_runs_side_by_side_change_nothing(database):
    url = database.empty()
    with ThreadPoolExecutor(4) as pool:
        for future in [pool.submit(store.migrate, url) for _ in range(4)]:
            future.result()
    store.migrate(url)
    engine = connect(url)
    assert set(metadata.tables) < set(sa.inspect(engine).get_table_names())
    engine.dispose()


def test_every_table_says_whose_it_is():
    assert all(name.startswith("quire_") for name in metadata.tables)


def ours(name, kind, parents):
    return kind != "table" or (name.startswith("quire_") and name != "quire_revision")
