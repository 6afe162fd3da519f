"""Files sent in parts: the tus resumable upload protocol 1.0.0 (https://tus.io/protocols/resumable-upload).

The core protocol with the extensions creation, termination, expiration and checksum. A piece with a checksum is kept
whole or not at all; of any other, what has arrived before a cut is kept. A process that dies loses at most the last
`PART_BYTES`.
"""

from __future__ import annotations

import base64
import binascii
import functools
import hashlib
from collections.abc import Mapping
from email.utils import format_datetime
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from quire.access.permissions import Scope
from quire.clock import zulu
from quire.errors import (
    BadRequest,
    ChecksumMismatch,
    Conflict,
    Gone,
    MethodNotAllowed,
    NotAllowed,
    PreconditionFailed,
    QuireError,
    RequestStalled,
    TooLarge,
    TooManyRequests,
    UnsupportedMediaType,
)
from quire.store.resumable_uploads import ResumableUpload
from quire.web.documents import conversion_routes, finance_routes, invoice_routes
from quire.web.http.filenames import clean_filename
from quire.web.http.operation import Answer, Endpoint, Gate, Json, Operation, Parameter
from quire.web.http.query_parameters import digits
from quire.web.http.responses import error_response, json_response
from quire.web.state.site import key, site
from quire.web.upload_staging import BUFFER_BYTES, staging_file
from quire.web.wiki import book_uploads

VERSION = "1.0.0"
PATH = "/api/uploads"
PIECE_TYPE = "application/offset+octet-stream"

LIMITS: Mapping[Scope, int] = {
    Scope.PARSE: conversion_routes.MAX_BYTES,
    Scope.FINANCE: finance_routes.MAX_BYTES,
    Scope.INVOICE: invoice_routes.MAX_BYTES,
    Scope.WIKI: book_uploads.MAX_BYTES,
}
"""Bytes of a file that each service takes."""

MAX_BYTES = max(LIMITS.values())

PART_BYTES = 8 * 1024 * 1024
"""Stored as soon as so much has arrived: what a killed process or a pulled plug costs at most."""

ALGORITHMS = ("sha1", "sha256")
"""Of checksums; tus wants the first."""

_SPOKEN = {"Tus-Resumable": VERSION, "Cache-Control": "no-store"}
_CAPABILITIES = {
    "Tus-Version": VERSION,
    "Tus-Extension": "creation,termination,expiration,checksum",
    "Tus-Max-Size": str(MAX_BYTES),
    "Tus-Checksum-Algorithm": ",".join(ALGORITHMS),
}


def _tus(endpoint: Endpoint) -> Endpoint:
    """An endpoint whose requests and answers name the version of the protocol, answers that are errors included."""

    @functools.wraps(endpoint)
    async def checked(request: Request) -> Response:
        headers = dict(_SPOKEN)
        try:
            if request.method != "GET" and request.headers.get("tus-resumable", "").strip() != VERSION:
                headers |= _CAPABILITIES
                raise PreconditionFailed(f"The header Tus-Resumable must be {VERSION}.")
            answer = await endpoint(request)
        except QuireError as error:
            answer = error_response(error, request.scope)
        for name, value in headers.items():
            answer.headers[name] = value
        return answer

    return checked


async def capabilities(_request: Request) -> Response:
    """What is spoken here."""
    return Response(status_code=204, headers={**_SPOKEN, **_CAPABILITIES})


@_tus
async def create(request: Request) -> Response:
    """A new upload."""
    caller, here = key(request), site(request)
    most = max((size for scope, size in LIMITS.items() if caller.may(scope)), default=0)
    if not most:
        raise NotAllowed
    if request.headers.get("upload-defer-length"):
        raise BadRequest("Upload-Length must be given; it cannot be deferred.")
    length = _number(request, "Upload-Length")
    if length > most:
        raise TooLarge.over(most)
    filename = clean_filename(_metadata(request.headers.get("upload-metadata", "")).get("filename", ""))
    made = await run_in_threadpool(here.uploads.create, caller.owner, filename, length)
    request.scope["quire.object"] = made.id
    answer = json_response(_body(made), status=201, headers=_headers(made).items())
    answer.headers["Location"] = f"{here.address(request)}{PATH}/{made.id}"
    return answer


@_tus
async def show(request: Request) -> Response:
    """How much of an upload has arrived."""
    found = await _found(request)
    return json_response(_body(found), headers=_headers(found).items())


@_tus
async def append(request: Request) -> Response:
    """Take the next bytes of an upload."""
    return await _append(request)


@_tus
async def end(request: Request) -> Response:
    """Remove an upload."""
    return await _end(request)


@_tus
async def override(request: Request) -> Response:
    """The same as PATCH or DELETE, for clients that cannot send these."""
    method = request.headers.get("x-http-method-override", "").strip().upper()
    if method not in {"PATCH", "DELETE"}:
        raise MethodNotAllowed
    return await (_append if method == "PATCH" else _end)(request)


