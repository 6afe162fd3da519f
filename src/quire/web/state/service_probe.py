"""Asks whether the components of the service respond, at most once a second."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import anyio.to_thread

from quire.clock import Clock

PROBE_SECONDS = 5.0
"""Seconds after which a component that has not responded counts as not ready."""

REUSE_SECONDS = 1.0
"""Seconds for which a result is reused, because anybody may ask as often as they like."""

_log = logging.getLogger("quire.web")


class HealthProbe:
    """The state of the components, read at most once in `REUSE_SECONDS`, by one request at a time."""

    def __init__(self, ready: Callable[[], dict[str, bool]], clock: Clock) -> None:
        self._ready, self._clock = ready, clock
        self._lock = asyncio.Lock()
        self._asked: float | None = None
        self._state: dict[str, bool] = {}

    async def state(self) -> dict[str, bool]:
        """For each component, whether it responds."""
        async with self._lock:
            now = self._clock.monotonic()
            if self._asked is None or now - self._asked >= REUSE_SECONDS:
                self._state = await self._ask()
                self._asked = self._clock.monotonic()
            return self._state

    async def _ask(self) -> dict[str, bool]:
        try:
            async with asyncio.timeout(PROBE_SECONDS):
                return await anyio.to_thread.run_sync(self._ready, abandon_on_cancel=True)
        except TimeoutError:
            return {"answer": False}
        except Exception:  # noqa: BLE001 - whatever it is, the service is not ready; the log says why
            _log.exception("The readiness check failed.")
            return {"answer": False}
