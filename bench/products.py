"""Pages per CPU second of statements and invoices, beside reading the same pages and nothing else, which is the limit.

Usage: python bench/products.py [FILE...] [--invoices] [--rounds N] [--ocr]

Without files the samples are taken: statements first, then invoices. CPU time is counted, not wall time, and the best
of the rounds is taken; models and lexicons are loaded before. The last columns: the share of reading in the whole,
and memory.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from quire.jobs import invoice_task, statement_task
from quire.read import open_source
from quire.read.ocr_engine import Ocr
from quire.read.scan.ocr_onnx import engine

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
Work = Callable[[Path, Ocr | None], int]


def reading(path: Path, ocr: Ocr | None) -> int:
    """Read every page; gives their number."""
    with open_source(path, ocr=ocr) as source:
        for number in range(1, source.page_count + 1):
            source.page(number)
        return source.page_count


def finance(path: Path, ocr: Ocr | None) -> int:
    """Everything that a task of statements does, the workbook included; gives the number of pages."""
    found = statement_task.extract_file(path, ocr=ocr)
    statement_task.result_json(found.extraction)
    statement_task.result_json(found.extraction, details=True)
    with tempfile.TemporaryDirectory() as folder:
        statement_task.save_book(Path(folder) / "a.xlsx", found.extraction)
    return found.pages


def invoice(path: Path, ocr: Ocr | None) -> int:
    """Everything that a task of invoices does; gives the number of pages."""
    found = invoice_task.recognise_file(path, ocr=ocr)
    invoice_task.result_json(found.invoices)
    invoice_task.result_json(found.invoices, details=True)
    return len(found.invoices)


def cost(work: Work, path: Path, ocr: Ocr | None, rounds: int) -> tuple[int, float]:
    """Pages, and the least CPU seconds for all of them over the rounds."""
    best, pages = float("inf"), 0
    for _ in range(rounds):
        start = time.process_time()
        pages = work(path, ocr)
        best = min(best, time.process_time() - start)
    return pages, best


def table(name: str, work: Work, files: Sequence[Path], ocr: Ocr | None, rounds: int) -> None:
    """Prints a row for each file, and one for all."""
    total = [0, 0.0, 0.0]
    for path in files:
        work(path, ocr)  # warm
        pages, seconds = cost(work, path, ocr, rounds)
        _, limit = cost(reading, path, ocr, rounds)
        total = [total[0] + pages, total[1] + seconds, total[2] + limit]
        print(row(name, path.name, pages, seconds, limit))
    if len(files) > 1:
        print(row(name, "all", *total))


def row(name: str, file: str, pages: float, seconds: float, limit: float) -> str:
    """One line of the table."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    share = limit / seconds if seconds else 0.0
    return (
        f"{name:10} {file[-40:]:40} {pages:5.0f} {pages / max(seconds, 1e-6):9.1f} {pages / max(limit, 1e-6):9.1f} "
        f"{share:6.2f} {peak:6}"
    )


def main() -> None:
    """Measure what was asked for."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("files", nargs="*", type=Path)
    ask.add_argument("--invoices", action="store_true", help="the files are invoices, not reports")
    ask.add_argument("--rounds", type=int, default=3)
    ask.add_argument("--ocr", action="store_true", help="recognise pages without text")
    args = ask.parse_args()
    ocr = engine() if args.ocr else None
    print(f"{'':10} {'file':40} {'pages':>5} {'pages/s':>9} {'reading':>9} {'share':>6} {'MB':>6}")
    if args.files:
        name, work = ("invoices", invoice) if args.invoices else ("statements", finance)
        table(name, work, args.files, ocr, args.rounds)
        return
    table("statements", finance, sorted((SAMPLES / "statements").glob("*.pdf")), ocr, args.rounds)
    table("invoices", invoice, sorted((SAMPLES / "invoices").glob("*.pdf")), ocr, args.rounds)


if __name__ == "__main__":
    main()
