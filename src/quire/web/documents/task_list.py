"""The caller's tasks of every kind: list, cancel, delete, retry, download many results at once."""

from __future__ import annotations

from dataclasses import replace

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.errors import BadRequest, NotAllowed
from quire.tasks.task_states import Task, TaskFilter, TaskStatus
from quire.web.documents.conversion_routes import CONVERSIONS
from quire.web.documents.response_schemas import MISSING, SUBMITTED, TASK, TASK_ID
from quire.web.documents.submissions import UPLOAD_GONE, submit_again
from quire.web.documents.task_outcome import RETRY_SOON, timestamp
from quire.web.http import query_parameters
from quire.web.http.json_bodies import json_text, read_json
from quire.web.http.operation import Answer, Gate, Json, Operation, Parameter, json_body
from quire.web.http.responses import json_response
from quire.web.state.site import key, owner, site

MAX_TASKS, DEFAULT_TASKS = 500, 50

ARCHIVE_NAME = "results.zip"

SERVICES = ("parse", "finance", "invoice")

KINDS: dict[str, str] = {word: f"parse.{to}" for word, to in CONVERSIONS.items()} | {word: word for word in SERVICES}
"""What the filter `kind` takes: the last word of a submission's path, or a whole service."""

_WORDS = {kind: word for word, kind in KINDS.items()}


async def list_tasks(request: Request) -> Response:
    """The caller's tasks, the newest first; an administrator's list holds everybody's."""
    limit = query_parameters.integer(request, "limit", DEFAULT_TASKS, low=1, high=MAX_TASKS)
    offset = query_parameters.integer(request, "offset", 0, low=0, high=10**9)
    chosen = replace(task_filter(request), status=query_parameters.choice(request, "status", TaskStatus))
    tasks, total = await run_in_threadpool(lambda: site(request).tasks.list(chosen, limit=limit, offset=offset))
    following = offset + limit
    return json_response(
        {
            "tasks": [_row(task, with_owner=key(request).is_admin) for task in tasks],
            "total": total,
            "limit": limit,
            "offset": offset,
            "next": following if following < total else None,
        }
    )


def task_filter(request: Request) -> TaskFilter:
    """Which tasks the query asks for, of those that the caller may see.

    Raises:
        BadRequest: a parameter is wrong.
    """
    word = query_parameters.text(request, "kind")
    if word is not None and word not in KINDS:
        raise BadRequest(f"kind must be one of {', '.join(KINDS)}.")
    whose = owner(request)
    return TaskFilter(
        owner=query_parameters.text(request, "owner") if whose is None else whose,
        kind=KINDS[word] if word else None,
        text=query_parameters.text(request, "q") or "",
        client_ref=query_parameters.text(request, "client_ref") or "",
    )


def task_ids(request: Request) -> tuple[str, ...]:
    """The task ids of the parameter `ids`, in their order.

    Raises:
        BadRequest: there are too many.
    """
    found = tuple(
        part.strip()
        for part in (query_parameters.text(request, "ids", longest=40 * MAX_TASKS) or "").split(",")
        if part
    )
    if len(found) > MAX_TASKS:
        raise BadRequest(f"ids can have at most {MAX_TASKS} task ids.")
    return found


async def delete_task(request: Request) -> Response:
    """Cancel a task if it runs, and remove it with its files."""
    task_id, whose = request.path_params["task_id"], owner(request)
    await run_in_threadpool(lambda: site(request).tasks.delete(task_id, owner=whose))
    return Response(status_code=204)


async def retry_task(request: Request) -> Response:
    """Retry a failed task as a new one."""
    task_id, whose = request.path_params["task_id"], owner(request)
    task = await run_in_threadpool(lambda: site(request).tasks.get(task_id, owner=whose))
    password = json_text(await read_json(request, optional=True), "password")
    made = await submit_again(request, task, password)
    return json_response({"task_id": made.id, "status": TaskStatus.PENDING}, headers=[RETRY_SOON])


