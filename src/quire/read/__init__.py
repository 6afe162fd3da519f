"""Readers: files to pages. `open_source` is the way in."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from quire.errors import UnsupportedType
from quire.read.file_preflight import preflight, sniff
from quire.read.ocr_engine import Ocr
from quire.read.source import Source

__all__ = ["READERS", "Source", "open_source"]

_HEAD = 4096  # bytes that are enough to detect every type


class Reader(Protocol):
    """Opens a file: its path, a password, and whether text that cannot be seen is read, too."""

    def __call__(self, path: Path, password: str, /, *, hidden: bool) -> Source: ...


def _open_pdf(path: Path, password: str, *, hidden: bool) -> Source:
    from quire.read.pdf.pdf_source import PdfSource  # PDFium is loaded only if a file needs it

    preflight(path)
    return PdfSource(path, password=password, hidden=hidden)


def _open_image(path: Path, password: str, *, hidden: bool) -> Source:  # noqa: ARG001 - pictures have neither
    from quire.read.image_source import ImageSource

    return ImageSource(path)


READERS: dict[str, Reader] = {
    "application/pdf": _open_pdf,
    "image/jpeg": _open_image,
    "image/png": _open_image,
    "image/tiff": _open_image,
    "image/webp": _open_image,
    "image/bmp": _open_image,
}
"""The reader for each media type."""


def open_source(
    path: Path | str, *, password: str = "", ocr: Ocr | None = None, hidden: bool = False, keep_figures: bool = False
) -> Source:
    """An open document.

    Args:
        path: the file; its type is detected from its bytes, not from its name.
        password: opens a protected document.
        ocr: the engine for pages without usable text; None leaves them unrecognised (`Page.needs_ocr`).
        keep_figures: leave pages of figures between pages with text as they are; else they are recognised like scans.
        hidden: read text that cannot be seen, too: invisible, covered, clipped, in the colour of its background.

    Raises:
        UnsupportedType: there is no reader for this type.
        ProtectedDocument: it needs a password that was not given.
        DamagedDocument: it cannot be read.
    """
    path = Path(path)
    with path.open("rb") as file:
        mime = sniff(file.read(_HEAD))
    reader = READERS.get(mime)
    if reader is None:
        raise UnsupportedType(f"Unsupported file type: {mime}")
    source = reader(path, password, hidden=hidden)
    if ocr is None:
        return source
    from quire.read.scan.recognised_source import RecognisedSource

    return RecognisedSource(source, ocr, keep_figures=keep_figures)
