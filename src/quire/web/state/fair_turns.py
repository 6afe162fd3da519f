"""Who may use a few places next: keys take turns, and none holds all places or fills the queue."""

from __future__ import annotations

import asyncio
from collections import Counter, deque

from quire.errors import TooManyRequests


class Turns:
    """Places that are shared by key. All methods belong to the event loop.

    Args:
        places: How many may be held at a time.
        held: How many one key may hold.
        waiting: How many requests of one key may wait.
        waiting_together: How many requests of all keys may wait.
    """

    def __init__(self, places: int, *, held: int, waiting: int, waiting_together: int) -> None:
        self._free = list(range(places))[::-1]
        self._most_held, self._most_waiting, self._most_together = held, waiting, waiting_together
        self._held: Counter[str] = Counter()
        self._queues: dict[str, deque[asyncio.Future[int]]] = {}  # the key whose turn is next comes first

    async def take(self, key: str) -> int:
        """The number of a place, once it is the key's turn.

        Raises:
            TooManyRequests: too many requests of this key, or of all, are waiting.
        """
        queue = self._queues.setdefault(key, deque())
        if len(queue) >= self._most_waiting or sum(map(len, self._queues.values())) >= self._most_together:
            if not queue:
                del self._queues[key]
            raise TooManyRequests("Too many requests are waiting. Please try again later.")
        turn: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        self._share_out()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give(turn.result(), key)  # the place came while the client went
            elif turn in queue:
                queue.remove(turn)
            raise

    def give(self, place: int, key: str) -> None:
        """Give a place back."""
        self._held[key] -= 1
        self._held += Counter()  # forget keys that hold nothing
        self._free.append(place)
        self._share_out()

    def _share_out(self) -> None:
        for key in list(self._queues):
            queue = self._queues[key]
            while queue and queue[0].done():  # cancelled
                queue.popleft()
            if not queue:
                del self._queues[key]
            elif self._free and self._held[key] < self._most_held:
                self._held[key] += 1
                queue.popleft().set_result(self._free.pop())
                del self._queues[key]
                if queue:
                    self._queues[key] = queue  # behind the others