def _row(task: Task, *, with_owner: bool) -> Json:
    row: dict[str, Json] = {
        "task_id": task.id,
        "kind": _WORDS.get(task.kind) or task.kind.partition(".")[0],
        "status": task.status,
        "filename": task.filename,
        "client_ref": task.client_ref,
        "created_at": timestamp(task.created),
        "duration": None if task.duration is None else round(task.duration, 3),
        "pages_done": task.pages_done,
        "pages_total": task.pages_total,
        "input_bytes": task.input_bytes,
        "error": task.error,
        "expires_at": None if task.expires is None else timestamp(task.expires),
    }
    if with_owner:
        row["owner"] = task.owner
    return row


_EXAMPLE: dict[str, Json] = {
    "task_id": TASK_ID,
    "kind": "pdf2markdown",
    "status": "done",
    "filename": "Report.pdf",
    "client_ref": "order 4711",
    "created_at": "2026-03-06T08:30:00",
    "duration": 1.482,
    "pages_done": 40,
    "pages_total": 40,
    "input_bytes": 1048576,
    "error": None,
    "expires_at": "2026-03-13T08:30:02",
}
_STATES: list[Json] = [status.value for status in TaskStatus]
_WORD_LIST: list[Json] = list(KINDS)

KIND = Parameter("kind", "query", "Only tasks of this kind.", {"type": "string", "enum": _WORD_LIST}, "pdf2markdown")
TEXT = Parameter(
    "q", "query", "Only tasks whose file name or reference contains this text.", {"type": "string"}, "report"
)
REF = Parameter("client_ref", "query", "Only tasks submitted with this reference.", {"type": "string"}, "run 7")
OWNER = Parameter("owner", "query", "Only tasks of this owner (administrators only).", {"type": "string"}, "lin")

_PASSWORD = json_body(
    {"password": {"type": "string", "format": "password", "description": "Of a locked PDF."}},
    required=[],
    example={"password": "open sesame"},
) | {"required": False}

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "GET",
        "/api/tasks",
        list_tasks,
        name="listTasks",
        summary="List your tasks, newest first",
        tag="Tasks",
        parameters=(
            Parameter("status", "query", "Only tasks with this status.", {"type": "string", "enum": _STATES}, "done"),
            KIND,
            TEXT,
            REF,
            Parameter(
                "limit",
                "query",
                "Maximum number of tasks to return.",
                {"type": "integer", "minimum": 1, "maximum": MAX_TASKS, "default": DEFAULT_TASKS},
                DEFAULT_TASKS,
            ),
            Parameter(
                "offset", "query", "Number of tasks to skip.", {"type": "integer", "minimum": 0, "default": 0}, 0
            ),
            OWNER,
        ),
        answers={
            200: Answer(
                "One page of the list. `next` is the offset of the next page, or null on the last page.",
                {"tasks": [_EXAMPLE], "total": 1, "limit": DEFAULT_TASKS, "offset": 0, "next": None},
                schema="TaskList",
            )
        },
    ),
    Operation(
        "POST",
        "/api/tasks/{task_id}/retry",
        retry_task,
        name="retryTask",
        summary="Retry a failed task",
        tag="Tasks",
        about="Works as long as the upload is kept (setting `QUIRE_UPLOAD_RETENTION_DAYS`). The key needs the scope "
        "of the task's service. The new task has a new id.",
        gate=Gate(rate="submit"),
        parameters=(TASK,),
        body=_PASSWORD,
        answers={
            200: SUBMITTED,
            403: Answer("The key does not have this permission.", {"detail": NotAllowed.sentence}, schema="Error"),
            404: MISSING,
            409: Answer("The task has not failed.", {"detail": "Only a failed task can be retried."}, schema="Error"),
            410: Answer("The upload was deleted.", {"detail": UPLOAD_GONE}, schema="Error"),
        },
    ),
    Operation(
        "DELETE",
        "/api/tasks/{task_id}",
        delete_task,
        name="deleteTask",
        summary="Cancel a task and delete its files",
        tag="Tasks",
        parameters=(TASK,),
        answers={204: Answer("The task is deleted."), 404: MISSING},
    ),
)
