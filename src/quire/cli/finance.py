"""``quire finance``: the statements of a report as JSON or a workbook, without a server."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

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
from quire.cli.input_files import expand_folders
from quire.cli.progress_bar import progress_bars
from quire.cli.stdin import with_stdin
from quire.errors import BadRequest
from quire.jobs.page_ranges import check_ranges
from quire.tasks.process_limits import Progress, Room, run_limited

if TYPE_CHECKING:
    from quire.finance.statement import Extraction as Statements
    from quire.jobs.statement_task import Extracted

INPUT_SUFFIXES = frozenset({".pdf", ".jpg", ".jpeg", ".png"})
"""Suffixes of the files of a folder that are read; a file given by name may have any."""

SUFFIXES = (".json", ".xlsx", ".csv")


class Extraction(NamedTuple):
    """One extraction."""

    source: Path
    targets: tuple[Path, ...]
    pages: str | None
    password: str
    details: bool
    ocr: bool
    stdout: bool
    strict: bool = False  # a file with a warning counts as failed in the exit code


def mount(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("finance", no_args_is_help=True)(finance)


def finance(  # noqa: PLR0913 - the command's options
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="PDF, JPG or PNG files, or folders; - is stdin.", show_default=False),
    ],
    output: Annotated[
        list[str],
        typer.Option(
            "--output",
            "-o",
            metavar="X.json|X.xlsx|X.csv",
            help="File to write, or - for JSON on stdout; may be given several times. CSV is one row per figure.",
        ),
    ],
    *,
    pages: Annotated[str, typer.Option(metavar="RANGES", help="Pages to read, such as 65-87.")] = "",
    details: Annotated[
        bool, typer.Option("--details", help="JSON: page and box of each cell, periods, checks.")
    ] = False,
    password: Annotated[str, typer.Option(help="Password of a protected PDF.")] = "",
    ocr: Annotated[bool, typer.Option(help="Recognise pages without text (scans, photographs).")] = True,
    strict: Annotated[
        bool, typer.Option("--strict", help="End with exit code 1 if a document has a warning, such as no statement.")
    ] = False,
    timeout: Annotated[float, typer.Option(min=0.1, help="Time limit, in seconds.")] = SECONDS,
    memory: Annotated[int, typer.Option(min=64, help="Memory limit, in megabytes.")] = MEGABYTES,
) -> None:
    """Extract the financial statements of reports.

    Several files or a folder make one workbook, whose first sheet lists all statements and what is wrong, or one CSV
    file; JSON holds one document.

    Exit code 0: done, even if there is no statement. 1: a document cannot be processed, or with --strict has a
    warning. 2: wrong usage.
    """
    limits = Limits(timeout, memory << 20)
    wanted = Extraction(files[0], (), pages or None, password, details, ocr, STDOUT in output, strict)
    try:
        if pages:
            check_ranges(pages)
        with with_stdin(files) as found:
            sources = expand_folders(found, INPUT_SUFFIXES)
            targets = output_files(output, SUFFIXES, sources)
            wanted = wanted._replace(source=sources[0], targets=targets)
            several = len(files) > 1 or files[0].is_dir()
            code = _run_several(sources, wanted, limits) if several else _run(wanted, limits)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    raise typer.Exit(code)


def _run_several(sources: Sequence[Path], order: Extraction, limits: Limits) -> int:
    """Read all files and write them as one; print errors and warnings; return the exit code."""
    if order.stdout or any(target.suffix.lower() == ".json" for target in order.targets):
        raise BadRequest("JSON holds the statements of one file; write several to .xlsx or .csv.")
    found: list[tuple[str, Statements]] = []
    failed = False
    with progress_bars([source.name for source in sources]) as bars:
        for at, source in enumerate(sources):

            def work(path: Path, at: int = at) -> tuple[str, ...]:
                extraction, warnings = run_limited(
                    _read,
                    (order._replace(source=path),),
                    seconds=limits.seconds,
                    memory=limits.memory,
                    on_progress=lambda done, total: bars.pages(at, done, total),
                    room=Room((str(path),), ()),
                )
                found.append((path.name, extraction))
                return tuple(warnings)

            outcome = run_on_file(source, work, takes=INPUT_SUFFIXES)
            failed = failed or bool(outcome.error) or (order.strict and bool(outcome.warnings))
            bars.done(at)
            for sentence in [outcome.error] if outcome.error else outcome.warnings:
                bars.say(f"quire: {source.name}: {sentence}")
    if found:
        _write_several(order.targets, found)
    return FAILED if failed else DONE


def _write_several(targets: Sequence[Path], found: Sequence[tuple[str, Statements]]) -> None:
    from quire.jobs.atomic_save import atomic_write, save
    from quire.jobs.statement_records import records_csv
    from quire.jobs.statement_workbook import collection_workbook
    from quire.write import xlsx

    for target in targets:
        if target.suffix.lower() == ".csv":
            save(target, records_csv(found))
        else:
            with atomic_write(target) as part:
                xlsx.write(part, collection_workbook(found), title=target.stem)


def _read(order: Extraction, *, progress: Progress) -> tuple[Statements, tuple[str, ...]]:
    """The child's work for one of several files: its statements and the warnings."""
    import gc

    from quire.jobs.statement_task import extract_file
    from quire.read.scan.ocr_onnx import engine

    gc.disable()
    found = extract_file(
        order.source,
        pages=order.pages,
        password=order.password,
        ocr=engine() if order.ocr else None,
        progress=progress,
    )
    return found.extraction, _with_doubts(found)


