"""What a key may ask in a while: its own rate or the site's, and its quota of the day."""

from __future__ import annotations

from quire.access.keys import QUOTA_SENTENCE, Key, seconds_to_midnight
from quire.access.permissions import Rate
from quire.errors import TooManyRequests
from quire.web.state.site import Site

SUBMIT, READ = "submit", "read"


def rate_of(site: Site, key: Key, kind: str) -> Rate:
    """The rate of a kind of request that holds for a key."""
    submits = kind == SUBMIT
    own = key.rate_submit if submits else key.rate_read
    if own is not None:
        return Rate.of(kind, own)
    return site.rate_submit if submits else site.rate_read


def count(site: Site, key: Key, kind: str, headers: list[tuple[str, str]]) -> None:
    """Take a token of the key's rate, and look at its quota; what the client should know goes to `headers`.

    Raises:
        TooManyRequests: one of them is used up.
    """
    taken = site.buckets.take(key.id, rate_of(site, key, kind))
    if not taken.allowed:
        headers.extend(taken.headers)
        raise TooManyRequests(f"Rate limit exceeded. Retry in {taken.retry_after} s.")
    now = site.clock.now()
    if kind == SUBMIT and key.quota_left(now) == 0:
        headers.append(("Retry-After", str(seconds_to_midnight(now))))
        raise TooManyRequests(QUOTA_SENTENCE)
    headers.extend(taken.headers)
