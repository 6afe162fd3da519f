"""A thread that repeats one function, and outlives a database that is not available."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from sqlalchemy.exc import DBAPIError

log = logging.getLogger(__name__)


class PeriodicTask:
    """Calls a function again and again until it is closed.

    Args:
        name: of the thread, and in the log.
        turn: what is called; what it raises is logged and the next call comes, so only `close` ends the repetition.
        pause: seconds before each call.
    """

    def __init__(self, name: str, turn: Callable[[], object], pause: float) -> None:
        self._name = name
        self._turn = turn
        self._pause = pause
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._loop, name=name, daemon=True)

    @property
    def closing(self) -> bool:
        """Whether it was asked to end; a long turn looks at this."""
        return self._closing.is_set()

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def close(self) -> None:
        """End when the turn under way has ended; more than once is fine, and so is before `start`."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()

    def _loop(self) -> None:
        away = False
        while not self._closing.wait(self._pause):
            try:
                self._turn()
                away = False
            except DBAPIError as error:  # the database may be back at the next turn; said once for each absence
                if not away:
                    log.warning("%s: the database is not available (%s)", self._name, type(error.orig).__name__)
                away = True
            except Exception:  # whatever it is, the next turn should be done
                log.exception("%s: a turn failed", self._name)
