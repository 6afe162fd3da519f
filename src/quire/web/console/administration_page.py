"""The pages at ``/console/administration`` for whoever may manage keys: health, people, webhooks, settings in force."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from quire.access.keys import Key
from quire.access.permissions import Scope
from quire.errors import NotAllowed, NotAuthenticated
from quire.store.usage_log import Amount
from quire.tasks.task_states import TaskFilter, TaskStatus
from quire.tasks.webhook_deliveries import DeliveryState
from quire.tasks.webhook_sender import secret_of
from quire.web.console.page_parts import (
    console_page,
    console_route,
    session_key,
    submitted_form,
)
from quire.web.console.translations import language
from quire.web.console.translations_settings import meaning, value
from quire.web.http.operation import Operation
from quire.web.state.site import site

DELIVERIES = 100
"""Deliveries on a page, the newest ones."""

USED_DAYS = 30
"""Days whose use the list of people adds up."""

_HOME = "/console/administration"


class Person(NamedTuple):
    """An owner of keys: those that are valid, and what was used lately."""

    owner: str
    keys: Sequence[Key]
    is_admin: bool
    last_used: datetime | None
    today: Amount
    lately: Amount


async def show_health(request: Request) -> Response:
    """Whether the parts of the service work, and what waits."""
    caller, here = await _manager(request), site(request)
    state = await here.health_probe.state()

    def look() -> dict[str, Any]:
        jobs = here.wikis.builds.queue() if here.wikis is not None else None
        workers = here.tasks.workers()
        return {
            "counts": here.tasks.counts(),
            "workers": len(workers),
            "slots": sum(worker.slots for worker in workers),
            "books": (len(jobs.running), len(jobs.waiting)) if jobs is not None else (0, 0),
            "isolated": here.is_isolated(),
            "remark": here.companies.look_at_base(),
            "deliveries": here.deliveries.counts(),
        }

    seen = await run_in_threadpool(look)
    return console_page(
        request,
        "health.html",
        caller,
        state=state,
        fine=all(state.values()) and not here.closing.is_set(),
        uptime=timedelta(seconds=int(here.clock.monotonic() - here.began)),
        statuses=list(TaskStatus),
        **seen,
    )


async def show_people(request: Request) -> Response:
    """Who has keys, with what limits, and what they used."""
    caller, here = await _manager(request), site(request)
    now = here.clock.now()

    def look() -> list[Person]:
        keys, used = here.keys.all(), defaultdict[str, Amount](Amount)
        today = defaultdict[str, Amount](Amount)
        since = now.date() - timedelta(days=USED_DAYS - 1)
        for row in here.usage.since(since) if here.usage is not None else []:
            used[row.consumer.owner] += row.amount
            if row.day == now.date():
                today[row.consumer.owner] += row.amount
        owners = dict.fromkeys([*(key.owner for key in keys), *used])
        return [_person(owner, keys, now, today[owner], used[owner]) for owner in sorted(owners)]

    return console_page(request, "people.html", caller, people=await run_in_threadpool(look), now=now)


async def show_webhooks(request: Request) -> Response:
    """The newest deliveries of all tasks."""
    caller, here = await _manager(request), site(request)
    asked = request.query_params.get("state", "")
    wanted = DeliveryState(asked) if asked in set(DeliveryState) else None

    def look() -> dict[str, Any]:
        found = here.deliveries.recent(DELIVERIES, wanted)
        ids = tuple(dict.fromkeys(one.task_id for one in found if one.task_id))
        tasks, _ = here.tasks.list(TaskFilter(None, ids=ids), limit=len(ids)) if ids else ([], 0)
        return {"rows": found, "tasks": {task.id: task for task in tasks}, "counts": here.deliveries.counts()}

    seen = await run_in_threadpool(look)
    active = bool(request.query_params.get("replayed"))
    secret = secret_of(here.secret, caller.owner)
    return console_page(
        request,
        "webhooks.html",
        caller,
        wanted=wanted,
        states=list(DeliveryState),
        secret=secret,
        active=active,
        **seen,
    )


async def replay(request: Request) -> Response:
    """Send the messages of a task again."""
    caller, _ = await submitted_form(request)
    if not caller.may(Scope.ADMIN):
        raise NotAllowed
    task_id = request.path_params["task_id"]
    await run_in_threadpool(site(request).deliveries.replay, task_id)
    return RedirectResponse(f"{_HOME}/webhooks?replayed=1", 303)


async def show_settings(request: Request) -> Response:
    """The settings as they hold; secrets are masked."""
    caller, chosen = await _manager(request), language(request)
    rows = [
        (
            one._replace(value=value(one.value, chosen), default=value(one.default, chosen)),
            meaning(one.name, one.doc, chosen),
        )
        for one in site(request).settings
    ]
    return console_page(request, "settings.html", caller, rows=rows)


async def _manager(request: Request) -> Key:
    """The key of the session, which may manage keys.

    Raises:
        NotAuthenticated: nobody is signed in. NotAllowed: it may not.
    """
    caller = await session_key(request)
    if caller is None:
        raise NotAuthenticated
    if not caller.may(Scope.ADMIN):
        raise NotAllowed
    return caller


def _person(owner: str, keys: Sequence[Key], now: datetime, today: Amount, lately: Amount) -> Person:
    theirs = [key for key in keys if key.owner == owner and key.valid(now)]
    used = [key.last_used for key in keys if key.owner == owner and key.last_used]
    return Person(owner, theirs, any(key.is_admin for key in theirs), max(used, default=None), today, lately)


OPERATIONS: tuple[Operation, ...] = (
    console_route("GET", _HOME, show_health, "consoleHealth", "Health of the service"),
    console_route("GET", f"{_HOME}/people", show_people, "consolePeople", "People and their limits"),
    console_route("GET", f"{_HOME}/webhooks", show_webhooks, "consoleWebhooks", "Deliveries of webhooks"),
    console_route("POST", f"{_HOME}/webhooks/{{task_id}}", replay, "consoleReplay", "Send a webhook again"),
    console_route("GET", f"{_HOME}/settings", show_settings, "consoleSettings", "Settings in force"),
)
