"""The HTTP services. `ROUTES` is every route; `application` is the ASGI application over a `Site`.

request -> Guard (key, rate, size, headers) -> the operation of the path -> its endpoint -> answer
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from quire.web import (
    company,
    console,
    console_companies,
    console_documents,
    console_results,
    console_wikis,
    documents,
    finance,
    health,
    invoice,
    pages,
    results,
    task_list,
    tokens,
    webhooks,
    wiki_content,
    wiki_jobs,
    wiki_numbers,
    wiki_sites,
    wiki_uploads,
)
from quire.web.guard import Guard
from quire.web.operation import Operation
from quire.web.router import Match, Router
from quire.web.site import Site

ROUTES: tuple[Operation, ...] = (
    *results.OPERATIONS,
    *documents.OPERATIONS,
    *finance.OPERATIONS,
    *invoice.OPERATIONS,
    *company.OPERATIONS,
    *wiki_uploads.OPERATIONS,
    *wiki_jobs.OPERATIONS,
    *wiki_sites.OPERATIONS,
    *wiki_content.OPERATIONS,
    *wiki_numbers.OPERATIONS,
    *task_list.OPERATIONS,
    *webhooks.OPERATIONS,
    *tokens.OPERATIONS,
    *health.OPERATIONS,
    *console.OPERATIONS,
    *console_documents.OPERATIONS,
    *console_results.OPERATIONS,
    *console_wikis.OPERATIONS,
    *console_companies.OPERATIONS,
    *pages.OPERATIONS,
)


def application(site: Site) -> Guard:
    """The ASGI application of a site."""
    return Guard(_endpoint, Router(ROUTES), site)


async def _endpoint(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve a request that the guard let through."""
    match: Match = scope["quire.match"]
    assert match.operation is not None  # noqa: S101 - for the type checker: the guard has refused the others
    scope["path_params"] = match.values
    request = Request(scope, receive, send)
    response = await match.operation.endpoint(request)
    await response(scope, receive, send)
