"""Corrections and approval of documents, statements and invoices: what people change in the viewer and take home.

The reading stays as it is; a change is a row of the log beside it. The queue at ``/console/documents/review`` lists
results that nobody has approved, the most doubtful first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from quire.errors import NotFound
from quire.tasks.task_states import Task, TaskFilter
from quire.web.console.page_parts import (
    Form,
    console_page,
    console_route,
    field,
    session_key,
    sign_in_page,
    submitted_form,
)
from quire.web.console.result_tables import ResultTable, invoice_tables, statement_tables
from quire.web.documents import finance_routes, invoice_routes
from quire.web.documents.corrected_documents import correct_blocks, count_earlier, is_document
from quire.web.documents.corrected_results import Wanted, correct_values, read_details, reviews_of
from quire.web.documents.correction_routes import AS_READ
from quire.web.documents.result_workbook import BOOK_NAMES, BookFormat, book_response, workbook_bytes
from quire.web.http.filenames import content_disposition, stem
from quire.web.http.operation import Door, Gate, Operation
from quire.web.http.responses import bytes_response
from quire.web.state.site import owner, site

TABLES: Mapping[str, Callable[[Sequence[Mapping[str, Any]]], tuple[ResultTable, ...]]] = {
    finance_routes.KIND: statement_tables,
    invoice_routes.KIND: invoice_tables,
}
"""The kinds of tasks whose results are tables, and what reads them."""

MAX_QUEUE = 200
"""Results of the queue that its page shows."""

MAX_BOOK = 1000
"""Results of one workbook."""

_HOME = "/console/documents"
_VALUE = "v:"
"""What the names of the fields of the edit form begin with; the address of the value follows."""


async def correct(request: Request) -> Response:
    """Note what a person changed in the form of one statement, invoice or block."""
    caller, form = await submitted_form(request)
    task, here = await _reviewed(request), site(request)
    if is_document(task):
        await run_in_threadpool(correct_blocks, here, task, caller.owner, _wanted(form))
        page, block = field(form, "page"), field(form, "block")
        view = f"saved=1&page={quote(page)}&view={quote(field(form, 'view') or 'blocks')}"
        return RedirectResponse(f"{_HOME}/{task.id}/result?{view}#{quote(block)}", 303)
    await run_in_threadpool(correct_values, here, task, caller.owner, _wanted(form))
    return RedirectResponse(f"{_HOME}/{task.id}/result?saved=1#s-{_number(field(form, 'element')) + 1}", 303)


async def approve(request: Request) -> Response:
    """Say that a result is approved, or to be checked again."""
    caller, form = await submitted_form(request)
    task, approved = await _reviewed(request), field(form, "state") == "approved"
    log = reviews_of(site(request)).log
    await run_in_threadpool(lambda: log.approve(task.id, caller.owner, approved=approved))
    return RedirectResponse(f"{_HOME}/{task.id}/result", 303)


async def corrected_file(request: Request) -> Response:
    """The result with its corrections, as a workbook, CSV or JSON."""
    if await session_key(request) is None:
        return await sign_in_page(request, status=401)
    task, to, here = await _reviewed(request), request.path_params["to"], site(request)
    if is_document(task):
        raise NotFound
    if to == "json":
        body = await run_in_threadpool(read_details, here, task)
        headers = [("Content-Disposition", content_disposition(f"{stem(task.filename)}.json"))]
        return bytes_response(body, "application/json", headers=[*headers, ("Cache-Control", "no-store")])
    form = _format(to)
    return book_response(
        await run_in_threadpool(workbook_bytes, here, task.kind, [task], form), form, stem(task.filename)
    )


async def book(request: Request) -> Response:
    """All statements or invoices of a batch, or of everything, as one workbook or CSV file."""
    if await session_key(request) is None:
        return await sign_in_page(request, status=401)
    to, kind, here = _format(request.path_params["to"]), request.query_params.get("kind", ""), site(request)
    if kind not in BOOK_NAMES:
        raise NotFound
    wanted = TaskFilter(owner(request), kind, client_ref=request.query_params.get("ref", ""))
    tasks, _ = await run_in_threadpool(lambda: here.tasks.list(wanted, limit=MAX_BOOK))
    ended = [task for task in reversed(tasks) if task.status.final]
    if not ended:
        raise NotFound("None of these tasks has finished.")
    return book_response(await run_in_threadpool(workbook_bytes, here, kind, ended, to), to, BOOK_NAMES[kind])


def _format(word: str) -> BookFormat:
    """The format that a path names.

    Raises:
        NotFound: there is none of that name.
    """
    if word not in set(BookFormat):
        raise NotFound
    return BookFormat(word)


async def queue(request: Request) -> Response:
    """Results that nobody has approved, the most doubtful first."""
    caller = await session_key(request)
    if caller is None:
        return await sign_in_page(request)
    here, ref, whose = site(request), request.query_params.get("ref", ""), owner(request)
    if here.reviews is not None:
        await run_in_threadpool(lambda: count_earlier(here, whose, limit=MAX_QUEUE))
    tasks, approved = await run_in_threadpool(
        lambda: here.tasks.to_check(owner=whose, client_ref=ref, limit=MAX_QUEUE),
    )
    return console_page(request, "review.html", caller, tasks=tasks, approved=approved, ref=ref)


def _wanted(form: Form) -> Wanted:
    """What the form of a block changes."""
    given = {name.removeprefix(_VALUE): values[0] for name, values in form.items() if name.startswith(_VALUE)}
    after = {place: text.replace("\r\n", "\n").strip() for place, text in given.items()}
    block, word = f"{field(form, 'page')}/{field(form, 'block')}", field(form, "edit_table")
    if field(form, "as_read"):
        return Wanted({}, edits=[(one, AS_READ) for one in field(form, "as_read").split()])
    edits = [(f"{block}/{field(form, 'line')}/{_number(field(form, 'number')) - 1}", word)] if word else []
    return Wanted(after, edits=edits)


def _number(text: str) -> int:
    return int(text) if text.isdigit() and len(text) < 6 else 0


async def _reviewed(request: Request) -> Task:
    """The task of the path, whose result can be corrected.

    Raises:
        NotFound, NotReady: it is not there, or not done.
    """
    task_id, whose = request.path_params["task_id"], owner(request)
    task = await run_in_threadpool(lambda: site(request).tasks.get(task_id, owner=whose))
    await run_in_threadpool(site(request).tasks.result_file, task)
    if task.kind not in reviews_of(site(request)).kinds and not is_document(task):
        raise NotFound
    return task


_FORM = Gate(door=Door.OPEN, rate="", body=1 << 20)

OPERATIONS: tuple[Operation, ...] = (
    console_route("GET", f"{_HOME}/review", queue, "consoleReview", "Results that need a look"),
    console_route("GET", f"{_HOME}/book/{{to}}", book, "consoleResultBook", "Many results as one file"),
    console_route("POST", f"{_HOME}/{{task_id}}/correct", correct, "consoleCorrect", "Correct values", gate=_FORM),
    console_route("POST", f"{_HOME}/{{task_id}}/approve", approve, "consoleApprove", "Approve a result"),
    console_route(
        "GET", f"{_HOME}/{{task_id}}/corrected/{{to}}", corrected_file, "consoleCorrected", "With corrections"
    ),
)
