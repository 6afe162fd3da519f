"""``quire audit``: the audit log as lines of JSON."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from typing import Annotated

import typer

from quire.cli.options import DataDir, settings_of
from quire.errors import BadRequest


def mount(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("audit")(audit)


def audit(
    *,
    since: Annotated[str, typer.Option("--since", metavar="DATE", help="Only from this day or moment (UTC) on.")] = "",
    data_dir: DataDir = None,
) -> None:
    """Write who changed what, the oldest first, one JSON object per line."""
    from quire import app
    from quire.clock import SystemClock
    from quire.store.audit_log import AuditLog

    try:
        moment = datetime.fromisoformat(since) if since else None
    except ValueError:
        raise BadRequest("--since must be a date such as 2026-03-06.") from None
    if moment is not None and moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    with app.open_parts(settings_of(data_dir)) as made:
        for row in AuditLog(made.wikis.database, SystemClock()).entries(moment):
            sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")
