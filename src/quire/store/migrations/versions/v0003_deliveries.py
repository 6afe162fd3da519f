"""Deliveries: who is told of the end of a task, and how that went."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    op.create_table(
        "quire_deliveries",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("task_id", sa.String(length=36), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("log", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["task_id"], ["quire_tasks.id"], name=op.f("fk_quire_deliveries_task_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_quire_deliveries")),
    )
    with op.batch_alter_table("quire_deliveries", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_quire_deliveries_task_id"), ["task_id"], unique=False)
        batch_op.create_index("ix_quire_deliveries_state_due", ["state", "due"], unique=False)


def downgrade() -> None:
    """Back to the one before."""
    with op.batch_alter_table("quire_deliveries", schema=None) as batch_op:
        batch_op.drop_index("ix_quire_deliveries_state_due")
        batch_op.drop_index(batch_op.f("ix_quire_deliveries_task_id"))

    op.drop_table("quire_deliveries")
