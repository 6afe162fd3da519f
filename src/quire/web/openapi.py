"""The OpenAPI document, made from the table of operations."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import cast

from quire.errors import TooManyRequests
from quire.web.documents.webhook_examples import WEBHOOK_HEADERS, WEBHOOKS, Webhook
from quire.web.http.operation import Answer, Door, Gate, Json, Operation, Parameter
from quire.web.http.responses import is_wiki_path
from quire.web.openapi_components import Components, pascal_case
from quire.web.openapi_schemas import HEADERS, SCHEMAS

_ABOUT = (
    "Submit a document, wait for its task, then read the result or download the file.\n\n"
    "1. Send the document to `POST /api/parse/pdf2markdown` (or to another service) in the form field `file`. The "
    "response has a `task_id`.\n\n"
    "2. Ask for the result with `GET /api/parse/result/{task_id}?wait=60`, which returns when the task has ended, "
    "or after 60 seconds. Repeat until `status` is `done` or `failed`. A failed task also returns 200, with the "
    "reason in `error`.\n\n"
    "3. Download the file from `download_url`. The link needs no key and is valid for one hour; every request for "
    "the result returns a new link. To download many results at once, submit the files with the same `client_ref` "
    "and call `GET /api/tasks/archive?client_ref=...`.\n\n"
    "Send your access key as `Authorization: Bearer KEY` or `X-API-Key: KEY`. The header `RateLimit` shows how "
    "many requests you have left; a 429 response says in `Retry-After` how many seconds to wait. With an "
    "`Idempotency-Key` you can safely repeat a submission after a lost connection. Times are in UTC, without an "
    "offset.\n\n"
    "Every response has an `X-Request-Id`; every error also has an `X-Error-Code` that never changes. Clients "
    "that accept `application/problem+json` receive errors as RFC 9457 problem details."
)

_COMMON: dict[int, tuple[str, str]] = {
    400: ("A parameter is not valid.", "limit must be a whole number from 1 to 500."),
    401: ("The key is missing, not valid, or there are two different keys.", "Could not validate credentials"),
    403: ("The key does not have this permission.", "This key does not have permission for this operation."),
    413: ("The file is too large.", "The file is too large."),
    429: (
        "The rate limit or the daily quota of the key is exceeded.",
        "Rate limit exceeded. Retry in 12 s.",
    ),
    500: ("Internal error.", "Something went wrong on our side. Please try again later."),
}


def document(operations: Sequence[Operation], *, version: str) -> dict[str, Json]:
    """The OpenAPI 3.1 document of all operations that are not hidden."""
    components = Components(SCHEMAS)
    paths: dict[str, Json] = {}
    for operation in operations:
        if operation.hidden:
            continue
        path = re.sub(r":path\}", "}", operation.path)
        entry = paths.setdefault(path, {})
        assert isinstance(entry, dict)  # noqa: S101 - for the type checker: made on the line above
        entry[operation.method.lower()] = _operation(operation, components)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Quire",
            "version": version,
            "description": _ABOUT,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "webhooks": {one.name: {"post": _webhook(one)} for one in WEBHOOKS},
        "components": {
            "schemas": dict(sorted(components.schemas.items())),
            "headers": {
                name: {"description": about, "schema": {"type": "string"}, "example": example}
                for name, (about, example) in HEADERS.items()
            },
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer", "description": "Authorization: Bearer <key>"},
                "apiKey": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
            },
        },
    }


def _operation(operation: Operation, components: Components) -> Json:
    entry: dict[str, Json] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "tags": [operation.tag],
        "parameters": [_parameter(parameter) for parameter in operation.parameters],
        "responses": {
            str(status): _answer(answer, counted=_counts(operation.gate) and status not in {401, 403})
            for status, answer in sorted((_common(operation) | dict(operation.answers)).items())
        },
        "security": _security(operation.gate),
    }
    scope = operation.gate.scope
    about = " ".join(part for part in (operation.about, f"Requires the scope `{scope}`." if scope else "") if part)
    if about:
        entry["description"] = about
    if operation.body is not None:
        entry["requestBody"] = _body(operation, operation.body, components)
    return entry


def _body(operation: Operation, body: Mapping[str, Json], components: Components) -> Json:
    """The request body with its shapes as components."""
    name, kinds = pascal_case(operation.name), cast("dict[str, dict[str, Json]]", body["content"])
    return {
        **body,
        "content": {
            kind: {**one, "schema": components.named(f"{name}Body", one["schema"])} for kind, one in kinds.items()
        },
    }


def _webhook(one: Webhook) -> Json:
    """A request that the service sends to the ``callback_url`` of a submission."""
    return {
        "operationId": one.name,
        "summary": one.summary,
        "tags": ["Webhooks"],
        "description": f"{one.about} Signed according to Standard Webhooks 1.0 and repeated up to eight times within "
        "about two days until the response is 2xx.",
        "parameters": [
            _parameter(Parameter(name, "header", about, {"type": "string"}, example, required=True))
            for name, (about, example) in WEBHOOK_HEADERS.items()
        ],
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {
                    "schema": {"$ref": f"#/components/schemas/{one.schema}"},
                    "example": {"type": one.type, "timestamp": "2026-03-06T08:30:02Z", "data": one.example},
                }
            },
        },
        "responses": {"2XX": {"description": "Taken."}, "410": {"description": "Sends no further messages."}},
        "security": [],
    }


def _parameter(parameter: Parameter) -> Json:
    return {
        "name": parameter.name,
        "in": parameter.place,
        "description": parameter.about,
        "required": parameter.required,
        "schema": dict(parameter.schema),
        "example": parameter.example,
    }


def _counts(gate: Gate) -> bool:
    """Whether requests are counted against the key's rate; the answers say so once key and scope are right."""
    return bool(gate.rate) and gate.door is not Door.OPEN


