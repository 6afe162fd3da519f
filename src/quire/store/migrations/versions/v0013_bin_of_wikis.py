"""The bin of wikis, where those that people deleted wait a day."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    op.add_column("quire_wikis", sa.Column("binned", sa.DateTime(timezone=True), nullable=True))
    op.create_index(op.f("ix_quire_wikis_binned"), "quire_wikis", ["binned"])


def downgrade() -> None:
    """Back to the one before."""
    op.drop_index(op.f("ix_quire_wikis_binned"), table_name="quire_wikis")
    op.drop_column("quire_wikis", "binned")
