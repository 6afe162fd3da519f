"""The Writing phase (API: grow): writes every planned page; each is a unit.

With a model, a page is written in its words where they hold (see `quire.wiki.assisted.sentence_filter`), and made by
rules where they do not. Prompts go out in waves, so that later ones profit from the faults of earlier
ones (`quire.wiki.assisted.lessons`).
"""

from __future__ import annotations

from collections.abc import Sequence

from quire.wiki.assisted.lessons import WAVE
from quire.wiki.assisted.model_session import Model, ModelSession
from quire.wiki.assisted.page_writing import PageWriter
from quire.wiki.glossary_page import glossary_page
from quire.wiki.page_composition import PageComposer
from quire.wiki.page_plan import Plan
from quire.wiki.page_planner import all_sentences
from quire.wiki.phase_context import PhaseContext
from quire.wiki.review import review_wiki
from quire.wiki.search.full_text import SearchIndex
from quire.wiki.sentence_split import Sentence
from quire.wiki.timeline import timeline_page
from quire.wiki.wiki_page import Page

__all__ = ["run_writing"]


def run_writing(work: PhaseContext, model: Model | None = None) -> None:
    """Subjects, then chapters anew with their links, the timeline or the glossary, then the index and a review."""
    book, plan = work.book(), work.plan()
    sentences = all_sentences(book.passages, book.lang)
    composer = PageComposer(plan, book.passages, sentences, work.lang)
    helper = ModelSession(model, work.say)
    writer = PageWriter(work, book, plan, composer, helper) if helper.there() else None
    total = len(plan.entries) + len(plan.chapters) + 1
    for done, entry in enumerate(plan.entries):
        work.progress(done, total)
        if writer and done % WAVE == 0:
            writer.subjects(plan.entries[done : done + WAVE], f"subjects {done // WAVE}")
        if work.begin(entry.id):
            body, summary = composer.subject(entry)
            work.save(Page(entry.id, entry.title, entry.type, body, aliases=tuple(entry.aliases), summary=summary))
            work.finish(entry.id)
    for at, chapter in enumerate(plan.chapters):
        work.progress(len(plan.entries) + at, total)
        if writer and at % WAVE == 0:
            writer.chapters(range(at, min(at + WAVE, len(plan.chapters))), f"chapters {at // WAVE}")
        if work.begin(chapter.id):
            body, summary = composer.chapter(at)
            work.save(
                Page(chapter.id, chapter.title, chapter.type, body, aliases=tuple(chapter.names), summary=summary)
            )
            work.finish(chapter.id)
    _write_lists(work, plan, composer, sentences, book.lang)
    if writer:
        writer.judge()
        work.say(f"The model wrote {writer.written_subject} pages; {writer.refused} are left to the rules.")
    if work.begin("review"):
        found = review_wiki(work.wiki)
        work.review("wiki", found.score, found.issues)
        for doubt in found.written:
            work.say(doubt, "warning")
        SearchIndex.build(work.wiki)
        work.say(f"{found.pages} pages; {found.coverage:.0%} of the book is cited.")
        work.finish("review")
    work.progress(total, total)


def _write_lists(
    work: PhaseContext, plan: Plan, composer: PageComposer, sentences: Sequence[Sentence], lang: str
) -> None:
    """The timeline of a story, or the glossary of a technical book."""
    if plan.timeline and work.begin("timeline"):
        work.save(timeline_page(plan, composer, sentences, lang))
        work.finish("timeline")
    if work.begin("list of terms"):  # a name that no page id has
        glossary = glossary_page(plan, composer, sentences, lang)
        if glossary:
            work.save(glossary)
        work.finish("list of terms")
