"""The pages at ``/console/wikis``: create a wiki from a book, follow its build, start its preview and its butler."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from quire.access.keys import Key
from quire.access.permissions import Scope
from quire.errors import BadRequest, Conflict, NotAllowed, NotFound, QuireError, Unavailable
from quire.tasks.builds.job_events import MICROS
from quire.tasks.builds.job_states import PHASES, Job, JobStatus
from quire.tasks.builds.job_transitions import Builds
from quire.tasks.builds.phase_progress import noted
from quire.web.console.page_parts import (
    Form,
    accepted,
    console_page,
    console_route,
    field,
    refusal,
    session_key,
    sign_in_page,
    submitted_form,
    uploading_key,
)
from quire.web.console.sessions import check_form
from quire.web.console.translations import language
from quire.web.console.translations_log import log_lines
from quire.web.console.wiki_pictures import cost_plan, findings, pictures
from quire.web.http.operation import Door, Gate, Json, Operation
from quire.web.http.query_parameters import digits
from quire.web.state.site import owner, site
from quire.web.state.wiki_services import WikiParts
from quire.web.upload_staging import MULTIPART_ROOM
from quire.web.wiki import book_uploads as wiki_uploads
from quire.web.wiki import job_routes as wiki_jobs
from quire.web.wiki import operation_routes as wiki_sites
from quire.web.wiki.wiki_access import check_ready, find_wiki, open_wiki, wiki_parts
from quire.wiki.exports import FORMATS
from quire.wiki.wiki_folder import Wiki

MAX_JOBS = 1000
"""Jobs that are read, newest first; the newest job of a wiki gives its status."""

PORTS = range(8100, 8600)
"""Ports to choose from when neither the form nor the wiki names one."""

PORTS_TRIED = 5
"""Free ports to try in turn: another preview may take one before ours starts."""

LOG_LINES = 300
"""Lines of the log on a wiki's page, the last ones."""

_HOME = "/console/wikis"
_Act = Callable[[Request, Form], Awaitable[object]]


async def show(request: Request) -> Response:
    """The caller's wikis and the form, or the sign-in page."""
    caller = await session_key(request)
    return await sign_in_page(request) if caller is None else await _list(request, caller)


async def submit(request: Request) -> Response:
    """Create a wiki from an uploaded book."""
    try:
        await uploading_key(request, Scope.WIKI)
        added = await wiki_uploads.add_book(request, token=lambda said: check_form(request, said))
    except QuireError as error:
        return await refusal(request, error, _list)
    return accepted(request, f"{_HOME}/{added.entry.slug}?watch=1")


async def show_one(request: Request) -> Response:
    """One wiki: the progress, the log and the cost of its job."""
    caller = await session_key(request)
    return await sign_in_page(request) if caller is None else await _page(request, caller)


async def act(request: Request) -> Response:
    """Do something to a wiki."""
    do = _ACTS.get(request.path_params["act"])
    if do is None:
        raise NotFound
    form: Form = {}
    try:
        caller, form = await submitted_form(request)
        if not caller.may(Scope.WIKI):
            raise NotAllowed
        await do(request, form)
    except QuireError as error:
        return await refusal(request, error, _page if field(form, "from") and isinstance(error, Conflict) else _list)
    place = f"{_HOME}/{request.path_params['slug']}" if field(form, "from") else _HOME
    return RedirectResponse(f"{place}?watch=1", 303)


async def _serve(request: Request, form: Form) -> None:
    """Give the wiki the port of the form, and start its preview."""
    one = await find_wiki(request)
    await check_ready(request, one)
    port = field(form, "port")
    lowest, highest = wiki_sites.MIN_PORT, wiki_sites.MAX_PORT
    if port and not lowest <= (digits(port) or 0) <= highest:
        raise BadRequest(f"The port must be a number from {lowest} to {highest}.")
    folder = await run_in_threadpool(wiki_parts(request).shelf.local, one)
    has_port = await run_in_threadpool(_has_port, folder)
    if port or has_port:
        await run_in_threadpool(_set_port, folder, port)
        await wiki_sites.serve(request)
        return
    for free in await run_in_threadpool(lambda: [one for one in PORTS if _is_free(one)][:PORTS_TRIED]):
        await run_in_threadpool(_set_port, folder, str(free))
        try:
            await wiki_sites.serve(request)
        except BadRequest:  # another preview was faster
            continue
        return
    await run_in_threadpool(lambda: Wiki.open(folder).configure(PORT=""))  # the next start looks anew
    raise Unavailable(f"There is no free port from {PORTS.start} to {PORTS.stop - 1}.")


def _has_port(folder: Path) -> bool:
    return bool(Wiki.open(folder).config.get("PORT"))


def _set_port(folder: Path, port: str) -> None:
    """Write the port of a preview into the wiki's configuration; the one that is there stays when `port` is empty."""
    if port:
        Wiki.open(folder).configure(PORT=port)


def _is_free(port: int) -> bool:
    try:
        socket.create_server(("", port)).close()
    except OSError:
        return False
    return True


async def _stop(request: Request, _: Form) -> None:
    await wiki_sites.serve_stop(request)


async def _butler(request: Request, _: Form) -> None:
    one, nothing = await find_wiki(request), dict[str, Json]()
    await check_ready(request, one)
    await run_in_threadpool(wiki_sites.begin_butler, wiki_parts(request), one, nothing)


async def _butler_stop(request: Request, _: Form) -> None:
    await wiki_sites.butler_stop(request)


async def _start(request: Request, _: Form) -> None:
    await _for_job(request, wiki_jobs.start)


