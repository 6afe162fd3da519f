"""The page at ``/console/documents``: send a document to any of the services, see how far it is, take the result."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from quire.access.keys import Key
from quire.access.rules import Scope
from quire.errors import NotFound, QuireError
from quire.tasks.status import Wanted
from quire.web import documents, finance, invoice
from quire.web.console_parts import door, reader, refused, route, sender, sheet, writer
from quire.web.console_results import FACSIMILE, SHOWN_KINDS
from quire.web.operation import Door, Gate, Operation
from quire.web.outcome import link, offered_name
from quire.web.sessions import check_form
from quire.web.site import owner, site
from quire.web.submissions import Taking, taken
from quire.web.uploads import MULTIPART_ROOM

SHOWN = 100
"""Tasks on the page, the newest first."""

_HOME = "/console/documents"

ENDPOINTS: dict[str, tuple[Scope, Taking]] = {
    **{word: (Scope.PARSE, taking) for word, taking in documents.TAKINGS.items()},
    "statements": (Scope.FINANCE, finance.TAKING),
    "invoices": (Scope.INVOICE, invoice.TAKING),
}
"""What a document can become: the last word of the form's path."""


async def show(request: Request) -> Response:
    """The caller's tasks and the form, or the way in."""
    caller = await reader(request)
    return await door(request) if caller is None else await _list(request, caller)


async def submit(request: Request) -> Response:
    """Take a document in."""
    word = request.path_params["word"]
    if word not in ENDPOINTS:
        raise NotFound
    scope, taking = ENDPOINTS[word]
    try:
        await sender(request, scope)
        more = {FACSIMILE: "1"} if taking.kind in SHOWN_KINDS else None
        await taken(request, taking, token=lambda said: check_form(request, said), more=more)
    except QuireError as error:
        return await refused(request, error, _list)
    return RedirectResponse(f"{_HOME}?watch=1", 303)


async def delete(request: Request) -> Response:
    """Cancel a task if it runs, and remove it with its files."""
    await writer(request)
    task_id, whose = request.path_params["task_id"], owner(request)
    await run_in_threadpool(lambda: site(request).tasks.delete(task_id, owner=whose))
    return RedirectResponse(_HOME, 303)


async def download(request: Request) -> Response:
    """The way to the file that a task made."""
    if await reader(request) is None:
        return await door(request, status=401)
    task_id, whose = request.path_params["task_id"], owner(request)
    task = await run_in_threadpool(lambda: site(request).tasks.get(task_id, owner=whose))
    return RedirectResponse(link(request, task, offered_name(task)), 303)


async def _list(request: Request, caller: Key, *, problem: str = "", status: int = 200) -> Response:
    whose = owner(request)
    tasks, total = await run_in_threadpool(lambda: site(request).tasks.list(Wanted(whose), limit=SHOWN))
    return sheet(
        request,
        "documents.html",
        caller,
        problem=problem,
        status=status,
        active=any(not task.status.final for task in tasks),
        tasks=tasks,
        total=total,
        shown_kinds=SHOWN_KINDS,
        endpoints=[word for word, (scope, _) in ENDPOINTS.items() if caller.may(scope)],
    )


_FILE = Gate(
    door=Door.OPEN, rate="", body=max(taking.limit for _, taking in ENDPOINTS.values()) + MULTIPART_ROOM
)  # the session is checked before the body is read

OPERATIONS: tuple[Operation, ...] = (
    route("GET", _HOME, show, "consoleDocuments", "The documents"),
    route("POST", f"{_HOME}/{{word}}", submit, "consoleSubmit", "Send a document", gate=_FILE),
    route("POST", f"{_HOME}/{{task_id}}/delete", delete, "consoleDelete", "Delete a task"),
    route("GET", f"{_HOME}/{{task_id}}/file", download, "consoleDownload", "A task's file"),
)
