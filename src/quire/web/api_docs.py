"""The API docs: the OpenAPI document of all routes, as JSON at ``/openapi.json`` and as a page at ``/docs``.

The page shows it in Swagger UI (static/swagger-ui), from our own files.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response

from quire.web.console.page_rendering import POLICY, page
from quire.web.console.sessions import api_token, check_origin
from quire.web.http.operation import OPEN, Answer, Json, Operation
from quire.web.http.responses import bytes_response, json_response
from quire.web.openapi import document
from quire.web.state.site import site

_POLICY = POLICY.replace("img-src 'self'", "img-src 'self' data:")
"""Content-Security-Policy of the page: the style sheet of Swagger UI has its icons in it."""


def with_api_docs(operations: Sequence[Operation]) -> tuple[Operation, ...]:
    """The operations, followed by those that show them all as API docs."""
    api_docs = _ApiDocs()
    api_docs.routes = (
        *operations,
        Operation(
            "POST",
            "/console/api-token",
            api_docs.token,
            name="consoleApiToken",
            summary="A token of the session for the API docs",
            tag="Console",
            gate=OPEN,
            hidden=True,
        ),
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
        shown = page(request, "docs.html", api=self._document(site(request).version), tags=list(tags))
        shown.headers["content-security-policy"] = _POLICY
        return shown

    async def token(self, request: Request) -> Response:
        """A token by which the page calls the API as whoever is signed in; null for nobody."""
        check_origin(request)
        return json_response({"token": await api_token(request)}, headers=[("Cache-Control", "no-store")])

    async def openapi(self, request: Request) -> Response:
        """The OpenAPI document."""
        body = json.dumps(self._document(site(request).version), ensure_ascii=False, indent=1)
        return bytes_response(body.encode(), "application/json")

    @functools.cache  # noqa: B019 - there is one for the whole process
    def _document(self, version: str) -> dict[str, Json]:
        return document(self.routes, version=version)
