"""How long a client waits before it asks again, and when an endpoint counts as away."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

__all__ = ["RetryPolicy", "retry_after"]


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Waits double from `first` seconds up to `longest`, each between a half and the whole of that, by chance.

    Attributes:
        first, longest: seconds. What the endpoint asks for by Retry-After is honoured up to three times `longest`.
        away: seconds without any answer, to any call, after which the endpoint is away.
        least: tries of one call before that is said.
        most: tries of one call that fails while others are answered.
        chance: a number from 0 to 1.
    """

    first: float = 0.5
    longest: float = 20.0
    away: float = 60.0
    least: int = 3
    most: int = 12
    chance: Callable[[], float] = random.random

    def wait(self, tries: int, asked: float | None) -> float:
        """Seconds before the next try.

        Args:
            tries: made so far, from 1 on.
            asked: seconds that the endpoint asks for, if it does.
        """
        own = min(self.longest, self.first * 2.0 ** min(tries - 1, 20)) * (0.5 + self.chance() / 2)
        return own if asked is None else max(own, min(asked, 3 * self.longest))


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that an answer asks to wait (RFC 9110, 10.2.3, or OpenAI's milliseconds); None for a date or nothing."""
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(name, "")) / unit
        except ValueError:
            continue
        if 0 <= seconds < float("inf"):
            return seconds
    return None
