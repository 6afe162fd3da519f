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


class UtcDateTime(sa.types.TypeDecorator[datetime]):
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
    sa.Column("created", UtcDateTime, nullable=False),
    sa.Column("expires", UtcDateTime),
    sa.Column("revoked", UtcDateTime),
    sa.Column("last_used", UtcDateTime),
    sa.Column("rate_submit", sa.Integer),  # a minute; NULL takes the installation's setting, 0 is no limit
    sa.Column("rate_read", sa.Integer),
    sa.Column("quota", sa.Integer),  # submissions a day (UTC); NULL is no limit
    sa.Column("quota_day", sa.String(10), nullable=False, server_default=""),  # the day that quota_used is of
    sa.Column("quota_used", sa.Integer, nullable=False, server_default="0"),
)

ended_sessions = sa.Table(
    "quire_ended_sessions",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),  # of a session of the console that was signed out
    sa.Column("expires", UtcDateTime, nullable=False),  # when its cookie expires and the row can go
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
    sa.Column("created", UtcDateTime, nullable=False),
    sa.Column("started", UtcDateTime),
    sa.Column("finished", UtcDateTime),
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
    sa.Column("due", UtcDateTime),  # a pending one is not begun before; NULL is at once
    sa.Column(
        "waiting_for", sa.String(16)
    ),  # the part of the service that is not available; NULL when nothing is missing
    sa.Column("waiting_since", UtcDateTime),  # since when it waits, from the first fault to the end of the task
    sa.Column("expires", UtcDateTime),  # when the result goes
    sa.Column("purged", UtcDateTime),  # when its files were deleted
    sa.Column("binned", UtcDateTime, index=True),  # when it was put in the bin; NULL is not there
    sa.Column("failed_checks", sa.Integer),  # and warnings, of a result that people can look at; NULL of any other
    sa.Column("low_values", sa.Integer),  # values in doubt, the same
    sa.Column("password", sa.Text),  # of a locked document, sealed; NULL once the task has ended
    sa.Index("ix_quire_tasks_owner_created", "owner", "created"),
    sa.Index("ix_quire_tasks_queue", "status", "owner", "key_id", "created"),
    sa.Index("ix_quire_tasks_owner_started", "owner", "started"),  # who was served longest ago
    sa.Index("ix_quire_tasks_expires", "expires"),
    sa.Index("ix_quire_tasks_source_file", "source_file"),  # few ended tasks still have one
    sa.Index("ix_quire_tasks_client_ref", "client_ref"),
)

batches = sa.Table(
    "quire_batches",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),  # the client_ref of its tasks
    sa.Column("owner", sa.String(255), nullable=False),
    sa.Column("kind", sa.String(64), nullable=False),
    sa.Column("idempotency_key", sa.String(255)),
    sa.Column("fingerprint", sa.String(64), nullable=False),  # SHA-256 of what was asked, hex
    sa.Column("created", UtcDateTime, nullable=False, index=True),
    sa.Column("items", sa.JSON, nullable=False),  # list: name, task_id or error
    sa.Column("complete", sa.Boolean, nullable=False),  # every item has become a task, or was refused
    sa.UniqueConstraint("owner", "idempotency_key"),
)

uploads = sa.Table(
    "quire_uploads",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),  # also the name of the folder of its parts
    sa.Column("owner", sa.String(255), nullable=False, index=True),
    sa.Column("filename", sa.Text, nullable=False),  # cleaned
    sa.Column("length", sa.BigInteger, nullable=False),  # bytes of the whole file
    sa.Column("received", sa.BigInteger, nullable=False),
    sa.Column("parts", sa.JSON, nullable=False),  # list of stored names, in the order of their bytes
    sa.Column("created", UtcDateTime, nullable=False),
    sa.Column("used", UtcDateTime),  # when it was last submitted; NULL is never
    sa.Column("expires", UtcDateTime, nullable=False, index=True),
)

