"""The page at ``/console/keys``: sign in with an access key; list, create, replace and revoke keys.

Administrators manage every key; other people see, replace and revoke their own. On a service without keys the page
creates the first one. It works without JavaScript.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from quire.access.keys import Key, KeyChange, NewKey
from quire.access.permissions import Role, Scope, parse_role, parse_scopes
from quire.errors import BadRequest, Conflict, NotAllowed, NotAuthenticated, NotFound, TooManyRequests
from quire.web.console.page_parts import (
    Form,
    ask_first,
    console_page,
    console_route,
    error_text,
    field,
    is_sure,
    read_form,
    session_key,
    sign_in_page,
    submitted_form,
)
from quire.web.console.page_rendering import page
from quire.web.console.sessions import check_form, check_origin, sign_in, sign_out
from quire.web.console.translations import TEXTS, language
from quire.web.http.operation import Operation
from quire.web.http.query_parameters import digits
from quire.web.rate_limits import find_key
from quire.web.state.site import site

_HOME = "/console"
_KEYS = "/console/keys"


async def show(request: Request) -> Response:
    """The list of keys, or the sign-in page."""
    caller = await session_key(request)
    if caller is None:
        return await sign_in_page(request)
    return await _list(request, caller)


async def submit_sign_in(request: Request) -> Response:
    """Sign in."""
    check_origin(request)
    secret, headers = field(await read_form(request), "secret"), list[tuple[str, str]]()
    try:
        caller = await find_key(request.scope, site(request), secret, headers)
    except NotAuthenticated:
        return await sign_in_page(request, wrong="wrong_key", status=401)
    except TooManyRequests as problem:
        response = await sign_in_page(request, problem=error_text(request, problem), status=problem.status)
        response.headers.update(dict(headers))
        return response
    response = RedirectResponse(_HOME, 303)
    sign_in(request, response, caller)
    return response


async def submit_sign_out(request: Request) -> Response:
    """Sign out."""
    check_form(request, field(await read_form(request), "token"))
    response = RedirectResponse(_KEYS, 303)
    await sign_out(request, response)
    return response


async def first(request: Request) -> Response:
    """Create the first key of the service, for an administrator."""
    check_origin(request)
    form = await read_form(request)
    new = NewKey(field(form, "name"), field(form, "owner"), Role.ADMIN)
    try:
        made, secret = await run_in_threadpool(site(request).keys.create_first, new)
    except BadRequest as problem:
        return await sign_in_page(request, problem=error_text(request, problem), status=400)
    response = page(request, "made.html", made=made, secret=secret, caller=None, token="")
    sign_in(request, response, made)
    return response


async def create(request: Request) -> Response:
    """Create a key; for administrators."""
    caller, form = await submitted_form(request)
    if not caller.may(Scope.ADMIN):
        raise NotAllowed
    try:
        role = parse_role(field(form, "role"))
        new = NewKey(
            field(form, "name"),
            field(form, "owner"),
            role,
            _scopes(form, role),
            expires_in_days=_number(form, "expires"),
            quota=_number(form, "quota"),
        )
        made, secret = await run_in_threadpool(site(request).keys.create, new)
    except BadRequest as problem:
        return await _list(request, caller, problem=error_text(request, problem), status=400)
    return _made(request, caller, made, secret)


async def rotate(request: Request) -> Response:
    """Replace a key by a new one with the same rights."""
    caller, form = await submitted_form(request)
    old = await _own(request, caller)
    if not caller.may_hand_out(old):  # the new secret would be shown to somebody who has fewer rights
        raise NotAllowed
    if not is_sure(form):
        return _ask(request, caller, old, "replace", form)
    try:
        made, secret = await run_in_threadpool(site(request).keys.rotate, old.id)
    except BadRequest as problem:
        return await _list(request, caller, problem=error_text(request, problem), status=400)
    response = _made(request, caller, made, secret)
    if old.id == caller.id:
        sign_in(request, response, made)
    return response


async def revoke(request: Request) -> Response:
    """Revoke a key."""
    caller, form = await submitted_form(request)
    found = await _own(request, caller)
    if not is_sure(form):
        return _ask(request, caller, found, "revoke", form)
    try:
        await run_in_threadpool(lambda: site(request).keys.revoke(found.id, keep_manager=True))
    except Conflict as problem:
        return await _list(request, caller, problem=error_text(request, problem), status=problem.status)
    return RedirectResponse(_KEYS, 303)


async def show_change(request: Request) -> Response:
    """The form that renames a key and changes its limits, permissions and expiry."""
    caller = await session_key(request)
    if caller is None:
        return await sign_in_page(request)
    return _change_page(request, caller, await _own(request, caller))


def _change_page(request: Request, caller: Key, key: Key, *, problem: str = "", status: int = 200) -> Response:
    scopes = [scope for scope in Scope if scope is not Scope.ADMIN]
    today = site(request).clock.now().date()
    return console_page(
        request, "key.html", caller, problem=problem, status=status, key=key, scopes=scopes, today=today
    )


async def change(request: Request) -> Response:
    """Rename a key; administrators change its limits, permissions and expiry, too."""
    caller, form = await submitted_form(request)
    found = await _own(request, caller)
    to = KeyChange(field(form, "name"), found.quota, found.rate_submit, found.scopes, found.expires)
    try:
        if caller.may(Scope.ADMIN):
            ticked = parse_scopes(form["scopes"], found.role) if "scopes" in form else frozenset[Scope]()
            to = KeyChange(
                field(form, "name"),
                _number(form, "quota"),
                _number(form, "rate_submit"),
                ticked | found.scopes & {Scope.ADMIN},
                _last_moment(form, found.expires),
            )
        await run_in_threadpool(site(request).keys.change, found.id, to)
    except (BadRequest, Conflict) as problem:
        return _change_page(request, caller, found, problem=error_text(request, problem), status=problem.status)
    return RedirectResponse(_KEYS, 303)


def _ask(request: Request, caller: Key, key: Key, act: str, form: Form) -> Response:
    """Ask before a key goes."""
    t = TEXTS[language(request)]
    goes = [t[f"{act}_goes"], *([t["own_key_goes"]] if key.id == caller.id and act == "revoke" else [])]
    question = t[f"{act}_question"].format(name=key.name)
    return ask_first(request, caller, form, question, goes=goes, does=t[act], back=_KEYS)


async def _own(request: Request, caller: Key) -> Key:
    """The key that the path names, when the caller may manage it."""
    found = await run_in_threadpool(site(request).keys.get, request.path_params["key_id"])
    if not caller.may(Scope.ADMIN) and found.owner != caller.owner:
        raise NotFound("There is no such key.")
    return found


async def _list(request: Request, caller: Key, *, problem: str = "", status: int = 200) -> Response:
    here = site(request)
    owner = None if caller.may(Scope.ADMIN) else caller.owner
    found = await run_in_threadpool(lambda: here.keys.all(owner=owner))
    return console_page(
        request,
        "keys.html",
        caller,
        problem=problem,
        status=status,
        keys=found,
        now=here.clock.now(),
        roles=list(Role),
        scopes=[scope for scope in Scope if scope is not Scope.ADMIN],
    )


def _made(request: Request, caller: Key, made: Key, secret: str) -> Response:
    return console_page(request, "made.html", caller, made=made, secret=secret)


def _scopes(form: Form, role: Role) -> frozenset[Scope]:
    """The selected scopes; an administrator's key also manages keys."""
    ticked = parse_scopes(form.get("scopes", []), role)
    return ticked | {Scope.ADMIN} if role is Role.ADMIN else ticked


