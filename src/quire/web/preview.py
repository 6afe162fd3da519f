"""The preview site of one wiki: a process of its own that reads the wiki's folder and nothing else.

Started by `quire.tasks.builds.previews`: ``main(settings)`` with ``socket`` (descriptor of a listening socket), ``folder``, ``slug``.
It says ``ready`` on its standard output and ends when its standard input does.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from quire.clock import SystemClock
from quire.errors import NotFound
from quire.web import preview_pages
from quire.web.wiki_library import Library

POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"
)
"""Content-Security-Policy of every page: no script, nothing from elsewhere."""

STYLE = """
:root { color-scheme: light dark; --line: #8884; }
body { margin: 0 auto; max-width: 46rem; padding: 1rem; font: 1.0625rem/1.7 system-ui, "Noto Sans CJK SC", sans-serif; }
nav { border-bottom: 1px solid var(--line); padding-bottom: .5rem; }
h1, h2, h3 { line-height: 1.25; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--line); }
table { border-collapse: collapse; display: block; overflow-x: auto; }
td, th { border: 1px solid var(--line); padding: .25rem .5rem; }
li:target { outline: 2px solid; }
"""


class Preview:
    """The ASGI application of one wiki, below ``/preview/<slug>/``.

    Args:
        folder: the wiki.
        slug: its name in the address.
    """

    def __init__(self, folder: Path, slug: str) -> None:
        self._folder = folder
        self._base = f"/preview/{slug}/"
        self._library = Library(SystemClock(), kept=1)

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
        if path == self._base:
            return self._page(lambda: preview_pages.index(self._library.open(self._folder), self._base))
        if path == f"{self._base}style.css":
            return _answer(STYLE, "text/css; charset=utf-8")
        sent = raw.decode("latin-1").partition("?")[0] or path
        start = f"{self._base}page/"
        if sent.startswith(start):
            page_id = unquote(sent[len(start) :])
            return self._page(lambda: preview_pages.page(self._library.open(self._folder), page_id, self._base))
        return self._missing()

    def _page(self, make: Callable[[], str]) -> Response:
        try:
            return _answer(make(), "text/html; charset=utf-8")
        except NotFound:
            return self._missing()

    def _missing(self) -> Response:
        try:
            text = preview_pages.missing(self._library.open(self._folder), self._base)
        except NotFound:
            return _plain("Not found", 404)
        return _answer(text, "text/html; charset=utf-8", 404)


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


def _answer(text: str, media_type: str, status: int = 200) -> Response:
    response = Response(text.encode("utf-8", "replace"), status, media_type=None)
    response.headers["content-type"] = media_type
    response.headers["content-security-policy"] = POLICY
    response.headers["x-content-type-options"] = "nosniff"
    response.headers["referrer-policy"] = "no-referrer"
    response.headers["cache-control"] = "no-cache"
    return response


def _plain(text: str, status: int) -> Response:
    return _answer(text + "\n", "text/plain; charset=utf-8", status)
