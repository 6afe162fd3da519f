"""Creates tasks from submissions, for every service."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.access.keys import Key
from quire.access.permissions import Scope
from quire.errors import BadRequest, Conflict, Gone, NotAllowed, NotFound
from quire.tasks.task_states import NewTask, Task, TaskStatus
from quire.web.documents.task_outcome import RETRY_SOON
from quire.web.http.operation import Json
from quire.web.http.query_parameters import digits
from quire.web.http.responses import json_response
from quire.web.state.site import Site, key, site
from quire.web.upload_staging import check_type, receive_upload, staging_file

MIB = 1024 * 1024

MAX_IDEMPOTENCY_KEY = 255
"""Characters of an ``Idempotency-Key``: the width of its column."""

FACSIMILE, SOURCE = "facsimile", "source"
"""The option by which a task keeps its pages for the viewer, and the stored name of the upload kept with them."""

LOCKED = "locked"
"""The option of a task whose document came with a password; the password itself is no option."""

_FIELDS = frozenset({"pages", "client_ref", "callback_url", "password"})
_LONGEST_REF = 200
_LONGEST_PASSWORD = 127  # bytes of UTF-8 that count (ISO 32000-2, 7.6.4.3.3)


@dataclass(frozen=True, slots=True)
class NumberField:
    """A form field of one service that holds a whole number and becomes an option of the handler."""

    name: str
    low: int
    high: int
    default: int
    about: str


@dataclass(frozen=True, slots=True)
class SubmissionRules:
    """What a service accepts.

    Attributes:
        kind: of the task.
        types: accepted media types, as detected from the content.
        limit: maximum bytes of the file.
        numbers: form fields beside those that every service has.
    """

    kind: str
    types: frozenset[str]
    limit: int
    numbers: tuple[NumberField, ...] = ()


async def submit_upload(request: Request, taking: SubmissionRules) -> Response:
    """The response to a submission: the new task; raises as `taken`."""
    task = await create_task(request, taking)
    request.scope["quire.object"] = task.id
    return json_response({"task_id": task.id, "status": TaskStatus.PENDING}, headers=[RETRY_SOON])


async def create_task(
    request: Request,
    taking: SubmissionRules,
    *,
    token: Callable[[str], None] | None = None,
    by_console: bool = False,
) -> Task:
    """The task of a submission.

    Args:
        request: of a caller who may submit.
        taking: what the service accepts.
        token: raises for a wrong field ``token``; None where a form needs none.
        by_console: a person sent it from the console.

    Raises:
        BadRequest: the form, the file or a field is wrong.
        TooLarge, TooManyRequests, Conflict: as their docstrings say.
    """
    here, caller = site(request), key(request)
    idempotency_key = _idempotency_key(request)
    names = _FIELDS | {field.name for field in taking.numbers} | (frozenset() if token is None else {"token"})
    async with receive_upload(request, limit=taking.limit, types=taking.types, names=names) as arrived:
        if token is not None:
            token(arrived.fields.get("token", ""))
        options, client_ref = _options(arrived.fields, request)
        options |= _numbers(arrived.fields, taking.numbers)
        password = check_password(arrived.fields.get("password", ""))
        new = NewTask(
            owner=caller.owner,
            key_id=caller.id,
            kind=taking.kind,
            filename=arrived.filename,
            source=arrived.path,
            options=options | _viewing(here, by_console=by_console) | _locked(password),
            client_ref=client_ref,
            idempotency_key=idempotency_key,
            sha256=arrived.sha256,
            callback_url=_callback(arrived.fields, request),
            password=password,
        )
        return await run_in_threadpool(_take, here, caller, new, arrived.size)


UPLOAD_GONE = "The upload has been deleted. Please submit the file again."


async def submit_again(request: Request, task: Task, password: str = "") -> Task:
    """A new task with the upload and the options of a failed one, of a caller who may submit.

    Raises:
        NotAllowed: the key lacks the scope of the task's service.
        Conflict: it has not failed. Gone: its upload is deleted. TooManyRequests: the key's quota is used up.
    """
    here, caller = site(request), key(request)
    if not caller.may(Scope(task.kind.partition(".")[0])):
        raise NotAllowed
    if task.status is not TaskStatus.FAILED:
        raise Conflict("Only a failed task can be retried.")
    return await run_in_threadpool(_take_again, here, caller, task, check_password(password))


def _take_again(here: Site, caller: Key, task: Task, password: str) -> Task:
    with staging_file(here.staging) as path:
        try:
            if not task.source_file:
                raise NotFound  # noqa: TRY301 - the same end as when the file went a moment ago
            here.files.fetch(task.source_file, path)
        except NotFound:
            raise Gone(UPLOAD_GONE) from None
        options = {**task.options, **_locked(password)}
        new = NewTask(task.owner, caller.id, task.kind, task.filename, path, options, task.client_ref)
        return _take(here, caller, replace(new, password=password), task.input_bytes)


async def submit_as(
    request: Request, task: Task, taking: SubmissionRules, *, password: str = "", corrections: str = ""
) -> Task:
    """A new task that makes something else of the upload that a done one kept, of a caller who may submit.

    With `corrections`, what people changed in the document; such a result keeps no pages of its own.

    Raises:
        BadRequest: the password is too long.
        UnsupportedType: the service does not take such a file.
        Gone: the upload was not kept. TooManyRequests: the key's quota is used up.
    """
    here, caller = site(request), key(request)
    more = {"corrections": corrections} if corrections else {}
    left_out = {"chunk_tokens", *([FACSIMILE] if corrections else [])}
    options = {name: value for name, value in task.options.items() if name not in left_out}
    options |= more | _locked(check_password(password))
    return await run_in_threadpool(_take_as, here, caller, task, taking, options, password)


def _take_as(  # noqa: PLR0917 - of one submission
    here: Site, caller: Key, task: Task, taking: SubmissionRules, options: Mapping[str, str], password: str
) -> Task:
    with staging_file(here.staging) as path:
        try:
            here.files.fetch(here.tasks.image_file(task, SOURCE), path)
        except NotFound:
            raise Gone(UPLOAD_GONE) from None
        check_type(path, taking.types)
        new = NewTask(
            task.owner, caller.id, taking.kind, task.filename, path, options, task.client_ref, password=password
        )
        return _take(here, caller, new, path.stat().st_size)


def check_password(text: str) -> str:
    """The password of a document as a form gave it.

    Raises:
        BadRequest: it is longer than any that a PDF can have.
    """
    if len(text.encode()) > _LONGEST_PASSWORD:
        raise BadRequest(f"password can have at most {_LONGEST_PASSWORD} bytes.")
    return text


def _locked(password: str) -> dict[str, str]:
    return {LOCKED: "1"} if password else {}


async def submit_sample(request: Request, path: Path, taking: SubmissionRules) -> Task:
    """A new task for a file of our own, of a caller who may submit; its pages are kept as for an upload by a person.

    Raises:
        TooManyRequests: the key's quota is used up.
    """
    here, caller = site(request), key(request)
    options, _ = _options({}, request)
    options |= _viewing(here, by_console=True)
    new = NewTask(caller.owner, caller.id, taking.kind, path.name, path, options)
    return await run_in_threadpool(_take, here, caller, new, path.stat().st_size)


def form_body(
    name: str, about: str, filename: str, types: frozenset[str], *, numbers: tuple[NumberField, ...] = ()
) -> Mapping[str, Json]:
    """The body of a submission for the OpenAPI document.

    Args:
        name: of the component that describes the form.
        about: what the file may be.
        filename: of the example's file.
        types: the accepted media types.
        numbers: fields beside those that every service has.
    """
    return {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "title": name,
                    "required": ["file"],
                    "properties": {
                        "file": {"type": "string", "format": "binary", "description": about},
                        "pages": {
                            "type": "string",
                            "description": "Only these pages, counted from 1, for example 1-5,8,12-.",
                        },
                        "client_ref": {
                            "type": "string",
                            "maxLength": _LONGEST_REF,
                            "description": "Your own reference, shown in the list of tasks.",
                        },
                        "callback_url": {
                            "type": "string",
                            "format": "uri",
                            "description": "Receives a signed webhook when the task ends; see Webhooks.",
                        },
                        "password": {
                            "type": "string",
                            "format": "password",
                            "description": "Opens a locked PDF. Used for this task only: kept encrypted until it has "
                            "ended, never in logs, results or backups.",
                        },
                        **{field.name: _number_schema(field) for field in numbers},
                    },
                },
                "example": {
                    "file": f"(the bytes of {filename})",
                    "pages": "1-5,8,12-",
                    "client_ref": "order 4711",
                    "callback_url": "https://example.org/hook",
                },
                "encoding": {"file": {"contentType": ", ".join(sorted(types))}},
            }
        },
    }


def _number_schema(field: NumberField) -> Json:
    return {
        "type": "integer",
        "minimum": field.low,
        "maximum": field.high,
        "default": field.default,
        "description": field.about,
    }


def _viewing(here: Site, *, by_console: bool) -> dict[str, str]:
    """The option that keeps the pages for the viewer, where the installation wants it."""
    wanted = here.keep_pages == "all" or (by_console and here.keep_pages == "console")
    return {FACSIMILE: "1"} if wanted else {}


def _numbers(fields: Mapping[str, str], numbers: tuple[NumberField, ...]) -> dict[str, str]:
    """The options that the service's own fields give; none for an empty field."""
    found = {}
    for one in numbers:
        text = fields.get(one.name, "").strip()
        if not text:
            continue
        value = digits(text)
        if value is None or not one.low <= value <= one.high:
            raise BadRequest(f"{one.name} must be a whole number from {one.low} to {one.high}.")
        found[one.name] = str(value)
    return found


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
    reference = fields.get("client_ref", "").strip()
    if len(reference) > _LONGEST_REF or not reference.isprintable():
        raise BadRequest(f"client_ref can have at most {_LONGEST_REF} printable characters.")
    pages = fields.get("pages", "").strip()
    if pages:
        site(request).check_pages(pages)
    here = site(request)
    options = {"page_cap": str(here.page_cap)}
    if pages:
        options["pages"] = pages
    if not here.ocr:
        options["ocr"] = "0"
    return options, reference or None


def _callback(fields: Mapping[str, str], request: Request) -> str | None:
    """The webhook address, if any."""
    found = fields.get("callback_url", "").strip()
    if found:
        try:
            site(request).check_callback(found)
        except BadRequest as problem:
            raise BadRequest(f"callback_url: {problem}") from None
    return found or None


def _idempotency_key(request: Request) -> str | None:
    found = request.headers.getlist("idempotency-key")
    if not found:
        return None
    value = found[0].strip()
    if len(found) > 1 or not 1 <= len(value) <= MAX_IDEMPOTENCY_KEY or not value.isascii() or not value.isprintable():
        raise BadRequest(f"Idempotency-Key must have 1 to {MAX_IDEMPOTENCY_KEY} visible ASCII characters.")
    return value
