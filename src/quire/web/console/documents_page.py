"""The page at ``/console/documents``: submit documents to any service, follow their progress, download the results."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from quire.access.keys import Key
from quire.errors import NotFound, QuireError
from quire.tasks.task_states import Task, TaskFilter, TaskStatus
from quire.web.console.page_parts import (
    Form,
    accepted,
    ask_first,
    console_page,
    console_route,
    field,
    is_sure,
    refusal,
    session_key,
    sign_in_page,
    submitted_form,
    uploading_key,
)
from quire.web.console.result_page import can_be_shown
from quire.web.console.review_page import TABLES
from quire.web.console.sessions import check_form
from quire.web.console.submission_table import SUBMISSIONS
from quire.web.console.translations import TEXTS, language
from quire.web.documents.result_archive import archive_response
from quire.web.documents.submissions import create_task, submit_again
from quire.web.documents.task_list import ARCHIVE_NAME, MAX_TASKS
from quire.web.documents.task_outcome import offered_name, signed_link
from quire.web.documents.whole_results import PictureForm, usual_form, whole_result
from quire.web.http.operation import Door, Gate, Operation
from quire.web.http.query_parameters import choice, digits
from quire.web.state.site import owner, site
from quire.web.upload_staging import MULTIPART_ROOM

if TYPE_CHECKING:  # importing it loads the task engine
    from quire.tasks.engine import Tasks

TASKS_PER_PAGE = 50
"""Tasks on a page of the list, newest first."""

MAX_PAGE = 1_000_000
"""Pages of the list; more than any installation has tasks for."""

MAX_FILTER = 200
"""Characters of a filter that are used."""

_BATCH = re.compile(r"(?:batch|Batch|批次) (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)")
"""The reference that upload.js gives to files sent together; earlier releases wrote it in the language of the page."""

_API_BATCH = re.compile(r"batch-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)-[0-9a-f]{12}")
"""The id of a batch of the API, which is the reference of its tasks."""

_HOME = "/console/documents"
_FILTERS = ("q", "status", "to", "ref")
"""The names of the filters in the address: text, state, what it becomes, the reference of a batch."""


async def show(request: Request) -> Response:
    """The caller's tasks and the form, or the sign-in page."""
    caller = await session_key(request)
    return await sign_in_page(request) if caller is None else await _list(request, caller)


async def submit(request: Request) -> Response:
    """Create a task for an uploaded document."""
    word = request.path_params["word"]
    if word not in SUBMISSIONS:
        raise NotFound
    scope, taking = SUBMISSIONS[word]
    try:
        await uploading_key(request, scope)
        task = await create_task(request, taking, token=lambda said: check_form(request, said), by_console=True)
    except QuireError as error:
        return await refusal(request, error, _list)
    return accepted(request, f"{_HOME}?watch=1", task_id=task.id)


async def delete(request: Request) -> Response:
    """Ask; then cancel a task that runs, or put one that has ended in the bin."""
    caller, form = await submitted_form(request)
    return await _delete(request, caller, form | {"id": [request.path_params["task_id"]]})


async def delete_chosen(request: Request) -> Response:
    """The same with the selected tasks; those already gone are skipped."""
    caller, form = await submitted_form(request)
    return await _delete(request, caller, form)


async def retry(request: Request) -> Response:
    """Retry a failed task, with a password where one is given."""
    try:
        _, form = await submitted_form(request)
        task_id, whose = request.path_params["task_id"], owner(request)
        task = await run_in_threadpool(lambda: site(request).tasks.get(task_id, owner=whose))
        await submit_again(request, task, form.get("password", [""])[0])
    except QuireError as error:
        return await refusal(request, error, _list)
    return RedirectResponse(f"{_HOME}?watch=1", 303)


async def download(request: Request) -> Response:
    """Redirect to the file of a task; one with pictures comes with them, in the form that is asked for."""
    if await session_key(request) is None:
        return await sign_in_page(request, status=401)
    task_id, whose = request.path_params["task_id"], owner(request)
    task = await run_in_threadpool(lambda: site(request).tasks.get(task_id, owner=whose))
    form = choice(request, "pictures", PictureForm) or usual_form(task)
    if form is not PictureForm.LINKED:
        return await whole_result(request, task, form)
    return RedirectResponse(signed_link(request, task, offered_name(task)), 303)


async def download_chosen(request: Request) -> Response:
    """The results of the selected tasks as one ZIP file; without a selection, of all tasks that the filters select."""
    _, form = await submitted_form(request)
    ticked = tuple(form.get("id", [])[:MAX_TASKS])
    chosen = _wanted(owner(request), {name: field(form, name) for name in _FILTERS})
    if ticked:
        chosen = TaskFilter(owner(request), ids=ticked)
    done = replace(chosen, status=TaskStatus.DONE)
    tasks, _ = await run_in_threadpool(lambda: site(request).tasks.list(done, limit=MAX_TASKS))
    if not tasks:
        raise NotFound("None of these tasks has finished.")
    return archive_response(request, tasks, ARCHIVE_NAME)


