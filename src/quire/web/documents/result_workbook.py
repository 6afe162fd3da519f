"""Results of many tasks as one file: a ZIP, or one workbook or CSV file with the corrections of people."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.access.permissions import Scope
from quire.errors import BadRequest, NotAllowed, NotFound, QuireError
from quire.tasks.task_states import Task, TaskFilter, TaskStatus
from quire.web.documents import finance_routes, invoice_routes
from quire.web.documents.corrected_results import read_details, reviews_of
from quire.web.documents.response_schemas import TASK_ID
from quire.web.documents.result_archive import MEDIA_TYPE, archive_response
from quire.web.documents.task_list import ARCHIVE_NAME, KIND, MAX_TASKS, OWNER, REF, TEXT, task_filter, task_ids
from quire.web.http import query_parameters
from quire.web.http.filenames import content_disposition
from quire.web.http.operation import Answer, Gate, Operation, Parameter
from quire.web.http.responses import bytes_response
from quire.web.state.site import Site, key, owner, site


class BookFormat(StrEnum):
    """What a workbook of many results can be saved as."""

    XLSX = "xlsx"
    CSV = "csv"


class ArchiveFormat(StrEnum):
    """What the results of many tasks can be saved as."""

    ZIP = "zip"
    XLSX = "xlsx"
    CSV = "csv"


MEDIA_TYPES = {
    BookFormat.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    BookFormat.CSV: "text/csv; charset=utf-8",
}
_NONE_DONE = "No matching task is done."
_SCOPES = {finance_routes.KIND: Scope.FINANCE, invoice_routes.KIND: Scope.INVOICE}

BOOK_NAMES = {finance_routes.KIND: "statements", invoice_routes.KIND: "invoices"}
"""The file name of a workbook of many results, by the kind of its tasks."""


def workbook_bytes(here: Site, kind: str, tasks: Sequence[Task], to: BookFormat) -> bytes:
    """The results of `tasks`, in their order, as one file; a task without a result is named in it, with the reason.

    Blocks.
    """
    reviews = reviews_of(here)
    files = []
    for task in tasks:
        try:
            files.append(reviews.file(task.filename, read_details(here, task), ""))
        except QuireError as error:
            files.append(reviews.file(task.filename, b"[]", str(task.error or error)))
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / f"book.{to}"
        reviews.write_book(kind, files, to, target)
        return target.read_bytes()


def book_response(body: bytes, to: BookFormat, name: str) -> Response:
    """A workbook or CSV file that is saved as `name` with its suffix."""
    headers = [("Content-Disposition", content_disposition(f"{name}.{to}")), ("Cache-Control", "no-store")]
    return bytes_response(body, MEDIA_TYPES[to], headers=headers)


async def statements_workbook(request: Request) -> Response:
    """The statements of the caller's tasks as one file."""
    return await _workbook(request, finance_routes.KIND)


async def invoices_workbook(request: Request) -> Response:
    """The invoices of the caller's tasks as one file."""
    return await _workbook(request, invoice_routes.KIND)


async def _workbook(request: Request, kind: str) -> Response:
    """The results of the tasks of a kind that have ended, the oldest first.

    Raises:
        BadRequest: a parameter is wrong, or more tasks match than a workbook can have.
        NotFound: none matches.
    """
    to = query_parameters.choice(request, "format", BookFormat) or BookFormat.XLSX
    ref, ids = query_parameters.text(request, "client_ref") or "", task_ids(request)
    if not ref and not ids:
        raise BadRequest("Name the tasks by client_ref or ids.")
    return await _book(request, TaskFilter(owner(request), kind, client_ref=ref, ids=ids), kind, to)


async def get_archive(request: Request) -> Response:
    """The results of the caller's done tasks as one ZIP file, the newest first; as a workbook or CSV file of one kind.

    Raises:
        BadRequest: a parameter is wrong, or there are too many tasks or several kinds for a workbook.
        NotFound: none matches. NotAllowed: the key lacks the scope of the kind of a workbook.
    """
    wanted = query_parameters.choice(request, "format", ArchiveFormat) or ArchiveFormat.ZIP
    here, chosen = site(request), replace(task_filter(request), ids=task_ids(request))
    if wanted is not ArchiveFormat.ZIP:
        return await _book(request, chosen, await _kind(request, chosen), BookFormat(wanted))
    done = replace(chosen, status=TaskStatus.DONE)
    tasks, total = await run_in_threadpool(lambda: here.tasks.list(done, limit=MAX_TASKS))
    if not tasks:
        raise NotFound(_NONE_DONE)
    if total > MAX_TASKS:
        raise BadRequest(
            f"An archive can have at most {MAX_TASKS} results, but {total} tasks match. Filter by client_ref or ids."
        )
    return archive_response(request, tasks, ARCHIVE_NAME)


