"""Which documents changed since a moment, so that a copy elsewhere can be kept up to date."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response

from quire.clock import zulu
from quire.company.catalogue import Entry
from quire.company.company_names import CN, US
from quire.errors import BadRequest
from quire.web.company.path_names import document_path
from quire.web.http import query_parameters
from quire.web.http.operation import Json
from quire.web.http.responses import json_response
from quire.web.state.site import site

USUAL, MOST = 100, 1000
_CURSOR = re.compile(r"(\d{4}-[0-9T:.+-]{1,40})~(\d{1,12})")


async def changes(request: Request) -> Response:
    """The documents that changed after ``since``, the oldest change first; ``next`` is null on the last page."""
    here = site(request)
    since = _since(query_parameters.text(request, "since"))
    dataset = query_parameters.text(request, "dataset")
    if dataset not in {None, CN, US}:
        raise BadRequest("dataset must be cn or us.")
    limit = query_parameters.integer(request, "limit", USUAL, low=1, high=MOST)
    cursor = query_parameters.text(request, "cursor")
    catalogue = here.companies.catalogue()
    found = catalogue.changed(since, dataset, _after(cursor), limit + 1)
    address = here.address(request)
    rows: list[Json] = [_row(address, entry) for entry in found[:limit]]
    more = found[limit - 1] if len(found) > limit else None
    following = f"{more.modified.isoformat()}~{more.number}" if more else None
    return json_response(
        {"edition": catalogue.edition, "published": zulu(catalogue.published), "changes": rows, "next": following}
    )


def _row(address: str, entry: Entry) -> dict[str, Json]:
    row: dict[str, Json] = {"dataset": entry.dataset, "code": entry.key, "market": entry.market or None}
    row |= {"name": entry.name, "version": entry.version, "modified": zulu(entry.modified)}
    return {
        **row,
        "etag": entry.places.place("json", "identity").etag.strip('"'),
        "url": address + document_path(entry),
    }


def _since(text: str | None) -> datetime:
    """The moment that a text means; the beginning of time without one.

    Raises:
        BadRequest: it is none.
    """
    if text is None:
        return datetime.min.replace(tzinfo=UTC)
    try:
        found = datetime.fromisoformat(text.replace(" ", "+"))
    except ValueError:
        raise BadRequest("since must be a moment such as 2026-03-06T08:30:02Z, or a date.") from None
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found


def _after(cursor: str | None) -> tuple[str, int]:
    found = _CURSOR.fullmatch(cursor.replace(" ", "+")) if cursor else None
    if cursor and found is None:
        raise BadRequest("The cursor is not valid.")
    return (found[1], int(found[2])) if found else ("", 0)
