"""What was used: documents, pages, processor time, tokens and cost, added up by day (UTC), key, owner and service.

Rows are counted inside the transaction that ends what they count, so nothing is counted twice or lost. They stay when
keys and documents go.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import date

import sqlalchemy as sa

from quire.clock import Clock
from quire.store.database import insert, read
from quire.store.schema import usage as rows
from quire.store.schema import wikis

WIKI = "wiki"
"""The service of books; that of a task is the first word of its kind."""


@dataclass(frozen=True, slots=True)
class Consumer:
    """Who used something, and of which service; `key_id` is "" where the key is not known."""

    key_id: str
    owner: str
    service: str


@dataclass(frozen=True, slots=True)
class Amount:
    """What was used.

    Attributes:
        documents: tasks that ended, and books that were sent.
        pages: of those documents.
        cpu_ms: processor time in milliseconds.
        tokens: of a language model, in and out.
        cost_micros: millionths of a US dollar.
    """

    documents: int = 0
    pages: int = 0
    cpu_ms: int = 0
    tokens: int = 0
    cost_micros: int = 0

    def __add__(self, other: Amount) -> Amount:
        return Amount(*(mine + theirs for mine, theirs in zip(_values(self), _values(other), strict=True)))


@dataclass(frozen=True, slots=True)
class UsageRow:
    """What one consumer used on one day."""

    day: date
    consumer: Consumer
    amount: Amount


def count(connection: sa.Connection, day: date, consumer: Consumer, amount: Amount) -> None:
    """Add to what `consumer` used on `day`, inside the caller's transaction."""
    added = asdict(amount)
    if not any(added.values()):
        return
    writing = insert(connection, rows).values(asdict(consumer) | added | {"day": day.isoformat()})
    sums = {name: rows.c[name] + writing.excluded[name] for name in added}
    connection.execute(writing.on_conflict_do_update(index_elements=["day", "key_id", "owner", "service"], set_=sums))


def count_for_wiki(connection: sa.Connection, day: date, wiki_id: int, amount: Amount) -> None:
    """Add to what was used by whoever sent the book of a wiki; nothing when the wiki is gone."""
    row = connection.execute(sa.select(wikis.c.key_id, wikis.c.owner).where(wikis.c.id == wiki_id)).first()
    if row is not None:
        count(connection, day, Consumer(row.key_id or "", row.owner, WIKI), amount)


class UsageLog:
    """What was used in an installation. Its methods block.

    Args:
        engine: the database.
        clock: the time.
    """

    def __init__(self, engine: sa.Engine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock

    def since(self, day: date, owner: str | None = None) -> list[UsageRow]:
        """What was used from `day` on, the newest day first; `owner` None is everybody's."""
        wanted = sa.select(rows).where(rows.c.day >= day.isoformat())
        if owner is not None:
            wanted = wanted.where(rows.c.owner == owner)
        with read(self._engine) as connection:
            found = connection.execute(wanted.order_by(rows.c.day.desc(), rows.c.owner, rows.c.key_id, rows.c.service))
            return [
                UsageRow(
                    date.fromisoformat(row.day),
                    Consumer(row.key_id, row.owner, row.service),
                    Amount(row.documents, row.pages, row.cpu_ms, row.tokens, row.cost_micros),
                )
                for row in found
            ]


def _values(amount: Amount) -> tuple[int, ...]:
    return tuple(asdict(amount).values())
