"""What the commands that work on documents without a server share: exit codes, caps, outcomes, bodies of results."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from quire.errors import DocumentError, QuireError

DONE, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130

SECONDS = 600
"""Time cap for one document: hundreds of scanned pages fit, an endless loop does not."""

MEGABYTES = 3072
"""Memory cap for one document; recognition alone holds about 1 GB."""

_PIECE = 1 << 20


class Caps(NamedTuple):
    """What the work on one document may take."""

    seconds: float
    memory: int  # bytes


class Outcome(NamedTuple):
    """How the work on a document ended: `error` is a sentence, "" when it is done."""

    error: str = ""
    warnings: tuple[str, ...] = ()
    seconds: float = 0.0


def attempt(source: Path, work: Callable[[Path], tuple[str, ...]]) -> Outcome:
    """The outcome of ``work(source)``, whose value is its warnings; an empty file is none to work on."""
    from quire.clock import SystemClock

    clock = SystemClock()
    began = clock.monotonic()

    def begun() -> tuple[str, ...]:
        check_source(source, empty=False)
        return work(source)

    outcome = outcome_of(begun)
    return outcome if outcome.error else outcome._replace(seconds=clock.monotonic() - began)


def check_source(source: Path, *, empty: bool) -> None:
    """Nothing, when there is a file to read; `empty` tells whether one without a byte is left to its reader.

    Raises:
        DocumentError: it is a folder, or empty.
        OSError: it cannot be opened.
    """
    if source.is_dir():
        raise DocumentError("This is a folder, not a document.")
    with source.open("rb") as file:
        if not empty and not file.read(1):
            raise DocumentError("The file is empty.")


def outcome_of(work: Callable[[], tuple[str, ...]]) -> Outcome:
    """The outcome of work whose value is its warnings; whatever happens is one, but for an interrupt."""
    try:
        return Outcome(warnings=work())
    except QuireError as error:
        if error.__cause__:
            _log(error)
        return Outcome(str(error))
    except OSError as error:
        return Outcome(f"{error.strerror or error}.")
    except Exception as error:  # noqa: BLE001 - the user sees one sentence, never a traceback
        _log(error)
        return Outcome(DocumentError.sentence)


def body(source: Path, began: datetime, seconds: float) -> dict[str, object]:
    """The first keys of a done result, as the service gives them; the id is made from the file's content."""
    return {
        "task_id": _identity(source),
        "status": "done",
        "created_at": began.strftime("%Y-%m-%dT%H:%M:%S"),
        "duration": round(seconds, 3),
    }


def say(sentence: str) -> None:
    """One sentence on stderr."""
    sys.stderr.write(f"quire: {sentence}\n")


def _identity(source: Path) -> str:
    import hashlib
    import uuid

    digest = hashlib.sha256()
    with source.open("rb") as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
    return str(uuid.uuid5(uuid.NAMESPACE_OID, digest.hexdigest()))


def _log(error: Exception) -> None:
    import logging

    logging.getLogger("quire").debug("The work on a document failed unexpectedly.", exc_info=error)
