"""Submissions of the documents service: five conversions. Their results are in `results`."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.access.keys import Key
from quire.access.rules import Scope
from quire.errors import BadRequest
from quire.tasks.status import NewTask, Task, TaskStatus
from quire.web.operation import Answer, Gate, Json, Operation, Parameter
from quire.web.replies import data
from quire.web.results import POLL
from quire.web.site import Site, key, site
from quire.web.uploads import MULTIPART_ROOM, PDF, upload

MIB = 1024 * 1024
PARSE_LIMIT = 50 * MIB

CONVERSIONS: dict[str, str] = {
    "pdf2word": "docx",
    "pdf2ppt": "pptx",
    "pdf2markdown": "md",
    "pdf2json": "json",
    "pdf2html": "html",
}
"""The last word of a submission's path, and the format: a key of `WRITERS`."""

_FIELDS = frozenset({"pages", "client_ref", "callback_url"})
_LONGEST_REF = 200


async def submit(request: Request) -> Response:
    """Take a file in and answer with its task."""
    to = CONVERSIONS[request.url.path.rsplit("/", 1)[-1]]
    here, caller = site(request), key(request)
    idempotency_key = _idempotency_key(request)
    async with upload(request, limit=PARSE_LIMIT, types=frozenset({PDF}), names=_FIELDS) as arrived:
        options, client_ref = _options(arrived.fields, request)
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
        task = await run_in_threadpool(_take, here, caller, new, arrived.size)
    return data({"task_id": task.id, "status": TaskStatus.PENDING}, headers=[POLL])


def _take(here: Site, caller: Key, new: NewTask, size: int) -> Task:
    """The task of a submission; one that is sent again counts once."""
    known = here.tasks.known(new)
    if known is not None:
        return known
    here.keys.charge(caller)
    task = here.tasks.submit(new)
    here.metrics.submitted(new.kind, size)
    return task


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


_TASK_ID = "0b9f4f0e-6c0a-4f0e-9a53-0c7a4f7d1e11"
_IDEMPOTENCY = Parameter(
    "Idempotency-Key",
    "header",
    "The same key with the same file and options within 24 hours gives the same task; with others it is a conflict.",
    {"type": "string", "minLength": 1, "maxLength": 255},
    "invoice-run-2026-03-06-0001",
)
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
_CONFLICT = Answer(
    "The Idempotency-Key was used for something else.",
    {"detail": "This Idempotency-Key was used for another submission."},
    schema="Error",
)

_NAMES = {"docx": "a Word document", "pptx": "a presentation", "md": "Markdown", "json": "JSON", "html": "HTML"}

OPERATIONS: tuple[Operation, ...] = tuple(
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
)