async def _kind(request: Request, chosen: TaskFilter) -> str:
    """The one kind of statements or invoices that is done among the chosen tasks."""
    found = [
        kind
        for kind in BOOK_NAMES
        if chosen.kind in {None, kind, kind.partition(".")[0]}
        and (await run_in_threadpool(_done, request, replace(chosen, kind=kind)))
    ]
    if not found:
        raise NotFound("No matching task of statements or invoices is done.")
    if len(found) > 1:
        raise BadRequest("A workbook holds statements or invoices: choose one by kind=finance or kind=invoice.")
    if not key(request).may(_SCOPES[found[0]]):
        raise NotAllowed
    return found[0]


def _done(request: Request, chosen: TaskFilter) -> bool:
    return site(request).tasks.list(replace(chosen, status=TaskStatus.DONE), limit=1)[1] > 0


async def _book(request: Request, chosen: TaskFilter, kind: str, to: BookFormat) -> Response:
    """The results of the chosen tasks of a kind that have ended, the oldest first."""
    here, chosen = site(request), replace(chosen, kind=kind)
    counts = {
        status: await run_in_threadpool(here.tasks.list, replace(chosen, status=status), limit=MAX_TASKS)
        for status in (TaskStatus.DONE, TaskStatus.FAILED)
    }
    if (total := sum(number for _, number in counts.values())) > MAX_TASKS:
        raise BadRequest(f"A workbook can have at most {MAX_TASKS} results, but {total} tasks match.")
    ended = [task for tasks, _ in counts.values() for task in tasks][::-1]
    ended.sort(key=lambda task: task.created)
    if not counts[TaskStatus.DONE][0]:
        raise NotFound(_NONE_DONE)
    return book_response(await run_in_threadpool(workbook_bytes, here, kind, ended, to), to, BOOK_NAMES[kind])


_ABOUT = (
    "Names the tasks by `client_ref`, `ids`, or both. Corrections that people made are applied. Tasks that failed are "
    "listed with their error; tasks that have not ended are left out. "
)
_PARAMETERS = (
    Parameter("client_ref", "query", "Tasks submitted with this reference.", {"type": "string"}, "run 7"),
    Parameter("ids", "query", "These task ids, separated by commas.", {"type": "string"}, TASK_ID),
    Parameter(
        "format",
        "query",
        "The type of the file.",
        {"type": "string", "enum": [to.value for to in BookFormat], "default": BookFormat.XLSX.value},
        BookFormat.XLSX.value,
    ),
)
_ANSWERS = {
    200: Answer(
        "The workbook, or the CSV file.",
        b"PK...",
        media_type=MEDIA_TYPES[BookFormat.XLSX],
        headers=("Content-Disposition",),
    ),
    404: Answer("No matching task is done.", {"detail": "No matching task is done."}, schema="Error"),
}

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "GET",
        "/api/tasks/archive",
        get_archive,
        name="getArchive",
        summary="Download many results as one file",
        tag="Tasks",
        about="Submit the files of a batch with the same `client_ref`, then download all their results with it. "
        f"Tasks that are not done are left out. An archive has at most {MAX_TASKS} results; "
        "a result with images is a folder. As a workbook or CSV file it holds results of one kind, with what "
        "people corrected, and lists failed tasks with their error.",
        parameters=(
            REF,
            Parameter("ids", "query", "Only these task ids, separated by commas.", {"type": "string"}, TASK_ID),
            KIND,
            TEXT,
            OWNER,
            Parameter(
                "format",
                "query",
                "A ZIP file of all results, or one workbook or CSV file of the statements or the invoices among them.",
                {"type": "string", "enum": [to.value for to in ArchiveFormat], "default": ArchiveFormat.ZIP.value},
                ArchiveFormat.ZIP.value,
            ),
        ),
        answers={
            200: Answer(
                "The ZIP file, workbook or CSV file.", b"PK...", media_type=MEDIA_TYPE, headers=("Content-Disposition",)
            ),
            404: Answer("No matching task is done.", {"detail": "No matching task is done."}, schema="Error"),
        },
    ),
    Operation(
        "GET",
        "/api/finance/workbook",
        statements_workbook,
        name="downloadStatementsOfManyTasks",
        summary="Download the statements of many tasks as one workbook or CSV file",
        tag="Statements",
        gate=Gate(scope=Scope.FINANCE),
        about=f"{_ABOUT}The first sheet lists all statements and what is wrong with them; CSV has one row per figure.",
        parameters=_PARAMETERS,
        answers=_ANSWERS,
    ),
    Operation(
        "GET",
        "/api/invoice/workbook",
        invoices_workbook,
        name="downloadInvoicesOfManyTasks",
        summary="Download the invoices of many tasks as one workbook or CSV file",
        tag="Invoices",
        gate=Gate(scope=Scope.INVOICE),
        about=f"{_ABOUT}One row per invoice; a row that repeats an earlier invoice names its row.",
        parameters=_PARAMETERS,
        answers=_ANSWERS,
    ),
)
