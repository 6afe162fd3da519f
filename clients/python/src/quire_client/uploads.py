"""A file sent in parts by the tus protocol 1.0.0; after a cut it goes on where the service is."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from http import HTTPStatus
from pathlib import Path

from quire_client.effects import Call, Flow, Pause
from quire_client.errors import ApiError, ConnectionLost
from quire_client.requests import Retries, backoff, send

PART = 8 * 1024 * 1024
"""Bytes of a piece, and of files that are sent in one request: what a cut costs at most."""

_PATH = "/api/uploads"
_TUS = {"Tus-Resumable": "1.0.0"}
_AGAIN = frozenset({HTTPStatus.CONFLICT, 460})
"""Another offset, or bytes that changed on their way: ask for the offset, and send from there."""


def is_large(*bodies: Path | bytes) -> bool:
    """Whether files are sent in parts."""
    return sum(map(_size, bodies)) > PART


def upload(filename: str, body: Path | bytes, retries: Retries) -> Flow[str]:
    """The id of an upload whose bytes have all arrived.

    Raises:
        ApiError: it is refused. ConnectionLost: the service does not answer, also after the retries.
    """
    length, name = _size(body), base64.b64encode(filename.encode()).decode()
    headers = {**_TUS, "Upload-Length": str(length), "Upload-Metadata": f"filename {name}"}
    made = yield from send(Call("POST", _PATH, headers=headers), retries)
    upload_id = str(made.json()["upload_id"])
    offset, failures = 0, 0
    while offset < length:
        part = _part(body, offset)
        digest = base64.b64encode(hashlib.sha256(part).digest()).decode()
        headers = {**_TUS, "Upload-Offset": str(offset), "Upload-Checksum": f"sha256 {digest}"}
        headers["Content-Type"] = "application/offset+octet-stream"
        try:
            answer = yield from send(
                Call("PATCH", f"{_PATH}/{upload_id}", headers=headers, content=part, safe=False), retries
            )
        except (ApiError, ConnectionLost) as error:
            failures += 1
            if failures >= retries.attempts or (isinstance(error, ApiError) and error.status not in _AGAIN):
                raise
            yield Pause(backoff(retries, failures))
            answer = yield from send(Call("HEAD", f"{_PATH}/{upload_id}", headers=_TUS), retries)
        reached = int(answer.headers["upload-offset"])
        if reached > offset:
            failures = 0
        offset = reached
    return upload_id


def upload_all(files: Iterable[tuple[str, Path | bytes]], retries: Retries) -> Flow[list[str]]:
    """The ids of uploads of several files, each with its name; errors as `upload`."""
    made = []
    for name, body in files:
        made.append((yield from upload(name, body, retries)))
    return made


def _size(body: Path | bytes) -> int:
    return len(body) if isinstance(body, bytes) else body.stat().st_size


def _part(body: Path | bytes, offset: int) -> bytes:
    if isinstance(body, bytes):
        return body[offset : offset + PART]
    with body.open("rb") as file:
        file.seek(offset)
        return file.read(PART)
