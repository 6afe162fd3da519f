"""The bin: tasks that people deleted wait a day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    op.add_column("quire_tasks", sa.Column("binned", sa.DateTime(timezone=True), nullable=True))
    op.create_index(op.f("ix_quire_tasks_binned"), "quire_tasks", ["binned"])


def downgrade() -> None:
    """Back to the one before."""
    op.drop_index(op.f("ix_quire_tasks_binned"), table_name="quire_tasks")
    op.drop_column("quire_tasks", "binned")
