"""Limits: the rate and the daily quota of a key, and how often an address may try wrong keys."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.types import Scope

from quire.access.keys import QUOTA_SENTENCE, Key, seconds_to_midnight
from quire.access.permissions import Rate
from quire.errors import NotAuthenticated, TooManyRequests
from quire.web.state.session_tokens import API_TOKEN, key_of_session, read_session
from quire.web.state.site import Site

SUBMIT, READ, CONSOLE = "submit", "read", "console"

CONSOLE_FACTOR = 10
"""Uploads from the console for one of a program: the browser sends a few at a time and waits when it is asked to, so
that many files are a queue and no attack."""


def rate_of(site: Site, key: Key, kind: str) -> Rate:
    """The rate of a kind of request that holds for a key."""
    if kind == CONSOLE:
        limit = CONSOLE_FACTOR * rate_of(site, key, SUBMIT).limit
        return Rate(CONSOLE, limit, limit)
    submits = kind == SUBMIT
    own = key.rate_submit if submits else key.rate_read
    if own is not None:
        return Rate.of(kind, own)
    return site.rate_submit if submits else site.rate_read


def check_rate(site: Site, key: Key, kind: str, headers: list[tuple[str, str]]) -> None:
    """Take a token of the key's rate, and look at its quota; what the client should know goes to `headers`.

    Raises:
        TooManyRequests: one of them is used up.
    """
    taken = site.buckets.take(key.id, rate_of(site, key, kind))
    if not taken.allowed:
        headers.extend(taken.headers)
        raise TooManyRequests(f"Rate limit exceeded. Retry in {taken.retry_after} s.")
    now = site.clock.now()
    if kind != READ and key.quota_left(now) == 0:
        headers.append(("Retry-After", str(seconds_to_midnight(now))))
        raise TooManyRequests(QUOTA_SENTENCE)
    headers.extend(taken.headers)


async def find_key(scope: Scope, site: Site, secret: str, headers: list[tuple[str, str]]) -> Key:
    """The valid key of a secret that a client sends; an address that has sent too many wrong ones has to wait.

    Args:
        scope: of the request.
        site: whose key it is.
        secret: what the client sends.
        headers: gets ``Retry-After`` when the client has to wait.

    Raises:
        NotAuthenticated: unknown, revoked or expired.
        TooManyRequests: the address has to wait; the secret was not looked up.
    """
    client = scope.get("client")
    address = client[0] if client else ""
    wait = site.wrong_keys.wait(address, secret)
    if wait:
        headers.append(("Retry-After", str(wait)))
        raise TooManyRequests(f"Too many wrong keys. Retry in {wait} s.")
    try:
        found = await run_in_threadpool(_find, site, secret)
    except NotAuthenticated:
        site.wrong_keys.wrong(address, secret)
        raise
    site.wrong_keys.right(secret)
    return found


def _find(site: Site, secret: str) -> Key:
    """The key of a secret, or of a session of the console; blocks."""
    if not secret.startswith(API_TOKEN):
        return site.keys.find(secret)
    session = read_session(site, "api", secret.removeprefix(API_TOKEN))
    found = None if session is None else key_of_session(site, session)
    if found is None:
        raise NotAuthenticated
    return found
