"""Jobs of wikis: list, look, follow, log, start, pause, reset, delete, and the queue."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.access.permissions import Scope
from quire.clock import zulu
from quire.errors import BadRequest
from quire.tasks.builds.job_events import MICROS
from quire.tasks.builds.job_states import Job, JobStatus
from quire.web.http import query_parameters
from quire.web.http.operation import Answer, Carrier, Gate, Json, Operation, Parameter
from quire.web.http.responses import json_response
from quire.web.state.event_streams import EventStream
from quire.web.state.site import key, owner, site
from quire.web.wiki.wiki_access import JOB_ID, NO_JOB, SUBMIT, TAIL, WIKI, error_answer, find_job, wiki_parts

MAX_JOBS, DEFAULT_JOBS = 5000, 1000
MAX_TAIL, DEFAULT_TAIL = 5000, 200

STARTING_LOOKS, STARTING_PAUSE = 30, 0.1
"""How often, and with how many seconds between, a pause looks whether a job that is just starting runs."""

_STREAM = Gate(scope=Scope.WIKI, carriers=frozenset({Carrier.ACCESS_TOKEN_QUERY}))


async def list_jobs(request: Request) -> Response:
    """The caller's jobs, the newest first; an administrator's list holds everybody's."""
    here = wiki_parts(request)
    status = query_parameters.choice(request, "status", JobStatus)
    limit = query_parameters.integer(request, "limit", DEFAULT_JOBS, low=1, high=MAX_JOBS)
    offset = query_parameters.integer(request, "offset", 0, low=0, high=10**9)
    found, total = await run_in_threadpool(lambda: here.builds.page(owner(request), status, limit=limit, offset=offset))
    living, now = await run_in_threadpool(here.builds.living), here.builds.clock.now()
    return json_response({"ok": True, "jobs": [job_row(one, living, now) for one in found], "total": total})


async def show(request: Request) -> Response:
    """One job; ``?include=details`` adds what the list of fields does not have."""
    found, here = await find_job(request), wiki_parts(request)
    living, now = await run_in_threadpool(here.builds.living), here.builds.clock.now()
    body = {"ok": True, **job_row(found, living, now)}
    if query_parameters.text(request, "include") == "details":
        body["details"] = _details(found)
    return json_response(body)


async def stream(request: Request) -> Response | EventStream:
    """The events of a job as they come; 204 for a client that has had them all."""
    found, here = await find_job(request), wiki_parts(request)
    last = _last_event(request)
    head = await here.streams.head(found.id)
    if last > head.number:  # of another life of the number; begin anew
        last = 0
    if head.over and last == head.number:
        return Response(status_code=204)
    keys, caller, clock = site(request).keys, key(request), site(request).clock
    return EventStream(
        here.streams, found.id, last, site(request).closing, lambda: keys.get(caller.id).valid(clock.now())
    )


async def log(request: Request) -> Response:
    """The last lines of a job's log."""
    tail = query_parameters.integer(request, "tail", DEFAULT_TAIL, low=1, high=MAX_TAIL)
    found = await find_job(request)
    lines, total = await run_in_threadpool(wiki_parts(request).story.log, found.id, tail)
    return json_response({"ok": True, "job_id": found.id, "lines": list(lines), "total_lines": total})


async def start(request: Request) -> Response:
    """Queue a job that rests."""
    return await _changed(request, wiki_parts(request).builds.start, "was queued")


async def reset(request: Request) -> Response:
    """Queue a job that rests or is stuck."""
    return await _changed(request, wiki_parts(request).builds.reset, "was reset and queued")


async def pause(request: Request) -> Response:
    """Take a running job off."""
    found, here = await find_job(request), wiki_parts(request)
    for _ in range(STARTING_LOOKS):
        if found.status is not JobStatus.STARTING:
            break
        await asyncio.sleep(STARTING_PAUSE)
        found = await run_in_threadpool(here.builds.find, found.id)
    return await _changed(request, here.builds.pause, "was paused")


async def delete(request: Request) -> Response:
    """Remove a job's record; the wiki stays."""
    force = _force(request)
    builds = wiki_parts(request).builds
    return await _changed(request, lambda job_id: builds.delete(job_id, force=force), "was deleted")


