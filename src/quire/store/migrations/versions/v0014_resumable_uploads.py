"""Files that are sent in parts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """To this revision."""
    op.create_table(
        "quire_uploads",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("owner", sa.String(255), nullable=False),
        sa.Column("filename", sa.Text, nullable=False),
        sa.Column("length", sa.BigInteger, nullable=False),
        sa.Column("received", sa.BigInteger, nullable=False),
        sa.Column("parts", sa.JSON, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used", sa.DateTime(timezone=True), nullable=True),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_quire_uploads")),
    )
    op.create_index(op.f("ix_quire_uploads_owner"), "quire_uploads", ["owner"])
    op.create_index(op.f("ix_quire_uploads_expires"), "quire_uploads", ["expires"])


def downgrade() -> None:
    """Back to the one before."""
    op.drop_table("quire_uploads")
