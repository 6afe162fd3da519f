"""The page at ``/console/bin``: documents and wikis that people deleted, which can be restored for a day."""

from __future__ import annotations

import contextlib

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from quire.access.permissions import Scope
from quire.errors import NotFound
from quire.tasks.task_states import TaskFilter
from quire.web.console.page_parts import (
    ask_first,
    console_page,
    console_route,
    field,
    is_sure,
    session_key,
    sign_in_page,
    submitted_form,
)
from quire.web.console.translations import TEXTS, language
from quire.web.documents.task_list import MAX_TASKS
from quire.web.http.operation import Operation
from quire.web.state.site import owner, site
from quire.wiki.wiki_registry import WikiEntry

_BIN = "/console/bin"


async def show(request: Request) -> Response:
    """What is in the bin."""
    caller = await session_key(request)
    if caller is None:
        return await sign_in_page(request)
    wanted = TaskFilter(owner(request), binned=True)
    tasks, _ = await run_in_threadpool(lambda: site(request).tasks.list(wanted, limit=MAX_TASKS))
    wikis = await run_in_threadpool(_wikis, request) if caller.may(Scope.WIKI) else []
    return console_page(request, "bin.html", caller, tasks=tasks, wikis=wikis)


async def restore(request: Request) -> Response:
    """Take documents and wikis out of the bin, or delete them for good."""
    caller, form = await submitted_form(request)
    here, whose, ids = site(request), owner(request), form.get("id", [])[:MAX_TASKS]
    slugs = {*form.get("wiki", [])} if caller.may(Scope.WIKI) else set[str]()
    wikis = [one for one in await run_in_threadpool(_wikis, request) if one.slug in slugs] if slugs else []
    for_good, number = field(form, "act") == "delete", len(ids) + len(wikis)
    if for_good and number and not is_sure(form):
        t = TEXTS[language(request)]
        goes = [t["result_goes"]] * bool(ids) + [t["wiki_goes"]] * bool(wikis) + [t["cannot_undo"]]
        question = t["delete_for_good_question"].format(number=number)
        return ask_first(request, caller, form, question, goes=goes, does=t["delete"], back=_BIN)

    def act() -> None:
        for task_id in ids:
            with contextlib.suppress(NotFound):
                (here.tasks.delete if for_good else here.tasks.restore)(task_id, owner=whose)
        if here.wikis is None:
            return
        for one in wikis:
            if for_good:
                here.wikis.shelf.delete(one)
            else:
                here.wikis.shelf.move_to_bin(one, back=True)

    await run_in_threadpool(act)
    return RedirectResponse(_BIN if for_good else "/console/documents" if ids else "/console/wikis", 303)


def _wikis(request: Request) -> list[WikiEntry]:
    """The caller's wikis in the bin; blocks."""
    here = site(request).wikis
    return here.shelf.all(owner(request), binned=True) if here is not None else []


OPERATIONS: tuple[Operation, ...] = (
    console_route("GET", _BIN, show, "consoleBin", "The bin"),
    console_route("POST", _BIN, restore, "consoleRestore", "Restore what was deleted, or delete it for good"),
)
