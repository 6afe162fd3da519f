"""Server-Sent Events, parsed line by line (WHATWG HTML, 9.2.6)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from quire_client.effects import Call
from quire_client.errors import ConnectionLost
from quire_client.requests import Retries, backoff


@dataclass(frozen=True)
class Event:
    """An event of a job: `type` is ``phase``, ``token``, ``review``, ``log`` or ``done``; `id` counts from 1."""

    id: str
    type: str
    data: Any


class EventStream:
    """The state of a stream over its connections: fed with what they bring, it says what to do."""

    def __init__(self, job_id: int, retries: Retries) -> None:
        self.call = Call("GET", f"/api/v1/jobs/{job_id}/stream")
        self._retries, self._failures = retries, 0
        self._last, self._type, self._data = "", "", list[str]()

    @property
    def headers(self) -> dict[str, str]:
        """Of the next connection."""
        last = {"Last-Event-ID": self._last} if self._last else {}
        return {"Accept": "text/event-stream", **last}

    def feed(self, line: str) -> Event | None:
        """The event that a line, without its end, completes."""
        self._failures = 0
        if line:
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if name == "id" and "\0" not in value:
                self._last = value
            elif name == "event":
                self._type = value
            elif name == "data":
                self._data.append(value)
            return None
        kind, lines = self._type or "message", self._data
        self._type, self._data = "", []
        return Event(self._last, kind, _value("\n".join(lines))) if lines else None

    def lost(self, error: Exception | None) -> float:
        """Seconds until the next connection.

        Raises:
            ConnectionLost: there were enough.
        """
        self._failures += 1
        self._type, self._data = "", []  # of an event that is incomplete
        if self._failures >= self._retries.attempts:
            raise ConnectionLost("The event stream was lost.") from error
        return backoff(self._retries, self._failures)


def _value(text: str) -> Any:  # noqa: ANN401 - any JSON
    try:
        return json.loads(text)
    except ValueError:
        return text
