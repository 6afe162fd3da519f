"""Finds the wiki or the job of a path and checks its owner."""

from __future__ import annotations

from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from quire.access.permissions import Scope
from quire.errors import BadRequest, Conflict, NotAllowed, Unavailable
from quire.tasks.builds.job_states import Job, JobStatus
from quire.web.http.operation import Answer, Gate, Parameter
from quire.web.http.query_parameters import digits
from quire.web.state.site import key, site
from quire.web.state.wiki_services import WikiParts
from quire.wiki.opened_wiki import OpenedWiki
from quire.wiki.wiki_registry import WikiEntry

MAX_JOB_ID = (1 << 31) - 1
"""The largest number that the database's column takes; no job has a larger one."""

WIKI = Gate(scope=Scope.WIKI)
SUBMIT = Gate(scope=Scope.WIKI, rate="submit")


def wiki_parts(request: Request) -> WikiParts:
    """The wiki service's parts.

    Raises:
        Unavailable: this site has none.
    """
    found = site(request).wikis
    if found is None:
        raise Unavailable("Wikis are not available on this service.")
    return found


async def find_wiki(request: Request, slug: str | None = None) -> WikiEntry:
    """The wiki that the path (or the caller) names.

    Raises:
        NotFound: there is none. NotAllowed: it is another owner's.
    """
    wanted = request.path_params["slug"] if slug is None else slug
    found = await run_in_threadpool(wiki_parts(request).shelf.find, wanted)
    _check_owner(request, found.owner)
    return found


async def find_job(request: Request) -> Job:
    """The job that the path names.

    Raises:
        BadRequest: its id is no number. NotFound: there is none. NotAllowed: it is another owner's.
    """
    number = digits(request.path_params["job_id"])
    if number is None:
        raise BadRequest("The job id must be a whole number.")
    found = await run_in_threadpool(wiki_parts(request).builds.find, number if number <= MAX_JOB_ID else 0)
    _check_owner(request, found.owner)
    return found


async def check_ready(request: Request, one: WikiEntry) -> None:
    """Check that a wiki can be read.

    Raises:
        Conflict: its job has not written the pages yet.
    """
    if not one.ready:
        newest = await run_in_threadpool(wiki_parts(request).builds.of_wiki, one.id)
        state = newest.status if newest else JobStatus.PAUSED
        raise Conflict(f"The wiki is not ready yet: its job is {state}.")


def wiki_folder(request: Request, one: WikiEntry) -> Path:
    """The local copy of a wiki's folder, brought up to date; blocks."""
    return wiki_parts(request).shelf.local(one)


def open_wiki(request: Request, one: WikiEntry) -> OpenedWiki:
    """A wiki opened for reading; blocks while it is read."""
    return wiki_parts(request).wiki_cache.open(wiki_folder(request, one))


def _check_owner(request: Request, owner: str) -> None:
    caller = key(request)
    if not caller.is_admin and caller.owner != owner:
        raise NotAllowed("This belongs to another owner.")


def error_answer(sentence: str, about: str = "The request is not valid.") -> Answer:
    """An error's answer for the OpenAPI document."""
    return Answer(about, {"ok": False, "error": sentence, "detail": sentence}, schema="WikiError")


SLUG = Parameter("slug", "path", "Slug of the wiki.", {"type": "string"}, "walden", required=True)
JOB_ID = Parameter("job_id", "path", "Id of the job.", {"type": "integer", "minimum": 1}, 7, required=True)
IN_QUERY = Parameter("wiki", "query", "Slug of the wiki.", {"type": "string"}, "walden", required=True)
TAIL = Parameter(
    "tail",
    "query",
    "Number of lines from the end.",
    {"type": "integer", "minimum": 1, "maximum": 5000, "default": 200},
    200,
)
NO_JOB = error_answer("There is no such job.", "The job does not exist.")
NO_WIKI = error_answer("There is no such wiki.", "The wiki does not exist.")
