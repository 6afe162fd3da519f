"""What the pages of the console share: the key of the session, the sign-in page, and forms of our own pages only."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Sequence
from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from quire.access.keys import Key
from quire.access.permissions import Scope
from quire.errors import BadRequest, NotAllowed, NotAuthenticated, QuireError, TooManyRequests, UnsupportedType
from quire.web.console.page_rendering import page
from quire.web.console.sessions import check_form, check_origin, find_session_key, form_token
from quire.web.console.translations import TEXTS, language
from quire.web.console.translations_errors import explain
from quire.web.http.operation import OPEN, Endpoint, Gate, Operation
from quire.web.http.responses import json_response
from quire.web.rate_limits import CONSOLE, check_rate
from quire.web.state.site import site

TOKEN = "token"  # noqa: S105 - the name of a field
"""The field by which a form shows that it comes from a page of its session."""

TYPE_NAMES = {
    "application/pdf": "PDF",
    "image/jpeg": "JPEG",
    "image/png": "PNG",
    "image/tiff": "TIFF",
    "image/webp": "WebP",
    "image/bmp": "BMP",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
    "application/epub+zip": "EPUB",
    "text/html": "HTML",
    "text/plain": "TXT",
    "application/xml": "XML",
}
"""Media types by the names that people know."""

Form = dict[str, list[str]]

MAX_FIELDS = 5000
"""Fields of a form: the tasks of a full archive, or the cells of a long statement."""

_WAIT = "quire.wait"


async def session_key(request: Request) -> Key | None:
    """The key of the session, None without one; from here on the request has it."""
    caller = await find_session_key(request)
    if caller is not None:
        request.scope["quire.key"] = caller
    return caller


async def submitted_form(request: Request) -> tuple[Key, Form]:
    """The key of the session and a small form, which was sent from our own page.

    Raises:
        NotAuthenticated: nobody is signed in. NotAllowed: the form is not ours. BadRequest: it cannot be read.
    """
    caller = await session_key(request)
    if caller is None:
        raise NotAuthenticated
    form = await read_form(request)
    check_form(request, field(form, TOKEN))
    return caller, form


async def uploading_key(request: Request, scope: Scope) -> Key:
    """The key of a session that uploads a file, checked before its first byte is read; the form token comes later.

    Raises:
        NotAuthenticated: nobody is signed in. NotAllowed: another site's form, or a key without the scope.
        TooManyRequests: the key's rate or quota is used up.
    """
    check_origin(request)
    caller = await session_key(request)
    if caller is None:
        raise NotAuthenticated
    if not caller.may(scope):
        raise NotAllowed
    headers: list[tuple[str, str]] = []
    try:
        check_rate(site(request), caller, CONSOLE, headers)
    except TooManyRequests:
        request.scope[_WAIT] = dict(headers).get("Retry-After", "")
        raise
    return caller


def console_page(
    request: Request,
    template: str,
    caller: Key,
    *,
    problem: str = "",
    status: int = 200,
    active: bool = False,
    **values: object,
) -> Response:
    """A page of the console for whoever is signed in.

    Args:
        request: that asks for it.
        template: its name.
        caller: who is signed in.
        problem: why the last action failed.
        status: of the answer.
        active: something on the page is in progress, so the page can refresh itself.
        values: what else the template shows.
    """
    watching = active and request.query_params.get("watch") == "1" and not problem
    shown = {"caller": caller, "token": form_token(request), "problem": problem, "active": active, "watching": watching}
    return page(request, template, status=status, **shown, **values)


def is_sure(form: Form) -> bool:
    """Whether a form was sent by the page that asks first."""
    return field(form, "sure") == "1"


def ask_first(  # noqa: PLR0913 - one question, what it says keyword-only
    request: Request, caller: Key, form: Form, question: str, *, goes: Sequence[str], does: str, back: str
) -> Response:
    """The page that asks before something is lost; its form sends the same fields to the same address again.

    Args:
        request: that sent the form.
        caller: who is signed in.
        form: its fields.
        question: a text with its name in it.
        goes: sentences that say what goes.
        does: what the button says.
        back: where to go instead.
    """
    fields = [(name, value) for name, values in form.items() if name not in {TOKEN, "sure"} for value in values]
    given = {"goes": goes, "does": does, "back": back, "fields": fields}
    return console_page(request, "ask.html", caller, question=question, given=given)


PageRenderer = Callable[..., Awaitable[Response]]
"""Makes a page: of a request and who is signed in, with `problem` and `status`."""


async def refusal(request: Request, error: QuireError, show: PageRenderer) -> Response:
    """The page with the reason for an error; the sign-in page when nobody is signed in."""
    caller = await session_key(request)
    if wants_json(request):
        wait = request.scope.get(_WAIT)
        headers = [("X-Error-Code", error.code), *([("Retry-After", wait)] if wait else [])]
        return json_response({"detail": error_text(request, error)}, status=error.status, headers=headers)
    if caller is None or isinstance(error, NotAuthenticated):
        return await sign_in_page(request, status=401)
    return await show(request, caller, problem=error_text(request, error), status=error.status)


def wants_json(request: Request) -> bool:
    """Whether a script of our pages sent the request and shows the response itself."""
    return "application/json" in request.headers.get("accept", "")


def accepted(request: Request, place: str, **said: str) -> Response:
    """The response to a successful form: a redirect to `place`, or JSON for a script."""
    return json_response({"location": place, **said}) if wants_json(request) else RedirectResponse(place, 303)


def error_text(request: Request, error: QuireError) -> str:
    """The sentence of an error in the language of the page."""
    said = explain(str(error), error.code, language(request))
    if isinstance(error, UnsupportedType) and error.accepted:
        names = ", ".join(name for kind, name in TYPE_NAMES.items() if kind in error.accepted)
        more = TEXTS[language(request)]["taken_types"].format(types=names)
        said = f"{said}{more}" if said.endswith("。") else f"{said}. {more}"
    return said


def console_route(
    method: str, path: str, endpoint: Endpoint, name: str, summary: str, *, gate: Gate = OPEN
) -> Operation:
    """An operation of the console, which is not in the API docs."""
    return Operation(method, path, _said(endpoint), name=name, summary=summary, tag="Console", gate=gate, hidden=True)


def _said(endpoint: Endpoint) -> Endpoint:
    """The endpoint, with a page for people in place of an error's JSON."""

    @functools.wraps(endpoint)
    async def answer(request: Request) -> Response:
        try:
            return await endpoint(request)
        except QuireError as error:
            if not isinstance(error, NotAuthenticated) and await session_key(request) is None:
                raise  # nobody to show a page to
            response = await refusal(request, error, _trouble)
            response.headers["x-error-code"] = error.code
            return response

    return answer


async def _trouble(request: Request, caller: Key, *, problem: str = "", status: int = 200) -> Response:
    return console_page(request, "trouble.html", caller, problem=problem, status=status)


async def read_form(request: Request) -> Form:
    """The fields of a small form.

    Raises:
        BadRequest: it cannot be read.
    """
    try:
        return parse_qs((await request.body()).decode("utf-8"), keep_blank_values=True, max_num_fields=MAX_FIELDS)
    except ValueError:
        raise BadRequest("The form is not valid.") from None


def field(form: Form, name: str) -> str:
    """A field's text without spaces around it; "" when it is not there."""
    return form.get(name, [""])[0].strip()


async def sign_in_page(request: Request, *, wrong: str = "", problem: str = "", status: int = 200) -> Response:
    """The sign-in page; on a service without keys, the page that creates the first one."""
    message = TEXTS[language(request)][wrong] if wrong else problem
    fresh = not await run_in_threadpool(site(request).keys.any)
    return page(request, "sign_in.html", status=status, problem=message, fresh=fresh, caller=None, token="")
