"""``quire invoice``: invoice fields as JSON, or as one sheet for many files, without a server.

One file is read in a forked child that ends with it. For many files, each worker keeps a warm slot process, as the
service does, so that recognition models are loaded once; a file that kills the slot affects no other file.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from quire.cli.execution import (
    DONE,
    FAILED,
    INTERRUPTED,
    MEGABYTES,
    SECONDS,
    STDOUT,
    Limits,
    Outcome,
    output_files,
    run_on_file,
)
from quire.cli.input_files import expand_folders
from quire.cli.progress_bar import progress_bars
from quire.cli.stdin import with_stdin
from quire.cli.worker_pool import run_parallel
from quire.errors import WorkerDied
from quire.jobs.page_ranges import check_ranges
from quire.tasks.process_limits import Progress, Room, run_limited

if TYPE_CHECKING:
    from quire.tasks.slots import Slot

SUFFIXES = (".json", ".xlsx", ".csv")

INPUT_SUFFIXES = frozenset({".pdf", ".jpg", ".jpeg", ".png", ".xml", ".ofd"})
"""Suffixes of the files of a folder that are read; a file given by name may have any."""

_HANDLER = "quire.jobs.invoice_task:run"
_WARM = ("quire.jobs.invoice_task",)
_slots: dict[int, Slot] = {}  # by process id: a forked worker must not use its parent's


class Recognition(NamedTuple):
    """One file: the handler's options and limits."""

    source: Path
    folder: Path  # where the handler writes
    options: dict[str, str]
    limits: Limits
    warm: bool
    model: dict[str, Any] | None = None  # settings of the language model, if one helps


class Asked(NamedTuple):
    """The options of the command, by name, without its files."""

    output: list[str]
    pages: str
    password: str
    details: bool
    ocr: bool
    jobs: int
    limits: Limits
    strict: bool = False  # a file with a warning counts as failed in the exit code


def mount(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("invoice", no_args_is_help=True)(invoice)


def invoice(  # noqa: PLR0913 - the command's options
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...", help="PDF, JPG, PNG, OFD or XML files, or folders; - is stdin.", show_default=False
        ),
    ],
    output: Annotated[
        list[str],
        typer.Option(
            "--output",
            "-o",
            metavar="X.json|X.xlsx|X.csv",
            help="File to write, or - for JSON on stdout; may be given several times.",
        ),
    ],
    *,
    pages: Annotated[str, typer.Option(metavar="RANGES", help="Pages to read, such as 1-5,8.")] = "",
    details: Annotated[
        bool, typer.Option("--details", help="JSON: page and box of each value, its source, checks.")
    ] = False,
    password: Annotated[str, typer.Option(help="Password of protected PDFs.")] = "",
    ocr: Annotated[bool, typer.Option(help="Recognise pages without text (scans, photographs).")] = True,
    strict: Annotated[
        bool, typer.Option("--strict", help="End with exit code 1 if a file has a warning, such as no invoice.")
    ] = False,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Files to read at the same time.")] = 1,
    timeout: Annotated[float, typer.Option(min=0.1, help="Time limit per file, in seconds.")] = SECONDS,
    memory: Annotated[int, typer.Option(min=64, help="Memory limit per file, in megabytes.")] = MEGABYTES,
) -> None:
    """Recognise invoices, one per page.

    JSON of one file is the body of a finished result. JSON of several files or a folder is an array of such objects,
    each with `file` as its first key. A workbook or CSV file has one row per invoice.

    Exit code 0: all done. 1: a file could not be processed (the others were), or with --strict has a warning.
    2: wrong usage.
    """
    asked = Asked(output, pages, password, details, ocr, jobs, Limits(timeout, memory << 20), strict)
    try:
        with with_stdin(files) as found:
            raise typer.Exit(_recognise(found, asked))
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None


def _recognise(files: Sequence[Path], asked: Asked) -> int:
    """Recognise and write everything; return the exit code."""
    if asked.pages:
        check_ranges(asked.pages)
    sources = expand_folders(files, INPUT_SUFFIXES)
    targets = output_files(asked.output, SUFFIXES, sources)
    model = _model()
    options = {"pages": asked.pages, "password": asked.password, "ocr": str(int(asked.ocr))}
    options = {name: value for name, value in options.items() if value}
    several = len(files) > 1 or files[0].is_dir()
    scratch = Path(tempfile.mkdtemp(prefix="quire-"))
    orders = [
        Recognition(source, scratch / str(at), options, asked.limits, warm=len(sources) > 1, model=model)
        for at, source in enumerate(sources)
    ]
    try:
        outcomes = _run(orders, asked.jobs)
        if several or not outcomes[0].error:
            printed = STDOUT in asked.output
            _write(orders, outcomes, targets, several=several, details=asked.details, printed=printed)
    finally:
        _end()
        shutil.rmtree(scratch, ignore_errors=True)
    return FAILED if any(one.error or (asked.strict and one.warnings) for one in outcomes) else DONE


