"""Whose task is next: owners take turns, and each one's tasks go in the order in which they were submitted.

A thousand tasks of one owner delay another one's single task by the few that a worker has at hand already, not by a
thousand. Every waiting task has a turn, a number; lower ones go first, equal ones by age. A new task gets the turn that
is being served, or the one after its owner's last task where that is later (start-time fair queueing: Goyal, Vin,
Cheng, 1996, with every task taken for equally long). So whoever waits is passed by about one task of each other owner
for each task of his own, nobody saves up turns while having nothing to do, and nobody pays long for what he had
before.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

FIRST, LAST = 1, 2**31 - 1
"""The turns that the task engine knows; it serves a task without one before all others."""


class OwnerQueue(NamedTuple):
    """What a new task of an owner is put behind: ids of tasks, None where there are none."""

    last: str | None  # the owner's newest task
    waits: bool  # whether that one still waits
    present: str | None  # the task that was begun last; while none runs the oldest that waits


class Waiting(NamedTuple):
    """The waiting tasks of an owner: how many, and since when the oldest waits."""

    tasks: int
    since: datetime


def turn_of_new_task(line: OwnerQueue, turns: Mapping[str, int]) -> int:
    """The turn of a new task.

    Args:
        line: what it is put behind.
        turns: of these tasks, by id; one that is not there has been served.
    """
    present = turns.get(line.present or "", FIRST)
    after = turns.get(line.last or "", 0) + 1
    if not line.waits:  # who has been served in this turn comes in the next one, and no later
        after = min(after, present + 1)
    return min(max(present, after, FIRST), LAST)


def queue_position(before: int, created: datetime, others: Mapping[str, Waiting]) -> int:
    """The place of a waiting task, 1 is next, if owners take turns from now on.

    Args:
        before: waiting tasks of its owner that are older.
        created: its own moment.
        others: what waits of the other owners.
    """
    ahead = (min(one.tasks, before + (one.since < created)) for one in others.values())
    return before + 1 + sum(ahead)
