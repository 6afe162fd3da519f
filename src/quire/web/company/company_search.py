"""Lists of companies: found by a query, narrowed by what is known of them, page by page."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from email.utils import format_datetime
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from quire.company.company_names import CN, LONGEST, US, Name
from quire.company.lookup import Page, Query
from quire.company.neeq_document import FACETS
from quire.company.us_document import MARKETS
from quire.errors import BadRequest
from quire.web.company.company_documents import market_of
from quire.web.company.path_names import path_of, words
from quire.web.http import query_parameters
from quire.web.http.conditional_requests import is_unmodified
from quire.web.http.operation import Json
from quire.web.http.responses import bytes_response, json_bytes
from quire.web.state.company_bodies import CACHE
from quire.web.state.site import site

USUAL, MOST = 20, 500
IN_LIST = 100
FARTHEST = 1_000_000
_LONGEST_CURSOR = 500


async def search_chinese(request: Request) -> Response:
    """Chinese companies that a query may mean."""
    facets = tuple((name, value) for name in FACETS if (value := query_parameters.text(request, name)) is not None)
    page = await _page(request, CN, facets=facets)
    address = site(request).address(request)
    rows: list[Json] = [
        {"公司代码": one.code, "公司简称": one.short, "公司名称": one.name, "url": address + path_of(CN, "", one.code)}
        for one in _names(page)
    ]
    return _listed(request, page, {"companies": rows})


async def search_american(request: Request) -> Response:
    """American companies that a query may mean."""
    market = query_parameters.text(request, "market")
    page = await _page(request, US, market=_market(market))
    rows: list[Json] = [{**_american(request, one), "market": one.market} for one in _names(page)]
    return _listed(request, page, {"companies": rows})


async def list_market(request: Request) -> Response:
    """The companies of a market, those that a query may mean when there is one."""
    market = market_of(words(request)[1])
    page = await _page(request, US, market=market, usual=IN_LIST)
    rows: list[Json] = [_american(request, one) for one in _names(page)]
    headers = [("Link", f'<{_next(request, page)}>; rel="next"')] if page.cursor else []
    return conditional_list(request, {"market": market, "total": page.total, "companies": rows}, headers)


async def _page(
    request: Request, dataset: str, *, market: str = "", facets: tuple[tuple[str, str], ...] = (), usual: int = USUAL
) -> Page:
    asked = Query(
        query_parameters.text(request, "q", longest=LONGEST) or "",
        dataset,
        market,
        facets,
        limit=query_parameters.integer(request, "limit", usual, low=1, high=MOST),
        offset=query_parameters.integer(request, "offset", 0, low=0, high=FARTHEST),
        cursor=query_parameters.text(request, "cursor", longest=_LONGEST_CURSOR) or "",
    )
    if asked.offset and asked.cursor:
        raise BadRequest("Use either offset or cursor.")
    here = site(request).companies
    page = (await here.register()).search(asked)
    if not page.hits and here.is_loading:
        page = (await here.register(newest=True)).search(asked)
    return page


def _market(word: str | None) -> str:
    if word is not None and word.lower() not in MARKETS:
        raise BadRequest(f"market must be one of {', '.join(MARKETS)}.")
    return (word or "").lower()


def _names(page: Page) -> list[Name]:
    return [hit.name for hit in page.hits]


def _american(request: Request, one: Name) -> dict[str, Json]:
    url = site(request).address(request) + path_of(US, one.market, one.code)
    return {"symbol": one.code, "name": one.name, "url": url}


def _listed(request: Request, page: Page, rows: dict[str, Json]) -> Response:
    """A page, with the address of the next one; ``next`` is null on the last."""
    asked = query_parameters.text(request, "q", longest=LONGEST) or ""
    following = _next(request, page) if page.cursor else None
    return conditional_list(request, {"query": asked, "total": page.total, **rows, "next": following}, [])


def conditional_list(request: Request, body: dict[str, Json], headers: list[tuple[str, str]]) -> Response:
    """A list with its validators, or 304 when the client has it as it is."""
    here = site(request).companies
    content = json_bytes(body)
    etag = f'"{hashlib.blake2b(content, digest_size=16).hexdigest()}"'
    published = here.catalogue().published
    fields = [*headers, ("ETag", etag), ("Cache-Control", CACHE.decode()), ("Vary", "Accept")]
    if not here.is_loading:  # a former register answers: its list is older than the edition
        fields.append(("Last-Modified", format_datetime(published, usegmt=True)))
    dated = published if not here.is_loading else datetime.max.replace(tzinfo=UTC)
    if is_unmodified(request.headers, etag, dated):
        response = Response(status_code=304)
        response.headers.update(dict(fields))
        return response
    return bytes_response(content, "application/json", headers=fields)


def _next(request: Request, page: Page) -> str:
    """The address of the next page; never with a key in it."""
    kept = [
        (name, value)
        for name, value in request.query_params.multi_items()
        if name not in {"cursor", "offset", "api_key", "access_token"}
    ]
    return f"{site(request).address(request)}{request.url.path}?{urlencode([*kept, ('cursor', page.cursor)])}"
