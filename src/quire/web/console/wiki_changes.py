"""Changes of a wiki in the console: its own settings, what a model would cost, and deleting it, which asks first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from quire.access.keys import Key
from quire.access.permissions import Scope
from quire.errors import BadRequest, Conflict, NotAllowed, QuireError
from quire.tasks.builds.butler_table import MAX_ROUNDS, ButlerConfig
from quire.tasks.builds.job_events import MICROS
from quire.tasks.task_states import NewTask
from quire.web.console.page_parts import (
    Form,
    ask_first,
    console_page,
    console_route,
    error_text,
    field,
    is_sure,
    session_key,
    sign_in_page,
    submitted_form,
)
from quire.web.console.translations import TEXTS, language
from quire.web.console.wiki_pictures import PLAN, plan_reference
from quire.web.http.operation import Operation
from quire.web.http.query_parameters import digits
from quire.web.state.site import site
from quire.web.state.wiki_services import WikiParts
from quire.web.wiki.job_routes import pause
from quire.web.wiki.operation_routes import MAX_COST, MAX_INTERVAL, MAX_PORT, MIN_PORT
from quire.web.wiki.wiki_access import find_wiki, wiki_parts
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_registry import WikiEntry

_HOME = "/console/wikis"


async def show_settings(request: Request) -> Response:
    """The form with a wiki's own settings."""
    caller = await session_key(request)
    if caller is None:
        return await sign_in_page(request)
    return await _settings(request, caller, await _changeable(request, caller))


async def change_settings(request: Request) -> Response:
    """Change a wiki's name, its port, and how it is improved."""
    caller, form = await submitted_form(request)
    one, here = await _changeable(request, caller), wiki_parts(request)
    try:
        port = _optional(form, "port", MIN_PORT, MAX_PORT)
        rounds = _optional(form, "rounds", 0, MAX_ROUNDS)
        pause = _optional(form, "interval_s", 0, MAX_INTERVAL)
        cost = _dollars(form)

        def change() -> None:
            here.shelf.rename(one, field(form, "name"))
            folder = here.shelf.local(here.shelf.find(one.slug))
            if Wiki.open(folder).config.get("PORT", "") != (port or ""):
                Wiki.open(folder).configure(PORT=str(port or ""))
                here.shelf.save(one.slug)
            found = here.butlers.find(one.id)
            before = found.orders if found else ButlerConfig()
            after = ButlerConfig(
                before.rounds if rounds is None else rounds,
                auto=before.auto,
                model=before.model,
                interval_s=before.interval_s if pause is None else pause,
                max_cost_micros=cost,
            )
            if one.ready and after != before:  # before, the end of the job decides on improving
                here.butlers.configure(one.id, after)

        await run_in_threadpool(change)
    except (BadRequest, Conflict) as problem:
        shown = error_text(request, problem)
        return await _settings(request, caller, one, problem=shown, status=problem.status, given=form)
    return RedirectResponse(f"{_HOME}/{one.slug}", 303)


async def plan(request: Request) -> Response:
    """Find out what a model would cost for a wiki's book."""
    caller, _ = await submitted_form(request)
    one, here = await _changeable(request, caller), site(request)
    if not wiki_parts(request).model:
        raise BadRequest("There is no language model on this service.")

    def begin() -> None:
        book = Wiki.open(wiki_parts(request).shelf.local(one)).source
        here.keys.charge(caller)
        name = f"{Path(one.filename).stem}{book.suffix}"
        here.tasks.submit(NewTask(one.owner, caller.id, PLAN, name, book, {}, plan_reference(one.slug)))

    await run_in_threadpool(begin)
    return RedirectResponse(f"{_HOME}/{one.slug}?watch=1#plan", 303)


