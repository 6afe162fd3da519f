"""The API docs: the OpenAPI document of all routes, as JSON at ``/openapi.json`` and as a page at ``/docs``."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response

from quire.web.console.page_rendering import page
from quire.web.http.operation import OPEN, Answer, Json, Operation
from quire.web.http.responses import bytes_response
from quire.web.openapi import document
from quire.web.state.site import site


def with_api_docs(operations: Sequence[Operation]) -> tuple[Operation, ...]:
    """The operations, followed by those that show them all as API docs."""
    api_docs = _ApiDocs()
    api_docs.routes = (
        *operations,
        Operation("GET", "/docs", api_docs.page, name="docs", summary="API docs", tag="Pages", gate=OPEN, hidden=True),
        Operation(
            "GET",
            "/openapi.json",
            api_docs.openapi,
            name="getOpenApi",
            summary="Get this document",
            tag="Service",
            gate=OPEN,
            answers={200: Answer("The OpenAPI 3.1 document.", {"openapi": "3.1.0"}, schema="OpenApi")},
        ),
    )
    return api_docs.routes


class _ApiDocs:
    """The endpoints, over `routes`, which their own operations belong to."""

    routes: tuple[Operation, ...] = ()

    async def page(self, request: Request) -> Response:
        """The OpenAPI document as a page."""
        tags = dict.fromkeys(route.tag for route in self.routes if not route.hidden)
        return page(request, "docs.html", api=self._document(site(request).version), tags=list(tags))

    async def openapi(self, request: Request) -> Response:
        """The OpenAPI document."""
        body = json.dumps(self._document(site(request).version), ensure_ascii=False, indent=1)
        return bytes_response(body.encode(), "application/json")

    @functools.cache  # noqa: B019 - there is one for the whole process
    def _document(self, version: str) -> dict[str, Json]:
        return document(self.routes, version=version)
