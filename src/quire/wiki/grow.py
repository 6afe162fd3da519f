"""The grow phase: every planned page is written; each is a unit."""

from __future__ import annotations

from quire.wiki.compose import Composer
from quire.wiki.evidence import all_sentences
from quire.wiki.page import Page
from quire.wiki.review import review_wiki
from quire.wiki.search import Search
from quire.wiki.model import Model
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
            work.save(Page(entry.id, entry.title, entry.type, body, aliases=tuple(entry.aliases), summary=summary))
            work.finish(entry.id)
    for at, chapter in enumerate(plan.chapters):
        work.progress(len(plan.entries) + at, total)
        if work.begin(chapter.id):
            body, summary = composer.chapter(at)
            work.save(Page(chapter.id, chapter.title, "chapter", body, summary=summary))
            work.finish(chapter.id)
    if work.begin("review"):
        found = review_wiki(work.wiki)
        work.review("wiki", found.score, found.issues)
        Search.build(work.wiki)
        work.say(f"{found.pages} pages; {found.coverage:.0%} of the book is cited.")
        work.finish("review")
    work.progress(total, total)
