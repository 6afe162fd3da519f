"""Conversion of one file: read its pages, arrange them, write the format, save what it links to."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from quire.errors import BadRequest, OutOfMemory, QuireError
from quire.jobs.labelled import SHORT, with_labels
from quire.jobs.page_ranges import name_pages, page_numbers
from quire.jobs.pictured import with_pictured_tables
from quire.jobs.pictures import LazyPictures
from quire.jobs.saving import save
from quire.layout.arrange import arrange
from quire.model.document import Document
from quire.model.page import Page
from quire.model.walk import pictures
from quire.read import Source, open_source
from quire.read.ocr import Ocr
from quire.write import WRITERS

Progress = Callable[[int, int], None]

IMAGES = "images"
"""The folder beside a linked document, as its links name it."""


@dataclass(frozen=True, slots=True)
class Converted:
    """What a conversion made; it crosses processes by pickle."""

    file: Path
    images: tuple[Path, ...]
    pages: int  # that were converted
    page_count: int  # that the source has
    needs_ocr: tuple[int, ...]  # numbers of pages without usable text
    warnings: tuple[str, ...]


def convert(  # noqa: PLR0913 - one conversion, all of it keyword-only
    source: Path,
    target: Path,
    *,
    to: str,
    pages: str | None = None,
    password: str = "",
    prefix: str = "",
    ocr: Ocr | None = None,
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
        progress: called with (pages done, pages in all), first with 0 done.

    Raises:
        BadRequest: an unknown format, a range that is none or lies outside the document.
        DocumentError: the document cannot be processed.
    """
    writer = WRITERS.get(to)
    if writer is None:
        raise BadRequest(f"Unknown format “{to}”. Choose one of {', '.join(WRITERS)}.")
    with memory_errors(), open_source(source, password=password, ocr=ocr) as opened:
        numbers = page_numbers(pages, opened.page_count)
        count = opened.page_count
        read = _read(opened, numbers, prefix, progress)
        document = arrange(read, meta=opened.meta, outline=opened.outline, flow=writer.flow, page_count=count)
        kept = LazyPictures(document, opened.picture)
        body = writer.write(document, kept)
        images = _save_images(document, kept, target.parent) if writer.linked else ()
        save(target, body)
    unread = tuple(page.number for page in document.pages if page.needs_ocr)
    return Converted(
        file=target,
        images=images,
        pages=len(numbers),
        page_count=count,
        needs_ocr=unread,
        warnings=(*document.warnings, *_unread_warning(unread, tried=ocr is not None), *kept.warnings),
    )


def _unread_warning(pages: tuple[int, ...], *, tried: bool) -> tuple[str, ...]:
    """A sentence about pages whose text is not there: recognition was tried in vain, or was not wanted."""
    if not pages:
        return ()
    named = name_pages(pages)
    if tried:
        what = f"Page {named}" if len(pages) == 1 else f"Pages {named}"
        return (f"{what} could not be recognised: kept as the file has {'it' if len(pages) == 1 else 'them'}.",)
    return (
        f"Page {named} shows text that only recognition could read."
        if len(pages) == 1
        else f"{len(pages)} pages show text that only recognition could read ({named}).",
    )


def _read(source: Source, numbers: range | list[int], prefix: str, progress: Progress | None) -> Iterator[Page]:
    total = len(numbers)
    if progress:
        progress(0, total)
    for done, number in enumerate(numbers, 1):
        page = with_pictured_tables(source, source.page(number))
        if total <= SHORT:
            page = with_labels(source, page)
        if prefix and page.pictures:
            renamed = tuple(picture._replace(name=prefix + picture.name) for picture in page.pictures)
            page = replace(page, pictures=renamed)
        yield page
        if progress:
            progress(done, total)


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
        raise QuireError(f"The folder {folder.name} cannot be made: {error.strerror}.") from error


@contextlib.contextmanager
def memory_errors() -> Iterator[None]:
    """Running out of memory anywhere is an error of the document, said as one."""
    try:
        yield
    except MemoryError:
        raise OutOfMemory from None
