"""The writing phase with a model: prompts go out in waves; good answers become pages, the rest stays with the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from quire.wiki.assisted.chapter_digest import ChapterAuthor
from quire.wiki.assisted.edit_metrics import EditMetrics
from quire.wiki.assisted.lessons import OF_SUBJECTS, WAVE, Lessons
from quire.wiki.assisted.model_session import ModelSession
from quire.wiki.assisted.page_author import PageAuthor
from quire.wiki.assisted.page_judge import judge_pages
from quire.wiki.assisted.sentence_filter import Draft
from quire.wiki.assisted.sentence_verification import Assignment, verified_drafts
from quire.wiki.book import Book
from quire.wiki.page_composition import PageComposer
from quire.wiki.page_plan import Entry, Plan
from quire.wiki.page_planner import all_sentences
from quire.wiki.passage import Passage
from quire.wiki.phase_context import FAILED_ATTEMPTS, PhaseContext
from quire.wiki.review import count_verbatim, sentences_of
from quire.wiki.wiki_findings import LOST_PARTS
from quire.wiki.wiki_page import Page

__all__ = ["JUDGED", "PageWriter"]

JUDGED = 30
"""Pages that are judged: enough to learn from, at a tenth of what writing a large book's pages costs."""

_UNSOUND = "none of its first pages was sound."
_UNREAD = (
    "none of its answers could be read: they broke off, were empty or too long, or had another form than was asked for."
)