async def _pause(request: Request, _: Form) -> None:
    await _for_job(request, wiki_jobs.pause)


async def _reset(request: Request, _: Form) -> None:
    await _for_job(request, wiki_jobs.reset)


async def _for_job(request: Request, endpoint: Callable[[Request], Awaitable[Response]]) -> None:
    one = await find_wiki(request)
    job = await run_in_threadpool(wiki_parts(request).builds.of_wiki, one.id)
    if job is None:
        raise NotFound
    request.path_params["job_id"] = str(job.id)
    await endpoint(request)


_ACTS: Mapping[str, _Act] = {
    "serve": _serve,
    "stop": _stop,
    "butler": _butler,
    "butler-stop": _butler_stop,
    "start": _start,
    "pause": _pause,
    "reset": _reset,
}


async def _list(request: Request, caller: Key, *, problem: str = "", status: int = 200) -> Response:
    here, whose = wiki_parts(request), owner(request)

    def look() -> tuple[list[dict[str, Json]], dict[str, Job], bool]:
        wikis = here.shelf.all(whose)
        butlers, previews = here.butlers.all({one.id for one in wikis}), here.previews.all()
        rows = [
            wiki_sites.overview_row(request, one, butlers.get(one.id), previews.get(one.id)) | {"ready": one.ready}
            for one in wikis
        ]
        found, goes_on = _newest(here, lambda: here.builds.page(whose, None, limit=MAX_JOBS, offset=0)[0])
        active = goes_on or any(one.running for one in butlers.values())
        return rows, {job.slug: job for job in reversed(found)}, active

    rows, jobs, active = await run_in_threadpool(look)
    return console_page(
        request,
        "wikis.html",
        caller,
        problem=problem,
        status=status,
        active=active,
        model=wiki_parts(request).model,
        rows=rows,
        jobs=jobs,
        phases=PHASES,
        micros=MICROS,
        allowed=caller.may(Scope.WIKI),
    )


async def _page(request: Request, caller: Key, *, problem: str = "", status: int = 200) -> Response:
    one, here = await find_wiki(request), wiki_parts(request)
    if not caller.may(Scope.WIKI):
        raise NotAllowed

    def look() -> dict[str, Any]:
        jobs, goes_on = _newest(here, lambda: [job for job in (here.builds.of_wiki(one.id),) if job])
        job, butler = next(iter(jobs), None), here.butlers.find(one.id)
        row = wiki_sites.overview_row(request, one, butler, here.previews.all().get(one.id))
        now, living = site(request).clock.now(), here.builds.living()
        lines, total = here.story.log(job.id, LOG_LINES) if job else ([], 0)
        lines = log_lines(lines, language(request))
        shown: dict[str, Any] = {"pictures": None, "findings": ([], 0)}
        if one.ready:
            with contextlib.suppress(QuireError, OSError):  # its folder is gone, or is somebody's experiment
                opened = open_wiki(request, one)
                base = f"{_HOME}/{one.slug}/read/"
                shown["pictures"] = pictures(opened, language(request))
                shown["findings"] = findings(opened, language(request), base)
        return shown | {
            "row": row | {"ready": one.ready},
            "job": job,
            "state": wiki_jobs.job_row(job, living, now) if job else None,
            "place": _place(here.builds, job),
            "lines": lines,
            "total": total,
            "progress": noted(here.shelf.folder(one.slug), job.phase) if job and job.status.active else None,
            "butler": butler,
            "goes_on": goes_on,
            "plan": cost_plan(site(request), one.slug, owner(request)),
        }

    seen = await run_in_threadpool(look)
    butler, planned = seen["butler"], seen["plan"]
    active = seen["goes_on"] or (butler and butler.running) or (planned and not planned.task.status.final)
    return console_page(
        request,
        "wiki.html",
        caller,
        problem=problem,
        status=status,
        active=bool(active),
        one=one,
        phases=PHASES,
        micros=MICROS,
        address=site(request).address(request),
        formats=[*FORMATS],
        model=here.model,
        budget=here.budget_usd,
        **seen,
    )


def _newest(here: WikiParts, read: Callable[[], Sequence[Job]]) -> tuple[Sequence[Job], bool]:
    """Jobs that `read` gives, and whether more of them is to come: one waits, runs, or is ready and still improved.

    Jobs and their stories are two reads. When the story of a ready job is over, the jobs are read again, so that a page
    that looks for the last time shows how it ended.
    """
    jobs = read()
    heads = here.story.heads([job.id for job in jobs if job.status is JobStatus.READY])
    if any(head.over for head in heads.values()):
        jobs = read()
    improved = {job_id for job_id, head in heads.items() if not head.over}
    return jobs, any(job.status.active or job.status is JobStatus.QUEUED or job.id in improved for job in jobs)


def _place(builds: Builds, job: Job | None) -> int:
    """The place of a job among those that wait, counted from 1; 0 when it does not."""
    if job is None or job.status != "queued":
        return 0
    return next((at for at, waiting in enumerate(builds.queue().waiting, 1) if waiting.id == job.id), 0)


_BOOK = Gate(door=Door.OPEN, rate="", body=wiki_uploads.MAX_BYTES + MULTIPART_ROOM)

OPERATIONS: tuple[Operation, ...] = (
    console_route("GET", _HOME, show, "consoleWikis", "The wikis"),
    console_route("POST", _HOME, submit, "consoleBook", "Send a book", gate=_BOOK),
    console_route("GET", f"{_HOME}/{{slug}}", show_one, "consoleWikiPage", "A wiki"),
    console_route("POST", f"{_HOME}/{{slug}}/{{act}}", act, "consoleWiki", "Do something to a wiki"),
)
