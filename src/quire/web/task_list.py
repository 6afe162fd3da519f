"""The caller's tasks of every kind: list, cancel, delete."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.errors import BadRequest
from quire.tasks.status import Task, TaskStatus
from quire.web import query
from quire.web.answers import MISSING, TASK, TASK_ID
from quire.web.documents import CONVERSIONS
from quire.web.operation import Answer, Json, Operation, Parameter
from quire.web.outcome import timestamp
from quire.web.replies import data
from quire.web.site import key, owner, site

MOST, USUAL = 500, 50

SERVICES = ("parse", "finance", "invoice")

KINDS: dict[str, str] = {word: f"parse.{to}" for word, to in CONVERSIONS.items()} | {word: word for word in SERVICES}
"""What the filter `kind` takes: the last word of a submission's path, or a whole service."""

_WORDS = {kind: word for word, kind in KINDS.items()}


async def list_tasks(request: Request) -> Response:
    """The caller's tasks, the newest first; an administrator's list holds everybody's."""
    limit = query.whole(request, "limit", USUAL, low=1, high=MOST)
    offset = query.whole(request, "offset", 0, low=0, high=10**9)
    status = query.word(request, "status", TaskStatus)
    word = query.text(request, "kind")
    if word is not None and word not in KINDS:
        raise BadRequest(f"kind must be one of {', '.join(KINDS)}.")
    kind = KINDS[word] if word else None
    whose = owner(request)
    if whose is None:
        whose = query.text(request, "owner")
    tasks, total = await run_in_threadpool(
        lambda: site(request).tasks.list(whose, kind=kind, status=status, limit=limit, offset=offset)
    )
    following = offset + limit
    return data(
        {
            "tasks": [_row(task, with_owner=key(request).is_admin) for task in tasks],
            "total": total,
            "limit": limit,
            "offset": offset,
            "next": following if following < total else None,
        }
    )


async def delete_task(request: Request) -> Response:
    """Cancel a task if it runs, and remove it with its files."""
    task_id, whose = request.path_params["task_id"], owner(request)
    await run_in_threadpool(lambda: site(request).tasks.delete(task_id, owner=whose))
    return Response(status_code=204)


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

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "GET",
        "/api/tasks",
        list_tasks,
        name="listTasks",
        summary="Your tasks, the newest first",
        tag="Tasks",
        parameters=(
            Parameter("status", "query", "Only tasks in this state.", {"type": "string", "enum": _STATES}, "done"),
            Parameter("kind", "query", "Only this kind.", {"type": "string", "enum": _WORD_LIST}, "pdf2markdown"),
            Parameter(
                "limit",
                "query",
                "How many.",
                {"type": "integer", "minimum": 1, "maximum": MOST, "default": USUAL},
                USUAL,
            ),
            Parameter("offset", "query", "How many to skip.", {"type": "integer", "minimum": 0, "default": 0}, 0),
            Parameter("owner", "query", "Only this owner's; for administrators.", {"type": "string"}, "lin"),
        ),
        answers={
            200: Answer(
                "A page of the list; `next` is the offset of the next page, null on the last.",
                {"tasks": [_EXAMPLE], "total": 1, "limit": USUAL, "offset": 0, "next": None},
                schema="TaskList",
            )
        },
    ),
    Operation(
        "DELETE",
        "/api/tasks/{task_id}",
        delete_task,
        name="deleteTask",
        summary="Cancel a task and delete it with its files",
        tag="Tasks",
        parameters=(TASK,),
        answers={204: Answer("It is gone."), 404: MISSING},
    ),
)
