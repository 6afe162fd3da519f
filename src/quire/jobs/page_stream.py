"""The pages of an open source as a conversion wants them, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from quire.jobs.figure_text import SHORT, with_labels
from quire.jobs.image_tables import with_pictured_tables
from quire.model.page import Page, TextSource
from quire.read import Source


def read_pages(source: Source, numbers: Iterable[int], *, total: int, prefix: str = "") -> Iterator[Page]:
    """The pages, with what their pictures show.

    Args:
        source: an open document.
        numbers: of the pages wanted.
        total: how many pages are converted in all; in short documents, and on pages without text, drawings are
            described by their text.
        prefix: put in front of the pictures' names.
    """
    for number in numbers:
        page = with_pictured_tables(source, source.page(number))
        if total <= SHORT or page.source is TextSource.NONE:
            page = with_labels(source, page)
        if prefix and page.pictures:
            renamed = tuple(picture._replace(name=prefix + picture.name) for picture in page.pictures)
            page = replace(page, pictures=renamed)
        yield page
