"""Documents of companies: found by any of their names, in three forms, in every version that is kept."""

from __future__ import annotations

import json
from email.utils import format_datetime
from enum import StrEnum
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response

from quire.clock import zulu
from quire.company.catalogue import Catalogue, Entry, Version
from quire.company.company_names import CN, US, Name
from quire.company.lookup import Register
from quire.company.observations import observations
from quire.company.pack import FORMATS, MEDIA_TYPES
from quire.company.us_document import MARKETS
from quire.errors import BadRequest, NotFound
from quire.web.company import public_summary
from quire.web.company.document_responses import DocumentAnswer
from quire.web.company.path_names import document_path, words, words_in_gbk
from quire.web.http import access_log, query_parameters
from quire.web.http.conditional_requests import is_unmodified, media_type
from quire.web.http.operation import Json
from quire.web.http.responses import bytes_response, json_response
from quire.web.http.router import Match
from quire.web.state.company_bodies import CACHE, Document
from quire.web.state.company_editions import Companies
from quire.web.state.site import site

MANY = "Several companies have this name. Choose one of the candidates."
_NO_COMPANY = "There is no such company."


class Form(StrEnum):
    """What ``form`` may ask for instead of the document as it was imported."""

    OBSERVATIONS = "observations"


class _Several(Exception):
    """A name that several companies have."""

    def __init__(self, found: list[Name]) -> None:
        super().__init__()
        self.found = found


async def company_document(request: Request) -> Response:
    """A Chinese company's document."""
    form = words(request)[-1]
    if form not in FORMATS:
        raise NotFound(f"Unknown format “{form[:40]}”. Allowed: {', '.join(FORMATS)}.")
    try:
        entry = await _chinese(request, 1, -1)
    except _Several as several:
        return _candidates(request, several.found, form)
    return _answer(request, entry, form)


async def company(request: Request) -> Response:
    """The way to a Chinese company's document in the form that ``Accept`` wants."""
    try:
        entry = await _chinese(request, -1, None)
    except _Several as several:
        return _candidates(request, several.found, "json")
    return _see(request, entry)


async def us_document(request: Request) -> Response:
    """An American company's document; a last segment ``jsonld`` or ``rdf`` asks for that form."""
    _, market, *name = words(request)
    form = name.pop() if len(name) > 1 and name[-1].lower() in FORMATS else FORMATS[0]
    return _answer(request, await _american(request, market, "/".join(name)), form.lower())


async def company_history(request: Request) -> Response:
    """The versions of a Chinese company's document that are kept."""
    try:
        entry = await _chinese(request, 1, -1)
    except _Several as several:
        return _candidates(request, several.found, "json")
    return _history(request, entry, {"公司代码": entry.key, "公司名称": entry.name})


async def us_history(request: Request) -> Response:
    """The versions of an American company's document that are kept."""
    _, market, *name, _ = words(request)
    entry = await _american(request, market, "/".join(name))
    return _history(request, entry, {"symbol": entry.key, "market": entry.market})


async def identity(request: Request) -> Response:
    """A company's IRI: 303 to the document in the form that ``Accept`` wants; without a key, a summary.

    The guard lets requests without a key through only where the operator allows it.
    """
    *path, key = words(request)
    catalogue = _companies(request).catalogue()
    above = "/" + "/".join(path)
    entry = catalogue.by_id(f"{above}/{key}") or catalogue.by_id(f"{above.lower()}/{key.upper()}")
    if entry is None:
        raise NotFound(_NO_COMPANY)
    if request.scope["quire.key"] is None:
        return public_summary.answer(request, entry)
    return _see(request, entry)


async def addressed(request: Request) -> Entry | Response:
    """The company of a path ``/company/{id}/...`` or ``/us/{market}/{ticker}/...``; candidates when several match."""
    first, *name, _ = words(request)
    if first == US:
        return await _american(request, name[0], "/".join(name[1:]))
    try:
        return await _chinese(request, 1, -1)
    except _Several as several:
        return _candidates(request, several.found, "json")


def market_of(word: str) -> str:
    """The market of that name, in any letter case.

    Raises:
        NotFound: there is none; the sentence lists them.
    """
    if word.lower() not in MARKETS:
        raise NotFound(f"Unknown market “{word[:40]}”. Allowed: {', '.join(MARKETS)}.")
    return word.lower()


def _companies(request: Request) -> Companies:
    return site(request).companies


async def _chinese(request: Request, first: int, end: int | None) -> Entry:
    """The company that the segments `first` to `end` of the path mean; when UTF-8 finds none, they are tried as GBK.

    Raises:
        NotFound: there is none.
        _Several: several have that name.
    """
    try:
        return await _named(request, "/".join(words(request)[first:end]))
    except NotFound:
        if not (other := words_in_gbk(request)):
            raise
    return await _named(request, "/".join(other[first:end]))


