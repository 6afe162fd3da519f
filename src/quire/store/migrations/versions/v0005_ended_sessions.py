"""Ended sessions: the console's sessions that were signed out before they expired."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    op.create_table(
        "quire_ended_sessions",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_quire_ended_sessions")),
    )


def downgrade() -> None:
    """Back to the one before."""
    op.drop_table("quire_ended_sessions")
