"""What the pages of the console share: who is signed in, the way in, and forms that only our own pages can send."""

from __future__ import annotations

from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.access.keys import QUOTA_SENTENCE, Key
from quire.access.rules import Rate, Scope
from quire.errors import BadRequest, NotAllowed, NotAuthenticated, TooManyRequests
from quire.web.language import TEXTS, language
from quire.web.pages import page
from quire.web.sessions import check_form, check_origin, signed_in
from quire.web.site import site

TOKEN = "token"  # noqa: S105 - the name of a field
"""The field by which a form shows that it comes from a page of its session."""

Form = dict[str, list[str]]


async def reader(request: Request) -> Key | None:
    """Who looks at a page; from here on the request has the key of the session."""
    caller = await signed_in(request)
    if caller is not None:
        request.scope["quire.key"] = caller
    return caller


async def writer(request: Request) -> tuple[Key, Form]:
    """Who sent a small form, and the form, which is our own page's.

    Raises:
        NotAuthenticated: nobody is signed in. NotAllowed: the form is not ours. BadRequest: it cannot be read.
    """
    caller = await reader(request)
    if caller is None:
        raise NotAuthenticated
    form = await read_form(request)
    check_form(request, field(form, TOKEN))
    return caller, form


async def sender(request: Request, scope: Scope) -> Key:
    """Who sends a file, judged before its first byte is read; the form's token is checked when it has arrived.

    Raises:
        NotAuthenticated: nobody is signed in. NotAllowed: another site's form, or a key without the scope.
        TooManyRequests: the key's rate or quota is used up.
    """
    check_origin(request)
    caller = await reader(request)
    if caller is None:
        raise NotAuthenticated
    if not caller.may(scope):
        raise NotAllowed
    here = site(request)
    rate = here.rate_submit if caller.rate_submit is None else Rate.of("submit", caller.rate_submit)
    if not here.buckets.take(caller.id, rate).allowed:
        raise TooManyRequests
    if caller.quota_left(here.clock.now()) == 0:
        raise TooManyRequests(QUOTA_SENTENCE)
    return caller


async def read_form(request: Request) -> Form:
    """The fields of a small form.

    Raises:
        BadRequest: it cannot be read.
    """
    try:
        return parse_qs((await request.body()).decode("utf-8"), keep_blank_values=True, max_num_fields=50)
    except ValueError:
        raise BadRequest("The form is not valid.") from None


def field(form: Form, name: str) -> str:
    """A field's text without spaces around it; "" when it is not there."""
    return form.get(name, [""])[0].strip()


async def door(request: Request, *, wrong: str = "", problem: str = "", status: int = 200) -> Response:
    """The page to sign in; on a service without a key, the page that makes the first one."""
    message = TEXTS[language(request)][wrong] if wrong else problem
    fresh = not await run_in_threadpool(site(request).keys.any)
    return page(request, "sign_in.html", status=status, problem=message, fresh=fresh, caller=None, token="")
