"""The page at ``/console/documents/{task_id}/result``: what a result says beside the pages that it was read from.

One viewer for converted documents, statements and invoices. Each part links to its mark on the page, and the mark links
back, without JavaScript. Of a document, a few pages come with the viewer and the others when they are scrolled to.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from quire.access.keys import Key
from quire.access.permissions import Scope
from quire.errors import NotAllowed, NotFound, NotReady, QuireError
from quire.tasks.review_log import APPROVED, Change, corrections
from quire.tasks.task_states import Task, TaskStatus
from quire.web.console.document_pages import VIEWS, DocumentPage, document_page, doubt, edited_block, first_page
from quire.web.console.page_parts import (
    console_page,
    console_route,
    field,
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
from quire.web.documents.conversion_again import convert_again, truth_response
from quire.web.documents.corrected_documents import (
    INDEX,
    MAX_PAGE_BYTES,
    Changes,
    changes_of,
    is_document,
    read_page,
    read_stored,
    text_changes,
)
from quire.web.documents.corrected_results import DETAILS, read_details
from quire.web.documents.submissions import LOCKED, SOURCE
from quire.web.documents.task_outcome import IMAGES, OUTPUT_FILES, wait_for_task
from quire.web.documents.whole_results import pictures_of
from quire.web.downloads import stored_file
from quire.web.http.filenames import stem
from quire.web.http.operation import Operation
from quire.web.http.query_parameters import digits
from quire.web.http.responses import bytes_response
from quire.web.state.sharp_pages import SharpPage
from quire.web.state.site import owner, site

PAGE_LIST = "facsimile.json"
"""The stored name of the list of pictures beside statements and invoices."""

QUICK_SECONDS = 20.0
"""How long a person waits for a corrected file before the list of tasks shows its progress."""

READY_PAGES = 3
"""Pages of a document that come with the viewer, from the one that is asked for."""

MAX_HEADINGS = 300
"""Headings that come with every view of a document; a longer list comes when it is asked for."""

_HOME = "/console/documents/{task_id}"
_PNG = "image/png"
_KEPT = ("Cache-Control", "private, max-age=3600")

DRAWN = "drawn"
"""As `quire.jobs.page_images.DRAWN`."""


def can_be_shown(task: Task) -> bool:
    """Whether the viewer has something to show of a done task."""
    return task.kind in TABLES or is_document(task)


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
        locked=LOCKED in task.options,
        own_word=next((word for word, (_, taking) in SUBMISSIONS.items() if taking.kind == task.kind), ""),
        can_write=SOURCE in task.images and caller.may(Scope.PARSE),
        can_truth=SOURCE in task.images and "pages" not in task.options,
        with_pictures=bool(pictures_of(task)),
        saved=request.query_params.get("saved", "") == "1",
        has_source=site(request).sharp is not None and _has_source(task),
        drawn=DRAWN,
        **given,
    )


async def _tables(request: Request, task: Task) -> dict[str, Any]:
    """What the template shows of statements or invoices."""
    here = site(request)

    def read() -> tuple[bytes, list[Change]]:
        if here.files.stat(here.tasks.image_file(task, DETAILS)).size > MAX_PAGE_BYTES:
            raise NotFound("The result is too large to display.")
        return read_details(here, task), here.reviews.log.changes(task.id) if here.reviews else []

    details, changes = await run_in_threadpool(read)
    tables = TABLES[task.kind](json.loads(details))
    marks = places(tables)
    pages = await _read(request, task, PAGE_LIST) if PAGE_LIST in task.images else []
    leaves = [one | {"marks": marks.get(one["page"], [])} for one in pages or []]
    return {
        "tables": tables,
        "line": LINE_ITEM_COLUMNS,
        "leaves": leaves,
        "view": "",
        "views": (),
        **_reviewed(changes),
        "corrected": corrections(changes),
        "edited": digits(request.query_params.get("edit", "")),
    }


def _reviewed(changes: Sequence[Change]) -> dict[str, Any]:
    """What people changed, and whether the result is approved."""
    state = [change.after for change in changes if not change.place]
    return {"changes": [change for change in changes if change.place], "approved": state[-1:] == [APPROVED]}


async def _document(request: Request, task: Task) -> dict[str, Any]:
    """What the template shows of a converted document."""
    here = site(request)
    index = await _read(request, task, INDEX) or []
    changes = await run_in_threadpool(here.reviews.log.changes, task.id) if here.reviews else []
    view = _view(request)
    listed = [one for one in index if one["tables"] or view != "tables"]
    asked = digits(request.query_params.get("page", "")) or 0
    start = next((at for at, one in enumerate(listed) if one["page"] >= asked), 0)
    near = [one["page"] for one in listed[start : start + READY_PAGES]]
    loaded = {number: await _page(request, task, number, text_changes(changes)) for number in near}
    headings = [(one["page"], *heading) for one in index for heading in one["headings"]]
    wanted = request.query_params.get("contents", "") == "1"
    return {
        **_reviewed(changes),
        **_edited(request, loaded),
        "tables": (),
        "leaves": index,
        "loaded": loaded,
        "doubt": doubt,
        "view": view,
        "views": VIEWS,
        "doubtful": [one["page"] for one in index if one["doubtful"]],
        "headings": headings if wanted or len(headings) <= MAX_HEADINGS else None,
        "contents": wanted,
    }


def _edited(request: Request, loaded: Mapping[int, DocumentPage]) -> dict[str, Any]:
    """The form of the block that ``?edit=`` names, on the page of ``?page=``."""
    here, wanted = site(request), request.query_params.get("edit", "")
    page = loaded.get(digits(request.query_params.get("page", "")) or 0)
    found = page and next((one for one in (*page.blocks, *page.furniture) if one.get("id") == wanted), None)
    if here.reviews is None or not page or not found:
        return {"form": None, "roles": ()}
    texts = here.reviews.documents.texts(page.number, {"blocks": page.blocks, "furniture": page.furniture})
    return {"form": edited_block(page.number, found, texts), "roles": here.reviews.documents.roles}


async def page_part(request: Request) -> Response:
    """One page of a document, for the script of the viewer: its marks, and what stands beside it."""
    caller = await session_key(request)
    if caller is None:
        return await sign_in_page(request, status=401)
    task, number, here = await _task(request), digits(request.path_params["page"]) or 0, site(request)
    changes = await run_in_threadpool(changes_of, here, task)
    loaded = {number: await _page(request, task, number, changes)}
    return console_page(
        request, "result_page.html", caller, task=task, number=number, loaded=loaded, doubt=doubt, view=_view(request)
    )


async def page_image(request: Request) -> Response:
    """The picture of a page."""
    return await _picture(request, "pages/")


async def sharp_image(request: Request) -> Response:
    """A sharp picture of a page: one that was kept, or drawn now."""
    caller = await session_key(request)
    if caller is None:
        return await sign_in_page(request, status=401)
    task, number, here = await _task(request), digits(request.path_params["page"]), site(request)
    index = await _read(request, task, INDEX if is_document(task) else PAGE_LIST) or []
    found: dict[str, Any] = next((one for one in index if one["page"] == number), {})
    name = found.get("sharp", "")
    if name in task.images:
        return await _stored_picture(request, task, name)
    if name != DRAWN or here.sharp is None or not _has_source(task):
        raise NotFound
    source = await run_in_threadpool(here.tasks.image_file, task, SOURCE)
    page = SharpPage(task.id, source, found["page"], found["width"], found["height"])
    picture = await here.sharp.picture(page, caller.id)
    return bytes_response(picture, _PNG, headers=[_KEPT])


def _has_source(task: Task) -> bool:
    """Whether pages can be drawn from the upload once more."""
    return SOURCE in task.images and LOCKED not in task.options


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


async def truth(request: Request) -> Response:
    """A corrected document as truth for the quality gate."""
    if await session_key(request) is None:
        return await sign_in_page(request, status=401)
    return await truth_response(request, await _task(request))


async def convert(request: Request) -> Response:
    """Make another format of the upload that the result kept, with its corrections; a quick one comes at once."""
    try:
        caller, form = await submitted_form(request)
        task, word = await _task(request), request.path_params["word"]
        if word not in SUBMISSIONS:
            raise NotFound
        scope, taking = SUBMISSIONS[word]
        if not caller.may(scope):
            raise NotAllowed
        # a password may begin or end with a space
        password = form.get("password", [""])[0]
        made = await convert_again(request, task, taking, password, corrected=True)
        if field(form, "take_home"):
            made = await wait_for_task(request, made, QUICK_SECONDS)
    except QuireError as error:
        return await refusal(request, error, _show)
    if made.status is TaskStatus.DONE:
        return RedirectResponse(f"/console/documents/{made.id}/file", 303)
    return RedirectResponse("/console/documents?watch=1", 303)


async def _picture(request: Request, folder: str) -> Response:
    if await session_key(request) is None:
        return await sign_in_page(request, status=401)
    return await _stored_picture(request, await _task(request), f"{folder}{request.path_params['name']}")


async def _stored_picture(request: Request, task: Task, name: str) -> Response:
    found = await run_in_threadpool(site(request).tasks.image_file, task, name)
    response = await stored_file(request, found, _PNG, filename=None)
    response.headers[_KEPT[0]] = _KEPT[1]
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


async def _page(request: Request, task: Task, number: int, changes: Changes) -> DocumentPage:
    """A page of a document with its corrections.

    Raises:
        NotFound: there is none.
    """
    here = site(request)

    def read() -> DocumentPage:
        content = read_page(here, task, number)
        return document_page(number, here.reviews.documents.page(number, content, changes) if here.reviews else content)

    return await run_in_threadpool(read)


async def _read(request: Request, task: Task, name: str) -> Any:  # noqa: ANN401 - JSON
    """The JSON of a file that lies beside a result; None when it is too large."""
    return await run_in_threadpool(read_stored, site(request), task, name)


def _view(request: Request) -> str:
    asked = request.query_params.get("view", "")
    return asked if asked in VIEWS else VIEWS[0]


OPERATIONS: tuple[Operation, ...] = (
    console_route("GET", f"{_HOME}/result", show, "consoleResult", "A result beside its pages"),
    console_route("GET", f"{_HOME}/result/{{page}}", page_part, "consoleResultPage", "One page of a result"),
    console_route("GET", f"{_HOME}/json", array_file, "consoleResultFile", "A result as JSON"),
    console_route("GET", f"{_HOME}/pages/{{name}}", page_image, "consolePage", "The picture of a page"),
    console_route("GET", f"{_HOME}/sharp/{{page}}", sharp_image, "consoleSharpPage", "A sharp picture of a page"),
    console_route("GET", f"{_HOME}/images/{{name}}", figure, "consoleFigure", "A picture of a result"),
    console_route("GET", f"{_HOME}/truth", truth, "consoleTruth", "A document as truth for the quality gate"),
    console_route("POST", f"{_HOME}/convert/{{word}}", convert, "consoleConvert", "Make another format of a document"),
)
