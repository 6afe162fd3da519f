"""``quire parse``: documents to Markdown, JSON, HTML, Word and slides, with no server.

Each document is converted in a forked child under caps on time and memory, so a bad file ends with one
sentence and nothing else. For a single document this process imports only what it needs before the fork: start-up time.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from quire.cli.lanes import each
from quire.cli.naming import Wish, picture_prefix, targets
from quire.cli.progress import progress_bars
from quire.cli.running import DONE, FAILED, INTERRUPTED, SECONDS, USAGE, Caps, Outcome, check_source, outcome_of, say
from quire.errors import BadRequest, WorkerDied
from quire.jobs.page_ranges import check_ranges
from quire.tasks.limits import Progress, run_limited
from quire.write import WRITERS

MEGABYTES = 2048
"""Memory cap for one document."""


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


def mount(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("parse", no_args_is_help=True)(parse)


def parse(  # noqa: PLR0913 - the command's options
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Documents to convert.", show_default=False)],
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="PATH", help="File to write; a folder for several files; - is stdout."),
    ],
    *,
    to: Annotated[
        str,
        typer.Option("--to", "-t", metavar="|".join(WRITERS), help="Format; by default from the name of the output."),
    ] = "",
    pages: Annotated[str, typer.Option(metavar="RANGES", help="Pages to convert, such as 1-5,8,12-")] = "",
    password: Annotated[str, typer.Option(help="Password of a protected document.")] = "",
    ocr: Annotated[bool, typer.Option(help="Recognise pages without text: scans, photographs.")] = True,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Documents converted at the same time.")] = 1,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds that one document may take.")] = SECONDS,
    memory: Annotated[int, typer.Option(min=64, help="Megabytes that one document may take.")] = MEGABYTES,
) -> None:
    """Convert documents to Markdown, JSON, HTML, Word or slides.

    Exit code 0: all done. 1: a document could not be processed (the others are). 2: wrong usage.
    """
    caps = Caps(timeout, memory << 20)
    try:
        if pages:
            check_ranges(pages)
        wish = targets(files, output, to)
    except BadRequest as error:
        say(str(error))
        raise typer.Exit(USAGE) from None
    except OSError as error:
        say(f"{output}: {error.strerror or 'cannot be written'}.")
        raise typer.Exit(FAILED) from None
    orders = [
        Order(source, target, wish.to, pages or None, password, picture_prefix(source), ocr, caps)
        for source, target in wish.pairs
    ]
    try:
        failed = _run(orders, jobs)
        _finish(wish)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    finally:
        wish.clean()
    raise typer.Exit(FAILED if failed else DONE)


def _run(orders: Sequence[Order], jobs: int) -> int:
    """How many conversions failed; each failure is told as it happens."""
    if len(orders) > 1:
        _load()
    failed = 0
    lost = Outcome(WorkerDied.sentence)
    with progress_bars([order.source.name for order in orders]) as bars:
        for at, outcome in each(orders, convert_one, lanes=jobs, lost=lost, on_progress=bars.pages):
            bars.done(at)
            failed += bool(outcome.error)
            for sentence in [outcome.error] if outcome.error else outcome.warnings:
                bars.say(f"quire: {orders[at].source.name}: {sentence}")
    return failed


def _load() -> None:
    """Load what converts before the children fork: several documents share it, for one it is as quick in its child."""
    for name in ("quire.jobs.documents", "quire.read.pdf", "quire.read.ocr_onnx"):
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
        order.target.with_name(f".{order.target.name}.part").unlink(missing_ok=True)


def _convert(order: Order, *, progress: Progress) -> tuple[str, ...]:
    """What the child does: the warnings, as plain strings, for its imports are heavy and this process has none of them."""
    import gc

    gc.disable()  # 5 % of the time, and nothing is gained: the process ends with its document, under a memory cap
    from quire.jobs.documents import convert
    from quire.jobs.patience import within
    from quire.read.ocr_onnx import engine

    made = convert(
        order.source,
        order.target,
        to=order.to,
        pages=order.pages,
        password=order.password,
        prefix=order.prefix,
        ocr=within(engine(), order.caps.seconds) if order.ocr else None,
        progress=progress,
    )
    return made.warnings


def _finish(wish: Wish) -> None:
    if wish.stdout and wish.pairs[0][1].exists():
        sys.stdout.buffer.write(wish.pairs[0][1].read_bytes())
        sys.stdout.buffer.flush()