async def _named(request: Request, name: str) -> Entry:
    """The company that a text means: by its code without any register, else by its names or identifiers.

    Raises:
        NotFound: there is none.
        _Several: several have that name.
    """
    here = _companies(request)
    entry = here.catalogue().by_id((CN, name))
    if entry is not None:
        return entry
    found = (await here.register()).company(name)
    if not found and here.is_loading:
        found = (await here.register(newest=True)).company(name)
    if len(found) > 1:
        raise _Several(found)
    return _entry(here.catalogue(), found)


async def _american(request: Request, market: str, name: str) -> Entry:
    """The company with that ticker symbol on that market.

    Raises:
        NotFound: there is none; the sentence names the market where it is.
    """
    wanted = market_of(market)
    here = _companies(request)
    entry = here.catalogue().by_id((US, name.upper()))
    if entry is None:
        entry = _entry(here.catalogue(), await _tickers(here, name))
    if entry.market not in {"", wanted}:  # "": no source told the market, then every market leads to it
        raise NotFound(f"{entry.key} is not listed on {wanted} but on {entry.market}: {document_path(entry)}")
    return entry


async def _tickers(here: Companies, name: str) -> list[Name]:
    register: Register = await here.register()
    found = register.ticker(name)
    if not found and here.is_loading:
        found = (await here.register(newest=True)).ticker(name)
    return found


def _entry(catalogue: Catalogue, found: list[Name]) -> Entry:
    entry = catalogue.by_id((found[0].dataset, found[0].code)) if found else None
    if entry is None:
        raise NotFound(_NO_COMPANY)
    return entry


def _answer(request: Request, entry: Entry, form: str) -> Response:
    """The document, or the version of it that is asked for; without a query it stands ready for the next request."""
    here = _companies(request)
    wanted = query_parameters.text(request, "version", longest=12)
    if wanted is not None:
        return _formed(request, entry, Document(here.edition(), _version(here, entry, wanted), form), form)
    match: Match = request.scope["quire.match"]
    route = match.operation.path if match.operation else ""
    shown = f"GET {access_log.logged_target(request.scope)}"
    document = Document(here.edition(), entry, form, route=route, shown=shown)
    if not request.scope.get("query_string"):
        here.keep(bytes(request.scope.get("raw_path") or b""), document)
    return _formed(request, entry, document, form)


def _formed(request: Request, entry: Entry, document: Document, form: str) -> Response:
    """The document as it is, or its figures as a flat list."""
    if query_parameters.choice(request, "form", Form) is None:
        return DocumentAnswer(request, document)
    if form != FORMATS[0]:
        raise BadRequest("form=observations is a form of json.")
    variant = document.coded("identity")
    names: dict[str, Json] = (
        {"公司代码": entry.key, "公司名称": entry.name}
        if entry.dataset == CN
        else {"symbol": entry.key, "market": entry.market, "name": entry.name}
    )
    etag = f'"{variant.etag.strip(chr(34))}-observations"'
    fields = [("ETag", etag), ("Cache-Control", CACHE.decode())]
    if is_unmodified(request.headers, etag, variant.modified):
        response = Response(status_code=304)
        response.headers.update(dict(fields))
        return response
    body = {**names, "observations": observations(json.loads(bytes(variant.body)))}
    return json_response(body, headers=[*fields, ("Last-Modified", format_datetime(variant.modified, usegmt=True))])


def _version(here: Companies, entry: Entry, wanted: str) -> Version:
    for version in here.catalogue().history(entry):
        if str(version.version) == wanted:
            return version
    raise NotFound(f"There is no version {wanted[:12]} of this document; its history lists those that are kept.")


def _history(request: Request, entry: Entry, names: dict[str, Json]) -> Response:
    address = site(request).address(request) + document_path(entry)
    versions: list[Json] = [
        {
            "version": one.version,
            "modified": zulu(one.modified),
            "etag": one.places.place("json", "identity").etag.strip('"'),
            "bytes": one.places.place("json", "identity").length,
            "url": f"{address}?version={one.version}",
        }
        for one in _companies(request).catalogue().history(entry)
    ]
    return json_response({**names, "versions": versions}, headers=[("Cache-Control", "private, no-cache")])


def _see(request: Request, entry: Entry) -> Response:
    wanted = media_type(",".join(request.headers.getlist("accept")), tuple(MEDIA_TYPES[form] for form in FORMATS))
    form = next((form for form in FORMATS if MEDIA_TYPES[form] == wanted), FORMATS[0])
    location = site(request).address(request) + document_path(entry, form)
    return bytes_response(b"", "text/plain", status=303, headers=[("Location", location), ("Vary", "Accept")])


def _candidates(request: Request, found: list[Name], form: str) -> Response:
    address = site(request).address(request)
    rows: list[Json] = [
        {"公司代码": one.code, "公司名称": one.name, "url": f"{address}/company/{quote(one.code, safe='')}/{form}"}
        for one in found
    ]
    return json_response({"detail": MANY, "candidates": rows}, status=300, headers=[("X-Error-Code", "several_found")])
