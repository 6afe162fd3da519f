"""The cap on the processor time of one phase over a book, in proportion to the book's size."""

from __future__ import annotations

from quire.errors import OutOfCpuTime
from quire.tasks.process_limits import cpu_seconds

SENTENCE = (
    "The book took more than {seconds:.0f} seconds of processor time in the phase {phase}, too much for its size."
)


class CpuCap:
    """Watches the process group of a slot from now on.

    Args:
        session: process id of the slot, which leads its session.
        cap: seconds; 0 is no limit.
        phase: named in the error.
    """

    def __init__(self, session: int, cap: float, phase: str) -> None:
        self._session = session
        self._cap = cap
        self._phase = phase
        self._before = cpu_seconds(session) if cap else 0.0

    def check(self) -> None:
        """Nothing, while the cap is not reached.

        Raises:
            OutOfCpuTime: it is.
        """
        if self._cap and cpu_seconds(self._session) - self._before > self._cap:
            raise OutOfCpuTime(SENTENCE.format(seconds=self._cap, phase=self._phase))
