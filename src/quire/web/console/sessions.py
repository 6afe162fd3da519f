"""Sessions of the console: a signed cookie that names a key, and tokens that bind forms to it.

The cookie is ``<key id>.<expiry>.<session id>.<HMAC-SHA256>``. Signing out stores the session id, so that a copy of the
cookie opens nothing (`quire.access.ended_sessions`). Every request looks the key up: revoking it ends its sessions. The
cookie is HttpOnly and SameSite=Strict, and is sent to the console only.
"""

from __future__ import annotations

import hmac
import secrets

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.access.keys import Key
from quire.errors import NotAllowed
from quire.web.console.page_rendering import is_https
from quire.web.state.session_tokens import (
    API_TOKEN,
    Session,
    key_of_session,
    mac,
    read_session,
    signed_session,
)
from quire.web.state.site import site

COOKIE = "quire_session"
SESSION_SECONDS = 8 * 3600
"""A working day."""

_PATH = "/console"


async def find_session_key(request: Request) -> Key | None:
    """The key of the session; None without a session, after sign-out, and when the key is no longer valid."""
    session = _session(request)
    return None if session is None else await run_in_threadpool(key_of_session, site(request), session)


def sign_in(request: Request, response: Response, key: Key) -> None:
    """Start a session of `key` by a cookie in `response`."""
    here = site(request)
    expires = str(int(here.clock.now().timestamp()) + SESSION_SECONDS)
    session_id = secrets.token_hex(16)
    value = signed_session(here, "session", key.id, expires, session_id)
    response.set_cookie(
        COOKIE, value, max_age=SESSION_SECONDS, path=_PATH, httponly=True, samesite="strict", secure=is_https(request)
    )


async def sign_out(request: Request, response: Response) -> None:
    """End the session of `request` on the server, and in the browser with `response`."""
    session = _session(request)
    if session is not None:
        await run_in_threadpool(site(request).ended_sessions.end, session.id, session.expires)
    response.delete_cookie(COOKIE, path=_PATH, httponly=True, samesite="strict")


async def api_token(request: Request) -> str | None:
    """What the scripts of our own pages send to the API in the place of the key; it ends with the session.

    None without a session.
    """
    session = _session(request)
    if session is None or await find_session_key(request) is None:
        return None
    expires = str(int(session.expires.timestamp()))
    return API_TOKEN + signed_session(site(request), "api", session.key_id, expires, session.id)


def form_token(request: Request) -> str:
    """The token that every form of this session must send."""
    return mac(site(request).secret, "form", request.cookies.get(COOKIE, ""))


def check_form(request: Request, token: str) -> None:
    """Check that a form comes from our own page in this session.

    Raises:
        NotAllowed: it does not.
    """
    if not hmac.compare_digest(form_token(request).encode(), token.encode()):
        raise NotAllowed("The form has expired. Please try again.")
    check_origin(request)


def check_origin(request: Request) -> None:
    """Check that no other site sent the form.

    Browsers say so in ``Sec-Fetch-Site`` (Fetch Metadata), and over plain http in ``Origin`` alone.

    Raises:
        NotAllowed: another site sent it.
    """
    said = request.headers.get("sec-fetch-site")
    foreign = not _is_ours(request) if said is None else said not in {"same-origin", "none"}
    if foreign:
        raise NotAllowed("The form was sent from another site.")


def _is_ours(request: Request) -> bool:
    """Whether ``Origin`` is this service, as the client or the settings name it; a client without one is no browser."""
    origin = request.headers.get("origin")
    if origin is None:
        return True
    host = origin.partition("://")[2].lower()  # "null", a sandboxed page, has none
    return host in {request.headers.get("host", "").lower(), site(request).address(request).partition("://")[2].lower()}


def _session(request: Request) -> Session | None:
    """The session of the cookie, which has not expired; None when the cookie is missing, forged or too old."""
    return read_session(site(request), "session", request.cookies.get(COOKIE, ""))
