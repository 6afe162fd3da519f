"""The tables, once for SQLite and PostgreSQL.

Every name starts with ``quire_`` because the task engine keeps its own tables in the same database: a task's row and
its place in the queue are written in one transaction. Change a table here and add a migration; a test compares both.
"""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Moment(sa.types.TypeDecorator[datetime]):
    """A moment in UTC: aware datetimes in and out, on databases that keep no zone too.

    Raises:
        ValueError: a datetime without a zone is stored.
    """

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """The value for the database, in UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs its zone")
        moved = value.astimezone(UTC)
        return moved if dialect.name == "postgresql" else moved.replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:  # noqa: ARG002
        """The value from the database, aware, in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


keys = sa.Table(
    "quire_keys",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("prefix", sa.String(32), nullable=False),  # the part of the secret that listings show
    sa.Column("secret_hash", sa.String(64), nullable=False, unique=True),  # SHA-256, hex
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("owner", sa.String(255), nullable=False, index=True),
    sa.Column("role", sa.String(16), nullable=False),
    sa.Column("scopes", sa.JSON, nullable=False),  # list of words
    sa.Column("created", Moment, nullable=False),
    sa.Column("expires", Moment),
    sa.Column("revoked", Moment),
    sa.Column("last_used", Moment),
    sa.Column("rate_submit", sa.Integer),  # a minute; NULL takes the installation's setting, 0 is no limit
    sa.Column("rate_read", sa.Integer),
    sa.Column("quota", sa.Integer),  # submissions a day (UTC); NULL is no limit
    sa.Column("quota_day", sa.String(10), nullable=False, server_default=""),  # the day that quota_used is of
    sa.Column("quota_used", sa.Integer, nullable=False, server_default="0"),
)

tasks = sa.Table(
    "quire_tasks",
    metadata,
    sa.Column("id", sa.String(36), primary_key=True),
    sa.Column("owner", sa.String(255), nullable=False),
    sa.Column("key_id", sa.String(64), nullable=False),  # no foreign key: tasks outlive their key
    sa.Column("kind", sa.String(64), nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("filename", sa.Text, nullable=False),  # of the upload, cleaned
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("client_ref", sa.Text),
    sa.Column("source_file", sa.Text, nullable=False),  # stored name of the upload; "" when there is none
    sa.Column("input_bytes", sa.BigInteger, nullable=False),
    sa.Column("created", Moment, nullable=False),
    sa.Column("started", Moment),
    sa.Column("finished", Moment),
    sa.Column("duration", sa.Float),  # seconds of processing, without the time in the queue
    sa.Column("pages_done", sa.Integer, nullable=False),
    sa.Column("pages_total", sa.Integer, nullable=False),
    sa.Column("error", sa.Text),
    sa.Column("error_code", sa.String(64)),
    sa.Column("result_file", sa.Text),  # stored name of the result
    sa.Column("result_name", sa.Text),  # the name under which it is offered
    sa.Column("images", sa.JSON, nullable=False),  # list of names beside the result
    sa.Column("warnings", sa.JSON, nullable=False),  # list of sentences
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("executor", sa.String(255)),  # the worker that has it now, or had it last
    sa.Column("expires", Moment),  # when the result goes
    sa.Column("purged", Moment),  # when its files were deleted
    sa.Index("ix_quire_tasks_owner_created", "owner", "created"),
    sa.Index("ix_quire_tasks_status_created", "status", "created"),
    sa.Index("ix_quire_tasks_expires", "expires"),
    sa.Index("ix_quire_tasks_source_file", "source_file"),  # few ended tasks still have one
)

idempotency = sa.Table(
    "quire_idempotency",
    metadata,
    sa.Column("owner", sa.String(255), primary_key=True),
    sa.Column("idempotency_key", sa.String(255), primary_key=True),
    sa.Column("fingerprint", sa.String(64), nullable=False),  # SHA-256 of what was asked, hex
    sa.Column(
        "task_id", sa.String(36), sa.ForeignKey("quire_tasks.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    sa.Column("created", Moment, nullable=False, index=True),
)

workers = sa.Table(
    "quire_workers",
    metadata,
    sa.Column("executor", sa.String(255), primary_key=True),  # host-pid-uuid
    sa.Column("host", sa.String(255), nullable=False),
    sa.Column("pid", sa.Integer, nullable=False),
    sa.Column("slots", sa.Integer, nullable=False),
    sa.Column("started", Moment, nullable=False),
    sa.Column("heard", Moment, nullable=False, index=True),  # the last heartbeat
)

settings = sa.Table(
    "quire_settings",
    metadata,
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
    sa.Column("created", Moment, nullable=False),
)
