"""What the IRI of a company tells without a key: code, names, market and links, never the document."""

from __future__ import annotations

import hashlib
from email.utils import format_datetime

from starlette.requests import Request
from starlette.responses import Response

from quire.company import jsonld, turtle
from quire.company.catalogue import Entry
from quire.company.company_names import CN
from quire.company.graph_node import Node
from quire.company.pack import FORMATS, MEDIA_TYPES
from quire.company.vocabulary import load
from quire.web.company.path_names import document_path
from quire.web.http.conditional_requests import is_unmodified, media_type
from quire.web.http.operation import Json
from quire.web.http.responses import bytes_response, json_bytes
from quire.web.state import company_bodies
from quire.web.state.site import site

CACHE = "public, max-age=3600"

EXAMPLE: dict[str, Json] = {
    "id": "https://quire.example.org/id/cn/838006",
    "公司代码": "838006",
    "公司简称": "样例科技",
    "公司名称": "样例科技股份有限公司",
    "url": "https://quire.example.org/company/838006/json",
}

_CLASSES = ("rov:RegisteredOrganization", "schema:Corporation")


def answer(request: Request, entry: Entry) -> Response:
    """The summary in the form that ``Accept`` wants, or 304 when the client has it as it is."""
    accept = ",".join(request.headers.getlist("accept"))
    wanted = media_type(accept, tuple(MEDIA_TYPES[form] for form in FORMATS))
    form = next((form for form in FORMATS if MEDIA_TYPES[form] == wanted), FORMATS[0])
    base = site(request).companies.catalogue().base
    url = site(request).address(request) + document_path(entry, form)
    body = _body(entry, form, base, url)
    etag = f'"{hashlib.blake2b(body, digest_size=16).hexdigest()}"'
    fields = [
        ("ETag", etag),
        ("Last-Modified", format_datetime(entry.modified, usegmt=True)),
        ("Cache-Control", CACHE),
        ("Vary", "Accept, Authorization, X-API-Key"),
        ("Link", f'<{url}>; rel="describedby"'),
    ]
    if is_unmodified(request.headers, etag, entry.modified):
        unchanged = Response(status_code=304)
        unchanged.headers.update(dict(fields))
        return unchanged
    return bytes_response(body, company_bodies.media_type(form), headers=fields)


def _body(entry: Entry, form: str, base: str, url: str) -> bytes:
    if form == "json":
        return json_bytes({"id": base + entry.path, **_names(entry), "url": url})
    terms = load().terms
    values = {"tickerSymbol": entry.key, "legalName": entry.name, "shortName": entry.short, "market": entry.market}
    node = Node("", _CLASSES, [(terms[name], value) for name, value in values.items() if value])
    write = jsonld.write if form == "jsonld" else turtle.write
    return write(node, base=base, path=entry.path, dataset=entry.dataset).encode()


def _names(entry: Entry) -> dict[str, Json]:
    if entry.dataset == CN:
        return {"公司代码": entry.key, "公司简称": entry.short, "公司名称": entry.name}
    return {"symbol": entry.key, "market": entry.market, "name": entry.name}
