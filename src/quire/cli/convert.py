"""What ``quire parse`` does, with no word of how it is asked; nothing heavy and no command-line library is imported.

Each document is converted in a forked child under caps on time and memory, so a bad file ends with one
sentence and nothing else. For a single document this process imports only what it needs before the fork: start-up time.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from quire.cli.execution import DONE, FAILED, INTERRUPTED, SECONDS, STDOUT, Caps, Outcome, check_source, outcome_of
from quire.cli.input_files import documents
from quire.cli.outcome_report import Report
from quire.cli.output_paths import Wish, picture_prefix, targets
from quire.cli.progress_bar import progress_bars
from quire.cli.stdin import with_stdin
from quire.cli.worker_pool import each
from quire.errors import BadRequest, QuireError, WorkerDied
from quire.jobs.atomic_save import partial_path
from quire.jobs.page_ranges import check_ranges
from quire.tasks.process_limits import Progress, run_limited

if TYPE_CHECKING:
    from quire.read.ocr_engine import Ocr

MEGABYTES = 2048
"""Memory cap for one document."""

READ = frozenset({".pdf", ".jpg", ".jpeg", ".png", ".tif", ".tiff"})
"""Suffixes of the files that are taken out of a folder."""

MOST_JOBS, LEAST_TIMEOUT, LEAST_MEMORY = 256, 0.1, 64  # documents at the same time, seconds, megabytes


class Options(NamedTuple):
    """What ``quire parse`` is asked; the fields are its options by name."""

    files: Sequence[Path]
    output: str
    to: str = ""
    pages: str = ""
    password: str = ""
    ocr: bool = True
    jobs: int = 1
    timeout: float = SECONDS
    memory: int = MEGABYTES  # megabytes
    cores: int = 0  # for one long document; 0 is those that are free
    update: bool = False  # leave out documents whose result is there and no older than they
    report: bool = False  # say on standard output how each document ended, as JSON


class Order(NamedTuple):
    """One conversion to do."""

    source: Path
    target: Path
    to: str
    pages: str | None
    password: str
    prefix: str
    ocr: bool
    caps: Caps
    cores: int  # 0 for a share of those that are free
    lanes: int  # documents converted at the same time


def convert_all(asked: Options) -> int:
    """The exit code, once everything is converted: 0 all done, 1 a document failed, 130 interrupted.

    Raises:
        BadRequest: wrong usage. QuireError: what comes by standard input cannot be read, or a folder not be made.
    """
    try:
        with with_stdin(asked.files) as files:
            return _converted(asked._replace(files=files))
    except KeyboardInterrupt:
        return INTERRUPTED


def _converted(asked: Options) -> int:
    """The exit code, once everything is converted."""
    caps = Caps(asked.timeout, asked.memory << 20)
    if asked.pages:
        check_ranges(asked.pages)
    if asked.report and asked.output == STDOUT:
        raise BadRequest("Standard output holds the result (--output -), so --json has no place there.")
    try:
        files = documents(asked.files, READ)
        is_folder = any(file.is_dir() for file in asked.files)
        wish = targets(files, f"{asked.output}/" if is_folder and asked.output != STDOUT else asked.output, asked.to)
    except OSError as error:
        raise QuireError(f"{asked.output}: {error.strerror or 'cannot be written'}.") from None
    lanes = max(1, min(asked.jobs, len(wish.pairs)))
    orders = [
        Order(
            source,
            target,
            wish.to,
            asked.pages or None,
            asked.password,
            picture_prefix(source),
            asked.ocr,
            caps,
            asked.cores,
            lanes,
        )
        for source, target in wish.pairs
    ]
    report = Report(asked.report)
    due: list[Order] = []
    for order in orders:
        if asked.update and _is_current(order):
            report.skipped(order.source, order.target)
        else:
            due.append(order)
    try:
        _run(due, asked.jobs, report)
        _finish(wish)
    finally:
        wish.clean()
    report.end()
    return FAILED if report.failures else DONE


def _is_current(order: Order) -> bool:
    """Whether the result is there and no older than its document; results appear whole or not at all."""
    try:
        return order.target.stat().st_mtime_ns >= order.source.stat().st_mtime_ns
    except OSError:
        return False


def _run(orders: Sequence[Order], jobs: int, report: Report) -> None:
    """Convert; each end is told as it happens."""
    if len(orders) > 1:
        _load()
    lost = Outcome(WorkerDied.sentence)
    with progress_bars([order.source.name for order in orders]) as bars:
        for at, outcome in each(orders, convert_one, lanes=jobs, lost=lost, on_progress=bars.pages):
            bars.done(at)
            report.ended(orders[at].source, orders[at].target, outcome)
            for sentence in [outcome.error] if outcome.error else outcome.warnings:
                bars.say(f"quire: {orders[at].source.name}: {sentence}")


def _load() -> None:
    """Load what converts before the children fork: several documents share it, for one it is as quick in its child."""
    for name in ("quire.jobs.conversion", "quire.read.pdf.pdf_source", "quire.read.scan.ocr_onnx"):
        import_module(name)


def convert_one(order: Order, on_progress: Progress) -> Outcome:
    """Convert in a child under its caps; whatever happens is an outcome, but for an interrupt."""

    def work() -> tuple[str, ...]:
        check_source(order.source, empty=True)
        return run_limited(
            _convert, (order,), seconds=order.caps.seconds, memory=order.caps.memory, on_progress=on_progress
        )

    try:
        return outcome_of(work)
    finally:
        partial_path(order.target).unlink(missing_ok=True)


def _convert(order: Order, *, progress: Progress) -> tuple[str, ...]:
    """What the child does: the warnings, as plain strings, for its imports are heavy and this process has none of them."""
    import gc

    gc.disable()  # 5 % of the time, and nothing is gained: the process ends with its document, under a memory cap
    from quire.jobs.conversion import convert
    from quire.jobs.parallel_conversion import MIN_PAGES, WORTH_PAGES
    from quire.tasks.forked_workers import free_cores, processes_within

    engine: Ocr | None = None
    if order.ocr:
        from quire.jobs.ocr_deadline import with_deadline
        from quire.read.scan import ocr_onnx

        engine = with_deadline(ocr_onnx.engine(), order.caps.seconds)
    made = convert(
        order.source,
        order.target,
        to=order.to,
        pages=order.pages,
        password=order.password,
        prefix=order.prefix,
        ocr=engine,
        cores=processes_within(order.cores or free_cores(order.lanes), order.caps.memory),
        share=MIN_PAGES if order.cores else WORTH_PAGES,
        progress=progress,
    )
    return made.warnings


def _finish(wish: Wish) -> None:
    if wish.stdout and wish.pairs[0][1].exists():
        sys.stdout.buffer.write(wish.pairs[0][1].read_bytes())
        sys.stdout.buffer.flush()
