"""Progress bars on a terminal: one for a single document; for several, one in all and one for each in progress."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from quire.clock import Clock, SystemClock

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_DIRECTIONS = (*range(0x202A, 0x202F), *range(0x2066, 0x206A))
_COMMANDS = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160))}
_COMMANDS |= {code: f"\\u{code:04x}" for code in _DIRECTIONS}

BETWEEN = 0.1
"""Seconds between two repaints; faster is only flicker."""


class Bars(Protocol):
    """Receives the progress of a command."""

    def pages(self, at: int, done: int, total: int) -> None:
        """Document `at` has `done` of `total` pages."""

    def done(self, at: int) -> None:
        """Document `at` has ended, well or not."""

    def say(self, sentence: str) -> None:
        """A line of its own on stderr."""


def escaped(text: str) -> str:
    """The text with controls as escapes: a file's name can neither break a line nor command the terminal."""
    return text.translate(_COMMANDS)


@contextmanager
def progress_bars(names: Sequence[str]) -> Iterator[Bars]:
    """Bars on stderr when it is a terminal, silence otherwise."""
    if not sys.stderr.isatty():
        yield _Silent()
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.completed:.0f}/{task.total:.0f} {task.fields[unit]}", markup=False),
        TimeElapsedColumn(),
    )
    # No thread of its own: the process forks while the bars stand.
    with Progress(*columns, console=Console(stderr=True), auto_refresh=False, transient=True) as progress:
        yield _Painted(names, progress, SystemClock())


class _Silent:
    def pages(self, at: int, done: int, total: int) -> None:
        """Nobody looks."""

    def done(self, at: int) -> None:
        """Nobody looks."""

    def say(self, sentence: str) -> None:
        sys.stderr.write(escaped(sentence) + "\n")
        sys.stderr.flush()


class _Painted:
    def __init__(self, names: Sequence[str], progress: Progress, clock: Clock) -> None:
        self._names = names
        self._progress = progress
        self._clock = clock
        self._painted = clock.monotonic() - BETWEEN
        self._bars: dict[int, TaskID] = {}
        self._all = progress.add_task("documents", total=len(names), unit="") if len(names) > 1 else None

    def pages(self, at: int, done: int, total: int) -> None:
        if at not in self._bars:
            self._bars[at] = self._progress.add_task(escaped(self._names[at]), total=total, unit="pages")
        self._progress.update(self._bars[at], completed=done, total=total)
        now = self._clock.monotonic()
        if now - self._painted >= BETWEEN or done == total:
            self._painted = now
            self._progress.refresh()

    def done(self, at: int) -> None:
        bar = self._bars.pop(at, None)
        if self._all is not None:
            self._progress.advance(self._all)
            if bar is not None:
                self._progress.remove_task(bar)
        self._progress.refresh()

    def say(self, sentence: str) -> None:
        self._progress.console.print(escaped(sentence), markup=False, highlight=False, soft_wrap=True)
