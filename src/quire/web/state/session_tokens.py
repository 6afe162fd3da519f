"""Signed texts that name a session of the console: its cookie, and the token by which its pages call the API.

Both are ``<key id>.<expiry>.<session id>.<HMAC-SHA256>``; the purpose is signed too, so that one cannot stand for the
other. The token lets the page of the API docs try calls out without a key in the browser: it has the session's key,
with its scopes, rates and quota, and ends when the session ends, expires, or its key is revoked.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import UTC, datetime
from typing import NamedTuple

from quire.access.keys import Key
from quire.errors import NotFound
from quire.web.state.site import Site

API_TOKEN = "console."  # noqa: S105 - how such tokens begin
"""Begins a token; no key does."""


class Session(NamedTuple):
    """What a text that we signed says."""

    key_id: str
    expires: datetime
    id: str


def signed_session(here: Site, purpose: str, key_id: str, expires: str, session_id: str) -> str:
    """A session as a signed text; `expires` is in seconds since 1970."""
    return f"{key_id}.{expires}.{session_id}.{mac(here.secret, purpose, key_id, expires, session_id)}"


def read_session(here: Site, purpose: str, text: str) -> Session | None:
    """The session of a signed text that has not expired; None when it is missing, forged or too old."""
    key_id, expires, session_id, signed = (*text.split("."), "", "", "", "")[:4]
    if not hmac.compare_digest(mac(here.secret, purpose, key_id, expires, session_id).encode(), signed.encode()):
        return None
    if not expires.isdigit() or int(expires) <= here.clock.now().timestamp():
        return None
    return Session(key_id, datetime.fromtimestamp(int(expires), UTC), session_id)


def key_of_session(here: Site, session: Session) -> Key | None:
    """The valid key of a session that nobody has ended; blocks."""
    if here.ended_sessions.has_ended(session.id):
        return None
    try:
        found = here.keys.get(session.key_id)
    except NotFound:
        return None
    return found if found.valid(here.clock.now()) else None


def mac(secret: bytes, *parts: str) -> str:
    """Hexadecimal; a line break cannot stand in any part, so no two lists give the same message."""
    message = "\n".join(parts).encode("utf-8", "surrogateescape")
    return hmac.new(hashlib.sha256(b"console" + secret).digest(), message, hashlib.sha256).hexdigest()
