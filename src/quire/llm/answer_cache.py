"""Answers on disk, so that nothing is paid twice, whoever is killed when.

    log/answers/ab/abcdef….json     one answer under the key of its call: text, tokens, cost
    log/usage.jsonl                 every call that was paid, one a line
    log/calls/abcdef….json          a call that is under way: the most that it can use

Both lie in the wiki's log, which is its own: a copy of the wiki takes over neither the answers nor what they cost. An
answer is written whole (beside, then moved) before anybody uses it; the line of its usage follows. When a process
dies between the two, the next one finds an answer without a line and adds it, so that usage is counted once. A call
that was sent and whose answer nobody took, because the process died or was told to stop, is counted by the next one
as the most that it can have used: the endpoint may have answered it, and a budget that did not count it could be
passed.
"""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from quire.llm.budget import Usage
from quire.llm.call import Reply

__all__ = ["AnswerCache"]

ANSWERS, USAGE, CALLS, NOTES = "log/answers", "log/usage.jsonl", "log/calls", "log/answers/notes.json"


class AnswerCache:
    """The answers of one wiki. For one process at a time.

    Args:
        folder: of the wiki.
        phase: that asks; usage is counted for it.
        mend: whether lines that a death kept from being written are added; not by who only notes usage beside another.
    """

    def __init__(self, folder: Path, phase: str, *, mend: bool = True) -> None:
        self._folder = folder
        self._phase = phase
        (folder / ANSWERS).mkdir(parents=True, exist_ok=True)
        if mend:
            self._mend()

    def find(self, key: str) -> Reply | None:
        """The answer under a key."""
        row = _read(self._path(key))
        if row is None:
            return None
        return Reply(str(row["text"]), 0, 0, str(row["fault"]), bool(row["final"]))

    def keep(self, key: str, reply: Reply, used: Usage) -> None:
        """Write an answer down, then what it has used."""
        row = _usage(key, self._phase, used)
        path = self._path(key)
        path.parent.mkdir(exist_ok=True)
        _write(path, row | {"text": reply.text, "fault": reply.fault, "final": reply.final})
        self._note_usage(row)

    def begin(self, key: str, most: Usage) -> Path:
        """Note a call before it is sent; what comes back is for `end`."""
        path = self._folder / CALLS / f"{uuid.uuid4().hex}.json"
        path.parent.mkdir(exist_ok=True)
        _write(path, _usage(key, self._phase, most))
        return path

    def end(self, sent: Path) -> None:
        """Forget a call that was noted: what it has used is on disk, or it was not paid."""
        sent.unlink(missing_ok=True)

    def pay(self, used: Usage) -> None:
        """Note what a call has used that brought no answer worth keeping."""
        self._note_usage(_usage("", self._phase, used))

    def spent(self, phase: str = "") -> Usage:
        """What the calls of a phase have used so far, of all phases when none is named."""
        total = Usage()
        for row in self._rows():
            if phase in {"", row.get("phase")}:
                total += Usage(int(row["input"]), int(row["output"]), int(row["micros"]), 1)
        return total

    def note(self, name: str) -> str | None:
        """What was remembered under a name."""
        found = (_read(self._folder / NOTES) or {}).get(name)
        return found if isinstance(found, str) else None

    def remember(self, name: str, value: str) -> None:
        """Remember a word about the endpoint, for later runs."""
        _write(self._folder / NOTES, (_read(self._folder / NOTES) or {}) | {name: value})

    def _path(self, key: str) -> Path:
        return self._folder / ANSWERS / key[:2] / f"{key}.json"

    def _rows(self) -> Iterator[dict[str, Any]]:
        try:
            lines = (self._folder / USAGE).read_bytes().split(b"\n")
        except FileNotFoundError:
            return
        for line in lines:
            try:
                row = json.loads(line)
            except ValueError:
                continue
            if isinstance(row, dict):
                yield row

    def _mend(self) -> None:
        """Add the lines that a death kept from being written."""
        known = {row.get("key") for row in self._rows()}
        for path in sorted((self._folder / ANSWERS).glob("??/*.json")):
            if path.stem not in known and (row := _read(path)) is not None:
                self._note_usage({name: row[name] for name in _USAGE})
        for sent in sorted((self._folder / CALLS).glob("*.json")):
            row = _read(sent)
            lost = f"lost-{sent.stem}"
            if row is not None and lost not in known and not self._path(str(row["key"])).exists():
                self._note_usage({name: row[name] for name in _USAGE} | {"key": lost})
            self.end(sent)

    def _note_usage(self, row: dict[str, Any]) -> None:
        """One line by one write; the newline comes first, which ends a line that a death left torn."""
        file = os.open(self._folder / USAGE, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.write(file, b"\n" + json.dumps(row, ensure_ascii=False).encode())
        finally:
            os.close(file)


_USAGE = ("key", "phase", "name", "model", "input", "output", "micros")


def _usage(key: str, phase: str, used: Usage) -> dict[str, Any]:
    row = (key, phase, used.name, used.model, used.input, used.output, used.micros)
    return dict(zip(_USAGE, row, strict=True))


def _read(path: Path) -> dict[str, Any] | None:
    """The object in a file; None when there is none, or a torn one."""
    try:
        row = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None
    return row if isinstance(row, dict) else None


def _write(path: Path, row: dict[str, Any]) -> None:
    part = path.with_suffix(".part")
    part.write_bytes(json.dumps(row).encode())
    part.replace(path)
