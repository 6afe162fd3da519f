"""Books: any accepted file as a document, and the phases of a wiki over it."""

from __future__ import annotations

import functools
import logging
from dataclasses import replace
from pathlib import Path

from quire.errors import FATAL, DamagedDocument
from quire.jobs.chapter_detection import detect_chapters
from quire.jobs.tolerant_reading import Progress, TolerantReader
from quire.layout.pipeline import arrange
from quire.model.document import Document
from quire.model.traversal import pictures
from quire.read import open_source
from quire.read.books.book_images import KeepPicture, picture_format
from quire.read.books.book_kind import book_kind
from quire.read.books.epub_reader import read_epub
from quire.read.books.plain_text import read_plain
from quire.read.ocr_engine import Ocr
from quire.read.scan.ocr_onnx import engine
from quire.read.source import Source
from quire.wiki import phases

__all__ = ["load", "run_phase"]

_MOST_PICTURES = 600
"""Pictures of a PDF that are fetched, drawings some 30 ms each."""
_MOST_PIXELS = 600_000_000
"""Of all its images: a minute of packing them anew."""
_WHOLE = 0.85
"""Share of its page from which on a picture is the scan of it, and no figure."""

_logger = logging.getLogger(__name__)


def load(
    path: Path, *, keep: KeepPicture | None = None, progress: Progress | None = None, ocr: Ocr | None = None
) -> Document:
    """The document of a book's file. Pages of a PDF without usable text are recognised.

    Args:
        path: the file.
        keep: takes the bytes of each picture under the name that the document's figures give it; without it
            books that are no PDF have no figures.
        progress: called with (pages read, pages in all) of a PDF.
        ocr: the engine for pages without usable text; the one of this process by default.

    Raises:
        UnsupportedType: it is no epub, pdf, md or txt.
        DocumentError: it cannot be read.
    """
    kind = book_kind(path)
    if kind == "epub":
        return read_epub(path, keep=keep)
    if kind == "pdf":
        with open_source(path, ocr=ocr or engine()) as source:
            pages = TolerantReader(source, range(1, source.page_count + 1), progress=progress)
            document = arrange(pages, meta=source.meta, outline=source.outline, page_count=source.page_count)
            if pages.broken:
                raise DamagedDocument
            if keep:
                _keep_pictures(source, document, keep)
            return detect_chapters(replace(document, warnings=(*document.warnings, *pages.warnings)))
    return read_plain(path, markdown=kind == "md", keep=keep)


def _keep_pictures(source: Source, document: Document, keep: KeepPicture) -> None:
    """Fetch the figures of a PDF. One that cannot be fetched is none, and so is the scan that a whole page is."""
    sizes = {page.number: page.width * page.height for page in document.pages}
    wanted = [one for one in pictures(document.blocks) if one.box.area < _WHOLE * sizes.get(one.page, 0.0)]
    pixels = 0
    for picture in wanted[:_MOST_PICTURES]:
        pixels += picture.width * picture.height
        if pixels > _MOST_PIXELS:
            break
        try:
            data = source.picture(picture)
        except FATAL:
            raise
        except Exception:
            _logger.warning("picture %s cannot be read", picture.name, exc_info=True)
            continue
        if picture_format(data):
            keep(picture.name, data)


run_phase = functools.partial(phases.run, load=load)
"""`quire.wiki.phases.run` with `load`, which reads the book for the egg phase."""
