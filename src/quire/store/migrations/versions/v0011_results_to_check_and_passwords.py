"""How much of a result is in doubt, and the sealed password of a task that waits."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_COLUMNS = {"failed_checks": sa.Integer, "low_values": sa.Integer, "password": sa.Text}


def upgrade() -> None:
    """To this revision."""
    for name, kind in _COLUMNS.items():
        op.add_column("quire_tasks", sa.Column(name, kind(), nullable=True))


def downgrade() -> None:
    """Back to the one before."""
    for name in _COLUMNS:
        op.drop_column("quire_tasks", name)
