"""What a task waits for while a part of the service is not available, and since when."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision; the columns may be NULL, so that processes of the release before go on beside it."""
    op.add_column("quire_tasks", sa.Column("waiting_for", sa.String(length=16), nullable=True))
    op.add_column("quire_tasks", sa.Column("waiting_since", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    """Back to the one before."""
    with op.batch_alter_table("quire_tasks", schema=None) as batch_op:
        batch_op.drop_column("waiting_since")
        batch_op.drop_column("waiting_for")