async def _delete(request: Request, caller: Key, form: Form) -> Response:
    """Ask what is to go, or let it go: tasks that have ended to the bin, the others for good."""
    here, whose = site(request).tasks, owner(request)
    wanted = TaskFilter(whose, ids=tuple(form.get("id", [])[:MAX_TASKS]) or ("",))
    tasks, _ = await run_in_threadpool(lambda: here.list(wanted, limit=MAX_TASKS))
    if not tasks:
        if "task_id" in request.path_params:
            raise NotFound
        return RedirectResponse(_back(form), 303)
    if not is_sure(form):
        return _ask_to_delete(request, caller, tasks, form)
    for task in tasks:
        with contextlib.suppress(NotFound):
            await run_in_threadpool(here.move_to_bin if task.status.final else here.delete, task.id, owner=whose)
    return RedirectResponse(_back(form), 303)


def _ask_to_delete(request: Request, caller: Key, tasks: Sequence[Task], form: Form) -> Response:
    t, running = TEXTS[language(request)], sum(not task.status.final for task in tasks)
    name, act = tasks[0].filename, "cancel" if running == len(tasks) else "delete"
    question = t[f"{act}_question"].format(name=name) if len(tasks) == 1 else t[f"{act}_many"].format(number=len(tasks))
    goes = [t["to_bin"]] * (running < len(tasks)) + [t["cancel_goes"].format(number=running)] * (running > 0)
    return ask_first(request, caller, form, question, goes=goes, does=t[act], back=_back(form))


async def _list(request: Request, caller: Key, *, problem: str = "", status: int = 200) -> Response:
    filters = {name: request.query_params.get(name, "").strip()[:MAX_FILTER] for name in _FILTERS}
    chosen, here, at = _wanted(owner(request), filters), site(request).tasks, _page(request)
    tasks, total = await run_in_threadpool(
        lambda: here.list(chosen, limit=TASKS_PER_PAGE, offset=(at - 1) * TASKS_PER_PAGE)
    )
    batch = await run_in_threadpool(_batch, here, chosen) if filters["ref"] else None
    filters = {name: value for name, value in filters.items() if value}
    return console_page(
        request,
        "documents.html",
        caller,
        problem=problem,
        status=status,
        active=any(not task.status.final for task in tasks),
        tasks=tasks,
        total=total,
        page=at,
        pages=-(-total // TASKS_PER_PAGE),
        filters=filters,
        batch=batch,
        query=urlencode(filters),
        states=list(TaskStatus),
        can_be_shown=can_be_shown,
        reference=lambda client_ref: reference_text(client_ref, language(request)),
        address=site(request).address(request),
        endpoints=[word for word, (scope, _) in SUBMISSIONS.items() if caller.may(scope)],
    )


def _batch(here: Tasks, chosen: TaskFilter) -> dict[str, object]:
    """How far a batch is, and which of its kinds can be one workbook."""
    own = TaskFilter(chosen.owner, client_ref=chosen.client_ref)
    counted = {status: here.list(replace(own, status=status), limit=1)[1] for status in TaskStatus}
    kinds = [kind for kind in TABLES if here.list(replace(own, kind=kind), limit=1)[1]]
    done, failed = counted[TaskStatus.DONE], counted[TaskStatus.FAILED]
    return {"done": done, "failed": failed, "total": sum(counted.values()), "kinds": kinds}


def _wanted(whose: str | None, filters: dict[str, str]) -> TaskFilter:
    """The tasks that the filters select; an unknown status or format filters nothing."""
    states = {state.value: state for state in TaskStatus}
    kind = SUBMISSIONS[filters["to"]][1].kind if filters.get("to") in SUBMISSIONS else None
    return TaskFilter(whose, kind, states.get(filters["status"]), text=filters["q"], client_ref=filters["ref"])


def reference_text(client_ref: str, language: str) -> str:
    """A reference as the list shows it: that of a batch in a language of the pages, any other one as it is."""
    found, of_api = _BATCH.fullmatch(client_ref), _API_BATCH.fullmatch(client_ref)
    if of_api:
        moment = "{}-{}-{} {}:{}:{}".format(*of_api.groups())
    elif found:
        moment = found.group(1)
    else:
        return client_ref
    return TEXTS[language]["batch"].format(moment=moment)


def _page(request: Request) -> int:
    """The page of the list that is asked for, counted from 1."""
    asked = digits(request.query_params.get("page", ""))
    return min(max(1, asked or 1), MAX_PAGE)


def _back(form: Form) -> str:
    """The list as it was when a form was sent from it."""
    filters = {name: field(form, name) for name in _FILTERS if field(form, name)}
    return f"{_HOME}?{urlencode(filters)}" if filters else _HOME


_FILE = Gate(
    door=Door.OPEN, rate="", body=max(taking.limit for _, taking in SUBMISSIONS.values()) + MULTIPART_ROOM
)  # the session is checked before the body is read

OPERATIONS: tuple[Operation, ...] = (
    console_route("GET", _HOME, show, "consoleDocuments", "The documents"),
    console_route("POST", f"{_HOME}/archive", download_chosen, "consoleArchive", "Results as a zip file"),
    console_route("POST", f"{_HOME}/delete", delete_chosen, "consoleDeleteChosen", "Delete tasks"),
    console_route("POST", f"{_HOME}/{{word}}", submit, "consoleSubmit", "Send a document", gate=_FILE),
    console_route("POST", f"{_HOME}/{{task_id}}/delete", delete, "consoleDelete", "Delete a task"),
    console_route("POST", f"{_HOME}/{{task_id}}/retry", retry, "consoleRetry", "Send a failed task anew"),
    console_route("GET", f"{_HOME}/{{task_id}}/file", download, "consoleDownload", "A task's file"),
)
