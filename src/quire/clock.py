"""The time, as a seam: nobody else asks the operating system for it."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Wall time in UTC and a monotonic count of seconds."""

    def now(self) -> datetime:
        """The present moment, aware, in UTC."""

    def monotonic(self) -> float:
        """Seconds from an arbitrary start; never goes back."""


def zulu(moment: datetime) -> str:
    """An aware moment in UTC to the second, with its Z (RFC 3339)."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class SystemClock:
    """The clock of the machine."""

    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds from an arbitrary start; never goes back."""
        return time.monotonic()


class FakeClock:
    """A clock that moves only when told; for tests."""

    def __init__(self, start: datetime = datetime(2026, 1, 1, tzinfo=UTC)) -> None:
        self._now = start
        self._ticks = 0.0

    def now(self) -> datetime:
        """The moment that was set."""
        return self._now

    def monotonic(self) -> float:
        """The seconds that were added."""
        return self._ticks

    def advance(self, seconds: float) -> None:
        """Move both times on by `seconds`."""
        self._now += timedelta(seconds=seconds)
        self._ticks += seconds

    def step(self, seconds: float) -> None:
        """Move the wall time alone, forward or back, as a time server or an administrator does."""
        self._now += timedelta(seconds=seconds)
