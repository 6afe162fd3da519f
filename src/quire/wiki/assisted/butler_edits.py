"""The butler with a model: pages are written anew where most is to be gained, and passages that nothing cites are told.

An edit stays only if the scales find that no measure falls.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from quire.wiki.aspects import aspect_heading
from quire.wiki.assisted.chapter_digest import ChapterAuthor
from quire.wiki.assisted.duplicate_pages import join_duplicates
from quire.wiki.assisted.edit_metrics import EditMetrics
from quire.wiki.assisted.lessons import OF_SUBJECTS, Lessons
from quire.wiki.assisted.model_session import ModelSession
from quire.wiki.assisted.page_author import PageAuthor
from quire.wiki.assisted.page_judge import kind_of
from quire.wiki.assisted.sentence_filter import Draft
from quire.wiki.assisted.sentence_verification import Assignment, verified_drafts
from quire.wiki.cited_sentence import CitedSentence
from quire.wiki.page_composition import PageComposer
from quire.wiki.page_plan import ChapterPlan, Entry
from quire.wiki.page_planner import all_sentences
from quire.wiki.passage import Passage
from quire.wiki.phase_context import FAILED_ATTEMPTS, PhaseContext
from quire.wiki.review import count_verbatim, sentences_of
from quire.wiki.wiki_page import Page, links

__all__ = ["PER_ROUND", "TOLD", "ButlerEditor"]

PER_ROUND = 24
"""Pages that a round has written anew: it stays short, and what it learned serves the next one."""

_TRIES = 2
"""Times that a page is written anew in vain before it is left alone; a try after others have taught rules may go
better."""

TOLD = 8
"""Groups of uncovered passages that a round has told."""

_WEAK = 2
"""Findings of a judge that make a page worth another try."""

_PROBE = 6
"""Edits of a kind that are asked for first: when none is kept, the round asks for no more of them."""

_PER_FINDING = 1.5
"""What a sentence that a judge has found fault with counts, against one that is the book's own."""


class _Job(NamedTuple):
    gain: float  # sentences that may be mended; characters that nothing cites
    assignment: Assignment
    edit: Callable[[Draft], Page | None]
    name: str  # under which tries are counted


