"""Pages per CPU second of each writer on a PDF, beside reading, arranging and the plain text of PDFium.

    python bench/write.py report.pdf [--rounds 3]

The best of the rounds counts; times are CPU seconds of this process. "text" takes the plain text of every page out of
the file with PDFium and does nothing else: no converter on PDFium can be faster.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

from quire.jobs.image_export import LazyPictures
from quire.layout.pipeline import arrange
from quire.model.document import Document
from quire.read import open_source
from quire.write import WRITERS


def best(rounds: int, work: Callable[[], object]) -> float:
    """CPU seconds of the fastest round."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def plain_text(path: Path) -> int:
    """Characters of the text of all pages, taken one page at a time."""
    import pypdfium2

    count = 0
    with pypdfium2.PdfDocument(path) as pdf:
        for number in range(len(pdf)):
            page = pdf[number]
            text = page.get_textpage()
            count += len(text.get_text_range())
            text.close()
            page.close()
    return count


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("pdf", type=Path)
    ask.add_argument("--rounds", type=int, default=3)
    args = ask.parse_args()
    with open_source(args.pdf) as source:
        count = source.page_count
        read = [source.page(number) for number in range(1, count + 1)]
        documents: dict[bool, Document] = {}

        def arranged(*, flow: bool) -> None:
            documents[flow] = arrange(read, meta=source.meta, outline=source.outline, flow=flow, page_count=count)

        def reading() -> None:
            for number in range(1, count + 1):
                source.page(number)

        rows: list[tuple[str, float, int]] = [
            ("text (PDFium)", best(args.rounds, lambda: plain_text(args.pdf)), 0),
            ("read", best(args.rounds, reading), 0),
            ("arrange", best(args.rounds, lambda: arranged(flow=True)), 0),
            ("arrange, pages apart", best(args.rounds, lambda: arranged(flow=False)), 0),
        ]
        for name, writer in WRITERS.items():
            document = documents[writer.flow]
            pictures = LazyPictures(document, source.picture)
            if not writer.linked:
                dict(pictures)  # the pictures are not what is measured
            size = len(writer.write(document, pictures))
            rows.append(
                (f"write {name}", best(args.rounds, lambda w=writer, d=document, p=pictures: w.write(d, p)), size)
            )
    print(f"{args.pdf.name}: {count} pages")
    for label, seconds, size in rows:
        print(f"{label:22} {count / seconds:10.0f} pages/s {1000 * seconds / count:9.2f} ms/page {size or '':>12}")


if __name__ == "__main__":
    main()
