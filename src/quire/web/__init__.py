"""The HTTP services. `ROUTES` is every route; `application` is the ASGI application over a `Site`.

request -> Guard (key, rate, size, headers) -> the operation of the path -> its endpoint -> answer
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from quire.web import health, upload_routes
from quire.web.api_docs import with_api_docs
from quire.web.company import company_routes as company_service
from quire.web.console import (
    administration_page,
    bin_page,
    company_imports_page,
    keys_page,
    page_rendering,
    start_page,
    usage_page,
    wiki_changes,
    wiki_reading,
)
from quire.web.console import companies_page as console_companies
from quire.web.console import documents_page as console_documents
from quire.web.console import result_page as console_results
from quire.web.console import review_page as console_reviews
from quire.web.console import wikis_page as console_wikis
from quire.web.documents import (
    batch_routes,
    conversion_again,
    conversion_routes,
    correction_routes,
    finance_routes,
    invoice_routes,
    result_routes,
    result_workbook,
    task_list,
    webhook_routes,
)
from quire.web.guard import Guard
from quire.web.http.operation import Operation
from quire.web.http.router import Match, Router
from quire.web.state.site import Site
from quire.web.wiki import book_uploads as wiki_uploads
from quire.web.wiki import content_routes as wiki_content
from quire.web.wiki import job_routes as wiki_jobs
from quire.web.wiki import operation_routes as wiki_sites
from quire.web.wiki import token_routes
from quire.web.wiki import wiki_statistics as wiki_numbers

ROUTES: tuple[Operation, ...] = with_api_docs(
    (
        *result_routes.OPERATIONS,
        *conversion_routes.OPERATIONS,
        *conversion_again.OPERATIONS,
        *finance_routes.OPERATIONS,
        *invoice_routes.OPERATIONS,
        *batch_routes.OPERATIONS,
        *upload_routes.OPERATIONS,
        *company_service.OPERATIONS,
        *wiki_uploads.OPERATIONS,
        *wiki_jobs.OPERATIONS,
        *wiki_sites.OPERATIONS,
        *wiki_content.OPERATIONS,
        *wiki_numbers.OPERATIONS,
        *task_list.OPERATIONS,
        *correction_routes.OPERATIONS,
        *result_workbook.OPERATIONS,
        *webhook_routes.OPERATIONS,
        *token_routes.OPERATIONS,
        *health.OPERATIONS,
        *start_page.OPERATIONS,
        *keys_page.OPERATIONS,
        *bin_page.OPERATIONS,
        *console_documents.OPERATIONS,
        *console_results.OPERATIONS,
        *console_reviews.OPERATIONS,
        *wiki_reading.OPERATIONS,
        *wiki_changes.OPERATIONS,
        *console_wikis.OPERATIONS,
        *company_imports_page.OPERATIONS,
        *console_companies.OPERATIONS,
        *usage_page.OPERATIONS,
        *administration_page.OPERATIONS,
        *page_rendering.OPERATIONS,
    )
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