class ButlerEditor:
    """Tends one wiki. `kept` counts edits of the last round."""

    def __init__(self, work: PhaseContext, helper: ModelSession) -> None:
        self._work = work
        self._helper = helper
        self._book = work.book()
        self._plan = work.plan().living(work.wiki.page_ids())
        self._sentences = all_sentences(self._book.passages, self._book.lang)
        self._composer = PageComposer(self._plan, self._book.passages, self._sentences, work.lang)
        self._author = PageAuthor(self._book, self._plan, self._sentences, self._composer)
        self._digester = ChapterAuthor(self._book, self._plan, self._sentences)
        self._lessons = Lessons(work.wiki, "butler", self._book.lang, also="grow")
        self._passages = {one.id: one for one in self._book.passages}
        named = work.wiki.load_work("evidence.json")
        self._named: Mapping[str, Sequence[str]] = named if isinstance(named, dict) else {}
        tries = work.wiki.load_work(FAILED_ATTEMPTS)
        self._tries: Counter[str] = Counter(tries if isinstance(tries, dict) else {})
        self._scales = EditMetrics((), {})

    def round(self, name: str) -> int:
        """Number of edits that one round has kept.

        Raises:
            Stopped: the run was asked to end, or its budget is spent; the edits so far are on disk.
        """
        if not self._helper.there():
            return 0
        self._scales = EditMetrics(self._work.wiki.pages(), self._passages)
        joined = join_duplicates(self._work, self._helper, self._scales, self._passages, self._book.lang)
        if joined:
            self._work.say(f"{joined} pages were merged into others on the same subject.")
        rules = self._lessons.rules(name)
        kept = 0
        for jobs in (self._tellings(self._lessons.rules(name, without=OF_SUBJECTS)), self._rewrites(rules)):
            ranked = sorted(jobs, key=lambda one: (-one.gain, one.name))[:PER_ROUND]
            first = self._edits(ranked[:_PROBE], name)
            kept += first + (self._edits(ranked[_PROBE:], name) if first else 0)
        self._work.wiki.save_work(FAILED_ATTEMPTS, dict(sorted(self._tries.items())))
        return joined + kept

    def _edits(self, jobs: Sequence[_Job], name: str) -> int:
        """Number of these edits that are kept."""
        assignments = [one.assignment for one in jobs]
        drafts = verified_drafts(assignments, self._author.sieve, self._book.lang, self._helper)
        kept = 0
        fell: Counter[str] = Counter()
        for at, draft in enumerate(drafts):
            page = jobs[at].edit(draft) if draft and not draft.refused else None
            worse = self._scales.worse(page) if page else ()
            fell.update(worse)
            if page and not worse:
                self._work.save(page)
                self._scales.take(page)
                kept += 1
            elif draft:
                self._tries[jobs[at].name] += 1
        self._lessons.learn([one.kinds for one in drafts if one], name)
        if jobs:
            self._work.say(f"The model was asked for {len(jobs)} edits; {kept} are kept{_because(fell)}.")
        return kept

    def _rewrites(self, rules: str) -> list[_Job]:
        """Subject pages of the book's own sentences, and those that a judge has found fault with."""
        found: dict[str, list[str]] = defaultdict(list)
        for review in self._work.wiki.reviews():
            found[review.scope] += [kind for one in review.issues if (kind := kind_of(one))]
        out = []
        for entry in self._plan.entries:
            page = self._scales.pages.get(entry.id)
            tries = self._tries[entry.id]
            if page is None or tries >= _TRIES or (tries and not rules):
                continue  # the same prompt would only give the same answer
            kinds = found[entry.id] if not self._tries[f"judged {entry.id}"] else []
            own = self._copied(page)
            gain = own + _PER_FINDING * len(kinds)
            weak = len(kinds) >= _WEAK and not self._author.is_long(entry)  # one call cannot write it again
            if 2 * own > len(sentences_of(page.body)) or weak:
                out.append(self._rewrite(entry, gain / (1 + tries), self._lessons.told(rules, kinds)))
        return out

    def _rewrite(self, entry: Entry, gain: float, rules: str) -> _Job:
        evidence = self._author.evidence(entry, self._named.get(entry.id, ()))

        def edit(draft: Draft) -> Page | None:
            current = self._scales.pages[entry.id]
            body, summary = self._author.page(entry, draft, self._scales.only_here(current))
            better = replace(current, body=body, summary=summary)
            self._tries[f"judged {entry.id}"] += 1
            return better if self._copied(better) <= self._copied(current) and body != current.body else None

        return _Job(
            gain,
            self._author.assignment(entry, evidence, rules, "butler.grow"),
            edit,
            entry.id,
        )

    def _tellings(self, rules: str) -> list[_Job]:
        """Passages that nothing cites, by the chapter page where a reader would look for them."""
        left = set(self._scales.uncovered())
        homes: dict[int, ChapterPlan] = {}
        for chapter in self._plan.chapters:  # sections come behind their chapter
            homes |= dict.fromkeys(range(chapter.first, chapter.end), chapter)
        groups: dict[str, dict[str, Passage]] = {}
        chapters: dict[str, ChapterPlan] = {}
        for one in self._book.passages:
            home = homes.get(one.position)
            if one.id in left and home and home.id in self._scales.pages:
                groups.setdefault(home.id, {})[one.id] = one
                chapters[home.id] = home
        ranked = sorted(groups, key=lambda id_: (-sum(len(one.text) for one in groups[id_].values()), id_))
        return [
            self._telling(chapters[id_], self._digester.first(groups[id_]), rules)
            for id_ in ranked[:TOLD]
            if self._tries[f"told {id_}"] < _TRIES
        ]

    def _telling(self, chapter: ChapterPlan, group: dict[str, Passage], rules: str) -> _Job:
        return _Job(
            float(sum(len(one.text) for one in group.values())),
            self._digester.assignment(chapter, group, rules, "butler.chapter"),
            lambda draft: self._with_notes(self._scales.pages[chapter.id], draft.kept),
            f"told {chapter.id}",
        )

    def _with_notes(self, page: Page, said: Sequence[CitedSentence]) -> Page:
        linked = {page.id, *(link.target for link in links(page.body))}
        text = self._composer.paragraph(said, linked)
        title = f"## {aspect_heading('notes', self._work.lang)}"
        ends = [f"\n\n## {aspect_heading(one, self._work.lang)}" for one in ("subjects", "related")] + [
            "\n\n←",
            "\n\n↑",
        ]
        at = min((place for end in ends if (place := page.body.find(end)) >= 0), default=len(page.body))
        head, tail = page.body[:at], page.body[at:]
        more = text if title in head else f"{title}\n\n{text}"
        return replace(page, body=f"{head}\n\n{more}{tail}")

    def _copied(self, page: Page) -> int:
        """Sentences of a page that are the book's word for word."""
        return count_verbatim(page, self._passages)


def _because(fell: Mapping[str, int]) -> str:
    return (
        "; others would lower " + ", ".join(f"{name} ({count})" for name, count in sorted(fell.items())) if fell else ""
    )
