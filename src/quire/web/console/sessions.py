"""Who is signed in to the console: a signed cookie that names a key, and tokens that bind forms to it.

Nothing is stored: the cookie is ``<key id>.<expiry>.<HMAC-SHA256>``. A key that is revoked or expires ends its sessions,
because every request asks for it again. The cookie is HttpOnly and SameSite=Strict and goes to the console only.
"""

from __future__ import annotations

import hashlib
import hmac

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.access.keys import Key
from quire.errors import NotAllowed, NotFound
from quire.web.console.page_rendering import is_https
from quire.web.state.site import site

COOKIE = "quire_session"
SECONDS = 8 * 3600
"""A working day."""

_PATH = "/console"


async def signed_in(request: Request) -> Key | None:
    """The key of the session, when there is one and its key is still valid."""
    here = site(request)
    key_id, _, rest = request.cookies.get(COOKIE, "").partition(".")
    expires, _, mac = rest.partition(".")
    if not hmac.compare_digest(_mac(here.secret, "session", key_id, expires).encode(), mac.encode()):
        return None
    if not expires.isdigit() or int(expires) <= here.clock.now().timestamp():
        return None
    try:
        found = await run_in_threadpool(here.keys.get, key_id)
    except NotFound:
        return None
    return found if found.valid(here.clock.now()) else None


def sign_in(request: Request, response: Response, key: Key) -> None:
    """Begin a session of `key` with `response`."""
    here = site(request)
    expires = str(int(here.clock.now().timestamp()) + SECONDS)
    value = f"{key.id}.{expires}.{_mac(here.secret, 'session', key.id, expires)}"
    response.set_cookie(
        COOKIE, value, max_age=SECONDS, path=_PATH, httponly=True, samesite="strict", secure=is_https(request)
    )


def sign_out(response: Response) -> None:
    """End the session with `response`."""
    response.delete_cookie(COOKIE, path=_PATH, httponly=True, samesite="strict")


def form_token(request: Request) -> str:
    """What a form of this session must carry."""
    return _mac(site(request).secret, "form", request.cookies.get(COOKIE, ""))


def check_form(request: Request, token: str) -> None:
    """Nothing, when a form comes from our own page in this session.

    Raises:
        NotAllowed: it does not.
    """
    if not hmac.compare_digest(form_token(request).encode(), token.encode()):
        raise NotAllowed("The form has expired. Please try again.")
    check_origin(request)


def check_origin(request: Request) -> None:
    """Nothing, unless the browser says that another site sent the form.

    It says so by ``Sec-Fetch-Site`` (Fetch Metadata), and where the service is seen by plain http by ``Origin`` alone.

    Raises:
        NotAllowed: it does.
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


def _mac(secret: bytes, *parts: str) -> str:
    """Hexadecimal; a line break cannot stand in any part, so no two lists give the same message."""
    message = "\n".join(parts).encode("utf-8", "surrogateescape")
    return hmac.new(hashlib.sha256(b"console" + secret).digest(), message, hashlib.sha256).hexdigest()
