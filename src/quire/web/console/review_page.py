"""Corrections and approval of statements and invoices: what people change in the viewer, and what they take home.

The reading stays as it is; a change is a row of the log beside it. The queue at ``/console/documents/review`` lists
results that nobody has approved, the most doubtful first.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from quire.errors import NotFound, QuireError
from quire.tasks.task_states import Task, TaskFilter, TaskStatus
from quire.web.console.page_parts import (
    console_page,
    console_route,
    field,
    session_key,
    sign_in_page,
    submitted_form,
)
from quire.web.console.result_tables import ResultTable, invoice_tables, statement_tables
from quire.web.documents import finance_routes, invoice_routes
from quire.web.documents.corrected_results import read_details, reviews_of
from quire.web.documents.result_workbook import BOOK_NAMES, BookFormat, book_response, workbook_bytes
from quire.web.http.filenames import content_disposition, stem
from quire.web.http.operation import Door, Gate, Operation
from quire.web.http.responses import bytes_response
from quire.web.state.site import Site, owner, site

TABLES: Mapping[str, Callable[[Sequence[Mapping[str, Any]]], tuple[ResultTable, ...]]] = {
    finance_routes.KIND: statement_tables,
    invoice_routes.KIND: invoice_tables,
}
"""The kinds of tasks whose results are tables, and what reads them."""

MAX_QUEUE = 200
"""Newest results that the queue looks at."""

MAX_BOOK = 1000
"""Results of one workbook."""

_HOME = "/console/documents"
_VALUE = "v:"
"""What the names of the fields of the edit form begin with; the address of the value follows."""


class Doubted(NamedTuple):
    """A result of the queue: its task, checks that failed, and values with low confidence."""

    task: Task
    failed: int
    low: int


async def correct(request: Request) -> Response:
    """Note what a person changed in the form of one statement or invoice."""
    caller, form = await submitted_form(request)
    task, here = await _reviewed(request), site(request)
    after = {name.removeprefix(_VALUE): values[0].strip() for name, values in form.items() if name.startswith(_VALUE)}

    def save() -> None:
        before = _texts(task, read_details(here, task))
        changes = [(place, before.get(place, ""), text) for place, text in after.items() if text != before.get(place)]
        details = read_details(here, task)
        reviews_of(here).corrected(task.kind, details, {place: text for place, _, text in changes})  # raises
        reviews_of(here).log.record(task.id, caller.owner, changes)

    await run_in_threadpool(save)
    return RedirectResponse(f"{_HOME}/{task.id}/result#s-{_number(field(form, 'element')) + 1}", 303)


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
    here, ref = site(request), request.query_params.get("ref", "")
    doubted, approved = await run_in_threadpool(_queue, here, owner(request), ref)
    return console_page(request, "review.html", caller, doubted=doubted, approved=approved, ref=ref)


def _queue(here: Site, whose: str | None, ref: str) -> tuple[list[Doubted], int]:
    tasks: list[Task] = []
    for kind in TABLES:
        tasks += here.tasks.list(TaskFilter(whose, kind, TaskStatus.DONE, client_ref=ref), limit=MAX_QUEUE)[0]
    approved = reviews_of(here).log.approved([task.id for task in tasks])
    found = []
    for task in tasks:
        if task.id in approved:
            continue
        try:
            tables = TABLES[task.kind](json.loads(read_details(here, task)))
        except QuireError:
            continue  # it has expired
        failed = sum(len(table.failed_checks) for table in tables) + len(task.warnings)
        low = sum(value.percent is not None for table in tables for row in table.rows for value in row.values)
        found.append(Doubted(task, failed, low))
    return sorted(found, key=lambda one: (-one.failed, -one.low, one.task.created)), len(approved)


def _texts(task: Task, details: bytes) -> dict[str, str]:
    """The texts of a result by their address."""
    tables = TABLES[task.kind](json.loads(details))
    return {
        value.address: value.text for table in tables for row in table.rows for value in row.values if value.address
    }


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
    if task.kind not in reviews_of(site(request)).kinds:
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
