"""Results with what people have corrected: for the console, and for ``?include=corrections``."""

from __future__ import annotations

import json
from collections.abc import Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from quire.errors import NotFound
from quire.tasks.review_log import APPROVED, TO_CHECK, corrections
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
