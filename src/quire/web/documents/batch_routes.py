"""Batches: many files, URLs or a folder of a bucket in one call, how far they are, and one webhook at the end."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.access.permissions import Scope
from quire.errors import BadRequest, NotAllowed, NotFound, QuireError, TooLarge
from quire.store.source_buckets import is_in_bucket
from quire.tasks.batches import Batch, BatchItem
from quire.tasks.task_states import NewTask, Task, TaskFilter, TaskStatus
from quire.web.documents import conversion_routes, finance_routes, invoice_routes
from quire.web.documents.conversion_routes import CHUNK_FIELD, HIDDEN_FIELD
from quire.web.documents.response_schemas import (
    BATCH,
    BATCH_ID,
    CONFLICT,
    IDEMPOTENCY,
    NO_BATCH,
    REFUSED,
    TASK_ID,
    WAIT,
)
from quire.web.documents.submissions import (
    MIB,
    SubmissionRules,
    check_password,
    checked_address,
    new_task,
    option_fields,
    read_idempotency_key,
    take,
)
from quire.web.documents.task_outcome import MAX_WAIT, RETRY_SOON, timestamp
from quire.web.http import query_parameters
from quire.web.http.json_bodies import read_json
from quire.web.http.operation import Answer, Gate, Json, Operation
from quire.web.http.responses import json_response
from quire.web.state.site import key, owner, site
from quire.web.upload_staging import (
    MULTIPART_ROOM,
    Upload,
    checked_upload,
    fetch_upload,
    receive_files,
    staging_file,
)

KINDS: dict[str, SubmissionRules] = {
    **conversion_routes.RULES,
    "finance": finance_routes.RULES,
    "invoice": invoice_routes.RULES,
}
"""What a batch can be of: the last word of a submission's path, or a service."""

MAX_FILES = 100
"""Files in one call."""

MAX_URLS = 500
"""URLs in one call: as many as an archive can have results."""

MAX_BYTES = 500 * MIB
"""Of all files of one call."""

_NUMBERS = (HIDDEN_FIELD, CHUNK_FIELD)
_COMMON = frozenset({"kind", "pages", "password", "callback_url"})
_TEXTS = _COMMON | {field.name for field in _NUMBERS}
_SHOWN = 40  # characters of a name that a client made up
_DOCUMENTS = "Send at least one file in the field “file”, a list of “urls” or “uploads”, or a “prefix”."

Document = Upload | str | BatchItem
"""A file that has arrived, an address, or the name of what was refused."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a call asks for: the kind, its rules, the fields, and the documents or the prefix of their addresses."""

    kind: str
    taking: SubmissionRules
    fields: Mapping[str, str]
    documents: Sequence[Document]
    prefix: str

    @property
    def fingerprint(self) -> str:
        """All of it but the password as a hash."""
        fields = sorted((name, value) for name, value in self.fields.items() if name != "password")
        said = [one.sha256 if isinstance(one, Upload) else str(one) for one in self.documents]
        return hashlib.sha256(json.dumps([fields, said, *filter(None, [self.prefix])]).encode()).hexdigest()


async def submit(request: Request) -> Response:
    """Create a batch of the files of a form, or of the URLs or the prefix in a JSON object."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json":
        fields, named = _from_json(await read_json(request))
        taking = _rules(request, fields)
        with contextlib.ExitStack() as kept:
            documents: Sequence[Document] = named.urls
            if named.uploads:
                documents = await run_in_threadpool(_fetched, request, taking, named.uploads, kept)
            return await _submit(request, taking, fields, documents, named.prefix)
    limit = max(one.limit for one in KINDS.values())
    async with receive_files(request, limit=limit, names=_TEXTS, most=MAX_FILES) as (form, paths):
        taking = _rules(request, form.fields, form.dropped)
        documents = []
        for part, path in zip(form.files, paths, strict=True):
            try:
                documents.append(checked_upload(part, path, taking.types, taking.limit))
            except QuireError as error:
                documents.append(BatchItem(part.filename, error=str(error)))
        return await _submit(request, taking, form.fields, documents)


def _fetched(
    request: Request, taking: SubmissionRules, upload_ids: Sequence[str], kept: contextlib.ExitStack
) -> list[Document]:
    """The files that were sent in parts before, until `kept` is closed; what is not there is refused."""
    here, documents, left = site(request), list[Document](), MAX_BYTES
    for upload_id in upload_ids:
        path = kept.enter_context(staging_file(here.staging))
        try:
            upload = fetch_upload(request, upload_id, path, taking.types, min(taking.limit, left))
        except QuireError as error:
            if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                raise
            documents.append(BatchItem(upload_id[:_SHOWN], error=str(error)))
        else:
            documents.append(upload)
            left -= upload.size
    return documents


def _rules(request: Request, fields: Mapping[str, str], others: Iterable[str] = ()) -> SubmissionRules:
    """What the batch's kind accepts, of a caller who may submit it; a field that it does not know is an error."""
    word = fields.get("kind", "")
    if word not in KINDS:
        raise BadRequest(f"kind must be one of {', '.join(KINDS)}.")
    if not key(request).may(Scope(KINDS[word].kind.partition(".")[0])):
        raise NotAllowed
    known = _COMMON | {field.name for field in KINDS[word].numbers}
    unknown = sorted({*fields, *others} - known)
    if unknown:
        names = ", ".join(name[:_SHOWN] for name in unknown[:3])
        raise BadRequest(f"A batch of {word} has no field {names}. It has {', '.join(sorted(known))}.")
    return KINDS[word]


