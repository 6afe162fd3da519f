"""What the document commands share: exit codes, limits, outputs, outcomes, the head of a result."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from quire.cli.input_files import kinds
from quire.errors import BadRequest, BadSetting, DocumentError, ProtectedDocument, QuireError, UnsupportedType

DONE, FAILED, USAGE = 0, 1, 2
INTERRUPTED = 130
"""128 and the number of the signal, as shells report it."""

STDOUT = "-"
"""The output name that means standard output."""

SECONDS = 600
"""Time limit for one document: enough for hundreds of scanned pages."""

MEGABYTES = 3072
"""Memory limit for one document; recognition alone needs about 1 GB."""

_PIECE = 1 << 20


class Limits(NamedTuple):
    """Time and memory that one document may use."""

    seconds: float
    memory: int  # bytes


class Outcome(NamedTuple):
    """How the work on a document ended; `error` is a sentence, "" on success."""

    error: str = ""
    warnings: tuple[str, ...] = ()
    seconds: float = 0.0
    audit: tuple[str, ...] = ()  # by page, where its visible text is


def output_files(outputs: Sequence[str], suffixes: Sequence[str], sources: Sequence[Path]) -> tuple[Path, ...]:
    """The files to write, without `STDOUT`; creates their folders.

    Args:
        outputs: as typed.
        suffixes: the allowed ones, at least two.
        sources: the input files.

    Raises:
        BadRequest: an output has another suffix, or is one of the sources.
        QuireError: a folder cannot be created.
    """
    targets = tuple(Path(output) for output in outputs if output != STDOUT)
    for target in targets:
        if target.suffix.lower() not in suffixes or target.is_dir():
            kinds = f"{', '.join(suffixes[:-1])} or {suffixes[-1]}"
            raise BadRequest(f"--output must be a {kinds} file, or - for JSON on stdout.")
        if target.exists() and any(source.exists() and target.samefile(source) for source in sources):
            raise BadRequest("The output would overwrite an input.")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise QuireError(f"The folder {target.parent} cannot be created: {error.strerror}.") from error
    return targets


def run_on_file(source: Path, work: Callable[[Path], tuple[str, ...]], *, takes: Collection[str] = ()) -> Outcome:
    """The outcome of ``work(source)``, which returns warnings; an empty file is an error. `takes` as `outcome_of`."""
    from quire.clock import SystemClock

    clock = SystemClock()
    began = clock.monotonic()

    def begun() -> tuple[str, ...]:
        check_source(source)
        return work(source)

    outcome = outcome_of(begun, takes=takes)
    return outcome if outcome.error else outcome._replace(seconds=clock.monotonic() - began)


def check_source(source: Path) -> None:
    """Check that there is a file to read.

    Raises:
        DocumentError: it is a folder, or empty.
        OSError: it cannot be opened.
    """
    if source.is_dir():
        raise DocumentError("This is a folder, not a document.")
    with source.open("rb") as file:
        if not file.read(1):
            raise DocumentError("The file is empty.")


def outcome_of(work: Callable[[], tuple[str, ...]], *, takes: Collection[str] = ()) -> Outcome:
    """The outcome of `work`, which returns warnings; every error becomes an outcome, except an interrupt.

    `takes` are the suffixes that the command takes, for who gives it something else.
    """
    try:
        return Outcome(warnings=work())
    except QuireError as error:
        if error.__cause__:
            print_trace(error)
        return Outcome(f"{error}{_hint(error, takes)}")
    except OSError as error:
        return Outcome(f"{error.strerror or error}.")
    except Exception as error:  # noqa: BLE001 - users see one sentence, never a traceback
        print_trace(error)
        return Outcome(DocumentError.sentence)


def _hint(error: QuireError, takes: Collection[str]) -> str:
    """What to do about an error, where the command line has an answer."""
    if str(error) == ProtectedDocument.sentence:
        return "; give it with --password."
    return f". Supported: {kinds(takes)}." if takes and error.code == UnsupportedType.code else ""


def result_head(source: Path, began: datetime, seconds: float) -> dict[str, object]:
    """The first keys of a finished result, as the service returns them; the id is derived from the file's content."""
    return {
        "task_id": _identity(source),
        "status": "done",
        "created_at": began.strftime("%Y-%m-%dT%H:%M:%S"),
        "duration": round(seconds, 3),
    }


def print_error(sentence: str) -> None:
    """Print one sentence on stderr."""
    sys.stderr.write(f"quire: {sentence}\n")


def print_trace(error: Exception) -> None:
    """Print the traceback of an unexpected error on stderr if ``QUIRE_LOG_LEVEL=debug``."""
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
