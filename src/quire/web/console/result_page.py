"""The page at ``/console/documents/{task_id}/result``: what a result says beside the pages that it was read from.

One viewer for converted documents, statements and invoices. Each part links to its mark on the page, and the mark links
back, without JavaScript. Of a document, a few pages come with the viewer and the others when they are scrolled to.
"""

from __future__ import annotations

import json
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from quire.access.keys import Key
from quire.errors import NotAllowed, NotFound, NotReady, QuireError
from quire.tasks.review_log import APPROVED, Change, corrections
from quire.tasks.task_states import Task
from quire.web.console.document_pages import INDEX, VIEWS, DocumentPage, document_page, doubt, first_page
from quire.web.console.page_parts import (
    console_page,
    console_route,
    refusal,
    session_key,
    sign_in_page,
    submitted_form,
)
from quire.web.console.result_tables import LINE_ITEM_COLUMNS, places
from quire.web.console.review_page import TABLES
from quire.web.console.submission_table import SUBMISSIONS
from quire.web.console.translations import language
from quire.web.console.translations_errors import translated
from quire.web.documents.corrected_results import DETAILS, read_details
from quire.web.documents.submissions import SOURCE, submit_as
from quire.web.documents.task_outcome import IMAGES, OUTPUT_FILES
from quire.web.downloads import stored_file
from quire.web.http.filenames import stem
from quire.web.http.operation import Operation
from quire.web.http.query_parameters import digits
from quire.web.state.site import owner, site

PAGE_LIST = "facsimile.json"
"""The stored name of the list of pictures beside statements and invoices."""

MAX_SHOWN_BYTES = 16 << 20
"""Bytes of a result that the page shows; a larger one can be downloaded."""

READY_PAGES = 3
"""Pages of a document that come with the viewer, from the one that is asked for."""

_HOME = "/console/documents/{task_id}"
_PNG = "image/png"


def can_be_shown(task: Task) -> bool:
    """Whether the viewer has something to show of a done task."""
    return task.kind in TABLES or INDEX in task.images


async def show(request: Request) -> Response:
    """What a result says, and its pages with their places."""
    caller = await session_key(request)
    if caller is None:
        return await sign_in_page(request)
    return await _show(request, caller)


async def _show(request: Request, caller: Key, *, problem: str = "", status: int = 200) -> Response:
    task = await _task(request)
    given = await (_tables(request, task) if task.kind in TABLES else _document(request, task))
    return console_page(
        request,
        "result.html",
        caller,
        problem=problem,
        status=status,
        task=task,
        suffix=OUTPUT_FILES[task.kind].suffix[1:].upper(),
        warnings=[(translated(one, language(request)), first_page(one)) for one in task.warnings],
        formats=[
            word
            for word, (scope, taking) in SUBMISSIONS.items()
            if SOURCE in task.images and caller.may(scope) and taking.kind != task.kind
        ],
        **given,
    )


async def _tables(request: Request, task: Task) -> dict[str, Any]:
    """What the template shows of statements or invoices."""
    here = site(request)

    def read() -> tuple[bytes, list[Change]]:
        if here.files.stat(here.tasks.image_file(task, DETAILS)).size > MAX_SHOWN_BYTES:
            raise NotFound("The result is too large to display.")
        return read_details(here, task), here.reviews.log.changes(task.id) if here.reviews else []

    details, changes = await run_in_threadpool(read)
    tables = TABLES[task.kind](json.loads(details))
    state = [change.after for change in changes if not change.place]
    marks = places(tables)
    pages = await _read(request, task, PAGE_LIST) if PAGE_LIST in task.images else []
    leaves = [one | {"marks": marks.get(one["page"], [])} for one in pages or []]
    return {
        "tables": tables,
        "line": LINE_ITEM_COLUMNS,
        "leaves": leaves,
        "view": "",
        "views": (),
        "changes": [change for change in changes if change.place],
        "corrected": corrections(changes),
        "approved": state[-1:] == [APPROVED],
        "edited": digits(request.query_params.get("edit", "")),
    }


async def _document(request: Request, task: Task) -> dict[str, Any]:
    """What the template shows of a converted document."""
    index = await _read(request, task, INDEX) or []
    view = _view(request)
    listed = [one for one in index if one["tables"] or view != "tables"]
    asked = digits(request.query_params.get("page", "")) or 0
    start = next((at for at, one in enumerate(listed) if one["page"] >= asked), 0)
    near = [one["page"] for one in listed[start : start + READY_PAGES]]
    loaded = {number: await _page(request, task, number) for number in near}
    return {
        "tables": (),
        "leaves": index,
        "loaded": loaded,
        "doubt": doubt,
        "view": view,
        "views": VIEWS,
        "doubtful": [one["page"] for one in index if one["doubtful"]],
        "headings": [(one["page"], *heading) for one in index for heading in one["headings"]],
    }


