"""The work of ``quire parse``, without the command-line library: nothing heavy is imported.

Each document is converted in a forked child with limits on time and memory, so a bad file ends with one sentence and
nothing else. For a single document this process imports only what it needs before the fork, to save start-up time.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from quire.cli.execution import DONE, FAILED, INTERRUPTED, SECONDS, STDOUT, Limits, Outcome, check_source, outcome_of
from quire.cli.input_files import expand_folders
from quire.cli.outcome_report import Report
from quire.cli.output_paths import OutputPlan, picture_prefix, plan_outputs
from quire.cli.progress_bar import progress_bars
from quire.cli.stdin import with_stdin
from quire.cli.worker_pool import run_parallel
from quire.errors import BadRequest, QuireError, WorkerDied
from quire.jobs.atomic_save import partial_path
from quire.jobs.page_ranges import check_ranges
from quire.tasks.process_limits import Progress, Room, run_limited
from quire.write import CHUNK_TOKENS

if TYPE_CHECKING:
    from quire.read.ocr_engine import Ocr

MEGABYTES = 2048
"""Memory limit for one document."""

INPUT_SUFFIXES = frozenset(
    {
        *(".pdf", ".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"),
        *(".docx", ".pptx", ".xlsx", ".html", ".htm", ".epub", ".eml"),
    }
)
"""Suffixes of the files of a folder that are converted."""

MOST_JOBS, LEAST_TIMEOUT, LEAST_MEMORY = 256, 0.1, 64  # documents at the same time, seconds, megabytes


class Options(NamedTuple):
    """The options of ``quire parse``, by name."""

    files: Sequence[Path]
    output: str
    to: str = ""
    pages: str = ""
    password: str = ""
    ocr: bool = True
    jobs: int = 1
    timeout: float = SECONDS
    memory: int = MEGABYTES  # megabytes
    cores: int = 0  # for one long document; 0: as many as are free
    update: bool = False  # skip documents whose result exists and is not older
    report: bool = False  # print the outcome of each document as JSON
    audit: bool = False  # report for each page where its visible text is
    strict: bool = False  # a document with a warning counts as failed in the exit code
    chunk_tokens: int = CHUNK_TOKENS  # of a chunk at most
    pictures_inside: bool = False  # Markdown and HTML hold their pictures
    hidden: bool = False  # convert text that cannot be seen, too


class Conversion(NamedTuple):
    """One conversion to do."""

    source: Path
    target: Path
    to: str
    pages: str | None
    password: str
    prefix: str
    ocr: bool
    limits: Limits
    cores: int  # 0: a share of the free ones
    workers: int  # documents converted at the same time
    audit: bool
    chunk_tokens: int
    pictures_inside: bool = False
    hidden: bool = False


def convert_all(asked: Options) -> int:
    """Convert everything; return the exit code: 0 all done, 1 a document failed, 130 interrupted.

    Raises:
        BadRequest: wrong usage. QuireError: stdin cannot be read, or a folder cannot be created.
    """
    try:
        with with_stdin(asked.files) as files:
            return _convert_all(asked._replace(files=files))
    except KeyboardInterrupt:
        return INTERRUPTED


def _convert_all(asked: Options) -> int:
    """Convert everything; return the exit code."""
    limits = Limits(asked.timeout, asked.memory << 20)
    if asked.pages:
        check_ranges(asked.pages)
    if asked.report and asked.output == STDOUT:
        raise BadRequest("--json cannot be combined with --output -: both write to stdout.")
    try:
        files = expand_folders(asked.files, INPUT_SUFFIXES)
        is_folder = any(file.is_dir() for file in asked.files)
        plan = plan_outputs(
            files, f"{asked.output}/" if is_folder and asked.output != STDOUT else asked.output, asked.to
        )
    except OSError as error:
        raise QuireError(f"{asked.output}: {error.strerror or 'cannot be written'}.") from None
    if asked.chunk_tokens != CHUNK_TOKENS and plan.to != "chunks":
        raise BadRequest("--chunk-tokens is for chunks only: add --to chunks.")
    workers = max(1, min(asked.jobs, len(plan.pairs)))
    orders = [
        Conversion(
            source,
            target,
            plan.to,
            asked.pages or None,
            asked.password,
            picture_prefix(source),
            asked.ocr,
            limits,
            asked.cores,
            workers,
            asked.audit,
            asked.chunk_tokens,
            asked.pictures_inside,
            asked.hidden,
        )
        for source, target in plan.pairs
    ]
    report = Report(asked.report)
    due: list[Conversion] = []
    for order in orders:
        if asked.update and _is_current(order):
            report.skipped(order.source, order.target)
        else:
            due.append(order)
    try:
        _run(due, asked.jobs, report)
        _finish(plan)
    finally:
        plan.clean()
    report.end()
    return FAILED if report.failures or (asked.strict and report.doubtful) else DONE


def _is_current(order: Conversion) -> bool:
    """Whether the result exists and is not older than its document; results are never partial."""
    try:
        return order.target.stat().st_mtime_ns >= order.source.stat().st_mtime_ns
    except OSError:
        return False


def _run(orders: Sequence[Conversion], jobs: int, report: Report) -> None:
    """Convert; report each outcome as it happens."""
    if len(orders) > 1:
        _load()
    lost = Outcome(WorkerDied.sentence)
    with progress_bars([order.source.name for order in orders]) as bars:
        for at, outcome in run_parallel(orders, convert_one, workers=jobs, lost=lost, on_progress=bars.pages):
            bars.done(at)
            report.ended(orders[at].source, orders[at].target, outcome)
            for sentence in [outcome.error] if outcome.error else [*outcome.warnings, *outcome.audit]:
                bars.say(f"quire: {orders[at].source.name}: {sentence}")


def _load() -> None:
    """Import the converter before the children fork, which then share it; a single child imports it itself."""
    for name in ("quire.jobs.conversion", "quire.read.pdf.pdf_source", "quire.read.scan.ocr_onnx"):
        import_module(name)


def convert_one(order: Conversion, on_progress: Progress) -> Outcome:
    """Convert in a child within its limits; every error becomes an outcome, except an interrupt."""
    audit: list[str] = []

    def work() -> tuple[str, ...]:
        check_source(order.source)
        warnings, found = run_limited(
            _convert,
            (order,),
            seconds=order.limits.seconds,
            memory=order.limits.memory,
            on_progress=on_progress,
            room=Room((str(order.source),), (str(order.target.parent),)),
        )
        audit.extend(found)
        return warnings

    try:
        return outcome_of(work, takes=INPUT_SUFFIXES)._replace(audit=tuple(audit))
    finally:
        partial_path(order.target).unlink(missing_ok=True)


def _convert(order: Conversion, *, progress: Progress) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The child's work; returns warnings and audit as plain strings. Its heavy imports happen only here."""
    import gc

    gc.disable()  # 5 % faster; the process ends with its document, within a memory limit
    from quire.jobs.conversion import convert
    from quire.jobs.parallel_conversion import MIN_PAGES, WORTH_PAGES
    from quire.tasks.forked_workers import free_cores, processes_within

    engine: Ocr | None = None
    if order.ocr:
        from quire.jobs.ocr_deadline import with_deadline
        from quire.read.scan import ocr_onnx

        engine = with_deadline(ocr_onnx.engine(), order.limits.seconds)
    made = convert(
        order.source,
        order.target,
        to=order.to,
        pages=order.pages,
        password=order.password,
        prefix=order.prefix,
        ocr=engine,
        cores=processes_within(order.cores or free_cores(order.workers), order.limits.memory),
        share=MIN_PAGES if order.cores else WORTH_PAGES,
        audit=order.audit,
        hidden=order.hidden,
        chunk_tokens=order.chunk_tokens,
        pictures_inside=order.pictures_inside,
        progress=progress,
    )
    return made.warnings, made.audit


def _finish(plan: OutputPlan) -> None:
    if plan.stdout and plan.pairs[0][1].exists():
        sys.stdout.buffer.write(plan.pairs[0][1].read_bytes())
        sys.stdout.buffer.flush()
