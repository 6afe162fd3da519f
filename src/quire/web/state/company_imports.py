"""Imports of companies by upload: each is a folder beside the catalogue, and a process of its own that works on it.

    <folder>/uploads/<id>/            id: moment and a random part, so that names sort by time
        <name of the upload>
        import.json                   {filename, owner, began}
        result.json                   what the process wrote at its end: {outcomes, rejected, remarks, ...} or {error}
        report.jsonl                  a line for each refused row and each remark: {file, row, reason, taken}
        lock                          held by the process while it works

An import whose process died without a result has failed. The upload goes when its import has ended.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from quire.clock import Clock, zulu
from quire.errors import Conflict, NotFound

KEPT = 20
"""Imports that are listed; older ones are deleted when a new one begins."""

SHOWN_ROWS = 200
"""Lines of a report that a page shows; the download has all."""

START = timedelta(seconds=30)
"""How long a process may take until it holds its lock."""

_ID = re.compile(r"\d{8}T\d{6}-[0-9a-f]{8}")
_ABOUT, _RESULT, _REPORT, _LOCK = "import.json", "result.json", "report.jsonl", "lock"


@dataclass(frozen=True, slots=True)
class CompanyImport:
    """An import.

    Attributes:
        id: of the import.
        filename: of the upload.
        owner: who sent it.
        began: UTC.
        state: running, done or failed.
        result: what the process said; empty while it runs.
        report: file of the refused rows and remarks; it may not be there.
    """

    id: str
    filename: str
    owner: str
    began: datetime
    state: str
    result: Mapping[str, Any] = field(default_factory=dict)
    report: Path = Path()

    def rows(self, most: int = SHOWN_ROWS) -> list[Mapping[str, Any]]:
        """The first lines of the report; blocks."""
        try:
            with self.report.open(encoding="utf-8") as lines:
                return [json.loads(line) for line in islice(lines, most)]
        except (FileNotFoundError, ValueError):
            return []


class CompanyImports:
    """The imports of an installation. Its methods block.

    Args:
        folder: of the catalogue of companies.
        clock: the time.
        run: begins the work on the folder of an import, and returns at once.
        options: what the process is told beside the file, JSON-able.
    """

    def __init__(self, folder: Path, clock: Clock, run: Callable[[Path], None], options: Mapping[str, object]) -> None:
        self._folder = folder / "uploads"
        self._clock = clock
        self._run = run
        self._options = dict(options)

    def start(self, upload: Path, filename: str, owner: str, context: Mapping[str, str]) -> str:
        """Begin an import; its id.

        Args:
            upload: the file, which is moved.
            filename: of the upload, cleaned.
            owner: who sent it.
            context: what the importers are told beside the file.

        Raises:
            Conflict: another one is running.
        """
        if any(one.state == "running" for one in self.all()):
            raise Conflict("Another import is running.")
        now = self._clock.now()
        name = f"{now:%Y%m%dT%H%M%S}-{secrets.token_hex(4)}"
        place = self._folder / name
        place.mkdir(parents=True)
        shutil.move(upload, place / filename)
        about = {"filename": filename, "owner": owner, "began": zulu(now), "context": dict(context)} | self._options
        (place / _ABOUT).write_text(json.dumps(about, ensure_ascii=False), encoding="utf-8")
        for old in self._names()[KEPT:]:
            shutil.rmtree(self._folder / old, ignore_errors=True)
        self._run(place)
        return name

    def find(self, name: str) -> CompanyImport:
        """One import.

        Raises:
            NotFound: there is none of this id.
        """
        if not _ID.fullmatch(name) or not (self._folder / name).is_dir():
            raise NotFound("There is no such import.")
        return self._read(name)

    def all(self) -> Sequence[CompanyImport]:
        """The imports, the newest first."""
        return [self._read(name) for name in self._names()]

    def _names(self) -> list[str]:
        with contextlib.suppress(FileNotFoundError):
            return sorted((one.name for one in self._folder.iterdir() if _ID.fullmatch(one.name)), reverse=True)
        return []

    def _read(self, name: str) -> CompanyImport:
        place = self._folder / name
        about, result = _json(place / _ABOUT), _json(place / _RESULT)
        began = datetime.fromisoformat(about["began"]) if "began" in about else self._clock.now()
        state = "done" if result and "error" not in result else "failed"
        if not result and (_is_locked(place / _LOCK) or self._clock.now() - began < START):
            state = "running"
        filename, owner = str(about.get("filename", "")), str(about.get("owner", ""))
        return CompanyImport(name, filename, owner, began, state, result, place / _REPORT)


_started: list[subprocess.Popen[bytes]] = []
"""Processes that this one has started and that have not ended yet; asking for their end reaps them."""


def start_process(module: str, place: Path) -> None:
    """Run a module with the folder of an import, in a process of its own and without our environment."""
    _started[:] = [one for one in _started if one.poll() is None]
    process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
        [sys.executable, "-m", module, str(place)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={"PATH": os.defpath, "LANG": "C.UTF-8"},  # ours has secrets in it
        start_new_session=True,
    )
    _started.append(process)


def wait_for_processes() -> None:
    """Return when all imports that this process has started have ended."""
    for one in _started:
        one.wait()


def _json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _is_locked(path: Path) -> bool:
    """Whether a process holds the lock."""
    try:
        with path.open("r+") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except FileNotFoundError:
        return False
    return False
