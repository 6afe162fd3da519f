"""How far a long step is: told now and then, so that whoever waits sees it move, and can have it stop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

__all__ = ["Progress", "no_progress", "sub_progress", "with_progress"]

Progress = Callable[[float], None]
"""Takes the share of a step that is done, 0 to 1; may raise what ends the step."""

_EACH = 400
"""Pieces of work between two looks: some milliseconds of the quickest, some tenths of a second of the slowest."""

One = TypeVar("One")


def no_progress(_share: float) -> None:
    """Tells nobody."""


def sub_progress(tick: Progress, first: float, last: float) -> Progress:
    """What a part of a step tells, which runs from one share of the whole to another."""
    return lambda share: tick(first + (last - first) * share)


def with_progress(items: Sequence[One], tick: Progress, each: int = _EACH) -> Iterator[One]:
    """The items, telling every so many how many are behind."""
    for at, one in enumerate(items):
        if not at % each:
            tick(at / len(items))
        yield one
    tick(1.0)
