"""Read, search and export a wiki in the console: its site is below ``/console/wikis/<slug>/read/``."""

from __future__ import annotations

import tempfile
import zipfile
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from quire.access.permissions import Scope
from quire.errors import NotAllowed, NotFound
from quire.web.console.page_parts import console_page, console_route, session_key, sign_in_page
from quire.web.downloads import StreamedResponse
from quire.web.http.filenames import content_disposition
from quire.web.http.operation import Operation
from quire.web.http.responses import bytes_response
from quire.web.state.site import site
from quire.web.wiki.content_routes import MAX_QUERY
from quire.web.wiki.wiki_access import check_ready, find_wiki, open_wiki, wiki_parts
from quire.wiki.exports import FORMATS, export
from quire.wiki.figure import MEDIA_TYPES
from quire.wiki.opened_wiki import OpenedWiki
from quire.wiki.site.site_content import SiteContent
from quire.wiki.site.static_site import StaticSite
from quire.wiki.wiki_registry import WikiEntry

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
"""Content-Security-Policy of a wiki's pages: the site's own styles, scripts and pictures, nothing from another host."""

SITES = 4
"""Wikis whose sites a process keeps at hand."""

HITS = 50
"""Results of a search."""

_HOME = "/console/wikis"
_TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript"}
_FILES = {"html": "text/html; charset=utf-8", "epub": "application/epub+zip"}
"""Formats that are one file; the others are folders, which come as a ZIP file."""

_PIECE = 256 * 1024


async def read(request: Request) -> Response:
    """A file of a wiki's site."""
    if await session_key(request) is None:
        return await sign_in_page(request)
    one = await _readable(request)
    base = f"{_HOME}/{one.slug}/read/"
    sent = (request.scope.get("raw_path") or b"").decode("latin-1").partition("?")[0]
    name = unquote(sent.removeprefix(base)) if sent.startswith(base) else request.path_params.get("name", "")

    def answer() -> tuple[bytes, str, int]:
        found = _site(open_wiki(request, one), f"{_HOME}/{one.slug}")
        try:
            wanted = _file_of(found, name or "index.html")
            return found.file(wanted), wanted.rpartition(".")[2], 200
        except NotFound:
            return found.not_found_page(base), "html", 404

    content, kind, status = await run_in_threadpool(answer)
    media_type = MEDIA_TYPES.get(kind) or f"{_TYPES.get(kind, 'text/html')}; charset=utf-8"
    response = bytes_response(content, media_type, status=status)
    response.headers["content-security-policy"] = POLICY
    response.headers["referrer-policy"] = "same-origin"
    response.headers["cache-control"] = "private, max-age=86400" if kind in MEDIA_TYPES else "private, no-cache"
    return response


async def begin(request: Request) -> Response:
    """Redirect to the first page of a wiki's site: its links are relative."""
    return RedirectResponse(f"{_HOME}/{request.path_params['slug']}/read/", 303)


async def search(request: Request) -> Response:
    """The pages of a wiki that fit a query best."""
    caller = await session_key(request)
    if caller is None:
        return await sign_in_page(request)
    one = await _readable(request)
    asked = request.query_params.get("q", "").strip()[:MAX_QUERY]

    def find() -> list[tuple[str, str, str]]:
        opened = open_wiki(request, one)
        found = _site(opened, f"{_HOME}/{one.slug}")
        return [(found.page_name(hit.page_id), hit.title, hit.snippet) for hit in opened.find(asked, HITS)]

    hits = await run_in_threadpool(find) if asked else []
    return console_page(request, "wiki_search.html", caller, one=one, asked=asked, hits=hits)


async def take_home(request: Request) -> Response:
    """A wiki as a file: its site or vault as a ZIP file, one HTML file, or an EPUB."""
    if await session_key(request) is None:
        return await sign_in_page(request)
    to = request.path_params["to"]
    if to not in FORMATS:
        raise NotFound
    one = await _readable(request)
    suffix = to if to in _FILES else "zip"
    headers = [
        ("Content-Type", _FILES.get(to, "application/zip")),
        ("Content-Disposition", content_disposition(f"{one.slug}{'' if to in _FILES else f'-{to}'}.{suffix}")),
        ("Cache-Control", "no-store"),
        ("Content-Security-Policy", "default-src 'none'; sandbox"),
    ]
    folder, staging = await run_in_threadpool(wiki_parts(request).shelf.local, one), site(request).staging
    return StreamedResponse(lambda: _pieces(folder, to, staging), headers)


def _pieces(folder: Path, to: str, staging: Path) -> Iterator[bytes]:
    """The bytes of an export, made in a folder that goes at the end."""
    staging.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=staging, prefix="export-") as scratch:
        output = Path(scratch, "wiki")
        export(folder, to, output)
        whole = output
        if output.is_dir():
            whole = Path(scratch, "wiki.zip")
            with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as archive:
                for path in sorted(output.rglob("*")):
                    if path.is_file() and path.name != ".quire-export":
                        archive.write(path, path.relative_to(output).as_posix())
        with whole.open("rb") as file:
            while piece := file.read(_PIECE):
                yield piece


async def _readable(request: Request) -> WikiEntry:
    """The wiki of the path, which can be read.

    Raises:
        NotFound, NotAllowed: there is none, or it is another owner's, or the key is not for wikis. Conflict: it has no
            pages yet.
    """
    one = await find_wiki(request)
    if not request.scope["quire.key"].may(Scope.WIKI):
        raise NotAllowed
    await check_ready(request, one)
    return one


@lru_cache(maxsize=SITES)
def _site(opened: OpenedWiki, back: str) -> StaticSite:
    """The site of a wiki as it is now; another one when its pages have changed."""
    return StaticSite(SiteContent.of(opened), back)


def _file_of(found: StaticSite, name: str) -> str:
    """The file that a path names: by its own name, or a page by its id.

    Raises:
        NotFound: there is none.
    """
    if name in found:
        return name
    if not name.startswith("page/"):
        raise NotFound
    return found.page_name(name.removeprefix("page/"))


OPERATIONS: tuple[Operation, ...] = (
    console_route("GET", f"{_HOME}/{{slug}}/read", begin, "consoleWikiRead", "Read a wiki"),
    console_route("GET", f"{_HOME}/{{slug}}/read/", read, "consoleWikiStart", "The first page of a wiki"),
    console_route("GET", f"{_HOME}/{{slug}}/read/{{name:path}}", read, "consoleWikiFile", "A page of a wiki"),
    console_route("GET", f"{_HOME}/{{slug}}/search", search, "consoleWikiSearch", "Search a wiki"),
    console_route("GET", f"{_HOME}/{{slug}}/export/{{to}}", take_home, "consoleWikiExport", "Export a wiki"),
)
