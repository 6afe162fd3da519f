"""The pages at ``/console/companies``: search the companies, and read one."""

from __future__ import annotations

import json

from starlette.requests import Request
from starlette.responses import Response

from quire.access.keys import Key
from quire.access.rules import Scope
from quire.company.find import Page, Query
from quire.company.names import CN, LONGEST, US
from quire.company.pack import FORMATS, MEDIA_TYPES
from quire.errors import NotFound
from quire.web.console_parts import door, reader, route, sheet
from quire.web.console_records import view
from quire.web.operation import Operation
from quire.web.replies import reply
from quire.web.site import site

SHOWN = 50
"""Hits of each data set."""

_HOME = "/console/companies"
_SUFFIXES = {"json": "json", "jsonld": "jsonld", "rdf": "ttl"}


async def show(request: Request) -> Response:
    """A box to search in, and what was found."""
    caller = await reader(request)
    if caller is None:
        return await door(request)
    asked = request.query_params.get("q", "").strip()[:LONGEST]
    companies, found, counts = site(request).companies, dict[str, Page](), dict[str, int]()
    allowed = caller.may(Scope.COMPANY)
    try:
        counts = {dataset: companies.catalogue().count(dataset) for dataset in (CN, US)}
        if asked and allowed:
            register = await companies.register()
            found = {dataset: register.search(Query(asked, dataset, limit=SHOWN)) for dataset in (CN, US)}
    except NotFound:  # nothing was imported yet
        counts = {}
    return sheet(
        request,
        "companies.html",
        caller,
        asked=asked,
        found=found,
        counts=counts,
        allowed=allowed,
    )


async def read(request: Request) -> Response:
    """One company: its record as tables, or with ``?form=`` as a file."""
    caller = await reader(request)
    if caller is None:
        return await door(request)
    return _record(request, caller) if caller.may(Scope.COMPANY) else await show(request)


def _record(request: Request, caller: Key) -> Response:
    catalogue = site(request).companies.catalogue()
    entry = catalogue.by_id("/" + request.path_params["path"])
    if entry is None:
        raise NotFound("There is no such company.")
    form = request.query_params.get("form", "")
    if form in FORMATS:
        name = f"{entry.key}.{_SUFFIXES[form]}"
        headers = [("Content-Disposition", f'attachment; filename="{name}"')]
        return reply(catalogue.body(entry, form), MEDIA_TYPES[form], headers=headers)
    return sheet(
        request,
        "company.html",
        caller,
        entry=entry,
        view=view(json.loads(catalogue.body(entry, FORMATS[0]))),
        forms=list(FORMATS),
    )


OPERATIONS: tuple[Operation, ...] = (
    route("GET", _HOME, show, "consoleCompanies", "Search the companies"),
    route("GET", f"{_HOME}/{{path:path}}", read, "consoleCompany", "A company"),
)
