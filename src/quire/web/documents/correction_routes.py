"""Corrections over HTTP: what the console's viewer does, for programs; the same checks and the same log."""

from __future__ import annotations

import json
import re

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.access.permissions import Scope
from quire.errors import BadRequest, NotAllowed, NotFound
from quire.tasks.review_log import APPROVED, CHANGED_MEANWHILE, LONGEST, TO_CHECK
from quire.tasks.task_states import Task
from quire.web.documents.corrected_documents import changed_blocks, correct_blocks, is_document
from quire.web.documents.corrected_results import (
    Wanted,
    correct_values,
    corrected_array,
    correction_keys,
    read_details,
    reviews_of,
)
from quire.web.documents.correction_patch import PATCH, wanted_of
from quire.web.documents.response_schemas import EXPIRED, MISSING, TASK
from quire.web.http.json_bodies import read_json, read_json_value
from quire.web.http.operation import Answer, Gate, Json, Operation, json_body
from quire.web.http.responses import json_response
from quire.web.state.site import Site, key, owner, site

AS_READ = "as read"
"""What makes a block as it was read again, at its own place."""

MAX_CORRECTIONS = 5000
"""Corrections of one call, as many as a form of the console has fields."""

_MAX_BYTES = 1 << 20
_EDIT = re.compile(r"\d+/[^/]+(?:/(?:row|column)/\d+)?")
_WORDS = frozenset({"join", "split", "remove", AS_READ})


async def correct(request: Request) -> Response:
    """Correct values of a result, and say whether it is approved; all of it or nothing."""
    body = await read_json(request)
    wanted, state = _wanted(body), body.get("state")
    return await _save(request, await _task(request), wanted, state)


async def patch(request: Request) -> Response:
    """The same by a JSON Patch over the result."""
    body, task, here = await read_json_value(request), await _task(request), site(request)

    def read() -> Json:
        array: Json = [] if is_document(task) else json.loads(read_details(here, task, as_read=True))
        return array

    wanted, state = await run_in_threadpool(wanted_of, body, read, most=MAX_CORRECTIONS)
    return await _save(request, task, wanted, state)


async def show(request: Request) -> Response:
    """What was corrected in a result, and whether it is approved."""
    return await _answer(request, await _task(request))


async def _task(request: Request) -> Task:
    """The task of the path, whose result can be corrected.

    Raises:
        NotFound: it is not the caller's, or its pages were not kept. NotAllowed: the key lacks its scope.
        NotReady, Gone: there is no result.
    """
    here, task_id, whose = site(request), request.path_params["task_id"], owner(request)
    task = await run_in_threadpool(lambda: here.tasks.get(task_id, owner=whose))
    _check(request, task)
    await run_in_threadpool(here.tasks.result_file, task)
    if not is_document(task) and task.kind not in reviews_of(here).kinds:
        raise NotFound("The pages of this document were not kept.")
    return task


async def _answer(request: Request, task: Task) -> Response:
    return json_response(await correction_keys(request, task, _changed if is_document(task) else corrected_array))


async def _save(request: Request, task: Task, wanted: Wanted, state: Json) -> Response:
    """Note what is wanted, all of it or nothing, and answer with what then holds."""
    if state not in {None, APPROVED, TO_CHECK}:
        raise BadRequest(f"state must be {APPROVED} or {TO_CHECK}.")
    here, caller = site(request), key(request)

    def save() -> None:
        (correct_blocks if is_document(task) else correct_values)(here, task, caller.owner, wanted)
        if state is not None:
            reviews_of(here).log.approve(task.id, caller.owner, approved=state == APPROVED)

    await run_in_threadpool(save)
    return await _answer(request, task)


def _check(request: Request, task: Task) -> None:
    scopes = {scope.value: scope for scope in Scope}
    scope = scopes.get(task.kind.partition(".")[0])
    if scope is None or not key(request).may(scope):
        raise NotAllowed


def _changed(here: Site, task: Task) -> Json:
    return changed_blocks(here, task)


def _wanted(body: dict[str, Json]) -> Wanted:
    """What a body asks for.

    Raises:
        BadRequest: it is not as it must be.
    """
    listed, seen = body.get("corrections", []), body.get("seen")
    if not isinstance(listed, list) or len(listed) > MAX_CORRECTIONS:
        raise BadRequest(f"corrections must be a list of at most {MAX_CORRECTIONS}.")
    if seen is not None and (not isinstance(seen, int) or isinstance(seen, bool) or seen < 0):
        raise BadRequest("seen must be a whole number.")
    after, before, edits = dict[str, str](), dict[str, str](), list[tuple[str, str]]()
    for one in listed:
        texts = {name: one.get(name) for name in ("place", "after", "before")} if isinstance(one, dict) else {}
        place, text, said = texts.get("place"), texts.get("after"), texts.get("before")
        if not isinstance(place, str) or not isinstance(text, str) or not isinstance(said, str | None):
            raise BadRequest("Each correction must have place and after, both strings, and may have before.")
        if text in _WORDS and _EDIT.fullmatch(place) and place.count("/") == (1 if text == AS_READ else 3):
            edits.append((place, text))
            continue
        if place in after:
            raise BadRequest(f"“{place[:80]}” appears twice.")
        after[place] = text.replace("\r\n", "\n").strip()
        if said is not None:
            before[place] = said
    if edits and seen is None:
        raise BadRequest("A change of rows, columns or whole blocks needs seen, so that it is not made twice.")
    return Wanted(after, before, edits, seen)


