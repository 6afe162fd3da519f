"""The grow phase: every planned page is written; each is a unit.

With a model a subject page is written in its words where they hold (see `quire.wiki.editor`), and made by rules
where they do not. Prompts go out in waves, so that later ones profit from the faults of earlier ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from quire.llm.ask import Answer
from quire.wiki.author import Author
from quire.wiki.book import Book
from quire.wiki.compose import Composer
from quire.wiki.editor import Draft
from quire.wiki.evidence import all_sentences
from quire.wiki.lessons import WAVE, Lessons
from quire.wiki.model import Helper, Model
from quire.wiki.page import Page
from quire.wiki.plan import Entry, Plan
from quire.wiki.review import review_wiki
from quire.wiki.search import Search
from quire.wiki.work import Work

__all__ = ["run_grow"]


def run_grow(work: Work, model: Model | None = None) -> None:
    """Subjects, then chapters anew with their links, then the index and a review."""
    book, plan = work.book(), work.plan()
    sentences = all_sentences(book.passages, book.lang)
    composer = Composer(plan, book.passages, sentences, work.lang)
    helper = Helper(model, work.say)
    writer = _Writer(work, book, plan, composer, helper) if helper.there() else None
    total = len(plan.entries) + len(plan.chapters) + 1
    for done, entry in enumerate(plan.entries):
        work.progress(done, total)
        if writer and done % WAVE == 0:
            writer.wave(plan.entries[done : done + WAVE], str(done // WAVE))
        if work.begin(entry.id):
            _save_subject(work, entry, *composer.subject(entry))
    if writer:
        work.say(f"{writer.written} pages are in the model's words, {writer.refused} answers were refused.")
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


def _save_subject(work: Work, entry: Entry, body: str, summary: str) -> None:
    work.save(Page(entry.id, entry.title, entry.type, body, aliases=tuple(entry.aliases), summary=summary))
    work.finish(entry.id)


class _Writer:
    """Has a model write the subject pages; those that it does not get right are left to the rules."""

    def __init__(self, work: Work, book: Book, plan: Plan, composer: Composer, helper: Helper) -> None:
        self._work = work
        self._helper = helper
        self._author = Author(book, plan, all_sentences(book.passages, book.lang), composer)
        self._lessons = Lessons(work.wiki, "grow", book.lang)
        self._more = more_evidence(work)
        self.written = self.refused = 0

    def wave(self, entries: Sequence[Entry], name: str) -> None:
        """Write what is still to be written of these pages."""
        left = [one for one in entries if self._work.begin(one.id)]
        if not left or not self._helper.there():
            return
        rules = self._lessons.rules(name)
        kinds: list[tuple[str, ...]] = []
        for entry, draft in self._drafts(left, rules):
            if draft is None or draft.refused:
                self.refused += 1
            else:
                _save_subject(self._work, entry, *self._author.page(entry, draft))
                self.written += 1
            kinds.append(draft.kinds if draft else ())
        self._lessons.learn(kinds, name)

    def _drafts(self, entries: Sequence[Entry], rules: str) -> Iterator[tuple[Entry, Draft | None]]:
        """Each page with what stands of its answer; None when there was none."""
        evidence = [self._author.evidence(one, self._more.get(one.id, ())) for one in entries]
        prompts = [self._author.prompt(one, shown, rules) for one, shown in zip(entries, evidence, strict=True)]
        drafts: dict[int, Draft] = {}

        def check(at: int, answer: Answer) -> list[str]:
            drafts[at] = self._author.draft(entries[at], evidence[at], answer)
            return drafts[at].told if drafts[at].refused else []

        for at, answer in self._helper.ask_all(prompts, check):
            yield entries[at], (drafts.get(at) if answer is not None or at in drafts else None)


def more_evidence(work: Work) -> dict[str, list[str]]:
    """Page id to the passages that boot's reading named for it; empty without a model's reading."""
    data = work.wiki.load_work("evidence.json")
    return data if isinstance(data, dict) else {}