async def _submit(
    request: Request,
    taking: SubmissionRules,
    fields: Mapping[str, str],
    documents: Sequence[Document],
    prefix: str = "",
) -> Response:
    if not (documents or prefix):
        raise BadRequest(_DOCUMENTS)
    check_password(fields.get("password", ""))
    asked = _Asked(fields["kind"], taking, fields, documents, prefix)
    idempotency_key = read_idempotency_key(request)
    callback = checked_address(request, fields, "callback_url")
    batch = await run_in_threadpool(_create, request, asked, idempotency_key, callback)
    request.scope["quire.object"] = batch.id
    return json_response(await _body(request, batch), headers=[RETRY_SOON])


def _create(request: Request, asked: _Asked, idempotency_key: str | None, callback: str | None) -> Batch:
    """The batch with all of its tasks; one that was begun and cut off goes on."""
    here, caller = site(request), key(request)
    batch = here.batches.open(caller.owner, asked.kind, asked.fingerprint, idempotency_key)
    if batch.complete:
        return batch
    try:
        places = _places(request, asked)
    except QuireError as error:
        if error.status < HTTPStatus.INTERNAL_SERVER_ERROR:  # else the call may be repeated, and goes on
            here.batches.discard(batch)
        raise
    fields = {name: value for name, value in asked.fields.items() if name != "callback_url"}
    items, errors = list[BatchItem](), list[QuireError]()
    for place, document in places:
        try:
            items.append(_item(request, asked.taking, fields, document, f"{batch.id}/{place}"))
        except QuireError as error:
            if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                raise
            errors.append(error)
            items.append(BatchItem(_name(document), error=str(error)))
    if not any(item.task_id for item in items):
        here.batches.discard(batch)
        raise errors[0] if errors else BadRequest(items[0].error)
    return here.batches.complete(batch, items, callback)


def _places(request: Request, asked: _Asked) -> list[tuple[str, Document]]:
    """The documents, each with its place in the batch: of a prefix its address, as a repeated call may see others."""
    if not asked.prefix:
        return [(str(number), document) for number, document in enumerate(asked.documents)]
    here, places = site(request), list[tuple[str, Document]]()
    for address, size in here.source_buckets.files(asked.prefix, key(request).owner, most=MAX_URLS):
        document: Document = address
        if not size:
            document = BatchItem(address, error="The file is empty.")
        elif size > asked.taking.limit:
            document = BatchItem(address, error=str(TooLarge.over(asked.taking.limit)))
        places.append((hashlib.sha256(address.encode()).hexdigest(), document))
    return places


def _item(
    request: Request, taking: SubmissionRules, fields: Mapping[str, str], document: Document, place: str
) -> BatchItem:
    """One document of a batch with its task; `place` makes a repeated call the same task."""
    if isinstance(document, BatchItem):
        return document
    new: NewTask = new_task(request, taking, fields, document)
    batch_id = place.rpartition("/")[0]
    task = take(site(request), key(request), replace(new, client_ref=batch_id, idempotency_key=place))
    return BatchItem(_name(document), task.id)


def _name(document: Document) -> str:
    if isinstance(document, Upload):
        return document.filename
    return document if isinstance(document, str) else document.name


