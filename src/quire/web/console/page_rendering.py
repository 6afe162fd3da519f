"""Renders pages for people and serves their static files. Nothing is loaded from another host."""

from __future__ import annotations

import functools
import hashlib
import json
from importlib import resources
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from quire.errors import NotFound
from quire.web.console.translations import COOKIE, LANGUAGES, TEXTS, language
from quire.web.console.translations_errors import explain, translated
from quire.web.http.operation import OPEN, Operation
from quire.web.http.responses import bytes_response
from quire.web.state.site import site

if TYPE_CHECKING:  # it loads slowly, and only pages need it
    from jinja2 import Environment

POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
"""Content-Security-Policy of every page: our own scripts only, none inside a page, nothing from another host."""

_SCRIPT = "text/javascript; charset=utf-8"
_STATIC: dict[str, str] = {
    **dict.fromkeys(("quire.css", "pages.css"), "text/css; charset=utf-8"),
    "quire.svg": "image/svg+xml",
    "swagger-ui.css": "text/css; charset=utf-8",
    **dict.fromkeys(("swagger-ui-bundle.js", "docs.js"), _SCRIPT),
    **dict.fromkeys(("copy.js", "find.js", "live.js", "tick.js", "upload.js", "viewer.js"), _SCRIPT),
}
_YEAR = 365 * 86400


def page(request: Request, template: str, *, status: int = 200, **values: object) -> Response:
    """A page from a template, in the language of the request; a choice by ``?lang=`` is kept in a cookie."""
    chosen = language(request)
    body = (
        _templates()
        .get_template(template)
        .render(
            t=TEXTS[chosen],
            explain=functools.partial(explain, language=chosen),
            translated=functools.partial(translated, language=chosen),
            lang=chosen,
            languages=LANGUAGES,
            path=request.url.path,
            other_language=functools.partial(_other_language, request),
            version=site(request).version,
            asset=asset,
            **values,
        )
    )
    response = bytes_response(body.encode(), "text/html; charset=utf-8", status=status)
    response.headers["content-security-policy"] = POLICY
    response.headers["referrer-policy"] = "same-origin"
    response.headers["vary"] = "Accept-Language, Cookie"
    if request.query_params.get("lang") in LANGUAGES:
        response.set_cookie(COOKIE, chosen, max_age=_YEAR, samesite="lax", httponly=True, secure=is_https(request))
    return response


def _other_language(request: Request, code: str) -> str:
    """The address of the same page in another language; the start page for what a form has answered."""
    if request.method != "GET":
        return f"/console?lang={code}"
    kept = [(name, value) for name, value in request.query_params.multi_items() if name != "lang"]
    return f"{request.url.path}?{urlencode([*kept, ('lang', code)])}"


def is_https(request: Request) -> bool:
    """Whether the client sees the service by https."""
    return site(request).address(request).startswith("https:")


async def start(request: Request) -> Response:  # noqa: ARG001 - an endpoint's signature
    """Redirect to the console, whose header leads to the API docs."""
    return RedirectResponse("/console", 303)


async def static(request: Request) -> Response:
    """A file that the pages use."""
    name = request.path_params["name"]
    if name not in _STATIC:
        raise NotFound
    content, etag = _file(name)
    if request.headers.get("if-none-match") == etag:
        return bytes_response(b"", _STATIC[name], status=304, headers=[("ETag", etag)])
    return bytes_response(content, _STATIC[name], headers=[("ETag", etag), ("Cache-Control", "public, max-age=3600")])


def asset(name: str) -> str:
    """The address of a static file, another one for each content, so that no cache mixes two releases."""
    mark = _file(name)[1].strip('"')[:8]
    return f"/static/{name}?v={mark}"


@functools.cache
def _file(name: str) -> tuple[bytes, str]:
    folders = ("static", "swagger-ui") if name.startswith("swagger-ui") else ("static",)
    content = resources.files("quire.web").joinpath(*folders, name).read_bytes()
    return content, f'"{hashlib.sha256(content).hexdigest()[:20]}"'


@functools.cache
def _templates() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("quire.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["pretty"] = lambda value: (
        value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
    )
    return made


OPERATIONS: tuple[Operation, ...] = (
    Operation("GET", "/", start, name="start", summary="Go to the console", tag="Pages", gate=OPEN, hidden=True),
    Operation("GET", "/static/{name}", static, name="static", summary="Files", tag="Pages", gate=OPEN, hidden=True),
)
