"""The rows are the queue: when a task is due, who sends a delivery, and the duties of the installation.

This step only adds, so that processes of the release before go on beside it: their submissions are rows like ours, they
take what they find pending, and their claims are in the same columns. The tables of the task engine that kept the queue
before stay for them; `docs/operations.md` says when they can go.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision; new columns may be NULL or have a default, for the release before."""
    op.add_column("quire_tasks", sa.Column("due", sa.DateTime(timezone=True), nullable=True))
    op.create_index("ix_quire_tasks_queue", "quire_tasks", ["status", "owner", "key_id", "created"])
    op.create_index("ix_quire_tasks_owner_started", "quire_tasks", ["owner", "started"])
    op.drop_index("ix_quire_tasks_status_created", table_name="quire_tasks")
    op.add_column("quire_deliveries", sa.Column("runner", sa.String(length=255), nullable=True))
    op.add_column("quire_deliveries", sa.Column("attempt", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "quire_duties",
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("runner", sa.String(length=255), nullable=True),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_quire_duties")),
    )


def downgrade() -> None:
    """Back to the one before."""
    op.drop_table("quire_duties")
    with op.batch_alter_table("quire_deliveries", schema=None) as batch_op:
        batch_op.drop_column("attempt")
        batch_op.drop_column("runner")
    op.create_index("ix_quire_tasks_status_created", "quire_tasks", ["status", "created"])
    op.drop_index("ix_quire_tasks_owner_started", table_name="quire_tasks")
    op.drop_index("ix_quire_tasks_queue", table_name="quire_tasks")
    with op.batch_alter_table("quire_tasks", schema=None) as batch_op:
        batch_op.drop_column("due")