def _last_moment(form: Form, before: datetime | None) -> datetime | None:
    """When a key expires: at the end of the day of the form (UTC), never when it is empty.

    Raises:
        BadRequest: it is no day.
    """
    text = field(form, "expires")
    if before is not None and text == before.date().isoformat():
        return before
    try:
        return datetime.combine(date.fromisoformat(text), time(23, 59, 59), UTC) if text else None
    except ValueError:
        raise BadRequest("The day must be written like 2026-12-31.") from None


def _number(form: Form, name: str) -> int | None:
    text = field(form, name)
    if not text:
        return None
    number = digits(text)
    if number is None:
        raise BadRequest("Days and limits must be whole numbers.")
    return number


OPERATIONS: tuple[Operation, ...] = (
    console_route("GET", _KEYS, show, "consoleKeys", "List the access keys"),
    console_route("POST", _KEYS, create, "consoleCreate", "Create a key"),
    console_route("POST", "/console/first", first, "consoleFirst", "Create the first key"),
    console_route("POST", "/console/sign-in", submit_sign_in, "consoleSignIn", "Sign in"),
    console_route("POST", "/console/sign-out", submit_sign_out, "consoleSignOut", "Sign out"),
    console_route("GET", "/console/keys/{key_id}", show_change, "consoleKey", "A key's name, limits and permissions"),
    console_route("POST", "/console/keys/{key_id}", change, "consoleChange", "Rename a key, change what it may do"),
    console_route("POST", "/console/keys/{key_id}/revoke", revoke, "consoleRevoke", "Revoke a key"),
    console_route("POST", "/console/keys/{key_id}/rotate", rotate, "consoleRotate", "Replace a key"),
)
