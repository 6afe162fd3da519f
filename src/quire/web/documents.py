"""The documents service: five conversions, their results, and the files they made."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.access.rules import Scope
from quire.errors import BadRequest, Conflict, NotFound
from quire.store.links import Signature
from quire.tasks.status import NewTask, Task, TaskStatus
from quire.web import query
from quire.web.downloads import stored
from quire.web.filenames import stem
from quire.web.operation import OPEN, Answer, Gate, Json, Operation, Parameter
from quire.web.replies import data
from quire.web.site import key, owner, site
from quire.web.uploads import MULTIPART_ROOM, PDF, Upload, upload
from quire.write import WRITERS

MIB = 1024 * 1024
PARSE_LIMIT = 50 * MIB
ADVISED_PAGES = 200
LONGEST_WAIT = 60

CONVERSIONS: dict[str, str] = {
    "pdf2word": "docx",
    "pdf2ppt": "pptx",
    "pdf2markdown": "md",
    "pdf2json": "json",
    "pdf2html": "html",
}
"""The last word of a submission's path, and the format: a key of `WRITERS`."""

_FIELDS = frozenset({"pages", "client_ref", "callback_url"})
_POLL = ("Retry-After", "2")
_LONGEST_REF = 200
_IMAGE = "image/png"


async def submit(request: Request) -> Response:
    """Take a file in and answer with its task."""
    to = CONVERSIONS[request.url.path.rsplit("/", 1)[-1]]
    here, caller = site(request), key(request)
    idempotency_key = _idempotency_key(request)
    async with upload(request, limit=PARSE_LIMIT, types=frozenset({PDF}), names=_FIELDS) as arrived:
        options, client_ref = _options(arrived.fields, request)
        await run_in_threadpool(here.keys.charge, caller)
        new = NewTask(
            owner=caller.owner,
            key_id=caller.id,
            kind=f"parse.{to}",
            filename=arrived.filename,
            source=arrived.path,
            options=options,
            client_ref=client_ref,
            idempotency_key=idempotency_key,
            sha256=arrived.sha256,
        )
        task = await run_in_threadpool(here.tasks.submit, new)
        _counted(request, new, arrived)
    return data({"task_id": task.id, "status": TaskStatus.PENDING}, headers=[_POLL])


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
        headers += [_POLL, ("X-Queue-Position", str(place))]
    elif task.status is TaskStatus.PROCESSING:
        headers += [_POLL, ("X-Progress", f"{task.pages_done}/{task.pages_total}")]
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


def _options(fields: Mapping[str, str], request: Request) -> tuple[dict[str, str], str | None]:
    """The handler's options and the caller's reference."""
    if fields.get("callback_url", "").strip():
        raise BadRequest("Callbacks are not offered; ask for the result with ?wait=60 instead of callback_url.")
    reference = fields.get("client_ref", "").strip()
    if len(reference) > _LONGEST_REF or not reference.isprintable():
        raise BadRequest(f"client_ref must have at most {_LONGEST_REF} printable characters.")
    pages = fields.get("pages", "").strip()
    if pages:
        site(request).check_pages(pages)
    options = {"page_cap": str(site(request).page_cap)} | ({"pages": pages} if pages else {})
    return options, reference or None


def _idempotency_key(request: Request) -> str | None:
    found = request.headers.getlist("idempotency-key")
    if not found:
        return None
    value = found[0].strip()
    if len(found) > 1 or not 1 <= len(value) <= 255 or not value.isascii() or not value.isprintable():
        raise BadRequest("Idempotency-Key must be 1 to 255 visible ASCII characters.")
    return value


def _counted(request: Request, new: NewTask, arrived: Upload) -> None:
    site(request).metrics.submitted(new.kind, arrived.size)


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
_IDEMPOTENCY = Parameter(
    "Idempotency-Key",
    "header",
    "The same key with the same file and options within 24 hours gives the same task; with others it is a conflict.",
    {"type": "string", "minLength": 1, "maxLength": 255},
    "invoice-run-2026-03-06-0001",
)
_RANGE = Parameter("Range", "header", "A part of the file, as in RFC 9110.", {"type": "string"}, "bytes=0-1023")
_FORM: Mapping[str, Json] = {
    "required": True,
    "content": {
        "multipart/form-data": {
            "schema": {
                "type": "object",
                "required": ["file"],
                "properties": {
                    "file": {"type": "string", "format": "binary", "description": "A PDF of at most 50 MB."},
                    "pages": {"type": "string", "description": "Only these pages, counted from 1."},
                    "client_ref": {
                        "type": "string",
                        "maxLength": _LONGEST_REF,
                        "description": "A reference of your own; the list of tasks shows it.",
                    },
                },
            },
            "example": {"file": "(the bytes of Report.pdf)", "pages": "1-5,8,12-", "client_ref": "order 4711"},
            "encoding": {"file": {"contentType": PDF}},
        }
    },
}
_SUBMITTED = Answer(
    "The task was taken.",
    {"task_id": _TASK_ID, "status": "pending"},
    schema="Submitted",
    headers=("Retry-After", "RateLimit", "RateLimit-Policy"),
)
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
_CONFLICT = Answer(
    "The Idempotency-Key was used for something else.",
    {"detail": "This Idempotency-Key was used for another submission."},
    schema="Error",
)

_NAMES = {"docx": "a Word document", "pptx": "a presentation", "md": "Markdown", "json": "JSON", "html": "HTML"}

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
    *(
        Operation(
            "POST",
            f"/api/parse/{word}",
            submit,
            name=f"{word}Submit",
            summary=f"Convert a PDF to {_NAMES[to]}",
            tag="Documents",
            gate=Gate(scope=Scope.PARSE, rate="submit", body=PARSE_LIMIT + MULTIPART_ROOM),
            parameters=(_IDEMPOTENCY,),
            body=_FORM,
            answers={
                200: _SUBMITTED,
                400: Answer("The request is wrong.", {"detail": "Unsupported file type: image/png"}, schema="Error"),
                409: _CONFLICT,
            },
        )
        for word, to in CONVERSIONS.items()
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
