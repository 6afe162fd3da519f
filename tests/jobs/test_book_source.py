"""Which files are books, and how they are read."""

from __future__ import annotations

import io
from pathlib import Path

from quire.jobs.book_source import load
from quire.model.traversal import pictures
from quire.read.ocr_engine import FakeOcr, Reading
from tests.read.books.test_book_images import picture
from tests.wiki import books


def test_books_are_loaded(tmp_path: Path):
    made = books.files(tmp_path)
    assert "王茂" in str(load(made["tale.txt"]).blocks)
    assert load(books.epub(tmp_path / "b.epub", {"a.xhtml": "<p>Text.</p>"})).meta.title == "Small Book"


def test_figures_of_a_pdf_are_kept_and_scans_of_whole_pages_are_not(tmp_path: Path):
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    image = ImageReader(io.BytesIO(picture("PNG", (600, 400))))
    canvas = Canvas(str(tmp_path / "b.pdf"), pagesize=(400, 600))
    for number in range(2):
        canvas.drawString(50, 560, f"Chapter {number + 1}")
        for line in range(8):
            canvas.drawString(
                50, 530 - 14 * line, "The gear turns the shaft, and the shaft turns the wheel of the mill."
            )
        if number:
            canvas.drawImage(image, 0, 0, 400, 600)
        else:
            canvas.drawImage(image, 80, 200, 240, 160)
            canvas.drawString(120, 180, "Figure 1. A gear.")
        canvas.showPage()
    canvas.save()
    kept: dict[str, bytes] = {}
    document = load(tmp_path / "b.pdf", keep=kept.__setitem__)
    assert [one.page for one in pictures(document.blocks) if one.name in kept] == [1]
    assert all(data.startswith(b"\x89PNG") for data in kept.values())


def test_pages_without_text_are_recognised_and_told(tmp_path: Path):
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(tmp_path / "scan.pdf"), pagesize=(400, 600))
    for _ in range(2):
        canvas.drawImage(ImageReader(io.BytesIO(picture("PNG", (600, 400)))), 0, 0, 400, 600)
        canvas.showPage()
    canvas.save()
    place = ((100.0, 100.0), (900.0, 100.0), (900.0, 140.0), (100.0, 140.0))
    engine = FakeOcr(lambda _: [Reading("The gear turns the shaft of the mill.", place, 0.99)])
    told: list[tuple[int, int]] = []
    document = load(tmp_path / "scan.pdf", progress=lambda done, total: told.append((done, total)), ocr=engine)
    assert "The gear turns the shaft" in str(document.blocks)
    assert told == [(0, 2), (1, 2), (2, 2)]
