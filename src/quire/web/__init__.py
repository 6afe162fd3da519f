"""The HTTP services. `ROUTES` is every route; `application` is the ASGI application over a `Site`.

request -> Guard (key, rate, size, headers) -> the operation of the path -> its endpoint -> answer
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from quire.web import health
from quire.web.company import service as company_service
from quire.web.console import companies as console_companies
from quire.web.console import documents as console_documents
from quire.web.console import keys, pages
from quire.web.console import results as console_results
from quire.web.console import wikis as console_wikis
from quire.web.documents import conversions, finance, invoice, results, task_list, webhooks
from quire.web.guard import Guard
from quire.web.http.operation import Operation
from quire.web.http.router import Match, Router
from quire.web.state.site import Site
from quire.web.wiki import content as wiki_content
from quire.web.wiki import jobs as wiki_jobs
from quire.web.wiki import numbers as wiki_numbers
from quire.web.wiki import sites as wiki_sites
from quire.web.wiki import tokens
from quire.web.wiki import uploads as wiki_uploads

ROUTES: tuple[Operation, ...] = (
    *results.OPERATIONS,
    *conversions.OPERATIONS,
    *finance.OPERATIONS,
    *invoice.OPERATIONS,
    *company_service.OPERATIONS,
    *wiki_uploads.OPERATIONS,
    *wiki_jobs.OPERATIONS,
    *wiki_sites.OPERATIONS,
    *wiki_content.OPERATIONS,
    *wiki_numbers.OPERATIONS,
    *task_list.OPERATIONS,
    *webhooks.OPERATIONS,
    *tokens.OPERATIONS,
    *health.OPERATIONS,
    *keys.OPERATIONS,
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
