"""Results of many tasks as one ZIP file, made while it is sent: no whole file is ever in memory."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePath

from starlette.requests import Request
from starlette.responses import Response

from quire.errors import QuireError
from quire.tasks.task_states import Task, TaskStatus
from quire.web.documents.task_outcome import IMAGES, offered_name
from quire.web.downloads import StreamedResponse
from quire.web.http.filenames import content_disposition, stem
from quire.web.state.site import Site, site

MEDIA_TYPE = "application/zip"

MISSING_LIST = "left-out.json"
"""The member that says which tasks have no file in the archive, and why; only where there are any."""

COMPRESSED = frozenset({".docx", ".pptx", ".xlsx", ".png", ".jpg", ".jpeg"})
"""Suffixes of files that are compressed already: once more costs time and gains nothing."""


@dataclass(frozen=True, slots=True)
class Member:
    """A file of an archive: its name, its time, its size in bytes, and what opens it."""

    name: str
    moment: datetime
    size: int
    opened: Callable[[], Iterator[bytes]]


def archive_response(request: Request, tasks: Sequence[Task], name: str) -> Response:
    """The results of `tasks` as a zip file that is saved as `name`.

    A result with pictures is a folder, so that its links to them hold. What is not done, has expired, or goes while the
    archive is sent, is named in `LEFT_OUT`.
    """
    here = site(request)
    headers = [
        ("Content-Type", MEDIA_TYPE),
        ("Content-Disposition", content_disposition(name)),
        ("Cache-Control", "no-store"),
    ]
    return StreamedResponse(lambda: filter(None, zip_pieces(here, tasks)), headers)


def zip_pieces(here: Site, tasks: Sequence[Task]) -> Iterator[bytes]:
    """The bytes of a ZIP file with the results of `tasks`, in pieces of the size of stored ones; some are empty."""
    sink, taken, lacking = _Sink(), set[str](), list[dict[str, str]]()
    with zipfile.ZipFile(
        sink, "w", zipfile.ZIP_DEFLATED, compresslevel=3
    ) as target:  # level 3: a third of the time of 6
        for task in tasks:
            try:
                for member in _members(here, task, taken):
                    yield from _added(target, sink, member)
            except QuireError as error:
                lacking.append({"task_id": task.id, "filename": task.filename, "reason": str(error)})
        if lacking:
            target.writestr(MISSING_LIST, json.dumps(lacking, ensure_ascii=False, indent=1))
    yield sink.taken()


def _members(here: Site, task: Task, taken: set[str]) -> list[Member]:
    """The files of a task's result, under names that are in nobody's way.

    Raises:
        NotReady, Gone, NotFound: as for `Tasks.result_file`.
    """
    if task.status is TaskStatus.FAILED:
        raise QuireError(task.error)
    stored = {offered_name(task): here.tasks.result_file(task)}
    stored |= {name: here.tasks.image_file(task, name) for name in task.images if name.startswith(IMAGES)}
    sizes = [here.files.stat(lies).size for lies in stored.values()]  # all, before the first one is written
    folder = _own(stem(task.filename), taken) + "/" if len(stored) > 1 else ""
    moment = task.finished or task.created
    return [
        Member(folder + name if folder else _own(name, taken), moment, size, _opener(here, lies))
        for (name, lies), size in zip(stored.items(), sizes, strict=True)
    ]


def _opener(here: Site, lies: str) -> Callable[[], Iterator[bytes]]:
    return lambda: here.files.open(lies)


def _own(name: str, taken: set[str]) -> str:
    """The name, with a number where another one has it already; two names that differ by letter case are one."""
    path, number = PurePath(name), 2
    while name.casefold() in taken:
        name, number = f"{path.stem}-{number}{path.suffix}", number + 1
    taken.add(name.casefold())
    return name


def _added(target: zipfile.ZipFile, sink: _Sink, member: Member) -> Iterator[bytes]:
    info = zipfile.ZipInfo(member.name, max(member.moment.timetuple()[:6], (1980, 1, 1, 0, 0, 0)))
    info.compress_type = zipfile.ZIP_STORED if PurePath(member.name).suffix in COMPRESSED else zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    info.file_size = member.size  # tells whether the member needs the larger form, which not every program reads
    pieces = member.opened()
    with target.open(info, "w") as file:
        for piece in pieces:
            file.write(piece)
            yield sink.taken()
    yield sink.taken()


class _Sink:
    """What a zip file is written to: it keeps the bytes until they are taken, and cannot go back."""

    def __init__(self) -> None:
        self._kept = bytearray()

    def write(self, data: bytes, /) -> int:
        """Keep some bytes."""
        self._kept += data
        return len(data)

    def flush(self) -> None:
        """Nothing waits here."""

    def close(self) -> None:
        """Nothing is held."""

    def taken(self) -> bytes:
        """What was written since the last call."""
        found, self._kept = bytes(self._kept), bytearray()
        return found
