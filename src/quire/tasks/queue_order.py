"""Whose task is next: owners take turns, and each one's tasks go in the order in which they were submitted.

The owner with the fewest tasks running comes first, among equals the one who was served longest ago. So a thousand
tasks of one owner delay another one's single task by what runs at that moment, and nobody saves up turns while having
nothing to do. `fair_queue` says the same of the jobs of wikis.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

_NEVER = datetime.min.replace(tzinfo=UTC)


class Line(NamedTuple):
    """The waiting tasks of one key of an owner, and since when the oldest waits."""

    owner: str
    key_id: str
    since: datetime


class Waiting(NamedTuple):
    """The waiting tasks of an owner: how many, and since when the oldest waits."""

    tasks: int
    since: datetime


def next_line(
    lines: Sequence[Line],
    running: Mapping[tuple[str, str], int],
    served: Callable[[], Mapping[str, datetime]],
    *,
    per_key: int = 0,
) -> Line | None:
    """The line whose oldest task is next; None when every one is at its limit.

    Args:
        lines: those with waiting tasks.
        running: how many tasks of an owner and key run now.
        served: gives when a task of each owner was started last; who is not in it comes first.
        per_key: how many tasks of one key may run at the same time; 0 is no limit.
    """
    keys: dict[str, int] = {}
    owners: dict[str, int] = {}
    for (owner, key_id), count in running.items():
        keys[key_id] = keys.get(key_id, 0) + count
        owners[owner] = owners.get(owner, 0) + count
    able = [line for line in lines if not per_key or keys.get(line.key_id, 0) < per_key]
    if not able:
        return None
    fewest = min(owners.get(line.owner, 0) for line in able)
    best = [line for line in able if owners.get(line.owner, 0) == fewest]
    if len({line.owner for line in best}) == 1:
        return min(best, key=lambda line: (line.since, line.key_id))
    last = served()
    return min(best, key=lambda line: (last.get(line.owner, _NEVER), line.since, line.owner, line.key_id))


def queue_position(before: int, created: datetime, others: Mapping[str, Waiting]) -> int:
    """The place of a waiting task, 1 is next, if owners take turns from now on.

    Args:
        before: waiting tasks of its owner that are older.
        created: its own moment.
        others: what waits of the other owners.
    """
    ahead = (min(one.tasks, before + (one.since < created)) for one in others.values())
    return before + 1 + sum(ahead)
