"""Conversion of one file: read its pages, arrange them, write the format, save what it links to."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypedDict

from quire.errors import BadRequest, QuireError, StorageUnavailable
from quire.jobs.atomic_save import save
from quire.jobs.document_source import FORMATS, chosen_pages, has_pages, read_document
from quire.jobs.image_export import LazyPictures
from quire.jobs.memory_errors import memory_errors
from quire.jobs.ocr_deadline import ran_out_of_time
from quire.jobs.page_ranges import page_numbers
from quire.jobs.page_stream import read_pages
from quire.jobs.page_warnings import text_warnings
from quire.jobs.page_worker import Wanted
from quire.jobs.parallel_conversion import MIN_PAGES, ForkedConversion, processes_for
from quire.jobs.text_audit import VisibleText
from quire.layout.pipeline import arrange, arrange_ranges
from quire.model.document import Document
from quire.model.page import Backdrop, Metadata, OutlineItem, Picture
from quire.model.traversal import pictures
from quire.read import Source, open_source
from quire.read.ocr_engine import Ocr
from quire.tasks.process_limits import DISK_ERRORS
from quire.write import WRITERS
from quire.write.embedded_pictures import HOLDING, embed_pictures

Progress = Callable[[int, int], None]
Fetch = Callable[[Picture | Backdrop], bytes]

IMAGES = "images"
"""The folder beside a linked document, as its links name it."""


class Known(TypedDict):
    """What a file says of itself, as `arrange` takes it."""

    meta: Metadata
    outline: Sequence[OutlineItem]
    page_count: int


@dataclass(frozen=True, slots=True)
class Converted:
    """What a conversion made; it crosses processes by pickle."""

    file: Path
    images: tuple[Path, ...]
    pages: int  # that were converted
    page_count: int  # that the source has
    needs_ocr: tuple[int, ...]  # numbers of pages without usable text
    warnings: tuple[str, ...]
    view: tuple[str, ...] = ()  # names of what shows it page by page, if that was asked for
    audit: tuple[str, ...] = ()  # by page, where its visible text is, if that was asked for


def convert(  # noqa: PLR0913 - one conversion, all of it keyword-only
    source: Path,
    target: Path,
    *,
    to: str,
    pages: str | None = None,
    password: str = "",
    prefix: str = "",
    ocr: Ocr | None = None,
    cores: int = 1,
    share: int = MIN_PAGES,
    audit: bool = False,
    hidden: bool = False,
    chunk_tokens: int = 0,
    name: str = "",
    view: Path | None = None,
    corrections: str = "",
    pictures_inside: bool = False,
    progress: Progress | None = None,
) -> Converted:
    """Write `source` to `target` in the format `to`, a key of `WRITERS`.

    The target appears whole or not at all, after the images that it links to
    (``target.parent/images/*.png``).

    Args:
        source: a file that a reader takes.
        target: the file to write; its folder exists.
        to: the format.
        pages: a range such as "1-5,8,12-"; None for all.
        password: opens a protected document.
        prefix: put in front of the images' names, so that documents can share a folder.
        ocr: the engine for pages without usable text; its models are loaded when the first such page comes.
        cores: processes that may work on a long document; the result is the same.
        share: pages for each of them, at least.
        audit: report for each page where its visible text is; the document is then converted in one process.
        hidden: convert text that cannot be seen, too.
        chunk_tokens: the size of chunks, for the format that has them; 0 for the usual one.
        name: of the source, where its path has another one; tells Markdown from plain text.
        view: folder for pictures and blocks of the pages; None for none.
        corrections: what people changed in the document, as `quire.jobs.page_corrections.packed` gives it.
        pictures_inside: Markdown and HTML hold their pictures; nothing is written beside them.
        progress: called with (pages done, pages in all), first with 0 done.

    Raises:
        BadRequest: an unknown format, a range that is none or lies outside the document.
        DocumentError: the document cannot be processed.
    """
    writer = WRITERS.get(to)
    if writer is None:
        raise BadRequest(f"Unknown format “{to}”. Choose one of {', '.join(WRITERS)}.")
    if not has_pages(source):
        with memory_errors():
            return _without_pages(source, target, name or source.name, to, pages, ocr, chunk_tokens)
    with (
        memory_errors(),
        open_source(source, password=password, ocr=ocr, hidden=hidden, keep_figures=True) as opened,
    ):
        numbers = page_numbers(pages, opened.page_count)
        wanted = Wanted(source, password, numbers, prefix, writer.flow, hidden)
        processes = 1 if audit else processes_for(len(numbers), cores, share)
        seen = VisibleText() if audit else None
        with _arranged(opened, wanted, processes=processes, ocr=ocr, seen=seen, progress=progress) as (arranged, fetch):
            warned = _with_warnings(arranged, tried=ocr is not None, late=ran_out_of_time(ocr))
            document, lost = _corrected(warned, corrections)
            kept = LazyPictures(document, fetch)
            body = writer.write_sized(chunk_tokens)(document, kept)
            inside = pictures_inside and to in HOLDING
            body = embed_pictures(body, kept.get) if inside else body
            images = _save_images(document, kept, target.parent) if writer.linked and not inside else ()
            save(target, body)
        seen_names = _saved_view(document, opened, view) if view else ()
    unread = tuple(page.number for page in document.pages if page.needs_ocr)
    return Converted(
        file=target,
        images=images,
        pages=len(numbers),
        page_count=document.page_count,
        needs_ocr=unread,
        warnings=(*document.warnings, *kept.warnings, *lost),
        view=seen_names,
        audit=tuple(one.sentence() for one in seen.audit(document)) if seen else (),
    )


def _saved_view(document: Document, source: Source, folder: Path) -> tuple[str, ...]:
    from quire.jobs.document_view import save_view

    return save_view(document, source, folder)


def _corrected(document: Document, corrections: str) -> tuple[Document, tuple[str, ...]]:
    """The document with what people changed, and a warning about what met no block."""
    if not corrections:
        return document, ()
    from quire.jobs.page_corrections import correct_document

    return correct_document(document, corrections)


def _without_pages(  # noqa: PLR0913, PLR0917 - of one conversion
    source: Path, target: Path, name: str, to: str, pages: str | None, ocr: Ocr | None, chunk_tokens: int
) -> Converted:
    """Convert a file that is not read page by page: office files, web pages, e-mail, books."""
    document = chosen_pages(read_document(source, name, arrange=lambda file: arrange_file(file, ocr=ocr)), pages)
    if to not in FORMATS:
        raise BadRequest(f"A document of this type can become {', '.join(sorted(FORMATS))}, not {to}.")
    document = _with_warnings(document, tried=True)
    save(target, WRITERS[to].write_sized(chunk_tokens)(document, {}))
    count = len(document.pages) or 1
    return Converted(target, (), count, document.page_count or 1, (), document.warnings)


def _with_warnings(document: Document, *, tried: bool, late: bool = False) -> Document:
    """The document with what a reader should know of its text."""
    return replace(document, warnings=(*document.warnings, *text_warnings(document, tried=tried, late=late)))


def arrange_file(
    source: Path,
    *,
    pages: str | None = None,
    password: str = "",
    ocr: Ocr | None = None,
    progress: Progress | None = None,
) -> tuple[Document, tuple[str, ...]]:
    """The document of a file, and the warnings about it; nothing is written. Arguments and errors as `convert`."""
    if not has_pages(source):
        with memory_errors():
            read = read_document(source, source.name, arrange=lambda file: arrange_file(file, ocr=ocr))
            found = _with_warnings(chosen_pages(read, pages), tried=True)
            return found, found.warnings
    with memory_errors(), open_source(source, password=password, ocr=ocr, keep_figures=True) as opened:
        numbers = page_numbers(pages, opened.page_count)
        wanted = Wanted(source, password, numbers, "", flow=True)
        with _arranged(opened, wanted, processes=1, ocr=ocr, seen=None, progress=progress) as (arranged, _):
            document = _with_warnings(arranged, tried=ocr is not None, late=ran_out_of_time(ocr))
            return document, document.warnings


@contextlib.contextmanager
def _arranged(
    opened: Source,
    wanted: Wanted,
    *,
    processes: int,
    ocr: Ocr | None,
    seen: VisibleText | None,
    progress: Progress | None,
) -> Iterator[tuple[Document, Fetch]]:
    """The document that pages of an open source show, and what gives its pictures."""
    total = len(wanted.numbers)

    def report(done: int) -> None:
        if progress:
            progress(done, total)

    report(0)
    known: Known = {"meta": opened.meta, "outline": opened.outline, "page_count": opened.page_count}
    if processes == 1:
        pages = read_pages(opened, wanted.numbers, total=total, prefix=wanted.prefix)
        if seen is not None:
            pages = seen.noted(pages)
        yield arrange(pages, flow=wanted.flow, progress=report, **known), opened.picture
        return
    with ForkedConversion(opened, wanted, processes=processes, ocr=ocr, progress=report) as crew:
        document = arrange_ranges(crew, **known)
        if wanted.flow:
            crew.expect(pictures(document.blocks))
        yield document, crew.picture


def _save_images(document: Document, kept: Mapping[str, bytes], folder: Path) -> tuple[Path, ...]:
    saved: list[Path] = []
    for picture in pictures(document.blocks):
        if not saved:
            _make_folder(folder / IMAGES)
        file = folder / IMAGES / f"{picture.name}.png"
        save(file, kept[picture.name])
        saved.append(file)
    return tuple(saved)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        kind = StorageUnavailable if error.errno in DISK_ERRORS else QuireError
        raise kind(f"The folder {folder.name} cannot be created: {error.strerror}.") from error
