"""What alembic runs for every command; the connection comes from `quire.store.migrations`."""

from __future__ import annotations

from typing import Literal

from alembic import context

from quire.store.schema import UtcDateTime, metadata


def _render(kind: str, item: object, _: object) -> str | Literal[False]:
    """Our own types as what they are in the database: an old revision must not change with the code."""
    return "sa.DateTime(timezone=True)" if kind == "type" and isinstance(item, UtcDateTime) else False


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table="quire_revision",
    transactional_ddl=True,  # SQLite's changes of tables are transactional; alembic assumes they are not
    render_as_batch=True,
    render_item=_render,
    include_name=lambda name, type_, _: type_ != "table" or (name or "").startswith("quire_"),
)
with context.begin_transaction():
    context.run_migrations()
