"""Batches: many documents sent in one call, and one message when all of them have ended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    op.create_index("ix_quire_tasks_client_ref", "quire_tasks", ["client_ref"])
    op.create_table(
        "quire_batches",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("owner", sa.String(length=255), nullable=False),
        sa.Column("kind", sa.String(length=64), nullable=False),
        sa.Column("idempotency_key", sa.String(length=255), nullable=True),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("items", sa.JSON(), nullable=False),
        sa.Column("complete", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_quire_batches")),
        sa.UniqueConstraint("owner", "idempotency_key", name=op.f("uq_quire_batches_owner_idempotency_key")),
    )
    op.create_index(op.f("ix_quire_batches_created"), "quire_batches", ["created"])
    with op.batch_alter_table("quire_deliveries", schema=None) as table:
        table.alter_column("task_id", existing_type=sa.String(length=36), nullable=True)
        table.add_column(sa.Column("batch_id", sa.String(length=64), nullable=True))
        table.add_column(sa.Column("pages", sa.Integer(), nullable=True))
        table.create_foreign_key(
            op.f("fk_quire_deliveries_batch_id_quire_batches"),
            "quire_batches",
            ["batch_id"],
            ["id"],
            ondelete="CASCADE",
        )
        table.create_index(op.f("ix_quire_deliveries_batch_id"), ["batch_id"])


def downgrade() -> None:
    """Back to the one before."""
    op.execute("DELETE FROM quire_deliveries WHERE task_id IS NULL OR pages IS NOT NULL")
    with op.batch_alter_table("quire_deliveries", schema=None) as table:
        table.drop_index(op.f("ix_quire_deliveries_batch_id"))
        table.drop_constraint(op.f("fk_quire_deliveries_batch_id_quire_batches"), type_="foreignkey")
        table.drop_column("pages")
        table.drop_column("batch_id")
        table.alter_column("task_id", existing_type=sa.String(length=36), nullable=False)
    op.drop_table("quire_batches")
    op.drop_index("ix_quire_tasks_client_ref", table_name="quire_tasks")
