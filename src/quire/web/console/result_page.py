"""The page at ``/console/documents/{task_id}/result``: the values of a result beside the pages they were read from.

A value links to its mark on the page, and the mark links back, without JavaScript.
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
from quire.web.console.page_parts import console_page, console_route, session_key, sign_in_page
from quire.web.console.result_tables import LINE_ITEM_COLUMNS, ResultTable, invoice_tables, places, statement_tables
from quire.web.console.translations import language
from quire.web.console.translations_errors import translated
from quire.web.documents import finance_routes, invoice_routes
from quire.web.downloads import stored_file
from quire.web.http.filenames import stem
from quire.web.http.operation import Operation
from quire.web.state.site import owner, site

FACSIMILE, PAGE_LIST = "facsimile", "facsimile.json"
"""The option that has a task keep pictures of its pages, and the stored name of their list."""

SHOWN_KINDS: Mapping[str, Callable[[Sequence[Mapping[str, Any]]], tuple[ResultTable, ...]]] = {
    finance_routes.KIND: statement_tables,
    invoice_routes.KIND: invoice_tables,
}
"""The kinds of tasks whose results have a page, and what reads them."""

MAX_SHOWN_BYTES = 16 << 20
"""Bytes of a result that the page shows; a larger one can be downloaded."""

_HOME = "/console/documents/{task_id}"
_PNG = "image/png"


async def show(request: Request) -> Response:
    """The values of a result, and its pages with their places."""
    caller = await session_key(request)
    if caller is None:
        return await sign_in_page(request)
    task = await _task(request)
    array = await _read(request, task, finance_routes.DETAILS)
    if array is None:
        raise NotFound("The result is too large to display.")
    tables = SHOWN_KINDS[task.kind](array)
    marks = places(tables)
    pages = await _read(request, task, PAGE_LIST) if PAGE_LIST in task.images else []
    return console_page(
        request,
        "result.html",
        caller,
        task=task,
        tables=tables,
        warned=functools.partial(translated, language=language(request)),
        line=LINE_ITEM_COLUMNS,
        page_images=[one | {"marks": marks.get(one["page"], [])} for one in pages or []],
    )


async def page_image(request: Request) -> Response:
    """The picture of a page."""
    if await session_key(request) is None:
        return await sign_in_page(request, status=401)
    task, name = await _task(request), f"pages/{request.path_params['name']}"
    found = await run_in_threadpool(site(request).tasks.image_file, task, name)
    return await stored_file(request, found, _PNG, filename=None)


async def array_file(request: Request) -> Response:
    """The result as JSON, every figure with its place."""
    if await session_key(request) is None:
        return await sign_in_page(request, status=401)
    task = await _task(request)
    found = await run_in_threadpool(site(request).tasks.image_file, task, finance_routes.DETAILS)
    return await stored_file(request, found, "application/json", filename=f"{stem(task.filename)}.json")


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
        if here.files.stat(lies).size > MAX_SHOWN_BYTES:
            return None
        found: list[dict[str, Any]] = json.loads(b"".join(here.files.open(lies)))
        return found

    return await run_in_threadpool(read)


OPERATIONS: tuple[Operation, ...] = (
    console_route("GET", f"{_HOME}/result", show, "consoleResult", "A result beside its pages"),
    console_route("GET", f"{_HOME}/json", array_file, "consoleResultFile", "A result as JSON"),
    console_route("GET", f"{_HOME}/pages/{{name}}", page_image, "consolePage", "The picture of a page"),
)
