"""Receives uploads into staging files: counts bytes as they arrive and detects the type from the content."""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request

from quire.clock import Clock
from quire.errors import BadRequest, TooLarge, UnsupportedType
from quire.web.http.filenames import clean_filename
from quire.web.http.multipart import SNIFFED_BYTES, FilePart, Form, FormReader
from quire.web.http.responses import WARNINGS, warnings_line
from quire.web.state.site import key, site

PDF, JPEG, PNG, XML = "application/pdf", "image/jpeg", "image/png", "application/xml"
OFD = "application/ofd"
MULTIPART_ROOM = 64 * 1024
"""Bytes that a body may have beyond its file: boundaries, part headers and fields."""

UPLOAD_ID = "upload_id"
"""The form field that names a file that was sent in parts before, in the place of a file."""

_IGNORED = "quire.ignored"
_NAMED, _SHOWN = 3, 40  # unknown fields that are named, and characters of each
_SUFFIX = ".upload"
_EMPTY = "The file is empty."
_STALE = 24 * 3600
BUFFER_BYTES = 256 * 1024


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that has arrived whole."""

    path: Path
    filename: str  # cleaned
    size: int
    sha256: str  # hex
    media_type: str  # seen in its content


@dataclass(frozen=True, slots=True)
class Submission:
    """A form that has arrived whole: its file, None if it has none, and its fields."""

    file: Upload | None
    fields: dict[str, str]


@contextlib.asynccontextmanager
async def receive_upload(
    request: Request, *, limit: int, types: frozenset[str], names: frozenset[str], instead: str = ""
) -> AsyncIterator[Submission]:
    """The form of a request with its file; the staging file is deleted when the context ends.

    Args:
        request: a request whose body was not read.
        limit: the most bytes of the file.
        types: the media types that are taken.
        names: the form fields that are kept.
        instead: the field that may come in the place of a file.

    Raises:
        BadRequest: not a form, damaged, no file, an empty one, or more than one.
        NotFound, Gone, Conflict: the file was sent in parts, and is not there or not whole.
        UnsupportedType: the content is of another type.
        TooLarge: more bytes than `limit`.
    """
    async with receive_files(request, limit=limit, names=names | {UPLOAD_ID}, most=1) as (form, paths):
        note_ignored(request, form.dropped, names | {"file", UPLOAD_ID})
        parts = [part for part in form.files if part.size or part.filename]  # browsers send an empty part for no file
        upload_id = form.fields.pop(UPLOAD_ID, "").strip()
        other = instead if instead and form.fields.get(instead, "").strip() else UPLOAD_ID if upload_id else ""
        if other and (parts or (upload_id and other != UPLOAD_ID)):
            raise BadRequest(f"Send either a file or {other}." if parts else f"Send either {UPLOAD_ID} or {other}.")
        if other == UPLOAD_ID:
            with staging_file(site(request).staging) as path:
                yield Submission(
                    await run_in_threadpool(fetch_upload, request, upload_id, path, types, limit), form.fields
                )
        elif other:
            yield Submission(None, form.fields)
        elif parts:
            yield Submission(checked_upload(parts[0], paths[0], types, limit), form.fields)
        else:
            others = ", ".join(f"“{name[:_SHOWN]}”" for name in form.dropped[:_NAMED])
            said = f"; ignored: {others}" if others else ""
            raise BadRequest(f"There is no file in the field “file”{said}.")


def note_ignored(request: Request, given: Iterable[str], known: Iterable[str]) -> None:
    """Remember the fields of a request that its operation does not have, for `ignored_fields`."""
    if unknown := sorted(set(given).difference(known)):
        names = ", ".join(name[:_SHOWN] for name in unknown[:_NAMED])
        request.scope[_IGNORED] = (
            f"Ignored, because there is no such field: {names}. Fields are {', '.join(sorted(known))}."
        )


def ignored_fields(request: Request) -> list[tuple[str, str]]:
    """The header that names what `note_ignored` has found; empty if all fields are known.

    It is no error: specified clients may send more than the service knows, and always could.
    """
    sentence = request.scope.get(_IGNORED)
    return [(WARNINGS, warnings_line([sentence]))] if sentence else []


def fetch_upload(request: Request, upload_id: str, path: Path, types: frozenset[str], limit: int) -> Upload:
    """A file of the caller that was sent in parts, written to `path`; blocks.

    Raises:
        NotFound, Gone: there is no such upload of theirs. Conflict: it is not complete.
        BadRequest, UnsupportedType, TooLarge: as `checked_upload`.
    """
    uploads = site(request).uploads
    found = uploads.find(upload_id, key(request).owner)
    if found.length > limit:
        raise TooLarge
    if found.length == 0:
        raise BadRequest(_EMPTY)
    sha256 = uploads.fetch(found, path)
    with path.open("rb") as file:
        media_type = _accepted(file.read(SNIFFED_BYTES), types)
    return Upload(path, found.filename, found.length, sha256, media_type)


def checked_upload(part: FilePart, path: Path, types: frozenset[str], limit: int) -> Upload:
    """A file that has arrived at `path`.

    Raises:
        BadRequest: it is empty. UnsupportedType: its content is of no type in `types`.
        TooLarge: it has more than `limit` bytes.
    """
    if part.size == 0:
        raise BadRequest(_EMPTY)
    if part.size > limit:
        raise TooLarge.over(limit)
    media_type = _accepted(part.head, types)
    return Upload(path, clean_filename(part.filename), part.size, part.sha256, media_type)


@contextlib.asynccontextmanager
async def receive_files(
    request: Request, *, limit: int, names: frozenset[str], most: int
) -> AsyncIterator[tuple[Form, list[Path]]]:
    """The form of a request and the staging file of each of its files; they are deleted when the context ends.

    The writes go to the page cache, which takes less than a thread's round trip.

    Args:
        request: a request whose body was not read.
        limit: the most bytes of one file.
        names: the form fields that are kept.
        most: files at most.

    Raises:
        BadRequest: not a form, damaged, or more files. TooLarge: a file has more bytes than `limit`.
    """
    folder, paths = site(request).staging, list[Path]()
    with contextlib.ExitStack() as kept, contextlib.ExitStack() as opened:

        def open_target() -> BinaryIO:
            opened.close()  # the file before has arrived
            paths.append(kept.enter_context(staging_file(folder)))
            return opened.enter_context(paths[-1].open("xb", buffering=BUFFER_BYTES))

        reader = FormReader(request.headers.get("content-type", ""), open_target, limit=limit, names=names, most=most)
        while True:
            message = await request.receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            if piece := message.get("body", b""):
                reader.write(piece)
            if not message.get("more_body", False):
                break
        form = reader.finish()
        opened.close()
        yield form, paths


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


def _accepted(head: bytes, types: frozenset[str]) -> str:
    """The media type of a content, which is one of `types`.

    Raises:
        UnsupportedType: it is not; the sentence names those that are.
    """
    from quire.read.books.text_encoding import sniff_text
    from quire.read.file_preflight import sniff

    found = sniff_text(head) if "text/plain" in types else sniff(head)
    if found not in types:
        raise UnsupportedType(f"Unsupported file type: {found}", sorted(types))
    return found
