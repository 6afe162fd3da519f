"""The preview site of one wiki: a process of its own that reads the wiki's folder and nothing else.

Started by `quire.tasks.builds.preview_processes`: ``main(settings)`` with ``socket`` (descriptor of a listening
socket), ``folder`` and ``slug``. It prints ``ready`` and ends when its standard input does.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from quire.clock import SystemClock
from quire.errors import NotFound
from quire.web.state.wiki_cache import WikiCache
from quire.wiki.figure import MEDIA_TYPES
from quire.wiki.opened_wiki import OpenedWiki
from quire.wiki.site.site_content import SiteContent
from quire.wiki.site.static_site import StaticSite

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; "
    "frame-ancestors 'self'"
)
"""Content-Security-Policy of every page: the site's own styles, scripts and pictures, nothing from another host."""

_TYPES = {"txt": "text/plain", "html": "text/html", "css": "text/css", "js": "text/javascript"}
_PICTURES_KEPT = 86_400
"""Seconds; their names are those of their content."""


class Preview:
    """The ASGI application of one wiki, below ``/preview/<slug>/``.

    Args:
        folder: the wiki.
        slug: its name in the address.
    """

    def __init__(self, folder: Path, slug: str) -> None:
        self._folder = folder
        self._base = f"/preview/{slug}/"
        self._library = WikiCache(SystemClock(), kept=1)
        self._made: tuple[OpenedWiki, StaticSite] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            return
        response = await run_in_threadpool(self.answer, scope["method"], scope["path"], scope.get("raw_path") or b"")
        await response(scope, receive, send)

    def answer(self, method: str, path: str, raw: bytes = b"") -> Response:
        """The answer to a request; `raw` is the path as it was sent, in which a slash may be part of a page's id."""
        if method not in {"GET", "HEAD"}:
            return _plain("Method not allowed", 405)
        if path in {"/", self._base.rstrip("/"), "/preview", "/preview/"}:
            return RedirectResponse(self._base, 303)
        sent = raw.decode("latin-1").partition("?")[0] or path
        try:
            site = self._site()
        except NotFound:
            return _plain("Not found", 404)
        if not sent.startswith(self._base):
            return _answer(site.not_found_page(self._base), "html", 404)
        name = unquote(sent.removeprefix(self._base)) or "index.html"
        try:
            name = _known(site, name)
            return _answer(site.file(name), name.rpartition(".")[2])
        except NotFound:
            return _answer(site.not_found_page(self._base), "html", 404)

    def _site(self) -> StaticSite:
        """The site of the wiki as it is now."""
        opened = self._library.open(self._folder)
        made = self._made
        if made is None or made[0] is not opened:
            made = self._made = (opened, StaticSite(SiteContent.of(opened)))
        return made[1]


def main(settings: Mapping[str, Any]) -> None:
    """Serve until the standard input ends, or SIGTERM comes."""
    from quire.web.server import serve_alone

    listener = socket.socket(fileno=int(settings["socket"]))
    threading.Thread(target=_end_with_parent, daemon=True).start()

    def ready() -> None:
        sys.stdout.write("ready\n")
        sys.stdout.flush()

    serve_alone(Preview(Path(settings["folder"]), settings["slug"]), listener, on_start=ready)


def _end_with_parent() -> None:
    while os.read(0, 4096):
        pass
    os._exit(0)


def _known(site: StaticSite, name: str) -> str:
    """The file that a path names: by its own name, or a page by its id."""
    if name in site:
        return name
    if not name.startswith("page/"):
        raise NotFound
    return site.page_name(name.removeprefix("page/"))


def _answer(content: bytes, kind: str, status: int = 200) -> Response:
    response = Response(content, status, media_type=None)
    response.headers["content-type"] = MEDIA_TYPES.get(kind) or f"{_TYPES.get(kind, 'text/html')}; charset=utf-8"
    response.headers["content-security-policy"] = POLICY
    response.headers["x-content-type-options"] = "nosniff"
    response.headers["referrer-policy"] = "no-referrer"
    response.headers["cache-control"] = f"private, max-age={_PICTURES_KEPT}" if kind in MEDIA_TYPES else "no-cache"
    return response


def _plain(text: str, status: int) -> Response:
    return _answer(f"{text}\n".encode(), "txt", status)
