"""Wikis and their jobs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    op.create_table(
        "quire_wikis",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slug", sa.String(length=80), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("owner", sa.String(length=255), nullable=False),
        sa.Column("lang", sa.String(length=2), nullable=False),
        sa.Column("filename", sa.Text(), nullable=False),
        sa.Column("input_bytes", sa.BigInteger(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("sketch", sa.JSON(), nullable=True),
        sa.Column("fresh", sa.Boolean(), nullable=False),
        sa.Column("ready", sa.Boolean(), nullable=False),
        sa.Column("cloned_from", sa.Integer(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_quire_wikis")),
        sa.UniqueConstraint("slug", name=op.f("uq_quire_wikis_slug")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("quire_wikis", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_quire_wikis_owner"), ["owner"], unique=False)
        batch_op.create_index(batch_op.f("ix_quire_wikis_sha256"), ["sha256"], unique=False)

    op.create_table(
        "quire_butlers",
        sa.Column("wiki_id", sa.Integer(), nullable=False),
        sa.Column("running", sa.Boolean(), nullable=False),
        sa.Column("asked", sa.Boolean(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("auto", sa.Boolean(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("interval_s", sa.Integer(), nullable=False),
        sa.Column("max_cost_micros", sa.BigInteger(), nullable=True),
        sa.Column("tokens", sa.BigInteger(), nullable=False),
        sa.Column("cost_micros", sa.BigInteger(), nullable=False),
        sa.Column("idle", sa.Integer(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("runner", sa.String(length=255), nullable=True),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("read_to", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["wiki_id"], ["quire_wikis.id"], name=op.f("fk_quire_butlers_wiki_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("wiki_id", name=op.f("pk_quire_butlers")),
    )
    with op.batch_alter_table("quire_butlers", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_quire_butlers_due"), ["due"], unique=False)

    op.create_table(
        "quire_jobs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("wiki_id", sa.Integer(), nullable=False),
        sa.Column("owner", sa.String(length=255), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("phase", sa.String(length=16), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("queued", sa.DateTime(timezone=True), nullable=True),
        sa.Column("started", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished", sa.DateTime(timezone=True), nullable=True),
        sa.Column("spent_ms", sa.BigInteger(), nullable=False),
        sa.Column("runner", sa.String(length=255), nullable=True),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("interruptions", sa.Integer(), nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("error_code", sa.String(length=64), nullable=True),
        sa.Column("tokens", sa.BigInteger(), nullable=False),
        sa.Column("cost_micros", sa.BigInteger(), nullable=False),
        sa.Column("events", sa.Integer(), nullable=False),
        sa.Column("last_event", sa.DateTime(timezone=True), nullable=False),
        sa.Column("read_to", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["wiki_id"], ["quire_wikis.id"], name=op.f("fk_quire_jobs_wiki_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_quire_jobs")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("quire_jobs", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_quire_jobs_owner"), ["owner"], unique=False)
        batch_op.create_index("ix_quire_jobs_status_queued", ["status", "queued"], unique=False)
        batch_op.create_index(batch_op.f("ix_quire_jobs_wiki_id"), ["wiki_id"], unique=False)

    op.create_table(
        "quire_previews",
        sa.Column("wiki_id", sa.Integer(), nullable=False),
        sa.Column("machine", sa.String(length=255), nullable=False),
        sa.Column("pid", sa.Integer(), nullable=False),
        sa.Column("born", sa.String(length=32), nullable=False),
        sa.Column("port", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["wiki_id"], ["quire_wikis.id"], name=op.f("fk_quire_previews_wiki_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("wiki_id", name=op.f("pk_quire_previews")),
    )
    op.create_table(
        "quire_job_events",
        sa.Column("job_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["job_id"], ["quire_jobs.id"], name=op.f("fk_quire_job_events_job_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("job_id", "number", name=op.f("pk_quire_job_events")),
    )


def downgrade() -> None:
    """Back to the one before."""
    op.drop_table("quire_job_events")
    op.drop_table("quire_previews")
    with op.batch_alter_table("quire_jobs", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_quire_jobs_wiki_id"))
        batch_op.drop_index("ix_quire_jobs_status_queued")
        batch_op.drop_index(batch_op.f("ix_quire_jobs_owner"))

    op.drop_table("quire_jobs")
    with op.batch_alter_table("quire_butlers", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_quire_butlers_due"))

    op.drop_table("quire_butlers")
    with op.batch_alter_table("quire_wikis", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_quire_wikis_sha256"))
        batch_op.drop_index(batch_op.f("ix_quire_wikis_owner"))

    op.drop_table("quire_wikis")
