"""Results of the documents service: where a task is, the file it made; and every service's files by signed links."""

from __future__ import annotations

from enum import StrEnum

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.access.permissions import Scope
from quire.errors import NotFound
from quire.store.signed_links import Signature
from quire.tasks.task_states import Task, TaskStatus
from quire.web.documents.corrected_documents import changed_blocks, is_document
from quire.web.documents.corrected_results import correction_keys
from quire.web.documents.response_schemas import (
    EXPIRED,
    FILE_HEADERS,
    MISSING,
    NOT_READY,
    PART,
    RANGE,
    RESULT_HEADERS,
    STATES,
    TASK,
    WAIT,
    done,
    file_link,
)
from quire.web.documents.task_outcome import (
    IMAGES,
    OUTPUT_FILES,
    file_keys,
    find_task,
    offered_name,
    progress_headers,
    result_file,
    signed_link,
    task_body,
)
from quire.web.documents.whole_results import PictureForm, whole_result
from quire.web.downloads import stored_file
from quire.web.http import query_parameters
from quire.web.http.operation import OPEN, Answer, Gate, Json, Operation, Parameter
from quire.web.http.query_parameters import digits
from quire.web.http.responses import json_response
from quire.web.state.site import site

_IMAGE = "image/png"


class Include(StrEnum):
    """What a result can be asked to hold beyond the contract."""

    CORRECTIONS = "corrections"


async def result(request: Request) -> Response:
    """Where a task is, and what it made."""
    wanted = query_parameters.choice(request, "include", Include)
    task = await find_task(request, "parse")
    body = _body(request, task)
    if wanted and task.status is TaskStatus.DONE:
        if not is_document(task):
            raise NotFound("The pages of this document were not kept.")
        body |= await correction_keys(request, task, changed_blocks)
    return json_response(body, headers=await progress_headers(request, task))


async def download(request: Request) -> Response:
    """The file that a task made, with its pictures as `pictures` says."""
    form = query_parameters.choice(request, "pictures", PictureForm) or PictureForm.LINKED
    return await whole_result(request, await find_task(request, "parse"), form)


async def linked(request: Request) -> Response:
    """A file by a signed link."""
    here, task_id, name = site(request), request.path_params["task_id"], request.path_params["name"]
    here.links.verify(request.method, task_id, name, _signature(request))
    task = await run_in_threadpool(lambda: here.tasks.get(task_id, owner=None))
    if name.startswith(IMAGES) and name in task.images:
        return await stored_file(
            request, await run_in_threadpool(here.tasks.image_file, task, name), _IMAGE, filename=None
        )
    if name != offered_name(task):
        raise NotFound
    return await result_file(request, task)


def _body(request: Request, task: Task) -> dict[str, Json]:
    """Exactly the keys that the specification lists for the state."""
    body = task_body(task)
    if task.status is TaskStatus.DONE:
        body |= file_keys(request, task)
        pictures = [name for name in task.images if name.startswith(IMAGES)]
        if pictures and OUTPUT_FILES[task.kind].linked:
            body["images"] = {name: signed_link(request, task, name) for name in pictures}
    return body


def _signature(request: Request) -> Signature:
    values = request.query_params
    moment = digits(values.get("expires", "")) or 0
    return Signature(moment, values.get("key", ""), values.get("signature", ""))


_RESULT = Answer(
    STATES,
    done(
        download_url=file_link("Report.md"),
        filename="Report.md",
        images={"images/p1-1.png": file_link("images/p1-1.png")},
    ),
    schema="ParseResult",
    headers=RESULT_HEADERS,
)
_INCLUDE = Parameter(
    "include",
    "query",
    "`corrections` adds what people and programs corrected, where the pages are kept: the state, every change, and "
    "the blocks that differ, as corrected.",
    {"type": "string", "enum": ["corrections"]},
    "corrections",
)
_PICTURES = Parameter(
    "pictures",
    "query",
    "How Markdown, HTML and JSON come with the pictures that they link to: `linked` is the file alone, `zip` the file "
    "with `images/` beside it, `inside` one file that holds them (Markdown and HTML).",
    {"type": "string", "enum": [one.value for one in PictureForm], "default": PictureForm.LINKED.value},
    "zip",
)
_FILE = Answer("The file.", b"# Report\n", media_type="application/octet-stream", headers=FILE_HEADERS)

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "GET",
        "/api/parse/result/{task_id}",
        result,
        name="getParseResult",
        summary="Get the status and the result of a conversion",
        tag="Documents",
        gate=Gate(scope=Scope.PARSE),
        parameters=(TASK, WAIT, _INCLUDE),
        answers={200: _RESULT, 404: MISSING},
    ),
    Operation(
        "GET",
        "/api/parse/download/{task_id}",
        download,
        name="downloadParseResult",
        summary="Download the converted file",
        tag="Documents",
        gate=Gate(scope=Scope.PARSE),
        parameters=(TASK, _PICTURES, RANGE),
        answers={200: _FILE, 206: PART, 404: MISSING, 409: NOT_READY, 410: EXPIRED},
    ),
    Operation(
        "GET",
        "/files/{task_id}/{name:path}",
        linked,
        name="getLinkedFile",
        summary="Download a result or an image with a signed link",
        tag="Documents",
        gate=OPEN,
        about="Results contain these links. They need no key and are valid for one hour.",
        parameters=(
            TASK,
            Parameter("name", "path", "The file name.", {"type": "string"}, "Report.md", required=True),
            Parameter(
                "expires",
                "query",
                "Expiry time, in seconds since 1970.",
                {"type": "integer"},
                1767229200,
                required=True,
            ),
            Parameter(
                "key", "query", "Id of the key that requested the link.", {"type": "string"}, "6f1c", required=True
            ),
            Parameter("signature", "query", "Signature of the link.", {"type": "string"}, "5b0e", required=True),
        ),
        answers={
            200: _FILE,
            206: PART,
            403: Answer("The signature is not valid.", {"detail": "The link is not valid."}, schema="Error"),
            404: MISSING,
            410: Answer("The link or the result has expired.", {"detail": "The link has expired."}, schema="Error"),
        },
    ),
)