class PageWriter:
    """Writes pages in a model's words. `written` and `refused` count pages."""

    def __init__(
        self, work: PhaseContext, book: Book, plan: Plan, composer: PageComposer, helper: ModelSession
    ) -> None:
        sentences = all_sentences(book.passages, book.lang)
        self._work = work
        self._book = book
        self._plan = plan
        self._helper = helper
        self._composer = composer
        self._author = PageAuthor(book, plan, sentences, composer)
        self._digester = ChapterAuthor(book, plan, sentences)
        self._lessons = Lessons(work.wiki, "grow", book.lang)
        named = work.wiki.load_work("evidence.json")
        self._named = named if isinstance(named, dict) else {}
        tries = work.wiki.load_work(FAILED_ATTEMPTS)
        self._tries: Counter[str] = Counter(tries if isinstance(tries, dict) else {})
        self._ruled: dict[str, Page] = {}
        self.written_subject = self.refused = 0

    def subjects(self, entries: Sequence[Entry], wave: str) -> None:
        """Write what is still to be written of these pages; those that the model does not get right stay unwritten."""
        left = [one for one in entries if self._work.begin(one.id)]
        if not left or not self._helper.there():
            return
        rules = self._lessons.rules(wave)
        evidence = [self._author.parts(one, self._named.get(one.id, ())) for one in left]
        written = self._drafts(
            [part for one, parts in zip(left, evidence, strict=True) for part in self._assignments(one, parts, rules)]
        )
        drafts, lost = [], []
        for one, parts in zip(left, evidence, strict=True):
            mine, written = written[: len(parts)], written[len(parts) :]
            lost.append((sum(draft is None or bool(draft.refused) for draft in mine), len(parts)))
            drafts.append(self._author.joined(one, parts, mine) if len(parts) > 1 and any(mine) else mine[0])
        kinds: list[tuple[str, ...]] = []
        scales = EditMetrics(self._all_pages(), {one.id: one for one in self._book.passages})
        for at, draft in enumerate(drafts):
            page = self._page(left[at], draft, scales) if draft else None
            if page:
                self._save(page)
                self._lose(page, *lost[at])
                scales.take(page)
            elif self._helper.there():  # else nobody was asked
                self._tries[left[at].id] += 1
                self.refused += 1
            kinds += [draft.kinds] if draft else []
        self._work.wiki.save_work(FAILED_ATTEMPTS, dict(sorted(self._tries.items())))
        self._lessons.learn(kinds, wave)
        if self.refused >= WAVE and not self.written_subject:
            self._helper.leave(_UNSOUND if kinds else _UNREAD)

    def _assignments(self, entry: Entry, parts: Sequence[dict[str, Passage]], rules: str) -> list[Assignment]:
        """The calls for one page: a single one, or one for each of its parts."""
        if len(parts) > 1:
            return self._author.part_assignments(entry, parts, rules)
        return [self._author.assignment(entry, parts[0], rules)]

    def _all_pages(self) -> Iterator[Page]:
        """Those that are there, and those that the rules will make of what the model does not write."""
        there = self._work.wiki.page_ids()
        for one in self._plan.entries:
            if one.id not in there:
                if one.id not in self._ruled:
                    body, summary = self._composer.subject(one)
                    self._ruled[one.id] = Page(one.id, one.title, one.type, body, tuple(one.aliases), summary)
                yield self._ruled[one.id]
        yield from self._work.wiki.pages()

    def _page(self, entry: Entry, draft: Draft, scales: EditMetrics) -> Page | None:
        """The page, when the draft makes one that no other page is already."""
        if draft.refused:
            return None
        body, summary = self._author.page(entry, draft)
        page = Page(entry.id, entry.title, entry.type, body, tuple(entry.aliases), summary)
        twin = scales.twin(page)
        if twin:
            draft.refuse("repeats", f"The page says what the page {twin} says.")
        return None if twin else page

    def chapters(self, numbers: Sequence[int], wave: str) -> None:
        """The same for chapters, by their numbers in the plan: each is written when its last group is answered."""
        left = [at for at in numbers if self._work.begin(self._plan.chapters[at].id)]
        if not left or not self._helper.there():
            return
        rules = self._lessons.rules(wave, without=OF_SUBJECTS)
        groups = {at: self._digester.groups(self._plan.chapters[at]) for at in left}
        where = [(at, number) for at in left for number in range(len(groups[at]))]
        drafts: dict[int, dict[int, Draft | None]] = {at: {} for at in left}
        assignments = [
            self._digester.assignment(self._plan.chapters[at], groups[at][number], rules) for at, number in where
        ]
        for index, draft in enumerate(self._drafts(assignments)):
            at, number = where[index]
            drafts[at][number] = draft
            if len(drafts[at]) == len(groups[at]):
                self._digest(at, groups[at], drafts[at])
        self._lessons.learn([one.kinds for found in drafts.values() for one in found.values() if one], wave)

    def judge(self) -> None:
        """Have some of the written pages judged; what is found goes into the reviews and the lessons."""
        if not self._helper.there() or not self._work.begin("judge"):
            return
        passages = {one.id: one for one in self._book.passages}
        pages = [self._work.wiki.page(one.id) for one in self._plan.entries if self._work.wiki.has(one.id)]
        own = [one for one in pages if 2 * count_verbatim(one, passages) < len(sentences_of(one.body))][:JUDGED]
        known = {one.scope for one in self._work.wiki.reviews()}  # of a run that was interrupted
        found = judge_pages(own, passages, self._book.lang, self._helper)
        for page in own:
            if found.get(page.id) and page.id not in known:
                wrong = len({one.sentence for one in found[page.id]})
                score = 1 - wrong / len(sentences_of(page.body))
                self._work.review(page.id, score, tuple(map(str, found[page.id])), advisory=True)
        if self._helper.there():
            self._lessons.learn([[one.kind for one in some] for some in found.values()], "judge")
            self._work.finish("judge")

    def _digest(self, at: int, groups: Sequence[dict[str, Passage]], drafts: dict[int, Draft | None]) -> None:
        sound = [one for number in range(len(groups)) if (one := drafts[number]) and not one.refused]
        if not sound:
            self.refused += 1
            return
        chapter = self._plan.chapters[at]
        body, summary = self._composer.chapter(at, *self._digester.told(chapter, sound))
        page = Page(chapter.id, chapter.title, chapter.type, body, summary=summary)
        self._save(page)
        self._lose(page, len(groups) - len(sound), len(groups))

    def _lose(self, page: Page, lost: int, parts: int) -> None:
        """Keep how many of the parts that a page is written in failed: it tells nothing of their passages."""
        held = self._work.wiki.load_work(LOST_PARTS)
        known = held if isinstance(held, dict) else {}
        before = known.pop(page.id, None)
        if lost:
            known[page.id] = [page.title, lost, parts]
        if lost or before:
            self._work.wiki.save_work(LOST_PARTS, dict(sorted(known.items())))

    def _drafts(self, assignments: Sequence[Assignment]) -> list[Draft | None]:
        return verified_drafts(assignments, self._author.sieve, self._book.lang, self._helper)

    def _save(self, page: Page) -> None:
        self._work.save(page)
        self._work.finish(page.id)
        self.written_subject += 1
