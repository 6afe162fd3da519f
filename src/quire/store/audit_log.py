"""The audit log: who changed what, when, from where, and with which status; no content. Rows are only added."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime

import sqlalchemy as sa

from quire.clock import Clock, zulu
from quire.store.database import read, write
from quire.store.schema import audit

LONGEST = 200
"""Characters of an object's name that are kept."""


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One action.

    Attributes:
        key_id: of the access key; "" for none.
        owner: whose key it is; "" for none.
        address: of the client.
        action: the name of the operation, such as ``deleteTask``.
        object: what it was done to: the id of a task, job or key, the slug of a wiki; "" for none.
        status: of the response (HTTP).
        request_id: as in the access log.
    """

    key_id: str
    owner: str
    address: str
    action: str
    object: str
    status: int
    request_id: str


class AuditLog:
    """The audit log of an installation. Its methods block.

    Args:
        engine: the database.
        clock: the time.
    """

    def __init__(self, engine: sa.Engine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock

    def add(self, entry: AuditEntry) -> None:
        """Add an action that has just happened."""
        values = asdict(entry) | {"at": self._clock.now(), "object": entry.object[:LONGEST]}
        with write(self._engine) as connection:
            connection.execute(sa.insert(audit).values(values))

    def entries(self, since: datetime | None = None) -> Iterator[dict[str, str | int]]:
        """The actions from a moment on, the oldest first, each as a row of JSON."""
        wanted = sa.select(audit).order_by(audit.c.id)
        if since is not None:
            wanted = wanted.where(audit.c.at >= since)
        with read(self._engine) as connection:
            for row in connection.execution_options(yield_per=500).execute(wanted).mappings():
                yield {**row, "at": zulu(row["at"])}
