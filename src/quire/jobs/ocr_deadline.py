"""An engine that stops before the time of its document is up, so that what was read until then is not lost."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from quire.clock import Clock, SystemClock
from quire.errors import OutOfTime
from quire.read.ocr_engine import Ocr, Pixels, Polygon, Reading
from quire.tasks.time_limit import is_up

SHARE = 0.75
"""Of a document's time that recognition may take: of a long scan the later pages stay pictures, and the document is
written."""


class DeadlineOcr:
    """An engine with a deadline. See `quire.read.ocr_engine.Ocr`.

    Args:
        ocr: the engine.
        seconds: from now, after which nothing more is read; more on a busy machine (`quire.tasks.time_limit`).
        clock: tells the time.
        used: processor seconds of this process.
    """

    def __init__(
        self, ocr: Ocr, seconds: float, clock: Clock | None = None, used: Callable[[], float] = time.process_time
    ) -> None:
        self._ocr = ocr
        self._clock = clock or SystemClock()
        self._seconds, self._used = seconds, used
        self._began, self._before = self._clock.monotonic(), used()
        self.refused = False
        """Whether something was not read, because the deadline had passed."""

    def read(self, image: Pixels) -> list[Reading]:
        """The text of a picture.

        Raises:
            OutOfTime: the deadline has passed.
        """
        return self._in_time().read(image)

    def find(self, image: Pixels) -> list[Polygon]:
        """Where text stands in a picture.

        Raises:
            OutOfTime: the deadline has passed.
        """
        return self._in_time().find(image)

    def recognise(self, image: Pixels, places: Sequence[Polygon]) -> list[Reading]:
        """The text at places of a picture.

        Raises:
            OutOfTime: the deadline has passed.
        """
        return self._in_time().recognise(image, places)

    def _in_time(self) -> Ocr:
        taken = self._clock.monotonic() - self._began
        if is_up(self._seconds, taken, lambda: self._used() - self._before):
            self.refused = True
            raise OutOfTime
        return self._ocr


def with_deadline(ocr: Ocr, seconds: float) -> Ocr:
    """The engine for a document that may take so many seconds; 0 or less is no limit."""
    return DeadlineOcr(ocr, SHARE * seconds) if seconds > 0 else ocr


def ran_out_of_time(ocr: Ocr | None) -> bool:
    """Whether an engine left something unread, because its deadline had passed."""
    return isinstance(ocr, DeadlineOcr) and ocr.refused
