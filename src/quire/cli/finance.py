"""``quire finance``: the statements of a report as JSON or a workbook, without a server."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from quire.cli.execution import (
    DONE,
    FAILED,
    INTERRUPTED,
    MEGABYTES,
    SECONDS,
    STDOUT,
    Limits,
    output_files,
    result_head,
    run_on_file,
)
from quire.cli.progress_bar import progress_bars
from quire.cli.stdin import with_stdin
from quire.jobs.page_ranges import check_ranges
from quire.tasks.process_limits import Progress, run_limited

SUFFIXES = (".json", ".xlsx")


class Extraction(NamedTuple):
    """One extraction."""

    source: Path
    targets: tuple[Path, ...]
    pages: str | None
    password: str
    details: bool
    ocr: bool
    stdout: bool


def mount(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("finance", no_args_is_help=True)(finance)


def finance(  # noqa: PLR0913 - the command's options
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A PDF, JPG or PNG; - is stdin.", show_default=False)],
    output: Annotated[
        list[str],
        typer.Option(
            "--output",
            "-o",
            metavar="X.json|X.xlsx",
            help="File to write, or - for JSON on stdout; may be given twice.",
        ),
    ],
    *,
    pages: Annotated[str, typer.Option(metavar="RANGES", help="Pages to read, such as 65-87.")] = "",
    details: Annotated[
        bool, typer.Option("--details", help="JSON: page and box of each cell, periods, checks.")
    ] = False,
    password: Annotated[str, typer.Option(help="Password of a protected PDF.")] = "",
    ocr: Annotated[bool, typer.Option(help="Recognise pages without text (scans, photographs).")] = True,
    timeout: Annotated[float, typer.Option(min=0.1, help="Time limit, in seconds.")] = SECONDS,
    memory: Annotated[int, typer.Option(min=64, help="Memory limit, in megabytes.")] = MEGABYTES,
) -> None:
    """Extract the financial statements of a report.

    Exit code 0: done, even if there is no statement. 1: the document cannot be processed. 2: wrong usage.
    """
    limits = Limits(timeout, memory << 20)
    wanted = Extraction(file, (), pages or None, password, details, ocr, STDOUT in output)
    try:
        if pages:
            check_ranges(pages)
        with with_stdin([file]) as (source,):
            targets = output_files(output, SUFFIXES, [source])
            code = _run(wanted._replace(source=source, targets=targets), limits)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    raise typer.Exit(code)


def _run(order: Extraction, limits: Limits) -> int:
    """Read the file, print errors and warnings; return the exit code."""
    name = order.source.name
    with progress_bars([name]) as bars:
        outcome = run_on_file(order.source, lambda _: _limited(order, limits, lambda *at: bars.pages(0, *at)))
        bars.done(0)
        for sentence in [outcome.error] if outcome.error else outcome.warnings:
            bars.say(f"quire: {name}: {sentence}")
    return FAILED if outcome.error else DONE


def _limited(order: Extraction, limits: Limits, on_progress: Progress) -> tuple[str, ...]:
    """Extract in a child within its limits; return the warnings."""
    printed, warnings = run_limited(
        _extract, (order,), seconds=limits.seconds, memory=limits.memory, on_progress=on_progress
    )
    if order.stdout:
        sys.stdout.buffer.write(printed)
        sys.stdout.buffer.flush()
    return warnings


def _extract(order: Extraction, *, progress: Progress) -> tuple[bytes, tuple[str, ...]]:
    """The child's work; returns the JSON for stdout and the warnings. Its heavy imports happen only here."""
    import gc

    from quire.clock import SystemClock
    from quire.jobs.atomic_save import save
    from quire.jobs.statement_task import extract_file, result_json, save_book
    from quire.read.scan.ocr_onnx import engine

    gc.disable()  # the process ends with its document, within a memory limit
    clock = SystemClock()
    began, start = clock.now(), clock.monotonic()
    found = extract_file(
        order.source,
        pages=order.pages,
        password=order.password,
        ocr=engine() if order.ocr else None,
        progress=progress,
    )
    books = [target for target in order.targets if target.suffix.lower() == ".xlsx"]
    for target in books:
        save_book(target, found.extraction, title=order.source.stem)
    printed = b""
    if order.stdout or len(books) < len(order.targets):
        head = json.dumps(result_head(order.source, began, clock.monotonic() - start), ensure_ascii=False)[:-1]
        link = books[0].resolve().as_uri() if books else ""
        tail = json.dumps({"download_url": link, "filename": f"{order.source.stem}.xlsx"}, ensure_ascii=False)[1:]
        array = result_json(found.extraction, details=order.details)
        printed = head.encode() + b', "result": ' + array + b", " + tail.encode("utf-8", "replace") + b"\n"
    for target in order.targets:
        if target not in books:
            save(target, printed)
    return printed if order.stdout else b"", found.warnings
