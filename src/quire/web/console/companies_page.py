"""The pages at ``/console/companies``: search the companies, and read one."""

from __future__ import annotations

import functools
import json
import re
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from quire.access.keys import Key
from quire.access.permissions import Scope
from quire.company.catalogue import Entry
from quire.company.company_names import CN, LONGEST, US
from quire.company.lookup import Page, Query
from quire.company.pack import FORMATS, MEDIA_TYPES
from quire.errors import NotFound
from quire.web.console.fact_sheet import fact_sheet, head
from quire.web.console.page_parts import console_page, console_route, session_key, sign_in_page
from quire.web.console.record_view import view
from quire.web.console.translations import language
from quire.web.http.filenames import content_disposition
from quire.web.http.operation import Operation
from quire.web.http.responses import bytes_response
from quire.web.state.site import site

HITS_SHOWN = 50
"""Hits of each data set."""

_HOME = "/console/companies"
_SUFFIXES = {"json": "json", "jsonld": "jsonld", "rdf": "ttl"}
_LABELS = {"json": "JSON", "jsonld": "JSON-LD", "rdf": "Turtle"}

_WEBSITE = re.compile(r"(?:https?://|www\.)[A-Za-z0-9.-]+\.[A-Za-z]{2,}(?:[/?#][!-~]*)?", re.IGNORECASE)
"""A text that is shown as a link: it looks like a URL and has only characters of URLs."""


async def show(request: Request) -> Response:
    """The search box and its results."""
    caller = await session_key(request)
    if caller is None:
        return await sign_in_page(request)
    asked = request.query_params.get("q", "").strip()[:LONGEST]
    companies, found, counts = site(request).companies, dict[str, Page](), dict[str, int]()
    allowed = caller.may(Scope.COMPANY)
    try:
        counts = {dataset: companies.catalogue().count(dataset) for dataset in (CN, US)}
        if asked and allowed:
            register = await companies.register()
            found = {dataset: register.search(Query(asked, dataset, limit=HITS_SHOWN)) for dataset in (CN, US)}
    except NotFound:  # nothing was imported yet
        counts = {}
    return console_page(
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
    caller = await session_key(request)
    if caller is None:
        return await sign_in_page(request)
    return _record(request, caller) if caller.may(Scope.COMPANY) else await show(request)


def _record(request: Request, caller: Key) -> Response:
    catalogue = site(request).companies.catalogue()
    entry = catalogue.by_id("/" + request.path_params["path"])
    if entry is None:
        raise NotFound("The company does not exist.")
    history = catalogue.history(entry)
    form = request.query_params.get("form", "")
    if form in FORMATS:
        said = request.query_params.get("version", str(entry.version))
        asked = next((one for one in history if str(one.version) == said), None)
        if asked is None:
            raise NotFound("This version is not available.")
        name = f"{entry.key}.{_SUFFIXES[form]}"
        headers = [("Content-Disposition", content_disposition(name))]
        return bytes_response(catalogue.body(asked, form), MEDIA_TYPES[form], headers=headers)
    origins, chosen = catalogue.origins(entry), language(request)
    record = json.loads(catalogue.body(entry, FORMATS[0]))
    return console_page(
        request,
        "company.html",
        caller,
        entry=entry,
        view=view(record),
        sheet=fact_sheet(record, origins, entry.dataset, chosen),
        head=functools.partial(head, language=chosen),
        forms=_LABELS,
        history=history,
        sources=origins.get("sources", []),
        source_of=functools.partial(source_of, origins.get("fields")),
        website=website,
        iri=catalogue.base + entry.path,
        here=f"/console/companies{entry.path}",
        address=site(request).address(request),
        api=_api(entry),
    )


def website(said: str) -> str:
    """The address that a text is, for a link; "" when it is none."""
    if not _WEBSITE.fullmatch(said):
        return ""
    return said if "://" in said else f"http://{said}"


def _api(entry: Entry) -> str:
    """The API path of the company's JSON."""
    code = quote(entry.key)
    return f"/us/{entry.market}/{code.lower()}" if entry.market else f"/company/{code}/json"


def source_of(fields: object, name: str) -> int:
    """The number of the source of a part of a document, counted from 1; 0 if unknown.

    Args:
        fields: by the JSON pointer of a part, the number of its source from 0; "" is the rest.
        name: of the part.
    """
    if not isinstance(fields, dict):
        return 0
    pointer = "/" + name.replace("~", "~0").replace("/", "~1")
    found = fields.get(pointer, fields.get(""))
    return found + 1 if isinstance(found, int) else 0


OPERATIONS: tuple[Operation, ...] = (
    console_route("GET", _HOME, show, "consoleCompanies", "Search the companies"),
    console_route("GET", f"{_HOME}/{{path:path}}", read, "consoleCompany", "A company"),
)