async def queue(request: Request) -> Response:
    """What runs and what waits, in the order in which it will start; others' jobs are counted, not shown."""
    here, whose = wiki_parts(request), owner(request)
    running, waiting = await run_in_threadpool(here.builds.queue)
    items = [_item(one, position) for position, one in enumerate(waiting, 1) if whose in {None, one.owner}]
    shown = [_item(one, 0) for one in running if whose in {None, one.owner}]
    return json_response(
        {
            "ok": True,
            "capacity": here.capacity,
            "running": len(running),
            "queued": len(waiting),
            "items": [*shown, *items],
        }
    )


def job_row(one: Job, living: set[str], now: datetime) -> dict[str, Json]:
    """A job with the fields of the interface.

    Args:
        one: the job.
        living: the workers that live.
        now: the moment.
    """
    active = one.status.active and one.runner in living
    return {
        "id": one.id,
        "wiki_slug": one.slug,
        "status": one.status,
        "phase": one.phase,
        "elapsed_ms": one.elapsed_ms(now),
        "last_event_age_ms": one.event_age_ms(now),
        "runner_active": active,
        "stale": one.stale(now, living=active),
        "token_summary": {"total_tokens": one.tokens, "total_cost_usd": one.cost_micros / MICROS},
    }


def _details(one: Job) -> Json:
    return {
        "owner": one.owner,
        "created_at": _maybe(one.created),
        "queued_at": _maybe(one.queued),
        "started_at": _maybe(one.started),
        "finished_at": _maybe(one.finished),
        "attempt": one.attempt,
        "interruptions": one.interruptions,
        "events": one.events,
        "error": one.error,
        "error_code": one.error_code,
    }


def _maybe(when: datetime | None) -> str | None:
    return None if when is None else zulu(when)


def _item(one: Job, position: int) -> Json:
    return {"job_id": one.id, "wiki_slug": one.slug, "status": one.status, "position": position}


async def _changed(request: Request, change: Callable[[int], Job], done: str) -> Response:
    found = await run_in_threadpool(change, (await find_job(request)).id)
    message = f"Job {found.id} {done}."
    return json_response({"ok": True, "job_id": found.id, "status": found.status, "message": message})


def _last_event(request: Request) -> int:
    """The number of the last event that the client has had; 0 where it says none, or nonsense."""
    text = request.headers.get("last-event-id", "").strip() or request.query_params.get("last_event_id", "")
    return query_parameters.digits(text) or 0


def _force(request: Request) -> bool:
    word = (query_parameters.text(request, "force") or "false").lower()
    if word not in {"true", "false", "1", "0"}:
        raise BadRequest("force must be true or false.")
    return word in {"true", "1"}


_JOB: dict[str, Json] = {
    "id": 7,
    "wiki_slug": "walden",
    "status": "running",
    "phase": "grow",
    "elapsed_ms": 8412,
    "last_event_age_ms": 310,
    "runner_active": True,
    "stale": False,
    "token_summary": {"total_tokens": 0, "total_cost_usd": 0.0},
}
_STATES: list[Json] = [status.value for status in JobStatus]
_CONFLICT = error_answer(
    "The job is completed; only a stopped job can be started.", "The status of the job does not allow this."
)


def _changing(word: str, status: str, message: str) -> dict[int, Answer]:
    body: dict[str, Json] = {"ok": True, "job_id": 7, "status": status, "message": message}
    return {200: Answer(word, body, schema="JobChanged"), 404: NO_JOB, 409: _CONFLICT}


