"""What people say of results: each correction beside the reading, and whether a result is approved.

Nothing is overwritten: a row is one change, with who, when, before and after. The place is that of
`quire.jobs.result_review`; the place "" is the state of the whole result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from quire.clock import Clock
from quire.errors import BadRequest, Conflict
from quire.store.database import read, write
from quire.store.schema import reviews as rows
from quire.store.schema import tasks

APPROVED, TO_CHECK = "approved", "to_check"
"""The states of a result: a person has checked it, or nobody has yet."""

LONGEST = 20_000
"""Characters of a corrected text."""

CHANGED_MEANWHILE = "Somebody else has corrected this result meanwhile. Please look at it again."
"""The public sentence of corrections that are based on an earlier state."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change: its place ("" for the state of the result), the texts before and after, who made it, and when (UTC)."""

    place: str
    before: str
    after: str
    person: str
    at: datetime


class ReviewLog:
    """The changes of all results; for threads."""

    def __init__(self, engine: sa.Engine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock

    def record(
        self, task_id: str, person: str, changes: Iterable[tuple[str, str, str]], *, seen: int | None = None
    ) -> None:
        """Note changes (place, before, after) of one person; a corrected result has to be approved again.

        Args:
            task_id: the result.
            person: who makes them.
            changes: that differ are noted.
            seen: number of the corrections that the changes are based on; None asks for none.

        Raises:
            BadRequest: a text is too long.
            Conflict: there are more, or fewer, corrections than were seen.
        """
        wanted = [change for change in changes if change[1] != change[2]]
        if any(len(after) > LONGEST for _, _, after in wanted):
            raise BadRequest(f"A value can have at most {LONGEST} characters.")
        if any(place for place, _, _ in wanted) and self.is_approved(task_id):
            wanted.append(("", APPROVED, TO_CHECK))
        now = self._clock.now()
        made = [
            {"task_id": task_id, "person": person, "at": now, "place": place, "before": before, "after": after}
            for place, before, after in wanted
        ]
        if made:
            counted = sa.select(sa.func.count()).where(rows.c.task_id == task_id, rows.c.place != "")
            with write(self._engine) as connection:
                # who corrects the same result waits here
                connection.execute(sa.select(tasks.c.id).where(tasks.c.id == task_id).with_for_update())
                if seen is not None and connection.execute(counted).scalar_one() != seen:
                    raise Conflict(CHANGED_MEANWHILE)
                connection.execute(sa.insert(rows), made)

    def approve(self, task_id: str, person: str, *, approved: bool = True) -> None:
        """Say that a result is checked, or that it is to be checked again."""
        before, after = (TO_CHECK, APPROVED) if approved else (APPROVED, TO_CHECK)
        if self.is_approved(task_id) != approved:
            self.record(task_id, person, [("", before, after)])

    def changes(self, task_id: str) -> list[Change]:
        """The changes of a result, the oldest first."""
        wanted = sa.select(rows).where(rows.c.task_id == task_id).order_by(rows.c.id)
        with read(self._engine) as connection:
            found = connection.execute(wanted).all()
        return [Change(row.place, row.before, row.after, row.person, row.at) for row in found]

    def is_approved(self, task_id: str) -> bool:
        """Whether the last word is that it is checked."""
        return task_id in self.approved([task_id])

    def approved(self, task_ids: Iterable[str]) -> set[str]:
        """Which of these results are approved."""
        wanted = sa.select(rows.c.task_id, rows.c.after).where(rows.c.place == "", rows.c.task_id.in_([*task_ids]))
        with read(self._engine) as connection:
            last = {row.task_id: row.after for row in connection.execute(wanted.order_by(rows.c.id))}
        return {task_id for task_id, state in last.items() if state == APPROVED}


def corrections(changes: Iterable[Change]) -> Mapping[str, str]:
    """The texts that differ from the reading, by their place."""
    first: dict[str, str] = {}
    last: dict[str, str] = {}
    for change in changes:
        if change.place:
            first.setdefault(change.place, change.before)
            last[change.place] = change.after
    return {place: text for place, text in last.items() if text != first[place]}
