"""Results of the documents service: where a task is, the file it made, and signed links to its files."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.access.rules import Scope
from quire.errors import Conflict, NotFound
from quire.store.links import Signature
from quire.tasks.status import Task, TaskStatus
from quire.web import query
from quire.web.downloads import stored
from quire.web.filenames import stem
from quire.web.operation import OPEN, Answer, Gate, Json, Operation, Parameter
from quire.web.replies import data
from quire.web.site import key, owner, site
from quire.write import WRITERS

ADVISED_PAGES = 200
LONGEST_WAIT = 60
POLL = ("Retry-After", "2")
"""What tells a client when to ask again."""

_IMAGE = "image/png"


async def result(request: Request) -> Response:
    """Where a task is, and what it made."""
    here, task_id = site(request), request.path_params["task_id"]
    seconds = query.whole(request, "wait", 0, low=0, high=LONGEST_WAIT)
    task = await run_in_threadpool(lambda: here.tasks.get(task_id, owner=owner(request)))
    _require_parse(task)
    if seconds and not task.status.final:
        task = await wait(request, task, seconds)
    return data(_body(request, task), headers=await progress(request, task))


async def download(request: Request) -> Response:
    """The file that a task made."""
    here, task_id = site(request), request.path_params["task_id"]
    task = await run_in_threadpool(lambda: here.tasks.get(task_id, owner=owner(request)))
    _require_parse(task)
    return await _result_file(request, task)


async def linked(request: Request) -> Response:
    """A file by a signed link."""
    here, task_id, name = site(request), request.path_params["task_id"], request.path_params["name"]
    here.links.verify(request.method, task_id, name, _signature(request))
    task = await run_in_threadpool(lambda: here.tasks.get(task_id, owner=None))
    if name in task.images:
        return await stored(request, await run_in_threadpool(here.tasks.image_file, task, name), _IMAGE, filename=None)
    if name != offered_name(task):
        raise NotFound
    return await _result_file(request, task)


async def wait(request: Request, task: Task, seconds: float) -> Task:
    """The task when it has ended, or as it is after `seconds` or when the process is about to end."""
    here = site(request)
    waiting = asyncio.ensure_future(here.tasks.wait(task.id, owner=owner(request), seconds=seconds))
    closing = asyncio.ensure_future(here.closing.wait())
    try:
        await asyncio.wait({waiting, closing}, return_when=asyncio.FIRST_COMPLETED)
        return waiting.result() if waiting.done() else task
    finally:
        waiting.cancel()
        closing.cancel()


async def progress(request: Request, task: Task) -> list[tuple[str, str]]:
    """The headers of a result that say how far it is and how long it stays."""
    headers = []
    if task.status is TaskStatus.PENDING:
        place = await run_in_threadpool(site(request).tasks.position, task.id)
        headers += [POLL, ("X-Queue-Position", str(place))]
    elif task.status is TaskStatus.PROCESSING:
        headers += [POLL, ("X-Progress", f"{task.pages_done}/{task.pages_total}")]
    elif task.expires is not None:
        headers.append(("X-Expires-At", task.expires.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")))
    if task.pages_total > ADVISED_PAGES:
        advice = f"At most {ADVISED_PAGES} pages are recommended; this task has {task.pages_total}."
        headers.append(("X-Page-Advice", advice))
    return headers


def timestamp(moment: datetime) -> str:
    """A moment as the specification writes it: UTC without an offset."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S")


def offered_name(task: Task) -> str:
    """The name under which a parse task's result is saved."""
    return stem(task.filename) + WRITERS[_format(task)].suffix


def _body(request: Request, task: Task) -> dict[str, Json]:
    """Exactly the keys that the specification lists for the state."""
    body: dict[str, Json] = {"task_id": task.id, "status": task.status}
    if task.status is TaskStatus.PENDING:
        return body
    body["created_at"] = timestamp(task.created)
    if task.status is TaskStatus.FAILED:
        body["error"] = task.error or "The document could not be processed."
    elif task.status is TaskStatus.DONE:
        body["duration"] = round(task.duration or 0.0, 3)
        body["download_url"] = _link(request, task, offered_name(task))
        body["filename"] = offered_name(task)
        if task.images and WRITERS[_format(task)].linked:
            body["images"] = {name: _link(request, task, name) for name in task.images}
    return body


def _link(request: Request, task: Task, name: str) -> str:
    here = site(request)
    signature = here.links.sign("GET", task.id, name, seconds=here.link_seconds, key_id=key(request).id)
    return f"{here.download_address(request)}/files/{task.id}/{quote(name)}?{signature.query()}"