_TEXT: Json = {"type": "string"}
_EXAMPLE: Json = {
    "corrections": [{"place": "0/total_amount", "before": "118.00", "after": "113.00"}],
    "state": "approved",
}
_STATE: Json = {
    "state": "approved",
    "corrections": [
        {
            "place": "0/total_amount",
            "before": "118.00",
            "after": "113.00",
            "by": "lin",
            "at": "2026-03-06T08:30:00",
        }
    ],
    "corrected": [],
}

_ANSWERS: dict[int, Answer] = {
    200: Answer("The state, all corrections, and the corrected array or blocks.", _STATE, schema="CorrectedResult"),
    400: Answer(
        "The request is not valid, or there is no such place.",
        {"detail": "There is no value at “0/9/9”."},
        schema="Error",
    ),
    403: Answer("The key does not have this permission.", {"detail": NotAllowed.sentence}, schema="Error"),
    404: MISSING,
    409: Answer("Somebody has corrected the same.", {"detail": CHANGED_MEANWHILE}, schema="Error"),
    410: EXPIRED,
}

_PATCH_BODY: dict[str, Json] = {
    "required": True,
    "content": {
        PATCH: {
            "schema": {
                "type": "array",
                "maxItems": MAX_CORRECTIONS,
                "items": {
                    "type": "object",
                    "required": ["op", "path", "value"],
                    "properties": {
                        "op": {"type": "string", "enum": ["replace", "test"]},
                        "path": _TEXT,
                        "value": {"type": "string", "maxLength": LONGEST},
                    },
                },
            },
            "example": [
                {"op": "test", "path": "/result/0/fields/11/value", "value": "118.00"},
                {"op": "replace", "path": "/result/0/fields/11/value", "value": "113.00"},
            ],
        }
    },
}

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "GET",
        "/api/tasks/{task_id}/corrections",
        show,
        name="getCorrections",
        summary="What was corrected in a result",
        tag="Tasks",
        about="The key needs the scope of the task's service.",
        parameters=(TASK,),
        answers={status: answer for status, answer in _ANSWERS.items() if status != 400},
    ),
    Operation(
        "PATCH",
        "/api/tasks/{task_id}/corrections",
        patch,
        name="patchResult",
        summary="Correct a result by a JSON Patch",
        tag="Tasks",
        about="A JSON Patch (RFC 6902) over the body of the result, with `replace` and `test`: "
        "`/result/0/tables/0/3/1` is a cell of a statement, `/result/0/fields/11/value` a field of an invoice, "
        "`/result/0/details/items/2/amount` a value of its lines, `/7/b31/text` a text of a document; `/state` is "
        "`approved` or `to_check`. A `test` that fails is 409, and nothing is changed.",
        gate=Gate(body=_MAX_BYTES),
        parameters=(TASK,),
        body=_PATCH_BODY,
        answers=_ANSWERS,
    ),
    Operation(
        "POST",
        "/api/tasks/{task_id}/corrections",
        correct,
        name="correctResult",
        summary="Correct and approve a result",
        tag="Tasks",
        about="For statements, invoices and documents whose pages are kept. The reading stays; every change is noted "
        "with its owner and moment, checks run again, and all of a call is noted or nothing. Places are those of "
        "`?include=corrections`: `0/3/1` is a cell of a statement (statement, row, column), `0/total_amount` and "
        "`0/line_items/2/amount` are values of an invoice, and `7/b31/text`, `7/b31/role`, `7/b31/2/1` a text, a role "
        "and a cell of a document (page, block, row, column). `7/b31/row/2` with `join`, `split` or `remove` changes "
        "rows (`column` columns), and `7/b31` with `as read` takes a block back; these need `seen`. A correction that "
        "is made already changes nothing, so a call can be repeated. A new correction ends an approval. The key needs "
        "the scope of the task's service.",
        gate=Gate(body=_MAX_BYTES),
        parameters=(TASK,),
        body=json_body(
            {
                "corrections": {
                    "type": "array",
                    "maxItems": MAX_CORRECTIONS,
                    "items": {
                        "type": "object",
                        "required": ["place", "after"],
                        "properties": {
                            "place": _TEXT,
                            "after": {"type": "string", "maxLength": LONGEST},
                            "before": {
                                "type": "string",
                                "description": "The text that you have seen there; another one is answered with 409.",
                            },
                        },
                    },
                },
                "state": {"type": "string", "enum": [APPROVED, TO_CHECK]},
                "seen": {
                    "type": "integer",
                    "minimum": 0,
                    "description": "How many `corrections` you have seen; another number is answered with 409.",
                },
            },
            required=[],
            example=_EXAMPLE,
        ),
        answers=_ANSWERS,
    ),
)
