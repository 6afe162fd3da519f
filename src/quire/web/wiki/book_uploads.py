"""Receives books by upload or from a URL; each creates a wiki and its job."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import anyio.to_thread
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.access.keys import Key
from quire.access.permissions import Scope
from quire.errors import BadRequest
from quire.tasks.builds.job_states import JobStatus
from quire.web.documents.submissions import UPLOAD_FIELD
from quire.web.http.filenames import clean_filename
from quire.web.http.json_bodies import read_json
from quire.web.http.operation import Answer, Gate, Json, Operation, json_body
from quire.web.http.responses import json_response
from quire.web.state.site import key, site
from quire.web.upload_staging import (
    MULTIPART_ROOM,
    UPLOAD_ID,
    ignored_fields,
    note_ignored,
    receive_upload,
    staging_file,
)
from quire.web.wiki.wiki_access import SUBMIT, error_answer, wiki_parts
from quire.wiki.wiki_names import checked_slug
from quire.wiki.wiki_registry import AddedWiki, NewWiki

MAX_BYTES = 200 * 1024 * 1024

MAX_FIELD = 1000
"""Characters of a field of a JSON body."""

_TYPES = frozenset(
    {
        *("application/epub+zip", "application/pdf", "application/zip", "application/octet-stream"),
        *("text/plain", "text/html", "application/xml"),
    }
)
"""What the first look may see in a book; the second one, which knows the name, decides."""

_FIELDS = frozenset({"wiki_name", "wiki_slug", "lang", "auto_start", "force"})


async def submit(request: Request) -> Response:
    """Take a book in, and make its wiki and its job."""
    return _answer(request, await add_book(request))


async def add_book(request: Request, *, token: Callable[[str], None] | None = None) -> AddedWiki:
    """The wiki and the job of a book that comes in; `token` raises for a wrong field ``token``.

    Raises:
        BadRequest: the form, the file or a field is wrong.
        TooLarge, TooManyRequests, UnsupportedType: as their docstrings say.
    """
    names = _FIELDS if token is None else _FIELDS | {"token"}
    async with receive_upload(request, limit=MAX_BYTES, types=_TYPES, names=names) as arrived:
        if token is not None:
            token(arrived.fields.get("token", ""))
        assert arrived.file is not None  # noqa: S101 - for the type checker: nothing may come instead
        wanted = _wanted(key(request), arrived.file.filename, arrived.file.sha256, arrived.fields)
        return await run_in_threadpool(add_file, request, wanted, arrived.file.path, arrived.file.size)


async def submit_url(request: Request) -> Response:
    """Fetch a book from an address, and make its wiki and its job."""
    caller, here = key(request), wiki_parts(request)
    body = await read_json(request)
    address = body.get("source_url")
    if not isinstance(address, str) or not address.strip():
        raise BadRequest("source_url must be the URL of a file.")
    note_ignored(request, body, _FIELDS | {"source_url"})
    fields = _texts(body)
    _wanted(caller, "book", "", fields)  # errors come before anything is fetched
    with staging_file(site(request).staging) as path:
        fetched = await anyio.to_thread.run_sync(here.fetch, address, path, limiter=here.fetching)
        if fetched.size == 0:
            raise BadRequest("The file is empty.")
        wanted = _wanted(caller, clean_filename(fetched.filename), fetched.sha256, fields)
        added = await run_in_threadpool(add_file, request, wanted, path, fetched.size)
    return _answer(request, added)


def _wanted(caller: Key, filename: str, sha256: str, fields: Mapping[str, str]) -> NewWiki:
    """What the fields ask for."""
    slug = fields.get("wiki_slug", "").strip()
    lang = fields.get("lang", "").strip() or "zh"
    if lang not in {"zh", "en"}:
        raise BadRequest("lang must be zh or en.")
    name = fields.get("wiki_name", "").strip()
    return NewWiki(
        owner=caller.owner,
        filename=filename,
        sha256=sha256,
        name=name,
        slug=checked_slug(slug) if slug else "",
        lang=lang,
        start=_switch(fields, "auto_start", default=True),
        fresh=_switch(fields, "force", default=False),
        key_id=caller.id,
    )


def _switch(fields: Mapping[str, str], name: str, *, default: bool) -> bool:
    word = fields.get(name, "").strip().lower()
    if word not in {"", "true", "false", "1", "0", "yes", "no", "on", "off"}:
        raise BadRequest(f"{name} must be true or false.")
    return word in {"true", "1", "yes", "on"} if word else default


def _texts(body: Mapping[str, Json]) -> dict[str, str]:
    """The fields of a JSON body as those of a form."""
    found = {}
    for name in _FIELDS & body.keys():
        value = body[name]
        if value is None:
            continue
        if not isinstance(value, str | bool):
            raise BadRequest(f"{name} must be a string.")
        found[name] = json.dumps(value) if isinstance(value, bool) else value
    if any(len(value) > MAX_FIELD or not value.isprintable() for value in found.values()):
        raise BadRequest("A field is too long or has unprintable characters.")
    return found


def add_file(request: Request, wanted: NewWiki, path: Path, size: int) -> AddedWiki:
    """The wiki and the job of a book's file, counted against the caller's quota; blocks.

    Raises:
        TooManyRequests, UnsupportedType: as their docstrings say.
    """
    from quire.read.books.book_kind import book_kind

    here, suffix = site(request), f".{book_kind(path, wanted.filename)}"
    here.keys.charge(key(request))
    added = wiki_parts(request).shelf.add(wanted, path, suffix)
    here.metrics.submitted("wiki", size)
    request.scope["quire.object"] = added.entry.slug
    return added


def _answer(request: Request, added: AddedWiki) -> Response:
    here, one = wiki_parts(request), added.entry
    said = {
        JobStatus.QUEUED: f"job {added.job_id} was queued",
        JobStatus.PAUSED: f"job {added.job_id} is waiting to be started",
    }.get(added.status, f"job {added.job_id} is {added.status}, because this book was built before")
    return json_response(
        {
            "ok": True,
            "job_id": added.job_id,
            "wiki_slug": one.slug,
            "wiki_name": one.name,
            "target_dir": str(here.shelf.folder(one.slug)),
            "message": f"The wiki “{one.name}” was created, and {said}.",
        },
        headers=ignored_fields(request),
    )


_ABOUT = "If the same book was built before, its wiki is reused, unless `force` is true."
_SUBMITTED = Answer(
    "The wiki and its job were created.",
    {
        "ok": True,
        "job_id": 7,
        "wiki_slug": "walden",
        "wiki_name": "Walden",
        "target_dir": "/data/wikis/walden",
        "message": "The wiki “Walden” was created, and job 7 was queued.",
    },
    schema="WikiSubmitted",
    headers=("X-Warnings",),
)
_WRONG = error_answer("Unsupported file type: image/png")
_NAMES: dict[str, Json] = {
    "wiki_name": {"type": "string", "description": "Display name; default: the file name."},
    "wiki_slug": {
        "type": "string",
        "description": "Lower-case letters, digits and hyphens. If it is taken, a suffix is added.",
    },
    "lang": {"type": "string", "enum": ["zh", "en"], "default": "zh"},
    "auto_start": {"type": "boolean", "default": True, "description": "If false, the job is created but not started."},
    "force": {
        "type": "boolean",
        "default": False,
        "description": "Build the wiki even if the same book was built before.",
    },
}

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "POST",
        "/api/v1/upload",
        submit,
        name="uploadBook",
        summary="Create a wiki from a book",
        tag="Wiki jobs",
        about=f"EPUB, PDF, Markdown or plain text, up to 200 MB; the content decides the type. {_ABOUT}",
        gate=Gate(scope=Scope.WIKI, rate="submit", body=MAX_BYTES + MULTIPART_ROOM),
        body={
            "required": True,
            "content": {
                "multipart/form-data": {
                    "schema": {
                        "type": "object",
                        "properties": {
                            "file": {"type": "string", "format": "binary"},
                            UPLOAD_ID: UPLOAD_FIELD,
                            **_NAMES,
                        },
                    },
                    "example": {"file": "(the bytes of walden.epub)", "wiki_name": "Walden", "lang": "en"},
                }
            },
        },
        answers={200: _SUBMITTED, 400: _WRONG},
    ),
    Operation(
        "POST",
        "/api/v1/upload-url",
        submit_url,
        name="uploadBookFrom",
        summary="Create a wiki from a book at a URL",
        tag="Wiki jobs",
        about=f"Only http and https URLs with public addresses are allowed. {_ABOUT}",
        gate=SUBMIT,
        body=json_body(
            {"source_url": {"type": "string", "format": "uri"}, **_NAMES},
            required=["source_url"],
            example={"source_url": "https://example.org/walden.epub", "lang": "en"},
        ),
        answers={200: _SUBMITTED, 400: error_answer("This address is not allowed.")},
    ),
)
