"""Slows down who tries wrong keys: an address that has tried too many waits before another key of it is looked up.

A key that was found lately is not affected, so that nobody locks out the other clients behind the same address. Each
process counts for itself.
"""

from __future__ import annotations

import hashlib
import ipaddress
from collections import OrderedDict

from quire.access.permissions import WINDOW, Buckets, Rate
from quire.clock import Clock

WRONG_KEYS = Rate("wrong-keys", limit=10, burst=20)
"""Wrong keys a minute from one address, and at once: enough for somebody who mistypes, too few for a search."""

IPV6_NETWORK = 64
"""Bits of an IPv6 address that count: one customer has at least the rest."""

_REMEMBERED = 10_000  # addresses that wait, and keys that were found


class WrongKeys:
    """Who has tried wrong keys, and which keys are good."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._buckets = Buckets(clock)
        self._waits: OrderedDict[str, float] = OrderedDict()  # by address, the moment from which it may try again
        self._good: OrderedDict[str, float] = OrderedDict()  # by SHA-256 of the secret, when it was found

    def wait(self, address: str, secret: str) -> int:
        """Seconds that `address` must wait before `secret` is looked up; 0 when it need not."""
        left = self._waits.get(_network(address), 0.0) - self._clock.monotonic()
        return max(1, round(left)) if left > 0 and _hash(secret) not in self._good else 0

    def wrong(self, address: str, secret: str) -> None:
        """Count a wrong key."""
        self._good.pop(_hash(secret), None)
        network = _network(address)
        taken = self._buckets.take(network, WRONG_KEYS)
        if taken.remaining == 0:
            _remember(self._waits, network, self._clock.monotonic() + WINDOW / WRONG_KEYS.limit)

    def right(self, secret: str) -> None:
        """Note a good key."""
        _remember(self._good, _hash(secret), self._clock.monotonic())


def _network(address: str) -> str:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    return str(ipaddress.ip_network((found, IPV6_NETWORK), strict=False))


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()


def _remember(memory: OrderedDict[str, float], name: str, moment: float) -> None:
    memory[name] = moment
    memory.move_to_end(name)
    while len(memory) > _REMEMBERED:
        memory.popitem(last=False)
