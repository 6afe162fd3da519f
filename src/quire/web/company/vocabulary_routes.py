"""The vocabulary of the company graphs, served at its IRIs without a key, because programs look terms up there."""

from __future__ import annotations

from collections.abc import Callable

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
    return _turtle(_document(request, "items", vocabulary.items_document))


async def fields(request: Request) -> Response:
    """The properties of fields that have no term of their own."""
    return _turtle(_document(request, "fields", vocabulary.fields_document))


def _document(request: Request, part: str, write: Callable[[str, list[tuple[str, str]]], str]) -> str:
    """A document of the present edition, made once for each; nobody needs a key for it, so it must cost little."""
    catalogue = site(request).companies.catalogue()
    where = (str(catalogue.folder), catalogue.name, part)
    if where not in _made:
        if len(_made) >= _MOST:
            _made.clear()
        _made[where] = write(catalogue.base, catalogue.items())
    return _made[where]


_MOST = 8
_made: dict[tuple[str, str, str], str] = {}
"""Documents by the folder and name of the edition."""


def _base(request: Request) -> str:
    """The base of the IRIs in the documents; before there are any, the address of the service."""
    here = site(request)
    try:
        return here.companies.catalogue().base
    except NotFound:
        return here.address(request)


def _turtle(text: str) -> Response:
    return bytes_response(text.encode(), media_type("rdf"), headers=[("Cache-Control", "public, max-age=3600")])
