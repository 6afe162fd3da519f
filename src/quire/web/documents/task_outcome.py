"""What every service returns about a task: its status and progress, its file, and signed links to that file."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.clock import zulu
from quire.errors import Conflict, NotFound
from quire.tasks.task_states import Task, TaskStatus
from quire.web.downloads import stored_file
from quire.web.http import query_parameters
from quire.web.http.filenames import stem
from quire.web.http.operation import Json
from quire.web.http.responses import WARNINGS, warnings_line
from quire.web.state.site import key, owner, site
from quire.write import WRITERS

MAX_WAIT = 60
RETRY_SOON = ("Retry-After", "2")
"""Tells a client when to ask again."""

RECOMMENDED_PAGES = {"parse": 200, "finance": 50}
"""Recommended maximum of pages by service; a task with more gets a header that says so."""

IMAGES = "images/"
"""What the names of pictures of a result begin with; other files beside it are read by their own pages only."""


@dataclass(frozen=True, slots=True)
class OutputFile:
    """What a kind of task makes: the file's suffix and type, and whether it links to pictures beside it."""

    suffix: str
    media_type: str
    linked: bool = False


OUTPUT_FILES: dict[str, OutputFile] = {
    f"parse.{to}": OutputFile(writer.suffix, writer.media_type, writer.linked) for to, writer in WRITERS.items()
} | {
    "finance.xlsx": OutputFile(".xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    "invoice.json": OutputFile(".json", "application/json"),
}
"""By kind of task; the word before the dot is the service."""


async def find_task(request: Request, service: str) -> Task:
    """The task that the path names, once it has ended or the seconds of ``?wait=`` are over.

    Raises:
        NotFound: there is none, or it is another owner's or another service's.
    """
    here, task_id = site(request), request.path_params["task_id"]
    seconds = query_parameters.integer(request, "wait", 0, low=0, high=MAX_WAIT)
    task = await run_in_threadpool(lambda: here.tasks.get(task_id, owner=owner(request)))
    if task.kind.partition(".")[0] != service:
        raise NotFound
    if seconds and not task.status.final:
        task = await wait_for_task(request, task, seconds)
    return task


async def wait_for_task(request: Request, task: Task, seconds: float) -> Task:
    """The task when it has ended, or as it is after `seconds` or when the process is about to end."""
    here = site(request)
    waiting = asyncio.ensure_future(here.tasks.wait(task.id, owner=owner(request), seconds=seconds))
    closing = asyncio.ensure_future(here.closing.wait())
    try:
        await asyncio.wait({waiting, closing}, return_when=asyncio.FIRST_COMPLETED)
        return waiting.result() if waiting.done() else task
    finally:
        waiting.cancel()
        closing.cancel()


async def progress_headers(request: Request, task: Task) -> list[tuple[str, str]]:
    """The headers of a result: progress, expiry, advice and warnings."""
    headers = []
    if task.status is TaskStatus.PENDING:
        place = await run_in_threadpool(site(request).tasks.position, task.id)
        headers += [RETRY_SOON, ("X-Queue-Position", str(place))]
    elif task.status is TaskStatus.PROCESSING:
        headers += [RETRY_SOON, ("X-Progress", f"{task.pages_done}/{task.pages_total}")]
    elif task.expires is not None:
        headers.append(("X-Expires-At", zulu(task.expires)))
    if task.waiting_for and not task.status.final:
        headers.append(("X-Waiting-For", task.waiting_for))
    advised = RECOMMENDED_PAGES.get(task.kind.partition(".")[0], 0)
    if advised and task.pages_total > advised:
        advice = f"Up to {advised} pages are recommended; this document has {task.pages_total}."
        headers.append(("X-Page-Advice", advice))
    if task.warnings:
        headers.append((WARNINGS, warnings_line(task.warnings)))
    return headers


def timestamp(moment: datetime) -> str:
    """A moment as the specification writes it: UTC without an offset."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S")


def offered_name(task: Task) -> str:
    """The name under which a task's result is saved."""
    return stem(task.filename) + OUTPUT_FILES[task.kind].suffix


def task_body(task: Task) -> dict[str, Json]:
    """Exactly the keys that every service lists for the task's state; of a done one up to its duration."""
    body: dict[str, Json] = {"task_id": task.id, "status": task.status}
    if task.status is TaskStatus.PENDING:
        return body
    body["created_at"] = timestamp(task.created)
    if task.status is TaskStatus.FAILED:
        body["error"] = task.error or "The document could not be processed."
    elif task.status is TaskStatus.DONE:
        body["duration"] = round(task.duration or 0.0, 3)
    return body


def file_keys(request: Request, task: Task) -> dict[str, Json]:
    """The keys of a done task that lead to its file."""
    return {"download_url": signed_link(request, task, offered_name(task)), "filename": offered_name(task)}


def signed_link(request: Request, task: Task, name: str) -> str:
    """A signed link to a file of a task, for the key of the request."""
    here = site(request)
    signature = here.links.sign("GET", task.id, name, seconds=here.link_seconds, key_id=key(request).id)
    return f"{here.download_address(request)}/files/{task.id}/{quote(name)}?{signature.query()}"


async def result_file(request: Request, task: Task) -> Response:
    """The file that a task made.

    Raises:
        Conflict: the task has failed, with its sentence. NotReady, Gone: as for `Tasks.result_file`.
    """
    if task.status is TaskStatus.FAILED:
        raise Conflict(task.error)
    name = await run_in_threadpool(site(request).tasks.result_file, task)
    return await stored_file(request, name, OUTPUT_FILES[task.kind].media_type, filename=offered_name(task))
