"""The bin, where tasks that people deleted wait a day, and what people say of results."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    op.add_column("quire_tasks", sa.Column("binned", sa.DateTime(timezone=True), nullable=True))
    op.create_index(op.f("ix_quire_tasks_binned"), "quire_tasks", ["binned"])
    op.create_table(
        "quire_reviews",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("task_id", sa.String(length=36), nullable=False),
        sa.Column("person", sa.String(length=255), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("before", sa.Text(), nullable=False),
        sa.Column("after", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["task_id"], ["quire_tasks.id"], name=op.f("fk_quire_reviews_task_id_quire_tasks"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_quire_reviews")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_quire_reviews_task_id"), "quire_reviews", ["task_id"])


def downgrade() -> None:
    """Back to the one before."""
    op.drop_table("quire_reviews")
    op.drop_index(op.f("ix_quire_tasks_binned"), table_name="quire_tasks")
    op.drop_column("quire_tasks", "binned")
