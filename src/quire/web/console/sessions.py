"""Sessions of the console: a signed cookie that names a key, and tokens that bind forms to it.

The cookie is ``<key id>.<expiry>.<session id>.<HMAC-SHA256>``. Signing out stores the session id, so that a copy of the
cookie opens nothing (`quire.access.ended_sessions`). Every request looks the key up: revoking it ends its sessions. The
cookie is HttpOnly and SameSite=Strict, and is sent to the console only.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from datetime import UTC, datetime
from typing import NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.access.keys import Key
from quire.errors import NotAllowed, NotFound
from quire.web.console.page_rendering import is_https
from quire.web.state.site import Site, site

COOKIE = "quire_session"
SESSION_SECONDS = 8 * 3600
"""A working day."""

_PATH = "/console"


async def find_session_key(request: Request) -> Key | None:
    """The key of the session; None without a session, after sign-out, and when the key is no longer valid."""
    here, session = site(request), _session(request)
    return None if session is None else await run_in_threadpool(_key_of, here, session)


def sign_in(request: Request, response: Response, key: Key) -> None:
    """Start a session of `key` by a cookie in `response`."""
    here = site(request)
    expires = str(int(here.clock.now().timestamp()) + SESSION_SECONDS)
    session_id = secrets.token_hex(16)
    value = f"{key.id}.{expires}.{session_id}.{_mac(here.secret, 'session', key.id, expires, session_id)}"
    response.set_cookie(
        COOKIE, value, max_age=SESSION_SECONDS, path=_PATH, httponly=True, samesite="strict", secure=is_https(request)
    )


async def sign_out(request: Request, response: Response) -> None:
    """End the session of `request` on the server, and in the browser with `response`."""
    session = _session(request)
    if session is not None:
        await run_in_threadpool(site(request).ended_sessions.end, session.id, session.expires)
    response.delete_cookie(COOKIE, path=_PATH, httponly=True, samesite="strict")


def form_token(request: Request) -> str:
    """The token that every form of this session must send."""
    return _mac(site(request).secret, "form", request.cookies.get(COOKIE, ""))


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


class _Session(NamedTuple):
    """What a cookie that we signed says."""

    key_id: str
    expires: datetime
    id: str


def _session(request: Request) -> _Session | None:
    """The session of the cookie, which has not expired; None when the cookie is missing, forged or too old."""
    here = site(request)
    key_id, expires, session_id, mac = (*request.cookies.get(COOKIE, "").split("."), "", "", "", "")[:4]
    if not hmac.compare_digest(_mac(here.secret, "session", key_id, expires, session_id).encode(), mac.encode()):
        return None
    if not expires.isdigit() or int(expires) <= here.clock.now().timestamp():
        return None
    return _Session(key_id, datetime.fromtimestamp(int(expires), UTC), session_id)


def _key_of(here: Site, session: _Session) -> Key | None:
    """The valid key of a session that nobody has ended; blocks."""
    if here.ended_sessions.has_ended(session.id):
        return None
    try:
        found = here.keys.get(session.key_id)
    except NotFound:
        return None
    return found if found.valid(here.clock.now()) else None


def _is_ours(request: Request) -> bool:
    """Whether ``Origin`` is this service, as the client or the settings name it; a client without one is no browser."""
    origin = request.headers.get("origin")
    if origin is None:
        return True
    host = origin.partition("://")[2].lower()  # "null", a sandboxed page, has none
    return host in {request.headers.get("host", "").lower(), site(request).address(request).partition("://")[2].lower()}


def _mac(secret: bytes, *parts: str) -> str:
    """Hexadecimal; a line break cannot stand in any part, so no two lists give the same message."""
    message = "\n".join(parts).encode("utf-8", "surrogateescape")
    return hmac.new(hashlib.sha256(b"console" + secret).digest(), message, hashlib.sha256).hexdigest()
