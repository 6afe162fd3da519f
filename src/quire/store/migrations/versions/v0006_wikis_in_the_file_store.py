"""Wikis in the file store: the snapshot that is current; where previews run and when they were heard of."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    op.add_column("quire_wikis", sa.Column("snapshot", sa.Text(), nullable=True))
    op.add_column("quire_previews", sa.Column("address", sa.Text(), nullable=True))
    op.add_column("quire_previews", sa.Column("heard", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    """Back to the one before."""
    op.drop_column("quire_previews", "heard")
    op.drop_column("quire_previews", "address")
    op.drop_column("quire_wikis", "snapshot")