class _Named(NamedTuple):
    """What a JSON body names: URLs, files that were sent in parts, or a prefix; two of them are empty."""

    urls: list[str]
    uploads: list[str]
    prefix: str


def _from_json(said: dict[str, Json]) -> tuple[dict[str, str], _Named]:
    """The fields, and the documents, of a JSON object; null stands for a field that is not there."""
    given = {name: value for name, value in said.items() if value is not None}
    sources = {name: given.pop(name) for name in ("urls", "uploads", "prefix") if name in given}
    if len(sources) > 1:
        raise BadRequest("Send only one of urls, uploads and prefix.")
    fields = {name: str(value) for name, value in given.items()}
    for name, value in given.items():
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise BadRequest(f"{name[:_SHOWN]} must be a string or a whole number.")
    if "prefix" in sources:
        prefix = sources["prefix"]
        if not isinstance(prefix, str) or not prefix.strip():
            raise BadRequest("prefix must be an address such as s3://bucket/folder.")
        return fields, _Named([], [], prefix.strip())
    if "uploads" in sources:
        return fields, _Named([], _texts(sources["uploads"], "uploads", "upload ids", MAX_FILES), "")
    return fields, _Named(_texts(sources.get("urls"), "urls", "URLs", MAX_URLS), [], "")


def _texts(given: Json, name: str, about: str, most: int) -> list[str]:
    """The texts of a list, none of them empty."""
    if not isinstance(given, list):
        raise BadRequest(f"{name} must be a list of {about}.")
    if len(given) > most:
        raise BadRequest(f"{name} can have at most {most} {about}.")
    found = [one.strip() for one in given if isinstance(one, str) and one.strip()]
    if len(found) < len(given):
        raise BadRequest(f"{name} must be a list of {about}.")
    return found


async def show(request: Request) -> Response:
    """How far a batch is, with each of its documents."""
    seconds = query_parameters.integer(request, "wait", 0, low=0, high=MAX_WAIT)
    batch = await _batch(request)
    tasks = await _tasks(request, batch)
    end = asyncio.get_running_loop().time() + seconds
    for task in tasks:
        left = end - asyncio.get_running_loop().time()
        if left > 0 and not task.status.final:
            try:
                await site(request).tasks.wait(task.id, owner=None, seconds=left)
            except NotFound:  # deleted meanwhile
                continue
    body = await _body(request, batch)
    return json_response(body, headers=[] if body["status"] == "done" else [RETRY_SOON])


async def cancel(request: Request) -> Response:
    """Cancel the tasks of a batch that run, and remove all of them with their files."""
    batch = await _batch(request)
    for task in await _tasks(request, batch):
        await run_in_threadpool(site(request).tasks.delete, task.id, owner=None)
    await run_in_threadpool(site(request).batches.discard, batch)
    return Response(status_code=204)


async def _batch(request: Request) -> Batch:
    return await run_in_threadpool(site(request).batches.find, str(request.path_params["batch_id"]), owner(request))


async def _tasks(request: Request, batch: Batch) -> list[Task]:
    if not batch.task_ids:
        return []
    wanted = TaskFilter(batch.owner, ids=batch.task_ids)
    tasks, _ = await run_in_threadpool(lambda: site(request).tasks.list(wanted, limit=MAX_URLS))
    return tasks


async def _body(request: Request, batch: Batch) -> dict[str, Json]:
    """What the service says of a batch."""
    tasks = {task.id: task for task in await _tasks(request, batch)}
    items: list[Json] = [_row(item, tasks.get(item.task_id or "")) for item in batch.items]
    states = [str(row["status"]) for row in items if isinstance(row, dict)]
    going = not batch.complete or TaskStatus.PENDING in states or TaskStatus.PROCESSING in states
    return {
        "batch_id": batch.id,
        "kind": batch.kind,
        "status": TaskStatus.PROCESSING if going else TaskStatus.DONE,
        "created_at": timestamp(batch.created),
        "counts": {state: states.count(state) for state in STATES},
        "items": items,
    }


STATES: tuple[str, ...] = (*TaskStatus, "refused", "deleted")
"""Of one document of a batch."""


def _row(item: BatchItem, task: Task | None) -> Json:
    if item.task_id is None:
        return {"name": item.name, "task_id": None, "status": "refused", "error": item.error}
    if task is None:
        return {"name": item.name, "task_id": item.task_id, "status": "deleted", "error": None}
    name = item.name if is_in_bucket(item.name) else task.filename  # folders of a bucket have files of one name
    return {"name": name, "task_id": task.id, "status": task.status, "error": task.error}