def recognise_one(order: Recognition, on_progress: Progress) -> Outcome:
    """Recognise one file in another process within its limits; every error becomes an outcome, except an interrupt."""

    def work(source: Path) -> tuple[str, ...]:
        order.folder.mkdir()
        request = {
            "task_id": "",
            "kind": "invoice.json",
            "filename": source.name,
            "source": str(source),
            "target": str(order.folder),
            "options": order.options,
            "model": order.model,
        }
        made = _warm(order, request, on_progress) if order.warm else _cold(order, request, on_progress)
        return _with_doubts(tuple(map(str, made["warnings"])), order.folder)

    return run_on_file(order.source, work, takes=INPUT_SUFFIXES)


def _with_doubts(warnings: tuple[str, ...], folder: Path) -> tuple[str, ...]:
    """The warnings, and what the results in a folder doubt."""
    import json

    from quire.jobs.invoice_task import DETAILS
    from quire.jobs.result_doubts import with_doubts

    return with_doubts(warnings, json.loads((folder / DETAILS).read_bytes()))


def _run(orders: Sequence[Recognition], jobs: int) -> list[Outcome]:
    """An outcome for each file; errors and warnings are printed as they happen."""
    outcomes = [Outcome(WorkerDied.sentence)] * len(orders)
    with progress_bars([order.source.name for order in orders]) as bars:
        for at, outcome in run_parallel(orders, recognise_one, workers=jobs, lost=outcomes[0], on_progress=bars.pages):
            outcomes[at] = outcome
            bars.done(at)
            for sentence in [outcome.error] if outcome.error else outcome.warnings:
                bars.say(f"quire: {orders[at].source.name}: {sentence}")
    return outcomes


def _cold(order: Recognition, request: dict[str, Any], on_progress: Progress) -> dict[str, Any]:
    """The handler's result, from a fork that ends with it."""
    seconds, memory = order.limits
    room = None if order.model else Room((str(order.source),), (str(order.folder),))
    return run_limited(_handle, (request,), seconds=seconds, memory=memory, on_progress=on_progress, room=room)


def _handle(request: dict[str, Any], *, progress: Progress) -> dict[str, Any]:
    """The fork's work; its heavy imports happen only here."""
    import gc

    from quire.jobs.invoice_task import run

    gc.disable()
    return run(request, progress)


def _warm(order: Recognition, request: dict[str, Any], on_progress: Progress) -> dict[str, Any]:
    """The handler's result, from this worker's warm slot."""
    import time

    from quire.tasks import slots

    slot = _slots.get(os.getpid())
    if slot is None:
        caps = slots.Caps(order.limits.seconds, order.limits.memory, network=order.model is not None)
        slot = _slots[os.getpid()] = slots.Slot(caps, _WARM)
    slot.start()
    seconds = order.limits.seconds
    run = slots.Run(time.monotonic() + seconds, seconds=seconds, on_progress=on_progress)
    return slot.run(_HANDLER, request, run)


def _end() -> None:
    """End this process's warm slot, if there is one."""
    slot = _slots.pop(os.getpid(), None)
    if slot is not None:
        slot.kill()


def _model() -> dict[str, Any] | None:
    """The settings of the language model that helps with invoices; None if none does.

    Raises:
        BadSetting: help is enabled but no model is set.
    """
    from quire import settings

    wanted = settings.read()
    if not wanted.llm_invoices:
        return None
    from quire import configured_models  # slow to load

    found = configured_models.invoice_model(wanted)
    return found.to_json() if found else None


def _write(
    orders: Sequence[Recognition],
    outcomes: Sequence[Outcome],
    targets: Sequence[Path],
    *,
    several: bool,
    details: bool,
    printed: bool,
) -> None:
    """Write every target from the handlers' folders."""
    from quire.cli import invoice_output

    results = [
        invoice_output.Result(order.source, order.folder, outcome.error, outcome.seconds)
        for order, outcome in zip(orders, outcomes, strict=True)
    ]
    for target in targets:
        invoice_output.write_output(target, results, several=several, details=details)
    if printed:
        sys.stdout.buffer.write(invoice_output.result_bodies(results, several=several, details=details))
        sys.stdout.buffer.flush()