def _signature(request: Request) -> Signature:
    values = request.query_params
    expires = values.get("expires", "")
    moment = int(expires) if expires.isascii() and expires.isdigit() and len(expires) < 15 else 0
    return Signature(moment, values.get("key", ""), values.get("signature", ""))


async def _result_file(request: Request, task: Task) -> Response:
    if task.status is TaskStatus.FAILED:
        raise Conflict(task.error)
    name = await run_in_threadpool(site(request).tasks.result_file, task)
    return await stored(request, name, WRITERS[_format(task)].media_type, filename=offered_name(task))


def _format(task: Task) -> str:
    return task.kind.partition(".")[2]


def _require_parse(task: Task) -> None:
    """Each service shows its own tasks only."""
    if task.kind.partition(".")[0] != "parse":
        raise NotFound


_TASK_ID = "0b9f4f0e-6c0a-4f0e-9a53-0c7a4f7d1e11"
_LINK = f"https://quire.example.org/files/{_TASK_ID}/Report.md?expires=1767229200&key=6f1c&signature=5b0e"
_TASK = Parameter(
    "task_id", "path", "The task, as the submission named it.", {"type": "string"}, _TASK_ID, required=True
)
_WAIT = Parameter(
    "wait",
    "query",
    "Seconds to wait for the end of the task before answering.",
    {"type": "integer", "minimum": 0, "maximum": LONGEST_WAIT, "default": 0},
    20,
)
_RANGE = Parameter("Range", "header", "A part of the file, as in RFC 9110.", {"type": "string"}, "bytes=0-1023")
_DONE: dict[str, Json] = {
    "task_id": _TASK_ID,
    "status": "done",
    "created_at": "2026-03-06T08:30:00",
    "duration": 1.482,
    "download_url": _LINK,
    "filename": "Report.md",
    "images": {"images/p1-1.png": _LINK.replace("Report.md", "images/p1-1.png")},
}
_RESULT = Answer(
    "The task: `pending`, `processing`, `done` or `failed`, with the keys of its state.",
    _DONE,
    schema="ParseResult",
    headers=("Retry-After", "X-Queue-Position", "X-Progress", "X-Expires-At", "X-Page-Advice"),
)
_FILE = Answer(
    "The file.",
    b"# Report\n",
    media_type="application/octet-stream",
    headers=("Content-Disposition", "ETag", "Accept-Ranges", "Last-Modified"),
)
_PART = Answer(
    "The part that was asked for.", b"# Rep", media_type="application/octet-stream", headers=("Content-Range",)
)
_MISSING = Answer("There is no such task, or it is another owner's.", {"detail": "Task not found"}, schema="Error")
_NOT_READY = Answer(
    "The result is not ready, or the task has failed.", {"detail": "The result is not ready yet."}, schema="Error"
)
_EXPIRED = Answer("The result has expired.", {"detail": "The result has expired."}, schema="Error")
OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "GET",
        "/api/parse/result/{task_id}",
        result,
        name="getParseResult",
        summary="State and result of a conversion",
        tag="Documents",
        gate=Gate(scope=Scope.PARSE),
        parameters=(_TASK, _WAIT),
        answers={200: _RESULT, 404: _MISSING},
    ),
    Operation(
        "GET",
        "/api/parse/download/{task_id}",
        download,
        name="downloadParseResult",
        summary="The file that a conversion made",
        tag="Documents",
        gate=Gate(scope=Scope.PARSE),
        parameters=(_TASK, _RANGE),
        answers={200: _FILE, 206: _PART, 404: _MISSING, 409: _NOT_READY, 410: _EXPIRED},
    ),
    Operation(
        "GET",
        "/files/{task_id}/{name:path}",
        linked,
        name="getLinkedFile",
        summary="A result or an image by a signed link",
        tag="Documents",
        gate=OPEN,
        about="The links come from a result. They need no key and are valid for an hour.",
        parameters=(
            _TASK,
            Parameter("name", "path", "The file.", {"type": "string"}, "Report.md", required=True),
            Parameter("expires", "query", "Seconds since 1970.", {"type": "integer"}, 1767229200, required=True),
            Parameter("key", "query", "The key it was made for.", {"type": "string"}, "6f1c", required=True),
            Parameter("signature", "query", "The proof.", {"type": "string"}, "5b0e", required=True),
        ),
        answers={
            200: _FILE,
            206: _PART,
            403: Answer("The signature is wrong.", {"detail": "The link is not valid."}, schema="Error"),
            404: _MISSING,
            410: Answer("The link or the result has expired.", {"detail": "The link has expired."}, schema="Error"),
        },
    ),
)