async def _append(request: Request) -> Response:
    if request.headers.get("content-type", "").strip().lower() != PIECE_TYPE:
        raise UnsupportedMediaType(f"The Content-Type must be {PIECE_TYPE}.")
    offset, digest, expected = _number(request, "Upload-Offset"), *_checksum(request)
    found = await _found(request)
    if offset != found.received:
        raise Conflict(f"The offset is {found.received}.")
    announced = digits(request.headers.get("content-length", ""))
    if announced is not None and offset + announced > found.length:
        raise TooLarge("The piece is longer than the rest of the upload.")
    more = True
    while more:
        with staging_file(site(request).staging) as path:
            lost: QuireError | ClientDisconnect | None = None
            try:
                more = await _receive(request, path, found, digest)
            except (ClientDisconnect, RequestStalled) as problem:
                lost = problem
            if digest is not None and (lost or digest.digest() != expected):
                raise lost or ChecksumMismatch
            found = await run_in_threadpool(site(request).uploads.append, found, path)
            if lost:
                raise lost
    return Response(status_code=204, headers=_headers(found))


async def _end(request: Request) -> Response:
    await run_in_threadpool(site(request).uploads.delete, await _found(request))
    return Response(status_code=204)


async def _receive(request: Request, path: Path, upload: ResumableUpload, digest: hashlib._Hash | None) -> bool:
    """Write the next bytes of the body to a new file, all of them where they have a checksum; whether more come."""
    size, more = 0, True
    with path.open("xb", buffering=BUFFER_BYTES) as file:
        while more and (digest is not None or size < PART_BYTES):
            message = await request.receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            piece, more = message.get("body", b""), message.get("more_body", False)
            size += len(piece)
            if upload.received + size > upload.length:
                raise TooLarge("The piece is longer than the rest of the upload.")
            file.write(piece)
            if digest is not None:
                digest.update(piece)
    return more


async def _found(request: Request) -> ResumableUpload:
    """The caller's upload that the path names."""
    here, caller = site(request), key(request)
    return await run_in_threadpool(here.uploads.find, str(request.path_params["upload_id"]), caller.owner)


def _number(request: Request, name: str) -> int:
    number = digits(request.headers.get(name, "").strip())
    if number is None:
        raise BadRequest(f"{name} must be a whole number.")
    return number


def _metadata(header: str) -> dict[str, str]:
    """The pairs of ``Upload-Metadata``: a key, and its value in Base64, separated by commas.

    Raises:
        BadRequest: it is none.
    """
    found = {}
    for pair in header.split(",") if header.strip() else []:
        name, _, value = pair.strip().partition(" ")
        if not name:
            raise BadRequest("Upload-Metadata must be pairs of a key and a value in Base64.")
        found[name] = _base64(value.strip(), "Upload-Metadata").decode("utf-8", "replace")
    return found


def _checksum(request: Request) -> tuple[hashlib._Hash | None, bytes]:
    """The algorithm and the value of ``Upload-Checksum``; None without it."""
    header = request.headers.get("upload-checksum", "").strip()
    if not header:
        return None, b""
    name, _, value = header.partition(" ")
    if name not in ALGORITHMS:
        raise BadRequest(f"Upload-Checksum must use {' or '.join(ALGORITHMS)}.")
    return hashlib.new(name, usedforsecurity=False), _base64(value.strip(), "Upload-Checksum")