reviews = sa.Table(
    "quire_reviews",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column(
        "task_id", sa.String(36), sa.ForeignKey("quire_tasks.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    sa.Column("person", sa.String(255), nullable=False),  # owner of the key
    sa.Column("at", UtcDateTime, nullable=False),
    sa.Column("place", sa.Text, nullable=False),  # of the value; "" is the state of the whole result
    sa.Column("before", sa.Text, nullable=False),
    sa.Column("after", sa.Text, nullable=False),
    sqlite_autoincrement=True,  # the order of the changes
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
    sa.Column("created", UtcDateTime, nullable=False, index=True),
)

deliveries = sa.Table(
    "quire_deliveries",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),  # the message's; the same for every attempt
    sa.Column("task_id", sa.String(36), sa.ForeignKey("quire_tasks.id", ondelete="CASCADE"), index=True),
    sa.Column(
        "batch_id", sa.String(64), sa.ForeignKey("quire_batches.id", ondelete="CASCADE"), index=True
    ),  # or a task
    sa.Column("pages", sa.Integer),  # done, of a message about progress; NULL is one about the end
    sa.Column("url", sa.Text, nullable=False),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("created", UtcDateTime, nullable=False),
    sa.Column("due", UtcDateTime, nullable=False),  # not before
    sa.Column("attempts", sa.Integer, nullable=False),  # since it was made or replayed
    sa.Column("log", sa.JSON, nullable=False),  # list of the last attempts: at, status, error, seconds
    sa.Column("runner", sa.String(255)),  # the worker that sends it; NULL is nobody
    sa.Column("attempt", sa.Integer, nullable=False, server_default="0"),  # how often it was taken
    sa.Index("ix_quire_deliveries_state_due", "state", "due"),
)

duties = sa.Table(
    "quire_duties",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),  # of what the installation does again and again
    sa.Column("due", UtcDateTime, nullable=False),
    sa.Column("runner", sa.String(255)),
    sa.Column("attempt", sa.Integer, nullable=False),
)

workers = sa.Table(
    "quire_workers",
    metadata,
    sa.Column("executor", sa.String(255), primary_key=True),  # host-pid-uuid
    sa.Column("host", sa.String(255), nullable=False),
    sa.Column("pid", sa.Integer, nullable=False),
    sa.Column("slots", sa.Integer, nullable=False),
    sa.Column("started", UtcDateTime, nullable=False),
    sa.Column("heard", UtcDateTime, nullable=False, index=True),  # the last heartbeat
)

wikis = sa.Table(
    "quire_wikis",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("slug", sa.String(80), nullable=False, unique=True),  # also the name of its folder
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("owner", sa.String(255), nullable=False, index=True),
    sa.Column("lang", sa.String(2), nullable=False),
    sa.Column("filename", sa.Text, nullable=False),  # of the upload, cleaned
    sa.Column("input_bytes", sa.BigInteger, nullable=False),
    sa.Column("sha256", sa.String(64), nullable=False, index=True),  # of the upload's bytes, hex
    sa.Column("sketch", sa.JSON(none_as_null=True)),  # list of numbers: of the book's text; NULL until it was read
    sa.Column("fresh", sa.Boolean, nullable=False),  # the owner wants no copy of an earlier result
    sa.Column("ready", sa.Boolean, nullable=False),  # grow has ended: it may be shown
    sa.Column("cloned_from", sa.Integer),  # no foreign key: the other one may go
    sa.Column("created", UtcDateTime, nullable=False),
    sa.Column("snapshot", sa.Text),  # stored name of its folder's present state; NULL: a folder on one machine only
    sa.Column("key_id", sa.String(64)),  # that sent the book; NULL: sent to an earlier release
    sa.Column("binned", UtcDateTime, index=True),  # when it was put in the bin; NULL is not there
    sqlite_autoincrement=True,  # an id is never given twice
)

