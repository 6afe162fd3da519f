"""Creates tasks from submissions, for every service."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import unquote, urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.access.keys import Key
from quire.access.permissions import Scope
from quire.errors import BadRequest, Conflict, Gone, NotAllowed, NotFound
from quire.store.source_buckets import is_in_bucket
from quire.tasks.task_states import NewTask, Task, TaskStatus
from quire.web.documents.task_outcome import RETRY_SOON
from quire.web.http.filenames import clean_filename
from quire.web.http.operation import Json
from quire.web.http.query_parameters import digits
from quire.web.http.responses import json_response
from quire.web.state.site import Site, key, site
from quire.web.upload_staging import UPLOAD_ID, Upload, check_type, ignored_fields, receive_upload, staging_file

MIB = 1024 * 1024

MAX_IDEMPOTENCY_KEY = 255
"""Characters of an ``Idempotency-Key``: the width of its column."""

FACSIMILE, SOURCE = "facsimile", "source"
"""The option by which a task keeps its pages for the viewer, and the stored name of the upload kept with them."""

LOCKED = "locked"
"""The option of a task whose document came with a password; the password itself is no option."""

SOURCE_URL = "source_url"
"""The form field, and the option of a task, with the address of a document that the service fetches."""

UPLOAD_FIELD: Json = {
    "type": "string",
    "description": "In the place of `file`: a file that was sent in parts to `/api/uploads`.",
}

_FIELDS = frozenset({"pages", "client_ref", "callback_url", "callback_pages", "password"})
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


_CALLBACK_PAGES = NumberField(
    "callback_pages", 0, 10_000, 0, "Also send a webhook each time so many pages are done; 0 sends none."
)


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
    headers = [RETRY_SOON, *ignored_fields(request)]
    return json_response({"task_id": task.id, "status": TaskStatus.PENDING}, headers=headers)


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
    idempotency_key = read_idempotency_key(request)
    names = form_fields(taking) | (frozenset() if token is None else {"token"})
    async with receive_upload(
        request, limit=taking.limit, types=taking.types, names=names | {SOURCE_URL}, instead=SOURCE_URL
    ) as arrived:
        if token is not None:
            token(arrived.fields.get("token", ""))
        document = arrived.file or arrived.fields[SOURCE_URL].strip()
        new = new_task(request, taking, arrived.fields, document, by_console=by_console)
        return await run_in_threadpool(take, here, caller, replace(new, idempotency_key=idempotency_key))


def form_fields(taking: SubmissionRules) -> frozenset[str]:
    """The small fields of a submission."""
    return _FIELDS | {field.name for field in taking.numbers}


def new_task(
    request: Request,
    taking: SubmissionRules,
    fields: Mapping[str, str],
    document: Upload | str,
    *,
    by_console: bool = False,
) -> NewTask:
    """The task that a submission asks for.

    Args:
        request: of a caller who may submit.
        taking: what the service accepts.
        fields: of the form.
        document: the file, or the address of one.
        by_console: a person sent it from the console.

    Raises:
        BadRequest: a field is wrong, or the address is not allowed.
    """
    here, caller = site(request), key(request)
    options, client_ref = _options(fields, request)
    options |= _numbers(fields, (*taking.numbers, _CALLBACK_PAGES)) | _viewing(here, by_console=by_console)
    password = check_password(fields.get("password", ""))
    options |= _locked(password)
    callback_url = checked_address(request, fields, "callback_url")
    if isinstance(document, Upload):
        name, source, sha256 = document.filename, document.path, document.sha256
    else:
        name, source, sha256 = _name_in(document), None, None
        _check_source(request, document)
        options |= {SOURCE_URL: document, "source_limit": str(taking.limit), "source_owner": caller.owner}
        options["source_types"] = ",".join(sorted(taking.types))
    return NewTask(
        owner=caller.owner,
        key_id=caller.id,
        kind=taking.kind,
        filename=name,
        source=source,
        options=options,
        client_ref=client_ref,
        sha256=sha256,
        callback_url=callback_url,
        password=password,
    )


def _name_in(address: str) -> str:
    """The name of a document at an address: the last segment of its path, else its host."""
    if is_in_bucket(address):
        return clean_filename(address.rpartition("/")[2])
    parts = urlsplit(address)
    return clean_filename(unquote(parts.path.rsplit("/", 1)[-1]) or parts.hostname or "")


def _check_source(request: Request, address: str) -> None:
    """Nothing, when the caller may have a document fetched from there.

    Raises:
        BadRequest: it is not allowed.
    """
    if not is_in_bucket(address):
        checked_address(request, {SOURCE_URL: address}, SOURCE_URL)
        return
    try:
        site(request).source_buckets.check(address, key(request).owner)
    except BadRequest as problem:
        raise BadRequest(f"{SOURCE_URL}: {problem}") from None


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
    options = {**task.options, **_locked(password)}
    new = NewTask(task.owner, caller.id, task.kind, task.filename, None, options, task.client_ref, password=password)
    if SOURCE_URL in task.options:
        return take(here, caller, new)
    with staging_file(here.staging) as path:
        try:
            if not task.source_file:
                raise NotFound  # noqa: TRY301 - the same end as when the file went a moment ago
            here.files.fetch(task.source_file, path)
        except NotFound:
            raise Gone(UPLOAD_GONE) from None
        return take(here, caller, replace(new, source=path))


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
    left_out = ("chunk_", "source_", *([FACSIMILE] if corrections else []))
    options = {name: value for name, value in task.options.items() if not name.startswith(left_out)}
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
        return take(here, caller, new)


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
    return await run_in_threadpool(take, here, caller, new)


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
                    "properties": {
                        "file": {"type": "string", "format": "binary", "description": about},
                        SOURCE_URL: {
                            "type": "string",
                            "format": "uri",
                            "description": "In the place of `file`: an http or https URL that the service fetches, "
                            "with a public address, or an s3 address where the operator allows it. If that fails, "
                            "the task fails.",
                        },
                        UPLOAD_ID: UPLOAD_FIELD,
                        **option_fields(numbers),
                        "client_ref": {
                            "type": "string",
                            "maxLength": _LONGEST_REF,
                            "description": "Your own reference, shown in the list of tasks.",
                        },
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


def option_fields(numbers: tuple[NumberField, ...]) -> dict[str, Json]:
    """The schemas of the fields that say how documents are read, and whom to tell; `numbers` are the service's own."""
    return {
        "pages": {"type": "string", "description": "Only these pages, counted from 1, for example 1-5,8,12-."},
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
        **{field.name: _number_schema(field) for field in (_CALLBACK_PAGES, *numbers)},
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


def take(here: Site, caller: Key, new: NewTask) -> Task:
    """The task of a submission; one that is sent again counts once.

    Raises:
        Conflict: its idempotency key was used for something else. TooManyRequests: the key's quota is used up.
    """
    known = here.tasks.known(new)
    if known is not None:
        return known
    here.keys.charge(caller)
    task = here.tasks.submit(new)
    here.metrics.submitted(new.kind, new.source.stat().st_size if new.source else 0)
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


def checked_address(request: Request, fields: Mapping[str, str], name: str) -> str | None:
    """The address in a field, if any.

    Raises:
        BadRequest: it is not allowed.
    """
    found = fields.get(name, "").strip()
    if found:
        try:
            site(request).check_address(found)
        except BadRequest as problem:
            raise BadRequest(f"{name}: {problem}") from None
    return found or None


def read_idempotency_key(request: Request) -> str | None:
    """The header ``Idempotency-Key``, if any.

    Raises:
        BadRequest: it is empty, too long, given twice, or not visible ASCII.
    """
    found = request.headers.getlist("idempotency-key")
    if not found:
        return None
    value = found[0].strip()
    if len(found) > 1 or not 1 <= len(value) <= MAX_IDEMPOTENCY_KEY or not value.isascii() or not value.isprintable():
        raise BadRequest(f"Idempotency-Key must have 1 to {MAX_IDEMPOTENCY_KEY} visible ASCII characters.")
    return value
