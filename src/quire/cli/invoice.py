"""``quire invoice``: the fields of invoices as JSON, and of many files as one sheet, with no server.

One file is read in a forked child that ends with it. Many are read in a warm process for each lane, the same that the
service uses, so that the models of recognition are loaded once; a file that kills it takes no other file along.
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
    Caps,
    Outcome,
    attempt,
    output_files,
)
from quire.cli.input_files import documents
from quire.cli.progress_bar import progress_bars
from quire.cli.stdin import with_stdin
from quire.cli.worker_pool import each
from quire.errors import WorkerDied
from quire.jobs.page_ranges import check_ranges
from quire.tasks.process_limits import Progress, run_limited

if TYPE_CHECKING:
    from quire.tasks.slots import Slot

SUFFIXES = (".json", ".xlsx", ".csv")

READ = frozenset({".pdf", ".jpg", ".jpeg", ".png"})
"""Suffixes of the files of a folder that are read; a file that is named itself may have any."""

_HANDLER = "quire.jobs.invoice_task:run"
_WARM = ("quire.jobs.invoice_task",)
_slots: dict[int, Slot] = {}  # by process: a forked lane must not speak to its parent's


class Order(NamedTuple):
    """One file: what the handler is asked, and its caps."""

    source: Path
    folder: Path  # empty, for what the handler writes
    options: dict[str, str]
    caps: Caps
    warm: bool
    model: dict[str, Any] | None = None  # settings of the language model that helps


class Asked(NamedTuple):
    """What the command is asked beside its files; the fields are its options by name."""

    output: list[str]
    pages: str
    password: str
    details: bool
    ocr: bool
    jobs: int
    caps: Caps


def mount(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("invoice", no_args_is_help=True)(invoice)


def invoice(  # noqa: PLR0913 - the command's options
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...", help="PDF, JPG, PNG; or folders of them; - is standard input.", show_default=False
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
    pages: Annotated[str, typer.Option(metavar="RANGES", help="Pages to look at, such as 1-5,8.")] = "",
    details: Annotated[bool, typer.Option("--details", help="JSON: where each value was observed.")] = False,
    password: Annotated[str, typer.Option(help="Password of protected documents.")] = "",
    ocr: Annotated[bool, typer.Option(help="Recognise pages without text: scans, photographs.")] = True,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Files read at the same time.")] = 1,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds that one file may take.")] = SECONDS,
    memory: Annotated[int, typer.Option(min=64, help="Megabytes that one file may take.")] = MEGABYTES,
) -> None:
    """Recognise invoices, one on each page.

    JSON of one file is the body of a done result; of several, or of a folder, an array with such an object for each
    file, which has the key `file` first. A workbook or CSV file has a row for each invoice.

    Exit code 0: all done. 1: a file could not be processed (the others are). 2: wrong usage.
    """
    asked = Asked(output, pages, password, details, ocr, jobs, Caps(timeout, memory << 20))
    try:
        with with_stdin(files) as found:
            raise typer.Exit(_recognised(found, asked))
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None


def _recognised(files: Sequence[Path], asked: Asked) -> int:
    """The exit code, once everything is recognised and written."""
    if asked.pages:
        check_ranges(asked.pages)
    sources = documents(files, READ)
    targets = output_files(asked.output, SUFFIXES, sources)
    model = _model()
    options = {"pages": asked.pages, "password": asked.password, "ocr": str(int(asked.ocr))}
    options = {name: value for name, value in options.items() if value}
    several = len(files) > 1 or files[0].is_dir()
    scratch = Path(tempfile.mkdtemp(prefix="quire-"))
    orders = [
        Order(source, scratch / str(at), options, asked.caps, warm=len(sources) > 1, model=model)
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
    return FAILED if any(outcome.error for outcome in outcomes) else DONE


def recognise_one(order: Order, on_progress: Progress) -> Outcome:
    """Recognise one file in another process under its caps; whatever happens is an outcome, but for an interrupt."""

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
        return tuple(str(sentence) for sentence in made["warnings"])

    return attempt(order.source, work)


def _run(orders: Sequence[Order], jobs: int) -> list[Outcome]:
    """An outcome for each order; what is to be told is told as it happens."""
    outcomes = [Outcome(WorkerDied.sentence)] * len(orders)
    with progress_bars([order.source.name for order in orders]) as bars:
        for at, outcome in each(orders, recognise_one, lanes=jobs, lost=outcomes[0], on_progress=bars.pages):
            outcomes[at] = outcome
            bars.done(at)
            for sentence in [outcome.error] if outcome.error else outcome.warnings:
                bars.say(f"quire: {orders[at].source.name}: {sentence}")
    return outcomes


def _cold(order: Order, request: dict[str, Any], on_progress: Progress) -> dict[str, Any]:
    """The handler's value, from a fork that ends with it."""
    seconds, memory = order.caps
    return run_limited(_handle, (request,), seconds=seconds, memory=memory, on_progress=on_progress)


def _handle(request: dict[str, Any], *, progress: Progress) -> dict[str, Any]:
    """What the fork does; its imports are heavy, this process has none of them."""
    import gc

    from quire.jobs.invoice_task import run

    gc.disable()
    return run(request, progress)


def _warm(order: Order, request: dict[str, Any], on_progress: Progress) -> dict[str, Any]:
    """The handler's value, from the warm process of this lane."""
    import time

    from quire.tasks import slots

    slot = _slots.get(os.getpid())
    if slot is None:
        caps = slots.Caps(order.caps.seconds, order.caps.memory, network=order.model is not None)
        slot = _slots[os.getpid()] = slots.Slot(caps, _WARM)
    slot.start()
    run = slots.Run(time.monotonic() + order.caps.seconds, on_progress=on_progress)
    return slot.run(_HANDLER, request, run)


def _end() -> None:
    """End the warm process of this process, if there is one."""
    slot = _slots.pop(os.getpid(), None)
    if slot is not None:
        slot.kill()


def _model() -> dict[str, Any] | None:
    """The settings of the language model that helps with invoices; None where none does.

    Raises:
        BadSetting: it is to help, and there is none.
    """
    from quire import settings

    wanted = settings.read()
    if not wanted.llm_invoices:
        return None
    from quire import app  # slow to load

    found = app.invoice_model(wanted)
    return found.to_json() if found else None


def _write(
    orders: Sequence[Order],
    outcomes: Sequence[Outcome],
    targets: Sequence[Path],
    *,
    several: bool,
    details: bool,
    printed: bool,
) -> None:
    """Write every target from what the handlers left in their folders."""
    from quire.cli import invoice_output

    results = [
        invoice_output.Result(order.source, order.folder, outcome.error, outcome.seconds)
        for order, outcome in zip(orders, outcomes, strict=True)
    ]
    for target in targets:
        invoice_output.save(target, results, several=several, details=details)
    if printed:
        sys.stdout.buffer.write(invoice_output.bodies(results, several=several, details=details))
        sys.stdout.buffer.flush()