def _run(order: Extraction, limits: Limits) -> int:
    """Read the file, print errors and warnings; return the exit code."""
    name = order.source.name
    with progress_bars([name]) as bars:
        outcome = run_on_file(
            order.source, lambda _: _limited(order, limits, lambda *at: bars.pages(0, *at)), takes=INPUT_SUFFIXES
        )
        bars.done(0)
        for sentence in [outcome.error] if outcome.error else outcome.warnings:
            bars.say(f"quire: {name}: {sentence}")
    return FAILED if outcome.error or (order.strict and outcome.warnings) else DONE


def _limited(order: Extraction, limits: Limits, on_progress: Progress) -> tuple[str, ...]:
    """Extract in a child within its limits; return the warnings."""
    printed, warnings = run_limited(
        _extract,
        (order,),
        seconds=limits.seconds,
        memory=limits.memory,
        on_progress=on_progress,
        room=Room((str(order.source),), tuple({str(target.parent) for target in order.targets})),
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
    from quire.jobs.statement_records import records_csv
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
    tables = [target for target in order.targets if target.suffix.lower() == ".csv"]
    for target in tables:
        save(target, records_csv([(order.source.name, found.extraction)]))
    printed = b""
    if order.stdout or len(books) + len(tables) < len(order.targets):
        head = json.dumps(result_head(order.source, began, clock.monotonic() - start), ensure_ascii=False)[:-1]
        link = books[0].resolve().as_uri() if books else ""
        tail = json.dumps({"download_url": link, "filename": f"{order.source.stem}.xlsx"}, ensure_ascii=False)[1:]
        array = result_json(found.extraction, details=order.details)
        printed = head.encode() + b', "result": ' + array + b", " + tail.encode("utf-8", "replace") + b"\n"
    for target in order.targets:
        if target not in books and target not in tables:
            save(target, printed)
    return printed if order.stdout else b"", _with_doubts(found)


def _with_doubts(found: Extracted) -> tuple[str, ...]:
    """The warnings about a file, and what its statements doubt."""
    from quire.jobs.result_doubts import with_doubts
    from quire.jobs.statement_task import result_json

    return with_doubts(found.warnings, json.loads(result_json(found.extraction, details=True)))
