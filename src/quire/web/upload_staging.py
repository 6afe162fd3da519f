"""Receives uploads into a staging file: counts bytes as they arrive and detects the type from the content."""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import ClientDisconnect, Request

from quire.clock import Clock
from quire.errors import BadRequest, UnsupportedType
from quire.web.http.filenames import clean_filename
from quire.web.http.multipart import SNIFFED_BYTES, Form, FormReader
from quire.web.state.site import site

PDF, JPEG, PNG, XML = "application/pdf", "image/jpeg", "image/png", "application/xml"
OFD = "application/ofd"
MULTIPART_ROOM = 64 * 1024
"""Bytes that a body may have beyond its file: boundaries, part headers and fields."""

_SUFFIX = ".upload"
_STALE = 24 * 3600
_BUFFER = 256 * 1024


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that has arrived whole."""

    path: Path
    filename: str  # cleaned
    size: int
    sha256: str  # hex
    media_type: str  # seen in its content
    fields: dict[str, str]


@contextlib.asynccontextmanager
async def receive_upload(
    request: Request, *, limit: int, types: frozenset[str], names: frozenset[str]
) -> AsyncIterator[Upload]:
    """The upload of a request; its staging file is deleted when the context ends.

    Args:
        request: a request whose body was not read.
        limit: the most bytes of the file.
        types: the media types that are taken.
        names: the form fields that are kept.

    Raises:
        BadRequest: not a form, damaged, no file, an empty one, or more than one.
        UnsupportedType: the content is of another type.
        TooLarge: more bytes than `limit`.
    """
    with staging_file(site(request).staging) as path:
        form = await _read(request, path, limit=limit, names=names)
        if form.files == 0 or (form.size == 0 and not form.filename):
            raise BadRequest("There is no file in the field “file”.")
        if form.size == 0:
            raise BadRequest("The file is empty.")
        media_type = _accepted(form.head, types)
        yield Upload(path, clean_filename(form.filename), form.size, form.sha256, media_type, form.fields)


def check_type(path: Path, types: frozenset[str]) -> None:
    """Check that a file has one of the media types, by its content.

    Raises:
        UnsupportedType: it has another one.
    """
    with path.open("rb") as file:
        _accepted(file.read(SNIFFED_BYTES), types)


@contextlib.contextmanager
def staging_file(folder: Path) -> Iterator[Path]:
    """A new path in the staging folder; its file is deleted when the context ends."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{uuid.uuid4().hex}{_SUFFIX}"
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)


def remove_stale_uploads(folder: Path, clock: Clock) -> None:
    """Delete files of uploads whose process was killed, once they are a day old."""
    oldest = clock.now().timestamp() - _STALE
    with contextlib.suppress(OSError):
        for path in folder.glob(f"*{_SUFFIX}"):
            with contextlib.suppress(OSError):
                if path.stat().st_mtime < oldest:
                    path.unlink()


async def _read(request: Request, path: Path, *, limit: int, names: frozenset[str]) -> Form:
    """Stream the body into `path`. The writes go to the page cache, which takes less than a thread's round trip."""
    with path.open("xb", buffering=_BUFFER) as target:
        reader = FormReader(request.headers.get("content-type", ""), target, limit=limit, names=names)
        while True:
            message = await request.receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            if piece := message.get("body", b""):
                reader.write(piece)
            if not message.get("more_body", False):
                return reader.finish()


def _accepted(head: bytes, types: frozenset[str]) -> str:
    """The media type of a content, which is one of `types`.

    Raises:
        UnsupportedType: it is not; the sentence names those that are.
    """
    from quire.read.file_preflight import sniff

    found = sniff(head)
    if found not in types:
        raise UnsupportedType(f"Unsupported file type: {found}")
    return found
