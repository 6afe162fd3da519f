"""The file through which a slot tells its events to the worker: one JSON object a line, only ever added to.

It outlives both processes, so what was reported before a death is not lost; the reader remembers up to which byte it
has read. A slot may be in the hands of a document, so what stands there is checked: known kinds, their own keys,
short texts.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from quire.clock import Clock, SystemClock

Value = str | int | float
JournalEvent = tuple[str, dict[str, Value]]
"""An event: its kind and its data."""

MAX_LINE = 16 * 1024
PIECE = 1 << 20
"""Bytes that are read at once."""

MAX_AMOUNT = 1e12
"""Tokens or dollars that one event may report; more is nonsense."""

MAX_TEXT = 2000
"""Characters of a text in an event."""


class Reading(NamedTuple):
    """The events of a piece of the journal with their moments, and the byte up to which it was read."""

    dated: list[tuple[JournalEvent, datetime]]
    end: int

    @property
    def events(self) -> list[JournalEvent]:
        """The events alone."""
        return [event for event, _ in self.dated]


class Journal:
    """The writer's side. A line that a death cut short is taken away first."""

    def __init__(self, path: Path, clock: Clock | None = None) -> None:
        self._clock = clock or SystemClock()
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        self._mend()

    def tell(self, kind: str, data: Mapping[str, Value]) -> None:
        """Add an event, by one write."""
        event = {"at": int(self._clock.now().timestamp()), "kind": kind, "data": dict(data)}
        line = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
        os.write(self._file, line.encode("utf-8", "replace") + b"\n")

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def _mend(self) -> None:
        size = os.fstat(self._file).st_size
        start = max(0, size - PIECE)
        tail = os.pread(self._file, size - start, start)
        if tail and not tail.endswith(b"\n"):
            os.ftruncate(self._file, start + tail.rfind(b"\n") + 1)


def log_event(sentence: str, level: str = "info") -> JournalEvent:
    """A sentence as an event; `level` is info, warning or error."""
    return ("log", {"level": level, "msg": sentence})


def read(path: Path, start: int) -> Reading:
    """The events from byte `start` on, as far as their lines are complete; at most a piece of the file."""
    try:
        with path.open("rb") as file:
            file.seek(start)
            data = file.read(PIECE)
    except OSError:
        return Reading([], start)
    end = data.rfind(b"\n") + 1
    if end == 0 and len(data) == PIECE:  # a line without end is nobody's event
        return Reading([], start + PIECE)
    lines = data[:end].splitlines()
    return Reading([event for line in lines if (event := _event(line)) is not None], start + end)


def pad(path: Path, end: int) -> None:
    """Make a journal at least `end` bytes long, by empty lines that are no events.

    A copy of a wiki's folder may be behind what was already read of the journal where it was written.
    """
    if (lacking := end - size(path)) > 0:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            file.write(b"\n" * lacking)


def size(path: Path) -> int:
    """The bytes of the journal; 0 when there is none."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _event(line: bytes) -> tuple[JournalEvent, datetime] | None:
    if len(line) > MAX_LINE:
        return None
    try:
        found = json.loads(line)
        kind, data = found["kind"], found["data"]
        return (kind, _CHECKS[kind](data)), datetime.fromtimestamp(_count(found["at"]), UTC)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError, OSError):
        return None


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value[:MAX_TEXT].encode("utf-8", "replace").decode()


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << 53:
        raise ValueError
    return value


def _amount(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < MAX_AMOUNT:
        raise ValueError
    return round(float(value), 6)


def _phase(data: Mapping[str, object]) -> dict[str, Value]:
    made: dict[str, Value] = {"phase": _text(data["phase"]), "status": _text(data["status"])}
    if data.get("duration_s") is not None:
        made["duration_s"] = _amount(data["duration_s"])
    return made


def _token(data: Mapping[str, object]) -> dict[str, Value]:
    return {
        "phase": _text(data["phase"]),
        "input": _count(data["input"]),
        "output": _count(data["output"]),
        "cost": _amount(data["cost"]),
    }


def _review(data: Mapping[str, object]) -> dict[str, Value]:
    return {"scope": _text(data["scope"]), "status": _text(data["status"])}


def _log(data: Mapping[str, object]) -> dict[str, Value]:
    return {"level": _text(data["level"]), "msg": _text(data["msg"])}


_CHECKS: dict[str, Callable[[Mapping[str, object]], dict[str, Value]]] = {
    "phase": _phase,
    "token": _token,
    "review": _review,
    "log": _log,
}
"""What a slot may tell; `done` is the ledger's word."""
