"""Results with what people have corrected: for the console, and for ``?include=corrections``."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from quire.errors import BadRequest, Conflict, NotFound
from quire.tasks.review_log import APPROVED, CHANGED_MEANWHILE, TO_CHECK, Change, corrections
from quire.tasks.task_states import Task
from quire.web.documents.task_outcome import timestamp
from quire.web.http.operation import Json
from quire.web.state.result_reviews import Reviews
from quire.web.state.site import Site, site

DETAILS = "details.json"
"""The array with details beside a result of statements or invoices."""


def reviews_of(here: Site) -> Reviews:
    """The part of the site that corrects results.

    Raises:
        NotFound: it has none.
    """
    if here.reviews is None:
        raise NotFound
    return here.reviews


def read_details(here: Site, task: Task, *, as_read: bool = False) -> bytes:
    """The array of a result with details, with the corrections of people unless `as_read`; blocks."""
    lies = here.tasks.image_file(task, DETAILS)
    details = b"".join(here.files.open(lies))
    if as_read or here.reviews is None:
        return details
    changed = corrections(here.reviews.log.changes(task.id))
    return here.reviews.corrected(task.kind, details, changed) if changed else details


def corrected_array(here: Site, task: Task) -> Json:
    """The array of a result with details as people have corrected it; blocks."""
    array: Json = json.loads(read_details(here, task))
    return array


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody wants to be corrected.

    Attributes:
        after: the new texts by place.
        before: the texts that somebody has seen there; a place that now says something else is a conflict.
        edits: changes of blocks that have no text: (place, word), as `quire.jobs.document_corrections` lists them.
        seen: number of the corrections that somebody has seen; None does not say.
    """

    after: Mapping[str, str]
    before: Mapping[str, str] = field(default_factory=dict)
    edits: Sequence[tuple[str, str]] = ()
    seen: int | None = None

    def changes(self, present: Mapping[str, str]) -> list[tuple[str, str, str]]:
        """Place, text before and text after of what differs from the `present` texts.

        Raises:
            BadRequest: there is no such place. Conflict: a place says something that nobody has seen.
        """
        found = []
        for place, text in self.after.items():
            now = present.get(place)
            if now is None:
                raise BadRequest(f"There is no value at “{place[:80]}”.")
            if text == now:
                continue
            if self.before.get(place, now) != now:
                raise Conflict(f"The value at “{place[:80]}” is now “{now[:80]}”.")
            found.append((place, now, text))
        return found + [(place, "", word) for place, word in self.edits]

    def base(self, made: Sequence[Change]) -> int:
        """Number of the corrections `made` so far, on which the changes are based.

        Raises:
            Conflict: another number was seen.
        """
        number = sum(bool(change.place) for change in made)
        if self.seen not in {None, number}:
            raise Conflict(CHANGED_MEANWHILE)
        return number


def correct_values(here: Site, task: Task, person: str, wanted: Wanted) -> None:
    """Correct statements or invoices, and count their failed checks anew; blocks.

    Raises:
        BadRequest: there is no such place. Conflict: somebody has corrected the same.
    """
    reviews = reviews_of(here)
    base, details = wanted.base(reviews.log.changes(task.id)), read_details(here, task)
    if wanted.edits:
        raise BadRequest(f"There is no value at “{wanted.edits[0][0][:80]}”.")
    changes = wanted.changes(reviews.texts(task.kind, details))
    reviews.corrected(task.kind, details, {place: text for place, _, text in changes})  # raises
    reviews.log.record(task.id, person, changes, seen=base)
    failed, low = reviews.doubts(json.loads(read_details(here, task)))
    here.tasks.doubted(task.id, failed + len(task.warnings), low)


async def correction_keys(request: Request, task: Task, corrected: Callable[[Site, Task], Json]) -> dict[str, Json]:
    """The keys that ``?include=corrections`` adds: the state, every change, and what `corrected` gives."""
    here = site(request)

    def read() -> dict[str, Json]:
        changes = reviews_of(here).log.changes(task.id)
        states = [change.after for change in changes if not change.place]
        listed: list[Json] = [
            {
                "place": change.place,
                "before": change.before,
                "after": change.after,
                "by": change.person,
                "at": timestamp(change.at),
            }
            for change in changes
            if change.place
        ]
        state = APPROVED if states[-1:] == [APPROVED] else TO_CHECK
        return {"state": state, "corrections": listed, "corrected": corrected(here, task)}

    return await run_in_threadpool(read)
