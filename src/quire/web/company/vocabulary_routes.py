"""The vocabulary of the company graphs, served at its IRIs: documents of terms need no key, as programs look them up."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from quire.company import vocabulary
from quire.errors import NotFound
from quire.web.http.responses import bytes_response
from quire.web.state.company_bodies import media_type
from quire.web.state.site import site


async def terms(request: Request) -> Response:
    """The own terms."""
    return _turtle(vocabulary.document(_base(request)))


async def items(request: Request) -> Response:
    """The properties of the line items that occur."""
    catalogue = site(request).companies.catalogue()
    return _turtle(vocabulary.items_document(catalogue.base, catalogue.items()))


def _base(request: Request) -> str:
    """The base of the IRIs in the documents; before there are any, the address of the service."""
    here = site(request)
    try:
        return here.companies.catalogue().base
    except NotFound:
        return here.address(request)


def _turtle(text: str) -> Response:
    return bytes_response(text.encode(), media_type("rdf"), headers=[("Cache-Control", "public, max-age=3600")])
