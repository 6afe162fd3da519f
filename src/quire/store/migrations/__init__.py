"""The schema's history: one file in `versions/` for each change, run in order by alembic.

To add one: change `quire.store.schema`, then
``python -c "from quire.store.migrations import draft; draft('sqlite:////tmp/new.db', 'what changes',
revision='0002')"`` drafts a file to read and correct. On SQLite a change of a column needs ``op.batch_alter_table``.
"""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from quire.store.database import connect, write

HERE = Path(__file__).parent

LOCK = 7_117_473
"""PostgreSQL's advisory lock for migrations; any constant that nothing else in the database uses."""


def upgrade(url: str) -> None:
    """Bring the database to the newest revision, in one transaction, one process at a time."""
    engine = connect(url)
    try:
        with write(engine) as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            command.upgrade(_config(connection), "head")
    finally:
        engine.dispose()


def newest_revision() -> str:
    """The revision that `upgrade` leads to."""
    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return ScriptDirectory.from_config(config).get_current_head() or ""


def revision_of(engine: sa.Engine) -> str:
    """The revision of a database; "" for one without our tables."""
    with engine.connect() as connection:
        if not sa.inspect(connection).has_table("quire_revision"):
            return ""
        return str(connection.execute(sa.text("SELECT version_num FROM quire_revision")).scalar() or "")


def draft(url: str, message: str, *, revision: str | None = None) -> None:
    """Write a new revision file with the difference between the database at `url`, upgraded, and the schema."""
    upgrade(url)
    engine = connect(url)
    try:
        with engine.connect() as connection:
            command.revision(_config(connection), message=message, autogenerate=True, rev_id=revision)
    finally:
        engine.dispose()


def _config(connection: sa.Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(HERE).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.set_main_option("file_template", "v%%(rev)s_%%(slug)s")
    config.attributes["connection"] = connection
    return config
