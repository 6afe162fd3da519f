"""The page of a result at ``/console/documents/{task_id}/result``: its figures beside the pages that they were read from.

A figure is a link to its mark on the page, and the mark a link back: it works without JavaScript.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.errors import NotFound, NotReady
from quire.tasks.task_states import Task
from quire.web.console.page_parts import door, reader, route, sheet
from quire.web.console.result_tables import LINE, Sheet, invoice_sheets, places, statement_sheets
from quire.web.console.translations import language
from quire.web.console.translations_errors import translated
from quire.web.documents import finance_routes, invoice_routes
from quire.web.downloads import stored
from quire.web.http.filenames import stem
from quire.web.http.operation import Operation
from quire.web.state.site import owner, site

FACSIMILE, LIST = "facsimile", "facsimile.json"
"""The option that has a task keep pictures of its pages, and the stored name of their list."""

SHOWN_KINDS: Mapping[str, Callable[[Sequence[Mapping[str, Any]]], tuple[Sheet, ...]]] = {
    finance_routes.KIND: statement_sheets,
    invoice_routes.KIND: invoice_sheets,
}
"""The kinds of tasks whose results have a page of their own, and what reads them."""

LARGEST = 16 << 20
"""Bytes of a result that are shown; beyond that the page would be of no use, and the file is there."""

_HOME = "/console/documents/{task_id}"
_PNG = "image/png"


async def show(request: Request) -> Response:
    """The figures of a result, and its pages with their places."""
    caller = await reader(request)
    if caller is None:
        return await door(request)
    task = await _task(request)
    array = await _read(request, task, finance_routes.DETAILS)
    if array is None:
        raise NotFound("The result is too large to display.")
    sheets = SHOWN_KINDS[task.kind](array)
    marks = places(sheets)
    pages = await _read(request, task, LIST) if LIST in task.images else []
    return sheet(
        request,
        "result.html",
        caller,
        task=task,
        sheets=sheets,
        warned=functools.partial(translated, language=language(request)),
        line=LINE,
        leaves=[one | {"marks": marks.get(one["page"], [])} for one in pages or []],
    )


async def leaf(request: Request) -> Response:
    """The picture of a page."""
    if await reader(request) is None:
        return await door(request, status=401)
    task, name = await _task(request), f"pages/{request.path_params['name']}"
    found = await run_in_threadpool(site(request).tasks.image_file, task, name)
    return await stored(request, found, _PNG, filename=None)


async def array_file(request: Request) -> Response:
    """The result as JSON, every figure with its place."""
    if await reader(request) is None:
        return await door(request, status=401)
    task = await _task(request)
    found = await run_in_threadpool(site(request).tasks.image_file, task, finance_routes.DETAILS)
    return await stored(request, found, "application/json", filename=f"{stem(task.filename)}.json")


async def _task(request: Request) -> Task:
    """The task of the path, which is done and whose result can be shown.

    Raises:
        NotFound, NotReady: it is not.
    """
    task_id, whose = request.path_params["task_id"], owner(request)
    task = await run_in_threadpool(lambda: site(request).tasks.get(task_id, owner=whose))
    if task.kind not in SHOWN_KINDS:
        raise NotFound
    if task.error is not None:
        raise NotReady(task.error)
    return task


async def _read(request: Request, task: Task, name: str) -> list[dict[str, Any]] | None:
    """An array that lies beside a result; None when it is too large."""
    here = site(request)

    def read() -> list[dict[str, Any]] | None:
        lies = here.tasks.image_file(task, name)
        if here.files.stat(lies).size > LARGEST:
            return None
        found: list[dict[str, Any]] = json.loads(b"".join(here.files.open(lies)))
        return found

    return await run_in_threadpool(read)


OPERATIONS: tuple[Operation, ...] = (
    route("GET", f"{_HOME}/result", show, "consoleResult", "A result beside its pages"),
    route("GET", f"{_HOME}/json", array_file, "consoleResultFile", "A result as JSON"),
    route("GET", f"{_HOME}/pages/{{name}}", leaf, "consolePage", "The picture of a page"),
)
