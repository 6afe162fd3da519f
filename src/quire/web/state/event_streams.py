"""Streams of job events (Server-Sent Events): one poller for a whole process, however many clients listen.

The poller asks the database twice a second for the last event numbers of all watched jobs, in one query. New events are
read once and kept as bytes in a short window of their job, from which every client of the job is served. A client keeps
only the number of its last event; events before the window are read from the database, piece by piece.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

from starlette.concurrency import run_in_threadpool
from starlette.types import Receive, Scope, Send

from quire.errors import Unavailable
from quire.store.database import is_unavailable
from quire.tasks.builds.job_events import DONE, Head, JobEvents
from quire.tasks.builds.job_states import JobEvent

POLL = 0.5
"""Seconds between two queries of the poller."""

PING = 15.0
"""Seconds without an event after which a comment is sent, so that no proxy takes the connection for dead."""

KEY_CHECK = 10.0
"""Seconds between two checks of a stream's key: a revoked key ends its streams."""

RETRY = 3000
"""Milliseconds after which a browser connects again."""

WINDOW = 200
"""Events of a watched job that are kept as bytes; also the most that are read at once."""

MAX_CLIENTS = 2000
"""Clients of one process; more get 503."""

_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # nginx would keep events until its buffer is full
]
_log = logging.getLogger("quire.web")


@dataclass
class _Watched:
    """A job with clients.

    Attributes:
        head: the number of its last known event; None before the first query, and when the job is gone.
        window: the last events as bytes, with their numbers.
        changed: set, and replaced, when `head` changes.
    """

    clients: int = 0
    head: Head | None = None
    gone: bool = False
    window: deque[tuple[int, bytes]] = field(default_factory=lambda: deque(maxlen=WINDOW))
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def wake(self) -> None:
        former, self.changed = self.changed, asyncio.Event()
        former.set()


class Streams:
    """The streams of one process.

    Args:
        story: where events are read.
        poll: seconds between two questions; `ping` between two signs of life, `key_check` between two looks at a key.
    """

    def __init__(
        self, story: JobEvents, *, poll: float = POLL, ping: float = PING, key_check: float = KEY_CHECK
    ) -> None:
        self._story = story
        self._poll = poll
        self.ping, self.key_check = ping, key_check
        self._watched: dict[int, _Watched] = {}
        self._poller: asyncio.Task[None] | None = None
        self.clients = 0

    async def head(self, job_id: int) -> Head:
        """The last event number of a job; a deleted job counts as over."""
        found = await run_in_threadpool(self._story.heads, [job_id])
        return found.get(job_id, Head(0, over=True))

    @contextlib.asynccontextmanager
    async def watching(self, job_id: int) -> AsyncIterator[_Watched]:
        """A watched job, as long as the context lasts.

        Raises:
            Unavailable: too many clients listen.
        """
        if self.clients >= MAX_CLIENTS:
            raise Unavailable("Too many streams are open. Please try again later.")
        watched = self._watched.setdefault(job_id, _Watched())
        watched.clients += 1
        self.clients += 1
        if self._poller is None or self._poller.done():
            self._poller = asyncio.get_running_loop().create_task(self._look())
        try:
            yield watched
        finally:
            self.clients -= 1
            watched.clients -= 1
            if not watched.clients:
                self._watched.pop(job_id, None)

    async def after(self, job_id: int, number: int, watched: _Watched) -> list[tuple[int, bytes]]:
        """The next events after one, as they go out."""
        if watched.head is None or number >= watched.head.number:
            return []
        if watched.window and watched.window[0][0] <= number + 1:
            return [one for one in watched.window if one[0] > number]
        found = await run_in_threadpool(self._story.after, job_id, number, WINDOW)
        return [(event.number, sse_message(event)) for event in found]

    async def _look(self) -> None:
        """Ask for what is new until nobody listens."""
        while self._watched:
            try:
                await self._look_once()
            except Exception as problem:  # noqa: BLE001 - the database may be back at the next look
                if not is_unavailable(problem):
                    _log.exception("The streams could not be read.")
            await asyncio.sleep(self._poll)

    async def _look_once(self) -> None:
        heads = await run_in_threadpool(self._story.heads, [*self._watched])
        for job_id, watched in [*self._watched.items()]:
            head = heads.get(job_id)
            if head is None:
                watched.gone = True
                watched.wake()
            elif head != watched.head:
                await self._extend(job_id, watched, head)
                watched.head = head
                watched.wake()

    async def _extend(self, job_id: int, watched: _Watched, head: Head) -> None:
        """Bring the window up to the head."""
        last = watched.window[-1][0] if watched.window else 0
        if last < head.number - WINDOW:
            watched.window.clear()
            last = head.number - WINDOW
        while last < head.number:
            found = await run_in_threadpool(self._story.after, job_id, last, WINDOW)
            if not found:
                return
            watched.window.extend((event.number, sse_message(event)) for event in found)
            last = found[-1].number