jobs = sa.Table(
    "quire_jobs",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("wiki_id", sa.Integer, sa.ForeignKey("quire_wikis.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("owner", sa.String(255), nullable=False, index=True),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("phase", sa.String(16), nullable=False),
    sa.Column("created", UtcDateTime, nullable=False),
    sa.Column("queued", UtcDateTime),  # since when it waits, or waited last
    sa.Column("started", UtcDateTime),  # of the present or last run
    sa.Column("finished", UtcDateTime),
    sa.Column("spent_ms", sa.BigInteger, nullable=False),  # in the runs before the present one
    sa.Column("runner", sa.String(255)),  # the worker whose process may touch the wiki's folder; NULL is nobody
    sa.Column("attempt", sa.Integer, nullable=False),
    sa.Column("interruptions", sa.Integer, nullable=False),  # in the present phase
    sa.Column("error", sa.Text),
    sa.Column("error_code", sa.String(64)),
    sa.Column("tokens", sa.BigInteger, nullable=False),
    sa.Column("cost_micros", sa.BigInteger, nullable=False),  # millionths of a US dollar
    sa.Column("events", sa.Integer, nullable=False),  # number of the last event
    sa.Column("last_event", UtcDateTime, nullable=False),
    sa.Column("read_to", sa.BigInteger, nullable=False),  # bytes of the run's journal that are among the events
    sa.Index("ix_quire_jobs_status_queued", "status", "queued"),
    sqlite_autoincrement=True,
)

job_events = sa.Table(
    "quire_job_events",
    metadata,
    sa.Column("job_id", sa.Integer, sa.ForeignKey("quire_jobs.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),  # 1, 2, 3 ... without a gap
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("data", sa.JSON, nullable=False),
    sa.Column("created", UtcDateTime, nullable=False),
)

butlers = sa.Table(
    "quire_butlers",
    metadata,
    sa.Column("wiki_id", sa.Integer, sa.ForeignKey("quire_wikis.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("running", sa.Boolean, nullable=False),
    sa.Column("asked", sa.Boolean, nullable=False),  # by a person, not by the end of the job
    sa.Column("rounds", sa.Integer, nullable=False),  # 0 is without end
    sa.Column("round", sa.Integer, nullable=False),  # rounds done
    sa.Column("auto", sa.Boolean, nullable=False),
    sa.Column("model", sa.Text, nullable=False),  # "" is the installation's
    sa.Column("interval_s", sa.Integer, nullable=False),
    sa.Column("max_cost_micros", sa.BigInteger),  # NULL is no limit
    sa.Column("tokens", sa.BigInteger, nullable=False),
    sa.Column("cost_micros", sa.BigInteger, nullable=False),
    sa.Column("idle", sa.Integer, nullable=False),  # rounds without gain in a row
    sa.Column("failures", sa.Integer, nullable=False),  # failed rounds in a row
    sa.Column("due", UtcDateTime, nullable=False, index=True),  # when the next round may begin
    sa.Column("runner", sa.String(255)),
    sa.Column("attempt", sa.Integer, nullable=False),
    sa.Column("read_to", sa.BigInteger, nullable=False),
)

previews = sa.Table(
    "quire_previews",
    metadata,
    sa.Column("wiki_id", sa.Integer, sa.ForeignKey("quire_wikis.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("machine", sa.String(255), nullable=False),
    sa.Column("pid", sa.Integer, nullable=False),
    sa.Column("born", sa.String(32), nullable=False),  # when the process began, as the kernel counts: ids come again
    sa.Column("port", sa.Integer, nullable=False),
    sa.Column("address", sa.Text),  # host under which people reach the machine; NULL is that of their request
    sa.Column("heard", UtcDateTime),  # the last sign of life of the process that started it
)

audit = sa.Table(
    "quire_audit",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", UtcDateTime, nullable=False, index=True),
    sa.Column("key_id", sa.String(64), nullable=False),  # no foreign key: what was done outlives the key
    sa.Column("owner", sa.String(255), nullable=False),
    sa.Column("address", sa.String(64), nullable=False),  # of the client
    sa.Column("action", sa.String(64), nullable=False),  # name of the operation
    sa.Column("object", sa.Text, nullable=False),  # id or slug
    sa.Column("status", sa.Integer, nullable=False),  # of the response
    sa.Column("request_id", sa.String(64), nullable=False),
    sqlite_autoincrement=True,
)

usage = sa.Table(
    "quire_usage",
    metadata,
    sa.Column("day", sa.String(10), primary_key=True),  # UTC, ISO 8601
    sa.Column("key_id", sa.String(64), primary_key=True),  # no foreign key: what was used outlives the key; "" unknown
    sa.Column("owner", sa.String(255), primary_key=True),
    sa.Column("service", sa.String(16), primary_key=True),  # the first word of a task's kind, or wiki
    sa.Column("documents", sa.Integer, nullable=False),  # tasks that ended, and books that were sent
    sa.Column("pages", sa.BigInteger, nullable=False),
    sa.Column("cpu_ms", sa.BigInteger, nullable=False),
    sa.Column("tokens", sa.BigInteger, nullable=False),
    sa.Column("cost_micros", sa.BigInteger, nullable=False),  # millionths of a US dollar
)

settings = sa.Table(
    "quire_settings",
    metadata,
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
    sa.Column("created", UtcDateTime, nullable=False),
)