_EVENTS = b"""retry: 3000

event: phase
id: 1
data: {"phase":"egg","status":"started"}

event: done
id: 2
data: {"status":"completed"}

"""

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "GET",
        "/api/v1/jobs",
        list_jobs,
        name="listJobs",
        summary="List your jobs, newest first",
        tag="Wiki jobs",
        gate=WIKI,
        parameters=(
            Parameter("status", "query", "Only jobs with this status.", {"type": "string", "enum": _STATES}, "running"),
            Parameter(
                "limit",
                "query",
                "Maximum number of jobs to return.",
                {"type": "integer", "minimum": 1, "maximum": MAX_JOBS},
                DEFAULT_JOBS,
            ),
            Parameter("offset", "query", "Number of jobs to skip.", {"type": "integer", "minimum": 0}, 0),
        ),
        answers={200: Answer("The jobs.", {"ok": True, "jobs": [_JOB], "total": 1}, schema="JobList")},
    ),
    Operation(
        "GET",
        "/api/v1/jobs/{job_id}",
        show,
        name="getJob",
        summary="Get a job",
        tag="Wiki jobs",
        gate=WIKI,
        parameters=(
            JOB_ID,
            Parameter("include", "query", "`details` adds times and the error, if any.", {"type": "string"}, "details"),
        ),
        answers={200: Answer("The job.", {"ok": True, **_JOB}, schema="Job"), 404: NO_JOB},
    ),
    Operation(
        "GET",
        "/api/v1/jobs/{job_id}/stream",
        stream,  # type: ignore[arg-type]  # it is an answer of its own
        name="streamJob",
        summary="Follow a job (Server-Sent Events)",
        tag="Wiki jobs",
        about="The events are `phase`, `token`, `review`, `log` and finally `done`, numbered without gaps. After an "
        "interruption, send `Last-Event-ID` to continue, as browsers do. The key may also be sent as `?access_token=`.",
        gate=_STREAM,
        parameters=(
            JOB_ID,
            Parameter("access_token", "query", "Your access key.", {"type": "string"}, "(your key)"),
            Parameter("Last-Event-ID", "header", "Id of the last event received.", {"type": "integer"}, 1),
        ),
        answers={
            200: Answer("The events.", _EVENTS, media_type="text/event-stream"),
            204: Answer("The job has ended and you have received all events."),
            404: NO_JOB,
        },
    ),
    Operation(
        "GET",
        "/api/v1/jobs/{job_id}/log",
        log,
        name="getJobLog",
        summary="Get the last lines of a job log",
        tag="Wiki jobs",
        gate=WIKI,
        parameters=(JOB_ID, TAIL),
        answers={
            200: Answer(
                "The lines, oldest first.",
                {
                    "ok": True,
                    "job_id": 7,
                    "lines": ["2026-03-06T08:30:00Z INFO phase phase=egg status=started"],
                    "total_lines": 1,
                },
                schema="JobLog",
            ),
            400: error_answer("tail must be a whole number from 1 to 5000."),
            404: NO_JOB,
        },
    ),
    Operation(
        "POST",
        "/api/v1/jobs/{job_id}/start",
        start,
        name="startJob",
        summary="Start or resume a job",
        tag="Wiki jobs",
        gate=SUBMIT,
        parameters=(JOB_ID,),
        answers=_changing("The job was queued.", "queued", "Job 7 was queued."),
    ),
    Operation(
        "POST",
        "/api/v1/jobs/{job_id}/pause",
        pause,
        name="pauseJob",
        summary="Pause a running job",
        tag="Wiki jobs",
        gate=WIKI,
        parameters=(JOB_ID,),
        answers=_changing("The job was paused; `start` resumes it.", "paused", "Job 7 was paused."),
    ),
    Operation(
        "POST",
        "/api/v1/jobs/{job_id}/reset",
        reset,
        name="resetJob",
        summary="Queue a stuck job again",
        tag="Wiki jobs",
        gate=WIKI,
        parameters=(JOB_ID,),
        answers=_changing("The job was queued again.", "queued", "Job 7 was reset and queued."),
    ),
    Operation(
        "DELETE",
        "/api/v1/jobs/{job_id}",
        delete,
        name="deleteJob",
        summary="Delete a job; its wiki is kept",
        tag="Wiki jobs",
        gate=WIKI,
        parameters=(
            JOB_ID,
            Parameter(
                "force",
                "query",
                "Also delete a job that is running.",
                {"type": "boolean", "default": False},
                example=False,
            ),
        ),
        answers=_changing("The job was deleted; `status` is its last status.", "completed", "Job 7 was deleted."),
    ),
    Operation(
        "GET",
        "/api/v1/queue",
        queue,
        name="getQueue",
        summary="Get the running and the queued jobs",
        tag="Wiki jobs",
        about="Position 1 is next; running jobs have position 0. Only your own jobs are listed; the counts cover all.",
        gate=WIKI,
        answers={
            200: Answer(
                "The queue.",
                {
                    "ok": True,
                    "capacity": 2,
                    "running": 1,
                    "queued": 1,
                    "items": [
                        {"job_id": 7, "wiki_slug": "walden", "status": "running", "position": 0},
                        {"job_id": 8, "wiki_slug": "ruby", "status": "queued", "position": 1},
                    ],
                },
                schema="Queue",
            )
        },
    ),
)