async def delete(request: Request) -> Response:
    """Ask; then stop all that works on a wiki, and put it in the bin."""
    caller, form = await submitted_form(request)
    one, here = await _changeable(request, caller), wiki_parts(request)
    if not is_sure(form):
        t = TEXTS[language(request)]
        goes = [t["wiki_to_bin"]] + [t["wiki_stops"]] * await run_in_threadpool(_is_built, here, one)
        question = t["delete_wiki_question"].format(name=one.name)
        return ask_first(request, caller, form, question, goes=goes, does=t["delete"], back=f"{_HOME}/{one.slug}")

    job = await run_in_threadpool(here.builds.of_wiki, one.id)
    if job is not None and job.status.active:
        request.path_params["job_id"] = str(job.id)
        await pause(request)

    def remove() -> None:
        here.previews.stop(one.id)
        here.butlers.stop(one.id)
        here.shelf.move_to_bin(one)

    await run_in_threadpool(remove)
    return RedirectResponse(_HOME, 303)


def _is_built(here: WikiParts, one: WikiEntry) -> bool:
    """Whether something works on a wiki; blocks."""
    job, butler = here.builds.of_wiki(one.id), here.butlers.find(one.id)
    return bool((job and job.status.active) or (butler and butler.running))


async def _changeable(request: Request, caller: Key) -> WikiEntry:
    """The wiki of the path, which the caller may change.

    Raises:
        NotFound, NotAllowed: there is none, or it is another owner's, or the key is not for wikis.
    """
    one = await find_wiki(request)
    if not caller.may(Scope.WIKI):
        raise NotAllowed
    return one


async def _settings(
    request: Request, caller: Key, one: WikiEntry, *, problem: str = "", status: int = 200, given: Form | None = None
) -> Response:
    here = wiki_parts(request)

    def look() -> dict[str, Any]:
        found = here.butlers.find(one.id)
        orders = found.orders if found else ButlerConfig()
        try:
            wiki = Wiki.open(here.shelf.local(one))
            port, rules = wiki.config.get("PORT", ""), wiki.house_rules()
        except (QuireError, OSError):  # its folder is gone
            port, rules = "", ()
        cost = "" if orders.max_cost_micros is None else f"{orders.max_cost_micros / MICROS:g}"
        values = {"name": one.name, "port": port, "rounds": str(orders.rounds), "interval_s": str(orders.interval_s)}
        return {"values": values | {"max_cost_usd": cost}, "rules": rules}

    shown = await run_in_threadpool(look)
    if given is not None:
        shown["values"] = {
            name: field(given, name) for name in ("name", "port", "rounds", "interval_s", "max_cost_usd")
        }
    return console_page(
        request, "wiki_settings.html", caller, problem=problem, status=status, one=one, parts=here, **shown
    )


def _optional(form: Form, name: str, low: int, high: int) -> int | None:
    """The whole number of a field; None when it is empty.

    Raises:
        BadRequest: it is none, or out of bounds.
    """
    text = field(form, name)
    number = digits(text)
    if text and (number is None or not low <= number <= high):
        raise BadRequest(f"{name} must be a whole number from {low} to {high}.")
    return number if text else None


def _dollars(form: Form) -> int | None:
    """Millionths of a dollar that improving may cost; None is no limit."""
    text = field(form, "max_cost_usd")
    if not text:
        return None
    try:
        cost = float(text)
    except ValueError:
        cost = -1.0
    if not 0 <= cost <= MAX_COST:
        raise BadRequest(f"max_cost_usd must be a number from 0 to {MAX_COST}, or null for no limit.")
    return round(cost * MICROS)


OPERATIONS: tuple[Operation, ...] = (
    console_route("GET", f"{_HOME}/{{slug}}/settings", show_settings, "consoleWikiSettings", "A wiki's settings"),
    console_route("POST", f"{_HOME}/{{slug}}/settings", change_settings, "consoleWikiChange", "Change a wiki"),
    console_route("POST", f"{_HOME}/{{slug}}/plan", plan, "consoleWikiPlan", "What a model would cost"),
    console_route("POST", f"{_HOME}/{{slug}}/delete", delete, "consoleWikiDelete", "Delete a wiki"),
)
