"""The statements of a finished task into the record of a company: what changes, and the change itself."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
import tempfile
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.access.permissions import Scope
from quire.errors import BadRequest, Conflict, NotAllowed, NotFound, Unavailable
from quire.web.company.company_documents import addressed
from quire.web.company.path_names import document_path
from quire.web.http.operation import Json
from quire.web.http.responses import json_response
from quire.web.state.site import key, owner, site

SECONDS = 300.0
"""That an import may take: one that also rewrites an edition of an older format takes minutes."""

_SERVICE, _DETAILS = "finance", "details.json"


async def enter_report(request: Request) -> Response:
    """Enter the statements of a task into a company's record; with ``dry_run`` only say what would change.

    Raises:
        NotAllowed: records are everybody's, so changing one needs the scope ``admin``.
    """
    body = await _body(request)
    if not body.get("dry_run") and not key(request).may(Scope.ADMIN):
        raise NotAllowed
    entry = await addressed(request)
    if isinstance(entry, Response):
        return entry
    here, task_id = site(request), str(body["task_id"])
    task = await run_in_threadpool(lambda: here.tasks.get(task_id, owner=owner(request)))
    if task.kind.partition(".")[0] != _SERVICE:
        raise NotFound
    stored = await run_in_threadpool(here.tasks.image_file, task, _DETAILS)
    with tempfile.TemporaryDirectory(dir=here.staging) as folder:
        path = Path(folder) / "report.json"
        await run_in_threadpool(here.files.fetch, stored, path)
        asked: dict[str, Json] = {
            "key": entry.key,
            "file": str(path),
            "name": f"task {task_id}",
            "dry_run": bool(body.get("dry_run")),
        }
        found = await _import(here.companies.folder, asked)
    if "error" in found:
        if found.get("code") == Conflict.code:
            raise Conflict(str(found["error"]))
        reasons = found.get("reasons")
        raise BadRequest("; ".join([str(found["error"]), *map(str, reasons if isinstance(reasons, list) else ())]))
    identity: dict[str, Json] = {"task_id": task_id, "dry_run": asked["dry_run"]}
    return json_response({**identity, "url": here.address(request) + document_path(entry), **found})


async def _body(request: Request) -> dict[str, Json]:
    """The JSON object of the request, with a ``task_id``.

    Raises:
        BadRequest: it is not one.
    """
    try:
        found = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise BadRequest("The body must be a JSON object.") from None
    if not isinstance(found, dict) or not isinstance(found.get("task_id"), str) or not found["task_id"]:
        raise BadRequest("The body must be a JSON object with the task_id of a finished statements task.")
    if not isinstance(found.get("dry_run", False), bool):
        raise BadRequest("dry_run must be true or false.")
    return found


async def _import(folder: Path, asked: dict[str, Json]) -> dict[str, Json]:
    """What the process that imports says.

    Raises:
        Unavailable: it failed, or took too long.
    """
    command = (sys.executable, "-m", "quire.company.report_import", str(folder))
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
    try:
        async with asyncio.timeout(SECONDS):
            said, _ = await process.communicate(json.dumps(asked).encode() + b"\n")
    except TimeoutError:
        raise Unavailable("The import took too long. Nothing was changed.") from None
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    try:
        found: dict[str, Json] = json.loads(said)
    except ValueError:
        raise Unavailable("The import failed. Nothing was changed.") from None
    return found


EXAMPLE: dict[str, Json] = {
    "task_id": "5b0c",
    "dry_run": True,
    "url": "https://quire.example.org/company/838006/json",
    "outcome": "changed",
    "edition": 7,
    "changes": [
        {
            "pointer": "/资产负债表/货币资金/2025-12-31",
            "before": None,
            "after": "1,204,318.55",
            "page": "65",
            "box": "212.4 310.8 280.1 321.0",
        }
    ],
    "remarks": [],
}
"""An answer as the API docs show it."""