def _base64(text: str, name: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise BadRequest(f"A value of {name} is not Base64.") from None


def _headers(upload: ResumableUpload) -> dict[str, str]:
    expires = format_datetime(upload.expires.replace(microsecond=0), usegmt=True)
    return {"Upload-Offset": str(upload.received), "Upload-Length": str(upload.length), "Upload-Expires": expires}


def _body(upload: ResumableUpload) -> dict[str, Json]:
    return {
        "upload_id": upload.id,
        "filename": upload.filename,
        "length": upload.length,
        "offset": upload.received,
        "expires_at": zulu(upload.expires),
    }


_ID = "6f1d3c0e7a3f4b0c9a5e7d0b9f4f0e6c"
_EXAMPLE: Json = {
    "upload_id": _ID,
    "filename": "Report.pdf",
    "length": 41_943_040,
    "offset": 8_388_608,
    "expires_at": "2026-03-07T08:30:02Z",
}


def _header(name: str, about: str, example: str, *, required: bool = True) -> Parameter:
    return Parameter(name, "header", about, {"type": "string"}, example, required=required)


_UPLOAD = Parameter("upload_id", "path", "The id of the upload.", {"type": "string"}, _ID, required=True)
_SPEAKS = _header("Tus-Resumable", "The version of the protocol.", VERSION)
_PIECE = (
    _UPLOAD,
    _SPEAKS,
    _header("Upload-Offset", "Bytes that the service has: the place of the first byte of the body.", "8388608"),
    _header(
        "Upload-Checksum",
        f"Of the body, by {' or '.join(ALGORITHMS)} in Base64. A piece that does not fit is dropped with 460.",
        "sha256 47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        required=False,
    ),
)
_TUS = ("Tus-Resumable",)
_PROGRESS = ("Upload-Offset", "Upload-Length", "Upload-Expires", *_TUS)
_GATE = Gate(body=MAX_BYTES)


def _error(about: str, sentence: str) -> Answer:
    return Answer(about, {"detail": sentence}, "Error", headers=_TUS)


_MISSING = _error("There is no such upload, or it belongs to another owner.", "Upload not found")
_ENDED = _error("The upload has expired, or was deleted.", str(Gone("The upload has expired.")))
_VERSIONS = _error("Another version of the protocol.", f"The header Tus-Resumable must be {VERSION}.")
_PIECE_ANSWERS: dict[int, Answer] = {
    204: Answer("The bytes are stored.", headers=_PROGRESS),
    400: _error("A header is not valid.", "Upload-Offset must be a whole number."),
    404: _MISSING,
    409: _error("The offset is another one, or other bytes arrived first.", "The offset is 8388608."),
    410: _ENDED,
    412: _VERSIONS,
    413: _error("More bytes than the upload has.", "The piece is longer than the rest of the upload."),
    415: _error("Another Content-Type.", f"The Content-Type must be {PIECE_TYPE}."),
    460: _error("The bytes do not match their checksum, and are dropped.", ChecksumMismatch.sentence),
}
_ENDED_ANSWERS: dict[int, Answer] = {
    204: Answer("The upload is deleted.", headers=_TUS),
    404: _MISSING,
    410: _ENDED,
    412: _VERSIONS,
}
_BYTES: dict[str, Json] = {
    "required": True,
    "content": {
        PIECE_TYPE: {"schema": {"type": "string", "format": "binary"}, "example": "(the next bytes of the file)"}
    },
}

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "OPTIONS",
        PATH,
        capabilities,
        name="getUploadCapabilities",
        summary="Get the version and the extensions of the upload protocol",
        tag="Uploads",
        answers={204: Answer("What is spoken.", headers=("Tus-Resumable", *_CAPABILITIES))},
    ),
    Operation(
        "POST",
        PATH,
        create,
        name="createUpload",
        summary="Start an upload in parts",
        tag="Uploads",
        about="The tus protocol 1.0.0. Send the bytes by PATCH, then submit the file by its `upload_id` in the place "
        "of `file`. A file has at most the bytes that the services of the key take. It is kept for 24 hours after its "
        "last part, and for an hour after it was submitted.",
        parameters=(
            _SPEAKS,
            _header("Upload-Length", "Bytes of the whole file.", "41943040"),
            _header(
                "Upload-Metadata",
                "`filename` with the name in Base64.",
                "filename UmVwb3J0LnBkZg==",
                required=False,
            ),
        ),
        answers={
            201: Answer("The upload was created.", _EXAMPLE, "Upload", headers=("Location", *_PROGRESS)),
            400: _error("A header is not valid.", "Upload-Length must be a whole number."),
            403: _error("The key takes no files.", NotAllowed.sentence),
            412: _VERSIONS,
            413: _error("The file is too large.", TooLarge.sentence),
            429: _error("Too many requests, or too many unfinished uploads.", TooManyRequests.sentence),
        },
    ),
    Operation(
        "GET",
        f"{PATH}/{{upload_id}}",
        show,
        name="getUpload",
        summary="Get how much of an upload has arrived",
        tag="Uploads",
        about="HEAD, with the header `Tus-Resumable`, returns the same headers.",
        parameters=(_UPLOAD,),
        answers={200: Answer("The upload.", _EXAMPLE, "Upload", headers=_PROGRESS), 404: _MISSING, 410: _ENDED},
    ),
    Operation(
        "PATCH",
        f"{PATH}/{{upload_id}}",
        append,
        name="appendToUpload",
        summary="Send the next bytes of an upload",
        tag="Uploads",
        about="What has arrived stays if the connection breaks, unless it has a checksum; ask for the offset by HEAD.",
        gate=_GATE,
        parameters=_PIECE,
        body=_BYTES,
        answers=_PIECE_ANSWERS,
    ),
    Operation(
        "DELETE",
        f"{PATH}/{{upload_id}}",
        end,
        name="deleteUpload",
        summary="Delete an upload",
        tag="Uploads",
        parameters=(_UPLOAD, _SPEAKS),
        answers=_ENDED_ANSWERS,
    ),
    Operation(
        "POST",
        f"{PATH}/{{upload_id}}",
        override,
        name="overrideUpload",
        summary="PATCH or DELETE an upload through a POST",
        tag="Uploads",
        about="For clients that cannot send these methods: the header `X-HTTP-Method-Override` names it.",
        gate=_GATE,
        parameters=(*_PIECE[:2], _header("X-HTTP-Method-Override", "PATCH or DELETE.", "PATCH"), *_PIECE[3:]),
        body=_BYTES,
        answers=_PIECE_ANSWERS | {405: _error("Another method.", MethodNotAllowed.sentence)},
    ),
)