class EventStream:
    """The answer to one client: what it has not had, then what comes, until `done`.

    Args:
        streams: of this process.
        job_id: the job.
        last: number of the last event that the client has had; 0 is none.
        closing: set when the process is about to end.
        is_valid: whether the key of the client still opens the stream; it blocks.
    """

    def __init__(
        self,
        streams: Streams,
        job_id: int,
        last: int,
        closing: asyncio.Event,
        is_valid: Callable[[], bool] = lambda: True,
    ) -> None:
        self._streams = streams
        self._job_id = job_id
        self._last = last
        self._closing = closing
        self._is_valid = is_valid

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - ASGI's
        """Send the events; ends when the client goes."""
        async with self._streams.watching(self._job_id) as watched:
            await send({"type": "http.response.start", "status": 200, "headers": [*_HEADERS]})
            await _write(send, b"retry: %d\n\n" % RETRY)
            gone = asyncio.ensure_future(_gone(receive))
            ends = [gone, asyncio.ensure_future(self._closing.wait()), asyncio.ensure_future(self._key_ends())]
            sending = asyncio.ensure_future(self._send(send, watched))
            try:
                await asyncio.wait([sending, *ends], return_when=asyncio.FIRST_COMPLETED)
                if sending.done():
                    sending.result()
                if not gone.done():
                    await send({"type": "http.response.body", "body": b"", "more_body": False})
            finally:
                for one in (sending, *ends):
                    one.cancel()
                await asyncio.gather(sending, *ends, return_exceptions=True)

    async def _key_ends(self) -> None:
        """Return when the client's key opens nothing any more."""
        while True:
            await asyncio.sleep(self._streams.key_check)
            try:
                if not await run_in_threadpool(self._is_valid):
                    return
            except Exception as problem:  # noqa: BLE001 - the database may be back at the next look
                if not is_unavailable(problem):
                    _log.exception("The key of a stream could not be checked.")

    async def _send(self, send: Send, watched: _Watched) -> None:
        """Send events until the story is over."""
        while True:
            changed = watched.changed
            while found := await self._streams.after(self._job_id, self._last, watched):
                await _write(send, b"".join(body for _, body in found))
                self._last = found[-1][0]
                if found[-1][1].startswith(_OVER):
                    return
            if watched.gone:
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._streams.ping):
                    await changed.wait()
                continue
            await _write(send, b": ping\n\n")


_OVER = f"event: {DONE}\n".encode()


def sse_message(event: JobEvent) -> bytes:
    """An event as it goes out; its data is one line of JSON."""
    data = json.dumps(dict(event.data), ensure_ascii=False, separators=(",", ":"))
    return f"event: {event.kind}\nid: {event.number}\ndata: {data}\n\n".encode("utf-8", "replace")


async def _write(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _gone(receive: Receive) -> None:
    """Return when the client has closed the connection."""
    while (await receive())["type"] != "http.disconnect":
        pass
