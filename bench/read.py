"""CPU milliseconds a page for reading PDFs: the accelerator, its pure-Python twin, and PDFium's plain text.

Usage: python bench/read.py FILE.pdf... [--pages N] [--rounds N] [--twin-pages N]

The last column is what a page costs more than PDFium's own plain text of it, as a factor. CPU time is counted, not
wall time, and the best of the rounds is taken; compare ratios of one run only.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as lib

from quire.read import Source, open_source
from quire.read.pdf import page_reader
from quire.read.pdf.pdf_source import PdfSource


def plain(path: Path, pages: int) -> int:
    """Read with pypdfium2 alone; gives the number of pages."""
    with pdfium.PdfDocument(path) as document:
        count = min(len(document), pages)
        for index in range(count):
            page = document[index]
            text = page.get_textpage()
            text.get_text_bounded()
            text.close()
            page.close()
    return count


def whole(path: Path, pages: int) -> int:
    """Read as the product does; gives the number of pages."""
    with open_source(path) as source:
        return _pages(source, pages)


def _pages(source: Source, pages: int) -> int:
    count = min(source.page_count, pages)
    for number in range(1, count + 1):
        source.page(number)
    return count


def twin(path: Path, pages: int) -> int:
    """Read without the accelerator; gives the number of pages."""
    with PdfSource(path, read_page=page_reader.python_page_reader(lib)) as source:
        return _pages(source, pages)


def cost(read: Callable[[Path, int], int], path: Path, pages: int, rounds: int) -> float:
    """The least CPU milliseconds a page over the rounds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        count = read(path, pages)
        best = min(best, 1000.0 * (time.process_time() - start) / max(1, count))
    return best


def main() -> None:
    """Print one row for each file."""
    ask = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ask.add_argument("files", nargs="+", type=Path)
    ask.add_argument("--pages", type=int, default=10_000)
    ask.add_argument("--rounds", type=int, default=3)
    ask.add_argument("--twin-pages", type=int, default=10)
    args = ask.parse_args()
    print(f"{'file':44} {'pages':>5} {'plain':>7} {'quire':>7} {'twin':>7} {'ratio':>6}   (ms of CPU a page)")
    for path in args.files:
        pages = min(plain(path, args.pages), args.pages)
        base = cost(plain, path, args.pages, args.rounds)
        fast = cost(whole, path, args.pages, args.rounds)
        slow = cost(twin, path, args.twin_pages, 1)
        print(f"{path.name[-44:]:44} {pages:5} {base:7.2f} {fast:7.2f} {slow:7.2f} {fast / base:6.2f}")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
