"""The start page at ``/console``: what the service does, and a sample of each that can be tried with one click.

Addresses of the console without a page lead here, too: with a slash at the end, mistyped, or that of a form.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from contextlib import ExitStack
from importlib import resources
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from quire.access.permissions import Scope
from quire.errors import NotAllowed, NotFound
from quire.tasks.task_states import TaskFilter
from quire.web.console.page_parts import console_page, console_route, session_key, sign_in_page, submitted_form
from quire.web.console.submission_table import SUBMISSIONS
from quire.web.console.translations import language
from quire.web.documents.submissions import submit_sample
from quire.web.http.operation import Operation
from quire.web.http.router import REST
from quire.web.rate_limits import CONSOLE, check_rate
from quire.web.state.site import owner, site
from quire.web.wiki.book_uploads import add_file
from quire.wiki.wiki_registry import NewWiki

SAMPLES: Mapping[str, Mapping[str, str]] = {
    "pdf2word": {"en": "annual-report-en.pdf", "zh": "annual-report-zh.pdf"},
    "statements": {"en": "statements-en.pdf", "zh": "statements-zh.pdf"},
    "invoices": {"en": "digital-invoice.pdf", "zh": "ordinary-invoice.pdf"},
    "wiki": {"en": "bookbinding-en.md", "zh": "sunzi-zh.txt"},
}
"""What a sample becomes, and its file by language."""

NO_PAGE = "There is no page at this address."
_WIKI = "wiki"


async def show(request: Request) -> Response:
    """The start page, or the sign-in page."""
    caller = await session_key(request)
    if caller is None:
        return await sign_in_page(request)
    here, whose = site(request), owner(request)

    def look() -> tuple[int, int]:
        _, tasks = here.tasks.list(TaskFilter(whose), limit=1)
        return tasks, len(here.wikis.shelf.all(whose)) if here.wikis is not None else 0

    tasks, books = await run_in_threadpool(look)
    may = {name: caller.may(_scope(name)) for name in SAMPLES}
    return console_page(request, "start.html", caller, may=may, tasks=tasks, books=books)


async def try_sample(request: Request) -> Response:
    """Send a sample as if it had been uploaded."""
    caller, _ = await submitted_form(request)
    name, chosen = request.path_params["name"], language(request)
    if name not in SAMPLES:
        raise NotFound
    if not caller.may(_scope(name)):
        raise NotAllowed
    check_rate(site(request), caller, CONSOLE, [])
    with ExitStack() as opened:
        found = resources.files("quire.web").joinpath("samples", SAMPLES[name][chosen])
        path = opened.enter_context(resources.as_file(found)).resolve()
        if name != _WIKI:
            await submit_sample(request, path, SUBMISSIONS[name][1])
            return RedirectResponse("/console/documents?watch=1", 303)
        sha256 = await run_in_threadpool(lambda: hashlib.sha256(path.read_bytes()).hexdigest())
        wanted = NewWiki(caller.owner, path.name, sha256, lang=chosen, key_id=caller.id)
        added = await run_in_threadpool(add_file, request, wanted, Path(path), path.stat().st_size)
    return RedirectResponse(f"/console/wikis/{added.entry.slug}?watch=1", 303)


async def show_elsewhere(request: Request) -> Response:
    """An address without its slash at the end, or a page that says that there is none."""
    path = request.url.path
    if path.endswith("/"):
        return RedirectResponse(path.rstrip("/"), 303)
    if await session_key(request) is None:
        return await sign_in_page(request)
    raise NotFound(NO_PAGE)


def _scope(name: str) -> Scope:
    return Scope.WIKI if name == _WIKI else SUBMISSIONS[name][0]


OPERATIONS: tuple[Operation, ...] = (
    console_route("GET", "/console", show, "console", "The start page"),
    console_route("POST", "/console/samples/{name}", try_sample, "consoleSample", "Try a sample"),
    console_route("GET", "/console/", show_elsewhere, "consoleSlash", "The start page without its slash"),
    console_route("GET", f"/console/{REST}", show_elsewhere, "consoleElsewhere", "An address without a page"),
)