async def page_part(request: Request) -> Response:
    """One page of a document, for the script of the viewer: its marks, and what stands beside it."""
    caller = await session_key(request)
    if caller is None:
        return await sign_in_page(request, status=401)
    task, number = await _task(request), digits(request.path_params["page"]) or 0
    loaded = {number: await _page(request, task, number)}
    return console_page(
        request, "result_page.html", caller, task=task, number=number, loaded=loaded, doubt=doubt, view=_view(request)
    )


async def page_image(request: Request) -> Response:
    """The picture of a page."""
    return await _picture(request, "pages/")


async def figure(request: Request) -> Response:
    """A picture that the result links to."""
    return await _picture(request, IMAGES)


async def array_file(request: Request) -> Response:
    """The result as JSON, every figure with its place."""
    if await session_key(request) is None:
        return await sign_in_page(request, status=401)
    task = await _task(request)
    found = await run_in_threadpool(site(request).tasks.image_file, task, DETAILS)
    return await stored_file(request, found, "application/json", filename=f"{stem(task.filename)}.json")


async def convert(request: Request) -> Response:
    """Make another format of the upload that the result kept."""
    try:
        caller, _ = await submitted_form(request)
        task, word = await _task(request), request.path_params["word"]
        if word not in SUBMISSIONS:
            raise NotFound
        scope, taking = SUBMISSIONS[word]
        if not caller.may(scope):
            raise NotAllowed
        await submit_as(request, task, taking)
    except QuireError as error:
        return await refusal(request, error, _show)
    return RedirectResponse("/console/documents?watch=1", 303)


async def _picture(request: Request, folder: str) -> Response:
    if await session_key(request) is None:
        return await sign_in_page(request, status=401)
    task, name = await _task(request), f"{folder}{request.path_params['name']}"
    found = await run_in_threadpool(site(request).tasks.image_file, task, name)
    response = await stored_file(request, found, _PNG, filename=None)
    response.headers["cache-control"] = "private, max-age=3600"
    return response


async def _task(request: Request) -> Task:
    """The task of the path, which is done and whose result can be shown.

    Raises:
        NotFound, NotReady: it is not.
    """
    task_id, whose = request.path_params["task_id"], owner(request)
    task = await run_in_threadpool(lambda: site(request).tasks.get(task_id, owner=whose))
    if task.error is not None:
        raise NotReady(task.error)
    await run_in_threadpool(site(request).tasks.result_file, task)
    if not can_be_shown(task):
        raise NotFound("The pages of this document were not kept.")
    return task


async def _page(request: Request, task: Task, number: int) -> DocumentPage:
    """A page of a document.

    Raises:
        NotFound: there is none.
    """
    content = await _read(request, task, f"view/{number}.json")
    if content is None:
        raise NotFound("The result is too large to display.")
    return document_page(number, content)


async def _read(request: Request, task: Task, name: str) -> Any:  # noqa: ANN401 - JSON
    """The JSON of a file that lies beside a result; None when it is too large."""
    here = site(request)

    def read() -> Any:  # noqa: ANN401 - JSON
        lies = here.tasks.image_file(task, name)
        if here.files.stat(lies).size > MAX_SHOWN_BYTES:
            return None
        return json.loads(b"".join(here.files.open(lies)))

    return await run_in_threadpool(read)


def _view(request: Request) -> str:
    asked = request.query_params.get("view", "")
    return asked if asked in VIEWS else VIEWS[0]


OPERATIONS: tuple[Operation, ...] = (
    console_route("GET", f"{_HOME}/result", show, "consoleResult", "A result beside its pages"),
    console_route("GET", f"{_HOME}/result/{{page}}", page_part, "consoleResultPage", "One page of a result"),
    console_route("GET", f"{_HOME}/json", array_file, "consoleResultFile", "A result as JSON"),
    console_route("GET", f"{_HOME}/pages/{{name}}", page_image, "consolePage", "The picture of a page"),
    console_route("GET", f"{_HOME}/images/{{name}}", figure, "consoleFigure", "A picture of a result"),
    console_route("POST", f"{_HOME}/convert/{{word}}", convert, "consoleConvert", "Make another format of a document"),
)
