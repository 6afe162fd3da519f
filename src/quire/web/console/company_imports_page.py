"""The pages at ``/console/companies/import``: import companies by upload, and what became of it."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.access.keys import Key
from quire.access.permissions import Scope
from quire.company.us_document import MARKETS
from quire.errors import BadRequest, NotAllowed, NotAuthenticated, NotFound, QuireError
from quire.web.console.page_parts import accepted, console_page, console_route, refusal, session_key, uploading_key
from quire.web.console.sessions import check_form
from quire.web.console.translations import language
from quire.web.console.translations_imports import reason
from quire.web.http.filenames import content_disposition
from quire.web.http.operation import Door, Gate, Operation
from quire.web.http.responses import bytes_response
from quire.web.state.company_imports import SHOWN_ROWS, CompanyImports
from quire.web.state.site import site
from quire.web.upload_staging import MULTIPART_ROOM, receive_upload

MAX_BYTES = 500 * 1024 * 1024

_TYPES = frozenset(
    {
        *("text/plain", "text/html", "application/xml", "application/zip", "application/gzip"),
        *("application/octet-stream", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    }
)
"""What the first look may see in a file; the importers, which know the name, decide."""

_HOME = "/console/companies/import"


async def show(request: Request) -> Response:
    """The form, and the imports."""
    return await _list(request, await _manager(request))


async def submit(request: Request) -> Response:
    """Begin the import of an upload."""
    try:
        caller = await uploading_key(request, Scope.ADMIN)
        imports = _imports(request)
        async with receive_upload(
            request, limit=MAX_BYTES, types=_TYPES, names=frozenset({"token", "market"})
        ) as arrived:
            check_form(request, arrived.fields.get("token", ""))
            market = arrived.fields.get("market", "").strip()
            if market and market not in MARKETS:
                raise BadRequest("market must be nyse or nasdaq.")
            assert arrived.file is not None  # noqa: S101 - for the type checker: nothing may come instead
            upload = arrived.file
            name = await run_in_threadpool(
                imports.start, upload.path, upload.filename, caller.owner, {"market": market}
            )
    except QuireError as error:
        return await refusal(request, error, _list)
    return accepted(request, f"{_HOME}/{name}?watch=1")


async def show_one(request: Request) -> Response:
    """What became of an import."""
    caller, imports = await _manager(request), _imports(request)
    one = await run_in_threadpool(imports.find, request.path_params["name"])
    rows = await run_in_threadpool(one.rows)
    chosen = language(request)
    told = [dict(row) | {"reason": reason(str(row.get("reason", "")), chosen)} for row in rows]
    return console_page(
        request,
        "company_import.html",
        caller,
        active=one.state == "running",
        one=one,
        rows=told,
        most=SHOWN_ROWS,
    )


async def report(request: Request) -> Response:
    """All refused rows and remarks of an import, a JSON object on each line."""
    await _manager(request)
    one = await run_in_threadpool(_imports(request).find, request.path_params["name"])
    try:
        content = await run_in_threadpool(one.report.read_bytes)
    except FileNotFoundError:
        raise NotFound from None
    headers = [("Content-Disposition", content_disposition(f"{one.id}-report.jsonl"))]
    return bytes_response(content, "application/x-ndjson", headers=headers)


async def _list(request: Request, caller: Key, *, problem: str = "", status: int = 200) -> Response:
    found = await run_in_threadpool(_imports(request).all)
    return console_page(
        request,
        "company_imports.html",
        caller,
        problem=problem,
        status=status,
        active=any(one.state == "running" for one in found),
        imports=found,
        markets=MARKETS,
        may=caller.may(Scope.ADMIN),
    )


def _imports(request: Request) -> CompanyImports:
    """The imports of this service.

    Raises:
        NotFound: it offers none.
    """
    found = site(request).imports
    if found is None:
        raise NotFound
    return found


async def _manager(request: Request) -> Key:
    """The key of the session, which may manage keys: companies are everybody's.

    Raises:
        NotAuthenticated: nobody is signed in. NotAllowed: it may not.
    """
    caller = await session_key(request)
    if caller is None:
        raise NotAuthenticated
    if not caller.may(Scope.ADMIN):
        raise NotAllowed
    return caller


_UPLOAD = Gate(door=Door.OPEN, rate="", body=MAX_BYTES + MULTIPART_ROOM)

OPERATIONS: tuple[Operation, ...] = (
    console_route("GET", _HOME, show, "consoleImports", "Import companies"),
    console_route("POST", _HOME, submit, "consoleImport", "Begin an import of companies", gate=_UPLOAD),
    console_route("GET", f"{_HOME}/{{name}}", show_one, "consoleImportPage", "An import of companies"),
    console_route("GET", f"{_HOME}/{{name}}/report", report, "consoleImportReport", "The report of an import"),
)
