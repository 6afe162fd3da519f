"""What the commands that work on documents without a server share: exit codes, caps, outputs, outcomes, bodies of results."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from quire.errors import BadRequest, BadSetting, DocumentError, QuireError

DONE, FAILED, USAGE = 0, 1, 2
INTERRUPTED = 130
"""As shells say it: 128 and the number of the signal."""

STDOUT = "-"
"""The output that is no file."""

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


def output_files(outputs: Sequence[str], suffixes: Sequence[str], sources: Sequence[Path]) -> tuple[Path, ...]:
    """The files to write, without `STDOUT`; their folders are made.

    Args:
        outputs: as typed.
        suffixes: two at least, of which each output has one.
        sources: what is read.

    Raises:
        BadRequest: a file of another kind, or one of the sources.
        QuireError: a folder cannot be made.
    """
    targets = tuple(Path(output) for output in outputs if output != STDOUT)
    for target in targets:
        if target.suffix.lower() not in suffixes or target.is_dir():
            kinds = f"{', '.join(suffixes[:-1])} or {suffixes[-1]}"
            raise BadRequest(f"--output must be a {kinds} file, or - for JSON on standard output.")
        if target.exists() and any(source.exists() and target.samefile(source) for source in sources):
            raise BadRequest("The output would overwrite an input.")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise QuireError(f"The folder {target.parent} cannot be made: {error.strerror}.") from error
    return targets


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
            tell_trace(error)
        return Outcome(str(error))
    except OSError as error:
        return Outcome(f"{error.strerror or error}.")
    except Exception as error:  # noqa: BLE001 - the user sees one sentence, never a traceback
        tell_trace(error)
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


def tell_trace(error: Exception) -> None:
    """The trace of an unexpected error on stderr, for who wants to know more (``QUIRE_LOG_LEVEL=debug``)."""
    import traceback

    from quire import settings

    with contextlib.suppress(BadSetting):
        if settings.read().log_level == "debug":
            traceback.print_exception(error)


def _identity(source: Path) -> str:
    import hashlib
    import uuid

    digest = hashlib.sha256()
    with source.open("rb") as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
    return str(uuid.uuid5(uuid.NAMESPACE_OID, digest.hexdigest()))