_EXAMPLE: Json = {
    "batch_id": BATCH_ID,
    "kind": "pdf2markdown",
    "status": "processing",
    "created_at": "2026-03-06T08:30:00",
    "counts": {"pending": 1, "processing": 0, "done": 0, "failed": 0, "refused": 1, "deleted": 0},
    "items": [
        {"name": "Report.pdf", "task_id": TASK_ID, "status": "pending", "error": None},
        {"name": "photo.gif", "task_id": None, "status": "refused", "error": "Unsupported file type: image/gif"},
    ],
}
_STATE = Answer("The batch with each of its documents.", _EXAMPLE, schema="Batch", headers=("Retry-After",))
_OPTIONS: dict[str, Json] = {
    "kind": {
        "type": "string",
        "enum": list(KINDS),
        "description": "What is made of every document: the last word of a submission's path, or a service.",
    },
    **{name: one for name, one in option_fields(_NUMBERS).items() if name in _TEXTS},
}
_ABOUT = (
    f"Up to {MAX_FILES} files and 500 MB as a form, or as JSON by their upload ids; or up to {MAX_URLS} URLs, or a "
    f"prefix with up to {MAX_URLS} files in a bucket, where the operator allows it. Each becomes a task whose "
    "`client_ref` is the id of the batch, so `GET /api/tasks/archive?client_ref=...` has all results. Documents that "
    "are not accepted are listed as `refused`; only if none is accepted, the call itself fails. `callback_url` gets "
    "one webhook, `batch.done`, when the last task has ended. The key needs the scope of the kind."
)

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "POST",
        "/api/batches",
        submit,
        name="submitBatch",
        summary="Submit many documents in one call",
        tag="Batches",
        about=_ABOUT,
        gate=Gate(rate="submit", body=MAX_BYTES + MULTIPART_ROOM),
        parameters=(IDEMPOTENCY,),
        body={
            "required": True,
            "content": {
                "multipart/form-data": {
                    "schema": {
                        "type": "object",
                        "title": "BatchOfFiles",
                        "required": ["kind", "file"],
                        "properties": {
                            "file": {
                                "type": "array",
                                "items": {"type": "string", "format": "binary"},
                                "minItems": 1,
                                "maxItems": MAX_FILES,
                            },
                            **_OPTIONS,
                        },
                    },
                    "example": {"kind": "pdf2markdown", "file": ["(the bytes of a.pdf)", "(the bytes of b.pdf)"]},
                },
                "application/json": {
                    "schema": {
                        "type": "object",
                        "title": "BatchOfUrls",
                        "required": ["kind"],
                        "properties": {
                            "prefix": {
                                "type": "string",
                                "description": "In the place of `urls`: all files below, such as s3://bucket/folder.",
                            },
                            "urls": {
                                "type": "array",
                                "items": {"type": "string", "format": "uri"},
                                "minItems": 1,
                                "maxItems": MAX_URLS,
                            },
                            "uploads": {
                                "type": "array",
                                "items": {"type": "string"},
                                "minItems": 1,
                                "maxItems": MAX_FILES,
                                "description": "In the place of `urls`: ids of files that were sent in parts.",
                            },
                            **_OPTIONS,
                        },
                    },
                    "example": {
                        "kind": "pdf2markdown",
                        "urls": ["https://example.org/a.pdf", "https://example.org/b.pdf"],
                        "callback_url": "https://example.org/hook",
                    },
                },
            },
        },
        answers={
            200: _STATE,
            400: REFUSED,
            403: Answer("The key does not have the scope of the kind.", {"detail": NotAllowed.sentence}, "Error"),
            409: CONFLICT,
        },
    ),
    Operation(
        "GET",
        "/api/batches/{batch_id}",
        show,
        name="getBatch",
        summary="Get the status of a batch",
        tag="Batches",
        parameters=(BATCH, WAIT),
        answers={200: _STATE, 404: NO_BATCH},
    ),
    Operation(
        "DELETE",
        "/api/batches/{batch_id}",
        cancel,
        name="deleteBatch",
        summary="Cancel a batch and delete its tasks and files",
        tag="Batches",
        parameters=(BATCH,),
        answers={204: Answer("The batch is deleted."), 404: NO_BATCH},
    ),
)
