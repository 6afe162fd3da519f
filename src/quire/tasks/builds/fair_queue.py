"""Whose turn it is: owners take turns, and each one's jobs go in the order in which they were queued.

An owner with fewer jobs running comes first; among equals the one who was served longest ago. So an owner with fifty
books delays another one's single book by one book and not by fifty.
"""

from __future__ import annotations

import heapq
from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Waiting:
    """A job in the queue."""

    job_id: int
    owner: str
    queued: datetime


def order(
    waiting: Sequence[Waiting], running: Mapping[str, int], served: Mapping[str, datetime] | None = None
) -> list[Waiting]:
    """The waiting jobs in the order in which they will start, if none ends meanwhile.

    Args:
        waiting: in any order.
        running: how many jobs of each owner run now.
        served: when a job of each owner was started last; who is not in it comes first.
    """
    served = served or {}
    lines: dict[str, deque[Waiting]] = defaultdict(deque)
    for job in sorted(waiting, key=lambda one: (one.queued, one.job_id)):
        lines[job.owner].append(job)
    # jobs running, turns taken here, served before, head of the line
    heap = [
        (running.get(owner, 0), 0, served.get(owner, _NEVER), line[0].queued, line[0].job_id, owner)
        for owner, line in lines.items()
    ]
    heapq.heapify(heap)
    found: list[Waiting] = []
    while heap:
        count, _, _, _, _, owner = heapq.heappop(heap)
        found.append(lines[owner].popleft())
        if lines[owner]:
            following = lines[owner][0]
            heapq.heappush(heap, (count + 1, len(found), _NEVER, following.queued, following.job_id, owner))
    return found
