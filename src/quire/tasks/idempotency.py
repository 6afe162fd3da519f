"""Idempotency keys: the same request sent twice within a day makes one task."""

from __future__ import annotations

import hashlib
import json
from datetime import timedelta

import sqlalchemy as sa

from quire.clock import Clock
from quire.errors import Conflict
from quire.store.database import insert
from quire.store.schema import idempotency
from quire.tasks.task_states import NewTask

KEY_LIFETIME = timedelta(hours=24)
"""How long a key stands for its task."""


def fingerprint(new: NewTask) -> str:
    """What the request asks for, as one hash: kind, options, name and content."""
    content = new.sha256
    if content is None and new.source is not None:
        with new.source.open("rb") as file:
            content = hashlib.file_digest(file, "sha256").hexdigest()
    asked = [new.kind, sorted(new.options.items()), new.filename, new.client_ref, content]
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()


def find_task(connection: sa.Connection, new: NewTask, print_: str, clock: Clock) -> str | None:
    """The task that stands under the request's key; None when there is none, or it is older than a day.

    Raises:
        Conflict: the key stands for something else.
    """
    wanted = sa.select(idempotency).where(
        idempotency.c.owner == new.owner,
        idempotency.c.idempotency_key == new.idempotency_key,
        idempotency.c.created >= clock.now() - KEY_LIFETIME,
    )
    row = connection.execute(wanted).mappings().first()
    if row is None:
        return None
    if row["fingerprint"] != print_:
        raise Conflict("This Idempotency-Key was used for a different request.")
    return str(row["task_id"])


def remember(connection: sa.Connection, new: NewTask, print_: str, task_id: str, clock: Clock) -> bool:
    """Whether the task now stands under the request's key; False when another one was faster."""
    mine = (idempotency.c.owner == new.owner, idempotency.c.idempotency_key == new.idempotency_key)
    connection.execute(sa.delete(idempotency).where(*mine, idempotency.c.created < clock.now() - KEY_LIFETIME))
    values = {
        "owner": new.owner,
        "idempotency_key": new.idempotency_key,
        "fingerprint": print_,
        "task_id": task_id,
        "created": clock.now(),
    }
    writing = insert(connection, idempotency).values(values).on_conflict_do_nothing()
    return connection.execute(writing.returning(idempotency.c.task_id)).first() is not None
