"""The Reading phase (API: egg): reads, numbers and fingerprints the book; writes chapter pages and the search index."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from quire.errors import BadRequest, DamagedDocument
from quire.model.document import CHAPTERS_DOUBTED, Document
from quire.wiki.book import Book, make_book
from quire.wiki.chapter_doubts import ways_doubts
from quire.wiki.chapter_pages import chapter_plans
from quire.wiki.image_files import ImageFiles
from quire.wiki.page_composition import PageComposer
from quire.wiki.page_planner import all_sentences, make_plan
from quire.wiki.phase_context import PhaseContext, Stopped
from quire.wiki.search.full_text import SearchIndex
from quire.wiki.wiki_findings import READING_DOUBTS, book_findings, plausible_share, reading_findings
from quire.wiki.wiki_page import Page

__all__ = ["Load", "run_reading"]


_SILENCE = 30.0
"""Seconds after which a line says how many pages are read: a job without a sign of life for minutes counts as stuck."""


_LONG = 3_000_000
"""Characters of a book for which a phase takes more than half a minute of CPU."""


class Load(Protocol):
    """Reads the book's file; `quire.jobs.book_source.load` is the one."""

    def __call__(
        self, path: Path, *, keep: Callable[[str, bytes], None], progress: Callable[[int, int], None]
    ) -> Document:
        """The document; `keep` takes the bytes of each picture under the name that the document's figures have.

        `progress` is called with (pages read, pages in all), where a book has pages.
        """


def run_reading(work: PhaseContext, load: Load | None) -> None:
    """Units: the reading of the book, then each chapter's page, then the index.

    Raises:
        BadRequest: no way to read the book was given.
        DocumentError: it cannot be read.
    """
    if work.begin("read"):
        book = _read(work, load)
        work.finish("read")
        work.lang = work.lang or book.lang
    else:
        book = work.book()
    sentences = all_sentences(book.passages, book.lang)
    plan = make_plan(book.passages, chapter_plans(book, work.lang), (), book.lang, sentences=sentences)
    composer = PageComposer(plan, book.passages, sentences, work.lang)
    for at, chapter in enumerate(plan.chapters):
        work.progress(at, len(plan.chapters) + 1)
        if work.begin(chapter.id):
            body, summary = composer.chapter(at)
            work.save(Page(chapter.id, chapter.title, chapter.type, body, summary=summary))
            work.finish(chapter.id)
    if work.begin("search"):
        SearchIndex.build(work.wiki)
        work.finish("search")
    work.progress(len(plan.chapters) + 1, len(plan.chapters) + 1)


def _telling(work: PhaseContext) -> Callable[[int, int], None]:
    """Reports progress, now and then in the log: recognition of a scanned book takes many minutes."""
    told = work.clock.monotonic()

    def tell(done: int, total: int) -> None:
        nonlocal told
        if work.should_stop():
            raise Stopped
        work.progress(done, total)
        if work.clock.monotonic() - told > _SILENCE:
            told = work.clock.monotonic()
            work.say(f"Read {done} of {total} pages.")

    return tell


def _read(work: PhaseContext, load: Load | None) -> Book:
    if load is None:
        raise BadRequest("Reading needs a reader for the book.")
    images = ImageFiles(work.wiki)
    document = load(work.wiki.source, keep=images.add, progress=_telling(work))
    book = make_book(document)
    if not book.passages:
        raise DamagedDocument("The book contains no text.")
    figures = images.assign_files(book.figures)
    if images.cover:
        work.wiki.configure(COVER=images.cover)
    if not work.wiki.passages():
        work.wiki.save_block_styles(book.shapes)
        work.wiki.save_passages(book.passages)
    work.save_book(book)
    work.wiki.configure(FINGERPRINT=book.fingerprint, TITLE=book.title, AUTHOR=book.author, SOURCE_LANG=book.lang)
    listed = f", {len(book.index)} index entries" if book.index else ""
    shown = f", {len(figures)} pictures" if figures else ""
    work.say(f"Read {len(book.passages)} passages in {len(book.chapters)} chapters{listed}{shown}.")
    size = sum(len(one.text) for one in book.passages)
    if size >= _LONG:
        work.say(
            f"A long book of {size / 1_000_000:.1f} million characters: a phase may take minutes without a message."
        )
    _tell_doubts(work, book, document.warnings)
    if images.refused:
        work.say(f"Pictures left out, because there are too many for the wiki: {images.refused}.", "warning")
    return book


def _tell_doubts(work: PhaseContext, book: Book, warnings: Sequence[str]) -> None:
    """Say what the reader warns of; what it doubts of the chapters is kept for the review."""
    doubted = [one for one in warnings if one.startswith(CHAPTERS_DOUBTED)]
    for warning in warnings:
        if warning not in doubted:
            work.say(warning)
    doubted += ways_doubts(book.ways)
    work.wiki.save_work(READING_DOUBTS, doubted)
    doubts = [*book_findings(book.passages), *reading_findings(doubted)]
    for one in doubts:
        work.say(one.text, "warning")
    if doubts:
        work.review("book", plausible_share(doubts), tuple(one.text for one in doubts))
