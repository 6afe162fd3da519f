"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    op.create_table(
        "quire_keys",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("prefix", sa.String(length=32), nullable=False),
        sa.Column("secret_hash", sa.String(length=64), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("owner", sa.String(length=255), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("scopes", sa.JSON(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_used", sa.DateTime(timezone=True), nullable=True),
        sa.Column("rate_submit", sa.Integer(), nullable=True),
        sa.Column("rate_read", sa.Integer(), nullable=True),
        sa.Column("quota", sa.Integer(), nullable=True),
        sa.Column("quota_day", sa.String(length=10), server_default="", nullable=False),
        sa.Column("quota_used", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_quire_keys")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_quire_keys_secret_hash")),
    )
    with op.batch_alter_table("quire_keys", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_quire_keys_owner"), ["owner"], unique=False)

    op.create_table(
        "quire_settings",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_quire_settings")),
    )
    op.create_table(
        "quire_tasks",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("owner", sa.String(length=255), nullable=False),
        sa.Column("key_id", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=64), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("filename", sa.Text(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("client_ref", sa.Text(), nullable=True),
        sa.Column("source_file", sa.Text(), nullable=False),
        sa.Column("input_bytes", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished", sa.DateTime(timezone=True), nullable=True),
        sa.Column("duration", sa.Float(), nullable=True),
        sa.Column("pages_done", sa.Integer(), nullable=False),
        sa.Column("pages_total", sa.Integer(), nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("error_code", sa.String(length=64), nullable=True),
        sa.Column("result_file", sa.Text(), nullable=True),
        sa.Column("result_name", sa.Text(), nullable=True),
        sa.Column("images", sa.JSON(), nullable=False),
        sa.Column("warnings", sa.JSON(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("executor", sa.String(length=255), nullable=True),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=True),
        sa.Column("purged", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_quire_tasks")),
    )
    with op.batch_alter_table("quire_tasks", schema=None) as batch_op:
        batch_op.create_index("ix_quire_tasks_expires", ["expires"], unique=False)
        batch_op.create_index("ix_quire_tasks_owner_created", ["owner", "created"], unique=False)
        batch_op.create_index("ix_quire_tasks_source_file", ["source_file"], unique=False)
        batch_op.create_index("ix_quire_tasks_status_created", ["status", "created"], unique=False)

    op.create_table(
        "quire_workers",
        sa.Column("executor", sa.String(length=255), nullable=False),
        sa.Column("host", sa.String(length=255), nullable=False),
        sa.Column("pid", sa.Integer(), nullable=False),
        sa.Column("slots", sa.Integer(), nullable=False),
        sa.Column("started", sa.DateTime(timezone=True), nullable=False),
        sa.Column("heard", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("executor", name=op.f("pk_quire_workers")),
    )
    with op.batch_alter_table("quire_workers", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_quire_workers_heard"), ["heard"], unique=False)

    op.create_table(
        "quire_idempotency",
        sa.Column("owner", sa.String(length=255), nullable=False),
        sa.Column("idempotency_key", sa.String(length=255), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("task_id", sa.String(length=36), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["task_id"], ["quire_tasks.id"], name=op.f("fk_quire_idempotency_task_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("owner", "idempotency_key", name=op.f("pk_quire_idempotency")),
    )
    with op.batch_alter_table("quire_idempotency", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_quire_idempotency_created"), ["created"], unique=False)
        batch_op.create_index(batch_op.f("ix_quire_idempotency_task_id"), ["task_id"], unique=False)


def downgrade() -> None:
    """Back to the one before."""
    with op.batch_alter_table("quire_idempotency", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_quire_idempotency_task_id"))
        batch_op.drop_index(batch_op.f("ix_quire_idempotency_created"))

    op.drop_table("quire_idempotency")
    with op.batch_alter_table("quire_workers", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_quire_workers_heard"))

    op.drop_table("quire_workers")
    with op.batch_alter_table("quire_tasks", schema=None) as batch_op:
        batch_op.drop_index("ix_quire_tasks_status_created")
        batch_op.drop_index("ix_quire_tasks_source_file")
        batch_op.drop_index("ix_quire_tasks_owner_created")
        batch_op.drop_index("ix_quire_tasks_expires")

    op.drop_table("quire_tasks")
    op.drop_table("quire_settings")
    with op.batch_alter_table("quire_keys", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_quire_keys_owner"))

    op.drop_table("quire_keys")
