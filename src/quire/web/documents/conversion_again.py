"""Other formats of an upload that a task kept, with what people corrected; and its truth for the quality gate."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.access.permissions import Scope
from quire.errors import BadRequest, NotFound
from quire.tasks.task_states import Task, TaskStatus
from quire.web.documents.conversion_routes import CONVERSIONS, RULES
from quire.web.documents.corrected_documents import is_document, packed_changes, truth_of
from quire.web.documents.response_schemas import EXPIRED, NOT_READY, SUBMITTED, TASK
from quire.web.documents.result_archive import MEDIA_TYPE
from quire.web.documents.submissions import SubmissionRules, submit_as
from quire.web.documents.task_outcome import RETRY_SOON, find_task
from quire.web.http.filenames import content_disposition, stem
from quire.web.http.json_bodies import json_text, read_json
from quire.web.http.operation import Answer, Gate, Json, Operation, json_body
from quire.web.http.responses import bytes_response, json_response
from quire.web.state.site import Site, site

NOT_KEPT = "The pages of this document were not kept."


async def convert(request: Request) -> Response:
    """Make another format of a done conversion, with its corrections unless they are not wanted."""
    body = await read_json(request)
    word = json_text(body, "to")
    if word not in CONVERSIONS:
        raise BadRequest(f"to must be one of {', '.join(CONVERSIONS)}.")
    task = await _document(request)
    wanted = body.get("corrections", True) is not False
    made = await convert_again(request, task, RULES[word], json_text(body, "password"), corrected=wanted)
    return json_response({"task_id": made.id, "status": TaskStatus.PENDING}, headers=[RETRY_SOON])


async def convert_again(
    request: Request, task: Task, rules: SubmissionRules, password: str, *, corrected: bool
) -> Task:
    """A new task that makes another format of the upload that a done one kept; raises as `submit_as`."""
    here = site(request)
    again = corrected and is_document(task) and rules.kind.startswith("parse.")
    corrections = await run_in_threadpool(packed_changes, here, task) if again else ""
    return await submit_as(request, task, rules, password=password, corrections=corrections)


async def truth(request: Request) -> Response:
    """The upload and its corrected reading, as the quality gate takes them."""
    return await truth_response(request, await _document(request))


async def truth_response(request: Request, task: Task) -> Response:
    """The ZIP file of `truth_of`."""
    here: Site = site(request)
    body = await run_in_threadpool(truth_of, here, task)
    return bytes_response(
        body, MEDIA_TYPE, headers=[("Content-Disposition", content_disposition(f"{stem(task.filename)}-truth.zip"))]
    )


async def _document(request: Request) -> Task:
    """The task of the path, a conversion that is done and whose pages were kept.

    Raises:
        NotFound, NotReady, Gone: it is not.
    """
    task = await find_task(request, "parse")
    await run_in_threadpool(site(request).tasks.result_file, task)
    if not is_document(task):
        raise NotFound(NOT_KEPT)
    return task


_WORDS: list[Json] = [*CONVERSIONS]
_ABOUT = "For documents whose pages are kept (setting `QUIRE_KEEP_PAGES`; what comes from the console keeps them). "
_NOT_KEPT = Answer("There is no such task, or its pages were not kept.", {"detail": NOT_KEPT}, schema="Error")

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "POST",
        "/api/parse/convert/{task_id}",
        convert,
        name="convertAgain",
        summary="Make another format of a converted document, with its corrections",
        tag="Documents",
        about=_ABOUT + "Needs no new upload and counts as a submission. What people corrected in the console is "
        "applied before the document is written.",
        gate=Gate(scope=Scope.PARSE, rate="submit"),
        parameters=(TASK,),
        body=json_body(
            {
                "to": {"type": "string", "enum": _WORDS},
                "corrections": {"type": "boolean", "default": True, "description": "Whether corrections are applied."},
                "password": {"type": "string", "format": "password", "description": "Of a locked PDF."},
            },
            required=["to"],
            example={"to": "pdf2word"},
        ),
        answers={
            200: SUBMITTED,
            400: Answer("The request is not valid.", {"detail": "The body must be a JSON object."}, schema="Error"),
            404: _NOT_KEPT,
            409: NOT_READY,
            410: EXPIRED,
        },
    ),
    Operation(
        "GET",
        "/api/parse/truth/{task_id}",
        truth,
        name="getTruth",
        summary="Download a corrected document as truth for the quality gate",
        tag="Documents",
        about=_ABOUT + "The ZIP file has `pdf/<name>.pdf` and `truth/<name>.json`: unpacked, a folder for "
        "`python -m quality.gate --pages`.",
        gate=Gate(scope=Scope.PARSE),
        parameters=(TASK,),
        answers={
            200: Answer("The ZIP file.", b"PK...", media_type=MEDIA_TYPE, headers=("Content-Disposition",)),
            400: Answer(
                "Only some pages were read.", {"detail": "Only some pages of this document were read."}, schema="Error"
            ),
            404: _NOT_KEPT,
            409: NOT_READY,
            410: EXPIRED,
        },
    ),
)
