"""What a key may do and how often: scopes, roles, and token buckets.

A bucket holds `Rate.burst` tokens and fills at `Rate.limit` a minute; a request takes one. The answers follow the
IETF draft *RateLimit header fields for HTTP* (draft-ietf-httpapi-ratelimit-headers-10): ``RateLimit-Policy`` names
the policy with its quota ``q`` in a window of ``w`` seconds, ``RateLimit`` the remaining requests ``r`` and the
seconds ``t`` until the bucket is full again.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from quire.clock import Clock
from quire.errors import BadRequest


class Scope(StrEnum):
    """A service that a key may use."""

    PARSE = "parse"
    FINANCE = "finance"
    INVOICE = "invoice"
    WIKI = "wiki"
    COMPANY = "company"
    ADMIN = "admin"


class Role(StrEnum):
    """What a key's owner sees: `user` its own things, `admin` everybody's."""

    USER = "user"
    ADMIN = "admin"


ROLE_SCOPES: dict[Role, frozenset[Scope]] = {
    Role.USER: frozenset(Scope) - {Scope.ADMIN},
    Role.ADMIN: frozenset(Scope),
}
"""The scopes a key gets, and the most it can be given, by its role."""

BURST = 20
"""Submissions that a key may send at once under the default of 60 a minute."""

WINDOW = 60
"""Seconds of the window that rates are given for."""

_BUCKETS_KEPT = 10_000


def parse_role(word: str) -> Role:
    """The role of that name.

    Raises:
        BadRequest: there is none.
    """
    try:
        return Role(word)
    except ValueError:
        raise BadRequest("role must be user or admin.") from None


def parse_scopes(words: Iterable[str], role: Role) -> frozenset[Scope]:
    """The scopes of those names; all that `role` can have when there is no name.

    Raises:
        BadRequest: an unknown name, or a scope that the role cannot have.
    """
    names = {word.strip().lower() for word in words} - {""}
    unknown = names - {scope.value for scope in Scope}
    if unknown:
        raise BadRequest(f"scopes must be among {', '.join(Scope)}.")
    scopes = frozenset(Scope(name) for name in names) or ROLE_SCOPES[role]
    if not scopes <= ROLE_SCOPES[role]:
        raise BadRequest("The scope admin needs the role admin.")
    return scopes


class Rate(NamedTuple):
    """`limit` requests a minute (0 = no limit), of which `burst` may come at once; `name` is the policy's."""

    name: str
    limit: int
    burst: int

    @classmethod
    def submissions(cls, limit: int) -> Rate:
        """The policy of submissions: a third of a minute's, but at least `BURST`, may come at once."""
        return cls("submit", limit, min(limit, max(BURST, limit // 3)))

    @classmethod
    def reads(cls, limit: int) -> Rate:
        """The policy of everything else: a minute's may come at once."""
        return cls("read", limit, limit)

    @classmethod
    def of(cls, name: str, limit: int) -> Rate:
        """The policy of that name, `submit` or `read`."""
        return cls.submissions(limit) if name == "submit" else cls.reads(limit)

    @property
    def header(self) -> str:
        """The value of ``RateLimit-Policy``; the draft lets other parameters be comments."""
        return _policy(self)


@lru_cache(maxsize=256)
def _policy(rate: Rate) -> str:
    return f'"{rate.name}";q={rate.limit};w={WINDOW};burst={rate.burst}'


class Taken(NamedTuple):
    """What a bucket answered."""

    rate: Rate
    allowed: bool
    remaining: int
    full_after: int  # seconds until the bucket is full
    retry_after: int  # seconds until the next token; 0 when one was taken

    @property
    def headers(self) -> list[tuple[str, str]]:
        """``RateLimit-Policy``, ``RateLimit`` and, on a refusal, ``Retry-After``; nothing where no limit is set."""
        if self.rate.limit == 0:
            return []
        found = [
            ("RateLimit-Policy", self.rate.header),
            ("RateLimit", f'"{self.rate.name}";r={self.remaining};t={self.full_after}'),
        ]
        return found if self.allowed else [*found, ("Retry-After", str(self.retry_after))]


class Buckets:
    """The buckets of this process, one for each key and policy; those not used for longest are dropped when full.

    Each API process counts for itself, so N processes behind a balancer let N times the rate through.
    """

    def __init__(self, clock: Clock, *, kept: int = _BUCKETS_KEPT) -> None:
        self._clock = clock
        self._kept = kept
        self._levels: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def take(self, who: str, rate: Rate) -> Taken:
        """Take one token of `who` under `rate`."""
        if rate.limit == 0:
            return Taken(rate, allowed=True, remaining=0, full_after=0, retry_after=0)
        now = self._clock.monotonic()
        each = WINDOW / rate.limit  # seconds for one token
        level, seen = self._levels.pop((who, rate.name), (float(rate.burst), now))
        level = min(float(rate.burst), level + (now - seen) / each)
        allowed = level >= 1 - 1e-9  # floating point: a full token that was filled in small steps is a full token
        if allowed:
            level = max(0.0, level - 1)
        self._levels[who, rate.name] = (level, now)
        if len(self._levels) > self._kept:
            self._levels.popitem(last=False)
        return Taken(
            rate,
            allowed=allowed,
            remaining=int(level + 1e-9),
            full_after=math.ceil((rate.burst - level) * each),
            retry_after=0 if allowed else max(1, math.ceil((1 - level) * each)),
        )