def _answer(answer: Answer, *, counted: bool) -> Json:
    entry: dict[str, Json] = {"description": answer.about}
    rates = ("RateLimit", "RateLimit-Policy") if counted else ()
    names = dict.fromkeys(("X-Request-Id", *answer.headers, *rates))
    entry["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in names}
    if isinstance(answer.example, bytes):
        entry["content"] = {
            answer.media_type: {"schema": _text_schema(answer.media_type), "example": answer.example.decode()},
        }
    elif answer.example is not None:
        schema: dict[str, Json] = {"$ref": f"#/components/schemas/{answer.schema}"} if answer.schema else {}
        entry["content"] = {answer.media_type: {"schema": schema, "example": answer.example}}
    return entry


def _text_schema(media_type: str) -> Json:
    """The shape of a body that is not JSON."""
    is_text = media_type.startswith("text/") or media_type.endswith("json")
    return {"type": "string"} if is_text else {"type": "string", "format": "binary"}


def _common(operation: Operation) -> dict[int, Answer]:
    """The errors that the guard, and the reading of parameters, can answer with for this operation."""
    gate = operation.gate
    statuses = {500}
    if gate.door is not Door.OPEN:
        statuses.add(401)
    if gate.scope is not None:
        statuses.add(403)
    if _counts(gate):
        statuses.add(429)
    if operation.body is not None:
        statuses.add(413)
    if any(parameter.place == "query" for parameter in operation.parameters):
        statuses.add(400)
    return {status: _error(operation.path, status) for status in statuses}


def _error(path: str, status: int) -> Answer:
    about, sentence = _COMMON[status]
    headers = ("X-Error-Code", "Retry-After") if status == TooManyRequests.status else ("X-Error-Code",)
    if is_wiki_path(path):
        return Answer(about, {"ok": False, "error": sentence, "detail": sentence}, schema="WikiError", headers=headers)
    return Answer(about, {"detail": sentence}, schema="Error", headers=headers)


def _security(gate: Gate) -> Json:
    if gate.door is Door.OPEN:
        return []
    schemes: list[Json] = [{"bearer": []}, {"apiKey": []}]
    return [*schemes, {}] if gate.door in {Door.FIRST, Door.PUBLIC} else schemes
