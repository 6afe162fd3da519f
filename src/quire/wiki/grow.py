"""The grow phase: every planned page is written; each is a unit."""

from __future__ import annotations

from quire.wiki.book import Book
from quire.wiki.compose import Composer
from quire.wiki.evidence import all_sentences
from quire.wiki.model import Model
from quire.wiki.page import Page, citations, summary_of
from quire.wiki.plan import Entry
from quire.wiki.review import check_page, review_wiki
from quire.wiki.search import Search
from quire.wiki.work import Work

__all__ = ["run_grow"]


def run_grow(work: Work, model: Model | None = None) -> None:
    """Subjects, then chapters anew with their links, then the index and a review."""
    book, plan = work.book(), work.plan()
    composer = Composer(plan, book.passages, all_sentences(book.passages, book.lang), work.lang)
    total = len(plan.entries) + len(plan.chapters) + 1
    for done, entry in enumerate(plan.entries):
        work.progress(done, total)
        if work.begin(entry.id):
            body, summary = composer.subject(entry)
            if model:
                body, summary = _with_model(entry, body, summary, model, composer, book)
            work.save(Page(entry.id, entry.title, entry.type, body, aliases=tuple(entry.aliases), summary=summary))
            work.finish(entry.id)
    for at, chapter in enumerate(plan.chapters):
        work.progress(len(plan.entries) + at, total)
        if work.begin(chapter.id):
            body, summary = composer.chapter(at)
            work.save(Page(chapter.id, chapter.title, chapter.type, body, summary=summary))
            work.finish(chapter.id)
    if work.begin("review"):
        found = review_wiki(work.wiki)
        work.review("wiki", found.score, found.issues)
        Search.build(work.wiki)
        work.say(f"{found.pages} pages; {found.coverage:.0%} of the book is cited.")
        work.finish("review")
    work.progress(total, total)


def _with_model(entry: Entry, body: str, summary: str, model: Model, composer: Composer, book: Book) -> tuple[str, str]:  # noqa: PLR0917 - what one page is judged by
    """The model's body where it passes every check, else the one made by the rules."""
    passages = {one.id: one for one in book.passages}
    evidence = [passages[one] for one in citations(body)]
    others = [(id_, title) for id_, title in composer.titles.items() if id_ != entry.id]
    written = model.write(entry.title, evidence, others, book.lang)
    if not written:
        return body, summary
    said = summary_of(written)
    page = Page(entry.id, entry.title, entry.type, written, summary=said)
    allowed = {one.id: one for one in evidence}
    return (written, said) if not check_page(page, allowed, set(composer.titles), exact=False) else (body, summary)
