"""Results with the pictures that they link to: a ZIP file, or one file that holds them."""

from __future__ import annotations

from enum import StrEnum

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.errors import BadRequest
from quire.tasks.task_states import Task
from quire.web.documents.result_archive import archive_response
from quire.web.documents.task_outcome import IMAGES, OUTPUT_FILES, offered_name, result_file
from quire.web.http.filenames import content_disposition, stem
from quire.web.http.responses import bytes_response
from quire.web.state.site import Site, site
from quire.write.embedded_pictures import HOLDING, embed_pictures

MAX_INSIDE = 64 << 20
"""Bytes of pictures that one file may hold: browsers and editors open no larger text well."""

_SANDBOX = ("Content-Security-Policy", "default-src 'none'; sandbox")
"""HTML made from a stranger's file must not run as a page of this host."""


class PictureForm(StrEnum):
    """How a result comes with its pictures."""

    LINKED = "linked"  # the file alone, its links lead to images/ beside it
    ZIP = "zip"
    INSIDE = "inside"  # of Markdown and HTML only


def usual_form(task: Task) -> PictureForm:
    """How people get a result: whole, and in one piece."""
    if not pictures_of(task):
        return PictureForm.LINKED
    return PictureForm.INSIDE if task.kind == "parse.html" else PictureForm.ZIP


def pictures_of(task: Task) -> list[str]:
    """The names of the pictures that a result links to."""
    return [name for name in task.images if name.startswith(IMAGES)] if OUTPUT_FILES[task.kind].linked else []


async def whole_result(request: Request, task: Task, form: PictureForm) -> Response:
    """The result of a task in a form; one without pictures is the file alone in every form.

    Raises:
        BadRequest: this format cannot hold pictures, or they are too large. Others as for `result_file`.
    """
    if form is PictureForm.LINKED or not pictures_of(task):
        return await result_file(request, task)
    if form is PictureForm.ZIP:
        await run_in_threadpool(site(request).tasks.result_file, task)
        return archive_response(request, [task], f"{stem(task.filename)}.zip")
    body = await run_in_threadpool(_with_pictures, site(request), task)
    headers = [("Content-Disposition", content_disposition(offered_name(task))), _SANDBOX]
    return bytes_response(body, OUTPUT_FILES[task.kind].media_type, headers=headers)


def _with_pictures(here: Site, task: Task) -> bytes:
    if task.kind.partition(".")[2] not in HOLDING:
        raise BadRequest("Only Markdown and HTML can hold their pictures. Use pictures=zip.")
    stored = {name: here.tasks.image_file(task, name) for name in pictures_of(task)}
    if sum(here.files.stat(lies).size for lies in stored.values()) > MAX_INSIDE:
        raise BadRequest("The pictures are too large for one file. Use pictures=zip.")

    def picture(name: str) -> bytes | None:
        lies = stored.get(f"{IMAGES}{name}.png")
        return None if lies is None else b"".join(here.files.open(lies))

    return embed_pictures(b"".join(here.files.open(here.tasks.result_file(task))), picture)
