"""How far a phase is: one small file beside the journal, written by the worker about twice a second while it changes.

It is for people who look, so nothing depends on it: a file that is missing, cut or of another phase is no progress.
"""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import NamedTuple

FILE = "log/progress.json"
"""Below the wiki's folder; other machines see it as it was at the last snapshot."""


class Progress(NamedTuple):
    """Units done and units in all of a phase; of a phase the units are its own (pages, chunks, passages)."""

    phase: str
    done: int
    total: int


def note(folder: Path, progress: Progress) -> None:
    """Write how far a phase is; a disk that is full or away is no reason to stop."""
    path = folder / FILE
    part = path.with_suffix(f".{os.getpid()}.part")
    with contextlib.suppress(OSError):
        try:
            part.write_text(json.dumps(progress._asdict()), encoding="ascii")
            part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise


def noted(folder: Path, phase: str) -> Progress | None:
    """How far `phase` is; None when nothing is known."""
    try:
        found = json.loads((folder / FILE).read_text(encoding="ascii"))
        progress = Progress(str(found["phase"]), int(found["done"]), int(found["total"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    sensible = progress.phase == phase and 0 <= progress.done <= progress.total and progress.total > 0
    return progress if sensible else None
